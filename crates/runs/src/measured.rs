//! Measurements of a row: seconds of a step, also from TFLOP/s or MFU, and memory by its kind.

use serde_json::Value;

use super::lengths::{self, Lengths};
use super::notes::{Notes, StandIn, Uncompared};
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
        let lengths = Lengths::of(row, notes);
        Self {
            step: step(row, lengths, plan, notes),
            memory: peak_gib(stated)
                .filter(|_| lengths.peak_is_full(notes))
                .map(|peak| (kind(stated, notes), peak)),
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

/// Seconds of a step of full sequences. The time of one micro-batch, or of samples that are shorter
/// than a sequence, is not that of such a step.
fn step(row: &RunRecord, lengths: Lengths, plan: &Plan, notes: &mut Notes) -> Option<Seconds> {
    let stated = &row.measured;
    let printed = positive(stated.step_time_s).map(Seconds);
    let field = match printed {
        Some(_) => "measured.step_time_s",
        None => "measured.tokens_per_s",
    };
    let is_printed = printed.is_some() || positive(stated.tokens_per_s).is_some();
    let is_assumed = row.batch.global.is_none() && row.batch.grad_accum.is_none();
    if !lengths.steps_are_full() || is_assumed {
        let why = if is_assumed {
            Uncompared::AssumedBatch
        } else {
            Uncompared::ShortSamples
        };
        if is_printed {
            notes.not_compared(field, why);
        }
        return None;
    }
    let at_once = plan.batch.micro.saturating_mul(plan.data_parallel());
    if lengths::is_of_micro_batch(row) && plan.global_batch() > at_once {
        notes.not_compared(field, Uncompared::MicroBatch);
        return by_tokens(stated, plan, notes);
    }
    printed
        .or_else(|| converted(stated, plan, notes))
        .or_else(|| by_tokens(stated, plan, notes))
}

/// Seconds in which the tokens of a step pass at the printed rate.
fn by_tokens(stated: &row::MeasuredRecord, plan: &Plan, notes: &mut Notes) -> Option<Seconds> {
    let rate = positive(stated.tokens_per_s)?;
    let counted = match stated.tokens_per_s_scope.as_deref() {
        Some("all GPUs") => 1,
        Some("GPU" | "per GPU" | "per process") => plan.cluster.gpus,
        words => {
            let field = "measured.tokens_per_s_scope";
            notes.unknown(field, words.unwrap_or_default(), StandIn::Nothing);
            return None;
        }
    };
    let step = plan.tokens_per_step() as f64 / (rate * counted as f64);
    positive(Some(step)).map(Seconds)
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
