//! Diagnosis: the plan's present limit, the change that helps it most, and warnings.

use crate::dom::figure::caption;
use crate::dom::{Element, Heard, Kind, element};
use cost::memory::Verdict;
use search::change::Change;
use search::diagnosis::{Advice, limits};

use crate::panels::FIGURES;
use crate::store::{Effects, Event, Mount, Page, Panel, Part, State};

/// The figure; all that it shows is the page's.
pub(crate) struct DiagnosisFigure;

/// The change that is advised is wanted.
#[derive(Debug, PartialEq)]
pub(crate) struct Advised;

impl Panel for DiagnosisFigure {
    type Event = Advised;
    const NAME: &'static str = "diagnosis";

    fn mount(&self) -> Mount {
        Mount::In(FIGURES)
    }

    fn hear(&self, _: &Page, heard: &Heard) -> Option<Advised> {
        let is_click = heard.kind == Kind::Click;
        (is_click && heard.within(".advised").is_some()).then_some(Advised)
    }

    fn update(&mut self, page: &Page, _: Advised, effects: &mut Effects<Advised>) {
        let found = page.diagnosis.as_ref();
        if let Some(advice) = found.and_then(|found| found.advice.as_ref()) {
            let changed = Change::applied(&advice.changes, &page.draft);
            effects.send(Event::Jump(Box::new(changed)));
            // The button may be gone in a moment, and the focus must not go with it.
            effects.focus(FIGURES);
        }
    }

    fn view(&self, page: &Page) -> Element {
        figure(page)
    }
}

fn figure(page: &Page) -> Element {
    let words = &page.strings.diagnosis;
    let last = page.diagnosis.as_ref();
    let found = last.filter(|found| found.plan == page.draft);
    let advice = element("div").class("advice");
    // Else the cures stand above, or the reasons.
    let is_advised = !matches!(
        page.state(),
        State::Illegal | State::Legal(Verdict::OutOfMemory)
    );
    let advice = advice.attribute("hidden", !is_advised);
    let advice = match found.map(|found| (&found.advice, usize::from(!found.is_whole))) {
        None if !page.parts.of(Part::Figures).is_in_trouble() => {
            advice.child(element("p").child(words.pending))
        }
        None => advice.child(element("p").child(page.strings.frame.not_looking)),
        Some((None, stopped)) => advice.child(element("p").child(words.nothing_helps[stopped])),
        Some((Some(advised), stopped)) => advice
            .child(element("p").child(words.helps[stopped]))
            .child(button(page, advised)),
    };
    // Those of an earlier plan stay until there are new ones, so that nothing moves meanwhile.
    let warnings = last.iter().flat_map(|found| &found.warnings);
    let warnings = warnings.map(|warning| element("li").child((words.warning)(warning)));
    let sentence = (words.limits)(&page.estimate, &limits(&page.estimate), page.units());
    element("figure")
        .id("diagnosis")
        .attribute("aria-labelledby", "diagnosis-caption")
        .child(caption("diagnosis-caption", words.heading, sentence))
        .child(advice)
        .child(
            element("ul")
                .class(if found.is_some() {
                    "warnings"
                } else {
                    "warnings old"
                })
                .children(warnings.collect()),
        )
}

/// The button that makes the change.
fn button(page: &Page, advice: &Advice) -> Element {
    let strings = page.strings;
    let changes = advice.changes.iter();
    let changes: Vec<String> = changes
        .map(|change| (strings.change)(change, &page.draft))
        .collect();
    element("button")
        .attribute("type", "button")
        .class("advised")
        .child(element("b").child(changes.join(", ")))
        .child(element("small").child((strings.diagnosis.effect)(advice, page.units())))
}
