//! MaxText's YAML: the settings of a run that differ from `base.yml`.
//!
//! Source of every option: AI-Hypercomputer/maxtext at commit e591f30c (August 2026),
//! `src/maxtext/configs/base.yml` and `types.py`; names of models: `configs/models/`.

use crate::catalog;
use crate::export::document::{OptionRow, OptionValue, on, row, whole, whole_if, word, word_if};
use crate::export::facts::Facts;
use crate::export::syntax;
use crate::export::writer::{ExportInput, TargetWriter};
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Family, GradientType, LatentAttention, MasterWeights, Module,
    Offload, Optimizer, Plan, Recompute, ZeroStage,
};

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "maxtext.yml",
    text,
    launch: |_| String::from("python3 -m maxtext.trainers.pre_train.train maxtext.yml"),
};

fn text(job: &ExportInput, comments: &[String]) -> String {
    syntax::yaml_file(TABLE, job.facts, comments)
}

/// Names of MaxText's models, by the catalogue's.
const MODELS: [(&str, &str); 17] = [
    ("llama2-7b", "llama2-7b"),
    ("llama2-13b", "llama2-13b"),
    ("llama2-70b", "llama2-70b"),
    ("llama3-8b", "llama3-8b"),
    ("llama3-70b", "llama3-70b"),
    ("llama3-405b", "llama3.1-405b"),
    ("mistral-7b", "mistral-7b"),
    ("mixtral-8x7b", "mixtral-8x7b"),
    ("mixtral-8x22b", "mixtral-8x22b"),
    ("qwen3-8b", "qwen3-8b"),
    ("qwen3-32b", "qwen3-32b"),
    ("qwen3-30b-a3b", "qwen3-30b-a3b"),
    ("qwen3-235b-a22b", "qwen3-235b-a22b"),
    ("deepseek-v2-236b", "deepseek2-236b"),
    ("deepseek-v3-671b", "deepseek3-671b"),
    ("gpt-oss-120b", "gpt-oss-120b"),
    ("gemma3-27b", "gemma3-27b"),
];

/// The model of MaxText that has the plan's shape.
pub(crate) fn model_name(plan: &Plan) -> Option<&'static str> {
    let model = &plan.model;
    let known = catalog::model(model.preset).is_some_and(|shape| shape == *model);
    let found = MODELS.iter().find(|(preset, _)| *preset == model.preset);
    found.filter(|_| known).map(|(_, name)| *name)
}

