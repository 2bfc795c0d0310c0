//! View of a step in the panel.

use crate::dom::{Element, element};
use cost::plan::Word;
use formats::goal::Goal;
use formats::link::presentation::View;
use text::EN_GOAL;

use super::menu::button;
use super::open_lesson::OpenLesson;
use super::progress::ReaderProgress;
use super::texts::words;
use super::writer::Writer;
use super::{hints, summary};
use crate::store::Page;

/// The step of an open lesson, from its title to its navigation buttons.
pub(super) fn draw(
    page: &Page,
    run: &OpenLesson,
    progress: &ReaderProgress,
    copied: summary::SummaryCopy,
) -> Vec<Element> {
    let words = words();
    let step = run.step();
    let mut writer = Writer::new(page);
    let is_done = progress.step(&run.name, &step.id).is_some();
    let mut parts = vec![steps(run, progress)];
    if run.place == 0 {
        parts.extend(about(run, &mut writer));
    }
    let title = element("h2")
        .id("lesson-title")
        .attribute("tabindex", "-1")
        .child(step.title.clone());
    parts.push(title);
    parts.extend(said("text", writer.text(&step.text)));
    parts.extend(marked(run));
    if let Some(goal) = &step.goal {
        parts.push(reach(page, run, goal));
    }
    for (place, (question, answer)) in step.questions.iter().zip(&run.answers).enumerate() {
        parts.push(answer.draw(question, place, &mut writer));
    }
    parts.extend(hinted(page, run, &mut writer));
    if !step.solution.is_empty() {
        let solution = element("details")
            .class("solution")
            .child(element("summary").child(words.solution))
            .children(writer.text(&step.solution));
        parts.push(solution);
    }
    // This text describes a plan that reaches the goal.
    if is_done && run.is_reached(page) {
        parts.extend(said("well", writer.text(&step.done)));
    }
    parts.push(turn(page, run, is_done));
    let is_all_done = run
        .lesson
        .steps
        .iter()
        .all(|step| progress.step(&run.name, &step.id).is_some());
    if is_all_done {
        parts.extend(said("end", writer.text(&run.lesson.end)));
    }
    parts.push(summary::draw(summary::text(page, run, progress), copied));
    parts
}

/// Introduction of the lesson; open if there is room for it.
fn about(run: &OpenLesson, writer: &mut Writer) -> Option<Element> {
    let texts = writer.text(&run.lesson.text);
    (!texts.is_empty()).then(|| {
        element("details")
            .class("intro")
            .attribute("open", run.has_room)
            .child(element("summary").child(words().about))
            .children(texts)
    })
}

/// Texts in an element of their own, if there are any.
fn said(class: &'static str, texts: Vec<Element>) -> Option<Element> {
    (!texts.is_empty()).then(|| element("div").class(class).children(texts))
}

/// Number of this step, and links to the others.
fn steps(run: &OpenLesson, progress: &ReaderProgress) -> Element {
    let words = words();
    let all = &run.lesson.steps;
    let items = all.iter().enumerate().map(|(place, step)| {
        let is_done = progress.step(&run.name, &step.id).is_some();
        let mut button = element("button")
            .attribute("type", "button")
            .attribute("data-step", place.to_string())
            .child(step.title.clone());
        if place == run.place {
            button = button.attribute("aria-current", "step");
        }
        let done = if is_done { words.done } else { "" };
        element("li")
            .attribute("data-done", is_done)
            .child(button)
            .child(element("small").child(done))
    });
    element("details")
        .id("lesson-list")
        .child(element("summary").child((words.step)(run.place, all.len())))
        .child(element("ol").children(items.collect()))
}

