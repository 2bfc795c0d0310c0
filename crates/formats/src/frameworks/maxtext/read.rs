//! MaxText's YAML: settings of a file or a command that differ from `base.yml`.
//!
//! Source of the options and their defaults: AI-Hypercomputer/maxtext,
//! `src/maxtext/configs/base.yml` and `types.py`.

use crate::catalog::{CUSTOM_MODEL, released_model};
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportNote, MissingSetting};
use crate::import::value::ParsedValue;
use crate::schedule_names::MAXTEXT;
use cost::plan::{MixtureOfExperts, Recipe, Word as _, ZeroStage};

/// Fields that distinguish MaxText's files from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "base_emb_dim",
    "base_num_decoder_layers",
    "per_device_batch_size",
    "ici_fsdp_parallelism",
    "ici_tensor_parallelism",
    "max_target_length",
];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], PREFIXES);

/// Options that are read.
const READ: &str = "\
    model_name base_emb_dim base_num_decoder_layers base_mlp_dim base_num_query_heads \
    base_num_kv_heads head_dim vocab_size logits_via_embedding mlp_activations num_experts \
    num_experts_per_tok base_moe_mlp_dim shared_experts first_num_dense_layers q_lora_rank \
    kv_lora_rank qk_nope_head_dim qk_rope_head_dim v_head_dim attention_type \
    sliding_window_size per_device_batch_size gradient_accumulation_steps max_target_length steps \
    ici_data_parallelism ici_fsdp_parallelism ici_fsdp_transpose_parallelism \
    ici_tensor_parallelism ici_tensor_transpose_parallelism ici_tensor_sequence_parallelism \
    ici_sequence_parallelism ici_context_parallelism ici_pipeline_parallelism \
    ici_expert_parallelism dcn_data_parallelism dcn_fsdp_parallelism \
    dcn_fsdp_transpose_parallelism dcn_tensor_parallelism dcn_sequence_parallelism \
    dcn_context_parallelism dcn_pipeline_parallelism dcn_expert_parallelism \
    dcn_tensor_sequence_parallelism mtp_num_layers num_layers_per_pipeline_stage \
    num_pipeline_microbatches grad_dtype decoder_layer_input \
    context_parallel_strategy context_parallel_load_balance num_pipeline_repeats dtype \
    weight_dtype quantization opt_type \
    mu_dtype remat_policy attention optimizer_memory_host_offload \
    parameter_memory_host_offload shard_optimizer_over_data num_vocab_tiling";

/// Options that change no figure.
const IDLE: &str = "\
    base_config run_name hardware decoder_block normalization_layer_epsilon base_output_directory \
    dataset_path dataset_type dataset_name tokenizer_path tokenizer_type enable_checkpointing \
    async_checkpointing checkpoint_period reuse_example_batch rope_max_timescale scan_layers \
    learning_rate max_segments_per_seq warmup_steps_fraction enable_goodput_recording use_iota_embed \
    megablox sparse_matmul capacity_factor enable_dropout dropout_rate packing \
    load_parameters_path log_period metrics_file gcs_metrics profiler save_config_to_gcs \
    grain_worker_count hf_path load_balance_loss_weight rope_type routed_scaling_factor \
    routed_score_func routed_bias norm_topk_prob use_qk_norm steps_per_eval eval_steps \
    eval_interval matmul_precision allow_split_physical_axes num_slices compile_topology \
    compile_topology_num_slices logits_dot_in_fp32 normalize_embedding_logits";

/// Beginnings of options that change no figure.
const PREFIXES: &[&str] = &[
    "adam_",
    "learning_rate_",
    "cosine_",
    "sa_",
    "profiler_",
    "skip_",
    "upload_",
    "hf_",
    "grain_",
    "rope_",
    "yarn_",
    "eval_",
    "prefill_",
    "decode_",
    "ar_",
    "inference_",
    "tokenize_",
    "monitor_",
    "goodput_",
];

