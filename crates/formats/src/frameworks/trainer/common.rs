//! The settings that files of all trainers share: model, batch, precision, optimizer, adapters,
//! DeepSpeed.

use crate::frameworks::deepspeed;
use crate::import::fields::{Fields, written};
use crate::import::imported::{MissingSetting, SettingOrigin};
use crate::import::names::OTHER_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{Optimizer, OptimizerKernel, Recipe};

/// Sequences of a micro-batch and of a step.
pub(crate) fn batch(file: &mut Fields, micro: &'static str, micro_default: &str) {
    file.set_or("mbs", micro, micro_default);
    let path = "gradient_accumulation_steps";
    match file.first(path).map(|(_, value)| value) {
        Some(ParsedValue::Whole(steps)) => {
            let steps = *steps;
            file.global_batch(path, steps);
        }
        Some(value) => {
            let text = written(value);
            if text == "auto" {
                file.reading.missing(MissingSetting::Auto("gbs"));
            } else {
                file.reading.unfit(path, &text);
            }
        }
        None => {
            let plan = &file.reading.plan;
            let global = plan.batch.micro.saturating_mul(plan.data_parallel());
            let global = global.to_string();
            if file.reading.knows(&["gpus"]) {
                file.reading.default("gbs", path, &global);
            } else {
                file.reading.leave_open("gbs", Some(&global));
            }
        }
    }
    if file.has("max_steps") {
        let steps = file.whole("max_steps");
        file.reading.steps(steps, "max_steps");
    }
}

/// The optimizer by the Trainer's names.
pub(crate) fn optimizer(file: &mut Fields, paths: &'static str) {
    let found = file.first(paths);
    let stated = found.and_then(|(path, value)| Some((path, value.text()?)));
    let (path, name) = stated.unwrap_or(("optim", "adamw_torch_fused"));
    let (optimizer, kernel) = match name {
        "adamw_torch" | "adamw_hf" => (Optimizer::AdamW, Some(OptimizerKernel::ForEach)),
        "adamw_torch_fused" | "adamw_apex_fused" => {
            (Optimizer::AdamW, Some(OptimizerKernel::Fused))
        }
        "adamw_8bit" | "adamw_bnb_8bit" | "adamw_torch_8bit" | "ao_adamw_8bit" => {
            (Optimizer::AdamW8, None)
        }
        "adafactor" => (Optimizer::Adafactor, None),
        "lion" | "lion_32bit" => (Optimizer::Lion, None),
        "muon" => (Optimizer::Muon, None),
        other => {
            file.reading.unfit(path, other);
            return;
        }
    };
    let origin = if stated.is_some() {
        SettingOrigin::Read
    } else {
        SettingOrigin::Default
    };
    file.reading.plan.levers.optimizer = optimizer;
    file.reading.note("opt", path, origin);
    file.reading.plan.stack.optimizer_kernel = kernel;
    if kernel.is_some() {
        file.reading.note("optkern", path, origin);
    }
}

/// The type of matrix products by switches, by precedence.
pub(crate) fn dtype(file: &mut Fields, default: &str) {
    let kinds = [("bf16", "bf16"), ("fp16", "fp16")];
    let is_auto = |name: &'static str| file.text(name) == Some("auto");
    let is_read = |name: &'static str| file.is_on(name) || file.text(name) == Some("full");
    let found = kinds.into_iter().find(|(name, _)| is_read(name));
    if let Some((name, word)) = found {
        file.reading.set("dtype", name, word);
    } else if is_auto("bf16") || is_auto("fp16") {
        file.reading.missing(MissingSetting::Auto("dtype"));
    } else if file.has("bf16") || file.has("fp16") {
        let path = if file.has("bf16") { "bf16" } else { "fp16" };
        file.reading.set("dtype", path, "fp32");
    } else {
        file.reading.default("dtype", "bf16", default);
    }
    if file.is_on("fp8") {
        file.reading.set("dtype", "fp8", "fp8");
    }
    file.reading.plan.levers.gathers_narrow = false;
}

/// DeepSpeed's options, in place or in a named file. Returns true if there are any.
pub(crate) fn deepspeed(file: &mut Fields) -> bool {
    let Some(value) = file.value.at(OTHER_FILES[0]) else {
        return false;
    };
    file.reading.recipe(Recipe::HuggingFaceDeepSpeed);
    match value {
        ParsedValue::Fields(_) => deepspeed::read::read_part(value, file.reading),
        _ => file
            .reading
            .missing(MissingSetting::OtherFile(OTHER_FILES[0])),
    }
    true
}

/// Layers that backward recomputes: whole ones or none.
pub(crate) fn recompute(file: &mut Fields, path: &'static str, default: &str) {
    let words = [("true", "full"), ("false", "none"), ("unsloth", "full")];
    file.word("ckpt", path, &words, Some(default));
    file.reading.plan.levers.recompute_layers = None;
}

/// The kernel of attention: any Flash Attention, PyTorch's, or unfused kernels.
pub(crate) fn attention(file: &mut Fields) {
    let path = "attn_implementation";
    let Some(name) = file.text(path) else { return };
    let is_fused = name.contains("flash") || matches!(name, "sdpa" | "flex_attention" | "xformers");
    if is_fused {
        file.reading.set("flash", path, "1");
    } else if name == "eager" {
        file.reading.set("flash", path, "0");
    } else {
        file.reading.unfit(path, name);
    }
}
