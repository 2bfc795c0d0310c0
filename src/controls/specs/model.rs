//! Controls of the model: its shape, experts, and latent attention.

use cost::plan::{LatentAttention, MixtureOfExperts, Plan, Positions, Word, limits};
use formats::catalog::{self, MODELS};
use formats::number::grouped;

use super::{every, no_note, numbers, within};
use crate::controls::spec::{ChoiceControl, Slider};

/// The catalogue of models.
pub(in crate::controls) static MODEL: ChoiceControl = ChoiceControl {
    key: "model",
    label: |controls| &controls.model,
    options: |_| MODELS.iter().map(|entry| entry.name).collect(),
    get: |plan| {
        let preset = plan.model.preset;
        MODELS
            .iter()
            .position(|entry| entry.model.preset == preset)
            .unwrap_or(MODELS.len())
    },
    set: |plan, index| {
        if let Some(entry) = MODELS.get(index) {
            plan.model = entry.model;
        }
    },
    note: no_note,
    is_jump: true,
};

/// Head counts: powers of two and the values halfway between, as models use them.
fn head_counts() -> Vec<u64> {
    let pairs = (1..=8).flat_map(|bit| [1 << bit, 3 << (bit - 1)]);
    std::iter::once(1)
        .chain(pairs)
        .filter(|&heads| heads <= 256)
        .collect()
}

/// The model's shape.
pub(in crate::controls) static SHAPE: [Slider; 7] = [
    whole!(layers, limits::LAYERS, model.layers, |_| every(1, 160)),
    whole!(hidden, limits::HIDDEN, model.hidden, |_| every(256, 32_768)),
    whole!(ffn, limits::FFN, model.ffn, |_| every(512, 98_304)),
    whole!(heads, limits::HEADS, model.heads, |_| head_counts()),
    whole!(kv, limits::HEADS, model.kv_heads, |plan| {
        let heads = plan.model.heads;
        (1..=heads.min(256))
            .filter(|&kv| heads.is_multiple_of(kv))
            .collect()
    }),
    whole!(headdim, limits::HEAD_DIM, model.head_dim, |_| every(
        32, 256
    )),
    whole!(vocab, limits::VOCAB, model.vocab, |_| every(4_096, 262_144)),
];

pub(in crate::controls) static GATED: ChoiceControl =
    switch!(gated, |plan| plan.model.gated, |plan, on| plan
        .model
        .gated = on);
pub(in crate::controls) static TIED: ChoiceControl =
    switch!(tied, |plan| plan.model.tied, |plan, on| plan.model.tied =
        on);
pub(in crate::controls) static BIAS: ChoiceControl =
    switch!(bias, |plan| plan.model.bias, |plan, on| plan.model.bias =
        on);
pub(in crate::controls) static DROPOUT: ChoiceControl =
    switch!(dropout, |plan| plan.model.dropout, |plan, on| plan
        .model
        .dropout =
        on);
pub(in crate::controls) static POSITIONS: ChoiceControl =
    word!(pos, Positions, positions, model.positions);
pub(in crate::controls) static WINDOW: Slider =
    whole!(window, 0..=*limits::SEQUENCE.end(), model.window, |_| {
        std::iter::once(0)
            .chain((7..=17).map(|bit| 1 << bit))
            .collect()
    });
pub(in crate::controls) static MULTI_TOKEN: Slider =
    whole!(mtp, limits::SOME_LAYERS, model.multi_token_layers, |_| (0
        ..=4)
        .collect());

