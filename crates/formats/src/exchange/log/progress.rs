//! Progress bars of tqdm: ` 10%|█  | 100/1000 [03:27<31:10,  2.08s/it]`.

use super::labels::{LabelSet, Labels};
use super::samples::{Sample, Samples};
use super::trainer::STEPS;
use crate::number;

/// Texts that identify a log of the Trainer, as other programs also have bars.
const SIGNS: [&str; 4] = [
    "{'loss':",
    "train_runtime",
    "***** Running training *****",
    STEPS,
];

/// Most bars that are kept, those that run longest.
const MOST: usize = 16;

/// A state of a bar.
struct BarState {
    done: u64,
    total: u64,
    elapsed_s: u64,
    each_s: f64,
}

/// The states of all bars with one total.
struct Bar {
    total: u64,
    longest_s: u64,
    samples: Samples,
}

/// The bars of a log.
pub(super) struct Bars {
    signs: LabelSet,
    is_trainer: bool,
    bars: Vec<Bar>,
}

impl Bars {
    /// No bars; adds the labels that they need.
    pub(super) fn of(labels: &mut Labels) -> Self {
        Self {
            signs: labels.add(&SIGNS),
            is_trainer: false,
            bars: Vec::new(),
        }
    }

    /// Takes in a line with these labels.
    pub(super) fn take(&mut self, line: &str, found: LabelSet) {
        self.is_trainer |= found.meets(self.signs);
        // Several bars are in one line if the characters between them were lost.
        let mut before = None;
        for part in line.split("%|") {
            let is_plain = before.is_some_and(|before| !has_heading(before));
            if let Some(state) = state(part).filter(|_| is_plain) {
                self.push(&state);
            }
            before = Some(part);
        }
    }

    fn push(&mut self, state: &BarState) {
        let known = self.bars.iter().position(|bar| bar.total == state.total);
        let place = known.unwrap_or_else(|| {
            if self.bars.len() == MOST {
                let bars = self.bars.iter().enumerate();
                let shortest = bars.min_by_key(|(_, bar)| bar.longest_s);
                let shortest = shortest.map_or(0, |(place, _)| place);
                self.bars.remove(shortest);
            }
            self.bars.push(Bar {
                total: state.total,
                longest_s: 0,
                samples: Samples::default(),
            });
            self.bars.len() - 1
        });
        if let Some(bar) = self.bars.get_mut(place) {
            bar.longest_s = bar.longest_s.max(state.elapsed_s);
            bar.samples.push(Sample {
                iteration: state.done,
                figure: state.each_s,
                batch: None,
            });
        }
    }

    /// The seconds of a step that the bar of training shows. Evaluation, downloads and loading also
    /// have bars. The bar of training has no heading and the number of steps of the run, and it runs
    /// longest, as evaluation runs inside it.
    pub(super) fn samples(&self, steps: Option<u64>) -> Option<&Samples> {
        let longest = self.bars.iter().max_by_key(|bar| bar.longest_s);
        let of_run = match steps {
            Some(steps) => self.bars.iter().find(|bar| bar.total == steps),
            None => longest,
        };
        of_run.filter(|_| self.is_trainer).map(|bar| &bar.samples)
    }
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
