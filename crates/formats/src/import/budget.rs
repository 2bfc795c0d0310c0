//! The limit on the work of reading one text.
//!
//! Tests: `crates/formats/tests/import_budget/main.rs`, `crates/formats/tests/all/import_scripts.rs`.

use std::cell::Cell;

use super::imported::{ImportRefusal, TextPosition};

/// The limit on the work of reading one text, in units.
///
/// A unit is a letter that is copied, compared, matched or parsed; allocations count with their
/// bytes. So the same units limit time and memory. Readers take them before they do the work, and
/// refuse a text that takes all of them.
///
/// ```
/// use formats::import::{ReadBudget, import_within, ImportBase};
/// let budget = ReadBudget::new();
/// let base = ImportBase::filling(&formats::catalog::default_plan());
/// let read = import_within("--num-layers 80 --hidden-size 8192", None, &base, &budget);
/// assert!(read.is_ok() && budget.spent() < ReadBudget::MOST / 100);
/// ```
#[derive(Debug)]
pub struct ReadBudget {
    left: Cell<usize>,
}

/// Units of a step that has no letters, such as a command of a script.
pub(crate) const STEP: usize = 32;
/// Units of a stored text: its header, the allocator's overhead, and the room of a list that has
/// doubled.
pub(crate) const ITEM: usize = 64;
/// Units of a comparison of two names, most of which differ in their lengths or first letters.
pub(crate) const COMPARED: usize = 2;
/// Letters of long names compared at once.
pub(crate) const WORD: usize = 8;
/// Units of a field or an option, which is compared with some 300 names.
pub(crate) const FIELD: usize = 256;

impl ReadBudget {
    /// Units of one text. A unit takes some 1 to 10 ns natively and holds up to 2 bytes, so all of
    /// them stay below 0.25 s and 64 MB. Real files take less than a hundredth.
    pub const MOST: usize = 1 << 24;

    /// The full budget.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            left: Cell::new(Self::MOST),
        }
    }

    /// Units taken so far.
    #[must_use]
    pub const fn spent(&self) -> usize {
        Self::MOST - self.left.get()
    }

    /// Takes units before their work is done; returns false and takes all if there are too few.
    pub(crate) fn take(&self, units: usize) -> bool {
        let left = self.left.get().checked_sub(units);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Takes the units of stored texts with this number of letters in all.
    pub(crate) fn take_items(&self, items: usize, letters: usize) -> bool {
        self.take(items.saturating_mul(ITEM).saturating_add(letters))
    }

    /// True if no units are left.
    pub(crate) const fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Takes units.
    ///
    /// # Errors
    /// If there are too few units; `at` gives the place of reading in the text.
    pub(crate) fn charge(
        &self,
        units: usize,
        at: impl FnOnce() -> Option<TextPosition>,
    ) -> Result<(), ImportRefusal> {
        if self.take(units) && !self.is_spent() {
            Ok(())
        } else {
            Err(ImportRefusal::TooMuch { at: at() })
        }
    }
}

impl Default for ReadBudget {
    fn default() -> Self {
        Self::new()
    }
}
