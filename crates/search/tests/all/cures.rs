//! Cures of plans that do not fit: those that fit come first, and the plan's framework runs each.

use cost::estimate;
use cost::memory::Verdict;
use cost::plan::{
    ContextKind, CrossEntropy, Offload, Optimizer, Plan, Recipe, Recompute, Word, WordSet,
    ZeroStage,
};
use formats::export::Aspect;
use search::change::Change;
use search::cure::{Cure, cures, cures_among, is_beyond_full_training};
use search::framework;

use test_utils::plan;

/// Plans that do not fit, from one GPU to a cluster; each with any framework.
const TOO_LARGE: [&str; 12] = [
    "llama3-8b/h100x1&zero=0&gbs=8",
    "llama3-8b/h100x8&zero=3&gbs=64&mbs=8",
    "llama3-8b/h100x8&gbs=64",
    "llama3-70b/h100x8&zero=3&gbs=64",
    "llama3-70b/h100x32&zero=3&gbs=64",
    "llama3-70b/h100x64&tp=8&gbs=64",
    "gemma3-27b/h100x8&zero=3&mbs=4&gbs=64&ckpt=full",
    "qwen3-32b/h100x16&zero=2&gbs=64",
    "deepseek-v3-671b/h100x256&ep=32",
    "class-100b/h100x64",
    "llama3-8b/rtx4090x8&zero=3&gbs=64",
    "mistral-7b/a100-80x1&zero=0&gbs=16&seq=4096",
];

fn of_recipe(link: &str, recipe: Recipe) -> Plan {
    plan(&format!("#v=1&p={link}&recipe={}", recipe.word()))
}

/// Each plan with each framework, its cures, and each cured plan.
fn all() -> impl Iterator<Item = (Plan, Vec<(Cure, Plan)>)> {
    TOO_LARGE.into_iter().flat_map(|link| {
        Recipe::ALL.iter().map(move |&recipe| {
            let plan = of_recipe(link, recipe);
            let cured = |cure: Cure| {
                let cured = Change::applied(&cure.changes, &plan);
                (cure, cured)
            };
            let cured = cures(&plan).into_iter().map(cured).collect();
            (plan, cured)
        })
    })
}

fn offload(parts: &[Offload]) -> Change {
    Change::Offload(WordSet::of(parts))
}

#[test]
fn plans_that_fit_come_before_plans_that_are_tight() {
    let (mut mixed, mut fitting) = (0, 0);
    for (plan, cured) in all() {
        let verdicts: Vec<Verdict> = cured.iter().map(|(cure, _)| cure.verdict).collect();
        assert!(verdicts.is_sorted(), "{verdicts:?}");
        // Cures that leave the plan as it was are no cures beside one that works.
        let before = estimate(&plan).expect("a legal plan").memory.verdict;
        let works = |verdict: &Verdict| *verdict < before;
        assert!(verdicts.iter().all(works) || !verdicts.iter().any(works));
        let has = |wanted: Verdict| verdicts.contains(&wanted);
        mixed += usize::from(has(Verdict::Fits) && has(Verdict::Tight));
        fitting += usize::from(has(Verdict::Fits));
    }
    assert!(mixed >= 3 && fitting >= 70, "{mixed} mixed, {fitting} fit");
}

#[test]
fn a_pair_that_fits_comes_before_a_single_change_that_is_tight() {
    let plan = of_recipe("class-100b/h100x64", Recipe::Nanotron);
    let cures = cures(&plan);
    let pair = [Change::Tensor(2), Change::Pipeline(16)];
    assert_eq!(
        (cures[0].changes.as_slice(), cures[0].verdict),
        (&pair[..], Verdict::Fits)
    );
    assert_eq!(cures[1].verdict, Verdict::Tight);
}

