//! Test of our lessons: no answer to a question stands in what the page shows when its step opens.

use cost::plan::Word;
use leptos::prelude::*;
use lesson::{OURS, Question};

use super::RequestedLesson;
use super::event::LessonEvent;
use super::state::LessonPanel;
use crate::panels::head::Head;
use crate::panels::memory::MemoryFigure;
use crate::panels::overheads::TimeFigure;
use crate::panels::testing::{Stand, html, html_of, page, panels_of_the_page};

const FILES: [&str; OURS.len()] = [
    include_str!("../../../lessons/tour.json"),
    include_str!("../../../lessons/recipe.json"),
    include_str!("../../../lessons/challenges.json"),
    include_str!("../../../lessons/exercises.json"),
    include_str!("../../../lessons/finetune.json"),
];

/// Bytes of a gibibyte in gigabytes.
const GIB: f64 = 1.073_741_824;

/// The text of the elements of a page, without their tags.
fn text_of(html: &str) -> String {
    let parts = html
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts
        .collect::<Vec<_>>()
        .join(" ")
        .replace(['\u{a0}', '\n'], " ")
}

/// The texts of head, memory, time and the views of a step.
fn shown(stand: &Stand<LessonPanel>) -> String {
    let page = &stand.page;
    let mut html_of_all = html_of(page, || {
        view! {
            <Head/>
            <MemoryFigure/>
            <TimeFigure/>
        }
    });
    for panel in panels_of_the_page() {
        let mut views = page.step.views.iter();
        if views.any(|view| view.word() == panel.name()) {
            html_of_all.push_str(&html(&*panel, page));
        }
    }
    text_of(&html_of_all)
}

/// The numbers in a text that have this unit behind them.
fn amounts<'a>(text: &'a str, unit: &'a str) -> impl Iterator<Item = f64> + 'a {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let pairs: Vec<(&str, &str)> = words.windows(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter().filter_map(move |(amount, after)| {
        let is_unit = after.trim_end_matches([',', '.', ';', ':']) == unit;
        is_unit
            .then(|| amount.replace(',', "").parse().ok())
            .flatten()
    })
}

/// The number in a text that gives an answer away, if there is one.
fn visible(question: &Question, answer: f64, text: &str) -> Option<f64> {
    let near = |value: &f64| (value - answer).abs() <= answer.abs() * question.tolerance;
    let find = |unit: &str, factor: f64| amounts(text, unit).map(|value| value * factor).find(near);
    match question.unit.as_str() {
        "GB" => find("GB", 1.0).or(find("GiB", GIB)),
        unit => find(unit, 1.0),
    }
}

#[test]
fn no_answer_is_visible_beside_its_question() {
    let mut found_in = Vec::new();
    for file in FILES {
        let mut stand = Stand::new(LessonPanel::default(), page(""));
        stand.update(LessonEvent::Open(RequestedLesson::In(file.to_owned())));
        let steps = stand.panel().run.as_ref().unwrap().lesson.steps.len();
        for place in 0..steps {
            stand.update(LessonEvent::Enter(place));
            let text = shown(&stand);
            let panel = stand.panel();
            let step = panel.run.as_ref().unwrap().step();
            for question in &step.questions {
                let estimate = stand.page.draft_estimate();
                let answer = question.answer.value(&stand.page.draft, estimate).unwrap();
                let found = visible(question, answer, &text);
                found_in
                    .extend(found.map(|found| format!("{}: {found} {}", step.id, question.unit)));
            }
        }
    }
    assert_eq!(found_in, [""; 0]);
}
