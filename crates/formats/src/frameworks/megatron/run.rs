//! Options of the batch, the run, precision and the optimizer.

use super::remarks::nearest;
use super::rules::{distributes, is_bf16, is_precision_aware, keeps_remainders, moments, strategy};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, flag, whole, word, word_if};
use crate::frameworks::setting::{
    Setting, flagged, known, lacks, number, option, read, switched, written,
};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use cost::plan::{Dtype, GradientType, MasterWeights, Offload, Optimizer, ZeroStage};

pub(super) const BATCH_ROWS: &[Setting] = &[
    // A: a sequence has two parts for each rank.
    number("--seq-length", "seq")
        .or_missing(MissingSetting::Sequence)
        .core(&[Lack::when(Aspect::Sequence, Fate::Refused, |facts| {
            let ranks = facts.plan.layout.context;
            ranks > 1 && !facts.legal.sequence.is_multiple_of(2 * ranks)
        })]),
    number("--micro-batch-size", "mbs").or_missing(MissingSetting::Batch),
    option(GLOBAL, |f| whole(f.plan.global_batch()), global_batch),
    known(SIZES).several(),
    written("--train-iters", |f| whole(f.steps())),
    known("--train-samples"),
];

pub(super) const PRECISION_ROWS: &[Setting] = &[
    option("--bf16", |f| flag(is_bf16(f.plan.levers.dtype)), dtype)
        .bare()
        .lacks(&[Lack::when(Aspect::Dtype, Fate::NoOption, |facts| {
            facts.plan.levers.dtype == Dtype::Fp32 && facts.is_routed()
        })]),
    flagged("--fp16", |f| f.plan.levers.dtype == Dtype::Fp16),
    written("--fp8-format", |f| match f.plan.levers.dtype {
        Dtype::Fp8 => word("hybrid"),
        Dtype::Fp8Block | Dtype::MxFp8 => word("e4m3"),
        _ => None,
    }),
    written("--fp8-recipe", |f| match f.plan.levers.dtype {
        Dtype::Fp8 => word("tensorwise"),
        Dtype::Fp8Block => word("blockwise"),
        Dtype::MxFp8 => word("mxfp8"),
        _ => None,
    }),
    // `validate_args`: with the distributed optimizer, or Megatron FSDP, and without offload unless
    // scales are delayed.
    switched("--fp8-param-gather", "gather8", true)
        .written_by(|f| flag(f.plan.gathers_in_8_bits()))
        .lacks(&[Lack::when(Aspect::NarrowGathers, Fate::Refused, |facts| {
            let is_offloaded = facts.offloads(Offload::Optimizer);
            facts.plan.gathers_in_8_bits() && (is_offloaded || !distributes(facts))
        })]),
    // Megatron FSDP refuses this option, as it has other buffers (`validate_args`).
    flagged("--reuse-grad-buf-for-mxfp8-param-ag", |f| {
        let is_mx = f.plan.levers.dtype == Dtype::MxFp8;
        f.plan.gathers_in_8_bits() && is_mx && strategy(f).is_none()
    })
    .idle(),
    written("--fp4-format", |f| {
        word_if(f.plan.levers.dtype == Dtype::NvFp4, "e2m1")
    }),
    lacks(&[
        Lack::no_option(Aspect::WeightStorage),
        Lack::no_option(Aspect::Adapters),
        Lack::no_option(Aspect::Objective),
        Lack::no_option(Aspect::FrozenParts),
        Lack::in_code(Aspect::Lengths),
        Lack::no_option(Aspect::PagedMoments),
    ]),
    option(
        OPTIMIZER,
        |f| match f.plan.levers.optimizer {
            Optimizer::SgdMomentum => word("sgd"),
            Optimizer::Muon => word("muon"),
            _ => word("adam"),
        },
        optimizer,
    )
    .lacks(&[
        Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
            facts.plan.levers.optimizer == Optimizer::Adafactor
        }),
        Lack::when(Aspect::Optimizer, Fate::NoOption, |facts| {
            facts.plan.levers.optimizer == Optimizer::Lion
        })
        .of_versions(&["0.16"]),
    ])
    .core(&[Lack::when(Aspect::Optimizer, Fate::Refused, |facts| {
        facts.plan.levers.optimizer == Optimizer::Muon && facts.plan.levers.dtype == Dtype::Fp16
    })]),
    option(
        PRECISION_AWARE,
        |f| flag(is_precision_aware(f)),
        master_weights,
    )
    .bare()
    .lacks(&[
        // It keeps the lower halves of fp32 weights.
        Lack::when(Aspect::Master, Fate::Nearest, |facts| {
            let is_fp32 = facts.plan.master() == MasterWeights::Fp32;
            is_fp32 && is_precision_aware(facts) && is_bf16(facts.plan.levers.dtype)
        }),
        Lack::when(Aspect::Master, Fate::NoOption, |facts| {
            facts.plan.master() != MasterWeights::Fp32 && !keeps_remainders(facts)
        }),
    ]),
    read("--main-params-dtype", |file| {
        let option = "--main-params-dtype";
        if let Some(other) = file.text(option).filter(|dtype| *dtype != "fp32") {
            file.reading.unfit(option, other);
        }
    }),
    // With bf16 weights gradients are fp32 without this option, with fp16 weights they are fp16.
    option(
        "--grad-reduce-in-bf16",
        |f| {
            let is_half = f.plan.gradients() == GradientType::Half;
            flag(is_half && is_bf16(f.plan.levers.dtype))
        },
        gradients,
    )
    .bare()
    .lacks(&[Lack::when(Aspect::Gradients, Fate::NoOption, |facts| {
        let is_fp32 = facts.plan.levers.dtype == Dtype::Fp32;
        is_fp32 && facts.plan.gradients() != GradientType::Fp32
    })]),
    flagged("--accumulate-allreduce-grads-in-fp32", |f| {
        let is_fp32 = f.plan.gradients() == GradientType::Fp32;
        is_fp32 && f.plan.levers.dtype == Dtype::Fp16
    }),
    written("--main-grads-dtype", |f| {
        let is_half = f.plan.gradients() == GradientType::Half;
        word_if(
            is_half && is_precision_aware(f) && is_bf16(f.plan.levers.dtype),
            "bf16",
        )
    }),
    // A, O: the precision-aware optimizer is a distributed one.
    written("--exp-avg-dtype", |f| moments(f).map(OptionValue::Word)).core(&[Lack::when(
        Aspect::Optimizer,
        Fate::Refused,
        |facts| {
            let is_narrow = matches!(
                facts.plan.levers.optimizer,
                Optimizer::AdamW8 | Optimizer::AdamWBf16
            );
            is_narrow && facts.plan.layout.zero == ZeroStage::Zero
        },
    )]),
    written("--exp-avg-sq-dtype", |f| moments(f).map(OptionValue::Word)),
];

