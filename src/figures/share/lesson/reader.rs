//! What reads a lesson and says what is wrong with it. It weighs as much as a fifth of the dialog,
//! and comes once somebody writes a lesson.

use shardwise::browser::json;
use shardwise::lesson::read;
use shardwise::text::EN_LESSON;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// What came of reading a lesson's text.
pub(super) enum Outcome {
    /// A lesson: its title, and how many steps it has.
    Lesson(String, usize),
    /// None, and why.
    Faults(Vec<String>),
}

/// What reads it.
pub(super) type Reader = fn(&str) -> Outcome;

/// Fetches it: what nothing but this calls is a part of the program of its own.
#[wasm_split(reader, fallible)]
pub(super) fn load() -> Result<Reader, SplitLoaderError> {
    Ok(outcome)
}

fn outcome(text: &str) -> Outcome {
    match read(text, json::parse) {
        Ok(lesson) => Outcome::Lesson(lesson.title, lesson.steps.len()),
        Err(why) => Outcome::Faults((EN_LESSON.refused)(&why)),
    }
}
