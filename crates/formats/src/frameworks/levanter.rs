//! Levanter's YAML. No plan is written for it.
//!
//! Source of the options and their defaults: stanford-crfm/levanter 1.2 (commit 9263f81e, September
//! 2025), `src/levanter/trainer.py`, `models/llama.py`, `models/mistral.py`, `models/gpt2.py`,
//! `main/train_lm.py`, `optim/config.py`.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`.

use super::setting::{
    Section, Setting, known, number, read, read_projection, read_table, switch, switch_to, words,
};
use crate::catalog::CUSTOM_MODEL;
use crate::import::fields::{Fields, written};
use crate::import::imported::MissingSetting;
use crate::import::value::ParsedValue;
use cost::plan::{Model, Norm, Positions, Recipe, ZeroStage};

/// Reads a file, or the options of a command.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::MaxText);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Cluster);
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(NAME_ROWS),
    Section::of(SHAPE_ROWS).begin(begin_shape).end(end_shape),
    Section::of(RUN_ROWS),
];

/// Options that name the model: of its pre-training, and of its fine-tuning.
const NAMES: &str = "initialize_from_hf model_name_or_path";

const NAME_ROWS: &[Setting] = &[
    read(NAMES, |file| {
        let found = file.first(NAMES);
        if let Some((path, name)) = found.and_then(|(path, value)| Some((path, value.text()?))) {
            file.reading.set_named_model(path, name);
        } else if file.value.at("model.type").is_none() {
            file.reading.missing(MissingSetting::Model);
        }
    }),
    read("use_hf_model_config", |_| {}),
];

/// The model's shape. Its classes have other defaults each, which are not claimed.
const SHAPE_ROWS: &[Setting] = &[
    number("model.num_layers", "layers").figure(),
    number("model.hidden_dim", "hidden").figure(),
    number("model.num_heads", "heads").figure(),
    read("model.num_kv_heads", |file| {
        let path = "model.num_kv_heads";
        let heads = file.reading.plan.model.heads.to_string();
        if file.has(path) {
            let _ = file.set("kv", path);
        } else if is_gpt2(file) {
            file.reading.default("kv", path, &heads);
        } else {
            file.reading.missing(MissingSetting::Figure("kv"));
        }
    }),
    number("model.head_dim", "headdim").follows(|file| {
        let model = &file.reading.plan.model;
        (model.hidden / model.heads.max(1)).to_string()
    }),
    read("model.intermediate_dim model.mlp_scale", ffn),
    // It is that of the tokenizer.
    number("model.vocab_size", "vocab").figure(),
    switch("model.tie_word_embeddings", "tied").follows(|file| u8::from(is_gpt2(file)).to_string()),
    switch("model.use_bias", "bias").follows(|file| u8::from(is_gpt2(file)).to_string()),
    number("model.sliding_window", "window"),
    number("model.n_routed_experts", "experts"),
    number("model.num_experts_per_tok", "topk"),
    read("model.type", |_| {}),
    known(
        "model.activation_function model.initializer_range model.layer_norm_epsilon \
         model.input_embedding_norm model.upcast_attn model.scan_layers model.use_layer_norm_weight \
         model.rope. model.reference_checkpoint model.tokenizer model.embed_pdrop model.resid_pdrop \
         model.attn_pdrop model.scale_attn_by_inverse_layer_idx model.reorder_and_upcast_attn \
         model.rope_scaling model.cross_entropy_implementation",
    ),
];

