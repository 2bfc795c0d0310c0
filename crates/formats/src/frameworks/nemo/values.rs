//! Values of NeMo 1's options that take more than a row.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

use crate::catalog::CUSTOM_MODEL;
use crate::import::fields::Fields;
use crate::import::imported::{ImportNote, MissingSetting};
use crate::import::value::ParsedValue;
use cost::plan::{Dtype, GradientType, MasterWeights, MixtureOfExperts, Norm};

pub(super) fn is_fsdp(file: &Fields) -> bool {
    file.is_on("model.fsdp")
}

/// True of an optimizer whose state data-parallel ranks shard.
pub(super) fn is_distributed(file: &Fields) -> bool {
    let names = ["distributed_fused_adam", "mcore_distributed_optim"];
    let name = file.text("model.optim.name");
    name.is_some_and(|name| names.contains(&name))
}

pub(super) fn has_transformer_engine(file: &Fields) -> bool {
    file.is_on("model.transformer_engine") || file.is_on("model.mcore_gpt")
}

/// The GPUs of all nodes. Without an option it is one node.
pub(super) fn gpus(file: &mut Fields) {
    let nodes = match file.value.at("trainer.num_nodes") {
        None => (!file.reading.leaves_rest()).then_some(1),
        Some(nodes) => nodes.whole(),
    };
    match file.whole("trainer.devices").zip(nodes) {
        Some((each, nodes)) => file.gpus("trainer.devices", &[each, nodes]),
        None => file.reading.missing(MissingSetting::Cluster),
    }
}

/// Begins the model; false if the file restores another file's and has no figure of it.
pub(super) fn begin_model(file: &mut Fields) -> bool {
    let restored = file.text("model.restore_from_path");
    if let (Some(path), false) = (restored, file.has("model.num_layers")) {
        let name = path.strip_suffix(".nemo").unwrap_or(path);
        file.reading
            .set_named_model("model.restore_from_path", name);
        return false;
    }
    file.reading.start_model(CUSTOM_MODEL);
    file.reading.plan.model.moe = MixtureOfExperts::default();
    true
}

/// The vocabulary is padded to a multiple for each tensor-parallel rank.
pub(super) fn end_model(file: &mut Fields) {
    let option = "model.make_vocab_size_divisible_by";
    if file.reading.knows(&["vocab"]) && !file.has("model.override_vocab_size") {
        let multiple = file.whole(option).unwrap_or(128);
        file.pad_vocabulary(option, multiple);
    }
}

/// The width of an MLP: a number, or a multiple of the model's width as NeMo's launcher writes it.
pub(super) fn ffn(file: &mut Fields) {
    let path = "model.ffn_hidden_size";
    let multiple = file.text(path).and_then(|text| {
        let product = text.strip_prefix("${multiply:")?;
        let (number, rest) = product.split_once(',')?;
        let is_width = matches!(rest.trim(), "${.hidden_size}}" | "${model.hidden_size}}");
        number.trim().parse::<u64>().ok().filter(|_| is_width)
    });
    match multiple {
        Some(multiple) => {
            let hidden = file.reading.plan.model.hidden;
            file.reading
                .set_whole("ffn", path, multiple.saturating_mul(hidden));
        }
        None if file.has(path) => file.figures(&[("ffn", path)]),
        None if file.reading.is_command => file.reading.default("ffn", path, "3072"),
        None => file.reading.missing(MissingSetting::Figure("ffn")),
    }
}

pub(super) fn norm(file: &mut Fields) {
    let path = "model.normalization";
    file.reading.plan.model.norm = match file.text(path) {
        None | Some("layernorm" | "layernorm1p") => Norm::Layer,
        Some("rmsnorm") => Norm::Rms,
        Some(other) => {
            file.reading.unfit(path, other);
            return;
        }
    };
}

/// Dropout, which both options have to turn off.
pub(super) fn dropout(file: &mut Fields) {
    let is_zero = |path| match file.value.at(path) {
        Some(ParsedValue::Whole(0)) => true,
        Some(ParsedValue::Number(digits)) => digits.parse() == Ok(0.0),
        _ => false,
    };
    let is_off = is_zero("model.hidden_dropout") && is_zero("model.attention_dropout");
    file.reading.plan.model.dropout = !is_off;
    file.note("dropout", "model.hidden_dropout model.attention_dropout");
}

