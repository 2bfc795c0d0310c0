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
    LATENT, LAYERS, MICRO, NARROW_RATIO, NUMBER, OVERSUBSCRIPTION, SEQUENCE, SOME_LAYERS, TOKENS,
    VOCAB,
};
use cost::plan::{
    Cluster, LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, Plan, Schedule, Word,
};
use cost::traffic::Route;
use cost::waterfall::Waterfall;
use cost::{estimate, estimate_legal};
use formats::catalog::{GPUS as CARDS, MODELS};
use formats::link;
use search::change::Change;
use search::repair::repairs;
use text::EN;

use super::wide::Dice;
use super::{links, totals};
use test_utils::{plan, seed_number};

/// Plans that are drawn.
const PLANS: u64 = 300;

/// Either end of a range, or sometimes a number between them.
fn end(dice: &mut Dice, limits: &RangeInclusive<u64>) -> u64 {
    let (least, most) = (*limits.start(), *limits.end());
    match dice.roll() % 5 {
        0 | 1 => least,
        2 | 3 => most,
        _ => least + dice.roll() % (most - least),
    }
}

/// Either end of a range of real numbers, or sometimes a number between them.
fn real(dice: &mut Dice, limits: &RangeInclusive<f64>) -> f64 {
    let (least, most) = (*limits.start(), *limits.end());
    dice.pick(&[least, most, most.sqrt().max(least)])
}

fn corner(dice: &mut Dice) -> Plan {
    let (model, gpu) = (dice.pick(MODELS).model, dice.pick(CARDS).gpu);
    let mut plan = Plan::new(model, Cluster::new(gpu, 1));
    if !dice.one_in(4) {
        shape(dice, &mut plan);
    }
    if dice.one_in(2) {
        rates(dice, &mut plan);
    }
    cut(dice, &mut plan);
    choices(dice, &mut plan);
    plan
}

fn shape(dice: &mut Dice, plan: &mut Plan) {
    let model = &mut plan.model;
    model.layers = end(dice, &LAYERS);
    model.hidden = end(dice, &HIDDEN);
    model.ffn = end(dice, &FFN);
    model.heads = end(dice, &HEADS);
    model.kv_heads = end(dice, &HEADS);
    model.head_dim = end(dice, &HEAD_DIM);
    model.vocab = end(dice, &VOCAB);
    model.window = end(dice, &(0..=*SEQUENCE.end()));
    model.full_attention_every = dice.pick(&[0, 1, 2, *SOME_LAYERS.end()]);
    model.trained_sequence = end(dice, &SEQUENCE);
    model.multi_token_layers = end(dice, &SOME_LAYERS);
    [model.gated, model.tied, model.bias, model.dropout] = [(); 4].map(|()| dice.one_in(2));
    model.positions = dice.word();
    if dice.one_in(3) {
        model.mixer = Some(LinearMixer {
            kind: dice.pick(&[MixerKind::Mamba2, MixerKind::DeltaNet]),
            key_heads: end(dice, &HEADS),
            value_heads: end(dice, &HEADS),
            key_dim: end(dice, &HEAD_DIM),
            value_dim: end(dice, &HEAD_DIM),
            convolution: end(dice, &CONVOLUTION),
        });
    }
    if dice.one_in(3) {
        let within = 0..=*HEAD_DIM.end();
        model.mla = Some(LatentAttention {
            query_rank: end(dice, &LATENT),
            kv_rank: end(dice, &(1..=*LATENT.end())),
            nope: end(dice, &within),
            rope: end(dice, &within),
            value: end(dice, &HEAD_DIM),
        });
    }
    if dice.one_in(2) {
        let experts = end(dice, &(1..=*EXPERTS.end()));
        model.moe = MixtureOfExperts {
            experts,
            per_token: dice.pick(&[1, experts]),
            ffn: end(dice, &(1..=*EXPERT_FFN.end())),
            shared: end(dice, &EXPERTS),
            shared_ffn: end(dice, &EXPERT_FFN),
            dense_layers: end(dice, &SOME_LAYERS),
            every: end(dice, &SOME_LAYERS),
        };
    }
}

