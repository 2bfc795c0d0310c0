//! The ends of all limits at once: whatever any number may be, every figure that follows from a
//! legal plan is one. The tests are built with overflow checks, so that a product that wraps
//! fails here.

use std::ops::RangeInclusive;

use cost::bill::Bill;
use cost::convention::{Conventions, MfuKind};
use cost::guide::decisions;
use cost::kernel_times::KernelTimes;
use cost::layer_time::KernelTime;
use cost::legal::{Legal, Reason};
use cost::memory::terms::{StageTerms, Term};
use cost::placement::Placement;
use cost::plan::limits::{
    CONVOLUTION, COUNT, EXPERT_FFN, EXPERTS, FFN, GLOBAL, GPUS, HEAD_DIM, HEADS, HIDDEN, IMBALANCE,
    LATENT, LAYERS, MICRO, NARROW_RATIO, NUMBER, OVERSUBSCRIPTION, RANK, SEQUENCE, SOME_LAYERS,
    TOKENS, VOCAB,
};
use cost::plan::{
    Cluster, LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, Plan, Schedule, Word,
};
use cost::traffic::Route;
use cost::waterfall::Waterfall;
use cost::{estimate, estimate_legal};
use formats::catalog::{GPUS as CARDS, MODELS};
use formats::link;
use fuzz::holds::written;
use search::change::Change;
use search::repair::repairs;

use super::totals;
use test_utils::draw::{Draw, generator};
use test_utils::{plan, seed_number};

/// Plans that are drawn.
const PLANS: u64 = 600;

/// Either end of a range, or sometimes a number between them.
fn end(draw: &mut Draw, limits: &RangeInclusive<u64>) -> u64 {
    let (least, most) = (*limits.start(), *limits.end());
    match draw.below(5) {
        0 | 1 => least,
        2 | 3 => most,
        _ => draw.whole(limits.clone()),
    }
}

/// Either end of a range of real numbers, or sometimes a number between them.
fn real(draw: &mut Draw, limits: &RangeInclusive<f64>) -> f64 {
    let (least, most) = (*limits.start(), *limits.end());
    draw.pick(&[least, most, most.sqrt().max(least)])
}

fn corner(draw: &mut Draw) -> Plan {
    let (model, gpu) = (draw.pick(MODELS).model, draw.pick(CARDS).gpu);
    let mut plan = Plan::new(model, Cluster::new(gpu, 1));
    if !draw.once_in(4) {
        shape(draw, &mut plan);
    }
    if draw.once_in(2) {
        rates(draw, &mut plan);
    }
    cut(draw, &mut plan);
    choices(draw, &mut plan);
    plan
}

fn shape(draw: &mut Draw, plan: &mut Plan) {
    let model = &mut plan.model;
    model.layers = end(draw, &LAYERS);
    model.hidden = end(draw, &HIDDEN);
    model.ffn = end(draw, &FFN);
    model.heads = end(draw, &HEADS);
    model.kv_heads = end(draw, &HEADS);
    model.head_dim = end(draw, &HEAD_DIM);
    model.vocab = end(draw, &VOCAB);
    model.window = end(draw, &(0..=*SEQUENCE.end()));
    model.full_attention_every = draw.pick(&[0, 1, 2, *SOME_LAYERS.end()]);
    model.trained_sequence = end(draw, &SEQUENCE);
    model.multi_token_layers = end(draw, &SOME_LAYERS);
    [model.gated, model.tied, model.bias, model.dropout] = [(); 4].map(|()| draw.once_in(2));
    model.positions = draw.word();
    if draw.once_in(3) {
        model.mixer = Some(LinearMixer {
            kind: draw.pick(&[MixerKind::Mamba2, MixerKind::DeltaNet]),
            key_heads: end(draw, &HEADS),
            value_heads: end(draw, &HEADS),
            key_dim: end(draw, &HEAD_DIM),
            value_dim: end(draw, &HEAD_DIM),
            convolution: end(draw, &CONVOLUTION),
        });
    }
    if draw.once_in(3) {
        let within = 0..=*HEAD_DIM.end();
        model.mla = Some(LatentAttention {
            query_rank: end(draw, &LATENT),
            kv_rank: end(draw, &(1..=*LATENT.end())),
            nope: end(draw, &within),
            rope: end(draw, &within),
            value: end(draw, &HEAD_DIM),
        });
    }
    if draw.once_in(2) {
        let experts = end(draw, &(1..=*EXPERTS.end()));
        model.moe = MixtureOfExperts {
            experts,
            per_token: draw.pick(&[1, experts]),
            ffn: end(draw, &(1..=*EXPERT_FFN.end())),
            shared: end(draw, &EXPERTS),
            shared_ffn: end(draw, &EXPERT_FFN),
            dense_layers: end(draw, &SOME_LAYERS),
            every: end(draw, &SOME_LAYERS),
        };
    }
}

