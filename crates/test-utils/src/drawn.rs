//! Randomly drawn plans: likely ones, legal ones and absurd ones.

use std::fmt;

use cost::plan::{
    Cluster, LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, Plan, Word, WordSet,
};
use cost::{Estimate, estimate};
use formats::catalog::{GPUS, MODELS};
use formats::link;
use proptest::prelude::*;
use proptest::sample::select;

/// Numbers that an untrusted text might have: likely ones, edges and absurd ones.
pub fn any_number() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => select(vec![1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 80, 96, 126, 128, 512, 1_024, 4_096]),
        2 => 0..20_000_u64,
        1 => select(vec![0, u64::from(u32::MAX), u64::MAX, u64::MAX / 2, 1 << 20, 1 << 40]),
        1 => any::<u64>(),
    ]
}

fn any_real() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => 0.001..10_000.0_f64,
        1 => any::<f64>(),
        1 => select(vec![0.0, -1.0, 1e300, 1e-300, 1e9, f64::NAN, f64::INFINITY]),
    ]
}

fn word<W: Word + std::fmt::Debug>() -> impl Strategy<Value = W> {
    select(W::ALL.to_vec())
}

/// Any set of words of a vocabulary.
pub fn words<W: Word + std::fmt::Debug>() -> impl Strategy<Value = WordSet<W>> {
    (0..1_u32 << W::ALL.len()).prop_map(WordSet::from_bits)
}

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
    let degrees = (
        select(vec![1, 1, 2, 4, 8]),
        select(vec![1, 1, 2, 4, 8]),
        select(vec![1, 1, 1, 2, 4]),
        select(vec![1, 1, 2]),
        1..5_u64,
        any::<bool>(),
    );
    let batch = (
        select(vec![1, 1, 2, 4]),
        1..17_u64,
        select(vec![1_024, 2_048, 4_096, 8_192]),
    );
    let levers = (
        word(),
        word(),
        word(),
        word(),
        words(),
        any::<bool>(),
        word(),
    );
    let stack = (
        word(),
        proptest::option::of(words()),
        word(),
        word(),
        word(),
    );
    let axes = (
        proptest::option::of(word()),
        proptest::option::of(word()),
        proptest::option::of(word()),
        proptest::option::of(word()),
        proptest::option::of(word()),
    );
    // Most networks have no bottleneck.
    let pods = select(&[(0, 1.0), (0, 1.0), (8, 2.0), (64, 7.0)][..]);
    let presets = (select(MODELS), select(GPUS), pods);
    (presets, degrees, batch, levers, stack, axes).prop_map(
        |((model, gpu, pods), degrees, (micro, accumulated, sequence), levers, stack, axes)| {
            let (tensor, pipeline, context, virtual_stages, data, sequence_parallel) = degrees;
            let mut plan = Plan::new(model.model, Cluster::new(gpu.gpu, 1));
            let layout = &mut plan.layout;
            layout.tensor = tensor;
            layout.pipeline = pipeline;
            layout.context = context;
            layout.virtual_stages = if pipeline > 1 { virtual_stages } else { 1 };
            layout.sequence_parallel = Some(sequence_parallel);
            plan.cluster.gpus = tensor * pipeline * context * data;
            (plan.cluster.pod, plan.cluster.oversubscription) = pods;
            plan.batch.micro = micro;
            plan.batch.sequence = Some(sequence);
            plan.batch.global = Some(micro * data * accumulated);
            // The layers are made to divide.
            let stages = pipeline * plan.layout.virtual_stages;
            plan.model.layers = plan.model.layers.next_multiple_of(stages);
            let (zero, dtype, recompute, cross_entropy, modules, flash, optimizer) = levers;
            plan.layout.zero = zero;
            plan.levers.dtype = dtype;
            plan.levers.recompute = recompute;
            plan.levers.cross_entropy = cross_entropy;
            plan.levers.modules = modules;
            plan.levers.flash = flash;
            plan.levers.optimizer = optimizer;
            let (recipe, overlap, messages, context_kind, kernels) = stack;
            plan.stack.recipe = recipe;
            plan.stack.overlap = overlap;
            plan.stack.messages = Some(messages);
            plan.layout.context_kind = context_kind;
            plan.stack.kernels = Some(kernels);
            (
                plan.levers.master,
                plan.levers.gradients,
                plan.stack.gradient_sync,
                plan.stack.dispatcher,
                plan.stack.graphs,
            ) = axes;
            Drawn(plan)
        },
    )
}

