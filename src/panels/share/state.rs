//! State of the dialog: its pane, and the reader's choices. Closing the dialog keeps them.

use std::sync::Arc;

use cost::plan::Plan;
use formats::export::Export;

use super::copy::CopiedField;
use super::import::Import;
use super::lesson::LessonPane;
use super::pane::Pane;
use super::reader::FileReader;

/// The dialog that shares and imports plans.
#[derive(Default)]
pub(crate) struct ShareDialog {
    pub(super) is_open: bool,
    pub(super) pane: Pane,
    /// The field that was copied last.
    pub(super) copied: CopiedField,
    /// True if the browser can pass links to other programs.
    pub(super) can_offer: bool,
    /// True if the browser has refused to pass the link on.
    pub(super) is_refused: bool,
    /// Target framework of the files: a position in `Target::ALL`.
    pub(super) target: usize,
    /// The plan as a file for that framework, once its pane has been opened.
    pub(super) file: Option<PlanFile>,
    /// Sentence on what the file runs, if it is not the plan.
    pub(super) file_run: Option<String>,
    /// Reader of that file, to find out what it runs.
    pub(super) file_reader: FileReader,
    pub(super) lesson: LessonPane,
    pub(super) import: Import,
}

/// A plan, written for a target.
#[derive(Clone, PartialEq)]
pub(super) struct PlanFile {
    pub(super) plan: Arc<Plan>,
    /// Position in [`formats::export::Target::ALL`].
    pub(super) target: usize,
    /// The file; `None` if the plan is illegal.
    pub(super) export: Option<Export>,
}
