//! View of a step in the panel.

use leptos::prelude::*;
use lesson::Step;

use super::event::LessonEvent;
use super::panel_buttons::{button, control_button, view_button};
use super::shown_goal::GoalPart;
use super::shown_step::{HintButton, ShownStep};
use super::state::{LessonPanel, RESTART, TITLE};
use super::writer::Writer;
use super::{answers_view, hints, prediction, summary_view};
use crate::store::{Page, PanelStore};
use text::lesson_figure as words;

/// The step of an open lesson, from the list of steps to the summary.
pub(super) fn draw(panel: PanelStore<LessonPanel>, shown: &ShownStep) -> AnyView {
    let step = shown.step();
    // The texts are written in the order in which they are read. That of the step describes its
    // start, that after the goal the present plan.
    let mut writer = Writer::new(panel, shown.has_start);
    let is_first = shown.place == 0;
    let about = is_first.then(|| about(shown, &mut writer));
    let text = said("text", writer.text(&step.text));
    let questions = step.questions.iter().zip(&shown.outcomes).enumerate();
    let questions = questions
        .map(|(place, (question, outcome))| {
            answers_view::draw(question, place, outcome.as_ref(), &mut writer)
        })
        .collect_view();
    let hints = step.goal.is_some().then(|| hints(shown, &mut writer));
    let solution = solution(step, &mut writer);
    let sources = sources(step, &mut writer);
    writer.is_of_start = false;
    let passages = shown.true_passages.iter();
    let passages = passages.flat_map(|place| writer.text(&step.done[*place].text));
    let well = said("well", passages.collect());
    let is_all_done = shown.done.iter().all(|is_done| *is_done);
    let end = is_all_done.then(|| said("end", writer.text(&shown.lesson.end)));
    view! {
        {steps(panel, shown)}
        {about}
        <h2 id=TITLE tabindex="-1">
            {step.title.clone()}
        </h2>
        {text}
        {marked(panel, step)}
        {prediction::line(panel, shown)}
        {questions}
        {hints}
        {solution}
        {well}
        {end}
        {sources}
        {summary_view::draw(panel, shown.copied)}
    }
    .into_any()
}

/// The foot of the panel, which never scrolls: the goal, and the buttons of the step.
pub(super) fn foot(panel: PanelStore<LessonPanel>, shown: &ShownStep) -> AnyView {
    let step = shown.step();
    view! {
        {step.goal.is_some().then(|| goal(panel, step.par))}
        {turn(panel, shown)}
    }
    .into_any()
}

/// Introduction of the lesson, folded away.
fn about(shown: &ShownStep, writer: &mut Writer) -> Option<impl IntoView + use<>> {
    let texts = writer.text(&shown.lesson.text);
    (!texts.is_empty()).then(|| {
        view! {
            <details class="intro">
                <summary>{words::about()}</summary>
                {texts}
            </details>
        }
    })
}

/// The worked solution, folded away, if there is one.
fn solution(step: &Step, writer: &mut Writer) -> Option<impl IntoView + use<>> {
    let texts = writer.text(&step.solution);
    (!texts.is_empty()).then(|| {
        view! {
            <details class="solution">
                <summary>{words::solution()}</summary>
                {texts}
            </details>
        }
    })
}

/// Where the facts of the step are from, folded away, if it says that.
fn sources(step: &Step, writer: &mut Writer) -> Option<impl IntoView + use<>> {
    let items = step.sources.iter();
    let items: Vec<AnyView> = items
        .map(|source| view! { <li>{writer.text(source)}</li> }.into_any())
        .collect();
    (!items.is_empty()).then(|| {
        view! {
            <details class="sources">
                <summary>{words::sources()}</summary>
                <ul>{items}</ul>
            </details>
        }
    })
}

/// Texts in a separate element, if there are any.
fn said(class: &'static str, texts: Vec<AnyView>) -> Option<impl IntoView> {
    (!texts.is_empty()).then(|| view! { <div class=class>{texts}</div> })
}

/// Number of this step, and links to the others.
fn steps(panel: PanelStore<LessonPanel>, shown: &ShownStep) -> impl IntoView + use<> {
    let open = shown.place;
    let steps = shown.lesson.steps.iter().zip(&shown.done).enumerate();
    let items = steps.map(|(place, (step, &is_done))| {
        view! {
            <li data-done=is_done>
                <button
                    type="button"
                    data-step=place.to_string()
                    aria-current=(place == open).then_some("step")
                    on:click=move |_| panel.send(LessonEvent::Enter(place))
                >
                    {step.title.clone()}
                </button>
                <small>{is_done.then(words::done)}</small>
            </li>
        }
    });
    view! {
        <details id="lesson-list">
            <summary>{words::step(open as u64 + 1, shown.done.len() as u64)}</summary>
            <ol>{items.collect_view()}</ol>
        </details>
    }
}

