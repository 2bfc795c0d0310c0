//! LLM Foundry's YAML for Composer. No plan is written for it.
//!
//! Source of the options and their defaults: mosaicml/llm-foundry 0.22 (commit 8c8dd48f, July 2025),
//! `llmfoundry/command_utils/train.py`, `llmfoundry/models/mpt/configuration_mpt.py`,
//! `llmfoundry/models/utils/config_defaults.py`, `scripts/train/yamls/`; of FSDP:
//! mosaicml/composer, `composer/utils/parallelism.py`.
//!
//! Tests: `crates/formats/tests/all/import_programs.rs`.

use super::accelerate::fsdp::{SHARDINGS, is_hybrid};
use super::setting::{Section, Setting, known, number, read, read_projection, read_table, words};
use crate::catalog::CUSTOM_MODEL;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting};
use crate::import::value::ParsedValue;
use cost::plan::{Model, Norm, Offload, Positions, Recipe, WordSet, ZeroStage};

/// Reads a file, or the overrides of a command.
///
/// # Errors
/// If an adapter is trained.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    if let Some((_, value)) = file.first("model.peft_config") {
        let kind = value.field("peft_type").and_then(ParsedValue::text);
        return Err(ImportRefusal::Adapter(
            kind.unwrap_or("peft_config").to_ascii_lowercase(),
        ));
    }
    file.reading.recipe(Recipe::LlmFoundry);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Cluster);
    read_table(&READ, &mut file);
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(SHAPE_ROWS).begin(begin_shape).end(end_shape),
    Section::of(RUN_ROWS),
];

const NAME: &str = "model.pretrained_model_name_or_path";

const LAYOUT_ROWS: &[Setting] = &[
    read(NAME, |file| {
        if file.text("model.name") == Some("mpt_causal_lm") {
            return;
        }
        match file.text(NAME) {
            Some(name) => file.reading.set_named_model(NAME, name),
            None => file.reading.missing(MissingSetting::Model),
        }
    }),
    number("tp_config.tensor_parallel_degree", "tp").usual("1"),
    read("fsdp_config.sharding_strategy", shards),
];

const SHAPE_ROWS: &[Setting] = &[
    number("model.n_layers", "layers").usual("24"),
    number("model.d_model", "hidden").usual("2048"),
    number("model.n_heads", "heads").usual("16"),
    number("model.attn_config.kv_n_heads", "kv").follows(|file| {
        let is_one = file.text("model.attn_config.attn_type") == Some("multiquery_attention");
        let heads = file.reading.plan.model.heads;
        if is_one {
            String::from("1")
        } else {
            heads.to_string()
        }
    }),
    number("model.head_dim", "headdim").follows(|file| {
        let model = &file.reading.plan.model;
        (model.hidden / model.heads.max(1)).to_string()
    }),
    read(
        "model.expansion_ratio model.ffn_config.ffn_hidden_size",
        ffn,
    ),
    number("model.vocab_size", "vocab").usual("50368"),
    words(
        "model.tie_word_embeddings",
        "tied",
        &[("true", "1"), ("false", "0")],
    )
    .usual("1"),
    words("model.no_bias", "bias", &[("true", "0"), ("false", "1")]).usual("1"),
    // -1 stands for none.
    number("model.attn_config.sliding_window_size", "window").read_when(|file| {
        file.whole("model.attn_config.sliding_window_size")
            .is_some()
    }),
    number("model.ffn_config.moe_num_experts", "experts"),
    number("model.ffn_config.moe_top_k", "topk"),
    read(
        "model.norm_type model.ffn_config.ffn_type model.attn_config.alibi model.attn_config.rope \
         model.learned_pos_emb model.attn_config.attn_type model.resid_pdrop model.emb_pdrop \
         model.attn_config.attn_pdrop",
        |_| {},
    ),
    known(
        "model.init_config. model.init_device model.max_seq_len model.logit_scale \
         model.embedding_fraction model.norm_eps model.use_cache model.fc_type model.verbose \
         model.attn_config.qk_ln model.attn_config.clip_qkv model.attn_config.fused_qkv \
         model.attn_config.alibi_bias_max model.attn_config.rope_theta model.attn_config.rope_impl \
         model.attn_config.softmax_scale model.attn_config.attn_uses_sequence_id \
         model.ffn_config.fc_type model.ffn_config.ffn_act_fn.",
    ),
];

const RUN_ROWS: &[Setting] = &[
    number("max_seq_len", "seq").or_missing(MissingSetting::Sequence),
    number("device_train_microbatch_size", "mbs").or_missing(MissingSetting::Auto("mbs")),
    number("global_train_batch_size", "gbs").or_missing(MissingSetting::Batch),
    read("max_duration", |file| {
        let steps = file
            .text("max_duration")
            .and_then(|text| text.strip_suffix("ba"));
        let steps = steps.and_then(|digits| digits.replace('_', "").parse().ok());
        file.reading.steps(steps, "max_duration");
    }),
    words(
        "precision",
        "dtype",
        &[
            ("amp_bf16", "bf16"),
            ("bf16", "bf16"),
            ("amp_fp16", "fp16"),
            ("amp_fp8", "fp8"),
            ("fp32", "fp32"),
        ],
    )
    .usual("bf16"),
    words(
        "fsdp_config.activation_checkpointing",
        "ckpt",
        &[("true", "full"), ("false", "none")],
    )
    .usual("none"),
    read("fsdp_config.activation_cpu_offload", |file| {
        let path = "fsdp_config.activation_cpu_offload";
        let moved: &[Offload] = if file.is_on(path) {
            &[Offload::Activations]
        } else {
            &[]
        };
        file.reading.plan.levers.offload = WordSet::of(moved);
        file.note("off", path);
    }),
    // Gradients are reduced in 16 bit with it, which the recipe has, else in 32 bit.
    read("fsdp_config.mixed_precision", |file| {
        let path = "fsdp_config.mixed_precision";
        match file.text(path) {
            Some("PURE") | None => {}
            Some(word) => file.reading.unfit(path, word),
        }
    }),
    words(
        "optimizer.name",
        "opt",
        &[
            ("decoupled_adamw", "adamw"),
            ("adamw", "adamw"),
            ("decoupled_lionw", "lion"),
        ],
    )
    .or_missing(MissingSetting::Auto("opt")),
    words(
        "model.attn_config.attn_impl model.config_overrides.attn_config.attn_impl \
         model.use_flash_attention_2",
        "flash",
        &[
            ("flash", "1"),
            ("flex", "1"),
            ("true", "1"),
            ("torch", "0"),
            ("false", "0"),
        ],
    )
    .usual("1"),
    words("compile_config", "kern", &[("true", "compiled")])
        .read_when(|file| file.is_on("compile_config")),
    read("model.name", |_| {}),
    known(IDLE),
];

