//! The overheads on a step.

use cost::shares::Overhead;

messages!("overheads");

/// The name of an overhead and one sentence on it.
#[derive(Clone, Copy, Debug)]
pub struct OverheadText {
    /// Name of the overhead in lessons.
    pub name: &'static str,
    /// Standard term for its share of the step.
    pub term: &'static str,
    /// Definition of the overhead in a clause, without a full stop.
    pub definition: &'static str,
}

/// An overhead's name and definition.
#[must_use]
pub fn overhead(overhead: Overhead) -> OverheadText {
    let (name, definition) = match overhead {
        Overhead::ModelState => (model_state(), model_state_definition()),
        Overhead::Activations => (activations(), activations_definition()),
        Overhead::Communication => (communication(), communication_definition()),
        Overhead::Bubble => (bubble(), bubble_definition()),
        Overhead::Imbalance => (imbalance(), imbalance_definition()),
        Overhead::Kernels => (kernels(), kernels_definition()),
    };
    OverheadText {
        name,
        term: term(overhead),
        definition,
    }
}

/// The standard term for an overhead's share of the step.
#[must_use]
pub fn term(overhead: Overhead) -> &'static str {
    match overhead {
        Overhead::ModelState => model_state_term(),
        Overhead::Activations => activations_term(),
        Overhead::Communication => communication_term(),
        Overhead::Bubble => bubble_term(),
        Overhead::Imbalance => imbalance_term(),
        Overhead::Kernels => kernels_term(),
    }
}
