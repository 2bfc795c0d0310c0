//! Notices of changes.

use std::mem;

use leptos::prelude::*;

/// The notice of changes of a state.
///
/// Each notice has a new trigger. A trigger of Leptos 0.8 keeps an entry of every reader that
/// ever was, also of those that have gone with a part of the view; with one trigger for all notices
/// the list of lessons cost 2 kB at each opening (`cargo xtask test --only stress`).
#[derive(Clone, Copy)]
pub(crate) struct Changes(StoredValue<ArcTrigger>);

impl Changes {
    /// A notice that has not been given. It lives as long as the present owner.
    pub(crate) fn new() -> Self {
        Self(StoredValue::new(ArcTrigger::new()))
    }

    /// Makes all readers read again.
    pub(crate) fn notify(self) {
        let next = ArcTrigger::new();
        let trigger = self
            .0
            .try_update_value(|trigger| mem::replace(trigger, next));
        trigger.into_iter().for_each(|trigger| trigger.notify());
    }

    /// Makes the present reader follow the next notice.
    pub(super) fn track(self) {
        self.0.with_value(ArcTrigger::track);
    }
}
