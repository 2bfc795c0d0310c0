//! Properties of every file of plans.

use fleet::{Answer, Problem, Sheet, answer};
use formats::link;
use search::asked::{Asked, Unasked};
use text::EN;

use super::Scope;
use crate::failure::{Holds, ensure};

/// Rows of a file that are looked at, and those that are answered.
const ROWS: usize = 16;
const ANSWERED: usize = 2;
/// Files of which one is answered: each row is a search.
const ONE_IN: u64 = 8;
/// GPUs of the largest cluster on which a row is answered here.
const MOST_GPUS: u64 = 8;

/// Checks a file.
///
/// # Errors
/// The property that does not hold.
pub fn sheet(scope: &Scope, input: &str) -> Holds {
    let Ok(sheet) = Sheet::read(input.as_bytes()) else {
        return Ok(());
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
        if let Ok(texts) = row.texts() {
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
    }
    Ok(())
}

/// Returns options for what rows leave open: those of a short search.
fn asked() -> Asked {
    Asked {
        fix: ["cp=1", "ckpt=none", "zero=1", "mbs=1"]
            .map(str::to_owned)
            .into(),
        ..Asked::default()
    }
}

/// Whether a row names few GPUs: a search on many takes its time, and is bounded elsewhere.
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
            let now = scope.estimated(&answer.plan)?;
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
        Err(Problem::Link(warnings)) => {
            let is_said = warnings
                .iter()
                .all(|warning| (EN.link_warning)(warning).ends_with('.'));
            ensure("a warning is a sentence", is_said, || {
                format!("{warnings:?}")
            })
        }
        Err(Problem::Unasked(Unasked::Restriction(_)) | _) => Ok(()),
    }
}
