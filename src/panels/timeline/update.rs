//! Events of the timeline, and the changes of its state.

use cost::plan::{Schedule, Word};

use super::act::Act;
use super::chart::{Selection, pitch};
use super::event::TimelineEvent;
use super::ids::{ID, REGION};
use super::navigate::is_play_shown;
use super::state::TimelineFigure;
use crate::browser::timing::next_frame;
use crate::dom::{Heard, Kind};
use crate::store::{Effect, Effects, Page, THEMES};

impl TimelineFigure {
    /// Event of the timeline for something heard; none where it concerns other panels.
    pub(super) fn meaning(&self, heard: &Heard) -> Option<TimelineEvent> {
        match heard.kind {
            Kind::Click => {
                let Some(button) = heard.within("#timeline [data-act]") else {
                    return self.select(heard);
                };
                Act::of(&button.attribute("data-act")?).map(TimelineEvent::Act)
            }
            Kind::PointerMove => self.select(heard),
            Kind::KeyDown => {
                heard.within("#timeline-region")?;
                let act = Act::of(heard.keys()?.plain()?)?;
                heard.prevent_default();
                Some(TimelineEvent::Act(act))
            }
            Kind::Change => {
                let word = heard.within("#timeline select")?.value();
                let against = Schedule::WORDS.iter().position(|known| *known == word);
                (against != self.against).then_some(TimelineEvent::Compare(against))
            }
            Kind::Scroll => {
                let left = heard.target().filter(|at| at.id() == REGION)?.scrolled();
                (left != self.left).then_some(TimelineEvent::Scrolled(left))
            }
            // The wheel with Control, as which a browser tells of a pinch, too.
            Kind::Wheel => {
                heard.within("#timeline canvas")?;
                let [from_left, _] = heard.place().filter(|_| heard.has_control())?;
                let by = if heard.turned() < 0.0 { 1 } else { -1 };
                Some(TimelineEvent::ZoomAt(by, from_left))
            }
            Kind::Resize => Some(TimelineEvent::Resized),
            Kind::Colours => Some(TimelineEvent::Recoloured),
            Kind::BeforePrint => Some(TimelineEvent::BeforePrint),
            Kind::AfterPrint => Some(TimelineEvent::AfterPrint),
            _ => None,
        }
    }

    /// The block under the pointer, or the next one of its stage, if that is another one.
    fn select(&self, heard: &Heard) -> Option<TimelineEvent> {
        let canvas = heard.within("#timeline canvas")?;
        let [from_left, from_top] = heard.place()?;
        let chart = usize::from(canvas.closest(".second").is_some());
        let timeline = &self.charts[chart].as_ref()?.timeline;
        let [pitch, _] = pitch(timeline.rows().len());
        let rank = from_top.max(0.0) as usize / pitch;
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
        // A cursor that moves leaves the canvases as they are.
        self.is_painted &= matches!(event, TimelineEvent::Frame(_));
        match event {
            TimelineEvent::Act(act) => self.act(act, effects),
            TimelineEvent::Select(selection) => self.selection = selection,
            TimelineEvent::Compare(against) => {
                self.against = against;
                self.plan = None;
                self.now = 0.0;
                self.update_layout(page, effects);
            }
            TimelineEvent::ZoomAt(by, place) => self.zoom_by(by, Some(place)),
            TimelineEvent::Scrolled(left) => self.left = left,
            TimelineEvent::Resized => self.width = 0.0,
            TimelineEvent::Recoloured => self.painter.colours = None,
            // On light paper: what is painted must be light before that.
            TimelineEvent::BeforePrint => {
                effects.push(Effect::ShowTheme("light"));
                self.painter.colours = None;
            }
            TimelineEvent::AfterPrint => {
                if let Some(theme) = THEMES.get(page.settings.theme) {
                    effects.push(Effect::ShowTheme(theme));
                }
                self.painter.colours = None;
            }
            TimelineEvent::Run => {
                self.start_cursor();
                ask_for_frame(effects);
            }
            TimelineEvent::Frame(time) => {
                if self.move_cursor(time) {
                    ask_for_frame(effects);
                }
            }
            TimelineEvent::LayOut => {
                if self.is_layout_due {
                    self.lay_out(page);
                }
            }
        }
    }

    /// Does what a key or a button asks for.
    fn act(&mut self, act: Act, effects: &mut Effects<TimelineEvent>) {
        match act {
            Act::Zoom(by) => self.zoom_by(by, None),
            Act::Step(step) => self.step(step),
            Act::Climb(is_down) => self.climb(is_down),
            Act::Play if self.is_playing => self.pause(),
            // It never runs by itself, nor where its button is not shown because the reader wants
            // less motion.
            Act::Play => effects.run(|sender| {
                if is_play_shown(ID) {
                    sender.send(TimelineEvent::Run);
                }
            }),
        }
    }
}

/// Has the next frame move the cursor.
fn ask_for_frame(effects: &mut Effects<TimelineEvent>) {
    effects.run(|sender| next_frame(move |time| sender.send(TimelineEvent::Frame(time))));
}
