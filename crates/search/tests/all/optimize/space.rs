//! The space against naive brute force: every combination of every value, kept if it is legal.

use std::collections::HashSet;

use cost::legal::Legal;
use cost::plan::{Module, Plan, Recompute, Schedule, Word, WordSet, ZeroStage};
use formats::link::Key;
use search::degrees;
use search::optimize::{Candidate, Constraints, Division, Space, Unread, axis_keys};

use super::plan;

/// A dense model whose layers divide by little, so that ends and uneven splits come up.
const DENSE: &str = "#v=1&p=custom/h100x8&node=4&nvl=4&layers=6&hidden=64&ffn=256&heads=4&kv=2&headdim=16\
                     &vocab=256&seq=64&gbs=8";
/// Five layers on two nodes of four: nothing but uneven splits and ends.
const ODD: &str = "#v=1&p=custom/h100x8&node=4&nvl=4&layers=5&hidden=64&ffn=256&heads=2&kv=2\
                   &headdim=32&vocab=256&seq=32&gbs=4";
/// Experts and latents, the first layer dense.
const EXPERTS: &str = "#v=1&p=custom/h100x4&layers=4&hidden=64&ffn=256&heads=2&kv=2&headdim=32\
                       &vocab=256&experts=4&topk=2&moeffn=32&dense=1&mla=32,32,16,16,32&seq=32&gbs=4";
/// Six GPUs, three of which share a node.
const THREES: &str = "#v=1&p=custom/h100x6&node=3&nvl=3&layers=6&hidden=48&ffn=144&heads=6&kv=3\
                      &headdim=8&vocab=96&seq=48&gbs=6";

#[test]
fn every_legal_layout_is_there_once_and_nothing_else() {
    for link in [DENSE, ODD, EXPERTS, THREES] {
        let plan = plan(link);
        let constraints = Constraints::of(&plan);
        let (mut listed, mut count) = (HashSet::new(), 0);
        Space::of(&plan, &constraints).layouts(|candidate| {
            count += 1;
            listed.insert(candidate);
        });
        assert_eq!(listed.len(), count, "{link}: some layouts come twice");
        let expected = brute_force(&plan);
        let missing = expected.difference(&listed).next();
        assert_eq!(missing, None, "{link}: missing");
        let more = listed.difference(&expected).next();
        assert_eq!(more, None, "{link}: not legal, or not as it is written");
        assert!(count > 500, "{link}: {count} are too few to show anything");
    }
}

#[test]
fn a_layout_is_written_as_it_is_read() {
    for link in [DENSE, ODD, EXPERTS, THREES] {
        let base = plan(link);
        let constraints = Constraints::of(&base);
        Space::of(&base, &constraints).layouts(|candidate| {
            let mut plan = base.clone();
            candidate.write(&mut plan);
            assert!(Legal::check(&plan).is_ok(), "{link}: {candidate:?}");
            assert_eq!(Candidate::of(&plan), Some(candidate), "{link}");
        });
    }
}

#[test]
fn a_restriction_leaves_exactly_what_it_allows() {
    let plan = plan(DENSE);
    let all = layouts(&plan, &[]);
    type Allows = fn(&Candidate) -> bool;
    let cases: [(&str, Allows); 10] = [
        ("tp=..2", |candidate| candidate.tensor <= 2),
        ("pp=2", |candidate| candidate.pipeline == 2),
        ("cp=1", |candidate| candidate.context == 1),
        ("vp=2..", |candidate| candidate.virtual_stages >= 2),
        ("mbs=2..4", |candidate| (2..=4).contains(&candidate.micro)),
        ("sp=1", |candidate| {
            candidate.tensor == 1 || candidate.sequence_parallel
        }),
        ("ckpt=none,full", |candidate| {
            [0, 3].contains(&candidate.recompute.level().index())
        }),
        ("split=even", |candidate| {
            candidate.division == Division::Even
        }),
        ("sched=1f1b", |candidate| {
            candidate.schedule == Schedule::OneFOneB
        }),
        ("hsdp=all", |candidate| candidate.shards.index() == 0),
    ];
    for (restriction, allows) in cases {
        let expected: HashSet<Candidate> = all.iter().copied().filter(allows).collect();
        assert!(
            !expected.is_empty() && expected.len() < all.len(),
            "{restriction}"
        );
        assert_eq!(layouts(&plan, &[restriction]), expected, "{restriction}");
    }
}

fn layouts(plan: &Plan, restrictions: &[&str]) -> HashSet<Candidate> {
    let mut constraints = Constraints::of(plan);
    for restriction in restrictions {
        constraints.restrict(restriction).expect("a restriction");
    }
    let mut layouts = HashSet::new();
    Space::of(plan, &constraints).layouts(|candidate| {
        layouts.insert(candidate);
    });
    layouts
}

