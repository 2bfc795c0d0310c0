//! The plans that this browser stores under a name.

use text::compare;

/// Largest number of stored plans.
pub(super) const MOST: usize = 30;
/// Longest name, in characters.
pub(super) const LONGEST: usize = 60;

/// The plans that this browser stores.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptPlans {
    /// Plans, the latest first. No two are equal.
    pub(super) plans: Vec<KeptPlan>,
    /// Reason for which the last plan was not stored.
    pub(super) refused: Option<Refused>,
    /// Text of the name field.
    pub(super) name: String,
}

/// A plan that the browser stores.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct KeptPlan {
    /// The suffix of its key; `None` for one of an earlier release's list.
    pub(super) key: Option<String>,
    pub(super) name: String,
    pub(super) link: String,
}

/// An action on a plan of a list, in the order of their names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum KeptAct {
    /// It becomes the page's plan.
    Go,
    /// It is pinned.
    Pin,
    /// It is removed.
    Forget,
}

/// Reason for which a plan is not stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Refused {
    /// The list is full.
    Full,
    /// The browser stores nothing.
    Off,
    /// The browser has no room left.
    NoRoom,
}

impl KeptAct {
    /// All actions.
    pub(super) const ALL: [Self; 3] = [Self::Go, Self::Pin, Self::Forget];
    /// Actions on a plan that the browser does not store.
    pub(super) const OF_PUBLISHED: [Self; 2] = [Self::Go, Self::Pin];
}

impl KeptPlan {
    /// The stored plan.
    pub(super) fn plan(&self) -> cost::plan::Plan {
        formats::link::decode(&self.link).0
    }
}

impl KeptPlans {
    /// Sentence about a plan that could not be stored.
    pub(super) fn said(&self) -> String {
        match self.refused {
            None => String::new(),
            Some(Refused::Full) => compare::full(MOST as u64),
            Some(Refused::Off) => compare::refused_storage().to_owned(),
            Some(Refused::NoRoom) => compare::refused_room().to_owned(),
        }
    }
}
