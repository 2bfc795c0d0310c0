//! Properties of every file of plans.

use std::path::Path;

use fleet::{Answer, LARGEST_FILE, Problem, Sheet, UnreadableSheet, answer};
use formats::link;
use search::asked::AskedSearch;

use super::Scope;
use crate::failure::{Holds, ensure};

/// Rows of a file that are checked, and those that are answered.
const ROWS: usize = 16;
const ANSWERED: usize = 2;
/// One file in this many is answered: each row is a search.
const ONE_IN: u64 = 8;
/// GPUs of the largest cluster on which a row is answered here.
const MOST_GPUS: u64 = 8;

/// Checks a file.
///
/// # Errors
/// The property that does not hold.
pub fn sheet(scope: &Scope, input: &str) -> Holds {
    let sheet = match Sheet::read(input.as_bytes()) {
        Ok(sheet) => sheet,
        Err(why) => return unreadable(input, &why),
    };
    ensure(
        "there is no row behind the last",
        sheet.row(sheet.len()).is_none(),
        String::new,
    )?;
    let is_answered = scope.is_chosen(input, "answered", ONE_IN);
    for place in 0..sheet.len().min(ROWS) {
        let Some(row) = sheet.row(place) else {
            return ensure("there is a row at every place", false, || place.to_string());
        };
        let kept = row.kept().count();
        ensure(
            "every row has all its columns",
            kept == sheet.kept().count(),
            || kept.to_string(),
        )?;
        let texts = match row.texts() {
            Ok(texts) => texts,
            Err(problem) => {
                said(&problem)?;
                continue;
            }
        };
        let is_trimmed = texts.iter().all(|(_, text)| text.trim() == *text);
        ensure(
            "cells are read without spaces around them",
            is_trimmed,
            || format!("{texts:?}"),
        )?;
        if is_answered && place < ANSWERED && is_small(&texts) {
            answered(scope, &answer(&row, &asked()))?;
        }
    }
    Ok(())
}

/// Returns options for what rows leave open: those of a short search.
fn asked() -> AskedSearch {
    AskedSearch {
        fix: ["cp=1", "ckpt=none", "zero=1", "mbs=1"]
            .map(str::to_owned)
            .into(),
        ..AskedSearch::default()
    }
}

/// True if a row names few GPUs: a search on many takes its time, and is bounded elsewhere.
fn is_small(texts: &[(&fleet::Column, &str)]) -> bool {
    use fleet::Column;
    let cell = |wanted: &Column| {
        texts
            .iter()
            .find(|(column, _)| *column == wanted)
            .map_or("", |(_, text)| text)
    };
    let gpus = match cell(&Column::Link) {
        "" => cell(&Column::Gpus).parse().unwrap_or(0),
        link => link::decode(link).0.cluster.gpus,
    };
    let layers = cell(&Column::Key("layers".to_owned()))
        .parse()
        .unwrap_or(0_u64);
    gpus <= MOST_GPUS && layers <= 128
}

fn answered(scope: &Scope, answer: &Result<Box<Answer>, Problem>) -> Holds {
    match answer {
        Ok(answer) => {
            let now = scope.limited(&answer.plan)?;
            let is_same = now.is_ok_and(|now| now.memory.peak() == answer.peak);
            ensure(
                "an answer is what its plan is estimated to be",
                is_same,
                || link::encode(&answer.plan),
            )?;
            let numbers = [answer.step.0, answer.mfu, answer.days, answer.dollars];
            let is_finite = numbers
                .iter()
                .all(|number| number.is_finite() && *number >= 0.0);
            ensure("every number is finite", is_finite, || {
                format!("{numbers:?}")
            })
        }
        Err(problem) => said(problem),
    }
}

/// A file that gives no rows is refused for what it is, in a sentence without its full stop.
fn unreadable(input: &str, why: &UnreadableSheet) -> Holds {
    let is_true = match why {
        UnreadableSheet::Empty => input.trim_start_matches('\u{feff}').trim().is_empty(),
        UnreadableSheet::TooLarge => input.len() as u64 > LARGEST_FILE,
        // A reader of texts has neither.
        UnreadableSheet::Io(_) | UnreadableSheet::NotText => false,
        UnreadableSheet::Csv(_)
        | UnreadableSheet::NoPlans
        | UnreadableSheet::Twice(_)
        | UnreadableSheet::TooMany => true,
    };
    ensure("a file is refused for what it is", is_true, || {
        format!("{why:?}")
    })?;
    let sentence = text::fleet::cannot_read(Path::new("plans.csv"), why);
    let is_one = sentence.contains("plans.csv") && !sentence.ends_with('.') && is_short(&sentence);
    ensure("a refusal is a sentence", is_one, || sentence.clone())
}

/// A row without an answer says why in a sentence.
fn said(problem: &Problem) -> Holds {
    let sentence = text::fleet::problem(problem);
    let is_one = sentence.ends_with('.') && is_short(&sentence);
    ensure("a problem is a sentence", is_one, || {
        format!("{problem:?}: {sentence}")
    })?;
    match problem {
        Problem::Plan(faults, lacks) => {
            let has_part = !faults.is_empty() || !lacks.is_empty();
            ensure("a plan's problem has a part", has_part, || sentence.clone())
        }
        Problem::Cells { found, expected } => ensure(
            "rows with all their cells are read",
            found != expected,
            || sentence.clone(),
        ),
        _ => Ok(()),
    }
}

/// Returns true if a sentence repeats only a short part of an untrusted text.
fn is_short(sentence: &str) -> bool {
    (8..8_000).contains(&sentence.len())
}
