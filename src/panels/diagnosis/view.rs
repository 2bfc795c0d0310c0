//! View of the diagnosis.

use cost::memory::Verdict;
use search::diagnosis::{Advice, Limit};

use crate::dom::figure::caption;
use crate::dom::{Element, element};
use crate::store::{Page, Part, PlanState};

/// The whole figure.
pub(super) fn figure(limits: &[Limit], page: &Page) -> Element {
    let words = &page.strings.diagnosis;
    let last = page.diagnosis.as_ref();
    let found = last.filter(|found| found.plan == page.draft);
    let advice = element("div").class("advice");
    // Otherwise the notices above show the cures or the reasons.
    let is_advised = !matches!(
        page.state(),
        PlanState::Illegal | PlanState::Legal(Verdict::OutOfMemory)
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
    // Warnings of an earlier plan stay until there are new ones, so that nothing moves meanwhile.
    let warnings = last.iter().flat_map(|found| &found.warnings);
    let warnings = warnings.map(|warning| element("li").child((words.warning)(warning)));
    let sentence = (words.limits)(&page.estimate, limits, page.units());
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

/// The button that applies the advised change.
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
