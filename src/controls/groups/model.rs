//! Controls of the model: its shape, experts, latent attention and linear mixer.

use cost::plan::{LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, limits};
use formats::catalog::{self, MODELS};
use formats::link::Key;
use text::number::grouped;

use crate::controls::choice::{ChoiceControl, ChoiceTarget};
use crate::controls::slider::{Slider, SliderNumber, Stops, within};
use crate::controls::spec::{GroupSpec, Row};
use crate::store::LatePlace;

pub(super) const MODEL: GroupSpec = GroupSpec {
    heading: text::frame::group_model,
    is_folded: false,
    rows: &[
        Row::List(&PRESET),
        Row::Fold(text::frame::group_shape, SHAPE),
        Row::When(
            |plan| plan.model.moe.experts > 0,
            &[Row::Fold(text::frame::group_experts, MIXTURE)],
        ),
    ],
};

/// The catalogue of models.
static PRESET: ChoiceControl = ChoiceControl {
    key: "model",
    target: ChoiceTarget::Entry {
        names: || MODELS.iter().map(text::presets::model).collect(),
        get: |plan| {
            let preset = plan.model.preset;
            let found = MODELS.iter().position(|entry| entry.model.preset == preset);
            found.unwrap_or(MODELS.len())
        },
        set: |plan, index| {
            if let Some(entry) = MODELS.get(index) {
                plan.model = entry.model;
            }
        },
    },
    is_by_recipe: false,
};

/// The model's shape.
const SHAPE: &[Row] = &[
    slider!(layers, every(1, 160)),
    slider!(hidden, every(256, 32_768)),
    slider!(ffn, every(512, 98_304)),
    // Powers of two and the values halfway between, as models use them.
    slider!(
        heads,
        Stops::Fixed(&[
            1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 192.0,
            256.0
        ])
    ),
    slider!(
        kv,
        Stops::Of(|plan| {
            let heads = plan.model.heads;
            let divides = |kv: &u64| heads.is_multiple_of(*kv);
            (1..=heads.min(256)).filter(divides).collect()
        })
    ),
    slider!(headdim, every(32, 256)),
    slider!(vocab, every(4_096, 262_144)),
    slider!(
        window,
        Stops::Fixed(&[
            0.0, 128.0, 256.0, 512.0, 1_024.0, 2_048.0, 4_096.0, 8_192.0, 16_384.0, 32_768.0,
            65_536.0, 131_072.0
        ])
    ),
    Row::Slider(&EXPERTS),
    slider!(fullevery, from_none(1, 16)),
    slider!(mtp, from_none(1, 4)),
    choice!(List, pos),
    choice!(Options, gated),
    choice!(Options, tied),
    choice!(Options, bias),
    choice!(Options, dropout),
    Row::Options(&LATENT),
    Row::When(
        |plan| plan.model.mla.is_some(),
        &[
            Row::Slider(&QUERY_RANK),
            Row::Slider(&KV_RANK),
            Row::Slider(&KEY_WIDTH),
            Row::Slider(&ROTARY_WIDTH),
            Row::Slider(&VALUE_WIDTH),
        ],
    ),
    Row::Options(&MIXER),
    Row::Late(LatePlace::ModelSource),
];

/// Multiples of a step, without zero.
const fn every(step: u64, last: u64) -> Stops {
    let first = step;
    Stops::Every { first, step, last }
}

/// Multiples of a step, zero included.
const fn from_none(step: u64, last: u64) -> Stops {
    let first = 0;
    Stops::Every { first, step, last }
}

