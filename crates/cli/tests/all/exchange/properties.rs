//! Numbers of a file are those of its plan, and its degrees make up its ranks.

use std::collections::BTreeMap;

use cost::legal::Legal;
use cost::plan::{Plan, Recompute, Word};
use formats::export::{Aspect, Facts, Fate, Target};

use super::options::options;
use super::{LINKS, exported, plan};

/// The options of a plan's file with their values, quotes taken away.
fn values(plan: &Plan, target: Target) -> BTreeMap<String, String> {
    let export = exported(plan, target);
    let options = options(&export, target).into_iter();
    options
        .map(|(name, value)| (name, value.trim_matches(['"', '\'']).to_owned()))
        .collect()
}

fn number(values: &BTreeMap<String, String>, option: &str) -> u64 {
    values.get(option).map_or(1, |value| {
        value
            .parse()
            .unwrap_or_else(|_| panic!("{option}: {value}"))
    })
}

#[test]
fn degrees_make_up_the_ranks() {
    for link in LINKS {
        let plan = plan(link);
        let gpus = plan.cluster.gpus;
        let product = |target: Target, options: &[&str]| -> u64 {
            let values = values(&plan, target);
            options
                .iter()
                .map(|option| number(&values, option))
                .product()
        };
        let titan = [
            "parallelism.data_parallel_replicate_degree",
            "parallelism.data_parallel_shard_degree",
            "parallelism.tensor_parallel_degree",
            "parallelism.pipeline_parallel_degree",
            "parallelism.context_parallel_degree",
        ];
        assert_eq!(product(Target::TorchTitan, &titan), gpus, "{link}");
        assert_eq!(product(Target::TorchTitanPython, &titan), gpus, "{link}");
        let nanotron = [
            "parallelism.dp",
            "parallelism.pp",
            "parallelism.tp",
            "parallelism.context_parallel_size",
        ];
        assert_eq!(product(Target::Nanotron, &nanotron), gpus, "{link}");
        let slurm = ["--nodes", "--gpus-per-node"];
        assert_eq!(product(Target::Slurm, &slurm), gpus, "{link}");
        assert_eq!(product(Target::Accelerate, &["num_processes"]), gpus);
        let cut = [
            "parallelism_config.parallelism_config_dp_replicate_size",
            "parallelism_config.parallelism_config_dp_shard_size",
            "parallelism_config.parallelism_config_tp_size",
            "parallelism_config.parallelism_config_cp_size",
        ];
        let ranks = product(Target::Accelerate, &cut);
        assert!(ranks == gpus || ranks == 1, "{link}: {ranks}");
        let batch = [
            "train_micro_batch_size_per_gpu",
            "gradient_accumulation_steps",
        ];
        let sequences = product(Target::DeepSpeed, &batch) * plan.data_parallel();
        assert_eq!(sequences, plan.global_batch(), "{link}");
    }
}

#[test]
fn numbers_are_the_plans() {
    for link in LINKS {
        let plan = plan(link);
        let layout = &plan.layout;
        let megatron = values(&plan, Target::Megatron);
        let bridge = values(&plan, Target::MegatronBridge);
        let expected = [
            ("num-layers", "model.num_layers", plan.model.layers),
            ("hidden-size", "model.hidden_size", plan.model.hidden),
            (
                "tensor-model-parallel-size",
                "model.tensor_model_parallel_size",
                layout.tensor,
            ),
            (
                "pipeline-model-parallel-size",
                "model.pipeline_model_parallel_size",
                layout.pipeline,
            ),
            (
                "context-parallel-size",
                "model.context_parallel_size",
                layout.context,
            ),
            (
                "expert-model-parallel-size",
                "model.expert_model_parallel_size",
                layout.expert,
            ),
            ("seq-length", "model.seq_length", plan.sequence()),
            (
                "micro-batch-size",
                "train.micro_batch_size",
                plan.batch.micro,
            ),
            (
                "global-batch-size",
                "train.global_batch_size",
                plan.global_batch(),
            ),
        ];
        for (flag, field, value) in expected {
            let flag = ["--", flag].concat();
            assert_eq!(number(&megatron, &flag), value, "{flag} of {link}");
            assert_eq!(number(&bridge, field), value, "{field} of {link}");
        }
        // The vocabulary is as large as the plan says, padded or not.
        let multiple = megatron.get("--make-vocab-size-divisible-by");
        let multiple: u64 = multiple.map_or(128, |digits| digits.parse().expect("a number"));
        let padded = plan.model.vocab.next_multiple_of(multiple * layout.tensor);
        assert!(padded == plan.model.vocab || multiple == 1, "{link}");
        let recomputes = megatron.contains_key("--recompute-granularity");
        let named = exported(&plan, Target::Megatron).notes;
        let is_lost = named.iter().any(|note| note.aspect == Aspect::Selective);
        assert!(
            recomputes == (plan.levers.recompute != Recompute::None) || is_lost,
            "{link}"
        );
    }
}