const TABLE: &[OptionRow] = &[
    row("base_config", |_| word("base.yml")),
    row("run_name", |_| word("shardwise")),
    row("hardware", |f| word(if is_tpu(f) { "tpu" } else { "gpu" })),
    row("model_name", |f| model_name(f.plan).map(OptionValue::Word)),
    row("decoder_block", |f| {
        shape(f, || {
            OptionValue::Word(match (is_deep(f.plan), f.is_routed()) {
                (true, _) => "deepseek",
                (false, true) => "mixtral",
                (false, false) => "llama2",
            })
        })
    }),
    row("base_num_decoder_layers", |f| {
        number(f, f.plan.model.layers)
    }),
    row("base_emb_dim", |f| number(f, f.plan.model.hidden)),
    // Without dense layers there is one width of an MLP.
    row("base_mlp_dim", |f| {
        let model = &f.plan.model;
        let is_mixture = f.is_routed() && model.moe.dense_layers == 0;
        let width = if is_mixture { model.moe.ffn } else { model.ffn };
        number(f, width)
    }),
    row("base_num_query_heads", |f| number(f, f.plan.model.heads)),
    row("base_num_kv_heads", |f| number(f, f.plan.model.kv_heads)),
    row("head_dim", |f| number(f, f.plan.model.head_dim)),
    row("vocab_size", |f| number(f, f.plan.model.vocab)),
    row("logits_via_embedding", |f| {
        shape(f, || OptionValue::Switch(f.plan.model.tied))
    }),
    row("mlp_activations", |f| {
        let gated = ["silu", "linear"];
        let plain = ["gelu"];
        let is_gated = f.plan.model.gated;
        let words = if is_gated { &gated[..] } else { &plain };
        shape(f, || OptionValue::Words(words.to_vec()))
    }),
    row("num_experts", |f| {
        expert_number(f, f.plan.model.moe.experts)
    }),
    row("num_experts_per_tok", |f| {
        expert_number(f, f.plan.model.moe.per_token)
    }),
    row("base_moe_mlp_dim", |f| {
        expert_number(f, f.plan.model.moe.ffn)
    }),
    row("shared_experts", |f| {
        expert_number(f, f.plan.model.moe.shared)
    }),
    row("first_num_dense_layers", |f| {
        expert_number(f, f.plan.model.moe.dense_layers)
    }),
    row("attention_type", |f| {
        let (is_latent, window) = (f.plan.model.mla.is_some(), f.plan.model.window);
        let name = if is_latent { "mla" } else { "local_sliding" };
        word_if(is_custom(f) && (is_latent || window > 0), name)
    }),
    row("sliding_window_size", |f| {
        whole_if(is_custom(f) && f.plan.model.window > 0, f.plan.model.window)
    }),
    row("q_lora_rank", |f| latent(f, |mla| mla.query_rank)),
    row("kv_lora_rank", |f| latent(f, |mla| mla.kv_rank)),
    row("qk_nope_head_dim", |f| latent(f, |mla| mla.nope)),
    row("qk_rope_head_dim", |f| latent(f, |mla| mla.rope)),
    row("v_head_dim", |f| latent(f, |mla| mla.value)),
    row("mtp_num_layers", |f| {
        let layers = f.plan.model.multi_token_layers;
        whole_if(layers > 0, layers)
    }),
    row("max_target_length", |f| whole(f.plan.sequence())),
    row("per_device_batch_size", |f| {
        let steps = if f.plan.layout.pipeline > 1 {
            1
        } else {
            f.legal.micro_batches
        };
        let devices = f.plan.cluster.gpus * steps;
        Some(OptionValue::Number(
            ratio(f.plan.global_batch(), devices).into(),
        ))
    }),
    row("gradient_accumulation_steps", |f| {
        whole_if(f.plan.layout.pipeline == 1, f.legal.micro_batches)
    }),
    row("steps", |f| whole(f.steps())),
    row("ici_data_parallelism", |f| whole(axes(f).data.0)),
    row("dcn_data_parallelism", |f| whole(axes(f).data.1)),
    row("ici_fsdp_parallelism", |f| whole(axes(f).fsdp.0)),
    row("dcn_fsdp_parallelism", |f| whole(axes(f).fsdp.1)),
    row("ici_tensor_parallelism", |f| {
        whole_if(!f.plan.sequence_parallel(), axes(f).tensor.0)
    }),
    row("dcn_tensor_parallelism", |f| {
        whole_if(!f.plan.sequence_parallel(), axes(f).tensor.1)
    }),
    // Activations between matrix products are split along the sequence.
    row("ici_tensor_sequence_parallelism", |f| {
        whole_if(f.plan.sequence_parallel(), axes(f).tensor.0)
    }),
    row("dcn_tensor_sequence_parallelism", |f| {
        whole_if(f.plan.sequence_parallel(), axes(f).tensor.1)
    }),
    row("ici_context_parallelism", |f| whole(axes(f).context.0)),
    row("dcn_context_parallelism", |f| whole(axes(f).context.1)),
    row("ici_pipeline_parallelism", |f| whole(axes(f).pipeline.0)),
    row("dcn_pipeline_parallelism", |f| whole(axes(f).pipeline.1)),
    row("ici_expert_parallelism", |f| whole(axes(f).expert.0)),
    row("dcn_expert_parallelism", |f| whole(axes(f).expert.1)),
    row("context_parallel_strategy", |f| {
        let strategy = match f.plan.layout.context_kind {
            ContextKind::AllGather => "all_gather",
            ContextKind::Ring => "ring",
            ContextKind::AllToAll => "ulysses",
        };
        word_if(f.plan.layout.context > 1, strategy)
    }),
    row("context_parallel_load_balance", |f| {
        let layout = &f.plan.layout;
        (layout.context > 1).then_some(OptionValue::Switch(layout.context_balanced))
    }),
    row("num_layers_per_pipeline_stage", |f| {
        let stages = f.legal.virtual_stages.max(1);
        whole_if(
            f.plan.layout.pipeline > 1,
            (f.plan.model.layers / stages).max(1),
        )
    }),
    row("num_pipeline_repeats", |f| {
        let stages = f.plan.layout.pipeline;
        whole_if(stages > 1, (f.legal.virtual_stages / stages).max(1))
    }),
    row("num_pipeline_microbatches", |f| {
        whole_if(f.plan.layout.pipeline > 1, f.legal.micro_batches)
    }),
    row("shard_optimizer_over_data", |f| {
        on(f.plan.layout.zero == ZeroStage::One)
    }),
    row("dtype", |f| {
        word(match f.plan.levers.dtype {
            Dtype::Fp32 => "float32",
            Dtype::Fp16 => "float16",
            _ => "bfloat16",
        })
    }),
    row("quantization", |f| quantization(f).map(OptionValue::Word)),
    row("weight_dtype", |f| {
        let is_half = f.plan.master() == MasterWeights::None;
        word_if(is_half && f.plan.levers.dtype != Dtype::Fp32, "bfloat16")
    }),
    row("grad_dtype", |f| {
        let is_half = f.plan.gradients() == GradientType::Half;
        word_if(is_half && f.plan.levers.dtype != Dtype::Fp32, "bfloat16")
    }),
    row("opt_type", |f| {
        word(match f.plan.levers.optimizer {
            Optimizer::SgdMomentum => "sgd",
            Optimizer::Muon => "muon",
            _ => "adamw",
        })
    }),
    row("mu_dtype", |f| {
        word_if(f.plan.levers.optimizer == Optimizer::AdamWBf16, "bfloat16")
    }),
    row("remat_policy", |f| word(remat(f))),
    row("decoder_layer_input", |f| {
        word_if(remat(f) == "custom", "offload")
    }),
    row("optimizer_memory_host_offload", |f| {
        on(f.offloads(Offload::Optimizer))
    }),
    row("parameter_memory_host_offload", |f| {
        on(f.offloads(Offload::Parameters))
    }),
    row("attention", |f| {
        word(match (f.plan.levers.flash, is_tpu(f)) {
            (false, _) => "dot_product",
            (true, true) => "flash",
            (true, false) => "cudnn_flash_te",
        })
    }),
    // TransformerEngine's attention over packed sequences; the value of MaxText's own files.
    row("max_segments_per_seq", |f| {
        whole_if(f.plan.levers.flash && !is_tpu(f), 32)
    }),
    // Tiles of the logits.
    row("num_vocab_tiling", |f| {
        whole_if(f.plan.levers.cross_entropy == CrossEntropy::Chunked, 8)
    }),
];

