//! The import, and the reader's answers about it.

use cost::plan::Plan;
use formats::import::{ImportRefusal, Imported, import_by};
use formats::link::{self, LinkWarning};

use crate::browser::json;

/// The field in which text is pasted.
pub(super) const TEXT: &str = "bring-text";
/// The field in which a file is chosen.
pub(super) const FILE: &str = "bring-file";
/// The button that takes the plan over.
pub(in super::super) const TAKE: &str = "bring-take";
/// The lists of models and of GPUs.
pub(super) const PRESETS: [&str; 2] = ["bring-model", "bring-gpu"];
/// The key of the control that says how many GPUs there are.
pub(super) const GPUS_KEY: &str = "gpus";

/// An import.
#[derive(Default)]
pub(in super::super) struct Import {
    pub(super) text: String,
    pub(super) outcome: Outcome,
}

/// Outcome of reading the text.
#[derive(Default)]
pub(super) enum Outcome {
    /// There is nothing to read.
    #[default]
    Nothing,
    /// A file that cannot be read.
    Unread,
    /// No plan, and why.
    Refused(ImportRefusal),
    /// A link.
    Link(Box<Plan>, Vec<LinkWarning>),
    /// A file, with what the reader has said of the plan since.
    File(Box<Imported>),
}

impl Import {
    /// Reads a text; `base` stands in for what it leaves open.
    pub(super) fn take(&mut self, text: String, base: &Plan) {
        // Files have spaces or lines, links have none.
        let is_link = text.contains("v=1") && !text.trim().contains(char::is_whitespace);
        self.outcome = if text.trim().is_empty() {
            Outcome::Nothing
        } else if is_link {
            let (plan, warnings) = link::decode(text.trim());
            Outcome::Link(Box::new(plan), warnings)
        } else {
            match import_by(&text, None, base, json::parse) {
                Ok(imported) => Outcome::File(Box::new(imported)),
                Err(why) => Outcome::Refused(why),
            }
        };
        self.text = text;
    }

    /// The plan, if there is one.
    pub(in super::super) fn plan(&self) -> Option<&Plan> {
        match &self.outcome {
            Outcome::Nothing | Outcome::Unread | Outcome::Refused(_) => None,
            Outcome::Link(plan, _) => Some(plan),
            Outcome::File(imported) => Some(&imported.plan),
        }
    }
}
