//! Progress bars of tqdm: ` 10%|█  | 100/1000 [03:27<31:10,  2.08s/it]`.

use super::table::Sample;
use crate::number;

/// Texts that identify a log of the Trainer, as other programs also have bars.
const SIGNS: [&str; 4] = [
    "{'loss':",
    "train_runtime",
    "***** Running training *****",
    "Total optimization steps",
];

/// A state of a bar.
struct BarState {
    done: u64,
    total: u64,
    elapsed_s: u64,
    each_s: f64,
}

/// The seconds of a step that the bar of training shows. Evaluation, downloads and loading also
/// have bars. The bar of training has no heading and the number of steps of the run, and it runs
/// longest, as evaluation runs inside it.
pub(super) fn samples(lines: &[String], steps: Option<u64>) -> Vec<Sample> {
    let is_sign = |line: &String| SIGNS.iter().any(|sign| line.contains(sign));
    if !lines.iter().any(is_sign) {
        return Vec::new();
    }
    let mut states: Vec<BarState> = Vec::new();
    for line in lines {
        // Several bars are in one line if the characters between them were lost.
        let mut before = None;
        for part in line.split("%|") {
            if before.is_some_and(|before| !has_heading(before)) {
                states.extend(state(part));
            }
            before = Some(part);
        }
    }
    let longest = states.iter().max_by_key(|state| state.elapsed_s);
    let total = steps.or_else(|| longest.map(|state| state.total));
    let states = states.iter().filter(|state| Some(state.total) == total);
    let sample = |state: &BarState| Sample {
        iteration: state.done,
        figure: state.each_s,
        batch: None,
    };
    states.map(sample).collect()
}

/// True if a word and a colon precede the share of a bar. A rank or a host may also precede it.
fn has_heading(before: &str) -> bool {
    let before = before.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let heading = before.trim_end().strip_suffix(':').unwrap_or_default();
    heading.ends_with(|letter: char| letter.is_alphabetic() || letter == ')')
}

/// The state after the share of a bar.
fn state(text: &str) -> Option<BarState> {
    let (_, rest) = text.split_once('|')?;
    let (counts, rest) = rest.split_once('[')?;
    let (done, total) = counts.trim().split_once('/')?;
    let (elapsed, rest) = rest.split_once('<')?;
    let (_, rate) = rest.split_once(',')?;
    let rate = rate.split([',', ']']).next()?.trim();
    let number = |text: &str| number::read(text).filter(|number| *number > 0.0);
    let each_s = match rate.strip_suffix("it/s") {
        Some(rate) => 1.0 / number(rate)?,
        None => number(rate.strip_suffix("s/it")?)?,
    };
    let parts = elapsed
        .split(':')
        .map(|part| part.trim().parse::<u64>().ok());
    let elapsed_s = parts
        .into_iter()
        .try_fold(0_u64, |sum, part| sum.checked_mul(60)?.checked_add(part?))?;
    let state = BarState {
        done: done.parse().ok()?,
        total: total.parse().ok()?,
        elapsed_s,
        each_s,
    };
    state.each_s.is_finite().then_some(state)
}