const RUN_ROWS: &[Setting] = &[
    read("trainer.tensor_parallel_axes", |_| {}),
    number("trainer.model_axis_size", "tp").usual("1"),
    read("trainer.fsdp_axis", shards),
    read(
        "trainer.replica_ici_axis_size trainer.replica_dcn_axis_size",
        replicas,
    ),
    number(
        "train_seq_len max_seq_len model.seq_len model.max_seq_len",
        "seq",
    )
    .or_missing(MissingSetting::Sequence),
    number("trainer.train_batch_size", "gbs").usual("512"),
    read("trainer.per_device_parallelism", micro_batch),
    read("trainer.num_train_steps", |file| {
        let path = "trainer.num_train_steps";
        let steps = file.whole(path).unwrap_or(400_000);
        file.reading.steps(Some(steps), path);
    }),
    read("trainer.mp", precision),
    switch_to("trainer.quantization.fp8", "dtype", "fp8"),
    read("model.gradient_checkpointing", recompute),
    words(
        "optimizer.type",
        "opt",
        &[("adam", "adamw"), ("lion", "lion"), ("muon", "muon")],
    )
    .usual("adamw"),
    read(
        "model.attn_backend model.use_flash_attention model.flash_attention_block_size",
        attention,
    ),
    read("model.cross_entropy_block_size", |file| {
        if file.whole("model.cross_entropy_block_size").is_some() {
            file.reading
                .set("ce", "model.cross_entropy_block_size", "chunked");
        }
    }),
    known(IDLE),
];

/// Options that change no figure.
const IDLE: &str = "\
    command config_path data. data optimizer. epoch initialize_from_checkpoint_path hf_save_path \
    hf_upload hf_save_steps hf_save_dtype data_seed z_loss_weight log_entropy pad_tokenizer_to_match_model \
    continue_from_hf trainer.seed trainer.model_averaging trainer.wandb. trainer.wandb trainer.log_dir \
    trainer.run_base_dir trainer.id trainer.tracker trainer.tracker. trainer.watch. trainer.profiler \
    trainer.profiler_start_step trainer.profiler_num_steps trainer.profiler_perfetto_link \
    trainer.log_jaxprs trainer.log_xla_hlo trainer.crash_on_nan trainer.crash_on_inf \
    trainer.batch_axis trainer.per_device_eval_parallelism trainer.allow_nondivisible_batch_size \
    trainer.steps_per_eval trainer.max_eval_batches trainer.checkpointer. trainer.load_checkpoint \
    trainer.load_checkpoint_path trainer.initialize_from trainer.allow_partial_checkpoint \
    trainer.jax_config. trainer.jax_compilation_cache_dir trainer.distributed. trainer.ray. \
    trainer.require_accelerator trainer.shutdown_at_exit eval_harness. \
    eval_harness_steps out_dir tokenizer dataset_type supervised_data. mixture_weights. \
    mixture_block_size stop_strategy messages_field input_role output_role chat_train_urls";

/// True of the class with GPT-2's shape, which has biases and a tied head.
fn is_gpt2(file: &Fields) -> bool {
    file.text("model.type") == Some("gpt2")
}

fn begin_shape(file: &mut Fields) -> bool {
    let Some(kind) = file.text("model.type") else {
        return false;
    };
    if file.is_on("use_hf_model_config") {
        return false;
    }
    let (norm, positions, gated) = match kind {
        "llama" | "mistral" | "mixtral" | "qwen" | "qwen3" | "olmo2" => {
            (Norm::Rms, Positions::Rope, true)
        }
        "gpt2" => (Norm::Layer, Positions::Learned, false),
        other => {
            let other = other.to_owned();
            file.reading.unfit("model.type", &other);
            file.reading.missing(MissingSetting::Model);
            return false;
        }
    };
    file.reading.start_model(Model {
        norm,
        positions,
        gated,
        dropout: false,
        ..CUSTOM_MODEL
    });
    true
}

fn end_shape(file: &mut Fields) {
    file.note("gated", "model.type");
    file.note("pos", "model.type");
    if file.reading.plan.model.moe.experts > 0 {
        file.reading.plan.model.moe.ffn = file.reading.plan.model.ffn;
        file.note("moeffn", "model.intermediate_dim");
    }
}

fn ffn(file: &mut Fields) {
    let path = "model.intermediate_dim";
    if file.has(path) {
        let _ = file.set("ffn", path);
    } else if is_gpt2(file) {
        let times = file.whole("model.mlp_scale").unwrap_or(4);
        let width = file.reading.plan.model.hidden.saturating_mul(times);
        file.reading
            .default("ffn", "model.mlp_scale", &width.to_string());
    } else {
        file.reading.missing(MissingSetting::Figure("ffn"));
    }
}

