//! Calibration to the reader's machine: measured step time and peak memory beside the prediction.

use cost::plan::{Measured, Plan, limits};
use cost::units::Bytes;
use formats::number::Units;
use text::Label;

use super::rows::{control_button, rounded};
use crate::dom::{Element, UiEvent, UiEventKind, Value, element};
use crate::panels::CONTROLS;
use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment};

/// The field of the measured step, and its key in a link.
const STEP: &str = "mstep";
/// The field of the measured peak, and its key in a link.
const PEAK: &str = "mmem";
/// The id of the button that removes the measurements.
const FORGET: &str = "forget";
/// The id of the button that restores the plan that was measured.
const GO_BACK: &str = "go-back";

/// The panel of measurements.
#[derive(Default)]
pub(super) struct MachinePanel {
    /// Content as drawn: a number being typed must stay while other parts of the page change.
    shown: Option<ShownMeasurement>,
}

/// Content of the box. Without a measurement it does not depend on the plan.
#[derive(Debug, PartialEq)]
struct ShownMeasurement {
    units: Units,
    figures: [Option<f64>; 2],
    /// True if another plan was measured.
    is_elsewhere: bool,
    sentences: Vec<String>,
    are_locked: [bool; 2],
}

/// An event of the box.
#[derive(Debug, PartialEq)]
pub(crate) enum MachineEvent {
    /// A number was typed and the field left. A partial number would rescale every figure wrongly.
    Measured(Measured),
    /// The text typed is not a measurement: the field shows the one in force, which is none.
    Left,
    /// Removes the measurement.
    Forget,
    /// Restores the plan that was measured.
    GoBack,
}

impl Panel for MachinePanel {
    type Event = MachineEvent;
    const NAME: &'static str = "machine";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(CONTROLS)
    }

    fn on_ui_event(&self, page: &Page, ui_event: &UiEvent) -> Option<MachineEvent> {
        let target = ui_event.target()?;
        match (ui_event.kind, target.id().as_str()) {
            (UiEventKind::Click, FORGET) => Some(MachineEvent::Forget),
            (UiEventKind::Click, GO_BACK) => Some(MachineEvent::GoBack),
            (UiEventKind::Change, id) => {
                let number = Some(target.number());
                let typed = number.filter(|number| limits::NUMBER.contains(number));
                typed_in(page, id, typed)
            }
            _ => None,
        }
    }

    fn update(&mut self, page: &Page, event: MachineEvent, effects: &mut Effects<MachineEvent>) {
        match event {
            MachineEvent::Measured(measured) => effects.send(Event::Measure(measured)),
            MachineEvent::Left => {}
            MachineEvent::Forget => {
                effects.send(Event::Measure(Measured::default()));
                // The button is gone, and the focus must stay on the page.
                effects.focus(STEP);
            }
            MachineEvent::GoBack => {
                effects.send(Event::Jump(Box::new(measured_plan(&page.draft))));
                effects.focus(STEP);
            }
        }
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<MachineEvent>) -> bool {
        if !matches!(moment, PanelMoment::Changed | PanelMoment::Mounted) {
            return false;
        }
        let shown = Some(shown(page));
        let is_new = shown != self.shown;
        self.shown = shown;
        is_new
    }

    fn view(&self, page: &Page) -> Element {
        element("section")
            .class("machine")
            .child(element("h2").child(page.strings.machine.heading))
            .children(rows(page, &shown(page)))
    }
}

/// The event for a number left in the field of an id; none if it is not a measurement.
fn typed_in(page: &Page, id: &str, typed: Option<f64>) -> Option<MachineEvent> {
    let mut measured = page.draft.measured.clone();
    match id {
        STEP => measured.step_s = typed,
        PEAK => {
            measured.memory_gib = typed.map(|size| match page.units() {
                Units::Gib => size,
                Units::Gb => Bytes::from_gb(size).gib(),
            });
        }
        _ => return None,
    }
    if measured != page.draft.measured {
        Some(MachineEvent::Measured(measured))
    } else {
        typed.is_none().then_some(MachineEvent::Left)
    }
}

/// The plan that was measured, with its measurements.
fn measured_plan(draft: &Plan) -> Plan {
    let mut measured = draft.measured.clone();
    let mut plan = match measured.plan.take() {
        Some(other) => *other,
        None => draft.clone(),
    };
    plan.measured = measured;
    plan
}

fn shown(page: &Page) -> ShownMeasurement {
    let plan = &page.draft;
    let units = page.units();
    let measured = &plan.measured;
    let machine = page.estimate.machine.as_ref();
    let machine = machine.filter(|_| !measured.is_empty());
    let sentences = machine.map(|machine| (page.strings.machine.sentences)(plan, machine, units));
    ShownMeasurement {
        units,
        figures: [measured.step_s, measured.memory_gib],
        is_elsewhere: is_elsewhere(plan),
        sentences: sentences.map_or(Vec::new(), |sentences| sentences.into_iter().collect()),
        are_locked: [STEP, PEAK].map(|key| page.is_locked(key)),
    }
}

/// True if the plan measured differs from the present one.
fn is_elsewhere(plan: &Plan) -> bool {
    plan.measured
        .plan
        .as_ref()
        .is_some_and(|measured| **measured != plan.bare())
}

fn rows(page: &Page, shown: &ShownMeasurement) -> Vec<Element> {
    let words = &page.strings.machine;
    let [step, peak] = shown.figures;
    let [is_step_locked, is_peak_locked] = shown.are_locked;
    let units = shown.units;
    let peak = peak.map(|gib| units.of(Bytes::from_gib(gib)));
    let mut rows = vec![
        element("p").class("follows").child(words.what),
        field(STEP, &words.step, words.step.aside, step, is_step_locked),
        field(PEAK, &words.memory, units.symbol(), peak, is_peak_locked),
    ];
    for sentence in &shown.sentences {
        rows.push(element("p").class("follows").child(sentence.clone()));
    }
    if shown.figures != [None, None] || shown.is_elsewhere {
        let mut buttons = vec![control_button(FORGET, words.forget)];
        if shown.is_elsewhere {
            buttons.push(control_button(GO_BACK, words.go_back));
        }
        rows.push(element("div").class("changes").children(buttons));
    }
    rows
}

/// A field for a number that may be missing.
fn field(
    key: &'static str,
    label: &Label,
    unit: &'static str,
    figure: Option<f64>,
    is_locked: bool,
) -> Element {
    let value = match figure {
        Some(figure) => Value::from(rounded(figure)),
        None => Value::from(""),
    };
    let number = element("input")
        .attribute("type", "number")
        .class("number")
        .id(key)
        .attribute("autocomplete", "off")
        .attribute("step", "any")
        .attribute("min", "0")
        .attribute("disabled", is_locked)
        .attribute("title", label.help)
        .property("value", value);
    let name = element("label")
        .attribute("for", key)
        .child(label.name)
        .child(element("small").child(unit));
    element("div")
        .class("measure")
        .attribute("data-control", key)
        .child(name)
        .child(number)
}
