//! Events of a sweep, and the changes of its state.

use search::sweep::{AXES, SweepReading};

use super::event::SweepEvent;
use super::points::point_id;
use super::state::{PRESETS, SweepFigure};
use crate::dom::{Heard, Kind};
use crate::store::{Effects, Event, Page};

/// The class, and the one or two numbers, of what something happened in.
fn meant(heard: &Heard) -> Option<(String, usize, usize)> {
    let element = heard.within("#sweep [data-at]")?;
    let at = element.attribute("data-at")?;
    let (first, second) = at.split_once('-').unwrap_or((&at, "0"));
    Some((element.class(), first.parse().ok()?, second.parse().ok()?))
}

/// The same where it is a point.
fn meant_point(heard: &Heard) -> Option<(usize, usize)> {
    let (what, line, place) = meant(heard)?;
    what.starts_with("point").then_some((line, place))
}

impl SweepFigure {
    /// Event of the sweep for something heard; none where it concerns other panels.
    pub(super) fn meaning(&self, heard: &Heard) -> Option<SweepEvent> {
        match heard.kind {
            Kind::Click => {
                let (what, first, second) = meant(heard)?;
                match what.as_str() {
                    "preset" => Some(SweepEvent::Ask(first)),
                    "scale" => Some(SweepEvent::TurnScale(first)),
                    _ => Some(SweepEvent::GoTo(first, second)),
                }
            }
            Kind::Change => chosen(heard),
            Kind::PointerMove | Kind::FocusIn => {
                let at = meant_point(heard).filter(|at| self.at != Some(*at))?;
                Some(SweepEvent::LookAt(at.0, at.1))
            }
            Kind::KeyDown => self.step(heard),
            _ => None,
        }
    }

    /// An arrow key moves from point to point: along the line, or to the next line.
    fn step(&self, heard: &Heard) -> Option<SweepEvent> {
        let (line, place) = meant_point(heard)?;
        let ways: [isize; 2] = match heard.keys()?.key.as_str() {
            "ArrowRight" => [0, 1],
            "ArrowLeft" => [0, -1],
            "ArrowUp" => [1, 0],
            "ArrowDown" => [-1, 0],
            _ => return None,
        };
        heard.prevent_default();
        let sweep = self.sweeps.shown()?;
        let (mut line, mut place) = (line, place);
        loop {
            line = line.checked_add_signed(ways[0])?;
            place = place.checked_add_signed(ways[1])?;
            if line >= sweep.lines().len() || place >= sweep.values().len() {
                return None;
            }
            // Points that cannot exist are passed over.
            if sweep.reading(line, place, self.asked.reading).is_some() {
                return Some(SweepEvent::Focus(line, place));
            }
        }
    }

    /// Changes it by an event.
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

/// Something else is chosen from a list.
fn chosen(heard: &Heard) -> Option<SweepEvent> {
    let list = heard.target()?;
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