#[test]
fn the_usual_savings_are_among_the_cures() {
    let host = offload(&[Offload::Optimizer]);
    let cases: [(&str, Recipe, &[Change]); 6] = [
        // The optimizer of one GPU runs on the host as the optimizer of one shard.
        (
            "llama3-8b/h100x1&zero=0&gbs=8",
            Recipe::Megatron,
            &[
                Change::Recompute(Recompute::Full),
                Change::Zero(ZeroStage::One),
                host,
            ],
        ),
        (
            "llama3-8b/rtx4090x8&zero=3&gbs=64",
            Recipe::TorchTitan,
            &[
                Change::Recompute(Recompute::Full),
                offload(&[Offload::Optimizer, Offload::Parameters]),
            ],
        ),
        (
            "llama3-70b/h100x32&zero=3&gbs=64",
            Recipe::DeepSpeed,
            &[
                Change::Recompute(Recompute::Full),
                Change::CrossEntropy(CrossEntropy::Chunked),
            ],
        ),
        (
            "llama3-8b/h100x8&zero=3&gbs=64&mbs=8",
            Recipe::LlmFoundry,
            &[
                Change::Recompute(Recompute::Full),
                Change::CrossEntropy(CrossEntropy::Fused),
            ],
        ),
        (
            "llama3-8b/h100x8&zero=3&gbs=64&mbs=8",
            Recipe::MaxText,
            &[
                Change::MicroBatch(1),
                Change::CrossEntropy(CrossEntropy::Chunked),
            ],
        ),
        (
            "mistral-7b/a100-80x1&zero=0&gbs=16&seq=4096",
            Recipe::ZeroPaper,
            &[
                Change::Recompute(Recompute::Full),
                Change::Optimizer(Optimizer::AdamW8),
            ],
        ),
    ];
    for (link, recipe, changes) in cases {
        let cures = cures(&of_recipe(link, recipe));
        let offered: Vec<&[Change]> = cures.iter().map(|cure| cure.changes.as_slice()).collect();
        assert!(
            offered.contains(&changes),
            "{link}, {recipe:?}: {offered:?}"
        );
    }
}

#[test]
fn the_framework_of_the_plan_runs_every_cure() {
    for (plan, cured) in all() {
        for (cure, cured) in cured {
            let recipe = plan.stack.recipe;
            for change in &cure.changes {
                let is_there = has(recipe, change, &cured);
                assert!(
                    is_there,
                    "{recipe:?} has no {change:?} in {:?}",
                    cure.changes
                );
            }
        }
    }
}

/// True if a framework has a change, by its documentation: a second account, in another form.
fn has(recipe: Recipe, change: &Change, cured: &Plan) -> bool {
    let (layout, levers) = (&cured.layout, &cured.levers);
    let is_megatron = matches!(recipe, Recipe::Megatron | Recipe::Nemo);
    let is_fsdp = recipe.shards_fully();
    let is_trainer = recipe.has_trainer();
    match change {
        Change::Zero(ZeroStage::One) => !is_fsdp,
        Change::Zero(ZeroStage::Two) => !matches!(recipe, Recipe::Nanotron | Recipe::MaxText),
        Change::Zero(ZeroStage::Three) => recipe != Recipe::Nanotron,
        Change::Pipeline(_) => {
            let shards = layout.zero.shards_gradients();
            recipe != Recipe::LlmFoundry
                && !is_trainer
                && !(shards && (is_megatron || recipe == Recipe::DeepSpeed))
        }
        // Ulysses divides heads; PyTorch's exchange beside FSDP gathers or sends round the ring.
        // Ring attention of another library in OpenRLHF; verl has Ulysses alone.
        Change::Context(_) if recipe == Recipe::OpenRlhf => {
            layout.context_kind == ContextKind::Ring
        }
        Change::Context(_) if recipe == Recipe::Verl => false,
        Change::Context(_) if recipe.has_deepspeed() => {
            layout.context_kind == ContextKind::AllToAll
        }
        Change::Context(_) if recipe == Recipe::HuggingFace => {
            layout.context_kind != ContextKind::AllToAll
        }
        Change::Context(_) => !matches!(recipe, Recipe::Nanotron | Recipe::LlmFoundry),
        Change::Experts(..) => recipe != Recipe::Nanotron && !is_trainer,
        Change::CrossEntropy(CrossEntropy::Chunked) => {
            !is_megatron && !matches!(recipe, Recipe::LlmFoundry | Recipe::OpenRlhf)
        }
        Change::CrossEntropy(_) => recipe != Recipe::Nanotron && !is_trainer,
        Change::MlpTiles(_) => {
            let has_option = is_trainer && recipe != Recipe::OpenRlhf;
            has_option || matches!(recipe, Recipe::ZeroPaper | Recipe::DeepSpeed | Recipe::Verl)
        }
        Change::Optimizer(Optimizer::AdamW8) => {
            matches!(
                recipe,
                Recipe::ZeroPaper | Recipe::HuggingFace | Recipe::Verl
            )
        }
        Change::Optimizer(_) => match recipe {
            Recipe::Megatron | Recipe::Nemo => layout.zero.shards_optimizer(),
            Recipe::ZeroPaper | Recipe::TorchTitan => true,
            _ => false,
        },
        Change::Offload(parts) => {
            let moves = |part| parts.contains(part);
            let shards = !moves(Offload::Optimizer) || layout.zero.shards_optimizer();
            let gathers = !moves(Offload::Parameters) || layout.zero.shards_weights();
            let is_offered = match recipe {
                Recipe::Megatron | Recipe::Nemo => {
                    let alone = layout.pipeline == 1 && levers.recompute == Recompute::None;
                    !moves(Offload::Parameters) && (!moves(Offload::Activations) || alone)
                }
                Recipe::TorchTitan => {
                    moves(Offload::Optimizer)
                        && moves(Offload::Parameters)
                        && !moves(Offload::Activations)
                }
                Recipe::LlmFoundry | Recipe::HuggingFace | Recipe::Verl => {
                    moves(Offload::Optimizer) == moves(Offload::Parameters)
                }
                Recipe::DeepSpeed => {
                    !moves(Offload::Activations) || levers.recompute == Recompute::Full
                }
                Recipe::ZeroPaper | Recipe::MaxText | Recipe::HuggingFaceDeepSpeed => true,
                Recipe::OpenRlhf => moves(Offload::Optimizer) && !moves(Offload::Parameters),
                Recipe::Nanotron => false,
            };
            shards && gathers && is_offered
        }
        _ => true,
    }
}

