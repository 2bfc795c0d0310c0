//! Events of the roofline, and the changes of its state.

use super::state::RooflineFigure;
use crate::store::{Page, PanelMoment};

/// An event of the roofline.
#[derive(Debug, PartialEq)]
pub(crate) enum RooflineEvent {
    /// The pointer or the focus is on a point: its index.
    LookAt(usize),
    /// The window is, or is no longer, too low for a tall plot.
    SetLow(bool),
    /// The page is about to be printed.
    Print,
}

/// Event for a point under the pointer or the focus; nothing if it is selected.
pub(super) fn looked_at(figure: &RooflineFigure, point: usize) -> Option<RooflineEvent> {
    (figure.point != Some(point)).then_some(RooflineEvent::LookAt(point))
}

/// Changes the state by an event.
pub(super) fn update(figure: &mut RooflineFigure, page: &Page, event: RooflineEvent) {
    match event {
        RooflineEvent::LookAt(point) => figure.point = Some(point),
        RooflineEvent::SetLow(is_low) => figure.is_low = is_low,
        RooflineEvent::Print => {}
    }
    figure.compare(page);
}

/// Follows the plan: at once while the figure is in sight, otherwise when the plan rests. Returns
/// true if the drawing changes.
pub(super) fn follow(figure: &mut RooflineFigure, page: &Page, moment: PanelMoment) -> bool {
    match moment {
        PanelMoment::Mounted => figure.predict(),
        PanelMoment::Shown => figure.is_in_sight = true,
        PanelMoment::Hidden => figure.is_in_sight = false,
        _ => {}
    }
    let is_due = match moment {
        PanelMoment::Mounted | PanelMoment::Rested => true,
        _ => figure.is_in_sight && !page.is_covered(),
    };
    let is_new = is_due && figure.compare(page);
    is_new || moment == PanelMoment::Changed
}