fn rates(dice: &mut Dice, plan: &mut Plan) {
    let gpu = &mut plan.cluster.gpu;
    for rate in [
        &mut gpu.peak_tflops,
        &mut gpu.hbm_gib,
        &mut gpu.hbm_gb_s,
        &mut gpu.nvlink_gb_s,
        &mut gpu.nic_gb_s,
        &mut gpu.pcie_gb_s,
        &mut gpu.watts,
        &mut gpu.price,
        &mut plan.run.mtbf_hours,
        &mut plan.run.restart_minutes,
    ] {
        *rate = real(dice, &NUMBER);
    }
    gpu.fp8_ratio = real(dice, &NARROW_RATIO);
    gpu.fp4_ratio = real(dice, &NARROW_RATIO);
    gpu.node = end(dice, &GPUS);
    gpu.domain = end(dice, &GPUS);
    plan.cluster.pod = end(dice, &COUNT);
    plan.cluster.oversubscription = real(dice, &OVERSUBSCRIPTION);
    plan.run.checkpoint_gb_s = Some(real(dice, &NUMBER));
    plan.run.tokens = Some(end(dice, &TOKENS));
}

/// Degrees at their ends that divide what they cut.
fn cut(dice: &mut Dice, plan: &mut Plan) {
    let most = *GPUS.end();
    plan.batch.sequence = Some(end(dice, &SEQUENCE));
    let layout = &mut plan.layout;
    // One axis at its end; of two the product would be beyond any cluster.
    match dice.roll() % 6 {
        0 => layout.tensor = plan.model.heads,
        1 => layout.context = (plan.batch.sequence.unwrap_or(1) / 2).clamp(1, most),
        2 => {
            layout.pipeline = plan.model.layers;
            layout.schedule = Some(dice.pick(&[Schedule::OneFOneB, Schedule::GPipe]));
        }
        _ => (),
    }
    let one = layout.tensor * layout.pipeline * layout.context;
    let data = if dice.one_in(2) { most / one } else { 1 };
    plan.cluster.gpus = one * data.max(1);
    if plan.model.moe.experts > 0 && dice.one_in(2) {
        let ranks = plan.cluster.gpus / layout.pipeline;
        layout.expert = plan.model.moe.experts.min(ranks);
        layout.expert_tensor = dice.pick(&[1, ranks / layout.expert]).max(1);
    }
    layout.zero = dice.word();
    layout.context_kind = dice.word();
    layout.sequence_parallel = dice.pick(&[None, Some(false), Some(true)]);
    layout.shard_group = dice.pick(&[0, 1, data.max(1)]);
    let global = *GLOBAL.end();
    let replicas = data.max(1);
    let micro = dice.pick(&[1, *MICRO.end(), global / replicas]);
    plan.batch.micro = micro.min(global / replicas).clamp(1, *MICRO.end());
    let least = plan.batch.micro * replicas;
    plan.batch.global = Some(dice.pick(&[least, global / least * least]));
    if layout.pipeline > 1 {
        // Long pipelines of many micro-batches are timed elsewhere.
        plan.batch.global = Some((least * 2).min(global / least * least));
    }
}

fn choices(dice: &mut Dice, plan: &mut Plan) {
    let levers = &mut plan.levers;
    levers.dtype = dice.word();
    levers.weight_storage = dice.word();
    levers.optimizer = dice.word();
    levers.master = dice.maybe(Dice::word);
    levers.gradients = dice.maybe(Dice::word);
    levers.recompute = dice.word();
    levers.modules = dice.words();
    levers.recompute_layers = dice.pick(&[None, Some(0), Some(*COUNT.end())]);
    levers.flash = dice.one_in(2);
    levers.cross_entropy = dice.word();
    levers.offload = dice.words();
    levers.offload_layers = dice.pick(&[None, Some(0), Some(*COUNT.end())]);
    let stack = &mut plan.stack;
    stack.recipe = dice.word();
    stack.overlap = Some(dice.words());
    stack.messages = Some(dice.word());
    stack.flash_generation = dice.pick(&[None, Some(1), Some(3)]);
    stack.gradient_sync = dice.maybe(Dice::word);
    stack.dispatcher = Some(dice.word());
    stack.graphs = Some(dice.word());
    stack.imbalance = Some(real(dice, &IMBALANCE));
    if dice.one_in(4) {
        plan.measured.step_s = Some(real(dice, &NUMBER));
        plan.measured.memory_gib = Some(real(dice, &NUMBER));
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
    let dice = &mut Dice(seed_number(1_974));
    let mut legal_plans = 0;
    for _ in 0..PLANS {
        let plan = corner(dice);
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
        // Reports search for what helps, which takes long.
        if legal_plans % 40 == 0 {
            links::check_texts(&plan, &[]).unwrap_or_else(|failed| panic!("{link}: {failed}"));
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
        assert_eq!((EN.change)(&repairs[0], &plan), repair);
        assert_eq!(repairs.len(), 1);
        let repaired = estimate(&Change::applied(&repairs, &plan)).expect("legal");
        assert!(repaired.utilisation.by_formula < 1.0);
    }
}
