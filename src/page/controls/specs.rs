//! What each control reads and writes.

use shardwise::catalog::{GPUS, MODELS};
use shardwise::cost::params::ModelParams;
use shardwise::cost::plan::limits;
use shardwise::cost::plan::{
    ContextKind, CrossEntropy, Dtype, Optimizer, Plan, Recipe, Recompute, Schedule, Word, WordSet,
    ZeroStage,
};
use shardwise::cost::run;
use shardwise::search::degrees;
use shardwise::text::number::{count, grouped, three_digits};

use super::spec::{Choice, Slider};

/// A slider over whole numbers that stand in the plan as they are.
macro_rules! whole {
    ($key:ident, $limits:expr, $($field:ident).+, $values:expr) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |plan| { let values: fn(&Plan) -> Vec<u64> = $values; numbers(values(plan)) },
            get: |plan| plan.$($field).+ as f64,
            set: |plan, value| plan.$($field).+ = value as u64,
            limits: within(&$limits),
            spoken: |value| grouped(value as u64),
        }
    };
}

/// A slider over whole numbers that follow other fields until they are chosen.
macro_rules! follows {
    ($key:ident, $limits:expr, $($field:ident).+, $now:expr, $values:expr) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |plan| { let values: fn(&Plan) -> Vec<u64> = $values; numbers(values(plan)) },
            get: |plan| { let now: fn(&Plan) -> u64 = $now; now(plan) as f64 },
            set: |plan, value| plan.$($field).+ = Some(value as u64),
            limits: within(&$limits),
            spoken: |value| grouped(value as u64),
        }
    };
}

/// A slider over a rate or a price.
macro_rules! rate {
    ($key:ident, $($field:ident).+, $values:expr) => {
        Slider {
            key: stringify!($key),
            label: |controls| &controls.$key,
            values: |_| $values.to_vec(),
            get: |plan| plan.$($field).+,
            set: |plan, value| plan.$($field).+ = value,
            limits: limits::NUMBER,
            spoken: three_digits,
        }
    };
}

const fn within(limits: &std::ops::RangeInclusive<u64>) -> std::ops::RangeInclusive<f64> {
    *limits.start() as f64..=*limits.end() as f64
}

fn numbers(values: Vec<u64>) -> Vec<f64> {
    values.into_iter().map(|value| value as f64).collect()
}

fn every(step: u64, most: u64) -> Vec<u64> {
    (1..=most / step).map(|times| times * step).collect()
}

/// Head counts: powers of two and halfway between, as models have them.
fn head_counts() -> Vec<u64> {
    let pairs = (1..=8).flat_map(|bit| [1 << bit, 3 << (bit - 1)]);
    std::iter::once(1)
        .chain(pairs)
        .filter(|&heads| heads <= 256)
        .collect()
}

