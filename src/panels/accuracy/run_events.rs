//! Events of a pointer or a key on a run, in the plot and in the table.

use web_sys::MouseEvent;

use super::Accuracy;
use super::state::AccuracyEvent;
use crate::browser::pointer;
use crate::store::PanelStore;

/// Looks at a run.
pub(super) fn look(panel: PanelStore<Accuracy>, index: usize) {
    panel.send_if(|state, _| state.look_at(index));
}

/// Makes the plan of a run the page's, unless the press opens a link in another tab or window.
pub(super) fn press(panel: PanelStore<Accuracy>, ev: &MouseEvent, index: usize) {
    if !pointer::goes_elsewhere(ev) {
        ev.prevent_default();
        panel.send(AccuracyEvent::Open(index));
    }
}
