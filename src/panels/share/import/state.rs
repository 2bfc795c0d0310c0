//! State of an import, and the reader's answers.

use cost::plan::Plan;
use formats::import::{ImportBase, ImportRefusal, Imported, import_by};
use formats::link::{self, LinkWarning};

use crate::browser::json;

/// The key of the control for the number of GPUs.
pub(super) const GPUS_KEY: &str = "gpus";

/// An import.
#[derive(Default)]
pub(in super::super) struct Import {
    pub(super) text: String,
    pub(super) outcome: ImportOutcome,
}

/// Outcome of reading the text.
#[derive(Default)]
pub(super) enum ImportOutcome {
    /// There is no text.
    #[default]
    Nothing,
    /// The file cannot be read.
    Unread,
    /// The text is not a plan, for this reason.
    Refused(ImportRefusal),
    /// A link.
    Link(Box<Plan>, Vec<LinkWarning>),
    /// A file, with the reader's answers applied to its plan.
    File(Box<Imported>),
}

impl Import {
    /// Reads a text; `base` supplies what it leaves open.
    pub(super) fn take(&mut self, text: String, base: &Plan) {
        // Files contain spaces or line breaks, links do not.
        let is_link = text.contains("v=1") && !text.trim().contains(char::is_whitespace);
        self.outcome = if text.trim().is_empty() {
            ImportOutcome::Nothing
        } else if is_link {
            let (plan, warnings) = link::decode(text.trim());
            ImportOutcome::Link(Box::new(plan), warnings)
        } else {
            match import_by(&text, None, &ImportBase::filling(base), json::parse) {
                Ok(imported) => ImportOutcome::File(Box::new(imported)),
                Err(why) => ImportOutcome::Refused(why),
            }
        };
        self.text = text;
    }

    /// The plan, if there is one.
    pub(in super::super) fn plan(&self) -> Option<&Plan> {
        match &self.outcome {
            ImportOutcome::Nothing | ImportOutcome::Unread | ImportOutcome::Refused(_) => None,
            ImportOutcome::Link(plan, _) => Some(plan),
            ImportOutcome::File(imported) => Some(&imported.plan),
        }
    }
}
