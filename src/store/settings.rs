//! View settings: readers choose them for themselves, teachers by a query.

use cost::convention::{Conventions, MemoryKind, MfuKind, PeakKind};
use cost::plan::Word;
use formats::link::presentation::{Theme, Unit};
use formats::number::Units;

/// Index of the kind of memory that the verdict compares, among those that can be shown.
const COMPARED_MEMORY: usize = 2;

/// View settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ViewSettings {
    /// The unit of memory.
    pub(crate) units: Units,
    /// Conventions of figures: positions in [`Conventions::CHOICES`].
    pub(crate) conventions: [usize; 3],
    /// Colours and sizes.
    pub(crate) theme: Theme,
}

impl ViewSettings {
    /// Settings that were stored earlier, by the keys of a query.
    pub(crate) fn chosen(chosen: &dyn Fn(&str) -> Option<String>) -> Self {
        fn parsed<W: Word>(word: Option<String>) -> Option<W> {
            W::parse(&word?)
        }
        Self {
            units: match parsed(chosen("units")) {
                Some(Unit::Gb) => Units::Gb,
                Some(Unit::Gib) | None => Units::Gib,
            },
            conventions: [
                parsed(chosen("mfu")).map_or(0, MfuKind::index),
                parsed(chosen("peak")).map_or(0, PeakKind::index),
                parsed(chosen("mem")).map_or(COMPARED_MEMORY, MemoryKind::index),
            ],
            theme: parsed(chosen("theme")).unwrap_or(Theme::Auto),
        }
    }

    /// Conventions of figures.
    pub(crate) fn conventions(&self) -> Conventions {
        Conventions::of(self.conventions)
    }
}

/// The theme after another, in the order of the button; only a link sets [`Theme::Projector`].
pub(super) const fn next_theme(theme: Theme) -> Theme {
    match theme {
        Theme::Auto | Theme::Projector => Theme::Light,
        Theme::Light => Theme::Dark,
        Theme::Dark => Theme::Auto,
    }
}