/// Marks of the step: the controls to change, the figures to watch.
fn marked(panel: PanelStore<LessonPanel>, step: &Step) -> impl IntoView + use<> {
    let line = |name: &'static str, buttons: Vec<AnyView>| {
        (!buttons.is_empty()).then(|| {
            view! {
                <p class="acts">
                    <small>{name}</small>
                    {buttons}
                </p>
            }
        })
    };
    let controls = step.marked_controls.iter();
    let controls = controls.map(|key| control_button(panel, key, None, hints::name(key)));
    let views = step.marked_views.iter();
    let views = views.map(|view| view_button(panel, *view, None, words::view(*view)));
    (
        line(words::drag(), controls.collect()),
        line(words::watch(), views.collect()),
    )
}

/// The goal, part by part, each with the present values of its figures.
fn goal(panel: PanelStore<LessonPanel>, par: Option<u64>) -> impl IntoView {
    let goal = panel.slice(|state, _| state.goal.clone());
    let is_reached = move || goal.with(|goal| goal.is_reached).to_string();
    let parts = move || goal.with(|goal| goal.parts.iter().map(part).collect_view());
    let changes = move || {
        let changes = goal.with(|goal| goal.changes);
        changes.map(|changes| view! { <small>{words::changed(changes, par)}</small> })
    };
    view! {
        <div id="lesson-goal" data-reached=is_reached>
            <h3>{words::goal()}</h3>
            <ul>{parts}</ul>
            {changes}
        </div>
    }
}

/// A part of a goal.
fn part(part: &GoalPart) -> impl IntoView + use<> {
    let values = &part.values;
    let reached = if part.is_reached {
        words::part_reached()
    } else {
        words::part_not_reached()
    };
    view! {
        <li data-reached=part.is_reached>
            <span aria-hidden="true">{if part.is_reached { "✓" } else { "○" }}</span>
            <span>
                {part.condition.clone()}
                <span class="unseen">{reached}</span>
            </span>
            {(!values.is_empty()).then(|| view! { <small>{words::now_values(values)}</small> })}
        </li>
    }
}

/// The hints shown.
fn hints(shown: &ShownStep, writer: &mut Writer) -> impl IntoView + use<> {
    let panel = writer.panel;
    let own = &shown.step().hints;
    let items = (0..shown.hints).map(|place| match own.get(place) {
        Some(text) => view! { <li>{writer.text(text)}</li> }.into_any(),
        None => {
            let hint = move |state: &LessonPanel, _: &Page| state.goal.hints.get(place).cloned();
            let item = move || {
                panel
                    .follow(hint)
                    .flatten()
                    .map(|hint| view! { <li>{hint}</li> })
            };
            item.into_any()
        }
    });
    let items: Vec<AnyView> = items.collect();
    view! { <ol class="lesson-hints">{items}</ol> }
}

/// The button for hints: one that changes, so that it keeps the focus.
fn hint_button(panel: PanelStore<LessonPanel>, shown: &ShownStep) -> Option<AnyView> {
    let hint_button = shown.hint_button.filter(|_| shown.step().goal.is_some());
    hint_button.map(|hint_button| match hint_button {
        HintButton::More => {
            let name = if shown.hints > 0 {
                words::hint_more()
            } else {
                words::hint_first()
            };
            button(panel, "lesson-hint", name, || LessonEvent::Hint)
        }
        HintButton::Set => button(panel, "lesson-set", words::set(), || LessonEvent::SetHint),
    })
}

/// Buttons for the previous step, a restart, a hint, and the next step.
fn turn(panel: PanelStore<LessonPanel>, shown: &ShownStep) -> impl IntoView + use<> {
    let (step, is_last) = (shown.step(), shown.is_last());
    let back = (shown.place > 0)
        .then(|| button(panel, "lesson-back", words::back(), || LessonEvent::Back));
    let start = shown.lesson.start_of(step);
    let restart = start.map(|_| button(panel, RESTART, words::restart(), || LessonEvent::Restart));
    let is_on = shown.is_done() || !step.asks();
    // In an embedded page the lesson is all that is shown: there is no list after its end.
    let next = (!(is_last && shown.is_embedded)).then(|| {
        view! {
            <button
                type="button"
                id="lesson-next"
                class:on=is_on
                on:click=move |_| panel.send(LessonEvent::Next)
            >
                {if is_last { words::finish() } else { words::next() }}
            </button>
        }
    });
    view! { <p class="turn">{back} {restart} {hint_button(panel, shown)} {next}</p> }
}
