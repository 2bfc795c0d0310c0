//! Overrides of Megatron-Bridge's recipes, as `key=value` words or as YAML.
//!
//! Source of the options and their defaults: NVIDIA-NeMo/Megatron-Bridge 0.6.0,
//! `src/megatron/bridge/training/config.py`, `models/gpt_provider.py`,
//! `training/mixed_precision.py`; Megatron Core, `transformer_config.py`.

mod levers;
mod overrides;

pub(crate) use overrides::{document, is_override};

use crate::catalog::{self, CUSTOM_MODEL, released_model};
use crate::frameworks::megatron::read::shared_experts;
use crate::frameworks::megatron_bridge::write::RECIPES;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting, SettingOrigin};
use crate::import::value::ParsedValue;
use crate::layers;
use cost::plan::{MixtureOfExperts, Model, Norm, Positions, Recipe};

/// Tables that distinguish these overrides from other documents.
pub(crate) const SIGNS: &[&str] = &[
    "model.tensor_model_parallel_size",
    "model.num_layers",
    "train.global_batch_size",
    "train.micro_batch_size",
    "ddp.use_distributed_optimizer",
    "comm_overlap",
];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], &[]);

/// Options that are read.
const READ: &str = "\
    recipe model.num_layers model.hidden_size model.ffn_hidden_size model.num_attention_heads \
    model.num_query_groups model.kv_channels model.vocab_size model.position_embedding_type \
    model.normalization model.gated_linear_unit model.add_bias_linear \
    model.share_embeddings_and_output_weights model.attention_dropout model.hidden_dropout \
    model.mtp_num_layers model.q_lora_rank model.kv_lora_rank model.qk_head_dim \
    model.qk_pos_emb_head_dim model.v_head_dim model.num_moe_experts model.moe_router_topk \
    model.moe_ffn_hidden_size model.moe_shared_expert_intermediate_size model.moe_layer_freq \
    model.moe_token_dispatcher_type model.moe_flex_dispatcher_backend \
    model.tensor_model_parallel_size model.sequence_parallel \
    model.pipeline_model_parallel_size model.virtual_pipeline_model_parallel_size \
    model.pipeline_model_parallel_layout model.account_for_embedding_in_pipeline_split \
    model.account_for_loss_in_pipeline_split model.context_parallel_size model.cp_comm_type \
    model.expert_model_parallel_size model.expert_tensor_parallel_size model.seq_length \
    model.window_size model.window_attn_skip_freq model.num_layers_in_first_pipeline_stage \
    model.num_layers_in_last_pipeline_stage \
    dataset.sequence_length dataset.seq_length train.micro_batch_size train.global_batch_size \
    train.train_iters mixed_precision mixed_precision.fp8_param_gather \
    mixed_precision.fp8_param ddp.fp8_param_gather model.fp8_param model.fp8 model.fp8_recipe optimizer.optimizer \
    optimizer.use_distributed_optimizer ddp.use_distributed_optimizer \
    ddp.num_distributed_optimizer_instances ddp.use_megatron_fsdp dist.use_megatron_fsdp \
    ddp.data_parallel_sharding_strategy ddp.overlap_grad_reduce ddp.overlap_param_gather \
    comm_overlap.tp_comm_overlap comm_overlap.overlap_p2p_comm comm_overlap.overlap_grad_reduce \
    comm_overlap.overlap_param_gather \
    comm_overlap.overlap_moe_expert_parallel_comm model.tp_comm_overlap model.overlap_p2p_comm \
    model.overlap_moe_expert_parallel_comm model.recompute_granularity model.recompute_modules \
    model.recompute_method model.recompute_num_layers model.cpu_offloading \
    model.cpu_offloading_num_layers optimizer.optimizer_cpu_offload \
    optimizer.optimizer_offload_fraction optimizer.use_precision_aware_optimizer \
    optimizer.store_param_remainders optimizer.exp_avg_dtype optimizer.exp_avg_sq_dtype \
    model.cross_entropy_loss_fusion model.cross_entropy_fusion_impl model.cuda_graph_impl \
    model.cuda_graph_scope model.gradient_accumulation_fusion model.deterministic_mode \
    ddp.grad_reduce_in_fp32 mode tensor_model_parallel_size tensor_parallel_size -tp \
    pipeline_model_parallel_size pipeline_parallel_size -pp context_parallel_size -cp \
    expert_model_parallel_size expert_parallel_size -ep expert_tensor_parallel_size -et -etp \
    virtual_pipeline_model_parallel_size -vp seq_length micro_batch_size -mb global_batch_size -gb \
    max_steps";

