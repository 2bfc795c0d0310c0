//! Randomly drawn plans: likely ones, wide ones (`given/wide.rs`), legal ones and absurd ones.

use std::fmt;

use cost::plan::{LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, Plan};
use cost::{Estimate, estimate};
use formats::catalog;
use formats::goal::Field;
use formats::link::{self, Key};
use proptest::strategy::Strategy;

use crate::draw::{Draw, drawn};
use crate::given::wide::{presets, tuning, wide};

/// A plan that a failure prints as its link.
#[derive(Clone)]
pub struct Drawn(
    /// The plan.
    pub Plan,
);

impl fmt::Debug for Drawn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&link::encode(&self.0))
    }
}

/// A catalogue plan with degrees that are often legal.
pub fn likely_plan() -> impl Strategy<Value = Drawn> {
    drawn(|draw| Drawn(likely(draw)))
}

/// A likely plan that can exist.
pub fn legal_plan() -> impl Strategy<Value = Drawn> {
    drawn(|draw| legal(draw, likely))
}

/// A plan that can exist, of all that a plan may choose.
pub fn any_legal() -> impl Strategy<Value = Drawn> {
    drawn(|draw| legal(draw, wide))
}

/// A plan whose every field may be anything.
pub fn absurd_plan() -> impl Strategy<Value = Plan> {
    drawn(absurd)
}

