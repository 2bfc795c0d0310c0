//! Controls that a teacher's link has locked. `src/browser/start.js` writes their keys down before
//! anything is drawn.

use crate::browser::document;
use cost::plan::Plan;
use formats::link;
use search::change::Change;

/// Whether the control of this key is locked.
pub(crate) fn has(key: &str) -> bool {
    let selector = ["[data-lock~=", key, "]"].concat();
    let root = document().document_element();
    root.is_some_and(|root| root.matches(&selector) == Ok(true))
}

/// The keys that are locked, as the page has written them down.
pub(super) fn all() -> String {
    let root = document().document_element();
    let keys = root.and_then(|root| root.get_attribute("data-lock"));
    keys.unwrap_or_default()
}

/// Gives a changed plan back what is locked of the plan as it was; tells whether that is anything.
pub(super) fn hold(was: &Plan, changed: &mut Plan) -> bool {
    link::hold(&has, was, changed)
}

/// Whether a change leaves alone what is locked.
pub(crate) fn allow(plan: &Plan, change: &Change) -> bool {
    let mut changed = Change::applied(std::slice::from_ref(change), plan);
    !hold(plan, &mut changed)
}
