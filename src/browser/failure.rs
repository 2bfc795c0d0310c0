//! Failure of the planner itself: a plain sentence instead of a page that no longer answers.
//!
//! Tests: `tests/browser/bad-input.test.mjs`, `tests/browser/faults.test.mjs`.

use std::panic;

/// Shows the failure notice of `index.html` on a panic. The address keeps the plan.
pub fn install() {
    panic::set_hook(Box::new(|_| {
        let notice = web_sys::window()
            .and_then(|window| window.document())
            .and_then(|document| document.get_element_by_id("failure"));
        if let Some(notice) = notice {
            let _ = notice.remove_attribute("hidden");
        }
    }));
}
