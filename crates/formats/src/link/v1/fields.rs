//! The keys of version 1, in the order in which a link writes them.
//!
//! Links, sweeps, goals, `--fix`, columns of `shardwise fleet`, fuzzing and `docs/keys.md` take
//! their keys from this table. A key of a later release is marked: `whole!(…).since("0.2")`.

use std::ops::RangeInclusive;

use super::row::{
    LinkField, field, field_or_none, number, number_or_none, switch, whole, whole_or_none, word,
    words,
};
use super::values::{LinkValue, Offers, Values};
use Offers::{Around, Divisors, Eighths, Halves, Powers, Words};
use cost::params::ModelParams;
use cost::plan::limits::{
    COUNT, EXPERT_FFN, EXPERTS, FFN, FLASH_GENERATION, GLOBAL, GPUS, HEAD_DIM, HEADS, HIDDEN,
    IMBALANCE, LAYERS, MICRO, NUMBER, OVERSUBSCRIPTION, RANK, SEQUENCE, SOME_LAYERS, TILES, TOKENS,
    VOCAB,
};
use cost::plan::{
    AdapterType, ContextKind, CrossEntropy, Dispatcher, Dtype, End, GradientSync, GradientType,
    GraphScope, Kernels, LatentAttention, LinearMixer, MasterWeights, Messages, MixerKind, Module,
    Objective, Offload, OffloadModule, Optimizer, OptimizerKernel, Overlap, Packing, Plan,
    Positions, Recipe, Recompute, Reference, Schedule, Target, Tuned, WeightStorage, Word,
    ZeroStage,
};
use cost::run;