/// The model's shape.
pub(super) static SHAPE: [Slider; 7] = [
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

pub(super) static CLUSTER: Slider = whole!(gpus, limits::GPUS, cluster.gpus, |_| degrees::gpus());

/// The card's figures and links.
pub(super) static CARD: [Slider; 7] = [
    rate!(
        peak,
        cluster.gpu.peak_tflops,
        [
            65.0, 125.0, 165.0, 312.0, 383.0, 459.0, 660.0, 989.0, 1_307.0, 1_750.0, 2_250.0,
            2_500.0, 3_500.0, 5_000.0
        ]
    ),
    rate!(
        hbm,
        cluster.gpu.hbm_gib,
        [
            16.0, 24.0, 32.0, 40.0, 48.0, 64.0, 80.0, 96.0, 128.0, 141.0, 160.0, 180.0, 192.0,
            256.0, 288.0, 384.0
        ]
    ),
    rate!(
        hbmbw,
        cluster.gpu.hbm_gb_s,
        [
            320.0, 600.0, 900.0, 1_555.0, 2_039.0, 2_400.0, 3_350.0, 4_000.0, 4_800.0, 5_300.0,
            6_000.0, 8_000.0, 13_000.0, 20_000.0
        ]
    ),
    rate!(
        nvbw,
        cluster.gpu.nvlink_gb_s,
        [
            16.0, 32.0, 50.0, 64.0, 100.0, 150.0, 200.0, 300.0, 450.0, 600.0, 900.0, 1_800.0
        ]
    ),
    rate!(
        nicbw,
        cluster.gpu.nic_gb_s,
        [1.25, 3.125, 6.25, 12.5, 25.0, 50.0, 100.0, 200.0, 400.0]
    ),
    whole!(node, limits::GPUS, cluster.gpu.node, |_| vec![
        1, 2, 4, 8, 16
    ]),
    whole!(nvl, limits::GPUS, cluster.gpu.domain, |_| vec![
        1, 2, 4, 8, 16, 32, 36, 64, 72, 144, 256, 576
    ]),
];

pub(super) static TENSOR: Slider = whole!(tp, limits::GPUS, layout.tensor, degrees::tensor);
pub(super) static PIPELINE: Slider = whole!(pp, limits::GPUS, layout.pipeline, degrees::pipeline);
pub(super) static VIRTUAL: Slider = whole!(
    vp,
    limits::LAYERS,
    layout.virtual_stages,
    degrees::virtual_stages
);
pub(super) static CONTEXT: Slider = whole!(cp, limits::GPUS, layout.context, degrees::context);

pub(super) static BATCH: [Slider; 3] = [
    follows!(
        seq,
        limits::SEQUENCE,
        batch.sequence,
        Plan::sequence,
        |_| degrees::sequence()
    ),
    whole!(mbs, limits::MICRO, batch.micro, degrees::micro_batch),
    follows!(
        gbs,
        limits::GLOBAL,
        batch.global,
        Plan::global_batch,
        |_| degrees::global_batch()
    ),
];

pub(super) static RUN: [Slider; 2] = [
    Slider {
        key: "tok",
        label: |controls| &controls.tok,
        values: |_| run_lengths(),
        get: |plan| run::tokens(plan, ModelParams::of(&plan.model).total) as f64 / BILLION,
        set: |plan, value| plan.run.tokens = Some((value * BILLION) as u64),
        limits: 0.001..=1e9,
        spoken: |value| count((value * BILLION) as u64),
    },
    rate!(
        price,
        cluster.gpu.price,
        [
            0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0,
            8.0, 10.0
        ]
    ),
];

/// The slider counts tokens in billions.
const BILLION: f64 = 1e9;

/// 1, 2 and 5 of each power of ten, from a billion to a hundred trillion tokens, in billions.
fn run_lengths() -> Vec<f64> {
    let powers = [1.0, 10.0, 100.0, 1_000.0, 10_000.0];
    powers
        .into_iter()
        .flat_map(|power| [power, 2.0 * power, 5.0 * power])
        .chain([100_000.0])
        .collect()
}

macro_rules! switch {
    ($key:ident, $get:expr, $set:expr) => {
        Choice {
            key: stringify!($key),
            label: |controls| &controls.$key,
            options: |strings| strings.choices.switch.to_vec(),
            get: |plan| {
                let get: fn(&Plan) -> bool = $get;
                usize::from(get(plan))
            },
            set: |plan, index| {
                let set: fn(&mut Plan, bool) = $set;
                set(plan, index == 1);
            },
            is_jump: false,
        }
    };
}

/// A choice among the words of a vocabulary, the first `n` of them or all.
macro_rules! word {
    ($key:ident, $words:ty, $options:ident, $($field:ident).+) => {
        Choice {
            key: stringify!($key),
            label: |controls| &controls.$key,
            options: |strings| strings.choices.$options.to_vec(),
            get: |plan| plan.$($field).+.index(),
            set: |plan, index| {
                if let Some(&word) = <$words>::ALL.get(index) {
                    plan.$($field).+ = word;
                }
            },
            is_jump: false,
        }
    };
}

pub(super) static GATED: Choice = switch!(gated, |plan| plan.model.gated, |plan, on| plan
    .model
    .gated =
    on);
pub(super) static TIED: Choice = switch!(tied, |plan| plan.model.tied, |plan, on| plan
    .model
    .tied = on);
pub(super) static SEQUENCE_PARALLEL: Choice = switch!(
    sp,
    |plan| plan.layout.sequence_parallel.unwrap_or(true),
    |plan, on| plan.layout.sequence_parallel = Some(on)
);
pub(super) static FLASH: Choice = switch!(flash, |plan| plan.levers.flash, |plan, on| plan
    .levers
    .flash =
    on);
pub(super) static ZERO: Choice = word!(zero, ZeroStage, zero, layout.zero);
pub(super) static RECOMPUTE: Choice = word!(ckpt, Recompute, recompute, levers.recompute);
pub(super) static CROSS_ENTROPY: Choice =
    word!(ce, CrossEntropy, cross_entropy, levers.cross_entropy);
pub(super) static CONTEXT_KIND: Choice =
    word!(cpkind, ContextKind, context_kind, layout.context_kind);
pub(super) static DTYPE: Choice = word!(dtype, Dtype, dtype, levers.dtype);
pub(super) static RECIPE: Choice = word!(recipe, Recipe, recipe, stack.recipe);
pub(super) static OPTIMIZER: Choice = word!(opt, Optimizer, optimizer, levers.optimizer);

/// The schedules that are modelled, first in their vocabulary. Choosing what the virtual stages
/// imply anyway leaves the schedule to follow them.
pub(super) static SCHEDULE: Choice = Choice {
    key: "sched",
    label: |controls| &controls.sched,
    options: |strings| strings.choices.schedule.to_vec(),
    get: |plan| plan.schedule().index(),
    set: |plan, index| {
        plan.layout.schedule = None;
        plan.layout.schedule = Schedule::ALL
            .get(index)
            .copied()
            .filter(|&schedule| schedule != plan.schedule());
    },
    is_jump: false,
};

/// The lesson's contrast: what the recipe overlaps, or nothing at all.
pub(super) static OVERLAP: Choice = Choice {
    key: "overlap",
    label: |controls| &controls.overlap,
    options: |strings| strings.choices.overlap.to_vec(),
    get: |plan| match plan.stack.overlap {
        None => 0,
        Some(set) if set.is_empty() => 1,
        Some(_) => 2,
    },
    set: |plan, index| plan.stack.overlap = (index == 1).then_some(WordSet::EMPTY),
    is_jump: false,
};

/// The catalogue of models.
pub(super) static MODEL: Choice = Choice {
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
    is_jump: true,
};

/// The catalogue of cards.
pub(super) static GPU: Choice = Choice {
    key: "gpu",
    label: |controls| &controls.gpu,
    options: |_| GPUS.iter().map(|entry| entry.name).collect(),
    get: |plan| {
        let preset = plan.cluster.gpu.preset;
        GPUS.iter()
            .position(|entry| entry.gpu.preset == preset)
            .unwrap_or(GPUS.len())
    },
    set: |plan, index| {
        if let Some(entry) = GPUS.get(index) {
            plan.cluster.gpu = entry.gpu;
        }
    },
    is_jump: true,
};
