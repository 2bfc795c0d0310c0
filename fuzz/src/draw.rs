//! Choices from bytes. The same bytes make the same choices, whether they are random or chosen by a
//! tool that watches what each of them covers.

use std::ops::RangeInclusive;

use arbitrary::Unstructured;

/// Bytes that choices are taken from. When they are used up, every choice is the first one.
pub struct Draw<'a>(Unstructured<'a>);

impl<'a> Draw<'a> {
    /// Choices from these bytes.
    #[must_use]
    pub fn of(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// A number below this one, which is at least 1.
    pub fn below(&mut self, count: usize) -> usize {
        let last = count.saturating_sub(1);
        self.0.int_in_range(0..=last).unwrap_or(0)
    }

    /// True once in this many times on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        // Used-up bytes say no, so that what repeats ends.
        self.below(times) + 1 == times
    }

    /// One of these; there is at least one.
    pub fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A whole number in this range.
    pub fn whole(&mut self, range: RangeInclusive<u64>) -> u64 {
        let first = *range.start();
        self.0.int_in_range(range).unwrap_or(first)
    }

    /// A whole number in this range, each size as likely as any other.
    pub fn of_any_size(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (first, last) = (*range.start(), *range.end());
        let bits = self.below(last.checked_ilog2().map_or(1, |bits| bits as usize + 2));
        let most = 1_u64.checked_shl(bits as u32).unwrap_or(u64::MAX);
        self.whole(0..=most).clamp(first, last)
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

#[cfg(test)]
mod tests {
    use super::Draw;

    #[test]
    fn the_same_bytes_make_the_same_choices() {
        let bytes: Vec<u8> = (0..=255).rev().collect();
        let choices = || {
            let mut draw = Draw::of(&bytes);
            (
                draw.below(7),
                draw.of_any_size(1..=1_000_000),
                draw.text(40),
            )
        };
        assert_eq!(choices(), choices());
    }

    #[test]
    fn numbers_stay_within_their_range() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let bytes: [u8; 32] = std::array::from_fn(|_| random.u8(..));
            let mut draw = Draw::of(&bytes);
            assert!((3..=900).contains(&draw.of_any_size(3..=900)));
            assert!(draw.below(5) < 5);
            let _ = draw.of_any_size(0..=u64::MAX);
        }
    }
}
