//! Ranges around a prediction that contain four of five measurements.
//!
//! Tests: `crates/search/tests/optimize/experts.rs`.

mod fitted;
mod range;

pub use range::Band;

use crate::legal::Legal;
use crate::plan::{Family, Plan, Recipe};

/// The bytes that a figure of memory counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryCount {
    /// Tensors alone.
    Allocated,
    /// All GPU memory in use: with the allocator's cache, context and communicators.
    Reserved,
}

impl Band {
    /// The band of a plan's step.
    ///
    /// A stack is known where published runs have fitted both its recipe's time and its GPU's
    /// efficiency; a mixture of experts is always less certain than a dense model.
    #[must_use]
    pub fn of_step(legal: &Legal) -> Self {
        match (is_mixture(legal.plan), is_known(legal)) {
            (false, true) => fitted::STEP_DENSE_KNOWN,
            (false, false) => fitted::STEP_DENSE_UNKNOWN,
            (true, true) => fitted::STEP_MIXTURE_KNOWN,
            (true, false) => fitted::STEP_MIXTURE_UNKNOWN,
        }
    }

    /// The band of the ratio of the steps of two layouts of a plan's model on its cluster, with the
    /// same batch and stack; an error that both share cancels. Fitted to published runs whose
    /// source reports several layouts. Its low end is the inverse of its high end.
    ///
    /// ```
    /// use cost::{band::Band, legal::Legal};
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    /// let legal = Legal::check(&plan).unwrap();
    /// let (between, alone) = (Band::between_layouts(&legal), Band::of_step(&legal));
    /// assert!(between.high / between.low < alone.high / alone.low);
    /// ```
    #[must_use]
    pub fn between_layouts(legal: &Legal) -> Self {
        if is_mixture(legal.plan) {
            fitted::LAYOUTS_MIXTURE
        } else {
            fitted::LAYOUTS_DENSE
        }
    }

    /// The band of a plan's peak memory.
    #[must_use]
    pub const fn of_memory(plan: &Plan, count: MemoryCount) -> Self {
        match (is_mixture(plan), count) {
            (false, MemoryCount::Allocated) => fitted::ALLOCATED_DENSE,
            (false, MemoryCount::Reserved) => fitted::RESERVED_DENSE,
            (true, MemoryCount::Allocated) => fitted::ALLOCATED_MIXTURE,
            (true, MemoryCount::Reserved) => fitted::RESERVED_MIXTURE,
        }
    }
}

const fn is_mixture(plan: &Plan) -> bool {
    plan.model.moe.experts > 0
}

/// Whether published runs calibrate the speed of this recipe and of this family of GPUs.
fn is_known(legal: &Legal) -> bool {
    let recipe = !matches!(legal.plan.stack.recipe, Recipe::ZeroPaper);
    let family = matches!(
        legal.plan.cluster.gpu.family,
        Family::Ampere | Family::Hopper | Family::Blackwell | Family::BlackwellUltra
    );
    recipe && family
}
