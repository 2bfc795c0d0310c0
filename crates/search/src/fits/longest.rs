//! The longest sequence with which a plan fits.

use super::catalogue::with_own_batch;
use super::row::{FitRow, GivenPlan};
use cost::estimate;
use cost::host::HostMemory;
use cost::legal::Legal;
use cost::memory::{Verdict, verdict};
use cost::plan::{Plan, limits};

/// Tokens of which a found sequence is a multiple, unless the layout needs a coarser step. By
/// judgement: finer than the lengths in use, and so coarse that some forty tries decide.
pub const SEQUENCE_STEP: u64 = 64;

/// The longest sequences with which a plan fits, with its sequences a step and all else alike.
#[derive(Clone, Debug, PartialEq)]
pub struct LongestSequence {
    /// The plan with the longest sequence at which it fits.
    pub fits: Option<FitRow>,
    /// The plan with the longest sequence at which it fits or is tight.
    pub tight: Option<FitRow>,
    /// Tokens of which the sequences that were tried are multiples.
    pub step: u64,
}

impl LongestSequence {
    /// True if a found sequence is the longest that any plan may have, so that not the memory but
    /// the limits of a plan end it.
    #[must_use]
    pub fn is_at_limit(&self, row: &FitRow) -> bool {
        row.plan.sequence() >= longest_multiple(self.step) * self.step
    }

    /// The rows, the shorter sequence first, each once.
    #[must_use]
    pub fn rows(&self) -> Vec<&FitRow> {
        let mut rows: Vec<&FitRow> = self.fits.iter().chain(&self.tight).collect();
        rows.dedup_by_key(|row| row.plan.sequence());
        rows
    }
}

/// Multiples of the step between which the answer lies.
#[derive(Clone, Copy, Debug)]
struct Range {
    /// A multiple that fits; 0 if none is known.
    fitting: u64,
    /// The smallest multiple of those tried that does not fit, or the first one beyond the limits.
    beyond: u64,
    /// The next multiple of the descent from the limit, which halves it until one fits; 0 if that is
    /// done. The descent finds the longest of these even if memory falls somewhere as the sequence
    /// grows.
    rung: u64,
}

impl Range {
    /// The range of all multiples up to this one.
    const fn up_to(most: u64) -> Self {
        Self {
            fitting: 0,
            beyond: most + 1,
            rung: most,
        }
    }

    /// The next multiple to try; `None` when all is decided.
    const fn next(self) -> Option<u64> {
        if self.rung > 0 {
            return Some(self.rung);
        }
        let is_decided = self.fitting == 0 || self.beyond - self.fitting <= 1;
        if is_decided {
            return None;
        }
        Some(self.fitting + (self.beyond - self.fitting) / 2)
    }

    /// Takes in whether a multiple fits that was to be tried.
    const fn take(&mut self, multiple: u64, fits: bool) {
        if fits {
            (self.fitting, self.rung) = (multiple, 0);
        } else {
            (self.beyond, self.rung) = (multiple, self.rung / 2);
        }
    }
}

/// The longest sequences with which a legal plan fits, of the multiples of [`sequence_step`] that a
/// plan may have. The global batch in sequences stays as the plan has it. If the plan's sequence is
/// no such multiple and fits beyond the longest of them, it is the answer.
///
/// ```
/// use formats::link;
/// use search::fits::longest;
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&zero=3&ckpt=full&seq=8192&gbs=64");
/// let found = longest(&plan);
/// let tokens = found.fits.as_ref().unwrap().plan.sequence();
/// assert!(tokens > 8_192 && tokens.is_multiple_of(found.step));
/// assert!(found.tight.unwrap().plan.sequence() >= tokens);
/// ```
#[must_use]
pub fn longest(plan: &Plan) -> LongestSequence {
    let (step, own) = (sequence_step(plan), plan.sequence());
    let given = GivenPlan::of(plan);
    let row = |sequence: u64| FitRow::of(with_sequence(plan, sequence), &given);
    let [fits, tight] = [Verdict::Fits, Verdict::Tight].map(|worst| {
        let holds = |tokens: u64| holds(&with_sequence(plan, tokens), worst);
        let mut range = Range::up_to(longest_multiple(step));
        while let Some(multiple) = range.next() {
            range.take(multiple, holds(multiple * step));
        }
        let found = range.fitting * step;
        let tokens = if own > found && holds(own) {
            own
        } else {
            found
        };
        (tokens > 0).then(|| row(tokens))
    });
    LongestSequence { fits, tight, step }
}

