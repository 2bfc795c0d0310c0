//! View of the published runs.

use formats::accuracy::UNSEEN;
use formats::link::presentation::View;
use text::figures::AccuracyText;

use super::sheet::ChosenRuns;
use super::state::{Accuracy, ID};
use super::{plot, table};
use crate::dom::components::option_button;
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::late_part::stand_in;
use crate::panels::words;
use crate::store::Page;

/// The whole figure.
pub(super) fn figure(state: &Accuracy, page: &Page) -> Element {
    let frame = FigureIdentity {
        id: ID,
        caption: "accuracy-caption",
        name: words().accuracy.heading,
    };
    frame.draw(page, drawing(state, page))
}

fn drawing(state: &Accuracy, page: &Page) -> Drawing {
    let words = &words().accuracy;
    let sentence = match &state.runs {
        Some(runs) => (words.sentence)(&runs.summary, state.choice.figure),
        None => words.what.to_owned(),
    };
    let is_asked = page.presentation.view.contains(&View::Accuracy);
    let details = element("details")
        .class("numbers")
        .attribute("open", is_asked || page.is_table_open(ID))
        .child(element("summary").child(words.open));
    let details = match (&state.runs, state.said()) {
        (Some(runs), _) if page.is_table_open(ID) => {
            let sheet = ChosenRuns::of(runs, state.choice, page.units());
            let unread = (words.unread)(runs.unread);
            details
                .child(
                    element("p")
                        .attribute("hidden", runs.unread == 0)
                        .child(unread),
                )
                .child(opened(words, &sheet))
        }
        (_, Some(said)) => details.child(element("p").child(stand_in(ID, said))),
        _ => details.child(element("p").child(words.loading)),
    };
    Drawing {
        sentence,
        body: vec![confidences(words), details],
    }
}

/// What the model is strong in, fair, and unproven.
fn confidences(words: &'static AccuracyText) -> Element {
    let rows = (words.confidences)(&UNSEEN).into_iter();
    let rows = rows.flat_map(|(word, what)| [element("dt").child(word), element("dd").child(what)]);
    element("div")
        .class("confidences")
        .child(element("p").child(words.by_family))
        .child(element("dl").children(rows.collect()))
}

/// Choices, plot and table.
fn opened(words: &'static AccuracyText, sheet: &ChosenRuns) -> Element {
    let choice = sheet.choice;
    let figures = words
        .figures
        .into_iter()
        .enumerate()
        .map(|(index, name)| option_button("which", index, choice.figure == index).child(name));
    let sources = sheet.runs.sources.iter().enumerate();
    let sources = sources.map(|(index, name)| {
        option_button("only", index, choice.source == Some(index))
            .child(plot::mark(index))
            .child(name.clone())
    });
    let all = option_button("all", 0, choice.source.is_none());
    let sources = std::iter::once(all.child(words.all)).chain(sources);
    let at = choice.at.and_then(|at| sheet.runs.all.get(at));
    let [label, detail, said] = match at {
        Some(run) => [
            (words.label)(&run.plan),
            (words.detail)(&run.plan),
            sheet.runs.sentence(run, sheet.units),
        ],
        None => [String::new(), String::new(), words.hint.to_owned()],
    };
    let readout = element("p")
        .class("readout")
        .child(element("b").child(label))
        .child(element("small").child(detail))
        .child(said);
    element("div")
        .class("compared")
        .child(group(words.choices[0], figures.collect()))
        .child(group(words.choices[1], sources.collect()))
        .child(plot::plot(words, sheet))
        .child(readout)
        .children(table::table(words, sheet))
}

fn group(name: &'static str, buttons: Vec<Element>) -> Element {
    element("div")
        .class("sources")
        .attribute("role", "group")
        .attribute("aria-label", name)
        .children(buttons)
}