/// A plan of the catalogue with any words at any of these keys that take words, and likely degrees.
pub fn worded_plan(has_word: fn(Key) -> bool) -> impl Strategy<Value = Plan> {
    let words: Vec<(Key, Vec<&'static str>)> = Key::all()
        .filter(|&key| has_word(key))
        .map(|key| {
            let words = ["0", "1", "2", "3"].into_iter();
            let words = words.chain(Field::Key(key).words());
            (key, words.filter(|word| key.takes(word)).collect())
        })
        .filter(|(_, words): &(_, Vec<_>)| !words.is_empty())
        .collect();
    drawn(move |draw| {
        let mut plan = presets(draw);
        plan.cluster.gpus = draw.pick(&[8, 64, 96, 512]);
        for _ in 0..draw.below(8) {
            let (key, words) = &words[draw.below(words.len())];
            let _ = key.set(&mut plan, draw.pick(words));
        }
        for _ in 0..draw.below(6) {
            let key = draw.pick(&[
                "tp", "pp", "cp", "ep", "etp", "vp", "mbs", "gbs", "hsdp", "window", "mtp",
                "flash", "sp", "ends", "det", "gradfuse", "ckptn", "offn", "tiles", "fagen",
                "experts", "topk", "gather8", "act8", "dense", "every",
            ]);
            let _ = link::set_value(&mut plan, key, draw.pick(&["0", "1", "2", "4", "8", "64"]));
        }
        plan
    })
}

/// The estimate of a legal plan.
pub fn of(plan: &Plan) -> Estimate {
    estimate(plan).unwrap_or_else(|reasons| panic!("{}: {reasons:?}", link::encode(plan)))
}

/// The first plan that can exist; nearly always one of a few.
fn legal(draw: &mut Draw, make: fn(&mut Draw) -> Plan) -> Drawn {
    let mut plans = (0..64).map(|_| make(draw));
    let legal = plans.find(|plan| estimate(plan).is_ok());
    Drawn(legal.unwrap_or_else(catalog::default_plan))
}

fn likely(draw: &mut Draw) -> Plan {
    let mut plan = presets(draw);
    let layout = &mut plan.layout;
    layout.tensor = draw.pick(&[1, 1, 2, 4, 8]);
    layout.pipeline = draw.pick(&[1, 1, 2, 4, 8]);
    layout.context = draw.pick(&[1, 1, 1, 2, 4]);
    let virtual_stages = draw.pick(&[1, 1, 2]);
    layout.virtual_stages = if layout.pipeline > 1 {
        virtual_stages
    } else {
        1
    };
    layout.sequence_parallel = Some(draw.once_in(2));
    let data = draw.whole(1..=4);
    plan.cluster.gpus = layout.tensor * layout.pipeline * layout.context * data;
    // Most networks have no bottleneck.
    let pods = draw.pick(&[(0, 1.0), (0, 1.0), (8, 2.0), (64, 7.0)]);
    (plan.cluster.pod, plan.cluster.oversubscription) = pods;
    plan.batch.micro = draw.pick(&[1, 1, 2, 4]);
    plan.batch.sequence = Some(draw.pick(&[1_024, 2_048, 4_096, 8_192]));
    plan.batch.global = Some(plan.batch.micro * data * draw.whole(1..=16));
    // The layers are made to divide.
    let stages = layout.pipeline * layout.virtual_stages;
    plan.model.layers = plan.model.layers.next_multiple_of(stages);
    layout.zero = draw.word();
    layout.context_kind = draw.word();
    let levers = &mut plan.levers;
    levers.dtype = draw.word();
    levers.recompute = draw.word();
    levers.cross_entropy = draw.word();
    levers.modules = draw.words();
    levers.flash = draw.once_in(2);
    levers.optimizer = draw.word();
    levers.master = draw.maybe(2, Draw::word);
    levers.gradients = draw.maybe(2, Draw::word);
    if draw.once_in(3) {
        tuning(draw, &mut plan);
    }
    let stack = &mut plan.stack;
    stack.recipe = draw.word();
    stack.overlap = draw.maybe(2, Draw::words);
    stack.messages = Some(draw.word());
    stack.kernels = Some(draw.word());
    stack.gradient_sync = draw.maybe(2, Draw::word);
    stack.dispatcher = draw.maybe(2, Draw::word);
    stack.graphs = draw.maybe(2, Draw::word);
    if draw.once_in(4) {
        plan.batch.sample = Some(draw.pick(&[1, 500, 1_024, 3_000, 8_192]));
        plan.batch.packing = draw.word();
    }
    plan
}

/// A number that an untrusted text might have: a likely one, an edge or an absurd one.
fn number(draw: &mut Draw) -> u64 {
    match draw.below(8) {
        0..=3 => draw.pick(&[
            1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 80, 96, 126, 128, 512, 1_024, 4_096,
        ]),
        4 | 5 => draw.whole(0..=20_000),
        6 => draw.pick(&[
            0,
            u64::from(u32::MAX),
            u64::MAX,
            u64::MAX / 2,
            1 << 20,
            1 << 40,
        ]),
        _ => draw.whole(0..=u64::MAX),
    }
}

fn real(draw: &mut Draw) -> f64 {
    match draw.below(6) {
        0..=3 => draw.whole(1..=10_000_000) as f64 / 1_000.0,
        4 => draw.number(),
        _ => draw.pick(&[0.0, -1.0, 1e300, 1e-300, 1e9, f64::NAN, f64::INFINITY]),
    }
}

/// Each group of fields is mostly left as a likely plan has it: a third of the plans has none of them
/// and may be legal, and those that break a limit break few.
fn absurd(draw: &mut Draw) -> Plan {
    const TIMES: usize = 8;
    let mut plan = likely(draw);
    let model = &mut plan.model;
    if draw.once_in(TIMES) {
        numbers(
            draw,
            [
                &mut model.layers,
                &mut model.hidden,
                &mut model.ffn,
                &mut model.heads,
                &mut model.kv_heads,
                &mut model.head_dim,
            ],
        );
    }
    if draw.once_in(TIMES) {
        let MixtureOfExperts {
            experts,
            per_token,
            ffn,
            ..
        } = &mut model.moe;
        let trained = &mut model.trained_sequence;
        let all = [
            &mut model.vocab,
            &mut model.window,
            trained,
            experts,
            per_token,
            ffn,
        ];
        numbers(draw, all);
        [model.gated, model.tied, model.bias, model.dropout] = [(); 4].map(|()| draw.once_in(2));
        model.positions = draw.word();
        model.mla = draw.maybe(2, number).map(|rank| LatentAttention {
            query_rank: rank,
            kv_rank: rank,
            nope: rank,
            rope: rank,
            value: rank,
        });
        model.mixer = draw.maybe(2, |draw| LinearMixer {
            kind: draw.pick(&[MixerKind::Mamba2, MixerKind::DeltaNet]),
            key_heads: number(draw),
            value_heads: number(draw),
            key_dim: number(draw),
            value_dim: number(draw),
            convolution: number(draw),
        });
        model.full_attention_every = number(draw);
    }
    let gpu = &mut plan.cluster.gpu;
    if draw.once_in(TIMES) {
        let rates = [&mut gpu.peak_tflops, &mut gpu.hbm_gib, &mut gpu.hbm_gb_s];
        for rate in
            rates
                .into_iter()
                .chain([&mut gpu.nvlink_gb_s, &mut gpu.nic_gb_s, &mut gpu.price])
        {
            *rate = real(draw);
        }
    }
    let layout = &mut plan.layout;
    if draw.once_in(TIMES) {
        let all = [
            &mut layout.tensor,
            &mut layout.pipeline,
            &mut layout.context,
            &mut layout.expert,
            &mut layout.virtual_stages,
            &mut layout.shard_group,
        ];
        numbers(draw, all);
    }
    if draw.once_in(TIMES) {
        layout.split = (0..draw.below(6)).map(|_| number(draw)).collect();
        layout.ends_count = draw.once_in(2);
        layout.schedule = draw.maybe(2, Draw::word);
    }
    if draw.once_in(TIMES) {
        numbers(
            draw,
            [&mut plan.cluster.gpus, &mut gpu.node, &mut gpu.domain],
        );
    }
    if draw.once_in(TIMES) {
        plan.batch.sequence = draw.maybe(2, number);
        plan.batch.sample = draw.maybe(2, number);
        plan.batch.packing = draw.word();
        plan.batch.micro = number(draw);
        plan.batch.global = draw.maybe(2, number);
        plan.levers.recompute_layers = draw.maybe(2, number);
        plan.stack.imbalance = draw.maybe(2, real);
        plan.run.mtbf_hours = real(draw);
    }
    plan
}

fn numbers<const N: usize>(draw: &mut Draw, fields: [&mut u64; N]) {
    for field in fields {
        *field = number(draw);
    }
}
