//! A file of plans, in English.

use std::io::Error;
use std::path::Path;

use super::search::{EN_SEARCH, shown};
use crate::FleetText;
use fleet::{LARGEST_FILE, MOST_ROWS, Problem, UnreadableSheet};
use formats::link::LinkWarning;
use formats::number::grouped;

/// English, of a file of plans.
pub static EN_FLEET: FleetText = FleetText {
    unreadable,
    unwritable,
    same_file: "--out names the file that is read; name another",
    replaced: |names| format!("replaced by new answers: {}", names.join(", ")),
    problem,
    unanswered: |rows, all| {
        let verb = if rows == 1 { "has" } else { "have" };
        let (rows, all) = (grouped(rows as u64), grouped(all as u64));
        format!("{rows} of {all} rows {verb} no answer; the column error says why")
    },
    bar: "{wide_bar} {human_pos} of {human_len} rows, {elapsed}",
};

fn unreadable(path: &Path, why: &UnreadableSheet) -> String {
    let path = path.display();
    match why {
        UnreadableSheet::Io(error) => format!("cannot read {path}: {error}"),
        UnreadableSheet::TooLarge => {
            let limit = LARGEST_FILE >> 20;
            format!("{path} has more than {limit} MiB, the most that a file of plans may have")
        }
        UnreadableSheet::Csv(error) => format!("{path} is not CSV: {error}"),
        UnreadableSheet::Empty => {
            format!("{path} is empty; its first line has to name the columns")
        }
        UnreadableSheet::NotText => format!("the first line of {path} is not UTF-8"),
        UnreadableSheet::NoPlans => format!(
            "the first line of {path} has to name a column link, or columns model, gpu and gpus, \
             with commas between them"
        ),
        UnreadableSheet::Twice(name) => {
            format!("two columns of {path} are called {}", shown(name))
        }
        UnreadableSheet::TooMany => {
            let most = grouped(MOST_ROWS as u64);
            format!(
                "{path} stands for more than {most} plans, each of a cell's alternatives counted; \
                 take it apart"
            )
        }
    }
}

fn unwritable(path: &Path, error: &Error) -> String {
    format!("cannot write {}: {error}", path.display())
}

fn problem(problem: &Problem) -> String {
    let sentence = match problem {
        Problem::Cells { found, expected } => {
            format!("Cells of the row: {found}; of the header: {expected}.")
        }
        Problem::NotText => "The row is not UTF-8.".to_owned(),
        Problem::TwoPlans => "The row names both a link and a model or its GPUs.".to_owned(),
        Problem::Missing(column) => format!("The column {} is empty.", column.name()),
        Problem::Model(given) => {
            format!("There is no model {} in the catalogue.", shown(given))
        }
        Problem::Gpu(given) => format!("There is no GPU {} in the catalogue.", shown(given)),
        Problem::Gpus(given) => format!("{} is no number of GPUs.", shown(given)),
        Problem::Link(warnings) => {
            let sentences: Vec<String> = warnings.iter().map(not_understood).collect();
            sentences.join(" ")
        }
        Problem::Unasked(why) => capitalised(&[&(EN_SEARCH.unasked)(why), "."].concat()),
        Problem::Nothing(goal, counts) => (EN_SEARCH.nothing)(*goal, counts),
    };
    sentence.replace('\u{a0}', " ")
}

/// Reports a part of a link that was not understood; no other value replaces it here.
fn not_understood(warning: &LinkWarning) -> String {
    match warning {
        LinkWarning::UnknownModel { given, .. } => {
            format!("There is no model {} in the catalogue.", shown(given))
        }
        LinkWarning::UnknownGpu { given, .. } => {
            format!("There is no GPU {} in the catalogue.", shown(given))
        }
        LinkWarning::BadValue { key, given, .. } => {
            format!("{} is not a value of {key}.", shown(given))
        }
        LinkWarning::UnknownKey { key } => format!("There is no setting called “{key}”."),
        LinkWarning::Repeated { key } => format!("{key} is said twice."),
        other => crate::links::warning(other),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
