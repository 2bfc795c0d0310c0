//! Limits of every number of a plan: far beyond any real cluster, and small enough that no product
//! of them overflows.

use std::ops::RangeInclusive;

use super::{LatentAttention, LinearMixer, MixerKind, Plan};

/// Transformer layers.
pub const LAYERS: RangeInclusive<u64> = 1..=1_000;
/// Hidden width.
pub const HIDDEN: RangeInclusive<u64> = 1..=262_144;
/// Width of an MLP.
pub const FFN: RangeInclusive<u64> = 1..=4_194_304;
/// Attention heads.
pub const HEADS: RangeInclusive<u64> = 1..=4_096;
/// Width of a head.
pub const HEAD_DIM: RangeInclusive<u64> = 1..=4_096;
/// Words in the vocabulary.
pub const VOCAB: RangeInclusive<u64> = 1..=16_777_216;
/// Tokens of a sequence.
pub const SEQUENCE: RangeInclusive<u64> = 1..=134_217_728;
/// Sequences of a micro-batch.
pub const MICRO: RangeInclusive<u64> = 1..=1_048_576;
/// Sequences of a step.
pub const GLOBAL: RangeInclusive<u64> = 1..=1_073_741_824;
/// GPUs of a cluster, and any degree of parallelism.
pub const GPUS: RangeInclusive<u64> = 1..=1_048_576;
/// Experts of a layer, of either kind.
pub const EXPERTS: RangeInclusive<u64> = 0..=4_096;
/// Width of one expert.
pub const EXPERT_FFN: RangeInclusive<u64> = 0..=262_144;
/// Ranks of the latents.
pub const LATENT: RangeInclusive<u64> = 0..=65_536;
/// Layers that predict further tokens, or that stay dense.
pub const SOME_LAYERS: RangeInclusive<u64> = 0..=1_000;
/// Tokens that a short convolution reads.
pub const CONVOLUTION: RangeInclusive<u64> = 1..=4_096;
/// Counts of ranks and the like.
pub const COUNT: RangeInclusive<u64> = 0..=1_048_576;
/// Tiles of an MLP: at most one for each of 4 Mi tokens.
pub const TILES: RangeInclusive<u64> = 1..=4_194_304;
/// Rank of adapters.
pub const RANK: RangeInclusive<u64> = 1..=65_536;
/// Training tokens.
pub const TOKENS: RangeInclusive<u64> = 1..=1_000_000_000_000_000_000;
/// Generations of the Flash Attention kernel.
pub const FLASH_GENERATION: RangeInclusive<u64> = 1..=3;
/// A level or a share.
pub const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// Load of the busiest expert over the mean load, at least 1.
pub const IMBALANCE: RangeInclusive<f64> = 1.0..=1_000.0;
/// Peak of a narrow type over that of 16 bit; 1 for a GPU that lacks the type.
pub const NARROW_RATIO: RangeInclusive<f64> = 1.0..=1_000.0;
/// Oversubscription of a network; 1 for a network without a bottleneck.
pub const OVERSUBSCRIPTION: RangeInclusive<f64> = 1.0..=1_000.0;
/// Rates, sizes, prices and times: any sensible positive number.
pub const NUMBER: RangeInclusive<f64> = 0.001..=1_000_000_000.0;
/// A measured figure over the predicted one: beyond this range the measurement cannot be of this
/// plan.
pub const MEASURED_RATIO: RangeInclusive<f64> = 0.02..=50.0;

/// A number of a plan that has limits: the key that names it, its value and the limits.
pub type Limited<T> = (&'static str, T, RangeInclusive<T>);

/// The key of the first number outside its limits, if any.
#[must_use]
pub fn violated(plan: &Plan) -> Option<&'static str> {
    let whole = wholes(plan)
        .into_iter()
        .find(|(_, value, limits)| !limits.contains(value));
    let number = numbers(plan)
        .into_iter()
        .find(|(_, value, limits)| !limits.contains(value));
    whole.map(|(key, ..)| key).or(number.map(|(key, ..)| key))
}

