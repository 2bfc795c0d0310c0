//! The levers of a row that trade memory against time, recompute aside.

use serde_json::Value;

use super::fields::{flag, text};
use super::notes::{Notes, StandIn};
use super::row::{RunRecord, StateTypesRecord};
use cost::plan::{
    CrossEntropy, Dtype, GradientType, Kernels, Levers, MasterWeights, Offload, Optimizer, Plan,
    Recipe, Word, WordSet,
};

/// The levers that a row states for the stack of `plan`.
pub(super) fn levers(row: &RunRecord, plan: &Plan, notes: &mut Notes) -> Levers {
    let mut levers = Levers {
        dtype: dtype(row, notes),
        gathers_narrow: row.habits.weights_8bit_gather.unwrap_or(false),
        optimizer: optimizer(row, notes),
        // Attention is fused unless the row states otherwise.
        flash: row.flash_attention.unwrap_or(true),
        cross_entropy: cross_entropy(row, plan, notes),
        ..Levers::default()
    };
    state_types(row, &mut levers, notes);
    offload(row, &mut levers, notes);
    levers
}

fn dtype(row: &RunRecord, notes: &mut Notes) -> Dtype {
    let dtype = match row.dtype.as_deref() {
        None => {
            notes.assume("dtype", Dtype::Bf16.word());
            Dtype::Bf16
        }
        Some(word) => Word::parse(word).unwrap_or_else(|| {
            notes.unknown("dtype", word, Dtype::Bf16.word());
            Dtype::Bf16
        }),
    };
    if dtype != Dtype::Fp8 {
        return dtype;
    }
    let kind = row.fp8_kind.as_deref();
    match kind.or_else(|| text(row, "fp8-recipe")) {
        None | Some("tensorwise" | "current" | "delayed") => Dtype::Fp8,
        Some("blockwise") => Dtype::Fp8Block,
        Some("mxfp8") => Dtype::MxFp8,
        Some("rowwise") => {
            notes.no_place("fp8_kind", "rowwise");
            Dtype::Fp8
        }
        Some(word) => {
            notes.unknown("fp8_kind", word, "tensorwise");
            Dtype::Fp8
        }
    }
}

/// The optimizer in a source's words, such as `AdamW fused, fp32 master`.
fn optimizer(row: &RunRecord, notes: &mut Notes) -> Optimizer {
    let Some(words) = row.optimizer.name.as_deref() else {
        notes.assume("optimizer", Optimizer::AdamW.word());
        return Optimizer::AdamW;
    };
    let lower = words.to_ascii_lowercase();
    let says = |word: &str| lower.contains(word);
    if says("muon") {
        Optimizer::Muon
    } else if says("adafactor") {
        Optimizer::Adafactor
    } else if says("lion") {
        Optimizer::Lion
    } else if says("adam") && (says("8bit") || says("8-bit")) {
        Optimizer::AdamW8
    } else if says("adam") && (says("bf16 moments") || says("bf16 states")) {
        Optimizer::AdamWBf16
    } else if says("adam") {
        Optimizer::AdamW
    } else if says("sgd") {
        Optimizer::SgdMomentum
    } else {
        notes.unknown("optimizer", words, Optimizer::AdamW.word());
        Optimizer::AdamW
    }
}

/// Types of the model state that differ from the recipe's.
fn state_types(row: &RunRecord, levers: &mut Levers, notes: &mut Notes) {
    let gradients = row.state_dtypes.grads.as_deref();
    levers.gradients = match gradients.or(row.grad_dtype.as_deref()) {
        None => None,
        Some("fp32") => Some(GradientType::Fp32),
        Some("bf16" | "fp16") => Some(GradientType::Half),
        Some(word) => {
            notes.unknown("grad_dtype", word, StandIn::Recipes);
            None
        }
    };
    let types = &row.state_dtypes;
    if *types == StateTypesRecord::default() {
        return;
    }
    let has_master = types.master.as_deref().is_some_and(|word| word != "none");
    if !has_master && types.weights.as_deref() != Some("fp32") {
        levers.master = Some(MasterWeights::None);
    }
    if types.moments.as_deref() == Some("bf16") && levers.optimizer == Optimizer::AdamW {
        levers.optimizer = Optimizer::AdamWBf16;
    }
}

/// NeMo and llm-foundry ship a fused loss and use it. Launch scripts of recent Megatron-LM name its
/// flag, so only printed flags show that it is off. Other frameworks use their default loss.
fn cross_entropy(row: &RunRecord, plan: &Plan, notes: &mut Notes) -> CrossEntropy {
    match row.cross_entropy.as_deref() {
        None => {}
        // PyTorch's loss, on logits cast to fp32.
        Some("plain fp32") => return CrossEntropy::Eager,
        Some(word) => {
            return Word::parse(word).unwrap_or_else(|| {
                notes.unknown("cross_entropy", word, CrossEntropy::Plain.word());
                CrossEntropy::Plain
            });
        }
    }
    if row.megatron_args.is_some() {
        let fused = flag(row, "cross-entropy-loss-fusion");
        let native = text(row, "cross-entropy-fusion-impl").unwrap_or("native");
        return match (fused, native) {
            (false, _) => CrossEntropy::Plain,
            (true, "te") => CrossEntropy::Fused,
            (true, _) => CrossEntropy::Native,
        };
    }
    let usual = match plan.stack.recipe {
        Recipe::Nemo | Recipe::LlmFoundry => CrossEntropy::Fused,
        Recipe::Megatron if plan.kernels() == Kernels::Fused => CrossEntropy::Fused,
        // A model that is 16 bit throughout has a special training loop, with PyTorch's loss.
        Recipe::TorchTitan if row.state_dtypes != StateTypesRecord::default() => {
            CrossEntropy::Eager
        }
        // torchtitan's published tables of peak memory come from releases that did not compile the
        // loss (switched off on 2024-12-18).
        Recipe::TorchTitan if plan.layout.tensor > 1 => CrossEntropy::Parallel,
        Recipe::TorchTitan => CrossEntropy::Eager,
        _ => CrossEntropy::Plain,
    };
    notes.assume("cross_entropy", usual.word());
    usual
}

fn offload(row: &RunRecord, levers: &mut Levers, notes: &mut Notes) {
    let mut moved = Vec::new();
    for (key, value) in &row.offload {
        if matches!(value, Value::Null | Value::Bool(false)) || value.as_f64() == Some(0.0) {
            continue;
        }
        match key.as_str() {
            "optimizer" => moved.push(Offload::Optimizer),
            "params" => moved.push(Offload::Parameters),
            "activation_layers" => {
                moved.push(Offload::Activations);
                levers.offload_layers = value.as_u64();
            }
            // The kept inputs of recomputed layers: all of their remaining activations.
            "checkpoints" => moved.push(Offload::Activations),
            other => notes.unknown("offload", other, StandIn::Nothing),
        }
        let share = value.as_f64().filter(|share| share.fract() != 0.0);
        if let Some(share) = share {
            notes.no_place("offload", &format!("{key} {share}"));
        }
    }
    levers.offload = WordSet::of(&moved);
}
