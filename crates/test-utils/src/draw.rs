//! Random choices that proptest can shrink: a generator is a function that makes choices, and a
//! value is the list of the choices that made it. Fewer and smaller choices make smaller values,
//! however much a choice depends on the ones before it.
//!
//! Proptest's combinators `prop_oneof!` and `prop_flat_map` give half of the remaining bytes of its
//! `PassThrough` generator to each branch that is not taken, and its ranges never end after the last
//! byte. So a fuzzer that is guided by coverage could not steer them; it can steer these choices.
//! After the last byte, every choice is the first one.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use cost::plan::{Word, WordSet};
use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// A source of choices: those that are repeated, then random ones.
pub struct Draw<'a> {
    choices: Vec<u64>,
    /// Number of choices made.
    made: usize,
    /// Generator of the choices behind those that are repeated; without one they are 0.
    random: Option<&'a mut TestRng>,
}

impl<'a> Draw<'a> {
    /// Random choices.
    pub fn of(random: &'a mut TestRng) -> Self {
        Self::new(Vec::new(), Some(random))
    }

    fn new(choices: Vec<u64>, random: Option<&'a mut TestRng>) -> Self {
        Self {
            choices,
            made: 0,
            random,
        }
    }

    /// A number from 0 to `most`.
    fn choice(&mut self, most: u64) -> u64 {
        let choice = match (self.choices.get(self.made), &mut self.random) {
            (Some(&choice), _) => choice.min(most),
            (None, Some(random)) => up_to(random, most),
            (None, None) => 0,
        };
        match self.choices.get_mut(self.made) {
            Some(repeated) => *repeated = choice,
            None => self.choices.push(choice),
        }
        self.made += 1;
        choice
    }

    /// A number below this one, which is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        self.choice(count.saturating_sub(1) as u64) as usize
    }

    /// True once in this many times on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        // The smallest choice says no, so that what repeats ends.
        self.below(times) + 1 == times
    }

    /// One of these; there is at least one.
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A whole number in this range.
    pub fn whole(&mut self, range: RangeInclusive<u64>) -> u64 {
        range.start() + self.choice(range.end() - range.start())
    }

    /// A whole number in this range, each size as likely as any other.
    pub fn of_any_size(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (first, last) = (*range.start(), *range.end());
        let bits = self.below(last.checked_ilog2().map_or(1, |bits| bits as usize + 2));
        let most = 1_u64.checked_shl(bits as u32).unwrap_or(u64::MAX);
        self.whole(0..=most).clamp(first, last)
    }

    /// A word of a vocabulary.
    pub fn word<W: Word>(&mut self) -> W {
        self.pick(W::ALL)
    }

    /// Any set of words of a vocabulary.
    pub fn words<W: Word>(&mut self) -> WordSet<W> {
        WordSet::from_bits(self.below(1 << W::ALL.len()) as u32)
    }

    /// Something once in this many times on average.
    pub fn maybe<T>(&mut self, times: usize, draw: impl Fn(&mut Self) -> T) -> Option<T> {
        self.once_in(times).then(|| draw(self))
    }

    /// Any number: any bits of one.
    pub fn number(&mut self) -> f64 {
        f64::from_bits(self.whole(0..=u64::MAX))
    }

    /// A random text of at most `most` letters.
    pub fn text(&mut self, most: usize) -> String {
        let length = self.below(most + 1);
        (0..length).map(|_| self.letter()).collect()
    }

    /// A letter: most of them such as stand in texts, some that break quotes or lines, any others.
    fn letter(&mut self) -> char {
        match self.below(8) {
            0..=3 => char::from(self.whole(0x20..=0x7e) as u8),
            4 | 5 => self.pick(&[
                '"', '\'', '<', '>', '&', '%', '#', '=', ',', '\\', '\n', '\r', '\t', '\0', '|',
                '\u{202e}', '\u{feff}', 'é', '€', '𝟙',
            ]),
            6 => char::from(self.whole(0..=255) as u8),
            _ => char::from_u32(self.whole(0..=0x10_ffff) as u32).unwrap_or('\u{fffd}'),
        }
    }
}

/// The generator of these two numbers: other numbers make one that has nothing in common with it.
#[must_use]
pub fn generator(seed: u64, case: u64) -> TestRng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&case.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &key)
}

/// A random number from 0 to `most`.
fn up_to(random: &mut TestRng, most: u64) -> u64 {
    match u32::try_from(most) {
        Ok(most) => (u64::from(random.next_u32()) * (u64::from(most) + 1)) >> 32,
        Err(_) => ((u128::from(random.next_u64()) * (u128::from(most) + 1)) >> 64) as u64,
    }
}

/// The strategy of what a generator makes.
pub fn drawn<T: fmt::Debug, F: Fn(&mut Draw) -> T + Clone>(make: F) -> Drawing<T, F> {
    Drawing(make, PhantomData)
}

/// A strategy of choices.
pub struct Drawing<T, F>(F, PhantomData<fn() -> T>);

impl<T, F> fmt::Debug for Drawing<T, F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Drawing")
    }
}

impl<T: fmt::Debug, F: Fn(&mut Draw) -> T + Clone> Strategy for Drawing<T, F> {
    type Tree = Choices<T, F>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut draw = Draw::of(runner.rng());
        (self.0)(&mut draw);
        Ok(Choices {
            make: self.0.clone(),
            tried: draw.choices,
            best: Vec::new(),
            step: Step::default(),
            made: PhantomData,
        })
    }
}

