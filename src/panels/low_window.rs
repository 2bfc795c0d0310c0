//! Low windows of the workbench, in which drawings are lower so that they are in sight as a whole.
//!
//! Tests: `tests/browser/low.test.mjs`.

use leptos::prelude::*;

use crate::browser::media;
use crate::store::Page;

/// The windows. The style sheets of such drawings have the same condition.
const LOW: &str = "(min-width: 768px) and (min-height: 500px) and (max-height: 759.9px)";

/// Sends whether the window is low, now and whenever that changes. A frame and a view alone are as
/// high as what they show, and never low. Only a browser has windows.
pub(crate) fn follow_low_window(page: &Page, send: impl Fn(bool) + 'static) {
    let shown = &page.presentation;
    if cfg!(not(target_arch = "wasm32")) || shown.embed || !shown.view.is_empty() {
        return;
    }
    let is_low = media::matches(LOW);
    Effect::new(move |_| send(is_low.get()));
}