/// Plans out of memory of people with one server or less, at which the ways need several changes.
const OF_FEW_GPUS: [&str; 6] = [
    "llama3-8b/rtx4090x2",
    "llama3-8b/rtx4090x1&wstore=int4",
    "llama3-8b/rtx4090x4&zero=2",
    "llama3.2-1b/rtx4090x1",
    "qwen3-14b/a100-80x4",
    "llama3-70b/h100x8",
];

#[test]
fn what_fits_on_the_same_gpus_is_offered() {
    for link in OF_FEW_GPUS {
        for &recipe in Recipe::ALL {
            let plan = of_recipe(link, recipe);
            let cures = cures(&plan);
            let adds = |cure: &Cure| {
                cure.changes
                    .iter()
                    .any(|change| matches!(change, Change::Gpus(_)))
            };
            let fits = |cure: &&Cure| cure.verdict == Verdict::Fits && !adds(cure);
            assert!(
                cures.iter().any(|cure| fits(&cure)),
                "{link}, {recipe:?}: {cures:?}"
            );
            for cure in &cures {
                assert_ne!(cure.verdict, Verdict::OutOfMemory, "{link}, {recipe:?}");
                let cured = Change::applied(&cure.changes, &plan);
                let memory = estimate(&cured).expect("a legal plan").memory;
                assert_eq!(memory.verdict, cure.verdict);
                let runs = |change: &Change| has(recipe, change, &cured);
                assert!(
                    cure.changes.iter().all(runs),
                    "{recipe:?}: {:?}",
                    cure.changes
                );
            }
            // The model stays where it can be trained; more GPUs come after a smaller one.
            let price = |cure: &Cure| {
                let is_model = |change: &Change| matches!(change, Change::Model(_));
                [adds(cure), cure.changes.iter().any(is_model)]
            };
            let fitting: Vec<[bool; 2]> = cures
                .iter()
                .filter(|cure| cure.verdict == Verdict::Fits)
                .map(price)
                .collect();
            assert!(fitting.is_sorted(), "{cures:?}");
        }
    }
}

#[test]
fn two_cards_train_8b_sharded_with_its_state_on_the_host() {
    let host = offload(&[
        Offload::Optimizer,
        Offload::Parameters,
        Offload::Activations,
    ]);
    for recipe in [Recipe::ZeroPaper, Recipe::LlmFoundry] {
        let cures = cures(&of_recipe("llama3-8b/rtx4090x2", recipe));
        let expected = [Change::Zero(ZeroStage::Three), host.clone()];
        assert_eq!(cures[0].changes, expected, "{recipe:?}");
    }
    // MaxText recomputes at less cost than it moves activations.
    let of_maxtext = cures(&of_recipe("llama3-8b/rtx4090x2", Recipe::MaxText));
    let state = offload(&[Offload::Optimizer, Offload::Parameters]);
    let expected = [
        Change::Recompute(Recompute::Full),
        Change::Zero(ZeroStage::Three),
        state,
    ];
    assert_eq!(of_maxtext[0].changes, expected);
    // Megatron-LM keeps weights and fp32 gradients on the GPU, activations too beside ZeRO-3, and has
    // no fused loss since 0.18: the largest model that fits is Yi 6B.
    let cures = cures(&of_recipe("llama3-8b/rtx4090x2", Recipe::Megatron));
    assert!(
        matches!(cures[0].changes[0], Change::Model("yi-6b")),
        "{cures:?}"
    );
}