/// Weights are sharded over data-parallel chips, unless the axis is null.
fn shards(file: &mut Fields) {
    let path = "trainer.fsdp_axis";
    let trainer = file.value.at("trainer");
    let is_null = trainer.is_some_and(|part| part.has_key("fsdp_axis")) && !file.has(path);
    if is_null {
        file.reading.set("zero", path, "0");
    } else {
        file.reading.plan.layout.zero = ZeroStage::Three;
        file.note("zero", path);
    }
}

fn replicas(file: &mut Fields) {
    let [inside, outside] = [
        "trainer.replica_ici_axis_size",
        "trainer.replica_dcn_axis_size",
    ];
    let copies = [inside, outside].map(|path| file.whole(path).unwrap_or(1));
    let all = copies[0].saturating_mul(copies[1]);
    if all > 1 {
        let path = if copies[0] > 1 { inside } else { outside };
        let plan = &file.reading.plan;
        let group = plan.cluster.gpus / plan.layout.tensor.max(1) / all;
        file.reading.set_whole("hsdp", path, group.max(1));
    }
}

/// Sequences of a chip at a time, by default all of its share.
fn micro_batch(file: &mut Fields) {
    let path = "trainer.per_device_parallelism";
    if file.whole(path).is_some() {
        let _ = file.set("mbs", path);
        return;
    }
    let plan = &file.reading.plan;
    let share = (plan.global_batch() / plan.data_parallel().max(1)).max(1);
    if file.reading.knows(&["gpus"]) {
        file.reading.default("mbs", path, &share.to_string());
    } else {
        file.reading.leave_open("mbs", Some(&share.to_string()));
    }
}

/// Types of parameters and of products: `p=f32,c=bfloat16`, or one for both.
fn precision(file: &mut Fields) {
    let path = "trainer.mp";
    let stated = file.text(path).unwrap_or("f32").to_owned();
    let part = |names: [&str; 2]| {
        let mut parts = stated.split(',').filter_map(|part| part.split_once('='));
        parts
            .find(|(name, _)| names.contains(&name.trim()))
            .map(|(_, kind)| kind.trim())
    };
    let is_one = !stated.contains('=');
    let products = if is_one {
        Some(stated.as_str())
    } else {
        part(["c", "compute"])
    };
    let weights = if is_one {
        products
    } else {
        part(["p", "params"])
    };
    let word = |kind: Option<&str>| match kind {
        Some("f32" | "float32" | "full") | None => Some("fp32"),
        Some("bf16" | "bfloat16") => Some("bf16"),
        Some("f16" | "float16" | "half") => Some("fp16"),
        Some(_) => None,
    };
    let Some(products) = word(products) else {
        return file.reading.unfit(path, &stated);
    };
    if file.has(path) {
        file.reading.set("dtype", path, products);
    } else {
        file.reading.default("dtype", path, products);
    }
    if word(weights) == Some("bf16") {
        file.reading.set("master", path, "none");
        file.reading.set("grads", path, "16bit");
    }
}

fn recompute(file: &mut Fields) {
    let path = "model.gradient_checkpointing";
    match file.first(path).map(|(_, value)| value) {
        None => file.reading.default("ckpt", path, "full"),
        Some(ParsedValue::Switch(true)) => file.reading.set("ckpt", path, "full"),
        Some(ParsedValue::Switch(false)) => file.reading.set("ckpt", path, "none"),
        Some(ParsedValue::Text(word)) if word == "offload" => {
            file.reading.set("ckpt", path, "full");
            file.reading.set("off", path, "acts");
        }
        Some(value) => file.reading.unfit(path, &written(value)),
    }
}

/// Attention without its scores in memory, unless the file has the plain one.
fn attention(file: &mut Fields) {
    let (backend, switch) = ("model.attn_backend", "model.use_flash_attention");
    match file.text(backend) {
        Some("vanilla") => file.reading.set("flash", backend, "0"),
        Some("default" | "nvte" | "splash" | "jax_flash") => {
            file.reading.set("flash", backend, "1");
        }
        Some(other) => file.reading.unfit(backend, other),
        None if file.has(switch) => {
            let _ = file.set("flash", switch);
        }
        None => file.reading.default("flash", backend, "1"),
    }
}