/// The number of experts. A dense model gets its preset's experts, or experts as wide as its MLP.
pub(in crate::controls) static EXPERTS: Slider = Slider {
    key: "experts",
    label: |controls| &controls.experts,
    values: |_| numbers(vec![0, 4, 8, 16, 32, 64, 96, 128, 160, 192, 256, 384, 512]),
    get: |plan| plan.model.moe.experts as f64,
    set: |plan, value| {
        let model = &mut plan.model;
        let experts = value as u64;
        if model.moe.experts == 0 {
            model.moe = first_experts(model.preset, model.ffn);
        }
        model.moe.experts = experts;
        if experts == 0 {
            model.moe = MixtureOfExperts::default();
        }
    },
    limits: within(&limits::EXPERTS),
    spoken: |value| grouped(value as u64),
};

/// Experts of a model that becomes a mixture: those of its preset, else two per token, each as wide
/// as its MLP.
fn first_experts(preset: &str, ffn: u64) -> MixtureOfExperts {
    match catalog::model(preset) {
        Some(model) if model.moe.experts > 0 => model.moe,
        _ => MixtureOfExperts {
            per_token: 2,
            ffn,
            ..MixtureOfExperts::default()
        },
    }
}

/// The experts of a mixture model.
pub(in crate::controls) static MIXTURE: [Slider; 6] = [
    whole!(
        topk,
        1..=*limits::EXPERTS.end(),
        model.moe.per_token,
        |plan| { (1..=plan.model.moe.experts.min(16)).collect() }
    ),
    whole!(moeffn, 1..=*limits::EXPERT_FFN.end(), model.moe.ffn, |_| {
        every(256, 32_768)
    }),
    whole!(shared, limits::EXPERTS, model.moe.shared, |_| (0..=4)
        .collect()),
    whole!(sharedffn, limits::EXPERT_FFN, model.moe.shared_ffn, |_| {
        every(256, 32_768)
    }),
    whole!(dense, limits::SOME_LAYERS, model.moe.dense_layers, |plan| {
        (0..=plan.model.layers.min(16)).collect()
    }),
    Slider {
        key: "every",
        label: |controls| &controls.every,
        values: |_| numbers((1..=8).collect()),
        get: |plan| plan.model.moe.every.max(1) as f64,
        // Presets store 0 for every layer.
        set: |plan, value| plan.model.moe.every = if value > 1.0 { value as u64 } else { 0 },
        limits: 1.0..=1_000.0,
        spoken: |value| grouped(value as u64),
    },
];

/// Latent attention, on or off. Switching it on sets the ranks of DeepSeek-V3.
pub(in crate::controls) static LATENT: ChoiceControl =
    switch!(mla, |plan| plan.model.mla.is_some(), |plan, on| {
        let own = catalog::model(plan.model.preset).and_then(|model| model.mla);
        plan.model.mla = on.then_some(own.unwrap_or(LatentAttention {
            query_rank: 1_536,
            kv_rank: 512,
            nope: 128,
            rope: 64,
            value: 128,
        }));
    });

/// One number of latent attention.
macro_rules! rank {
    ($key:ident, $field:ident, $limits:expr, $values:expr) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |_| numbers($values),
            get: |plan| plan.model.mla.map_or(0, |mla| mla.$field) as f64,
            set: |plan, value| {
                if let Some(mla) = &mut plan.model.mla {
                    mla.$field = value as u64;
                }
            },
            limits: within(&$limits),
            spoken: |value| grouped(value as u64),
        }
    };
}

/// The ranks and widths of latent attention.
pub(in crate::controls) static RANKS: [Slider; 5] = [
    rank!(mlaq, query_rank, limits::LATENT, from_none(256, 4_096)),
    rank!(mlakv, kv_rank, limits::LATENT, every(128, 2_048)),
    rank!(
        mlanope,
        nope,
        0..=*limits::HEAD_DIM.end(),
        from_none(32, 256)
    ),
    rank!(
        mlarope,
        rope,
        0..=*limits::HEAD_DIM.end(),
        from_none(32, 256)
    ),
    rank!(mlav, value, limits::HEAD_DIM, every(32, 256)),
];

fn from_none(step: u64, most: u64) -> Vec<u64> {
    (0..=most / step).map(|times| times * step).collect()
}
