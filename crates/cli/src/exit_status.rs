//! Exit statuses in the help of the command and in its documentation.
//!
//! Tests: `tests/all/exit_status.rs`.

use text::exit::{Meanings, STATUSES, arguments, status};

/// The statuses of a subcommand, or of all with an empty name, a line for each of its forms.
#[must_use]
pub fn help(subcommand: &str) -> String {
    let is_of = |form: &str| subcommand.is_empty() || form.split(' ').next() == Some(subcommand);
    let mut text = format!("{}:\n", status());
    for (form, meanings) in STATUSES.iter().filter(|(form, _)| is_of(form)) {
        let meanings = said(meanings).map(|(status, meaning)| format!("{status} {meaning}"));
        let meanings: Vec<String> = meanings.collect();
        text.push_str(&format!("  {form:<16} {}\n", meanings.join("; ")));
    }
    text + "  " + arguments()
}

/// The statuses of all subcommands as a table in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut table = "| | 0 | 1 | 2 | 3 |\n|---|---|---|---|---|\n".to_owned();
    for (form, meanings) in &STATUSES {
        let cells = meanings.map(|meaning| meaning.map_or("", |meaning| meaning()));
        table.push_str(&format!("| `{form}` | {} |\n", cells.join(" | ")));
    }
    table
}

/// The statuses that a form of a subcommand has, with their meanings.
fn said(meanings: &Meanings) -> impl Iterator<Item = (usize, &'static str)> {
    let places = meanings.iter().enumerate();
    places.filter_map(|(status, meaning)| Some((status, meaning.as_ref()?())))
}
