//! Low windows of the workbench, in which drawings are lower so that they are in sight as a whole.
//!
//! Tests: `tests/browser/low.test.mjs`.

use leptos::prelude::*;

use crate::browser::media;
use crate::store::Page;

/// The windows. The style sheets of such drawings have the same condition.
const LOW: &str = "(min-width: 768px) and (min-height: 500px) and (max-height: 759.9px)";

/// True if the window is low; `changed` receives later values. `None` in a frame and for a view alone,
/// which are as high as their content, and outside of a browser, where there are no windows.
pub(crate) fn low_window(page: &Page, changed: impl Fn(bool) + 'static) -> Option<bool> {
    let shown = &page.presentation;
    if cfg!(not(target_arch = "wasm32")) || shown.embed || !shown.view.is_empty() {
        return None;
    }
    let is_low = media::matches(LOW);
    Effect::new(move |before: Option<bool>| {
        let now = is_low.get();
        if before.is_some_and(|before| before != now) {
            changed(now);
        }
        now
    });
    Some(is_low.get_untracked())
}