/// Options that change no figure.
const IDLE: &str = "\
    checkpoint. logger. tokenizer. scheduler. rng. dist. profiling. dataset. validation. \
    optimizer.lr optimizer.min_lr optimizer.weight_decay optimizer.adam_beta1 \
    optimizer.adam_beta2 optimizer.clip_grad train.eval_interval train.eval_iters train.exit_ \
    model.rotary_base model.init_method_std model.layernorm_epsilon model.moe_grouped_gemm \
    model.moe_router_pre_softmax model.moe_permute_fusion \
    model.moe_router_load_balancing_type model.moe_aux_loss_coeff \
    model.make_vocab_size_divisible_by model.apply_rope_fusion model.bias_activation_fusion \
    model.multi_latent_attention model.transformer_impl train.manual_gc train.manual_gc_interval \
    nodes gpus_per_node num_gpus -ng gpu lr min_lr dataset data save_dir load_dir log_dir";

pub(crate) fn read(mut file: Fields) -> Result<(), ImportRefusal> {
    let way = [file.text("mode"), file.text("recipe").and_then(way)];
    if let Some(way) = way.into_iter().flatten().find(|way| ADAPTERS.contains(way)) {
        return Err(ImportRefusal::Adapter(way.to_owned()));
    }
    file.unlisted(OPTIONS.0, OPTIONS.1);
    file.reading.recipe(Recipe::Nemo);
    file.reading.start_layout();
    model(&mut file);
    layout(&mut file);
    batch(&mut file);
    levers::levers(&mut file);
    Ok(())
}

/// Ways of training that the names of recipes have after the model's.
const WAYS: [&str; 6] = ["pretrain", "sft", "finetune", "peft", "lora", "dora"];
/// Those that train an adapter.
const ADAPTERS: [&str; 3] = ["peft", "lora", "dora"];

/// The way of training in the name of a recipe.
fn way(recipe: &str) -> Option<&'static str> {
    let mut parts = recipe.split('_');
    parts.find_map(|part| WAYS.into_iter().find(|way| *way == part))
}

/// The model of a recipe, by the part of the name before the way of training.
fn recipe_model(recipe: &str) -> Option<Model> {
    let of = |name: &str| {
        let known = RECIPES.iter().find(|(_, recipe)| *recipe == name);
        known.and_then(|(preset, _)| catalog::model(preset))
    };
    let stem = way(recipe).and_then(|way| recipe.split_once(&["_", way].concat()));
    let Some((stem, _)) = stem else {
        return of(recipe);
    };
    let pretraining = [stem, "_pretrain_config"].concat();
    of(&pretraining).or_else(|| Some(released_model(&stem.replace('_', "-"))?.model))
}

/// The recipe's model as changed by the overrides, else the shape that they give.
fn model(file: &mut Fields) {
    let is_whole = [
        "model.num_layers",
        "model.hidden_size",
        "model.num_attention_heads",
    ]
    .iter()
    .all(|path| file.value.at(path).is_some());
    let stated = file.text("recipe");
    let known = stated.and_then(recipe_model);
    match known {
        Some(model) => file.reading.set_model("recipe", model),
        None if is_whole => features(file),
        None => match stated {
            Some(recipe) => file.reading.unknown_model("recipe", recipe),
            None => file.reading.missing(MissingSetting::Model),
        },
    }
    file.set_all(&[
        ("layers", "model.num_layers"),
        ("hidden", "model.hidden_size"),
        ("heads", "model.num_attention_heads"),
        ("ffn", "model.ffn_hidden_size"),
        ("kv", "model.num_query_groups"),
        ("headdim", "model.kv_channels"),
        ("mtp", "model.mtp_num_layers"),
        ("vocab", "model.vocab_size"),
    ]);
    if known.is_none() && is_whole {
        shape(file);
    }
}

