//! What holds for every plan: totals, bounds and directions, over randomly drawn plans.

mod common;

use std::fmt;
use std::mem::discriminant;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::RngSeed;
use shardwise::catalog::{self, GPUS, MODELS};
use shardwise::cost::activations::LayerActivations;
use shardwise::cost::legal::{Legal, Reason};
use shardwise::cost::memory::{StageMemory, Verdict};
use shardwise::cost::plan::{
    Cluster, LatentAttention, MixtureOfExperts, Offload, Overlap, Plan, Recompute, Word, WordSet,
    ZeroStage, limits,
};
use shardwise::cost::units::Bytes;
use shardwise::cost::{Estimate, estimate};
use shardwise::search::change::Change;
use shardwise::search::{cure, repair};
use shardwise::text::EN;
use shardwise::{link, report};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        // The same plans every time: a failure is news about the code.
        rng_seed: RngSeed::Fixed(1_974),
        ..ProptestConfig::default()
    }
}

/// Numbers that a stranger might write: likely ones, edges and absurd ones.
fn any_number() -> impl Strategy<Value = u64> {
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

fn words<W: Word + std::fmt::Debug>() -> impl Strategy<Value = WordSet<W>> {
    (0..1_u32 << W::ALL.len()).prop_map(WordSet::from_bits)
}

/// A plan that a failure prints as its link.
#[derive(Clone)]
struct Drawn(Plan);

impl fmt::Debug for Drawn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&link::encode(&self.0))
    }
}

/// A catalogue plan with degrees that are often legal.
fn likely_plan() -> impl Strategy<Value = Drawn> {
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
    let presets = (select(MODELS), select(GPUS));
    (presets, degrees, batch, levers, stack).prop_map(
        |((model, gpu), degrees, (micro, accumulated, sequence), levers, stack)| {
            let (tensor, pipeline, context, virtual_stages, data, sequence_parallel) = degrees;
            let mut plan = Plan::new(
                model.model,
                Cluster {
                    gpu: gpu.gpu,
                    gpus: 1,
                },
            );
            let layout = &mut plan.layout;
            layout.tensor = tensor;
            layout.pipeline = pipeline;
            layout.context = context;
            layout.virtual_stages = if pipeline > 1 { virtual_stages } else { 1 };
            layout.sequence_parallel = Some(sequence_parallel);
            plan.cluster.gpus = tensor * pipeline * context * data;
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
            Drawn(plan)
        },
    )
}

