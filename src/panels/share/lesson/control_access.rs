//! Access to each control in a lesson's page: free, locked or hidden.

use formats::link::presentation::{self, Presentation};

/// Access to a control, in the order of the list.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ControlAccess {
    Free,
    Locked,
    Hidden,
}

const FATES: [ControlAccess; 3] = [
    ControlAccess::Free,
    ControlAccess::Locked,
    ControlAccess::Hidden,
];

/// Sets the access to the control of a key, if a lesson's page may hide or lock it.
pub(super) fn choose(asked: &mut Presentation, key: &'static str, chosen: usize) {
    let Some(fate) = FATES.get(chosen) else {
        return;
    };
    if !presentation::controls().any(|known| known == key) {
        return;
    }
    for keys in [&mut asked.hide, &mut asked.lock] {
        keys.retain(|other| *other != key);
    }
    match fate {
        ControlAccess::Free => {}
        ControlAccess::Locked => asked.lock.push(key),
        ControlAccess::Hidden => asked.hide.push(key),
    }
}

/// The access to the control of a key.
pub(super) fn fate(asked: &Presentation, key: &str) -> ControlAccess {
    if asked.hide.contains(&key) {
        ControlAccess::Hidden
    } else if asked.lock.contains(&key) {
        ControlAccess::Locked
    } else {
        ControlAccess::Free
    }
}