/// The longest sequence of a plan, in steps of this many tokens.
const fn longest_multiple(step: u64) -> u64 {
    match limits::SEQUENCE.end().checked_div(step) {
        Some(multiple) => multiple,
        None => 0,
    }
}

/// The plan with another sequence, and with the global batch that it has.
pub(super) fn with_sequence(plan: &Plan, tokens: u64) -> Plan {
    let mut changed = with_own_batch(plan);
    changed.batch.sequence = Some(tokens);
    changed
}

/// True if a plan can exist, its memory has a verdict at least as good as `worst`, and the host
/// holds its part. Without a measurement, which rescales the memory, no step is simulated.
fn holds(plan: &Plan, worst: Verdict) -> bool {
    let holds = |memory: Verdict, host: Verdict| memory <= worst && host != Verdict::OutOfMemory;
    if !plan.measured.is_empty() {
        let estimate = estimate(plan);
        return estimate.is_ok_and(|it| holds(it.memory.verdict, it.host.verdict()));
    }
    let legal = Legal::check(plan);
    legal.is_ok_and(|legal| holds(verdict(&legal), HostMemory::of(&legal).verdict()))
}

/// Tokens of which every sequence of a plan has to be a multiple here: [`SEQUENCE_STEP`], or its
/// least common multiple with what the layout needs.
///
/// ```
/// use formats::link;
/// use search::fits::sequence_step;
/// let step = |link: &str| sequence_step(&link::decode(link).0);
/// assert_eq!(step("p=llama3-8b/h100x8"), 64);
/// // Two slices for each of 96 context-parallel ranks
/// assert_eq!(step("p=llama3-8b/h100x96&cp=96"), 192);
/// ```
#[must_use]
pub fn sequence_step(plan: &Plan) -> u64 {
    let needed = plan.sequence_multiple();
    let (mut a, mut b) = (SEQUENCE_STEP, needed);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    (SEQUENCE_STEP / a.max(1)).saturating_mul(needed)
}

#[cfg(test)]
mod tests {
    use super::{Range, SEQUENCE_STEP, longest_multiple};

    /// The longest multiple that holds, and the number of tries.
    fn search(holds: impl Fn(u64) -> bool) -> (u64, u64) {
        let mut range = Range::up_to(longest_multiple(SEQUENCE_STEP));
        let mut tries = 0;
        while let Some(multiple) = range.next() {
            range.take(multiple, holds(multiple));
            tries += 1;
        }
        (range.fitting, tries)
    }

    #[test]
    fn a_search_takes_some_forty_tries() {
        let most = longest_multiple(SEQUENCE_STEP);
        assert_eq!(search(|_| true), (most, 1));
        assert_eq!(search(|_| false).0, 0);
        for end in [1, 2, 3, 100, 12_345, most / 2, most - 1] {
            let (found, tries) = search(|multiple| multiple <= end);
            assert_eq!(found, end);
            assert!(tries <= 45, "{end}: {tries}");
        }
    }

    #[test]
    fn the_longest_rung_that_fits_is_a_bound_where_memory_falls() {
        // A gap among the short ones, as where a kernel needs less from some length on.
        let (found, _) = search(|multiple| multiple <= 1_000 && !(10..500).contains(&multiple));
        assert_eq!(found, 1_000);
    }
}
