//! Notices before the figures: a link half understood, a plan that cannot exist and its repairs, a
//! plan that does not fit and its cures.

use std::ops::RangeFrom;

use cost::memory::Verdict;
use search::change::Change;
use search::cure::Cure;
use search::repair::repairs;

use crate::dom::{Element, Heard, Kind, element};
use crate::panels::FIGURES;
use crate::store::{Effects, Event, Mount, Page, Panel, Part, State};

/// The notices; all that they show is the page's.
pub(crate) struct Notices;

/// The button of this number is pressed.
#[derive(Debug, PartialEq)]
pub(crate) struct Pressed(usize);

impl Panel for Notices {
    type Event = Pressed;
    const NAME: &'static str = "notices";

    fn mount(&self) -> Mount {
        Mount::In(FIGURES)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<Pressed> {
        if heard.kind != Kind::Click {
            return None;
        }
        heard
            .within("#notices .change")?
            .value()
            .parse()
            .ok()
            .map(Pressed)
    }

    fn update(&mut self, page: &Page, Pressed(number): Pressed, effects: &mut Effects<Pressed>) {
        // The notices of now are those that stand.
        let lines = all(page).into_iter();
        let mut buttons = lines
            .flat_map(|(_, _, lines)| lines)
            .flat_map(|line| line.buttons);
        effects.send(match buttons.nth(number).map(|button| button.act) {
            Some(Act::Change(changes)) => {
                Event::Jump(Box::new(Change::applied(&changes, &page.draft)))
            }
            Some(Act::Again(part)) => Event::Load(part),
            Some(Act::Dismiss) => Event::DismissWarnings,
            None => return,
        });
        // The button may be gone in a moment, and the focus must not go with it.
        effects.focus(FIGURES);
    }

    fn view(&self, page: &Page) -> Element {
        notices(page)
    }
}

/// All notices; nothing is shown where there is nothing to say.
fn notices(page: &Page) -> Element {
    let mut numbers = 0..;
    let notices = all(page).into_iter().map(|(id, heading, lines)| {
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
fn all(page: &Page) -> [(&'static str, &'static str, Vec<Line>); 5] {
    let frame = &page.strings.frame;
    [
        ("unloaded", frame.unloaded, unloaded(page)),
        ("link-notice", frame.link_notice, link_warnings(page)),
        ("reasons", frame.illegal, reasons(page)),
        ("not-modelled", frame.not_modelled, not_modelled(page)),
        ("cures", frame.cures, cures(page)),
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

/// Action of a button.
enum Act {
    /// Changes the plan.
    Change(Vec<Change>),
    /// Forgets what was not understood of the link.
    Dismiss,
    /// Asks again for a part of the program.
    Again(Part),
}

/// Parts of the program that are late or have not come.
fn unloaded(page: &Page) -> Vec<Line> {
    let words = &page.strings.frame;
    let line = |(part, said): (Part, &str)| Line {
        text: said.to_owned(),
        buttons: vec![Button {
            words: words.again.to_owned(),
            effect: String::new(),
            act: Act::Again(part),
        }],
    };
    page.parts.notices(words).into_iter().map(line).collect()
}

/// Parts of the link that were not understood.
fn link_warnings(page: &Page) -> Vec<Line> {
    let strings = page.strings;
    let texts = page.link_warnings.iter().map(strings.link_warning);
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
fn reasons(page: &Page) -> Vec<Line> {
    let plan = &page.draft;
    let line = |reason| {
        let repairs = repairs(plan, reason).into_iter();
        let repairs = repairs.filter(|repair| page.allows(repair));
        Line {
            text: (page.strings.reason)(reason, plan),
            buttons: repairs
                .map(|repair| Button::of(page, vec![repair], String::new()))
                .collect(),
        }
    };
    page.reasons.iter().map(line).collect()
}

/// Parts of the plan that the numbers leave out.
fn not_modelled(page: &Page) -> Vec<Line> {
    let parts = page.estimate.not_modelled.iter().copied();
    parts.map(page.strings.not_modelled).map(Line::of).collect()
}

/// Up to three ways to make a plan fit that does not.
fn cures(page: &Page) -> Vec<Line> {
    if matches!(page.state(), State::Illegal | State::Legal(Verdict::Fits)) {
        return Vec::new();
    }
    let strings = page.strings;
    let units = page.units();
    let button = |cure: &Cure| {
        let effect = (strings.cure_effect)(cure, units);
        Button::of(page, cure.changes.clone(), effect)
    };
    // Those of an earlier plan would promise what they no longer hold.
    let cures = page.cures.as_ref();
    let cures = cures.filter(|cures| cures.plan == page.draft);
    let line = match cures {
        None if !page.parts.of(Part::Figures).is_in_trouble() => {
            Line::of(strings.frame.cures_pending.to_owned())
        }
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
    fn of(page: &Page, changes: Vec<Change>, effect: String) -> Self {
        let plan = &page.draft;
        let words: Vec<String> = changes
            .iter()
            .map(|change| (page.strings.change)(change, plan))
            .collect();
        Self {
            words: words.join(", "),
            effect,
            act: Act::Change(changes),
        }
    }
}
