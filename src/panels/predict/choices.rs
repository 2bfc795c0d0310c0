//! Values among which readers choose, and the scale of the bar that they drag.

use lesson::PredictedChoice;

/// Ratios to the present value among which the outcome hides.
const RATIOS: [f64; 3] = [0.5, 1.0, 2.0];
/// Ratios that take the place of one that is the outcome, or near it.
const SPARE_RATIOS: [f64; 3] = [1.5, 0.75, 3.0];
/// Least difference of two choices, as a share of the larger.
const APART: f64 = 0.1;
/// Number of choices.
const COUNT: usize = 4;
/// Steps of a bar at least.
const STEPS: f64 = 100.0;

/// The values of a list, in the order of their sizes. `unit` is the size of the list's unit.
pub(super) fn listed(
    choices: &[PredictedChoice],
    [before, after]: [f64; 2],
    unit: f64,
) -> Vec<f64> {
    let value = |choice: &PredictedChoice| match choice {
        PredictedChoice::Value(value) => value * unit,
        other => other.value(before, after),
    };
    sorted(choices.iter().map(value).collect())
}

/// Values around the outcome: the present value, multiples of it, and the outcome. `most` is the
/// largest value that the figure can have.
pub(super) fn around([before, after]: [f64; 2], most: f64) -> Vec<f64> {
    // A figure that is zero now has no multiples.
    let base = if before == 0.0 { after } else { before };
    let mut choices = vec![after];
    if before == 0.0 && after != 0.0 {
        choices.push(before);
    }
    for ratio in RATIOS.into_iter().chain(SPARE_RATIOS) {
        let value = base * ratio;
        let is_far = |known: &f64| (known - value).abs() > APART * known.abs().max(value.abs());
        if choices.len() < COUNT && value <= most && choices.iter().all(is_far) {
            choices.push(value);
        }
    }
    sorted(choices)
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    values
}

/// End of a bar on which readers drag: well beyond the present value and, for memory, beyond the
/// capacity. The outcome lies on it.
pub(super) fn bar_end([before, after]: [f64; 2], capacity: Option<f64>) -> f64 {
    let room = 2.4 * before.max(after / 2.0);
    let capacity = capacity.unwrap_or_default() * 1.25;
    let end = room.max(capacity);
    let step = step(end);
    (end / step).ceil() * step
}

/// A step of the bar: 1, 2 or 5 times a power of ten, at most a hundredth of it.
pub(super) fn step(end: f64) -> f64 {
    let rough = end / STEPS;
    if rough <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powi(rough.log10().floor() as i32);
    let digit = [5.0, 2.0].into_iter().find(|digit| digit * power <= rough);
    digit.unwrap_or(1.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outcome_is_among_four_values_that_differ() {
        for (before, after) in [
            (0.046, 0.055),
            (0.046, 0.092),
            (0.3, 0.3),
            (0.0, 0.1),
            (0.2, 0.0),
        ] {
            let choices = around([before, after], 1.0);
            assert!(choices.contains(&after), "{before} {after}");
            assert!(
                choices
                    .windows(2)
                    .all(|pair| pair[1] - pair[0] > 0.09 * pair[1])
            );
            assert!((3..=COUNT).contains(&choices.len()), "{choices:?}");
            if before > 0.0 && after != before {
                assert!(choices.contains(&before), "{choices:?}");
            }
        }
        assert_eq!(around([0.0, 0.0], 1.0), [0.0]);
        // No share is larger than one.
        assert!(around([0.7, 0.8], 1.0).iter().all(|value| *value <= 1.0));
    }

    #[test]
    fn a_bar_has_room_beyond_now_and_then() {
        for (before, after, capacity) in [
            (49.2, 81.8, Some(79.6)),
            (21.1, 8.9, None),
            (0.0, 4.0, None),
        ] {
            let end = bar_end([before, after], capacity);
            assert!(end > before && end > after && end > capacity.unwrap_or_default());
            let steps = end / step(end);
            assert!(
                (steps - steps.round()).abs() < 1e-9 && (99.0..=251.0).contains(&steps),
                "{steps}"
            );
        }
    }
}