#[test]
fn nothing_that_is_not_allowed_is_offered() {
    let plan = of_recipe("llama3-8b/rtx4090x2", Recipe::Megatron);
    let is_allowed = |change: &Change| !matches!(change, Change::Model(_) | Change::Offload(_));
    let cures = cures_among(&plan, &is_allowed);
    assert!(
        cures.iter().flat_map(|cure| &cure.changes).all(is_allowed),
        "{cures:?}"
    );
}

#[test]
fn full_training_is_out_of_reach_only_where_no_way_trains_the_model() {
    for link in OF_FEW_GPUS.iter().chain(&TOO_LARGE) {
        for &recipe in Recipe::ALL {
            let plan = of_recipe(link, recipe);
            let verdict = estimate(&plan).expect("a legal plan").memory.verdict;
            let cures = cures(&plan);
            let trains = |cure: &Cure| {
                let is_other = |change: &Change| {
                    matches!(
                        change,
                        Change::Gpus(_) | Change::Model(_) | Change::Tuned(_)
                    )
                };
                cure.verdict != Verdict::OutOfMemory && !cure.changes.iter().any(is_other)
            };
            let is_beyond = is_beyond_full_training(&plan, verdict, &cures);
            let expected = plan.cluster.gpus <= 8
                && verdict == Verdict::OutOfMemory
                && !cures.iter().any(trains);
            assert_eq!(is_beyond, expected, "{link}, {recipe:?}");
        }
    }
    let is_beyond = |recipe| {
        let plan = of_recipe("llama3-8b/rtx4090x2", recipe);
        is_beyond_full_training(&plan, Verdict::OutOfMemory, &cures(&plan))
    };
    assert_eq!(
        [Recipe::Megatron, Recipe::MaxText].map(is_beyond),
        [true, false]
    );
}

/// A cure moves to the host only what the host holds.
#[test]
fn no_cure_offloads_to_a_host_that_is_too_small() {
    let offloads = |host: &str| {
        let link = [
            "#v=1&p=llama3-70b/h100x8&zero=3&gbs=8&recipe=hf-deepspeed",
            host,
        ]
        .concat();
        let plan = plan(&link);
        let cures = cures_among(&plan, &|change| matches!(change, Change::Offload(_)));
        cures.len()
    };
    assert!(offloads("") > 0);
    assert_eq!(offloads("&host=512"), 0);
}

/// Megatron-LM 0.19 has no fused loss.
#[test]
fn no_cure_brings_a_refusal() {
    let plan = plan("#v=1&p=gemma3-12b/h100x8&tp=4&gbs=64&mbs=8&ckpt=full");
    let cures = cures(&plan);
    assert!(!cures.is_empty() && framework::refused(&plan).is_empty());
    for cure in cures {
        let changed = Change::applied(&cure.changes, &plan);
        assert_eq!(framework::refused(&changed), [], "{:?}", cure.changes);
        assert_eq!(cure.refusals, []);
    }
}

/// Cures of a plan that its framework refuses: the one after which the framework runs it comes first,
/// and the others say what stays refused.
#[test]
fn cures_after_which_a_plan_runs_come_first() {
    let refused = "#v=1&p=llama3-8b/h100x8&pp=2&zero=3&gbs=64&recipe=deepspeed&mbs=4&seq=16384";
    let of_refused = cures(&plan(refused));
    assert!(!of_refused.is_empty());
    for cure in &of_refused {
        let aspects = cure.refusals.iter().map(|refusal| refusal.note.aspect);
        assert!(aspects.eq([Aspect::ZeroInPipeline]), "{cure:?}");
    }
    let thin =
        "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&zero=2&mbs=8&gbs=32&seq=32768&recipe=torchtitan";
    let of_thin = cures(&plan(thin));
    let runs: Vec<bool> = of_thin
        .iter()
        .map(|cure| cure.refusals.is_empty())
        .collect();
    assert_eq!(
        (runs.first(), runs.contains(&false)),
        (Some(&true), true),
        "{of_thin:?}"
    );
}
