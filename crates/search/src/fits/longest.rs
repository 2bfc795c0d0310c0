//! The longest sequence with which a plan fits.

use super::catalogue::with_own_batch;
use super::row::{FitRow, GivenPlan};
use crate::work::{self, PATIENCE, Progress, units};
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
}

/// The search for the longest sequences, done in pieces. A page calls [`Self::advance`] with a few
/// units at a time until it is done, and then takes [`Self::longest`].
#[derive(Clone, Debug)]
pub struct LongestSearch {
    /// The given plan, with its sequence and its global batch as numbers.
    base: Plan,
    step: u64,
    /// The range that is left for each of [`WORST`].
    ranges: [Range; WORST.len()],
}

/// The verdicts at which the two searches end, the first one that of the plan that fits.
const WORST: [Verdict; 2] = [Verdict::Fits, Verdict::Tight];

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

impl LongestSearch {
    /// The search for a legal plan. The global batch in sequences stays as the plan has it.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let step = sequence_step(plan);
        Self {
            base: with_own_batch(plan),
            step,
            ranges: [Range::up_to(longest_multiple(step)); WORST.len()],
        }
    }

    /// Continues for this many units of work; at least one sequence is tried.
    pub fn advance(&mut self, units: u64) -> Progress {
        work::spend(units, || self.step())
    }

    /// The longest sequences of those tried so far. If the plan's sequence is no multiple of the
    /// step and fits beyond the longest multiple, it is the answer.
    #[must_use]
    pub fn longest(&self) -> LongestSequence {
        let given = GivenPlan::of(&self.base);
        let own = self.base.sequence();
        let row = |sequence: u64| FitRow::of(with_sequence(&self.base, sequence), &given);
        let [fits, tight] = [0, 1].map(|place| {
            let found = self.ranges[place].fitting * self.step;
            let longer = (own > found).then(|| row(own));
            let longer = longer.filter(|row| row.fits(WORST[place]));
            longer.or_else(|| (found > 0).then(|| row(found)))
        });
        LongestSequence {
            fits,
            tight,
            step: self.step,
        }
    }

    /// Tries the next sequence. Returns the units of work; `None` when all is decided.
    fn step(&mut self) -> Option<u64> {
        let place = (0..WORST.len()).find(|&place| self.ranges[place].next().is_some())?;
        let multiple = self.ranges[place].next()?;
        let plan = with_sequence(&self.base, multiple * self.step);
        self.ranges[place].take(multiple, fits(&plan, WORST[place]));
        Some(units(&plan))
    }
}

/// The longest sequences with which a legal plan fits ([`LongestSearch`]).
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
    let mut search = LongestSearch::of(plan);
    while search.advance(PATIENCE) == Progress::Pending {}
    search.longest()
}

/// The longest sequence of a plan, in steps of this many tokens.
const fn longest_multiple(step: u64) -> u64 {
    match limits::SEQUENCE.end().checked_div(step) {
        Some(multiple) => multiple,
        None => 0,
    }
}

fn with_sequence(plan: &Plan, tokens: u64) -> Plan {
    let mut changed = plan.clone();
    changed.batch.sequence = Some(tokens);
    changed
}

/// True if a plan can exist, its memory has a verdict at least as good as `worst`, and the host
/// holds its part. Without a measurement, which rescales the memory, no step is simulated.
fn fits(plan: &Plan, worst: Verdict) -> bool {
    if !plan.measured.is_empty() {
        return FitRow::of(plan.clone(), &GivenPlan::of(plan)).fits(worst);
    }
    Legal::check(plan).is_ok_and(|legal| {
        verdict(&legal) <= worst && HostMemory::of(&legal).verdict() != Verdict::OutOfMemory
    })
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