/// Marks of the step: the controls to change, the figures to watch.
fn marked(run: &OpenLesson) -> Vec<Element> {
    let [drag, watch] = words().marked;
    let step = run.step();
    let line = |name: &'static str, buttons: Vec<Element>| {
        element("p")
            .class("acts")
            .child(element("small").child(name))
            .children(buttons)
    };
    let mut lines = Vec::new();
    if !step.marked_controls.is_empty() {
        let controls = step.marked_controls.iter().map(|key| {
            element("button")
                .attribute("type", "button")
                .attribute("data-lever", *key)
                .child(hints::name(key))
        });
        lines.push(line(drag, controls.collect()));
    }
    if !step.marked_views.is_empty() {
        let views = step.marked_views.iter().map(|view| self::view(*view));
        lines.push(line(watch, views.collect()));
    }
    lines
}

/// A button that scrolls to a view.
fn view(view: View) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute("data-show", view.word())
        .child((words().view)(view))
}

/// The goal, part by part, each with the present values of its figures.
fn reach(page: &Page, run: &OpenLesson, goal: &Goal) -> Element {
    let words = words();
    let plan = &page.draft;
    let estimate = page.draft_estimate().ok_or(());
    let parts = goal.parts().into_iter().map(|part| {
        let is_reached = part.is_reached(plan, estimate);
        let sign = if is_reached { "✓" } else { "○" };
        let spoken = words.reached[usize::from(!is_reached)];
        let values = hints::values(page, &part);
        element("li")
            .attribute("data-reached", is_reached)
            .child(element("span").attribute("aria-hidden", "true").child(sign))
            .child(
                element("span")
                    .child(part.written(EN_GOAL.style))
                    .child(element("span").class("unseen").child(spoken)),
            )
            .child(element("small").child((words.now)(&values)))
    });
    let is_reached = goal.is_reached(plan, estimate);
    let mut place = element("div")
        .id("lesson-goal")
        .attribute("data-reached", if is_reached { "true" } else { "false" })
        .child(element("h3").child(words.goal))
        .child(element("ul").children(parts.collect()));
    if let Some(changes) = run.changes(plan) {
        let par = run.step().par;
        place = place.child(element("small").child((words.changes)(changes, par)));
    }
    place
}

/// The hints shown, and the button for one more.
fn hinted(page: &Page, run: &OpenLesson, writer: &mut Writer) -> Vec<Element> {
    let words = &words().hints;
    let step = run.step();
    let Some(goal) = &step.goal else {
        return Vec::new();
    };
    let own = &step.hints;
    let most = if own.is_empty() {
        hints::MOST
    } else {
        own.len()
    };
    let items = (0..run.hints).map(|place| match (own.get(place), &run.ahead) {
        (Some(text), _) => element("li").children(writer.text(text)),
        (None, Some(ahead)) => element("li").child(ahead.hint(place, page, goal, words)),
        (None, None) => element("li"),
    });
    let items: Vec<Element> = items.collect();
    let mut acts = element("p").class("acts");
    // For another plan the path differs.
    let is_old = run
        .ahead
        .as_ref()
        .is_some_and(|ahead| !ahead.is_from(&page.draft));
    if run.hints < most || is_old {
        let ask = words.ask[usize::from(run.hints > 0)];
        acts = acts.child(button("lesson-hint", ask));
    }
    let is_told = run.hints >= most && own.is_empty() && !is_old;
    if is_told
        && run
            .ahead
            .as_ref()
            .is_some_and(|ahead| ahead.plan().is_some())
    {
        acts = acts.child(button("lesson-set", words.set));
    }
    vec![element("ol").class("lesson-hints").children(items), acts]
}

/// Buttons for the previous step, a restart, and the next step.
fn turn(page: &Page, run: &OpenLesson, is_done: bool) -> Element {
    let words = words();
    let [back, next] = words.turn;
    let is_last = run.place + 1 == run.lesson.steps.len();
    let mut place = element("p").class("turn");
    if run.place > 0 {
        place = place.child(button("lesson-back", back));
    }
    if run.start().is_some() {
        place = place.child(button("lesson-restart", words.restart));
    }
    // In an embedded page the lesson is all that is shown: there is no list after its end.
    if is_last && page.presentation.embed {
        return place;
    }
    let next = button("lesson-next", if is_last { words.finish } else { next });
    let is_on = is_done || !run.step().asks();
    place.child(next.class(if is_on { "on" } else { "" }))
}
