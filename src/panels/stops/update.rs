//! Changes of the state of the marks by its events.

use std::sync::Arc;

use cost::estimate;
use cost::plan::Plan;

use super::state::{StopMarker, StopsEvent};
use crate::browser::timing::next_frame;
use crate::store::{Effects, Event, Page};

/// Changes the state by an event.
pub(super) fn update(
    marker: &mut StopMarker,
    page: &Page,
    event: StopsEvent,
    effects: &mut Effects<StopsEvent>,
) {
    match event {
        StopsEvent::Point(plan) => {
            if marker.pointed.replace(plan).is_none() {
                effects.run(|sender| next_frame(move |_| sender.send(StopsEvent::Frame)));
            }
        }
        StopsEvent::Frame => {
            let plan = marker.pointed.take().flatten();
            show(marker, page, plan, effects);
        }
        StopsEvent::Marked => {
            if let Some(marking) = marker.marking.take() {
                marker.marked = Some(Arc::clone(&marking.plan));
                effects.send(Event::Marked(Arc::new(marking.marks())));
            }
        }
    }
}

/// Shows the estimate of a plan in the figures; `None` ends that. During a drag the figures keep
/// showing the plan from before the drag.
pub(super) fn show(
    marker: &mut StopMarker,
    page: &Page,
    plan: Option<Box<Plan>>,
    effects: &mut Effects<StopsEvent>,
) {
    let is_other = |plan: &Plan| page.before_drag.is_none() && *plan != *page.draft;
    let plan = plan.filter(|plan| is_other(plan));
    let preview = plan.and_then(|plan| estimate(&plan).ok());
    let was_shown = marker.shown.take().is_some();
    marker.shown = preview.is_some().then(|| Arc::clone(&page.draft));
    if was_shown || preview.is_some() {
        effects.send(Event::Preview(preview.map(Arc::new)));
    }
}