/// Options that change no figure.
const IDLE: &str = "\
    command variables. run_name seed global_seed eval_interval eval_first eval_subset_num_batches \
    device_eval_batch_size train_loader. eval_loader. tokenizer. scheduler. optimizer. algorithms. \
    callbacks. loggers. progress_bar log_to_console console_log_interval python_log_level \
    save_folder save_interval save_num_checkpoints_to_keep save_overwrite save_weights_only \
    save_filename load_path load_weights_only autoresume dist_timeout icl_tasks eval_gauntlet \
    icl_seq_len icl_subset_num_batches data_local data_remote tokenizer_name \
    fsdp_config.limit_all_gathers fsdp_config.activation_checkpointing_reentrant fsdp_config.verbose \
    fsdp_config.state_dict_type fsdp_config.sync_module_states fsdp_config.use_orig_params \
    fsdp_config.forward_prefetch fsdp_config.backward_prefetch \
    fsdp_config.load_monolith_rank0_only fsdp_config.cpu_offload model.pretrained \
    model.use_auth_token model.use_train_metrics model.config_overrides.max_seq_len \
    model.config_overrides.attn_config. model.config_overrides.max_position_embeddings \
    model.config_overrides.n_positions max_split_size_mb expandable_segments cuda_load_lazy \
    log_config metadata. flatten_metadata model.trust_remote_code model.loss_fn";

/// The state that FSDP shards; without FSDP each GPU has all of it.
fn shards(file: &mut Fields) {
    let path = "fsdp_config.sharding_strategy";
    if file.value.at("fsdp_config").is_none() {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", "fsdp_config");
        return;
    }
    file.word("zero", path, SHARDINGS, Some("3"));
    if file.text(path).is_some_and(is_hybrid) {
        let node = file.reading.plan.cluster.gpu.node;
        file.reading.set_whole("hsdp", path, node);
    }
}

fn begin_shape(file: &mut Fields) -> bool {
    if file.text("model.name") != Some("mpt_causal_lm") {
        return false;
    }
    let is_on = |path| file.is_on(path);
    let positions = if is_on("model.attn_config.alibi") {
        Positions::Alibi
    } else if is_on("model.attn_config.rope") {
        Positions::Rope
    } else if file.value.at("model.learned_pos_emb") == Some(&ParsedValue::Switch(false)) {
        Positions::None
    } else {
        Positions::Learned
    };
    let norm = file.text("model.norm_type").unwrap_or_default();
    let kind = file.text("model.ffn_config.ffn_type").unwrap_or_default();
    let drops = |path| {
        let value = file.value.at(path).map(written);
        value.is_some_and(|digits| digits.parse().is_ok_and(|share: f64| share > 0.0))
    };
    let dropout = drops("model.resid_pdrop") || drops("model.attn_config.attn_pdrop");
    let norm = if norm.contains("rms") {
        Norm::Rms
    } else {
        Norm::Layer
    };
    let gated = kind.ends_with("glu");
    file.reading.start_model(Model {
        norm,
        positions,
        gated,
        dropout,
        ..CUSTOM_MODEL
    });
    true
}

fn end_shape(file: &mut Fields) {
    file.note("gated", "model.ffn_config.ffn_type");
    let positions = "model.attn_config.alibi model.attn_config.rope model.learned_pos_emb";
    file.note("pos", positions);
    file.note("dropout", "model.resid_pdrop model.attn_config.attn_pdrop");
    if file.reading.plan.model.moe.experts > 0 {
        file.reading.plan.model.moe.ffn = file.reading.plan.model.ffn;
        file.note(
            "moeffn",
            "model.expansion_ratio model.ffn_config.ffn_hidden_size",
        );
    }
}

/// The width of the MLP: a multiple of the hidden width, by default four.
fn ffn(file: &mut Fields) {
    let (own, ratio) = ("model.ffn_config.ffn_hidden_size", "model.expansion_ratio");
    if file.has(own) {
        let _ = file.set("ffn", own);
        return;
    }
    let hidden = file.reading.plan.model.hidden;
    match file.first(ratio) {
        None => {
            let width = hidden.saturating_mul(4).to_string();
            file.reading.default("ffn", ratio, &width);
        }
        Some((_, value)) => match written(value).parse::<f64>() {
            Ok(times) if times > 0.0 => {
                // The limit of a link refuses what is too wide.
                file.reading
                    .set_whole("ffn", ratio, (hidden as f64 * times) as u64);
            }
            _ => file.reading.unfit(ratio, &written(value)),
        },
    }
}
