//! Published runs as the page loads them: links and measurements, but no predictions, which the
//! page computes from the links. The calibration writes the file, `static/accuracy.json`.
//!
//! Tests: `tests/all/accuracy.rs`.

mod fitted;

use cost::convention::MemoryKind;
use cost::plan::{Plan, Recipe};
use cost::published::{Spread, Summary};
use serde::{Deserialize, Serialize};

/// Errors of the steps of each of [`RunFamily::ALL`], each source by constants fitted to all
/// others.
pub use fitted::UNSEEN;

/// Fields of a row, in order, for people who open the file.
pub const FIELDS: [&str; 5] = ["group", "link", "step_s", "memory_gib", "memory_kind"];

/// Published runs, and the model's errors over all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PublishedRuns {
    /// Errors of the model.
    pub summary: Summary,
    /// Names of the sources.
    pub groups: Vec<String>,
    /// The runs.
    pub rows: Vec<RunRow>,
}

/// A family of runs with similar errors of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunFamily {
    /// Dense models with Megatron-LM or `NeMo`.
    Megatron,
    /// Dense models with llm-foundry.
    LlmFoundry,
    /// Dense models with torchtitan and others of PyTorch's FSDP.
    TorchTitan,
    /// Dense models with `DeepSpeed`.
    DeepSpeed,
    /// Dense models with nanotron.
    Nanotron,
    /// Dense models on TPUs with `MaxText`.
    MaxText,
    /// Dense models on sequences of 65,536 tokens and more.
    Long,
    /// Mixtures of experts.
    Mixture,
}

/// Confidence in the steps that the model predicts for a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Median error of at most 7 %, ninth decile of at most 20 %.
    Strong,
    /// Median error of at most 15 %.
    Fair,
    /// Larger errors, or too few published runs.
    Unproven,
}

/// Number of plans below which a family counts as unproven.
const FEW_PLANS: f64 = 10.0;

impl RunFamily {
    /// All families.
    pub const ALL: [Self; 8] = [
        Self::Megatron,
        Self::LlmFoundry,
        Self::TorchTitan,
        Self::DeepSpeed,
        Self::Nanotron,
        Self::MaxText,
        Self::Long,
        Self::Mixture,
    ];

    /// The family of a run.
    ///
    /// ```
    /// use formats::{accuracy::RunFamily, link};
    /// let family = |link: &str| RunFamily::of(&link::decode(link).0);
    /// assert_eq!(family("#v=1&p=llama3-8b/h100x64"), Some(RunFamily::Megatron));
    /// assert_eq!(family("#v=1&p=llama3-8b/h100x64&seq=131072"), Some(RunFamily::Long));
    /// assert_eq!(family("#v=1&p=mixtral-8x7b/tpu-v5px64"), Some(RunFamily::Mixture));
    /// ```
    #[must_use]
    pub fn of(plan: &Plan) -> Option<Self> {
        if plan.model.moe.experts > 0 {
            return Some(Self::Mixture);
        }
        if plan.sequence() >= 65_536 {
            return Some(Self::Long);
        }
        match plan.stack.recipe {
            Recipe::Megatron | Recipe::Nemo => Some(Self::Megatron),
            Recipe::LlmFoundry => Some(Self::LlmFoundry),
            Recipe::TorchTitan => Some(Self::TorchTitan),
            Recipe::DeepSpeed => Some(Self::DeepSpeed),
            Recipe::Nanotron => Some(Self::Nanotron),
            Recipe::MaxText => Some(Self::MaxText),
            Recipe::ZeroPaper
            | Recipe::HuggingFace
            | Recipe::HuggingFaceDeepSpeed
            | Recipe::Verl
            | Recipe::OpenRlhf => None,
        }
    }
}

impl Confidence {
    /// The confidence for these errors of sources left out.
    #[must_use]
    pub fn of(unseen: Spread) -> Self {
        let Spread { plans, median, p90 } = unseen;
        if plans < FEW_PLANS || median > 0.15 {
            Self::Unproven
        } else if median > 0.07 || p90 > 0.2 {
            Self::Fair
        } else {
            Self::Strong
        }
    }
}

/// A published run, written as a list in the order of [`FIELDS`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "RunRowParts", into = "RunRowParts")]
pub struct RunRow {
    /// Source of the run: an index into the groups.
    pub group: u32,
    /// The plan of the run, as a link.
    pub link: String,
    /// Measured seconds of a step, if they are stated.
    pub step: Option<f64>,
    /// Measured peak, GiB, if it is stated.
    pub memory_gib: Option<f64>,
    /// Kind of memory of the peak, if it is stated.
    pub memory_kind: Option<MemoryKind>,
}

type RunRowParts = (u32, String, Option<f64>, Option<f64>, Option<MemoryKind>);

impl From<RunRowParts> for RunRow {
    fn from((group, link, step, memory_gib, memory_kind): RunRowParts) -> Self {
        Self {
            group,
            link,
            step,
            memory_gib,
            memory_kind,
        }
    }
}

impl From<RunRow> for RunRowParts {
    fn from(row: RunRow) -> Self {
        let RunRow {
            group,
            link,
            step,
            memory_gib,
            memory_kind,
        } = row;
        (group, link, step, memory_gib, memory_kind)
    }
}
