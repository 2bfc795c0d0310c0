//! State of an import, and the reader's answers.

use cost::plan::Plan;
use formats::import::{ImportRefusal, Imported};
use formats::link::{self, LinkWarning};

use super::reader::ReadPlan;
use crate::store::PartState;

/// The key of the control for the number of GPUs.
pub(super) const GPUS_KEY: &str = "gpus";

/// An import.
#[derive(Default)]
pub(in super::super) struct Import {
    pub(super) text: String,
    pub(super) outcome: ImportOutcome,
    /// Number of requests of the reader of files; only the last one can be late or fail.
    attempts: u32,
}

/// Outcome of reading the text.
#[derive(Default)]
pub(super) enum ImportOutcome {
    /// There is no text.
    #[default]
    Nothing,
    /// The file cannot be read.
    Unread,
    /// The text is to be read as a file; the state of the reader of files.
    Reading(PartState),
    /// The text is not a plan, for this reason.
    Refused(ImportRefusal),
    /// A link.
    Link(Box<Plan>, Vec<LinkWarning>),
    /// A file, with the reader's answers applied to its plan.
    File(Box<Imported>),
}

impl Import {
    /// Takes a text. Returns true if it is to be read as a file: [`Self::take_read`] has the result.
    pub(super) fn take(&mut self, text: String) -> bool {
        // Files contain spaces or line breaks, links do not.
        let is_link = text.contains("v=1") && !text.trim().contains(char::is_whitespace);
        self.outcome = if text.trim().is_empty() {
            ImportOutcome::Nothing
        } else if is_link {
            let (plan, warnings) = link::decode(text.trim());
            ImportOutcome::Link(Box::new(plan), warnings)
        } else {
            ImportOutcome::Reading(PartState::Absent)
        };
        self.text = text;
        matches!(self.outcome, ImportOutcome::Reading(_))
    }

    /// Counts a request of the reader of files; returns its number.
    pub(super) fn request(&mut self) -> u32 {
        self.attempts = self.attempts.wrapping_add(1);
        self.outcome = ImportOutcome::Reading(PartState::Coming);
        self.attempts
    }

    /// Takes that the reader of this request is late.
    pub(super) fn be_late(&mut self, attempt: u32) {
        if attempt == self.attempts
            && matches!(self.outcome, ImportOutcome::Reading(PartState::Coming))
        {
            self.outcome = ImportOutcome::Reading(PartState::Late);
        }
    }

    /// The state of the reader of files, while a text waits for it.
    pub(super) const fn reader(&self) -> Option<PartState> {
        match self.outcome {
            ImportOutcome::Reading(state) => Some(state),
            _ => None,
        }
    }

    /// Takes what a text was read as on a request, unless there is another text by now; `None` if
    /// the reader failed to load.
    pub(super) fn take_read(&mut self, text: &str, attempt: u32, read: Option<ReadPlan>) {
        if self.text != text || self.reader().is_none() {
            return;
        }
        self.outcome = match read {
            Some(Ok(imported)) => ImportOutcome::File(imported),
            Some(Err(why)) => ImportOutcome::Refused(why),
            None if attempt == self.attempts => ImportOutcome::Reading(PartState::Failed),
            None => return,
        };
    }

    /// The plan, if there is one.
    pub(in super::super) fn plan(&self) -> Option<&Plan> {
        match &self.outcome {
            ImportOutcome::Nothing
            | ImportOutcome::Unread
            | ImportOutcome::Reading(_)
            | ImportOutcome::Refused(_) => None,
            ImportOutcome::Link(plan, _) => Some(plan),
            ImportOutcome::File(imported) => Some(&imported.plan),
        }
    }
}