/// Every key but `v` and `p`.
pub(super) const FIELDS: &[LinkField] = &[
    whole!("layers", "", LAYERS, model.layers).swept(Eighths),
    whole!("hidden", "", HIDDEN, model.hidden).swept(Eighths),
    whole!("ffn", "", FFN, model.ffn).swept(Eighths),
    whole!("heads", "", HEADS, model.heads).swept(Eighths),
    whole!("kv", "", HEADS, model.kv_heads).swept(Divisors(heads)),
    whole!("headdim", "", HEAD_DIM, model.head_dim),
    whole!("vocab", "tokens", VOCAB, model.vocab).swept(Eighths),
    switch!("gated", model.gated),
    switch!("tied", model.tied),
    switch!("bias", model.bias),
    switch!("dropout", model.dropout),
    word!("pos", Positions, model.positions),
    whole!("window", "tokens", WINDOW, model.window),
    whole!("fullevery", "", SOME_LAYERS, model.full_attention_every).since("0.2"),
    whole!("experts", "", EXPERTS, model.moe.experts).swept(Powers(2, 512)),
    whole!("topk", "", EXPERTS, model.moe.per_token).swept(Powers(1, 16)),
    whole!("moeffn", "", EXPERT_FFN, model.moe.ffn),
    whole!("shared", "", EXPERTS, model.moe.shared),
    whole!("sharedffn", "", EXPERT_FFN, model.moe.shared_ffn),
    whole!("dense", "", SOME_LAYERS, model.moe.dense_layers),
    whole!("every", "", SOME_LAYERS, model.moe.every),
    LinkField::new("mla", "", LATENT, latent, set_latent),
    LinkField::new("mixer", "", MIXER, mixer, set_mixer).since("0.2"),
    whole!("mtp", "", SOME_LAYERS, model.multi_token_layers),
    whole!("node", "", GPUS, cluster.gpu.node).swept(Powers(1, 64)),
    whole!("nvl", "", GPUS, cluster.gpu.domain).swept(Powers(1, 512)),
    number!("peak", "TFLOP/s", NUMBER, cluster.gpu.peak_tflops).swept(Around),
    number!("hbm", "GiB", NUMBER, cluster.gpu.hbm_gib).swept(Around),
    number!("hbmbw", "GB/s", NUMBER, cluster.gpu.hbm_gb_s).swept(Around),
    number!("nvbw", "GB/s", NUMBER, cluster.gpu.nvlink_gb_s).swept(Around),
    number!("nicbw", "GB/s", NUMBER, cluster.gpu.nic_gb_s).swept(Around),
    number!("pciebw", "GB/s", NUMBER, cluster.gpu.pcie_gb_s),
    number!("host", "GiB", NUMBER, cluster.gpu.host_gib).since("0.2"),
    whole!("pod", "", COUNT, cluster.pod)
        .swept(Powers(64, 65_536))
        .since("0.2"),
    number!("over", "", OVERSUBSCRIPTION, cluster.oversubscription)
        .swept(Powers(1, 16))
        .since("0.2"),
    whole!("tp", "", GPUS, layout.tensor)
        .swept(Divisors(heads))
        .fixed(),
    whole!("pp", "", GPUS, layout.pipeline)
        .swept(Divisors(layers))
        .fixed(),
    whole!("cp", "", GPUS, layout.context)
        .swept(Powers(1, 1_024))
        .fixed(),
    whole!("ep", "", GPUS, layout.expert)
        .swept(Divisors(|plan| plan.model.moe.experts))
        .fixed(),
    whole!("etp", "", GPUS, layout.expert_tensor)
        .swept(Powers(1, 64))
        .fixed(),
    switch!("sp", layout.sequence_parallel, Plan::sequence_parallel).fixed(),
    whole!("vp", "", LAYERS, layout.virtual_stages)
        .swept(Divisors(layers))
        .fixed(),
    word!("sched", Schedule, layout.schedule, Plan::schedule)
        .swept(Words)
        .fixed(),
    LinkField::new("split", "", SPLIT, split, set_split).fixed(),
    switch!("ends", layout.ends_count),
    word!("cpkind", ContextKind, layout.context_kind).swept(Words),
    switch!("cpbal", layout.context_balanced).since("0.2"),
    word!("zero", ZeroStage, layout.zero).swept(Words).fixed(),
    whole!("hsdp", "", COUNT, layout.shard_group)
        .swept(Divisors(replicas))
        .fixed(),
    whole!("seq", "tokens", SEQUENCE, batch.sequence, Plan::sequence).swept(Powers(128, 1 << 21)),
    whole!(
        "slen",
        "tokens",
        SEQUENCE,
        batch.sample,
        Plan::chosen_sample
    )
    .swept(Powers(16, 1 << 21))
    .since("0.2"),
    word!("pack", Packing, batch.packing)
        .swept(Words)
        .since("0.2"),
    whole!("mbs", "sequences", MICRO, batch.micro)
        .swept(Powers(1, 512))
        .fixed(),
    whole!("gbs", "sequences", GLOBAL, batch.global, Plan::global_batch).swept(Halves),
    word!("dtype", Dtype, levers.dtype).swept(Words).fixed(),
    switch!("gather8", levers.gathers_narrow).since("0.2"),
    switch!("act8", levers.keeps_gates_narrow).since("0.2"),
    word!("wstore", WeightStorage, levers.weight_storage).swept(Words),
    word!("ft", Tuned, tuning.tuned).swept(Words).since("0.2"),
    whole!("rank", "", RANK, tuning.rank)
        .swept(Powers(1, 1_024))
        .since("0.2"),
    words!("targets", Target, tuning.targets).since("0.2"),
    switch!("dquant", tuning.double_quantised).since("0.2"),
    words!("trainends", End, tuning.ends, Plan::trained_ends).since("0.2"),
    whole!("frzfirst", "", SOME_LAYERS, tuning.frozen_first).since("0.2"),
    whole!("frzlast", "", SOME_LAYERS, tuning.frozen_last).since("0.2"),
    word!("obj", Objective, tuning.objective)
        .swept(Words)
        .since("0.2"),
    word!("refmodel", Reference, tuning.reference, Plan::reference)
        .swept(Words)
        .since("0.2"),
    word!("recipe", Recipe, stack.recipe).swept(Words),
    word!("opt", Optimizer, levers.optimizer).swept(Words),
    word!("master", MasterWeights, levers.master, Plan::master).swept(Words),
    word!("grads", GradientType, levers.gradients, Plan::gradients).swept(Words),
    word!("adtype", AdapterType, tuning.adapters, Plan::adapter_type)
        .swept(Words)
        .since("0.2"),
    word!("ckpt", Recompute, levers.recompute)
        .swept(Words)
        .fixed(),
    words!("ckptmod", Module, levers.modules),
    whole_or_none!("ckptn", "", COUNT, levers.recompute_layers),
    switch!("flash", levers.flash).swept(Words),
    word!("ce", CrossEntropy, levers.cross_entropy).swept(Words),
    words!("off", Offload, levers.offload).fixed(),
    whole_or_none!("offn", "", COUNT, levers.offload_layers),
    words!("offmod", OffloadModule, levers.offload_modules).since("0.2"),
    whole!("tiles", "", TILES, levers.mlp_tiles)
        .swept(Powers(1, 512))
        .since("0.2"),
    words!("overlap", Overlap, stack.overlap, Plan::overlap),
    word!("kern", Kernels, stack.kernels, Plan::kernels).swept(Words),
    whole!(
        "fagen",
        "",
        FLASH_GENERATION,
        stack.flash_generation,
        Plan::flash_generation
    ),
    word!("msg", Messages, stack.messages, Plan::messages).swept(Words),
    word!(
        "gsync",
        GradientSync,
        stack.gradient_sync,
        Plan::gradient_sync
    )
    .swept(Words),
    word!(
        "optkern",
        OptimizerKernel,
        stack.optimizer_kernel,
        Plan::optimizer_kernel
    )
    .swept(Words)
    .since("0.2"),
    word!("disp", Dispatcher, stack.dispatcher, Plan::dispatcher).swept(Words),
    word!("graph", GraphScope, stack.graphs, Plan::graphs).swept(Words),
    number!("imbal", "", IMBALANCE, stack.imbalance, Plan::imbalance).swept(Around),
    switch!("det", stack.deterministic),
    switch!("gradfuse", stack.fused_accumulation),
    whole!("tok", "tokens", TOKENS, run.tokens, tokens).swept(Around),
    number!("price", "$/h", NUMBER, cluster.gpu.price).swept(Around),
    number!("watts", "W", NUMBER, cluster.gpu.watts).swept(Around),
    number!("mtbf", "h", NUMBER, run.mtbf_hours).swept(Around),
    number!(
        "ckptbw",
        "GB/s",
        NUMBER,
        run.checkpoint_gb_s,
        Plan::checkpoint_gb_s
    )
    .swept(Around),
    number!("restart", "min", NUMBER, run.restart_minutes).swept(Around),
    number_or_none!("mstep", "s", NUMBER, measured.step_s),
    number_or_none!("mmem", "GiB", NUMBER, measured.memory_gib),
];

