//! The step at both ends of a choice of software.

use formats::link::KeyKind;
use search::ends::ChoiceEnds;

use crate::EN;

messages!("choices");

/// One line on a choice: `Step by dispatcher: 12.3 s with HybridEP, 19.0 s with all-to-all (this
/// plan: all-to-all)`.
#[must_use]
pub fn choice(ends: &ChoiceEnds) -> String {
    let [shortest, longest] = &ends.ends;
    step_by(
        name(ends),
        shortest.step,
        &value(ends, &shortest.value),
        longest.step,
        &value(ends, &longest.value),
        &value(ends, &ends.own),
    )
}

/// Name of a choice inside a sentence.
fn name(ends: &ChoiceEnds) -> &'static str {
    match ends.key.name() {
        "disp" => dispatcher(),
        "overlap" => overlap(),
        "imbal" => imbalance(),
        "kern" => kernels(),
        "fagen" => flash(),
        "cpbal" => context_pieces(),
        "gsync" => gradient_sync(),
        key => EN.label(key).map_or(key, |label| label.name),
    }
}

/// A value of a choice, as its control names it.
fn value(ends: &ChoiceEnds, value: &str) -> String {
    let key = ends.key;
    match (key.name(), value) {
        ("imbal", load) => times_mean(load),
        ("fagen", number) => generation(number),
        ("cpbal", "0") => one_piece().to_owned(),
        ("cpbal", _) => two_pieces().to_owned(),
        _ => {
            let options = EN.label(key.name()).map_or(&[][..], |label| label.options);
            let named = |word: &str| {
                let place = key.values().words().iter().position(|own| *own == word);
                place
                    .and_then(|place| options.get(place).copied())
                    .unwrap_or_default()
            };
            match key.kind() {
                KeyKind::Set if value == "none" => none().to_owned(),
                KeyKind::Set => value.split(',').map(named).collect::<Vec<_>>().join(" + "),
                _ => named(value).to_owned(),
            }
        }
    }
}
