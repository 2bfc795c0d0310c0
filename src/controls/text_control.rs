//! Fields of text among the controls.
//!
//! Tests: `tests.rs`.

use cost::plan::Plan;
use formats::link;

use crate::store::Event;

/// A text field, which is read and written as in a link.
pub(super) struct TextControl {
    /// The field's key in a link, and its id.
    pub(super) key: &'static str,
    /// Sentence about a text that cannot be read.
    pub(super) wrong: fn() -> &'static str,
}

impl TextControl {
    /// The current text; empty if the plan sets none.
    pub(super) fn value(&self, plan: &Plan) -> String {
        let text = link::value(plan, self.key);
        if text == NONE { String::new() } else { text }
    }

    /// Sets the plan's field from typed text; `false` leaves the plan unchanged.
    pub(super) fn set(&self, plan: &mut Plan, typed: &str) -> bool {
        // People separate thousands by spaces, links do not.
        let text = typed.replace(' ', "");
        let text = if text.is_empty() { NONE } else { text.as_str() };
        link::set_value(plan, self.key, text)
    }

    /// The event for a text that is left, or after which Enter is pressed; none if it cannot be read.
    pub(super) fn written(&self, plan: &Plan, typed: &str) -> Option<Event> {
        let mut changed = plan.clone();
        let is_read = self.set(&mut changed, typed);
        is_read.then(|| Event::Edit(Box::new(changed)))
    }
}

/// Word of links for a value that is left open.
const NONE: &str = "none";