pub(crate) fn is_tpu(facts: &Facts) -> bool {
    facts.plan.cluster.gpu.family == Family::Tpu
}

/// True if the decoder is like DeepSeek's.
pub(crate) fn is_deep(plan: &Plan) -> bool {
    let model = &plan.model;
    model.mla.is_some() || model.moe.dense_layers > 0 || model.moe.shared > 0
}

fn is_custom(facts: &Facts) -> bool {
    model_name(facts.plan).is_none()
}

/// A figure of the shape of a model that MaxText does not know by name.
fn shape(facts: &Facts, value: impl Fn() -> OptionValue) -> Option<OptionValue> {
    is_custom(facts).then(value)
}

fn number(facts: &Facts, figure: u64) -> Option<OptionValue> {
    whole_if(is_custom(facts), figure)
}

fn expert_number(facts: &Facts, figure: u64) -> Option<OptionValue> {
    whole_if(is_custom(facts) && facts.is_routed() && figure > 0, figure)
}

fn latent(facts: &Facts, figure: fn(&LatentAttention) -> u64) -> Option<OptionValue> {
    let mla = facts.plan.model.mla.as_ref().filter(|_| is_custom(facts))?;
    whole(figure(mla))
}

/// Type of the matrix products, if it is narrower than 16 bits.
fn quantization(facts: &Facts) -> Option<&'static str> {
    Some(
        match (facts.plan.levers.dtype, facts.plan.cluster.gpu.family) {
            (Dtype::Fp8 | Dtype::Fp8Block, Family::Tpu) => "fp8_full",
            (Dtype::Fp8 | Dtype::Fp8Block, Family::Cdna) => "nanoo_fp8",
            (Dtype::Fp8 | Dtype::Fp8Block, _) => "te_fp8_currentscaling",
            (Dtype::MxFp8, _) => "te_mxfp8",
            (Dtype::NvFp4, _) => "te_nvfp4",
            _ => return None,
        },
    )
}

