//! What a reader must know before the figures: a link half understood, a plan that cannot
//! exist and its repairs, a plan that does not fit and its cures.

use std::ops::RangeFrom;

use cost::memory::Verdict;
use leptos::ev::Event;
use search::change::Change;
use search::cure::Cure;
use search::repair::repairs;

use super::app::FIGURES;
use super::locks;
use super::planner::{Planner, State};
use super::unloaded::Unloaded;
use crate::browser::events::target;
use crate::browser::focus;
use crate::markup::{Element, element};

/// All notices; nothing is shown where there is nothing to say.
pub(super) fn notices(planner: Planner) -> Element {
    let mut numbers = 0..;
    let notices = all(planner).into_iter().map(|(id, heading, lines)| {
        element("section")
            .class("notice")
            .id(id)
            .attribute("hidden", lines.is_empty())
            .child(element("h2").child(heading))
            .child(element("ul").children(list(lines, &mut numbers)))
    });
    element("div")
        .class("notices")
        .id("notices")
        .children(notices.collect())
}

/// Each notice: its id, its heading, its lines.
fn all(planner: Planner) -> [(&'static str, &'static str, Vec<Line>); 5] {
    let frame = &planner.strings.frame;
    [
        ("unloaded", frame.unloaded, unloaded(planner)),
        ("link-notice", frame.link_notice, link_warnings(planner)),
        ("reasons", frame.illegal, reasons(planner)),
        ("not-modelled", frame.not_modelled, not_modelled(planner)),
        ("cures", frame.cures, cures(planner)),
    ]
}

/// The lines of a notice; its buttons bear the next of `numbers`, by which they are found again.
fn list(lines: Vec<Line>, numbers: &mut RangeFrom<usize>) -> Vec<Element> {
    let mut button = |(button, number): (Button, usize)| {
        element("button")
            .attribute("type", "button")
            .class("change")
            .attribute("value", number.to_string())
            .child(element("b").child(button.words))
            .child(element("small").child(button.effect))
    };
    let line = |line: Line| {
        let buttons = line.buttons.into_iter().zip(numbers.by_ref());
        let buttons = buttons.map(&mut button).collect();
        element("li")
            .child(line.text)
            .child(element("div").class("changes").children(buttons))
    };
    lines.into_iter().map(line).collect()
}

/// Does what a notice's button says, if one is pressed.
pub(super) fn press(planner: Planner, event: &Event) {
    let Some(number) = number(event) else {
        return;
    };
    // The notices of now are those that stand.
    let lines = all(planner).into_iter();
    let mut buttons = lines
        .flat_map(|(_, _, lines)| lines)
        .flat_map(|line| line.buttons);
    match buttons.nth(number).map(|button| button.act) {
        Some(Act::Change(changes)) => {
            planner.jump(|plan| *plan = Change::applied(&changes, plan));
        }
        Some(Act::Again(part)) => part.again(planner),
        Some(Act::Dismiss) => planner.set_look(|look| look.link_warnings.clear()),
        None => return,
    }
    // The button may be gone in a moment, and the focus must not go with it.
    focus(FIGURES);
}

/// The number of the notice's button in which an event happened.
fn number(event: &Event) -> Option<usize> {
    let button = target(event)?.closest(".change").ok()??;
    button.get_attribute("value")?.parse().ok()
}

/// A line of a notice: a sentence, and buttons that do something about it.
#[derive(Default)]
struct Line {
    text: String,
    buttons: Vec<Button>,
}

/// A button: what it says, what that brings, what it does.
struct Button {
    words: String,
    effect: String,
    act: Act,
}

/// What a button does.
enum Act {
    /// Changes the plan.
    Change(Vec<Change>),
    /// Forgets what was not understood of the link.
    Dismiss,
    /// Asks again for a part of the program.
    Again(Unloaded),
}

/// Parts of the program that are late or have not come.
fn unloaded(planner: Planner) -> Vec<Line> {
    let words = &planner.strings.frame;
    let look = planner.look();
    let line = |part: &Unloaded| Line {
        text: part.sentence(words).to_owned(),
        buttons: vec![Button {
            words: words.again.to_owned(),
            effect: String::new(),
            act: Act::Again(part.clone()),
        }],
    };
    look.unloaded.iter().map(line).collect()
}

/// What was not understood of the link.
fn link_warnings(planner: Planner) -> Vec<Line> {
    let strings = planner.strings;
    let look = planner.look();
    let texts = look.link_warnings.iter().map(strings.link_warning);
    let mut lines: Vec<Line> = texts.map(Line::of).collect();
    if !lines.is_empty() {
        let words = strings.frame.dismiss.to_owned();
        let dismiss = Button {
            words,
            effect: String::new(),
            act: Act::Dismiss,
        };
        lines.push(Line {
            buttons: vec![dismiss],
            ..Line::default()
        });
    }
    lines
}

/// Why the plan cannot exist, each reason with its repairs.
fn reasons(planner: Planner) -> Vec<Line> {
    let plan = planner.plan();
    let line = |reason| {
        let repairs = repairs(&plan, reason).into_iter();
        let repairs = repairs.filter(|repair| locks::allow(&plan, repair));
        Line {
            text: (planner.strings.reason)(reason, &plan),
            buttons: repairs
                .map(|repair| Button::of(planner, vec![repair], String::new()))
                .collect(),
        }
    };
    planner.reasons().iter().map(line).collect()
}

/// What the plan asks for and the numbers leave out.
fn not_modelled(planner: Planner) -> Vec<Line> {
    let estimate = planner.estimate();
    let parts = estimate.not_modelled.iter().copied();
    parts
        .map(planner.strings.not_modelled)
        .map(Line::of)
        .collect()
}

/// Up to three ways to make a plan fit that does not.
fn cures(planner: Planner) -> Vec<Line> {
    if matches!(
        planner.state(),
        State::Illegal | State::Legal(Verdict::Fits)
    ) {
        return Vec::new();
    }
    let strings = planner.strings;
    let units = planner.units();
    let button = |cure: &Cure| {
        let effect = (strings.cure_effect)(cure, units);
        Button::of(planner, cure.changes.clone(), effect)
    };
    let look = planner.look();
    // Those of an earlier plan would promise what they no longer hold.
    let cures = look.cures.as_ref();
    let cures = cures.filter(|cures| cures.plan == planner.plan());
    let line = match cures {
        None if look.unloaded.is_empty() => Line::of(strings.frame.cures_pending.to_owned()),
        None => Line::of(strings.frame.not_looking.to_owned()),
        Some(cures) => {
            let is_none = cures.cures.is_empty();
            let text = match (is_none, cures.is_whole) {
                (true, true) => strings.frame.no_cure,
                (false, true) => "",
                (_, false) => strings.frame.cures_stopped[usize::from(is_none)],
            };
            Line {
                text: text.to_owned(),
                buttons: cures.cures.iter().map(button).collect(),
            }
        }
    };
    vec![line]
}

impl Line {
    fn of(text: String) -> Self {
        Self {
            text,
            buttons: Vec::new(),
        }
    }
}

impl Button {
    /// A button that makes these changes, of which the plan is not told yet.
    fn of(planner: Planner, changes: Vec<Change>, effect: String) -> Self {
        let plan = planner.plan_now();
        let words: Vec<String> = changes
            .iter()
            .map(|change| (planner.strings.change)(change, &plan))
            .collect();
        Self {
            words: words.join(", "),
            effect,
            act: Act::Change(changes),
        }
    }
}
