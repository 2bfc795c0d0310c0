//! Progress bars of tqdm: ` 10%|█  | 100/1000 [03:27<31:10,  2.08s/it]`.

use super::step::Sample;

/// Texts of a log of the Trainer. Other programs have bars too.
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

/// The seconds of a step that the bar of training shows. Evaluation, downloads and loading have
/// bars too; that of training runs longest, as others run inside it or before.
pub(super) fn samples(lines: &[String]) -> Vec<Sample> {
    let is_sign = |line: &String| SIGNS.iter().any(|sign| line.contains(sign));
    if !lines.iter().any(is_sign) {
        return Vec::new();
    }
    // Bars stand in one line where what separates them was lost.
    let parts = lines.iter().flat_map(|line| line.split("%|").skip(1));
    let states: Vec<BarState> = parts.filter_map(state).collect();
    let longest = states.iter().max_by_key(|state| state.elapsed_s);
    let total = longest.map_or(0, |state| state.total);
    let states = states.iter().filter(|state| state.total == total);
    let sample = |state: &BarState| Sample {
        iteration: state.done,
        figure: state.each_s,
        batch: None,
    };
    states.map(sample).collect()
}

/// The state behind the share of a bar.
fn state(text: &str) -> Option<BarState> {
    let (_, rest) = text.split_once('|')?;
    let (counts, rest) = rest.split_once('[')?;
    let (done, total) = counts.trim().split_once('/')?;
    let (elapsed, rest) = rest.split_once('<')?;
    let (_, rate) = rest.split_once(',')?;
    let rate = rate.split([',', ']']).next()?.trim();
    let number = |text: &str| text.parse().ok().filter(|number: &f64| *number > 0.0);
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
