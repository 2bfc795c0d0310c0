//! Savings of Flash Attention: a plan estimated with it and without.
//!
//! Tests: `crates/cost/tests/all/kernel_times.rs`.

use cost::attention::AttentionCall;
use cost::estimate_legal;
use cost::layer_time::layer_operations;
use cost::legal::Legal;
use cost::memory::Verdict;
use cost::operation::{Kernel, Work};
use cost::params::LayerKind;
use cost::plan::{Cluster, Dtype, Model, Plan};
use cost::roofline::Roofline;
use cost::units::{Bytes, Seconds};
use formats::catalog;

/// A plan with or without Flash Attention.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attention {
    /// The attention of one layer and micro-batch on one GPU, forward and backward.
    pub call: Work,
    /// The fullest GPU's memory.
    pub peak: Bytes,
    /// The verdict on the plan's memory.
    pub verdict: Verdict,
    /// The step.
    pub step: Seconds,
}

/// Attention of a plan with Flash Attention, and without it.
///
/// ```
/// use formats::catalog;
/// use search::flash;
/// let plan = catalog::plan("llama3-8b", "h100", 64).unwrap();
/// let [with, without] = flash::compare(&plan).unwrap();
/// // 64 M scores a head cross the memory bus several times, or never
/// assert!(without.call.bytes.0 > 20 * with.call.bytes.0);
/// assert!(without.step > with.step && without.peak > with.peak);
/// ```
#[must_use]
pub fn compare(plan: &Plan) -> Option<[Attention; 2]> {
    let side = |flash: bool| {
        let mut plan = plan.clone();
        // A reader's measurement belongs to the plan that was run.
        plan.hold_measured();
        plan.levers.flash = flash;
        let legal = Legal::check(&plan).ok()?;
        let estimate = estimate_legal(&legal);
        Some(Attention {
            call: call(&legal)?,
            peak: estimate.memory.peak(),
            verdict: estimate.memory.verdict,
            step: estimate.time.total(),
        })
    };
    Some([side(true)?, side(false)?])
}

/// The attention of one layer and micro-batch, forward and backward.
fn call(legal: &Legal) -> Option<Work> {
    let operations = layer_operations(legal, &Roofline::of(legal), LayerKind::Dense);
    let core = operations
        .iter()
        .find(|operation| operation.kernel == Kernel::Core)?;
    Some(core.both())
}

/// Measurements of an attention call, forward and backward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredAttention {
    /// Memory traffic, decimal GB.
    pub gigabytes: f64,
    /// Time.
    pub milliseconds: f64,
}

/// Measurements of GPT-2 medium's attention by FlashAttention's authors, with Flash Attention and
/// without (Dao 2022, figure 2: 1,024 tokens, 16 heads of 64, batch 64, on an A100).
pub const MEASURED: [MeasuredAttention; 2] = [
    MeasuredAttention {
        gigabytes: 4.4,
        milliseconds: 7.3,
    },
    MeasuredAttention {
        gigabytes: 40.3,
        milliseconds: 41.7,
    },
];

/// Predictions for the same case: GPT-2 medium with dropout in fp16, and the first generation of
/// the kernel.
#[must_use]
pub fn predicted() -> Option<[Work; 2]> {
    let cluster = Cluster::new(catalog::gpu("a100-40")?, 1);
    // Radford 2019, table 2.
    let model = Model {
        layers: 24,
        hidden: 1_024,
        ffn: 4_096,
        heads: 16,
        kv_heads: 16,
        head_dim: 64,
        dropout: true,
        ..catalog::model("gpt2-1.5b")?
    };
    let mut plan = Plan::new(model, cluster);
    plan.batch.micro = 64;
    plan.batch.global = Some(64);
    plan.levers.dtype = Dtype::Fp16;
    plan.stack.flash_generation = Some(1);
    let [with, without] = compare(&plan)?;
    // The measured traffic is that of the whole square: no block was skipped.
    let call: AttentionCall = AttentionCall::of(&Legal::check(&plan).ok()?);
    let square = call.flash_bytes(1.0, 1);
    let with = Work {
        bytes: Bytes((square[0] + square[1]) as u64),
        ..with.call
    };
    Some([with, without.call])
}