fn rates(draw: &mut Draw, plan: &mut Plan) {
    let gpu = &mut plan.cluster.gpu;
    for rate in [
        &mut gpu.peak_tflops,
        &mut gpu.hbm_gib,
        &mut gpu.hbm_gb_s,
        &mut gpu.nvlink_gb_s,
        &mut gpu.nic_gb_s,
        &mut gpu.pcie_gb_s,
        &mut gpu.host_gib,
        &mut gpu.watts,
        &mut gpu.price,
        &mut plan.run.mtbf_hours,
        &mut plan.run.restart_minutes,
    ] {
        *rate = real(draw, &NUMBER);
    }
    gpu.fp8_ratio = real(draw, &NARROW_RATIO);
    gpu.fp4_ratio = real(draw, &NARROW_RATIO);
    gpu.node = end(draw, &GPUS);
    gpu.domain = end(draw, &GPUS);
    plan.cluster.pod = end(draw, &COUNT);
    plan.cluster.oversubscription = real(draw, &OVERSUBSCRIPTION);
    plan.run.checkpoint_gb_s = Some(real(draw, &NUMBER));
    plan.run.tokens = Some(end(draw, &TOKENS));
}

/// Degrees at their ends that divide what they cut.
fn cut(draw: &mut Draw, plan: &mut Plan) {
    let most = *GPUS.end();
    plan.batch.sequence = Some(end(draw, &SEQUENCE));
    plan.batch.sample = draw.maybe(2, |draw| end(draw, &SEQUENCE));
    plan.batch.packing = draw.word();
    let layout = &mut plan.layout;
    // One axis at its end; of two the product would be beyond any cluster.
    match draw.below(6) {
        0 => layout.tensor = plan.model.heads,
        1 => layout.context = (plan.batch.sequence.unwrap_or(1) / 2).clamp(1, most),
        2 => {
            layout.pipeline = plan.model.layers;
            layout.schedule = Some(draw.pick(&[Schedule::OneFOneB, Schedule::GPipe]));
        }
        _ => (),
    }
    let one = layout.tensor * layout.pipeline * layout.context;
    let data = if draw.once_in(2) { most / one } else { 1 };
    plan.cluster.gpus = one * data.max(1);
    if plan.model.moe.experts > 0 && draw.once_in(2) {
        let ranks = plan.cluster.gpus / layout.pipeline;
        layout.expert = plan.model.moe.experts.min(ranks);
        layout.expert_tensor = draw.pick(&[1, ranks / layout.expert]).max(1);
    }
    layout.zero = draw.word();
    layout.context_kind = draw.word();
    layout.sequence_parallel = draw.pick(&[None, Some(false), Some(true)]);
    layout.shard_group = draw.pick(&[0, 1, data.max(1)]);
    let global = *GLOBAL.end();
    let replicas = data.max(1);
    let micro = draw.pick(&[1, *MICRO.end(), global / replicas]);
    plan.batch.micro = micro.min(global / replicas).clamp(1, *MICRO.end());
    let least = plan.batch.micro * replicas;
    plan.batch.global = Some(draw.pick(&[least, global / least * least]));
    if layout.pipeline > 1 {
        // Long pipelines of many micro-batches are timed elsewhere.
        plan.batch.global = Some((least * 2).min(global / least * least));
    }
}

fn choices(draw: &mut Draw, plan: &mut Plan) {
    let levers = &mut plan.levers;
    levers.dtype = draw.word();
    levers.weight_storage = draw.word();
    levers.optimizer = draw.word();
    levers.master = draw.maybe(3, Draw::word);
    levers.gradients = draw.maybe(3, Draw::word);
    levers.recompute = draw.word();
    levers.modules = draw.words();
    levers.recompute_layers = draw.pick(&[None, Some(0), Some(*COUNT.end())]);
    levers.flash = draw.once_in(2);
    levers.cross_entropy = draw.word();
    levers.offload = draw.words();
    levers.offload_layers = draw.pick(&[None, Some(0), Some(*COUNT.end())]);
    let tuning = &mut plan.tuning;
    tuning.tuned = draw.word();
    tuning.rank = draw.pick(&[*RANK.start(), 16, *RANK.end()]);
    tuning.targets = draw.words();
    tuning.adapters = draw.maybe(3, Draw::word);
    tuning.double_quantised = draw.once_in(2);
    tuning.ends = draw.maybe(3, Draw::words);
    tuning.frozen_first = draw.pick(&[0, 0, 1, *SOME_LAYERS.end()]);
    tuning.frozen_last = draw.pick(&[0, 0, 1, *SOME_LAYERS.end()]);
    tuning.objective = draw.word();
    tuning.reference = draw.maybe(3, Draw::word);
    let stack = &mut plan.stack;
    stack.recipe = draw.word();
    stack.overlap = Some(draw.words());
    stack.messages = Some(draw.word());
    stack.flash_generation = draw.pick(&[None, Some(1), Some(3)]);
    stack.gradient_sync = draw.maybe(3, Draw::word);
    stack.dispatcher = Some(draw.word());
    stack.graphs = Some(draw.word());
    stack.imbalance = Some(real(draw, &IMBALANCE));
    if draw.once_in(4) {
        plan.measured.step_s = Some(real(draw, &NUMBER));
        plan.measured.memory_gib = Some(real(draw, &NUMBER));
    }
}