/// A value as the choices that make it, and the way to fewer and smaller ones.
pub struct Choices<T, F> {
    make: F,
    tried: Vec<u64>,
    /// The choices to which those that are tried are the next smaller ones.
    best: Vec<u64>,
    step: Step,
    made: PhantomData<fn() -> T>,
}

/// A way to smaller choices.
#[derive(Clone, Copy, Default)]
struct Step {
    /// Place of the choice that is changed, or the first that is left out.
    place: usize,
    /// Number of choices that are left out; 0 where one is made smaller.
    left_out: usize,
    /// Place in [`SHIFTS`].
    shift: usize,
    /// True if a step since the first choice succeeded.
    is_better: bool,
}

/// A choice is made smaller by itself shifted by these bits, or by 1.
const SHIFTS: [u32; 8] = [0, 1, 2, 4, 8, 16, 32, 63];

impl<T, F> Choices<T, F> {
    /// Takes the next smaller choices; returns false, with the best ones, if there are none left.
    fn next(&mut self) -> bool {
        loop {
            let Step {
                place, left_out, ..
            } = self.step;
            self.tried.clone_from(&self.best);
            if place >= self.best.len() {
                match left_out {
                    0 if !self.step.is_better => return false,
                    0 => self.step = Step::first(self.best.len()),
                    // A value is often made of a few choices, which go together.
                    1..=8 => (self.step.place, self.step.left_out) = (0, left_out - 1),
                    _ => (self.step.place, self.step.left_out) = (0, left_out / 2),
                }
            } else if left_out > 0 {
                self.step.place += self.step.stride();
                self.tried
                    .drain(place..(place + left_out).min(self.best.len()));
                return true;
            } else if let Some(shift) = SHIFTS.get(self.step.shift) {
                self.step.shift += 1;
                let choice = &mut self.tried[place];
                if *choice > 0 {
                    *choice -= (*choice >> shift).max(1);
                    return true;
                }
            } else {
                (self.step.place, self.step.shift) = (place + 1, 0);
            }
        }
    }
}

impl Step {
    /// Distance to the next place. Where few choices are left out, every place is tried.
    fn stride(&self) -> usize {
        match self.left_out {
            0 => 0,
            1..=8 => 1,
            many => many,
        }
    }

    /// The step before all others, which leaves out half of this many choices.
    fn first(choices: usize) -> Self {
        Self {
            left_out: choices.div_ceil(2),
            ..Self::default()
        }
    }
}

impl<T: fmt::Debug, F: Fn(&mut Draw) -> T + Clone> ValueTree for Choices<T, F> {
    type Value = T;

    fn current(&self) -> T {
        (self.make)(&mut Draw::new(self.tried.clone(), None))
    }

    fn simplify(&mut self) -> bool {
        let mut draw = Draw::new(self.tried.clone(), None);
        (self.make)(&mut draw);
        draw.choices.truncate(draw.made);
        // The last choices count most: zeros at the end can be left out once a count is smaller.
        let size = |choices: &[u64]| {
            let from_end: Vec<u64> = choices.iter().rev().copied().collect();
            (choices.len(), from_end)
        };
        if self.best.is_empty() {
            self.step = Step::first(draw.made);
        } else if size(&draw.choices) < size(&self.best) {
            // What succeeded is tried again at the same place.
            self.step.place -= self.step.stride().min(self.step.place);
            (self.step.shift, self.step.is_better) = (0, true);
        } else {
            return self.next();
        }
        self.best = draw.choices;
        self.next()
    }

    fn complicate(&mut self) -> bool {
        self.next()
    }
}

#[cfg(test)]
mod tests {
    use proptest::strategy::{Strategy, ValueTree};
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

    use super::{Draw, drawn};

    fn texts(draw: &mut Draw) -> Vec<u64> {
        (0..draw.below(9))
            .map(|_| draw.of_any_size(0..=u64::MAX))
            .collect()
    }

    #[test]
    fn numbers_stay_within_their_range() {
        let numbers = drawn(|draw| (draw.of_any_size(3..=900), draw.below(5), draw.number()));
        let mut runner = TestRunner::deterministic();
        for _ in 0..2_000 {
            let (whole, below, _) = numbers.new_tree(&mut runner).expect("a tree").current();
            assert!((3..=900).contains(&whole) && below < 5);
        }
    }

    /// Shrinking removes the numbers that do not matter, and makes the one that does the smallest.
    #[test]
    fn a_failure_is_as_small_as_it_can_be() {
        let mut runner = TestRunner::deterministic();
        let fails = |numbers: &[u64]| numbers.iter().any(|&number| number >= 37);
        for _ in 0..100 {
            let mut tree = drawn(texts).new_tree(&mut runner).expect("a tree");
            if !fails(&tree.current()) {
                continue;
            }
            let mut is_going_on = tree.simplify();
            while is_going_on {
                is_going_on = if fails(&tree.current()) {
                    tree.simplify()
                } else {
                    tree.complicate()
                };
            }
            assert_eq!(tree.current(), [37]);
        }
    }

    /// Bytes of a fuzzer make choices, the same ones the same, and end.
    #[test]
    fn bytes_make_choices() {
        let made = |bytes: &[u8]| {
            let random = TestRng::from_seed(RngAlgorithm::PassThrough, bytes);
            let mut runner = TestRunner::new_with_rng(Config::default(), random);
            drawn(texts)
                .new_tree(&mut runner)
                .expect("a tree")
                .current()
        };
        assert_eq!(made(&[]), [0; 0]);
        let bytes: Vec<u8> = (0..=255).rev().collect();
        assert_eq!(made(&bytes), made(&bytes));
        assert_eq!(made(&bytes).len(), 8);
        assert_ne!(made(&bytes), made(&bytes[1..]));
    }
}
