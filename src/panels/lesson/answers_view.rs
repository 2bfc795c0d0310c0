//! View of the number questions of a step: the field, and the feedback on the answer.

use leptos::prelude::*;
use lesson::{Judged, Question};

use super::answers::AnswerOutcome;
use super::event::LessonEvent;
use super::state::LessonPanel;
use super::writer::Writer;
use text::lesson_figure as words;

/// A question of the step, its field, and the outcome of the answer.
pub(super) fn draw(
    question: &Question,
    place: usize,
    outcome: Option<&AnswerOutcome>,
    writer: &mut Writer,
) -> impl IntoView + use<> {
    let panel = writer.panel;
    let id = ["lesson-question-", &place.to_string()].concat();
    let text = writer.text(&question.text);
    let reply = outcome.map(|outcome| reply(question, place, outcome, writer));
    let state = match outcome {
        None => "",
        Some(AnswerOutcome::NotJudged(_)) => "open",
        Some(outcome) if outcome.is_right() => "right",
        Some(_) => "wrong",
    };
    view! {
        <div class="question">
            <div id=id.clone()>{text}</div>
            <p class="line">
                <input
                    type="text"
                    id=field(place)
                    autocomplete="off"
                    size="12"
                    aria-label=words::answer()
                    aria-describedby=id
                    data-question=place.to_string()
                    prop:value=move || panel.follow(|state, _| state.answer_text(place))
                    on:input:target=move |ev| {
                        panel.send(LessonEvent::Answer(place, ev.target().value()));
                    }
                    on:keydown=move |ev| {
                        if ev.key() == "Enter" {
                            panel.send(LessonEvent::Check(place));
                        }
                    }
                />
                <span class="unit">{question.unit.clone()}</span>
                <button
                    type="button"
                    data-check=place.to_string()
                    on:click=move |_| panel.send(LessonEvent::Check(place))
                >
                    {words::check()}
                </button>
            </p>
            <div class="said" data-answer=place.to_string() data-state=state>
                {reply}
            </div>
        </div>
    }
}

/// The id of the field of the question of this index.
pub(super) fn field(place: usize) -> String {
    ["lesson-answer-", &place.to_string()].concat()
}

/// The reply to an answer: the lesson's for a known mistake, or a short text; the number that was
/// read, or a button for each number that it can be.
fn reply(
    question: &Question,
    place: usize,
    outcome: &AnswerOutcome,
    writer: &mut Writer,
) -> Vec<AnyView> {
    let mut parts = match outcome {
        AnswerOutcome::Judged {
            judged: Judged::Mistaken(mistake),
            ..
        } => {
            let mistake = question.mistakes.get(*mistake);
            mistake.map_or_else(Vec::new, |mistake| writer.text(&mistake.text))
        }
        outcome => vec![view! { <p>{outcome.reply(question)}</p> }.into_any()],
    };
    let read_as = outcome.read_as(question);
    parts.extend(read_as.map(|words| view! { <p class="read">{words}</p> }.into_any()));
    let panel = writer.panel;
    let choices = outcome.choices().iter().map(|&number| {
        view! {
            <button
                type="button"
                on:click=move |_| panel.send(LessonEvent::ChooseNumber(place, number))
            >
                {words::number(number, &question.unit)}
            </button>
        }
    });
    let choices: Vec<_> = choices.collect();
    if !choices.is_empty() {
        parts.push(view! { <p class="acts">{choices}</p> }.into_any());
    }
    parts
}

impl LessonPanel {
    /// The text in the field of the question of this index.
    fn answer_text(&self, place: usize) -> String {
        let run = self.run.as_ref();
        let answer = run.and_then(|run| run.answers.get(place));
        answer.map_or_else(String::new, |answer| answer.text.clone())
    }
}