/// Fails where a figure is not a number, or an endless one, and says where it stands.
fn finite(link: &str, what: &str, figures: &impl std::fmt::Debug) {
    let text = format!("{figures:?}");
    let is_bad = |word: &str| {
        let word = word.trim_start_matches('-');
        word.starts_with("NaN") || word == "inf"
    };
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    assert!(!words.any(is_bad), "{what} of {link}: {text}");
}

#[test]
fn every_figure_at_the_ends_of_the_limits_is_a_number() {
    let mut random = generator(seed_number(1_974), 0);
    let draw = &mut Draw::of(&mut random);
    let mut legal_plans = 0;
    for _ in 0..PLANS {
        let plan = corner(draw);
        let link = link::encode(&plan);
        let Ok(legal) = Legal::check(&plan) else {
            let reasons = Legal::check(&plan).expect_err("it is illegal");
            for reason in reasons {
                assert!(
                    !matches!(reason, Reason::OutOfRange { .. }),
                    "{link}: {reason:?}"
                );
            }
            continue;
        };
        legal_plans += 1;
        let estimate = estimate_legal(&legal);
        finite(&link, "the estimate", &estimate);
        // The totals are checked on the model's own estimate, without a measurement.
        let bare = plan.bare();
        let own = estimate_legal(&Legal::check(&bare).expect("as legal"));
        totals::check(&bare, &own).unwrap_or_else(|failed| panic!("{link}: {failed}"));
        for &mfu in MfuKind::ALL {
            let conventions = Conventions {
                mfu,
                ..Conventions::default()
            };
            finite(
                &link,
                "the waterfall",
                &Waterfall::of(&legal, &estimate, conventions),
            );
        }
        finite(&link, "kernels", &KernelTime::of(&legal));
        finite(&link, "the last inch", &KernelTimes::of(&legal, &estimate));
        let pace = estimate.utilisation.tokens_per_second;
        finite(&link, "the bill", &Bill::of(&legal, pace));
        finite(&link, "the recipe", &decisions(&legal, &estimate));
        finite(&link, "what waits", &estimate.run.failures.waste_curve());
        let last = estimate.memory.stages.len() - 1;
        for stage in [0, last] {
            let terms = StageTerms::of(&legal, &estimate.memory, stage);
            finite(&link, "terms", &terms);
            let values: Vec<f64> = terms.terms.iter().map(Term::value).collect();
            finite(&link, "values of terms", &values);
        }
        let placement = Placement::of(&legal, &estimate);
        finite(&link, "legs", &placement.legs(plan.cluster.gpus - 1));
        for route in Route::ALL {
            finite(
                &link,
                "partners",
                &placement.partners(route, plan.cluster.gpus - 1),
            );
        }
        // Reports search for what helps, which takes long. A link rounds what a plan has.
        if legal_plans % 40 == 0 {
            let plan = link::decode(&link).0;
            written::texts(&plan, &[]).unwrap_or_else(|failed| panic!("{link}: {failed:?}"));
        }
    }
    // Else the test would say little.
    let share = legal_plans * 100 / PLANS;
    assert!(share >= 20, "{share} % of the plans are legal");
}

#[test]
fn latent_attention_without_keys_is_illegal_and_can_be_repaired() {
    let cases = [
        (
            "1536,512,0,0,128",
            Reason::KeyWidth,
            "MLA width without positions 0 → 128",
        ),
        (
            "1536,0,128,64,128",
            Reason::LatentRank,
            "MLA KV rank 0 → 512",
        ),
    ];
    for (mla, reason, repair) in cases {
        let plan = plan(&format!("#v=1&p=llama3-8b/h100x8&mla={mla}&flash=0"));
        let reasons = estimate(&plan).expect_err("no attention");
        assert_eq!(reasons, [reason]);
        let repairs = repairs(&plan, &reasons[0]);
        assert_eq!(text::changes::change(&repairs[0], &plan), repair);
        assert_eq!(repairs.len(), 1);
        let repaired = estimate(&Change::applied(&repairs, &plan)).expect("legal");
        assert!(repaired.utilisation.by_formula < 1.0);
    }
}