/// Limits of an attention window; 0 stands for none.
const WINDOW: RangeInclusive<u64> = 0..=*SEQUENCE.end();

/// Latent attention: ranks of queries and of keys and values, widths of a head without and with
/// positions, and of its value.
const LATENT: Values = Values::List {
    count: &(5..=5),
    limits: &COUNT,
};

/// A linear mixer: its kind (1 Mamba-2, 2 Gated DeltaNet), heads of keys (of Mamba-2 its groups) and
/// of values, width of a key (of Mamba-2 its state) and of a value, tokens of the convolution.
const MIXER: Values = Values::List {
    count: &(6..=6),
    limits: &HEADS,
};

/// Layers of each stage. The list of one stage for each layer of the deepest model would not fit in
/// a link.
const SPLIT: Values = Values::List {
    count: &(1..=512),
    limits: &(0..=*LAYERS.end()),
};

fn heads(plan: &Plan) -> u64 {
    plan.model.heads
}

fn layers(plan: &Plan) -> u64 {
    plan.model.layers
}

/// Ranks that hold the same weights.
fn replicas(plan: &Plan) -> u64 {
    plan.data_parallel().saturating_mul(plan.layout.context)
}

fn tokens(plan: &Plan) -> u64 {
    run::tokens(plan, ModelParams::of(&plan.model).total)
}

fn split(plan: &Plan) -> LinkValue {
    let split = &plan.layout.split;
    if split.is_empty() {
        LinkValue::None
    } else {
        LinkValue::Wholes(split.clone())
    }
}

fn set_split(plan: &mut Plan, value: &LinkValue) -> Option<()> {
    plan.layout.split = value.wholes()?.to_vec();
    Some(())
}

fn latent(plan: &Plan) -> LinkValue {
    plan.model.mla.map_or(LinkValue::None, |mla| {
        LinkValue::Wholes(vec![
            mla.query_rank,
            mla.kv_rank,
            mla.nope,
            mla.rope,
            mla.value,
        ])
    })
}

fn set_latent(plan: &mut Plan, value: &LinkValue) -> Option<()> {
    plan.model.mla = match *value.wholes()? {
        [] => None,
        [query_rank, kv_rank, nope, rope, value] => Some(LatentAttention {
            query_rank,
            kv_rank,
            nope,
            rope,
            value,
        }),
        _ => return None,
    };
    Some(())
}

fn mixer(plan: &Plan) -> LinkValue {
    plan.model.mixer.map_or(LinkValue::None, |mixer| {
        LinkValue::Wholes(vec![
            match mixer.kind {
                MixerKind::Mamba2 => 1,
                MixerKind::DeltaNet => 2,
            },
            mixer.key_heads,
            mixer.value_heads,
            mixer.key_dim,
            mixer.value_dim,
            mixer.convolution,
        ])
    })
}

fn set_mixer(plan: &mut Plan, value: &LinkValue) -> Option<()> {
    plan.model.mixer = match *value.wholes()? {
        [] => None,
        [
            kind,
            key_heads,
            value_heads,
            key_dim,
            value_dim,
            convolution,
        ] => Some(LinearMixer {
            kind: match kind {
                1 => MixerKind::Mamba2,
                2 => MixerKind::DeltaNet,
                _ => return None,
            },
            key_heads,
            value_heads,
            key_dim,
            value_dim,
            convolution,
        }),
        _ => return None,
    };
    Some(())
}
