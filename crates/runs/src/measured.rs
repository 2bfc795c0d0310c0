//! Measurements of a row: seconds of a step, also from TFLOP/s or MFU, and memory by its kind.

use serde_json::Value;

use super::notes::Notes;
use super::row::{self, RunRecord};
use cost::model_flops::{Convention, flops_per_token};
use cost::plan::{Plan, Recompute, Word};
use cost::units::Seconds;
use cost::vocabularies;

/// The measurements of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurements {
    /// Seconds of a step, printed or converted.
    pub step: Option<Seconds>,
    /// Peak memory, GiB, with the bytes that it counts.
    pub memory: Option<(MeasuredMemory, f64)>,
    /// Peak of reserved memory, GiB, if the row has it beside another kind.
    pub reserved_gib: Option<f64>,
    /// Memory that stays allocated between steps on the last pipeline stage, GiB.
    pub static_gib: Option<f64>,
}

vocabularies! {
    /// The bytes that a figure of memory counts.
    MeasuredMemory {
        /// Tensors, on the fullest rank: `torch.cuda.max_memory_allocated`.
        Allocated = "allocated",
        /// Tensors, on the last pipeline rank, where Megatron-LM writes its log:
        /// `torch.cuda.max_memory_allocated`.
        AllocatedLastRank = "allocated-last-rank",
        /// Tensors, on the first pipeline rank: `torch.cuda.max_memory_allocated`.
        AllocatedFirstRank = "allocated-first-rank",
        /// The allocator's cache too: `torch.cuda.max_memory_reserved`.
        Reserved = "reserved",
        /// The driver's view: context and communicators too.
        NvidiaSmi = "nvidia-smi",
        /// The source does not name the kind.
        Unstated = "unstated",
    }
}

impl Measurements {
    /// Reads the measurements of a row whose plan is `plan`.
    #[must_use]
    pub fn of(row: &RunRecord, plan: &Plan, notes: &mut Notes) -> Self {
        let gib = 1_073_741_824.0;
        let stated = &row.measured;
        Self {
            step: positive(stated.step_time_s)
                .map(Seconds)
                .or_else(|| converted(stated, plan, notes)),
            memory: peak_gib(stated).map(|peak| (kind(stated, notes), peak)),
            reserved_gib: positive(stated.peak_mem_reserved_gib),
            static_gib: positive(stated.mem_allocated_between_iters_bytes).map(|bytes| bytes / gib),
        }
    }
}

/// The convention of a row's FLOPs, one of the closed words; unknown ones count as the plain MFU.
#[must_use]
pub fn convention(stated: &row::MeasuredRecord, notes: &mut Notes) -> Convention {
    let field = "measured.flops_convention";
    match stated.flops_convention.as_deref() {
        Some("model_noncausal") => Convention::NonCausal,
        Some("model_causal") => Convention::Causal,
        Some("model_noncausal_allparams") => Convention::AllParameters,
        Some("hardware_full_recompute_4x") => Convention::FullRecompute,
        None | Some("model_unknown" | "n/a") => {
            notes.assume(field, "model_noncausal");
            Convention::NonCausal
        }
        Some(word) => {
            notes.unknown(field, word, "model_noncausal");
            Convention::NonCausal
        }
    }
}

/// Seconds in which a step's FLOPs, counted by `convention`, pass at `tflops` a GPU.
#[must_use]
pub fn step_at(plan: &Plan, convention: Convention, tflops: f64) -> Seconds {
    let tokens = plan.tokens_per_step() as f64;
    let flops = flops_per_token(&plan.model, plan.sample(), convention).0 * tokens;
    Seconds(flops / (plan.cluster.gpus as f64 * tflops * 1e12))
}

/// Peak to which a row's MFU is relative: that of the matrix type, as in every source that prints
/// an MFU without a step time.
fn peak_tflops(plan: &Plan) -> f64 {
    plan.cluster.gpu.peak(plan.levers.dtype).0 / 1e12
}

fn converted(stated: &row::MeasuredRecord, plan: &Plan, notes: &mut Notes) -> Option<Seconds> {
    // Without recompute HFU equals MFU.
    let hardware = match plan.levers.recompute {
        Recompute::Full => Convention::FullRecompute,
        _ => Convention::NonCausal,
    };
    let (convention, tflops) = if let Some(tflops) = positive(stated.tflops_per_gpu) {
        (convention(stated, notes), tflops)
    } else if let Some(mfu) = positive(stated.mfu) {
        // The MFU, which excludes recompute, whatever FLOPs the row's TFLOP/s count.
        let counted = match convention(stated, notes) {
            Convention::FullRecompute => Convention::NonCausal,
            other => other,
        };
        (counted, mfu * peak_tflops(plan))
    } else {
        (hardware, positive(stated.hfu)? * peak_tflops(plan))
    };
    let step = step_at(plan, convention, tflops).0;
    positive(Some(step)).map(Seconds)
}

fn kind(stated: &row::MeasuredRecord, notes: &mut Notes) -> MeasuredMemory {
    let Some(word) = stated.mem_kind.as_deref() else {
        return MeasuredMemory::Unstated;
    };
    MeasuredMemory::parse(word).unwrap_or_else(|| {
        let instead = MeasuredMemory::Unstated;
        notes.unknown("measured.mem_kind", word, instead.word());
        instead
    })
}

/// The printed peak, else that of the fullest rank.
fn peak_gib(stated: &row::MeasuredRecord) -> Option<f64> {
    if let Some(peak) = positive(stated.peak_mem_gib) {
        return Some(peak);
    }
    let ranks: Vec<&Value> = match stated.peak_alloc_gib_by_rank.as_ref()? {
        Value::Array(ranks) => ranks.iter().collect(),
        Value::Object(ranks) => ranks.values().collect(),
        _ => return None,
    };
    let peak = ranks
        .into_iter()
        .filter_map(Value::as_f64)
        .fold(0.0, f64::max);
    positive(Some(peak))
}

/// The figure, if it can be compared: finite and above zero.
fn positive(figure: Option<f64>) -> Option<f64> {
    figure.filter(|figure| figure.is_finite() && *figure > 0.0)
}
