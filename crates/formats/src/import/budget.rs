//! The work that reading one text may take.
//!
//! Tests: `crates/formats/tests/import_budget/main.rs`, `crates/formats/tests/all/import_scripts.rs`.

use std::cell::Cell;

use super::imported::{ImportRefusal, TextPosition};

/// The work that reading one text may take, in units.
///
/// A unit is a letter that is copied, compared, matched or parsed; what is allocated counts with
/// the bytes that it holds. So the same units bound time and memory: readers take them before they
/// do the work, and a text that takes all of them is refused.
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
pub(super) const STEP: usize = 32;
/// Units of a text that is kept: its header, what the allocator adds, and the room of a list that
/// has doubled.
pub(super) const ITEM: usize = 64;
/// Units of a comparison of two names: most differ in their lengths or first letters.
pub(super) const COMPARED: usize = 2;
/// Letters of long names that are compared at once.
pub(super) const WORD: usize = 8;
/// Units of a field or an option, which some 300 names are compared with.
pub(super) const FIELD: usize = 256;

impl ReadBudget {
    /// Units of one text. A unit takes some 1 to 10 ns natively and holds up to 2 bytes, so all of
    /// them stay below 0.25 s and 64 MB. Real files take less than a hundredth.
    pub const MOST: usize = 1 << 24;

    /// All of it.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            left: Cell::new(Self::MOST),
        }
    }

    /// Units that were taken.
    #[must_use]
    pub const fn spent(&self) -> usize {
        Self::MOST - self.left.get()
    }

    /// Takes units before their work is done; false if there are too few, and then none are left.
    pub(super) fn take(&self, units: usize) -> bool {
        let left = self.left.get().checked_sub(units);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Takes units of texts that are kept, with the letters of all of them.
    pub(super) fn take_items(&self, items: usize, letters: usize) -> bool {
        self.take(items.saturating_mul(ITEM).saturating_add(letters))
    }

    /// True if nothing is left.
    pub(super) const fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Takes units.
    ///
    /// # Errors
    /// If there are too few; `at` is the place of the text that is read.
    pub(super) fn charge(
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
