//! The step at both ends of a choice of software.

use crate::en::words::filled;
use formats::link::KeyKind;
use formats::number::duration;
use search::ends::ChoiceEnds;

/// One line on a choice: `Step by dispatcher: 12.3 s with HybridEP, 19.0 s with all-to-all (this
/// plan: all-to-all)`.
pub(super) fn choice(ends: &ChoiceEnds) -> String {
    let [shortest, longest] = &ends.ends;
    filled(
        "Step by ~: ~ with ~, ~ with ~ (this plan: ~)",
        &[
            name(ends),
            &duration(shortest.step),
            &value(ends, &shortest.value),
            &duration(longest.step),
            &value(ends, &longest.value),
            &value(ends, &ends.own),
        ],
    )
}

/// Name of a choice inside a sentence.
fn name(ends: &ChoiceEnds) -> &'static str {
    match ends.key.name() {
        "disp" => "dispatcher",
        "overlap" => "overlap",
        "imbal" => "load of the busiest expert",
        "kern" => "elementwise kernels",
        "fagen" => "Flash Attention",
        "cpbal" => "context-parallel pieces",
        "gsync" => "gradient sync",
        key => crate::controls::label(key).map_or(key, |label| label.name),
    }
}

/// A value of a choice, as its control names it.
fn value(ends: &ChoiceEnds, value: &str) -> String {
    let key = ends.key;
    match (key.name(), value) {
        ("imbal", load) => [load, " × the mean"].concat(),
        ("fagen", generation) => ["generation ", generation].concat(),
        ("cpbal", "0") => String::from("one piece a rank"),
        ("cpbal", _) => String::from("two pieces a rank"),
        _ => {
            let options = crate::controls::label(key.name()).map_or(&[][..], |label| label.options);
            let named = |word: &str| {
                let place = key.values().words().iter().position(|own| *own == word);
                place
                    .and_then(|place| options.get(place).copied())
                    .unwrap_or_default()
            };
            match key.kind() {
                KeyKind::Set if value == "none" => String::from("none"),
                KeyKind::Set => value.split(',').map(named).collect::<Vec<_>>().join(" + "),
                _ => named(value).to_owned(),
            }
        }
    }
}