/// Policy for tensors kept for backward: one of MaxText's names, or only inputs of layers, on the
/// host.
fn remat(facts: &Facts) -> &'static str {
    let levers = &facts.plan.levers;
    let offloads = facts.offloads(Offload::Activations);
    match levers.recompute {
        Recompute::Full if offloads => "custom",
        Recompute::Full => "full",
        _ if offloads => "minimal_offloaded",
        Recompute::None => "none",
        Recompute::Selective if levers.modules.contains(Module::Mlp) => "save_dot_except_mlp",
        Recompute::Selective if levers.modules.contains(Module::Core) => "minimal",
        Recompute::Selective => "minimal_with_context",
    }
}

/// Degrees of each axis within a node or a slice, and between them.
pub(crate) struct Axes {
    data: (u64, u64),
    fsdp: (u64, u64),
    tensor: (u64, u64),
    context: (u64, u64),
    expert: (u64, u64),
    pipeline: (u64, u64),
}

/// The axes of a plan, those with most communication inside. Experts take a part of the
/// data-parallel ranks, as far as they divide them.
pub(crate) fn axes(facts: &Facts) -> Axes {
    let (layout, cluster) = (&facts.plan.layout, &facts.plan.cluster);
    let mut inside = if is_tpu(facts) {
        common(cluster.gpus, cluster.gpu.domain.max(1))
    } else {
        facts.per_node()
    };
    let mut cut = |degree: u64| {
        let part = common(degree, inside);
        inside /= part;
        (part, degree / part)
    };
    let expert = common(layout.expert, facts.data);
    let rest = facts.data / expert;
    let copies = match layout.zero {
        ZeroStage::Zero | ZeroStage::One => rest,
        ZeroStage::Two | ZeroStage::Three => common(facts.shard_groups(), rest),
    };
    Axes {
        tensor: cut(layout.tensor),
        context: cut(layout.context),
        expert: cut(expert),
        fsdp: cut(rest / copies),
        data: cut(copies),
        pipeline: cut(layout.pipeline),
    }
}

/// The greatest common divisor.
fn common(left: u64, right: u64) -> u64 {
    let (mut left, mut right) = (left.max(1), right.max(1));
    while right > 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// A quotient with at most six decimals, rounded up: MaxText cuts off its product with the devices.
fn ratio(part: u64, whole: u64) -> String {
    const UNIT: u64 = 1_000_000;
    let millionths = u128::from(part) * u128::from(UNIT);
    let millionths = millionths.div_ceil(u128::from(whole.max(1)));
    let (units, rest) = (millionths / u128::from(UNIT), millionths % u128::from(UNIT));
    let decimals = format!("{rest:06}");
    let decimals = decimals.trim_end_matches('0');
    let decimals = if decimals.is_empty() { "0" } else { decimals };
    [&units.to_string(), ".", decimals].concat()
}
