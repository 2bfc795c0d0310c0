//! Low windows of the workbench under unfolded memory and time, in which drawings are lower so that they
//! are in sight as a whole.
//!
//! Tests: `tests/browser/low.test.mjs`.

use leptos::prelude::*;

use crate::browser::media;
use crate::store::{Page, Store};

/// The windows. The style sheets of such drawings have the same condition.
const LOW: &str = "(min-width: 768px) and (min-height: 500px) and (max-height: 759.9px)";

/// True if the window is low, and memory and time take much of it; `changed` receives later values.
/// `None` in a frame and for a view alone, which are as high as their content, and outside of a browser,
/// where there are no windows.
pub(crate) fn low_window(store: Store, changed: impl Fn(bool) + 'static) -> Option<bool> {
    let has_pane = store.read(|page| !page.presentation.embed && page.presentation.view.is_empty());
    if cfg!(not(target_arch = "wasm32")) || !has_pane {
        return None;
    }
    let is_window_low = media::matches(LOW);
    let are_folded = store.slice(Page::are_figures_folded);
    let is_low = Signal::derive(move || is_window_low.get() && !are_folded.get());
    Effect::new(move |before: Option<bool>| {
        let now = is_low.get();
        if before.is_some_and(|before| before != now) {
            changed(now);
        }
        now
    });
    Some(is_low.get_untracked())
}