/// The number of experts. A dense model gets its preset's experts, or experts as wide as its MLP.
static EXPERTS: Slider = Slider {
    key: "experts",
    stops: Stops::Fixed(&[
        0.0, 4.0, 8.0, 16.0, 32.0, 64.0, 96.0, 128.0, 160.0, 192.0, 256.0, 384.0, 512.0,
    ]),
    number: SliderNumber::Own {
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
    },
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

/// The experts of a mixture model, and the software that sends tokens to them.
const MIXTURE: &[Row] = &[
    slider!(
        topk,
        Stops::Of(|plan| (1..=plan.model.moe.experts.min(16)).collect())
    ),
    slider!(moeffn, every(256, 32_768)),
    slider!(shared, from_none(1, 4)),
    slider!(sharedffn, every(256, 32_768)),
    slider!(
        dense,
        Stops::Of(|plan| (0..=plan.model.layers.min(16)).collect())
    ),
    Row::Slider(&EVERY),
    slider!(
        imbal,
        Stops::Fixed(&[
            1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0
        ])
    ),
    choice!(Options, disp, by recipe),
    choice!(Options, graph, by recipe),
];

/// The distance of layers with experts. Presets store 0 for every layer.
static EVERY: Slider = Slider {
    key: "every",
    stops: every(1, 8),
    number: SliderNumber::Own {
        get: |plan| plan.model.moe.every.max(1) as f64,
        set: |plan, value| plan.model.moe.every = if value > 1.0 { value as u64 } else { 0 },
        limits: 1.0..=*limits::SOME_LAYERS.end() as f64,
        spoken: |value| grouped(value as u64),
    },
};

/// Latent attention, on or off. Switching it on sets the ranks of DeepSeek-V3.
static LATENT: ChoiceControl = ChoiceControl {
    key: "mla",
    target: ChoiceTarget::Switch {
        get: |plan| plan.model.mla.is_some(),
        set: |plan, is_on| {
            let own = catalog::model(plan.model.preset).and_then(|model| model.mla);
            plan.model.mla = is_on.then_some(own.unwrap_or(LatentAttention {
                query_rank: 1_536,
                kv_rank: 512,
                nope: 128,
                rope: 64,
                value: 128,
            }));
        },
    },
    is_by_recipe: false,
};

/// A linear mixer, on or off. Switching it on sets that of the preset, or of Qwen3-Next.
static MIXER: ChoiceControl = ChoiceControl {
    key: "mixer",
    target: ChoiceTarget::Switch {
        get: |plan| plan.model.mixer.is_some(),
        set: |plan, is_on| {
            let own = catalog::model(plan.model.preset).and_then(|model| model.mixer);
            plan.model.mixer = is_on.then_some(own.unwrap_or(LinearMixer {
                kind: MixerKind::DeltaNet,
                key_heads: 16,
                value_heads: 32,
                key_dim: 128,
                value_dim: 128,
                convolution: 4,
            }));
        },
    },
    is_by_recipe: false,
};

/// One number of latent attention.
macro_rules! rank {
    ($key:literal, $field:ident, $least:expr, $most:expr, $stops:expr) => {
        Slider {
            key: $key,
            stops: $stops,
            number: SliderNumber::Own {
                get: |plan| plan.model.mla.map_or(0, |mla| mla.$field) as f64,
                set: |plan, value| {
                    if let Some(mla) = &mut plan.model.mla {
                        mla.$field = value as u64;
                    }
                },
                limits: $least as f64..=*$most.end() as f64,
                spoken: |value| grouped(value as u64),
            },
        }
    };
}

static QUERY_RANK: Slider = rank!("mlaq", query_rank, 0, limits::LATENT, from_none(256, 4_096));
static KV_RANK: Slider = rank!("mlakv", kv_rank, 0, limits::LATENT, every(128, 2_048));
static KEY_WIDTH: Slider = rank!("mlanope", nope, 0, limits::HEAD_DIM, from_none(32, 256));
static ROTARY_WIDTH: Slider = rank!("mlarope", rope, 0, limits::HEAD_DIM, from_none(32, 256));
static VALUE_WIDTH: Slider = rank!("mlav", value, 1, limits::HEAD_DIM, every(32, 256));