/// The rest of a shape, with Megatron Core's defaults.
fn shape(file: &mut Fields) {
    let Model { hidden, heads, .. } = file.reading.plan.model;
    if !file.has("model.vocab_size") {
        file.reading.missing(MissingSetting::Figure("vocab"));
    }
    let ffn = hidden.saturating_mul(4).to_string();
    file.set_or("ffn", "model.ffn_hidden_size", &ffn);
    file.set_or("kv", "model.num_query_groups", &heads.to_string());
    let width = (hidden / heads.max(1)).to_string();
    file.set_or("headdim", "model.kv_channels", &width);
    latent(file);
    experts(file);
    if let Some((_, window)) = file.first("model.window_size") {
        let first = match window {
            ParsedValue::List(items) => items.first().map(written),
            window => Some(written(window).trim_matches(['(', '[']).to_owned()),
        };
        let first = first.unwrap_or_default();
        let left = first
            .split(',')
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned();
        file.reading.set("window", "model.window_size", &left);
        let option = "model.window_attn_skip_freq";
        if let Some(every) = file.whole(option) {
            file.reading.set_whole("fullevery", option, every);
        }
    }
}

fn features(file: &mut Fields) {
    let is_on = |path, usual: bool| match file.value.at(path) {
        Some(ParsedValue::Switch(is_on)) => *is_on,
        _ => usual,
    };
    let is_zero = |path| match file.value.at(path) {
        Some(ParsedValue::Whole(0)) => true,
        Some(ParsedValue::Number(digits)) => digits.parse() == Ok(0.0),
        _ => false,
    };
    let norm = match file.text("model.normalization") {
        Some("RMSNorm") => Norm::Rms,
        _ => Norm::Layer,
    };
    let positions = match file.text("model.position_embedding_type") {
        Some("rope" | "yarn") => Positions::Rope,
        Some("none") => Positions::None,
        _ => Positions::Learned,
    };
    let model = Model {
        norm,
        positions,
        gated: is_on("model.gated_linear_unit", false),
        bias: is_on("model.add_bias_linear", true),
        tied: is_on("model.share_embeddings_and_output_weights", true),
        dropout: !(is_zero("model.attention_dropout") && is_zero("model.hidden_dropout")),
        ..CUSTOM_MODEL
    };
    file.reading.start_model(model);
    for (key, paths) in [
        ("pos", "model.position_embedding_type"),
        ("gated", "model.gated_linear_unit"),
        ("bias", "model.add_bias_linear"),
        ("tied", "model.share_embeddings_and_output_weights"),
        ("dropout", "model.attention_dropout model.hidden_dropout"),
    ] {
        file.note(key, paths);
    }
    if let Some(longest) = file.whole("model.seq_length dataset.seq_length dataset.sequence_length")
    {
        let most = *cost::plan::limits::SEQUENCE.end();
        file.reading.plan.model.trained_sequence = longest.clamp(1, most);
    }
}

fn latent(file: &mut Fields) {
    let Some(rank) = file.whole("model.kv_lora_rank") else {
        return;
    };
    let part = |path, usual: u64| file.whole(path).unwrap_or(usual);
    let ranks = [
        part("model.q_lora_rank", 0),
        rank,
        part("model.qk_head_dim", 128),
        part("model.qk_pos_emb_head_dim", 64),
        part("model.v_head_dim", 128),
    ];
    let [.., value] = ranks;
    let ranks = ranks.map(|rank| rank.to_string()).join(",");
    file.reading.set("mla", "model.kv_lora_rank", &ranks);
    if !file.has("model.kv_channels") {
        file.reading
            .default("headdim", "model.v_head_dim", &value.to_string());
    }
    let heads = file.reading.plan.model.heads.to_string();
    if !file.has("model.num_query_groups") {
        file.reading.default("kv", "model.num_query_groups", &heads);
    }
}

fn experts(file: &mut Fields) {
    file.reading.plan.model.moe = MixtureOfExperts::default();
    if file.set("experts", "model.num_moe_experts").is_none() {
        return;
    }
    file.set_or("topk", "model.moe_router_topk", "2");
    let ffn = file.reading.plan.model.ffn.to_string();
    file.set_or("moeffn", "model.moe_ffn_hidden_size", &ffn);
    let path = "model.moe_shared_expert_intermediate_size";
    if let Some(shared) = file.whole(path) {
        let count = shared_experts(shared, file.reading.plan.model.moe.ffn);
        file.reading.set_whole("shared", path, count);
        file.reading
            .set_whole("sharedffn", path, shared / count.max(1));
    }
    let path = "model.moe_layer_freq";
    if let Some((_, value)) = file.first(path) {
        let layers = file.reading.plan.model.layers;
        let rule = match value {
            ParsedValue::List(items) => {
                let flags: Option<Vec<u64>> = items.iter().map(ParsedValue::whole).collect();
                let flags = flags.map(|all| all.iter().map(|flag| *flag > 0).collect::<Vec<_>>());
                flags.and_then(|flags| layers::rule(&flags))
            }
            value => layers::routed(&written(value), layers),
        };
        match rule {
            Some((dense, every)) => {
                file.reading.set_whole("dense", path, dense);
                let every = if every == 1 { 0 } else { every };
                file.reading.set_whole("every", path, every);
            }
            None => file.reading.unfit(path, "…"),
        }
    }
}

