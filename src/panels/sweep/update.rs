//! Changes of a sweep's state by its events.

use super::points::point_id;
use super::state::{PRESETS, SweepEvent, SweepFigure};
use crate::store::{Effects, Event, Page};

impl SweepFigure {
    /// The event for the point under the pointer or the focus; none if it is already selected.
    pub(super) fn look_at(&self, line: usize, place: usize) -> Option<SweepEvent> {
        (self.at != Some((line, place))).then_some(SweepEvent::LookAt(line, place))
    }

    /// Changes the state by an event.
    pub(super) fn change(
        &mut self,
        page: &Page,
        event: SweepEvent,
        effects: &mut Effects<SweepEvent>,
    ) {
        match event {
            SweepEvent::Ask(preset) => {
                self.asked = PRESETS.get(preset).copied().unwrap_or_default();
            }
            SweepEvent::Show(reading) => {
                self.asked.reading = reading;
                self.asked.scales[1] = None;
            }
            SweepEvent::VaryAcross(key) => {
                self.asked.across = key;
                self.asked.scales[0] = None;
            }
            SweepEvent::VaryBetween(key) => self.asked.between = key,
            SweepEvent::TurnScale(axis) => {
                let axes = self.axes_now(page);
                if let Some(axis_now) = axes.as_ref().and_then(|axes| axes.get(axis)) {
                    self.asked.scales[axis] = Some(!axis_now.is_logarithmic);
                }
                return;
            }
            SweepEvent::GoTo(line, place, plan) => {
                self.at = Some((line, place));
                effects.send(Event::Adopt(plan));
                return;
            }
            SweepEvent::LookAt(line, place) => {
                self.at = Some((line, place));
                return;
            }
            SweepEvent::Swept(is_whole) => {
                if self.sweeps.show(is_whole) {
                    self.at = None;
                }
                return;
            }
            SweepEvent::Focus(line, place) => {
                effects.focus(point_id(line, place));
                return;
            }
        }
        // The same control cannot vary in both directions.
        if self.asked.across == self.asked.between {
            self.asked.between = "";
        }
        self.at = None;
        self.seek(page, effects);
    }
}