const GLOBAL: &str = "--global-batch-size";
const SIZES: &str = "--step-batch-size-schedule";
const OPTIMIZER: &str = "--optimizer";
const PRECISION_AWARE: &str = "--use-precision-aware-optimizer";

/// The global batch; by default one micro-batch for each data-parallel rank.
fn global_batch(file: &mut Fields) {
    if let Some(schedule) = file.written(SIZES) {
        // The last one of the sizes counts.
        let mut parts = schedule.split(|letter: char| !letter.is_ascii_digit());
        let last = parts.rfind(|part| !part.is_empty()).unwrap_or(&schedule);
        return file.reading.set("gbs", SIZES, last);
    }
    if file.has(GLOBAL) {
        let _ = file.set("gbs", GLOBAL);
    } else if file.is_open(GLOBAL) || file.is_open("--micro-batch-size") {
        file.reading.leave_open("gbs", None);
    } else if file.has("--micro-batch-size") {
        file.usual_global_batch(GLOBAL, &["gpus", "tp", "pp", "cp"]);
    }
}

/// Steps of the run, or samples, of which each step takes a global batch.
pub(super) fn steps(file: &mut Fields) {
    let samples = file.whole("--train-samples");
    match samples {
        Some(samples) if !file.has("--train-iters") => {
            let steps = samples.div_ceil(file.reading.plan.global_batch().max(1));
            file.reading.steps(Some(steps), "--train-samples");
        }
        _ => {
            let steps = file.whole("--train-iters");
            file.reading.steps(steps, "--train-iters");
        }
    }
}

fn dtype(file: &mut Fields) {
    let recipe = file.text("--fp8-recipe").unwrap_or("delayed");
    file.reading.plan.levers.dtype = if file.has("--fp4-format") {
        Dtype::NvFp4
    } else if file.has("--fp8-format") {
        match recipe {
            "blockwise" => Dtype::Fp8Block,
            "mxfp8" => Dtype::MxFp8,
            _ => Dtype::Fp8,
        }
    } else if file.has("--bf16") {
        Dtype::Bf16
    } else if file.has("--fp16") {
        Dtype::Fp16
    } else {
        Dtype::Fp32
    };
    if file.has("--fp8-format") && file.is_open("--fp8-recipe") {
        file.reading.leave_open("dtype", None);
    } else {
        file.note("dtype", "--fp4-format --fp8-format --bf16 --fp16");
    }
}

fn optimizer(file: &mut Fields) {
    let name = file.text(OPTIMIZER);
    file.reading.plan.levers.optimizer = match (name, file.text("--exp-avg-dtype")) {
        (Some("sgd"), _) => Optimizer::SgdMomentum,
        (Some("muon" | "dist_muon" | "adaptive_muon"), _) => Optimizer::Muon,
        (Some("lion"), _) => Optimizer::Lion,
        (_, Some("fp8")) => Optimizer::AdamW8,
        (_, Some("bf16")) => Optimizer::AdamWBf16,
        _ => Optimizer::AdamW,
    };
    match name {
        None | Some("adam" | "sgd" | "muon" | "dist_muon" | "lion") => {
            file.note("opt", "--optimizer --exp-avg-dtype");
        }
        Some(other) => {
            file.reading.remark(nearest(OPTIMIZER, other));
            file.reading.leave_open("opt", None);
        }
    }
}

/// The master weights: the precision-aware optimizer keeps the lower halves of fp32 weights beside
/// bf16 ones.
fn master_weights(file: &mut Fields) {
    let levers = &file.reading.plan.levers;
    let has_remainders = file.has(PRECISION_AWARE) && is_bf16(levers.dtype);
    file.reading.plan.levers.master = has_remainders.then_some(MasterWeights::Remainder);
    file.note("master", PRECISION_AWARE);
}

/// The type of gradients, if it is not the default.
fn gradients(file: &mut Fields) {
    let dtype = file.reading.plan.levers.dtype;
    let is_half =
        file.has("--grad-reduce-in-bf16") || file.text("--main-grads-dtype") == Some("bf16");
    let is_fp32 = file.has("--accumulate-allreduce-grads-in-fp32");
    file.reading.plan.levers.gradients = if is_bf16(dtype) && is_half {
        Some(GradientType::Half)
    } else {
        (dtype == Dtype::Fp16 && is_fp32).then_some(GradientType::Fp32)
    };
    let names = "--grad-reduce-in-bf16 --main-grads-dtype --accumulate-allreduce-grads-in-fp32";
    file.note("grads", names);
}