/// Every legal plan that differs from this one in its layout, as its candidate.
fn brute_force(plan: &Plan) -> HashSet<Candidate> {
    let mut candidates = HashSet::new();
    let (gpus, model) = (plan.cluster.gpus, &plan.model);
    let node = plan.cluster.gpu.node;
    let every = [
        Module::Core,
        Module::Norm,
        Module::Mlp,
        Module::MoeActivation,
        Module::MlaUp,
    ];
    let of_model: Vec<Module> = every
        .into_iter()
        .filter(|module| match module {
            Module::Mlp => model.moe.experts == 0,
            Module::MoeActivation => model.moe.experts > 0,
            Module::MlaUp => model.mla.is_some(),
            _ => true,
        })
        .collect();
    let recompute = [
        (Recompute::None, vec![Module::Core]),
        (Recompute::Selective, vec![Module::Core]),
        (Recompute::Selective, of_model),
        (Recompute::Full, vec![Module::Core]),
    ];
    let mut plan = plan.clone();
    for (tensor, context) in pairs(gpus, gpus) {
        for (pipeline, virtual_stages) in pairs(gpus, model.layers + 2) {
            for (expert, expert_tensor) in
                pairs(model.moe.experts.max(1), model.moe.ffn.clamp(1, 4))
            {
                plan.layout.tensor = tensor;
                plan.layout.context = context;
                plan.layout.pipeline = pipeline;
                plan.layout.virtual_stages = virtual_stages;
                plan.layout.expert = expert;
                plan.layout.expert_tensor = expert_tensor;
                if !gpus.is_multiple_of(tensor * context * pipeline) {
                    continue;
                }
                for &schedule in Schedule::ALL {
                    plan.layout.schedule = Some(schedule);
                    plan.layout.split.clear();
                    for (ends, split) in divisions(&plan) {
                        plan.layout.ends_count = ends;
                        plan.layout.split = split;
                        if Legal::check(&one_sequence(&plan)).is_err() {
                            continue;
                        }
                        for micro in 1..=plan.global_batch() {
                            plan.batch.micro = micro;
                            for sequence_parallel in [Some(true), Some(false)] {
                                plan.layout.sequence_parallel = sequence_parallel;
                                for &zero in ZeroStage::ALL {
                                    plan.layout.zero = zero;
                                    for group in [0, node / tensor] {
                                        plan.layout.shard_group = group;
                                        for (kind, modules) in &recompute {
                                            plan.levers.recompute = *kind;
                                            plan.levers.modules = WordSet::of(modules);
                                            if Legal::check(&plan).is_ok() {
                                                candidates.extend(Candidate::of(&plan));
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    candidates
}

/// The divisions of a plan's layers: whether the ends count, and the layers of each stage. Of uneven
/// interleaved stages only those that a search offers.
fn divisions(plan: &Plan) -> Vec<(bool, Vec<u64>)> {
    let mut divisions = vec![(false, Vec::new()), (true, Vec::new())];
    if plan.layout.pipeline == 1 {
        return divisions;
    }
    for division in Division::offered(plan) {
        match division {
            Division::Even | Division::Ends => {}
            Division::Uneven => divisions.push((false, degrees::uneven(plan))),
            Division::List(runs) => divisions.push((false, runs.layers())),
        }
    }
    divisions
}

/// The plan with one sequence per micro-batch and nothing else that the batch must divide.
fn one_sequence(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.batch.micro = 1;
    plan.layout.sequence_parallel = Some(false);
    plan.layout.shard_group = 0;
    plan.batch.global = Some(plan.data_parallel().max(1) * plan.global_batch());
    plan
}

/// Virtual stages of a plan: in V order each rank has two.
fn pairs(one: u64, other: u64) -> impl Iterator<Item = (u64, u64)> {
    (1..=one).flat_map(move |first| (1..=other).map(move |second| (first, second)))
}

/// A key that the table marks as one of `--fix` fails here until constraints read it, and the
/// other way round.
#[test]
fn constraints_read_the_axes_of_the_table() {
    let plan = plan(DENSE);
    let axes: Vec<_> = axis_keys().collect();
    for key in ["p"].into_iter().chain(Key::all().map(Key::name)) {
        let read = Constraints::of(&plan).restrict(&[key, "=?"].concat());
        let is_read = matches!(read, Err(Unread::Value { key: named, .. }) if named == key);
        assert_eq!(is_read, axes.contains(&key), "--fix {key}");
    }
}
