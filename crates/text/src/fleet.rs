//! A file of plans.

use std::io;
use std::path::Path;

use fleet::{LARGEST_FILE, MOST_ROWS, Problem, UnreadableSheet};
use formats::excerpt::excerpt;

use crate::{search, sentence, typed};

messages!("fleet");

/// Largest number of a row's faults in its cell: more than a row that a person wrote has.
const MOST_FAULTS: usize = 20;

/// Reason why a file gives no rows; without a full stop.
#[must_use]
pub fn cannot_read(path: &Path, why: &UnreadableSheet) -> String {
    let file = path.display().to_string();
    match why {
        UnreadableSheet::Io(error) => unreadable(&file, &error.to_string()),
        UnreadableSheet::TooLarge => too_large(&file, LARGEST_FILE >> 20),
        UnreadableSheet::Csv(error) => not_csv(&file, &error.to_string()),
        UnreadableSheet::Empty => empty(&file),
        UnreadableSheet::NotText => header_not_text(&file),
        UnreadableSheet::NoPlans => no_plans(&file),
        UnreadableSheet::Twice(name) => columns_alike(&file, &excerpt(name)),
        UnreadableSheet::TooMany => too_many(&file, MOST_ROWS as u64),
    }
}

/// Reason why a file cannot be written; without a full stop.
#[must_use]
pub fn cannot_write(path: &Path, error: &io::Error) -> String {
    unwritable(&path.display().to_string(), &error.to_string())
}

/// Reason why a row has no answer.
#[must_use]
pub fn problem(problem: &Problem) -> String {
    let text = match problem {
        Problem::Cells { found, expected } => cells(*found as u64, *expected as u64),
        Problem::NotText => row_not_text().to_owned(),
        Problem::TwoPlans => two_plans().to_owned(),
        Problem::Missing(column) => missing(column.name()),
        Problem::Plan(faults, lacks) => {
            let faults = faults.iter().map(typed::fault);
            let faults = faults.chain(lacks.iter().map(typed::lack));
            let sentences: Vec<String> = faults.take(MOST_FAULTS).collect();
            sentences.join(" ")
        }
        Problem::Unasked(why) => sentence(&search::unasked(why)),
        Problem::Nothing(goal, counts) => search::nothing(*goal, counts),
    };
    text.replace('\u{a0}', " ")
}
