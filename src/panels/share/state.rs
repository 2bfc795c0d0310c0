//! State of the dialog: its pane, and the reader's choices in it. Closing it loses nothing.

use super::copy::Copied;
use super::import::Import;
use super::lesson::Lesson;
use super::pane::Pane;

/// The dialog that hands plans on and imports them.
#[derive(Default)]
pub(crate) struct ShareDialog {
    pub(super) is_open: bool,
    pub(super) pane: Pane,
    /// The field that was copied last.
    pub(super) copied: Copied,
    /// Whether the browser can hand links to other programs.
    pub(super) can_offer: bool,
    /// Whether it has refused to.
    pub(super) is_refused: bool,
    /// Framework that files are written for: a position in `Target::ALL`.
    pub(super) target: usize,
    pub(super) lesson: Lesson,
    pub(super) import: Import,
}