pub(crate) fn read(mut file: Fields) {
    file.unlisted(OPTIONS.0, OPTIONS.1);
    file.reading.recipe(Recipe::MaxText);
    file.reading.start_layout();
    model(&mut file);
    let _ = file.set("mtp", "mtp_num_layers");
    layout(&mut file);
    batch(&mut file);
    levers(&mut file);
}

fn model(file: &mut Fields) {
    let name = file.text("model_name").filter(|name| *name != "default");
    match name {
        Some(name) if released_model(name).is_some() || !file.has("base_emb_dim") => {
            file.reading.set_named_model("model_name", name);
        }
        _ if file.has("base_emb_dim base_num_decoder_layers") => {
            file.reading.start_model(CUSTOM_MODEL);
            shape(file);
        }
        _ => file.reading.missing(MissingSetting::Model),
    }
}

fn shape(file: &mut Fields) {
    file.figures(&[
        ("layers", "base_num_decoder_layers"),
        ("hidden", "base_emb_dim"),
        ("ffn", "base_mlp_dim"),
        ("heads", "base_num_query_heads"),
        ("kv", "base_num_kv_heads"),
    ]);
    file.set_or("headdim", "head_dim", "128");
    file.set_or("vocab", "vocab_size", "32000");
    file.set_or("tied", "logits_via_embedding", "0");
    if let Some(ParsedValue::List(activations)) = file.value.at("mlp_activations") {
        let gated = if activations.len() > 1 { "1" } else { "0" };
        file.reading.set("gated", "mlp_activations", gated);
    }
    if file.text("attention_type") == Some("local_sliding") {
        let _ = file.set("window", "sliding_window_size");
    }
    file.reading.plan.model.moe = MixtureOfExperts::default();
    if file.whole("num_experts").is_some_and(|experts| experts > 1) {
        let _ = file.set("experts", "num_experts");
        file.set_or("topk", "num_experts_per_tok", "1");
        let ffn = file.reading.plan.model.ffn.to_string();
        file.set_or("moeffn", "base_moe_mlp_dim", &ffn);
        if file
            .set("shared", "shared_experts")
            .is_some_and(|shared| shared > 0)
        {
            let width = file.reading.plan.model.moe.ffn.to_string();
            file.reading
                .default("sharedffn", "base_moe_mlp_dim", &width);
        }
        let _ = file.set("dense", "first_num_dense_layers");
    }
    if file.text("attention_type") == Some("mla") {
        let part = |path, usual: u64| file.whole(path).unwrap_or(usual).to_string();
        let ranks = [
            part("q_lora_rank", 0),
            part("kv_lora_rank", 512),
            part("qk_nope_head_dim", 128),
            part("qk_rope_head_dim", 64),
            part("v_head_dim", 128),
        ];
        file.reading.set("mla", "kv_lora_rank", &ranks.join(","));
    }
}

/// The product of the axes within and between slices; `None` if one of them takes the remaining
/// devices.
fn axis(file: &Fields, paths: &[&'static str]) -> Option<u64> {
    let mut product = 1_u64;
    for path in paths {
        match file.value.at(path) {
            None => {}
            Some(ParsedValue::Whole(degree)) => product = product.saturating_mul(*degree),
            Some(_) => return None,
        }
    }
    Some(product)
}

fn layout(file: &mut Fields) {
    let rows: [(&'static str, &[&'static str]); 4] = [
        (
            "tp",
            &[
                "ici_tensor_parallelism",
                "dcn_tensor_parallelism",
                "ici_tensor_transpose_parallelism",
                "ici_tensor_sequence_parallelism",
                "dcn_tensor_sequence_parallelism",
            ],
        ),
        (
            "cp",
            &[
                "ici_context_parallelism",
                "dcn_context_parallelism",
                "ici_sequence_parallelism",
                "dcn_sequence_parallelism",
            ],
        ),
        (
            "pp",
            &["ici_pipeline_parallelism", "dcn_pipeline_parallelism"],
        ),
        ("ep", &["ici_expert_parallelism", "dcn_expert_parallelism"]),
    ];
    for (key, paths) in rows {
        let option = paths
            .iter()
            .copied()
            .find(|path| file.value.at(path).is_some());
        match (axis(file, paths), option) {
            (Some(degree), Some(option)) => file.reading.set_whole(key, option, degree),
            (Some(_), None) => {
                let path = paths.first().copied().unwrap_or(key);
                file.reading.default(key, path, "1");
            }
            (None, _) => file.reading.missing(MissingSetting::Auto(key)),
        }
    }
    // Experts have the tensor-parallel degree of the other layers.
    if file.reading.plan.model.moe.experts > 0 {
        let degree = file.reading.plan.layout.tensor.to_string();
        let option = "ici_tensor_parallelism";
        file.reading.default("etp", option, &degree);
    }
    if file.reading.plan.layout.context > 1 {
        let words = [("all_gather", "ag"), ("ring", "ring"), ("ulysses", "a2a")];
        file.word("cpkind", "context_parallel_strategy", &words, Some("ag"));
        let words = [("true", "1"), ("false", "0")];
        file.word("cpbal", "context_parallel_load_balance", &words, Some("1"));
    }
    pipeline(file);
    data(file);
}