/// Every whole number of a plan with its limits.
#[must_use]
pub fn wholes(plan: &Plan) -> [Limited<u64>; 51] {
    let Plan {
        model,
        cluster,
        layout,
        batch,
        levers,
        tuning,
        stack,
        run,
        ..
    } = plan;
    let gpu = &cluster.gpu;
    // Experts need a width and tokens; a dense model needs neither.
    let routed = u64::from(model.moe.experts > 0);
    let mla = model.mla.unwrap_or(LatentAttention {
        query_rank: 0,
        kv_rank: 0,
        nope: 0,
        rope: 0,
        value: 1,
    });
    let mixer = model.mixer.unwrap_or(LinearMixer {
        kind: MixerKind::Mamba2,
        key_heads: 1,
        value_heads: 1,
        key_dim: 1,
        value_dim: 1,
        convolution: 1,
    });
    [
        ("layers", model.layers, LAYERS),
        ("hidden", model.hidden, HIDDEN),
        ("ffn", model.ffn, FFN),
        ("heads", model.heads, HEADS),
        ("kv", model.kv_heads, HEADS),
        ("headdim", model.head_dim, HEAD_DIM),
        ("vocab", model.vocab, VOCAB),
        ("window", model.window, 0..=*SEQUENCE.end()),
        ("seq", model.trained_sequence, SEQUENCE),
        ("seq", plan.batch.sequence.unwrap_or(1), SEQUENCE),
        ("slen", batch.sample.unwrap_or(1), SEQUENCE),
        ("mbs", batch.micro, MICRO),
        ("gbs", batch.global.unwrap_or(1), GLOBAL),
        ("p", cluster.gpus, GPUS),
        ("node", gpu.node, GPUS),
        ("nvl", gpu.domain, GPUS),
        ("pod", cluster.pod, COUNT),
        ("tp", layout.tensor, GPUS),
        ("pp", layout.pipeline, GPUS),
        ("cp", layout.context, GPUS),
        ("ep", layout.expert, GPUS),
        ("etp", layout.expert_tensor, GPUS),
        ("vp", layout.virtual_stages, LAYERS),
        ("tok", run.tokens.unwrap_or(1), TOKENS),
        ("experts", model.moe.experts, EXPERTS),
        ("topk", model.moe.per_token, routed..=*EXPERTS.end()),
        ("moeffn", model.moe.ffn, routed..=*EXPERT_FFN.end()),
        ("shared", model.moe.shared, EXPERTS),
        ("sharedffn", model.moe.shared_ffn, EXPERT_FFN),
        ("dense", model.moe.dense_layers, SOME_LAYERS),
        ("every", model.moe.every, SOME_LAYERS),
        ("mtp", model.multi_token_layers, SOME_LAYERS),
        ("mla", mla.query_rank, LATENT),
        ("mla", mla.kv_rank, LATENT),
        ("mla", mla.nope, 0..=*HEAD_DIM.end()),
        ("mla", mla.rope, 0..=*HEAD_DIM.end()),
        ("mla", mla.value, HEAD_DIM),
        ("fullevery", model.full_attention_every, SOME_LAYERS),
        ("mixer", mixer.key_heads, HEADS),
        ("mixer", mixer.value_heads, HEADS),
        ("mixer", mixer.key_dim, HEAD_DIM),
        ("mixer", mixer.value_dim, HEAD_DIM),
        ("mixer", mixer.convolution, CONVOLUTION),
        ("hsdp", layout.shard_group, COUNT),
        ("ckptn", levers.recompute_layers.unwrap_or(0), COUNT),
        ("offn", levers.offload_layers.unwrap_or(0), COUNT),
        ("tiles", levers.mlp_tiles, TILES),
        ("rank", tuning.rank, RANK),
        ("frzfirst", tuning.frozen_first, SOME_LAYERS),
        ("frzlast", tuning.frozen_last, SOME_LAYERS),
        (
            "fagen",
            stack.flash_generation.unwrap_or(1),
            FLASH_GENERATION,
        ),
    ]
}

/// Every other number of a plan with its limits.
#[must_use]
pub fn numbers(plan: &Plan) -> [Limited<f64>; 18] {
    let Plan {
        cluster,
        stack,
        run,
        measured,
        ..
    } = plan;
    let gpu = &cluster.gpu;
    [
        ("peak", gpu.peak_tflops, NUMBER),
        ("peak", gpu.fp8_ratio, NARROW_RATIO),
        ("peak", gpu.fp4_ratio, NARROW_RATIO),
        ("hbm", gpu.hbm_gib, NUMBER),
        ("hbmbw", gpu.hbm_gb_s, NUMBER),
        ("nvbw", gpu.nvlink_gb_s, NUMBER),
        ("nicbw", gpu.nic_gb_s, NUMBER),
        ("pciebw", gpu.pcie_gb_s, NUMBER),
        ("host", gpu.host_gib, NUMBER),
        ("over", cluster.oversubscription, OVERSUBSCRIPTION),
        ("price", gpu.price, NUMBER),
        ("watts", gpu.watts, NUMBER),
        ("mtbf", run.mtbf_hours, NUMBER),
        ("ckptbw", run.checkpoint_gb_s.unwrap_or(1.0), NUMBER),
        ("restart", run.restart_minutes, NUMBER),
        ("imbal", stack.imbalance.unwrap_or(1.0), IMBALANCE),
        ("mstep", measured.step_s.unwrap_or(1.0), NUMBER),
        ("mmem", measured.memory_gib.unwrap_or(1.0), NUMBER),
    ]
}
