//! Events of a sweep, and the changes of its state.

use search::sweep::{AXES, SweepReading};

use super::event::SweepEvent;
use super::points::point_id;
use super::state::{PRESETS, SweepFigure};
use crate::dom::{UiEvent, UiEventKind};
use crate::store::{Effects, Event, Page};

/// The class of an event's target, and its one or two numbers.
fn target(ui_event: &UiEvent) -> Option<(String, usize, usize)> {
    let element = ui_event.within("#sweep [data-at]")?;
    let at = element.attribute("data-at")?;
    let (first, second) = at.split_once('-').unwrap_or((&at, "0"));
    Some((element.class(), first.parse().ok()?, second.parse().ok()?))
}

/// The indices of an event's target, if that is a point.
fn target_point(ui_event: &UiEvent) -> Option<(usize, usize)> {
    let (what, line, place) = target(ui_event)?;
    what.starts_with("point").then_some((line, place))
}

/// Event of the sweep for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(sweep: &SweepFigure, ui_event: &UiEvent) -> Option<SweepEvent> {
    match ui_event.kind {
        UiEventKind::Click => {
            let (what, first, second) = target(ui_event)?;
            match what.as_str() {
                "preset" => Some(SweepEvent::Ask(first)),
                "scale" => Some(SweepEvent::TurnScale(first)),
                _ => Some(SweepEvent::GoTo(first, second)),
            }
        }
        UiEventKind::Change => chosen(ui_event),
        UiEventKind::PointerMove | UiEventKind::FocusIn => {
            let at = target_point(ui_event).filter(|at| sweep.at != Some(*at))?;
            Some(SweepEvent::LookAt(at.0, at.1))
        }
        UiEventKind::KeyDown => sweep.step(ui_event),
        _ => None,
    }
}

impl SweepFigure {
    /// Event for an arrow key, which moves between points: along the line, or to the next line.
    fn step(&self, ui_event: &UiEvent) -> Option<SweepEvent> {
        let (line, place) = target_point(ui_event)?;
        let ways: [isize; 2] = match ui_event.keys()?.key.as_str() {
            "ArrowRight" => [0, 1],
            "ArrowLeft" => [0, -1],
            "ArrowUp" => [1, 0],
            "ArrowDown" => [-1, 0],
            _ => return None,
        };
        ui_event.prevent_default();
        let sweep = self.sweeps.shown()?;
        let (mut line, mut place) = (line, place);
        loop {
            line = line.checked_add_signed(ways[0])?;
            place = place.checked_add_signed(ways[1])?;
            if line >= sweep.lines().len() || place >= sweep.values().len() {
                return None;
            }
            // Illegal points are skipped.
            if sweep.reading(line, place, self.asked.reading).is_some() {
                return Some(SweepEvent::Focus(line, place));
            }
        }
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
            SweepEvent::GoTo(line, place) => {
                self.at = Some((line, place));
                if let Some(sweep) = self.sweeps.shown() {
                    effects.send(Event::Adopt(Box::new(sweep.plan(line, place))));
                }
                return;
            }
            SweepEvent::LookAt(line, place) => {
                self.at = Some((line, place));
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

/// Event for a choice from a list.
fn chosen(ui_event: &UiEvent) -> Option<SweepEvent> {
    let list = ui_event.target()?;
    let place = list.chosen()?;
    let key = |place: usize| AXES.get(place).map(|axis| axis.key);
    match list.id().as_str() {
        "sweep-reading" => SweepReading::ALL.get(place).copied().map(SweepEvent::Show),
        "sweep-across" => key(place).map(SweepEvent::VaryAcross),
        "sweep-between" => match place.checked_sub(1) {
            None => Some(SweepEvent::VaryBetween("")),
            Some(place) => key(place).map(SweepEvent::VaryBetween),
        },
        _ => None,
    }
}
