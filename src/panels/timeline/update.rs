//! Events of the timeline, and the changes of its state.

use std::sync::Arc;

use super::act::TimelineAction;
use super::chart::{Selection, pitch};
use super::ids::ID;
use super::navigate::is_play_shown;
use super::state::{TimelineEvent, TimelineFigure};
use crate::browser::timing::next_frame;
use crate::store::{Effects, Event, Page};

impl TimelineFigure {
    /// The event that selects the block of a chart at a position of its canvas, in pixels from the
    /// left and the top, or the next block of that stage; none if it is selected already.
    pub(super) fn select(&self, chart: usize, place: [f64; 2]) -> Option<TimelineEvent> {
        let [from_left, from_top] = place;
        let timeline = &self.charts[chart].as_ref()?.timeline;
        let [pitch, _] = pitch(timeline.rows().len(), self.is_low);
        let rank = (from_top.max(0.0) / pitch) as usize;
        let rank = rank.min(timeline.rows().len().checked_sub(1)?);
        let index = Some(timeline.at(rank, self.time_at(from_left)));
        let selection = Selection { chart, rank, index };
        (selection != self.selection).then_some(TimelineEvent::Select(selection))
    }

    /// Changes the state by an event.
    pub(super) fn change(
        &mut self,
        page: &Page,
        event: TimelineEvent,
        effects: &mut Effects<TimelineEvent>,
    ) {
        // A moving cursor does not change the canvases.
        self.is_painted &= matches!(event, TimelineEvent::Frame(_) | TimelineEvent::Leave);
        match event {
            TimelineEvent::Act(act) => self.act(act, effects),
            TimelineEvent::Select(selection) => {
                self.selection = selection;
                if !self.is_playing {
                    self.set_cursor();
                }
            }
            TimelineEvent::Compare(against) => {
                self.against = against;
                self.plan = None;
                self.now = 0.0;
                self.update_layout(page, effects);
            }
            TimelineEvent::ZoomAt(by, place) => self.zoom_by(by, Some(place)),
            TimelineEvent::Scrolled(left) => self.left = left,
            TimelineEvent::Resized => self.width = 0.0,
            TimelineEvent::SetLow(is_low) => self.is_low = is_low,
            TimelineEvent::Recoloured => self.painter.colours = None,
            TimelineEvent::Run => {
                self.start_cursor();
                ask_for_frame(effects);
            }
            TimelineEvent::Frame(time) => {
                if self.move_cursor(time) {
                    ask_for_frame(effects);
                }
            }
            TimelineEvent::Leave if self.is_playing => {}
            TimelineEvent::Leave => self.now = 0.0,
            TimelineEvent::LayOut => {
                if self.is_layout_due {
                    self.lay_out(page);
                }
            }
        }
        self.show_moment(page, effects);
    }

    /// Makes all figures show the moment at which the cursor stands.
    pub(super) fn show_moment(&self, page: &Page, effects: &mut Effects<TimelineEvent>) {
        let moment = self.moment();
        let shown = page.moment.as_deref();
        if moment.as_ref().map(|moment| &moment.ranks) != shown.map(|moment| &moment.ranks) {
            effects.send(Event::ShowMoment(moment.map(Arc::new)));
        }
    }

    /// Carries out the action of a key or a button.
    fn act(&mut self, act: TimelineAction, effects: &mut Effects<TimelineEvent>) {
        match act {
            TimelineAction::Zoom(by) => self.zoom_by(by, None),
            TimelineAction::Step(step) => self.step(step),
            TimelineAction::Climb(is_down) => self.climb(is_down),
            TimelineAction::Whole => {
                self.is_whole = !self.is_whole;
                self.now = 0.0;
                self.set_axis();
            }
            TimelineAction::Play if self.is_playing => self.pause(),
            // It runs only on request, and not if its button is hidden for readers who want less
            // motion.
            TimelineAction::Play => effects.run(|sender| {
                if is_play_shown(ID) {
                    sender.send(TimelineEvent::Run);
                }
            }),
        }
    }
}

/// Requests a frame that moves the cursor.
fn ask_for_frame(effects: &mut Effects<TimelineEvent>) {
    effects.run(|sender| next_frame(move |time| sender.send(TimelineEvent::Frame(time))));
}