fn layout(file: &mut Fields) {
    file.reading.missing(MissingSetting::Cluster);
    let degrees = [
        (
            "tp",
            "model.tensor_model_parallel_size tensor_model_parallel_size tensor_parallel_size -tp",
        ),
        (
            "pp",
            "model.pipeline_model_parallel_size pipeline_model_parallel_size \
             pipeline_parallel_size -pp",
        ),
        (
            "cp",
            "model.context_parallel_size context_parallel_size -cp",
        ),
        (
            "ep",
            "model.expert_model_parallel_size expert_model_parallel_size expert_parallel_size -ep",
        ),
        (
            "etp",
            "model.expert_tensor_parallel_size expert_tensor_parallel_size -et -etp",
        ),
        (
            "vp",
            "model.virtual_pipeline_model_parallel_size virtual_pipeline_model_parallel_size -vp",
        ),
    ];
    // Degrees without overrides are the recipe's.
    for (key, paths) in degrees {
        let is_left = file.set(key, paths).is_none() && !file.has(paths);
        if is_left && matches!(key, "tp" | "pp") {
            file.reading.missing(MissingSetting::Layout);
        }
    }
    if file.reading.plan.layout.tensor > 1 {
        let _ = file.set("sp", "model.sequence_parallel");
    }
    let kinds = [
        ("p2p", "ring"),
        ("a2a", "a2a"),
        ("allgather", "ag"),
        ("all_gather", "ag"),
    ];
    file.word("cpkind", "model.cp_comm_type", &kinds, None);
    let ends = "model.account_for_embedding_in_pipeline_split";
    if file.is_on(ends) && file.is_on("model.account_for_loss_in_pipeline_split") {
        file.reading.set("ends", ends, "1");
    }
    stages(file);
}

/// Layers of the stages, if the overrides list them.
fn stages(file: &mut Fields) {
    let path = "model.pipeline_model_parallel_layout";
    let layers = file.reading.plan.model.layers;
    let pipeline = file.reading.plan.layout.pipeline.max(1);
    if let Some(words) = file.text(path) {
        let fits = |split: &Vec<u64>| {
            (split.len() as u64).is_multiple_of(pipeline) && split.iter().sum::<u64>() == layers
        };
        match layers::layout(words).filter(fits) {
            Some(split) => {
                file.reading.plan.layout.virtual_stages = split.len() as u64 / pipeline;
                file.reading.plan.layout.split = split;
                file.reading.note("vp", path, SettingOrigin::Read);
                file.reading.note("split", path, SettingOrigin::Read);
            }
            None => file.reading.unfit(path, words),
        }
    }
    let path = "model.num_layers_in_first_pipeline_stage";
    let ends = [
        file.whole(path),
        file.whole("model.num_layers_in_last_pipeline_stage"),
    ];
    if ends != [None, None] {
        match layers::between(layers, pipeline, ends[0], ends[1]) {
            Some(split) => {
                file.reading.plan.layout.split = split;
                file.reading.note("split", path, SettingOrigin::Read);
            }
            None => file.reading.unfit(path, "…"),
        }
    }
}

fn batch(file: &mut Fields) {
    let paths = "dataset.seq_length dataset.sequence_length model.seq_length seq_length";
    if file.set("seq", paths).is_none() {
        file.reading.missing(MissingSetting::Sequence);
    }
    let micro = file.set("mbs", "train.micro_batch_size micro_batch_size -mb");
    let global = file.set("gbs", "train.global_batch_size global_batch_size -gb");
    if global.is_none() || micro.is_none() {
        file.reading.missing(MissingSetting::Batch);
    }
    let steps = file.whole("train.train_iters max_steps");
    file.reading.steps(steps, "train.train_iters");
}
