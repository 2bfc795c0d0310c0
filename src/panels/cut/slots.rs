//! The indexes of an axis that are drawn, and those that are folded.

use std::ops::Range;

/// A place on an axis of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot {
    /// One index.
    One(u64),
    /// Several indexes that are not drawn.
    Folded(Range<u64>),
}

impl Slot {
    /// The index, if the place has one.
    pub(super) const fn index(&self) -> Option<u64> {
        match self {
            Self::One(index) => Some(*index),
            Self::Folded(_) => None,
        }
    }
}

/// The places of an axis of `count` indexes: all of them, or no more than `most` places: the first
/// ones, `chosen`, the last two, and folds between them. `most` is 6 at least.
pub(super) fn slots(count: u64, most: u64, chosen: u64) -> Vec<Slot> {
    if count <= most {
        return (0..count).map(Slot::One).collect();
    }
    // Two folds, the chosen one and the last two take up five places.
    let first = most.saturating_sub(5).max(1);
    let is_drawn = |index: u64| index < first || index == chosen || index + 2 >= count;
    let mut slots = Vec::new();
    let ends = [first, chosen, count - 2];
    let mut next = 0;
    while next < count {
        if is_drawn(next) {
            slots.push(Slot::One(next));
            next += 1;
        } else {
            let end = ends.into_iter().filter(|&end| end > next).min();
            let end = end.unwrap_or(count);
            slots.push(Slot::Folded(next..end));
            next = end;
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_axis_is_drawn_whole() {
        let drawn: Vec<_> = slots(8, 8, 3).iter().filter_map(Slot::index).collect();
        assert_eq!(drawn, [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_long_axis_is_folded_around_the_chosen_index() {
        let (one, folded) = (Slot::One, Slot::Folded);
        assert_eq!(
            slots(100, 8, 0),
            [one(0), one(1), one(2), folded(3..98), one(98), one(99)]
        );
        assert_eq!(
            slots(100, 8, 50),
            [
                one(0),
                one(1),
                one(2),
                folded(3..50),
                one(50),
                folded(51..98),
                one(98),
                one(99)
            ]
        );
        assert_eq!(
            slots(9, 8, 3),
            [one(0), one(1), one(2), one(3), folded(4..7), one(7), one(8)]
        );
    }

    #[test]
    fn every_index_has_one_place_and_there_are_few() {
        for count in [1, 2, 7, 9, 17, 100, 100_000] {
            for most in [6, 8, 16] {
                for chosen in [0, 1.min(count - 1), count / 2, count - 1] {
                    let slots = slots(count, most, chosen);
                    assert!(slots.len() as u64 <= most, "{count} {most} {chosen}");
                    assert!(slots.contains(&Slot::One(chosen)));
                    let sizes = slots.iter().map(|slot| match slot {
                        Slot::One(_) => 1,
                        Slot::Folded(range) => range.end - range.start,
                    });
                    assert_eq!(sizes.sum::<u64>(), count);
                }
            }
        }
    }
}
