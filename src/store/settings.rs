//! View settings: readers choose them for themselves, and teachers by a query.

use cost::convention::Counting;
use formats::number::Units;

/// The themes, in the order in which the button goes round; the last one only a link chooses.
pub(crate) const THEMES: [&str; 4] = ["auto", "light", "dark", "projector"];

/// The place of the kind of memory that the verdict compares, among those that can be shown.
const COMPARED_MEMORY: usize = 2;

/// View settings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ViewSettings {
    /// In which unit memory is shown.
    pub(crate) units: Units,
    /// Conventions of figures: positions in [`Counting::CHOICES`].
    pub(crate) counting: [usize; 3],
    /// Position in [`THEMES`].
    pub(crate) theme: usize,
}

impl ViewSettings {
    /// Settings that were chosen earlier, by the keys of a query.
    pub(crate) fn chosen(chosen: &dyn Fn(&str) -> Option<String>) -> Self {
        let units = match chosen("units").as_deref() {
            Some("gb") => Units::Gb,
            _ => Units::Gib,
        };
        let place_of = |key: &str, words: &[&str]| {
            let word = chosen(key)?;
            words.iter().position(|known| *known == word)
        };
        let counting = Counting::CHOICES.map(|(key, words)| {
            let usual = if key == "mem" { COMPARED_MEMORY } else { 0 };
            place_of(key, words).unwrap_or(usual)
        });
        Self {
            units,
            counting,
            theme: place_of("theme", &THEMES).unwrap_or(0),
        }
    }

    /// Conventions of figures.
    pub(crate) fn counting(&self) -> Counting {
        Counting::of(self.counting)
    }
}
