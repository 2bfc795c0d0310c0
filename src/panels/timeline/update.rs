//! Events of the timeline, and the changes of its state.

use cost::plan::{Schedule, Word};

use super::act::TimelineAction;
use super::chart::{Selection, pitch};
use super::event::TimelineEvent;
use super::ids::{ID, REGION};
use super::navigate::is_play_shown;
use super::state::TimelineFigure;
use crate::browser::timing::next_frame;
use crate::dom::{UiEvent, UiEventKind};
use crate::store::{Effect, Effects, Page};

/// Event of the timeline for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(timeline: &TimelineFigure, ui_event: &UiEvent) -> Option<TimelineEvent> {
    match ui_event.kind {
        UiEventKind::Click => {
            let Some(button) = ui_event.within("#timeline [data-act]") else {
                return timeline.select(ui_event);
            };
            TimelineAction::of(&button.attribute("data-act")?).map(TimelineEvent::Act)
        }
        UiEventKind::PointerMove => timeline.select(ui_event),
        UiEventKind::KeyDown => {
            ui_event.within("#timeline-region")?;
            let act = TimelineAction::of(ui_event.keys()?.plain()?)?;
            ui_event.prevent_default();
            Some(TimelineEvent::Act(act))
        }
        UiEventKind::Change => {
            let word = ui_event.within("#timeline select")?.value();
            let against = Schedule::parse(&word).map(Word::index);
            (against != timeline.against).then_some(TimelineEvent::Compare(against))
        }
        UiEventKind::Scroll => {
            let left = ui_event.target().filter(|at| at.id() == REGION)?.scrolled();
            (left != timeline.left).then_some(TimelineEvent::Scrolled(left))
        }
        // The wheel with Control; browsers report pinches as the same event.
        UiEventKind::Wheel => {
            ui_event.within("#timeline canvas")?;
            let [from_left, _] = ui_event.place().filter(|_| ui_event.has_control())?;
            let by = if ui_event.turned() < 0.0 { 1 } else { -1 };
            Some(TimelineEvent::ZoomAt(by, from_left))
        }
        UiEventKind::Resize => Some(TimelineEvent::Resized),
        UiEventKind::Colours => Some(TimelineEvent::Recoloured),
        UiEventKind::BeforePrint => Some(TimelineEvent::BeforePrint),
        UiEventKind::AfterPrint => Some(TimelineEvent::AfterPrint),
        _ => None,
    }
}

impl TimelineFigure {
    /// The event that selects the block under the pointer, or the next one of its stage, if it is a
    /// new one.
    fn select(&self, ui_event: &UiEvent) -> Option<TimelineEvent> {
        let canvas = ui_event.within("#timeline canvas")?;
        let [from_left, from_top] = ui_event.place()?;
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
        // A moving cursor does not change the canvases.
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
            // Paper is light: the canvases are painted in light colours before the print.
            TimelineEvent::BeforePrint => {
                effects.push(Effect::ShowTheme("light"));
                self.painter.colours = None;
            }
            TimelineEvent::AfterPrint => {
                effects.push(Effect::ShowTheme(page.settings.theme.word()));
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

    /// Carries out the action of a key or a button.
    fn act(&mut self, act: TimelineAction, effects: &mut Effects<TimelineEvent>) {
        match act {
            TimelineAction::Zoom(by) => self.zoom_by(by, None),
            TimelineAction::Step(step) => self.step(step),
            TimelineAction::Climb(is_down) => self.climb(is_down),
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