/// Virtual stages: the number of rounds of the layers over the stages. One round is GPipe.
fn pipeline(file: &mut Fields) {
    let stages = file.reading.plan.layout.pipeline;
    if stages < 2 {
        return;
    }
    let each = file.whole("num_layers_per_pipeline_stage").unwrap_or(1);
    let round = stages.saturating_mul(each).max(1);
    let stated = file.whole("num_pipeline_repeats");
    let repeats = stated.unwrap_or(file.reading.plan.model.layers / round);
    let option = "num_pipeline_repeats";
    if repeats > 1 {
        file.reading.set_whole("vp", option, repeats);
    } else {
        file.reading.set("sched", option, MAXTEXT.word());
    }
}

/// Data-parallel ranks: the fsdp axes shard all, the data axes replicate.
fn data(file: &mut Fields) {
    let fsdp = axis(
        file,
        &[
            "ici_fsdp_parallelism",
            "dcn_fsdp_parallelism",
            "ici_fsdp_transpose_parallelism",
            "dcn_fsdp_transpose_parallelism",
        ],
    );
    let replicas = axis(file, &["ici_data_parallelism", "dcn_data_parallelism"]);
    // The fsdp axis takes the remaining devices if a file sets neither axis.
    let is_open = !file.has("ici_fsdp_parallelism") && !file.has("ici_data_parallelism");
    let shards = fsdp != Some(1) || is_open;
    file.reading.plan.layout.zero = if shards {
        ZeroStage::Three
    } else if file.is_on("shard_optimizer_over_data") {
        ZeroStage::One
    } else {
        ZeroStage::Zero
    };
    file.note(
        "zero",
        "ici_fsdp_parallelism dcn_fsdp_parallelism ici_data_parallelism",
    );
    match (fsdp, replicas) {
        (Some(fsdp), Some(replicas)) if !is_open => {
            let layout = &file.reading.plan.layout;
            let others = [layout.tensor, layout.pipeline, layout.context];
            let expert = layout.expert;
            let degrees = [fsdp, replicas, others[0], others[1], others[2], expert];
            file.gpus("ici_fsdp_parallelism", &degrees);
            if fsdp > 1 && replicas > 1 {
                let group = fsdp.saturating_mul(file.reading.plan.layout.context);
                let group = group.saturating_mul(expert);
                file.reading
                    .set_whole("hsdp", "ici_fsdp_parallelism", group);
            }
        }
        _ => file.reading.missing(MissingSetting::Cluster),
    }
}

