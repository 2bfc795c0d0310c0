//! Predictions of figures.

use cost::amount::Unit;
use cost::plan::Plan;
use cost::why::{Difference, Entry, Figure, Miss, PairedPart};
use formats::link::NewValues;
use formats::number::Units;

use crate::number::listed;
use crate::{settings, why_card};

messages!("predict");

/// A change of settings from one plan to another: `Tensor 8 → 4`.
#[must_use]
pub fn change_of(values: &NewValues, from: &Plan, to: &Plan) -> String {
    let keys = values.values().iter();
    let written = keys.map(|(key, _)| settings::change(key, from, to));
    listed(&written.collect::<Vec<_>>())
}

/// The changed settings with their values in a plan: `Tensor 4`.
#[must_use]
pub fn settings_of(values: &NewValues, plan: &Plan) -> String {
    let keys = values.values().iter();
    let written = keys.map(|(key, _)| setting(&settings::name(key), &settings::value(plan, key)));
    listed(&written.collect::<Vec<_>>())
}

/// The sentence about an outcome, and the next one, which says how the prediction may have come
/// about.
#[must_use]
pub fn outcome(
    figure: Figure,
    difference: &Difference,
    guess: f64,
    values: [f64; 2],
    tolerance: f64,
    shown: &Shown,
) -> [String; 2] {
    let [before, after] = values;
    let off = (guess - after).abs();
    if off <= tolerance * after.abs() {
        let share = if after == 0.0 { 0.0 } else { off / after.abs() };
        let stays = if before == after { stays() } else { "" };
        return [close(share), stays.to_owned()];
    }
    let written = |value: f64| shown.figure(figure, value);
    let gap = shown.gap(figure, off);
    let says = if guess < after { too_low } else { too_high };
    [
        says(&written(guess), &written(after), &gap),
        miss(difference, guess, values, tolerance, shown),
    ]
}

/// The sentence on how a wrong prediction may have come about.
fn miss(
    difference: &Difference,
    guess: f64,
    values: [f64; 2],
    tolerance: f64,
    shown: &Shown,
) -> String {
    let largest = difference.largest_change();
    let changed = |says: fn(&str, &str, &str) -> String, place: usize| {
        let part = &difference.parts[place];
        let [before, after] = shown.part(part);
        says(&part_name(part), &before, &after)
    };
    match (difference.miss(guess, values, tolerance), largest) {
        (_, None) => stays().to_owned(),
        (Miss::AsNow, Some(largest)) => changed(is_now, largest),
        (Miss::Scaled(factor), Some(largest)) => match unscaled(difference, factor) {
            Some(part) => {
                let [before, after] = part.values();
                let ratio = why_card::ratio(after / before);
                is_scaled(&why_card::ratio(factor), &part_name(part), &ratio)
            }
            None => changed(self::largest, largest),
        },
        (Miss::Without(places), Some(_)) => match places[..] {
            [one] => changed(without_one, one),
            [one, other] => {
                let [one, other] = [one, other].map(|place| part_name(&difference.parts[place]));
                without_two(&one, &other)
            }
            _ => String::new(),
        },
        (Miss::Other, Some(largest)) => changed(self::largest, largest),
    }
}

/// The largest part of a sum that does not change by a factor.
fn unscaled<'d, 'a>(difference: &'d Difference<'a>, factor: f64) -> Option<&'d PairedPart<'a>> {
    let is_off = |part: &&PairedPart| {
        let [before, after] = part.values();
        before > 0.0 && ((after / before) / factor - 1.0).abs() > 0.05
    };
    let parts = difference.parts.iter().filter(is_off);
    let larger =
        |one: &&PairedPart, other: &&PairedPart| one.values()[1].total_cmp(&other.values()[1]);
    parts.max_by(larger).filter(|_| difference.are_summed)
}

/// The name of a part.
#[must_use]
pub fn part_name(part: &PairedPart) -> String {
    let entry = part.entry();
    entry.map_or_else(String::new, |entry| why_card::name(&entry))
}

/// Numbers below a part that differ between the plans: `t 8 → 4`.
#[must_use]
pub fn causes(part: &PairedPart, most: usize, units: Units) -> String {
    let written = part.causes(most).into_iter().map(|[before, after]| {
        let [from, to] = [&before, &after].map(|entry| why_card::written(entry, units));
        cause(&why_card::short(&after), &from, &to)
    });
    listed(&written.collect::<Vec<_>>())
}

/// The way in which values of a figure are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown {
    /// The unit of the figure.
    pub unit: Unit,
    /// The reader's unit of memory.
    pub units: Units,
}

impl Shown {
    /// The way for a figure of two plans; one of them may lack it.
    #[must_use]
    pub fn of(entries: [Option<Entry>; 2], units: Units) -> Self {
        let mut known = entries.into_iter().flatten();
        let unit = known.find_map(|entry| entry.unit());
        Self {
            unit: unit.unwrap_or(Unit::NONE),
            units,
        }
    }

    /// A value of the figure.
    #[must_use]
    pub fn figure(&self, figure: Figure, value: f64) -> String {
        why_card::value_of(figure.root, value, self.unit, self.units)
    }

    /// The size of a difference of two values of the figure.
    #[must_use]
    pub fn gap(&self, figure: Figure, size: f64) -> String {
        why_card::size_of_difference(figure.root, size, self.unit, self.units)
    }

    /// The values of a part in both plans.
    #[must_use]
    pub fn part(&self, part: &PairedPart) -> [String; 2] {
        let unit = part.entry().and_then(|entry| entry.unit());
        let unit = unit.unwrap_or(Unit::NONE);
        part.values()
            .map(|value| why_card::value(value, unit, self.units))
    }
}