/// A plan whose every field may be anything.
fn absurd_plan() -> impl Strategy<Value = Plan> {
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
            // Each group is sometimes left as a likely plan has it.
            let taken = |bit: u32| kept >> bit & 1 == 0;
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
fn legal_plan() -> impl Strategy<Value = Drawn> {
    likely_plan().prop_filter("illegal", |Drawn(plan)| estimate(plan).is_ok())
}

/// The estimate of a legal plan.
fn of(plan: &Plan) -> Estimate {
    estimate(plan).unwrap_or_else(|reasons| panic!("{}: {reasons:?}", link::encode(plan)))
}

/// Keys and values of links, right and wrong, and pieces of their grammar.
fn any_link() -> impl Strategy<Value = String> {
    let keys = select(KEYS.to_vec()).prop_map(str::to_owned);
    let key = prop_oneof![
        6 => keys.clone(),
        2 => keys.prop_map(|key| ["b.", &key].concat()),
        1 => "[a-z.%=&#]{0,6}",
    ];
    let presets = (select(MODELS), select(GPUS), any_number())
        .prop_map(|(model, gpu, n)| format!("{}/{}x{n}", model.model.preset, gpu.gpu.preset));
    let value = prop_oneof![
        4 => any_number().prop_map(|number| number.to_string()),
        2 => presets,
        2 => select(WORDS.to_vec()).prop_map(str::to_owned),
        1 => "[0-9]{1,3}(\\.[0-9]{1,7})?",
        1 => "[0-9,]{1,12}",
        1 => "[-+ a-zA-Z0-9_.,/%]{0,12}",
        1 => "\\PC{0,8}",
    ];
    let pair = (key, value).prop_map(|(key, value)| [key, "=".into(), value].concat());
    let part = prop_oneof![8 => pair, 1 => "[&=#%]{0,4}", 1 => "\\PC{0,12}"];
    (
        select(vec!["", "#", "#v=1&", "https://example.org/?embed=1#v=1&"]),
        proptest::collection::vec(part, 0..12),
    )
        .prop_map(|(start, parts)| [start, &parts.join("&")].concat())
}

const KEYS: [&str; 30] = [
    "v", "p", "layers", "hidden", "heads", "kv", "vocab", "mla", "mtp", "experts", "peak", "tp",
    "pp", "cp", "sp", "vp", "sched", "split", "ends", "zero", "seq", "mbs", "gbs", "recipe",
    "ckpt", "ckptmod", "overlap", "off", "mstep", "tok",
];

const WORDS: [&str; 20] = [
    "none",
    "full",
    "sel",
    "core",
    "core,norm",
    "1f1b",
    "int",
    "gpipe",
    "zbh1",
    "nemo",
    "megatron",
    "opt,acts",
    "tp,dp",
    "rope",
    "bf16",
    "fp8",
    "0",
    "1",
    "512,128,128,64,128",
    "1,2,3",
];

fn finite(what: &str, value: f64) -> Result<(), TestCaseError> {
    prop_assert!(value.is_finite() && value >= 0.0, "{what} is {value}");
    Ok(())
}

/// Every number of an estimate is a number, none is negative, and parts add up.
fn check(plan: &Plan, estimate: &Estimate) -> Result<(), TestCaseError> {
    let memory = &estimate.memory;
    prop_assert_eq!(memory.stages.len() as u64, plan.layout.pipeline);
    let peak = memory.stages.iter().map(StageMemory::total).max();
    prop_assert_eq!(Some(memory.peak()), peak);
    for stage in &memory.stages {
        let state = stage.state.weights + stage.state.gradients + stage.state.optimizer;
        prop_assert_eq!(state, stage.state.total());
        let parts = state + stage.activations + stage.logits + stage.buffers;
        prop_assert_eq!(parts, stage.allocated());
        prop_assert_eq!(parts + stage.overhead, stage.total());
    }
    let last = memory.stages.len() - 1;
    let headless = memory
        .stages
        .iter()
        .take(last)
        .all(|stage| stage.logits == Bytes::ZERO);
    prop_assert!(headless, "logits before the last stage");
    let fits = memory.peak() <= memory.capacity;
    prop_assert_eq!(fits, memory.verdict != Verdict::OutOfMemory);

    let time = &estimate.time;
    let parts = [
        time.compute,
        time.recompute,
        time.tensor,
        time.context,
        time.expert,
        time.pipeline,
        time.data,
        time.bubble,
        time.optimizer,
    ];
    for part in parts {
        finite("a part of the step", part.0)?;
    }
    let sum: f64 = parts.iter().map(|part| part.0).sum();
    let total = time.total().0;
    finite("the step", total)?;
    prop_assert!(
        total > 0.0 && (sum / total - 1.0).abs() < 1e-9,
        "{sum} is not {total}"
    );
    let bubble = time.bubble_fraction();
    prop_assert!((0.0..1.0).contains(&bubble), "bubble {bubble}");
    if plan.layout.pipeline == 1 {
        prop_assert_eq!(time.bubble.0, 0.0);
        prop_assert_eq!(time.pipeline.0, 0.0);
    }

    let tolls = &estimate.tolls;
    let shares = [
        tolls.useful,
        tolls.ceiling,
        tolls.last_inch,
        tolls.scratchpad,
        tolls.cable,
        tolls.bubble,
        tolls.state,
    ];
    for share in shares {
        // Rounding may leave a share a hair below nothing.
        prop_assert!(
            (-1e-9..=1.0 + 1e-9).contains(&share),
            "a share of {share}: {tolls:?}"
        );
    }
    prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{tolls:?}");

    let utilisation = &estimate.utilisation;
    finite("MFU", utilisation.mfu)?;
    finite("tokens per second", utilisation.tokens_per_second)?;
    prop_assert!(utilisation.hfu >= utilisation.mfu, "{utilisation:?}");
    let run = &estimate.run;
    for (what, value) in [
        ("days", run.days),
        ("GPU-hours", run.gpu_hours),
        ("cost", run.cost_usd),
        ("energy", run.energy_mwh),
        ("checkpoint interval", run.checkpoint_interval.0),
    ] {
        finite(what, value)?;
    }
    prop_assert!(
        run.goodput > 0.0 && run.goodput <= 1.0,
        "goodput {}",
        run.goodput
    );
    Ok(())
}

/// An estimate without the list of what it leaves out.
fn figures(plan: &Plan) -> Result<Estimate, Vec<Reason>> {
    estimate(plan).map(|estimate| Estimate {
        not_modelled: Vec::new(),
        ..estimate
    })
}

/// Everything that a person reads of a plan can be written.
fn check_texts(plan: &Plan, warnings: &[link::Warning]) -> Result<(), TestCaseError> {
    let result = estimate(plan);
    let report = report::terminal::report(plan, &result, warnings, &EN);
    prop_assert!(
        report.ends_with('\n') && !report.contains("NaN") && !report.contains("inf"),
        "{report}"
    );
    let object = report::json::object(plan, &result, warnings, &EN);
    prop_assert_eq!(&object["legal"], result.is_ok());
    prop_assert!(!(EN.data_follows)(plan).is_empty());
    prop_assert!(!(EN.batch_follows)(plan).is_empty());
    Ok(())
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn likely_plans_add_up(Drawn(plan) in legal_plan()) {
        check(&plan, &of(&plan))?;
    }

    #[test]
    fn absurd_plans_give_an_estimate_or_reasons(plan in absurd_plan()) {
        match estimate(&plan) {
            Ok(estimate) => check(&plan, &estimate)?,
            Err(reasons) => {
                prop_assert!(!reasons.is_empty());
                for reason in &reasons {
                    prop_assert!((EN.reason)(reason, &plan).ends_with('.'), "{reason:?}");
                }
            }
        }
    }

    #[test]
    fn plans_within_limits_can_be_written(plan in absurd_plan()) {
        if limits::violated(&plan).is_some() {
            return Ok(());
        }
        let link = link::encode(&plan);
        prop_assert!(link.is_ascii() && link.starts_with("#v=1&p="), "{link}");
        check_texts(&plan, &[])?;
    }

    #[test]
    fn any_bytes_are_a_link(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let (plan, warnings) = link::decode(&text);
        check_texts(&plan, &warnings)?;
    }

    #[test]
    fn any_grammar_is_a_link(text in any_link()) {
        let (plan, warnings) = link::decode(&text);
        for warning in &warnings {
            prop_assert!((EN.link_warning)(warning).ends_with('.'), "{warning:?}");
        }
        if let Ok(estimate) = estimate(&plan) {
            check(&plan, &estimate)?;
        }
        check_texts(&plan, &warnings)?;
    }

    #[test]
    fn a_written_link_is_read_as_it_was_meant(text in any_link()) {
        let (plan, _) = link::decode(&text);
        let written = link::encode(&plan);
        let (again, warnings) = link::decode(&written);
        // Only what is too long to be read is not.
        if written.len() < link::LONGEST {
            prop_assert_eq!(&warnings, &[], "{}", &written);
            prop_assert_eq!(link::encode(&again), written);
            prop_assert_eq!(estimate(&again), estimate(&plan));
        }
    }

    #[test]
    fn a_likely_plan_survives_its_link(Drawn(plan) in likely_plan(), Drawn(rival) in likely_plan(), two in any::<bool>()) {
        let plan = Plan { rival: (two && rival != plan).then(|| Box::new(rival)), ..plan };
        let written = link::encode(&plan);
        let (again, warnings) = link::decode(&written);
        prop_assert_eq!(&warnings, &[], "{}", &written);
        prop_assert_eq!(link::encode(&again), written);
        prop_assert_eq!(figures(&again), figures(&plan));
        // A rival in which nothing differs is none.
        let rival = |plan: &Plan| figures(plan.rival.as_deref().unwrap_or(plan));
        prop_assert_eq!(rival(&again), rival(&plan));
    }
}

// ---- Directions --------------------------------------------------------------------------------

/// The same plan with a change, and both estimates, where both can exist.
fn both(plan: &Plan, change: impl Fn(&mut Plan)) -> Option<(Estimate, Estimate)> {
    let mut changed = plan.clone();
    change(&mut changed);
    Some((estimate(plan).ok()?, estimate(&changed).ok()?))
}

/// Compares two figures stage by stage.
fn each_stage<T: PartialOrd + std::fmt::Debug>(
    before: &Estimate,
    after: &Estimate,
    figure: impl Fn(&StageMemory) -> T,
    holds: impl Fn(&T, &T) -> bool,
) -> Result<(), TestCaseError> {
    for (before, after) in before.memory.stages.iter().zip(&after.memory.stages) {
        let (before, after) = (figure(before), figure(after));
        prop_assert!(holds(&before, &after), "{before:?} became {after:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn more_tensor_parallelism_never_raises_weights(Drawn(plan) in legal_plan()) {
        let twice = |plan: &mut Plan| {
            plan.layout.tensor *= 2;
            plan.cluster.gpus *= 2;
        };
        if let Some((before, after)) = both(&plan, twice) {
            each_stage(&before, &after, |s| s.state.weights, |before, after| after <= before)?;
            each_stage(&before, &after, |s| s.state.total(), |before, after| after <= before)?;
        }
    }

    #[test]
    fn zero_stages_shed_state_one_by_one(Drawn(plan) in legal_plan()) {
        let at = |stage: ZeroStage| {
            let mut plan = plan.clone();
            plan.layout.zero = stage;
            estimate(&plan).expect("ZeRO makes nothing illegal")
        };
        let [none, one, two, three] =
            [ZeroStage::Zero, ZeroStage::One, ZeroStage::Two, ZeroStage::Three].map(at);
        for (before, after) in [(&none, &one), (&one, &two), (&two, &three)] {
            each_stage(before, after, |s| s.state.total(), |before, after| after <= before)?;
        }
        let replicas = plan.data_parallel() * plan.layout.context;
        let kept = |e: &Estimate| e.memory.stages[0].state.weights.0;
        prop_assert_eq!(kept(&three), kept(&none).div_ceil(replicas), "weights over {}", replicas);
    }

    #[test]
    fn what_a_layer_keeps_is_linear_in_the_micro_batch(Drawn(plan) in legal_plan()) {
        // Flash Attention's second layout copy appears with the second sequence, so two and four
        // sequences are compared, at the same number of micro-batches.
        let kept = |micro: u64| {
            let mut plan = plan.clone();
            plan.batch.global = Some(plan.global_batch() / plan.batch.micro * micro);
            plan.batch.micro = micro;
            let legal = Legal::check(&plan).expect("the batch still divides");
            LayerActivations::of(&legal).kept()
        };
        prop_assert_eq!(kept(4), kept(2) * 2);
        let (one, two) = (kept(1), kept(2));
        prop_assert!(two >= one * 2, "{one:?} became {two:?}");
        if !plan.levers.flash {
            prop_assert_eq!(two, one * 2);
        }
    }

    #[test]
    fn recompute_never_takes_more_memory(Drawn(plan) in legal_plan()) {
        let with = |recompute: Recompute| {
            let mut plan = plan.clone();
            plan.levers.recompute = recompute;
            estimate(&plan).expect("recompute makes nothing illegal")
        };
        let [none, selective, full] =
            [Recompute::None, Recompute::Selective, Recompute::Full].map(with);
        each_stage(&none, &selective, StageMemory::total, |before, after| after <= before)?;
        each_stage(&none, &full, StageMemory::total, |before, after| after <= before)?;
        prop_assert!(none.time.recompute.0 == 0.0);
        prop_assert!(full.time.recompute >= selective.time.recompute);
        prop_assert!(full.utilisation.hfu > full.utilisation.mfu);
    }

    #[test]
    fn recomputing_more_layers_takes_less_memory_and_more_time(Drawn(plan) in legal_plan(), layers in 0..40_u64) {
        let with = |layers: u64| {
            let mut plan = plan.clone();
            plan.levers.recompute = Recompute::Full;
            plan.levers.recompute_layers = Some(layers);
            estimate(&plan).expect("recompute makes nothing illegal")
        };
        let (before, after) = (with(layers), with(layers + plan.layout.virtual_stages));
        // The closed form of full recompute is an input for every layer and one whole layer, in
        // which that layer's input stands again (Korthikanti 2022, section 5): with the last
        // layer recomputed too, that much more, and the allocator's slack on it.
        let legal = Legal::check(&plan).expect("a legal plan");
        let again = LayerActivations::of(&legal).input * 2;
        each_stage(&before, &after, StageMemory::total, |before, &after| after <= *before + again)?;
        prop_assert!(after.time.recompute >= before.time.recompute);
    }

    #[test]
    fn flash_attention_saves_memory(Drawn(plan) in legal_plan()) {
        let with = |flash: bool| {
            let mut plan = plan.clone();
            plan.levers.flash = flash;
            plan.levers.recompute = Recompute::None;
            // One sequence, because Flash Attention copies the output of several.
            plan.batch.global = Some(plan.global_batch() / plan.batch.micro);
            plan.batch.micro = 1;
            estimate(&plan).expect("attention makes nothing illegal")
        };
        each_stage(&with(false), &with(true), StageMemory::total, |before, after| after <= before)?;
    }

    #[test]
    fn overlap_never_takes_more_time(Drawn(plan) in legal_plan()) {
        let with = |overlap: WordSet<Overlap>| {
            let mut plan = plan.clone();
            plan.stack.overlap = Some(overlap);
            estimate(&plan).expect("overlap makes nothing illegal").time.total().0
        };
        let (without, all) = (with(WordSet::EMPTY), with(WordSet::of(Overlap::ALL)));
        prop_assert!(all <= without * (1.0 + 1e-9), "{without} became {all}");
    }

    #[test]
    fn faster_links_never_take_more_time(Drawn(plan) in legal_plan(), nic in any::<bool>()) {
        let before = of(&plan);
        let mut faster = plan.clone();
        let gpu = &mut faster.cluster.gpu;
        let rate = if nic { &mut gpu.nic_gb_s } else { &mut gpu.nvlink_gb_s };
        *rate *= 2.0;
        let after = estimate(&faster).expect("a faster link").time.total().0;
        prop_assert!(after <= before.time.total().0 * (1.0 + 1e-9), "{:?} became {after}", before.time);
    }

    #[test]
    fn more_micro_batches_never_deepen_the_bubble(Drawn(plan) in legal_plan()) {
        let before = of(&plan);
        let mut longer = plan.clone();
        // Whole groups, so that no slot stays empty.
        longer.batch.global = Some(plan.global_batch() * 2 * plan.layout.pipeline);
        let after = estimate(&longer).expect("the batch still divides");
        let (before, after) = (before.time.bubble_fraction(), after.time.bubble_fraction());
        prop_assert!(after <= before + 0.02, "{before} became {after}");
    }

    #[test]
    fn what_is_left_out_is_said(Drawn(plan) in legal_plan(), off in words::<Offload>()) {
        let mut asked = plan;
        asked.levers.offload = off;
        let estimate = estimate(&asked).expect("a legal plan");
        let said = estimate.not_modelled.iter().any(|part| part.key == "off");
        prop_assert_eq!(said, !off.is_empty());
    }
}

// ---- Repairs and cures -------------------------------------------------------------------------

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn repairs_remove_their_reason(Drawn(plan) in likely_plan(), tensor in 1..20_u64, pipeline in 1..12_u64, gpus in 1..600_u64) {
        let mut plan = plan;
        plan.layout.tensor = tensor;
        plan.layout.pipeline = pipeline;
        plan.cluster.gpus = gpus;
        let Err(reasons) = estimate(&plan) else { return Ok(()) };
        for reason in &reasons {
            let repairs = repair::repairs(&plan, reason);
            prop_assert!(repairs.len() <= 3);
            for change in repairs {
                let repaired = Change::applied(std::slice::from_ref(&change), &plan);
                prop_assert_ne!(&repaired, &plan, "{:?} changes nothing", change);
                let left = estimate(&repaired).err().unwrap_or_default();
                let kind = discriminant::<Reason>(reason);
                prop_assert!(left.iter().all(|other| discriminant(other) != kind), "{change:?} leaves {left:?}");
                prop_assert!(left.len() < reasons.len(), "{change:?} brings {left:?}");
                prop_assert!(!(EN.change)(&change, &plan).is_empty());
            }
        }
    }
}

#[test]
fn common_mistakes_have_a_repair() {
    // One illegal plan for each kind of reason that a single axis can mend.
    let mistakes = [
        ("#v=1&p=llama3-8b/h100x64&tp=3", "TP"),
        ("#v=1&p=llama3-405b/h100x128&tp=8&pp=16", "PP"),
        ("#v=1&p=llama3-405b/h100x128&tp=8&pp=14&gbs=512", "PP"),
        ("#v=1&p=llama3-8b/h100x8&cp=3&gbs=512", "CP"),
        ("#v=1&p=llama3-8b/h100x60&tp=8", "GPUs"),
        ("#v=1&p=llama3-8b/h100x8&gbs=100", "batch"),
        ("#v=1&p=llama3-8b/h100x8&pp=2&split=1,2,3", "split"),
        ("#v=1&p=llama3-8b/h100x8&pp=2&vp=2&sched=1f1b", "schedule"),
        ("#v=1&p=llama3-8b/h100x8&vp=2", "virtual stages"),
    ];
    for (link, axis) in mistakes {
        let plan = common::plan(link);
        let reasons = estimate(&plan).expect_err(link);
        let repaired = reasons
            .iter()
            .any(|reason| !repair::repairs(&plan, reason).is_empty());
        assert!(repaired, "no repair of {axis} for {reasons:?}: {link}");
    }
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn cures_do_what_they_say(Drawn(plan) in legal_plan()) {
        let before = of(&plan);
        let cures = cure::cures(&plan);
        prop_assert!(cures.len() <= 3);
        if before.memory.verdict == Verdict::Fits {
            prop_assert!(cures.is_empty());
        }
        for cure in cures {
            let cured = Change::applied(&cure.changes, &plan);
            let after = estimate(&cured);
            prop_assert!(after.is_ok(), "{:?} is illegal: {:?}", cure.changes, after);
            let after = after.expect("just seen");
            let bytes = after.memory.peak().0 as i64 - before.memory.peak().0 as i64;
            prop_assert_eq!(bytes, cure.memory_change);
            prop_assert!(bytes < 0, "{:?} takes {} more", cure.changes, bytes);
            prop_assert_eq!(after.memory.verdict, cure.verdict);
            let mfu = after.utilisation.mfu - before.utilisation.mfu;
            prop_assert!((mfu - cure.mfu_change).abs() < 1e-12);
        }
    }
}

#[test]
fn the_class_example_can_be_cured() {
    // 100 B parameters on exactly 64 GPUs: the plain plan needs 16 to 18 bytes a parameter on
    // every card, and tensor times pipeline parallelism makes it fit.
    let plan = catalog::plan("class-100b", "h100", 64).expect("presets");
    let estimate = estimate(&plan).expect("a legal plan");
    assert_eq!(estimate.memory.verdict, Verdict::OutOfMemory);
    let cures = cure::cures(&plan);
    assert!(!cures.is_empty());
    assert!(
        cures
            .iter()
            .any(|cure| cure.verdict != Verdict::OutOfMemory),
        "nothing cures the class example: {cures:?}"
    );
}