pub(super) fn longest(file: &mut Fields) {
    let paths = "model.max_position_embeddings model.encoder_seq_length model.data.seq_length";
    let found = paths
        .split(' ')
        .find_map(|path| file.value.at(path)?.whole());
    if let Some(longest) = found {
        let most = *cost::plan::limits::SEQUENCE.end();
        file.reading.plan.model.trained_sequence = longest.clamp(1, most);
    }
}

/// The vocabulary, which is that of the tokenizer.
pub(super) fn vocabulary(file: &mut Fields) {
    if file.set("vocab", "model.override_vocab_size").is_some() {
        return;
    }
    match file.text("model.tokenizer.type") {
        // GPT-2's (Radford 2019, section 2.3).
        Some("GPT2BPETokenizer" | "gpt2") => {
            file.reading.set("vocab", "model.tokenizer.type", "50257");
        }
        None if file.reading.is_command => {
            file.reading
                .default("vocab", "model.tokenizer.type", "50257");
        }
        _ => file.reading.missing(MissingSetting::Figure("vocab")),
    }
}

pub(super) fn experts(file: &mut Fields) {
    if file.set("experts", "model.num_moe_experts").is_none() {
        return;
    }
    let ffn = file.reading.plan.model.ffn.to_string();
    file.reading
        .default("moeffn", "model.ffn_hidden_size", &ffn);
    // Megatron Core had no other exchange then.
    file.reading.default("disp", "model.num_moe_experts", "a2a");
}

pub(super) fn precision(file: &mut Fields) {
    let paths = "trainer.precision model.precision";
    let words = [
        ("bf16", "bf16"),
        ("bf16-mixed", "bf16"),
        ("16", "fp16"),
        ("16-mixed", "fp16"),
        ("32", "fp32"),
        ("32-true", "fp32"),
    ];
    if !file.has(paths) {
        file.reading.later_default("trainer.precision");
    }
    file.word("dtype", paths, &words, Some("bf16"));
}

/// Types of the master weights and of gradients. Without O2 the only weights are fp32, and
/// autocast makes those of products.
pub(super) fn types(file: &mut Fields) {
    let option = "model.megatron_amp_O2";
    let dtype = file.reading.plan.levers.dtype;
    if dtype == Dtype::Fp32 {
        return;
    }
    let nearest = |option: &str, value: &str| ImportNote::Nearest {
        option: option.to_owned(),
        value: value.to_owned(),
    };
    let is_off = file.has(option) && !file.is_on(option);
    if is_fsdp(file) {
        file.reading.remark(nearest("model.fsdp", "true"));
    } else if is_off {
        file.reading.remark(nearest(option, "false"));
    } else if !file.has(option) {
        file.reading.later_default(option);
    }
    let keeps_rest = is_distributed(file) && !is_off && dtype != Dtype::Fp16;
    let has_master = file.is_on("model.fp8_params");
    let is_narrow = file
        .text("model.optim.grad_sync_dtype")
        .is_some_and(|text| text.ends_with("16"));
    let levers = &mut file.reading.plan.levers;
    levers.master = Some(if keeps_rest && !has_master {
        MasterWeights::Remainder
    } else {
        MasterWeights::Fp32
    });
    levers.gradients = Some(if is_narrow {
        GradientType::Half
    } else {
        GradientType::Fp32
    });
    file.note("master", option);
    file.note("grads", "model.optim.grad_sync_dtype");
}

/// Recompute. Before release 1.11 the method alone stood for whole layers.
pub(super) fn recompute(file: &mut Fields) {
    let path = "model.activations_checkpoint_granularity";
    let method = "model.activations_checkpoint_method";
    let is_old = file.has(method)
        && !file
            .value
            .at("model")
            .is_some_and(|model| model.has_key("activations_checkpoint_granularity"));
    if is_old {
        file.reading.set("ckpt", method, "full");
    } else {
        let words = [("selective", "sel"), ("full", "full")];
        file.word("ckpt", path, &words, Some("none"));
    }
}
