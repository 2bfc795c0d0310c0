//! What limits the plan now, the change that helps it most, and warnings.

use crate::browser::events::target;
use crate::browser::focus;
use crate::markup::figure::caption;
use crate::markup::{Element, element};
use cost::memory::Verdict;
use leptos::ev::Event;
use search::change::Change;
use search::diagnosis::{Advice, limits};

use crate::page::app::FIGURES;
use crate::page::planner::{Planner, State};

/// The figure.
pub(crate) fn figure(planner: Planner) -> Element {
    let words = &planner.strings.diagnosis;
    let (plan, estimate, look) = (planner.plan(), planner.estimate(), planner.look());
    let last = look.diagnosis.as_ref();
    let found = last.filter(|found| found.plan == plan);
    let advice = element("div").class("advice");
    // Else the cures stand above, or the reasons.
    let is_advised = !matches!(
        planner.state(),
        State::Illegal | State::Legal(Verdict::OutOfMemory)
    );
    let advice = advice.attribute("hidden", !is_advised);
    let advice = match found.map(|found| (&found.advice, usize::from(!found.is_whole))) {
        None if look.unloaded.is_empty() => advice.child(element("p").child(words.pending)),
        None => advice.child(element("p").child(planner.strings.frame.not_looking)),
        Some((None, stopped)) => advice.child(element("p").child(words.nothing_helps[stopped])),
        Some((Some(advised), stopped)) => advice
            .child(element("p").child(words.helps[stopped]))
            .child(button(planner, advised)),
    };
    // Those of an earlier plan stay until there are new ones, so that nothing moves meanwhile.
    let warnings = last.iter().flat_map(|found| &found.warnings);
    let warnings = warnings.map(|warning| element("li").child((words.warning)(warning)));
    let sentence = (words.limits)(&estimate, &limits(&estimate), look.units);
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
fn button(planner: Planner, advice: &Advice) -> Element {
    let strings = planner.strings;
    let plan = planner.plan();
    let changes = advice.changes.iter();
    let changes: Vec<String> = changes
        .map(|change| (strings.change)(change, &plan))
        .collect();
    element("button")
        .attribute("type", "button")
        .class("advised")
        .child(element("b").child(changes.join(", ")))
        .child(element("small").child((strings.diagnosis.effect)(advice, planner.units())))
}

/// The button is pressed.
pub(crate) fn press(planner: Planner, event: &Event) {
    let is_meant =
        target(event).is_some_and(|element| matches!(element.closest(".advised"), Ok(Some(_))));
    let look = planner.look_now();
    let advice = look
        .diagnosis
        .as_ref()
        .and_then(|found| found.advice.as_ref());
    if let (true, Some(advice)) = (is_meant, advice) {
        planner.jump(|plan| *plan = Change::applied(&advice.changes, plan));
        // The button may be gone in a moment, and the focus must not go with it.
        focus(FIGURES);
    }
}