/// A plan whose every field may be anything.
pub fn absurd_plan() -> impl Strategy<Value = Plan> {
    let model = (
        (
            any_number(),
            any_number(),
            any_number(),
            any_number(),
            any_number(),
            any_number(),
        ),
        (
            any_number(),
            any_number(),
            any_number(),
            any_number(),
            any_number(),
            any_number(),
        ),
        (
            any::<[bool; 4]>(),
            word(),
            proptest::option::of(any_number()),
            proptest::option::of((any_number(), any_number())),
        ),
    );
    let gpu = (
        any_real(),
        any_real(),
        any_real(),
        any_real(),
        any_real(),
        any_real(),
    );
    let layout = (
        (
            any_number(),
            any_number(),
            any_number(),
            any_number(),
            any_number(),
            any_number(),
        ),
        proptest::collection::vec(any_number(), 0..6),
        (
            any::<bool>(),
            proptest::option::of(word()),
            any_number(),
            any_number(),
            any_number(),
        ),
    );
    let numbers = (
        proptest::option::of(any_number()),
        any_number(),
        proptest::option::of(any_number()),
        proptest::option::of(any_number()),
        proptest::option::of(any_real()),
        any_real(),
    );
    (likely_plan(), model, gpu, layout, numbers, any::<u32>()).prop_map(
        |(Drawn(mut plan), model, gpu, layout, numbers, kept)| {
            // Each group is mostly left as a likely plan has it: a third of the plans has none of
            // them and may be legal, and those that break a limit break few.
            let taken = |group: u32| kept >> (3 * group) & 7 == 0;
            if taken(0) {
                let shape = model.0;
                let m = &mut plan.model;
                (m.layers, m.hidden, m.ffn, m.heads, m.kv_heads, m.head_dim) = shape;
            }
            if taken(1) {
                let (vocab, window, trained, experts, per_token, ffn) = model.1;
                let m = &mut plan.model;
                (m.vocab, m.window, m.trained_sequence) = (vocab, window, trained);
                m.moe = MixtureOfExperts {
                    experts,
                    per_token,
                    ffn,
                    ..m.moe
                };
                [m.gated, m.tied, m.bias, m.dropout] = model.2.0;
                m.positions = model.2.1;
                m.mla = model.2.2.map(|rank| LatentAttention {
                    query_rank: rank,
                    kv_rank: rank,
                    nope: rank,
                    rope: rank,
                    value: rank,
                });
                m.mixer = model.2.3.map(|(heads, width)| LinearMixer {
                    kind: if heads % 2 == 0 {
                        MixerKind::Mamba2
                    } else {
                        MixerKind::DeltaNet
                    },
                    key_heads: heads,
                    value_heads: heads,
                    key_dim: width,
                    value_dim: width,
                    convolution: width,
                });
                m.full_attention_every = model.2.3.map_or(0, |(heads, _)| heads);
            }
            if taken(2) {
                let g = &mut plan.cluster.gpu;
                (
                    g.peak_tflops,
                    g.hbm_gib,
                    g.hbm_gb_s,
                    g.nvlink_gb_s,
                    g.nic_gb_s,
                    g.price,
                ) = gpu;
            }
            if taken(3) {
                let l = &mut plan.layout;
                (
                    l.tensor,
                    l.pipeline,
                    l.context,
                    l.expert,
                    l.virtual_stages,
                    l.shard_group,
                ) = layout.0;
            }
            if taken(4) {
                plan.layout.split = layout.1;
                (plan.layout.ends_count, plan.layout.schedule) = (layout.2.0, layout.2.1);
            }
            if taken(5) {
                let (gpus, node, domain) = (layout.2.2, layout.2.3, layout.2.4);
                plan.cluster.gpus = gpus;
                (plan.cluster.gpu.node, plan.cluster.gpu.domain) = (node, domain);
            }
            if taken(6) {
                let (sequence, micro, global, recompute_layers, imbalance, mtbf) = numbers;
                plan.batch.sequence = sequence;
                plan.batch.micro = micro;
                plan.batch.global = global;
                plan.levers.recompute_layers = recompute_layers;
                plan.stack.imbalance = imbalance;
                plan.run.mtbf_hours = mtbf;
            }
            plan
        },
    )
}

/// A plan that can exist.
pub fn legal_plan() -> impl Strategy<Value = Drawn> {
    likely_plan().prop_filter("illegal", |Drawn(plan)| estimate(plan).is_ok())
}

/// The estimate of a legal plan.
pub fn of(plan: &Plan) -> Estimate {
    estimate(plan).unwrap_or_else(|reasons| panic!("{}: {reasons:?}", link::encode(plan)))
}
