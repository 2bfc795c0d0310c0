//! The columns of a file of plans with its answers. Names and meanings never change.

use fleet::{ANSWERS, Answer, Problem, Sheet, SheetRow};
use formats::goal::verdict_word;
use formats::link;
use search::optimize::Counts;

/// The names of the columns: those of the file, then those of the answers.
pub fn header(sheet: &Sheet) -> impl Iterator<Item = &[u8]> {
    sheet.kept().chain(ANSWERS.map(str::as_bytes))
}

/// The cells of the answer to a row, in the order of [`ANSWERS`]; figures to six digits.
#[must_use]
pub fn cells(answer: &Result<Box<Answer>, Problem>) -> [String; ANSWERS.len()] {
    let answer = match answer {
        Ok(answer) => answer,
        Err(problem) => return without(problem),
    };
    [
        link::encode(&answer.plan),
        text::search::layout(&answer.candidate),
        answer.candidate.gpus.to_string(),
        figure(answer.step.0),
        figure(answer.tokens_per_second),
        figure(answer.mfu),
        figure(answer.peak.gib()),
        verdict_word(answer.verdict).to_owned(),
        if answer.plan.cluster.has_published_runs() {
            "yes".to_owned()
        } else {
            "no".to_owned()
        },
        figure(answer.days),
        figure(answer.dollars),
        answer.ties.count.to_string(),
        answer.counts.considered.to_string(),
        answer.counts.estimated.to_string(),
        String::new(),
    ]
}

/// The cells of a row of the file, then those of its answer.
pub fn record<'a>(
    row: &'a SheetRow,
    cells: &'a [String; ANSWERS.len()],
) -> impl Iterator<Item = &'a [u8]> {
    row.kept().chain(cells.iter().map(String::as_bytes))
}

/// The cells if there is no answer: the number of layouts considered, if any, and the reason.
fn without(problem: &Problem) -> [String; ANSWERS.len()] {
    let mut cells = [const { String::new() }; ANSWERS.len()];
    let [.., considered, estimated, error] = &mut cells;
    if let Problem::Nothing(_, counts) = problem {
        let Counts {
            considered: all,
            estimated: some,
            ..
        } = counts;
        (*considered, *estimated) = (all.to_string(), some.to_string());
    }
    *error = text::fleet::problem(problem);
    cells
}

/// A number with six significant digits, as further digits differ between machines.
fn figure(value: f64) -> String {
    let short = format!("{value:.5e}");
    short
        .parse::<f64>()
        .map_or(short, |short| short.to_string())
}
