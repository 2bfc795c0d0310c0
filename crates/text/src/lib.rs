//! Every sentence that page and command show, in one table a language.
//!
//! Each sentence is a message in a Fluent file of `messages/en/`, from which `build.rs` makes typed
//! functions with the crate `messages`: one module for each file, with functions that choose among
//! its messages. [`language`] says in which language they speak. `docs/translating.md` describes the
//! files.
//!
//! Tests: `crates/cli/tests/all/reports.rs`, `crates/cli/tests/all/search_command.rs`.

/// The functions of the messages of a subject.
macro_rules! messages {
    ($subject:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $subject, ".rs"));
    };
}

pub mod accuracy;
pub mod aspects;
pub mod balance;
pub mod bill;
pub mod changes;
pub mod choices;
pub mod compare;
pub mod controls;
pub mod conventions;
pub mod coverage;
pub mod cut;
pub mod diagnosis;
pub mod embed;
pub mod exchange;
#[cfg(feature = "command")]
pub mod exit;
pub mod fits;
#[cfg(feature = "command")]
pub mod fleet;
pub mod frame;
#[cfg(feature = "command")]
pub mod framework_rows;
pub mod goal;
pub mod head;
pub mod host;
pub mod imports;
pub mod kinds;
pub mod language;
#[cfg(feature = "command")]
pub mod languages;
pub mod lesson;
pub mod lesson_check;
pub mod lesson_figure;
pub mod letters;
pub mod links;
#[cfg(feature = "command")]
pub mod list;
pub mod logs;
pub mod machine;
pub mod map;
pub mod moments;
pub mod number;
pub mod overheads;
pub mod page;
pub mod paper;
pub mod plan;
pub mod player;
pub mod predict;
pub mod presets;
pub mod reasons;
pub mod recipe;
#[cfg(feature = "command")]
pub mod report;
pub mod results;
pub mod roofline;
pub mod run;
pub mod search;
pub mod search_figure;
pub mod settings;
pub mod share;
pub mod start;
pub mod stops;
pub mod sweep;
pub mod timeline;
pub mod trace;
#[cfg(feature = "command")]
pub mod typed;
#[cfg(feature = "command")]
pub mod validate;
pub mod verdict;
pub mod views;
pub mod waterfall;
pub mod why;
pub mod why_card;
pub mod why_names;

/// A message with one number.
pub(crate) type CountText = fn(u64) -> String;

/// Makes a sentence of a clause: a capital first, a full stop last.
///
/// ```
/// assert_eq!(text::sentence("there is no file"), "There is no file.");
/// ```
#[must_use]
pub fn sentence(said: &str) -> String {
    let mut letters = said.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}
