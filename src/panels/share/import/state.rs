//! State of an import.

use cost::legal::{Legal, Reason};
use cost::plan::Plan;
use formats::import::{ImportRefusal, Imported};
use formats::link::{self, LinkWarning};

use super::super::reader::{FileReader, ReadOutcome, ReaderUser};

/// The key of the control for the number of GPUs.
pub(super) const GPUS_KEY: &str = "gpus";

/// An import.
pub(in super::super) struct Import {
    pub(super) text: String,
    pub(super) outcome: ImportOutcome,
    /// Reasons why its plan is illegal; empty if it is legal, or if there is none.
    pub(super) reasons: Vec<Reason>,
    pub(super) reader: FileReader,
}

impl Default for Import {
    fn default() -> Self {
        Self {
            text: String::new(),
            outcome: ImportOutcome::default(),
            reasons: Vec::new(),
            reader: FileReader::of(ReaderUser::Import),
        }
    }
}

/// Outcome of reading the text.
#[derive(Default)]
pub(super) enum ImportOutcome {
    /// There is no text.
    #[default]
    Nothing,
    /// The file cannot be read.
    Unread,
    /// The text waits for the reader of files.
    Reading,
    /// Reading took too long or failed, and was ended.
    Ended,
    /// The browser starts no workers, so there is no reader of files.
    NoWorkers,
    /// The text is not a plan, for this reason.
    Refused(ImportRefusal),
    /// A link.
    Link(Box<Plan>, Vec<LinkWarning>),
    /// A file, with the reader's answers applied to its plan.
    File(Box<Imported>),
}

impl Import {
    /// Takes a text. Returns true if it is to be read as a file.
    pub(super) fn take(&mut self, text: String) -> bool {
        // Files contain spaces or line breaks, links do not.
        let is_link = text.contains("v=1") && !text.trim().contains(char::is_whitespace);
        self.outcome = if text.trim().is_empty() {
            ImportOutcome::Nothing
        } else if is_link {
            let (plan, warnings) = link::decode(text.trim());
            ImportOutcome::Link(Box::new(plan), warnings)
        } else {
            ImportOutcome::Reading
        };
        self.text = text;
        matches!(self.outcome, ImportOutcome::Reading)
    }

    /// Takes the outcome of reading the text as a file.
    pub(super) fn take_read(&mut self, read: ReadOutcome) {
        self.outcome = match read {
            ReadOutcome::Read(read) => match *read {
                Ok(imported) => ImportOutcome::File(Box::new(imported)),
                Err(why) => ImportOutcome::Refused(why),
            },
            ReadOutcome::Ended => ImportOutcome::Ended,
            ReadOutcome::Unread => ImportOutcome::Unread,
            ReadOutcome::NoWorkers => ImportOutcome::NoWorkers,
        };
    }

    /// Checks whether the plan is legal.
    pub(super) fn check(&mut self) {
        let reasons = self.plan().and_then(|plan| Legal::check(plan).err());
        self.reasons = reasons.unwrap_or_default();
    }

    /// The plan, if there is one.
    pub(in super::super) fn plan(&self) -> Option<&Plan> {
        match &self.outcome {
            ImportOutcome::Nothing
            | ImportOutcome::Unread
            | ImportOutcome::Reading
            | ImportOutcome::Ended
            | ImportOutcome::NoWorkers
            | ImportOutcome::Refused(_) => None,
            ImportOutcome::Link(plan, _) => Some(plan),
            ImportOutcome::File(imported) => Some(&imported.plan),
        }
    }
}