/// The pattern of routed layers, as Python reads it, is that of the model.
#[test]
fn patterns_of_routed_layers_are_the_models() {
    let read = |pattern: &str| -> Vec<bool> {
        let (inner, times) = match pattern.rsplit_once(")*") {
            Some((inner, times)) => (inner, times.parse().expect("a number")),
            None => (pattern, 1),
        };
        let inner = inner.trim_matches(['(', ')']);
        let mut layers = Vec::new();
        for part in inner.split('+') {
            let (list, count) = part.split_once('*').unwrap_or((part, "1"));
            let count: usize = count.parse().expect("a number");
            layers.extend(vec![list == "[1]"; count]);
        }
        layers.repeat(times)
    };
    for (dense, every) in [
        (0, 0),
        (3, 1),
        (0, 2),
        (1, 2),
        (2, 2),
        (4, 3),
        (0, 5),
        (61, 1),
    ] {
        let mut plan = plan(LINKS[1]);
        (plan.model.moe.dense_layers, plan.model.moe.every) = (dense, every);
        let legal = Legal::check(&plan).expect("a legal plan");
        let model = &plan.model;
        let expected: Vec<bool> = (0..model.layers)
            .map(|layer| model.routed_before(layer + 1) > model.routed_before(layer))
            .collect();
        let pattern = Facts::of(&legal).routed_pattern();
        let found = pattern.as_deref().map_or(vec![true; 61], read);
        assert_eq!(found, expected, "{dense}, {every}: {pattern:?}");
    }
}

/// Notes name settings that a target cannot express, and only those that the plan has.
#[test]
fn notes_are_of_what_the_plan_has() {
    let noted = |link: &str, target: Target| -> Vec<Aspect> {
        let notes = exported(&plan(link), target).notes;
        notes.iter().map(|note| note.aspect).collect()
    };
    for &target in Target::ALL {
        for link in LINKS {
            let aspects = noted(link, target);
            let mut once = aspects.clone();
            once.dedup();
            assert_eq!(aspects, once, "{} of {link}", target.word());
        }
    }
    let zbv = LINKS[10];
    assert!(noted(zbv, Target::Megatron).contains(&Aspect::Schedule));
    assert!(!noted(zbv, Target::TorchTitan).contains(&Aspect::Schedule));
    assert!(noted(LINKS[0], Target::Accelerate).contains(&Aspect::Pipeline));
    assert!(!noted(LINKS[2], Target::TorchTitan).contains(&Aspect::Habits));
}

/// DeepSpeed's pipelines take ZeRO-1 at most.
#[test]
fn what_a_target_refuses_is_named() {
    for (stage, is_refused) in [(0, false), (1, false), (2, true), (3, true)] {
        for stages in [1, 4] {
            let link = format!("#v=1&p=llama3-8b/h100x64&pp={stages}&zero={stage}&gbs=512");
            let notes = exported(&plan(&link), Target::DeepSpeed).notes;
            let refused = notes.iter().filter(|note| note.fate == Fate::Refused);
            let aspects: Vec<Aspect> = refused.map(|note| note.aspect).collect();
            let expected: &[Aspect] = if is_refused && stages > 1 {
                &[Aspect::ZeroInPipeline]
            } else {
                &[]
            };
            assert_eq!(aspects, expected, "{link}");
        }
    }
}

/// Beside a pipeline Accelerate can say no degree at all, and each is named.
#[test]
fn degrees_that_are_left_out_are_named() {
    let degrees = [
        Aspect::Pipeline,
        Aspect::Tensor,
        Aspect::Context,
        Aspect::ShardGroup,
    ];
    let noted = |link: &str| -> Vec<Aspect> {
        let notes = exported(&plan(link), Target::Accelerate).notes;
        let aspects = notes.iter().map(|note| note.aspect);
        aspects.filter(|aspect| degrees.contains(aspect)).collect()
    };
    let rest = "&tp=2&cp=2&zero=3&hsdp=4&gbs=512&recipe=torchtitan";
    assert_eq!(
        noted(&["#v=1&p=llama3-8b/h100x64&pp=2", rest].concat()),
        degrees
    );
    assert_eq!(noted(&["#v=1&p=llama3-8b/h100x64", rest].concat()), []);
}

/// nanotron's Llama has no experts: the file holds a dense model, and says so.
#[test]
fn a_dense_shape_of_a_mixture_is_named() {
    for (link, is_named) in [(LINKS[6], true), (LINKS[0], false)] {
        let export = exported(&plan(link), Target::Nanotron);
        let is_noted = export
            .notes
            .iter()
            .any(|note| note.aspect == Aspect::DenseShape);
        assert_eq!(is_noted, is_named, "{link}");
        assert_eq!(
            export.text.contains("that of a dense model"),
            is_named,
            "{link}"
        );
    }
}
