//! The columns of a file: those read and those written.

use cost::plan::Word;
use formats::catalog;
use formats::link;
use search::asked::Clause;

/// The meaning of a column of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// A plan's link.
    Link,
    /// A model of the catalogue.
    Model,
    /// A GPU of the catalogue.
    Gpu,
    /// Number of GPUs.
    Gpus,
    /// A key of the plan's link.
    Key(String),
    /// A part of the question.
    Clause(Clause),
    /// An earlier answer, which the new one replaces.
    Replaced,
    /// A column of the reader's, carried through.
    Carried,
}

/// Names of the columns that an answer adds; names and meanings never change.
///
/// The best layout as a link and in words; its GPUs; its step in seconds; tokens per second of the
/// whole cluster. MFU from 0 to 1; GiB of the fullest GPU; `fits`, `tight` or `oom`; `yes` if the
/// model was compared with published runs on such hardware, else `no`; days and dollars of the run.
/// Layouts that tie with the best, counted up to [`super::Answer::KEPT`]; layouts considered, and
/// of these estimated in full. The reason if there is no answer.
pub const ANSWERS: [&str; 15] = [
    "best_link",
    "best_layout",
    "best_gpus",
    "step_s",
    "tokens_per_s",
    "mfu",
    "peak_gib",
    "verdict",
    "hardware_validated",
    "run_days",
    "cost_usd",
    "tied",
    "considered",
    "estimated",
    "error",
];

impl Column {
    /// The column of this name. Names have to be equal, apart from spaces around them.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let name = name.trim();
        match name {
            "link" => return Self::Link,
            "model" => return Self::Model,
            "gpu" => return Self::Gpu,
            "gpus" => return Self::Gpus,
            _ => {}
        }
        if let Some(clause) = Clause::parse(name) {
            Self::Clause(clause)
        } else if ANSWERS.contains(&name) {
            Self::Replaced
        } else if is_key(name.strip_prefix("m.").unwrap_or(name)) {
            Self::Key(name.to_owned())
        } else {
            Self::Carried
        }
    }

    /// Name of the column.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Link => "link",
            Self::Model => "model",
            Self::Gpu => "gpu",
            Self::Gpus => "gpus",
            Self::Key(key) => key,
            Self::Clause(clause) => clause.word(),
            Self::Replaced | Self::Carried => "",
        }
    }

    /// True if the cells of the column are read.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        !matches!(self, Self::Replaced | Self::Carried)
    }
}

/// True if links have such a key, or had it in the past.
fn is_key(name: &str) -> bool {
    !link::value(&catalog::default_plan(), name).is_empty() || !link::replacing(name).is_empty()
}