fn batch(file: &mut Fields) {
    file.set_or("seq", "max_target_length", "2048");
    let option = "per_device_batch_size";
    let accumulation = file.whole("gradient_accumulation_steps").unwrap_or(1);
    let plan = &file.reading.plan;
    let (devices, stages) = (plan.cluster.gpus, plan.layout.pipeline);
    let replicas = plan.data_parallel().max(1);
    let each = file.value.at(option).map(written);
    match each.as_deref().map(|each| (each, sequences(devices, each))) {
        // Sequences of all devices, including tensor-parallel ones, rounded down.
        Some((_, Some(micro))) => {
            let global = micro.saturating_mul(accumulation);
            file.reading.set_whole("gbs", option, global);
            let parts = file.whole("num_pipeline_microbatches").unwrap_or(stages);
            // A data-parallel rank takes the sequences of its model-parallel devices at once.
            let micro = micro / replicas / parts.max(1);
            file.reading.set_whole("mbs", option, micro.max(1));
        }
        Some((text, None)) => {
            file.reading.unfit(option, text);
            file.reading.missing(MissingSetting::Batch);
        }
        None => file.reading.missing(MissingSetting::Batch),
    }
    let steps = file.whole("steps");
    file.reading.steps(steps, "steps");
}

/// Sequences of all devices, by a decimal number of sequences of each.
fn sequences(devices: u64, each: &str) -> Option<u64> {
    let (units, decimals) = each.split_once('.').unwrap_or((each, "0"));
    let decimals = decimals.get(..9).unwrap_or(decimals);
    let scale = 10_u128.checked_pow(u32::try_from(decimals.len()).ok()?)?;
    let units: u32 = units.parse().ok()?;
    let decimals: u32 = decimals.parse().ok()?;
    let parts = u128::from(units) * scale + u128::from(decimals);
    u64::try_from(parts * u128::from(devices) / scale).ok()
}

fn levers(file: &mut Fields) {
    let words = [
        ("bfloat16", "bf16"),
        ("float32", "fp32"),
        ("float16", "fp16"),
    ];
    file.word("dtype", "dtype", &words, Some("bf16"));
    let quantized = file.text("quantization").filter(|word| !word.is_empty());
    if quantized.is_some() {
        let words = [
            ("fp8", "fp8"),
            ("nanoo_fp8", "fp8"),
            ("fp8_full", "fp8"),
            ("te_fp8_delayedscaling", "fp8"),
            ("te_fp8_currentscaling", "fp8"),
            ("te_mxfp8", "mxfp8"),
            ("te_nvfp4", "nvfp4"),
        ];
        file.word("dtype", "quantization", &words, None);
    }
    let words = [
        ("adamw", "adamw"),
        ("adam_pax", "adamw"),
        ("sgd", "sgdm"),
        ("muon", "muon"),
    ];
    file.word("opt", "opt_type", &words, Some("adamw"));
    for (key, option, word) in [
        ("master", "weight_dtype", "none"),
        ("grads", "grad_dtype", "16bit"),
    ] {
        if file.text(option) == Some("bfloat16") {
            file.reading.set(key, option, word);
        }
    }
    let words = [("full", "full"), ("none", "none"), ("custom", "full")];
    file.word("ckpt", "remat_policy", &words, Some("full"));
    if file.text("remat_policy") == Some("custom") {
        // Tensors without an option are recomputed; the plan keeps none of the others either.
        file.reading.remark(ImportNote::Nearest {
            option: String::from("remat_policy"),
            value: String::from("custom"),
        });
    }
    file.reading.plan.levers.recompute_layers = None;
    let words = [
        ("autoselected", "1"),
        ("flash", "1"),
        ("cudnn_flash_te", "1"),
        ("cudnn_flash_jax", "1"),
        ("dot_product", "0"),
    ];
    file.word("flash", "attention", &words, None);
    let parts = [
        ("optimizer_memory_host_offload", "opt"),
        ("parameter_memory_host_offload", "params"),
    ];
    let moved = parts.iter().filter(|(path, _)| file.is_on(path));
    let moved: Vec<&str> = moved.map(|(_, part)| *part).collect();
    if !moved.is_empty() {
        let text = moved.join(",");
        file.reading.set("off", parts[0].0, &text);
    }
    if file
        .whole("num_vocab_tiling")
        .is_some_and(|tiles| tiles > 1)
    {
        file.reading.set("ce", "num_vocab_tiling", "chunked");
    }
}
