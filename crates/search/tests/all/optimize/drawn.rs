//! Random legal layouts of random plans: the best that the search finds is never worse than one of
//! them, by whatever goal, margin and restriction.

use cost::band::{Band, MemoryCount};
use cost::estimate;
use cost::plan::{Module, Plan, Recompute, Schedule, Word, WordSet, ZeroStage};
use formats::link;
use search::degrees;
use search::optimize::{
    Candidate, Constraints, Margin, Objective, Rates, SearchQuestion, Switch, search,
};
use test_utils::seed_number;

/// The state of the generator at the start, unless `SHARDWISE_SEED` sets another one.
const SEED: u64 = 15;
/// Random plans.
const PLANS: usize = 300;
/// Layouts that are drawn for each goal of a plan.
const LAYOUTS: usize = 1_500;

/// Numbers that look random and are the same in every run: `SplitMix64` (Steele 2014).
struct Drawn(u64);

impl Drawn {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    fn divisor(&mut self, number: u64) -> u64 {
        let divisors: Vec<u64> = (1..=number).filter(|n| number.is_multiple_of(*n)).collect();
        self.of(&divisors)
    }
}

const MODELS: [&str; 6] = [
    "custom/h100xN&layers=6&hidden=512&ffn=2048&heads=8&kv=4&headdim=64&vocab=4096&seq=512&node=4&nvl=4",
    "custom/h100xN&layers=7&hidden=384&ffn=1536&heads=6&kv=3&headdim=64&vocab=4096&seq=768&node=6&nvl=6",
    "custom/h100xN&layers=4&hidden=512&ffn=2048&heads=4&kv=2&headdim=128&vocab=4096&experts=4&topk=2&moeffn=256&seq=256&node=4&nvl=4",
    "qwen3-8b/b200xN",
    "gpt3-175b/h800xN&hbm=640",
    "llama3-8b/h100xN",
];
const CLUSTERS: [u64; 9] = [1, 2, 3, 4, 6, 7, 8, 12, 16];
const STACKS: [&str; 6] = [
    "",
    "&recipe=deepspeed",
    "&recipe=nanotron",
    "&recipe=torchtitan",
    "&recipe=deepspeed&dtype=fp16",
    "&zero=3&off=params",
];
const GOALS: [Objective; 6] = [
    Objective::Fastest,
    Objective::Smallest,
    Objective::FewestGpus,
    Objective::Cheapest { days: None },
    Objective::SoonestFor { dollars: 3e7 },
    Objective::FewestGpusWithin { days: 20_000.0 },
];
const RESTRICTIONS: [&str; 10] = [
    "tp=..2",
    "pp=2..",
    "mbs=1",
    "zero=0,2",
    "zero=3",
    "ckpt=none,full",
    "sched=1f1b,zbv",
    "vp=1",
    "split=even",
    "p=3..7",
];

#[test]
fn no_random_layout_is_better_than_the_best() {
    let seed = seed_number(SEED);
    let mut drawn = Drawn(seed);
    let (mut compared, mut odd) = (0, 0);
    for _ in 0..PLANS {
        let gpus = drawn.of(&CLUSTERS);
        let batch = drawn.of(&[4, 6, 8, 12, 16]);
        let model = drawn.of(&MODELS).replace("xN", &format!("x{gpus}"));
        let stack = drawn.of(&STACKS);
        let link = format!("#v=1&p={model}&gbs={batch}{stack}");
        let (base, warnings) = link::decode(&link);
        assert!(warnings.is_empty(), "{link}: {warnings:?}");
        let goal = drawn.of(&GOALS);
        let mut constraints = Constraints::of(&base);
        if goal.varies_gpus() {
            constraints.gpus = 1..=gpus;
        }
        let restriction = drawn.of(&RESTRICTIONS);
        let is_restricted = drawn.below(2) == 0 && !(restriction == "p=3..7" && gpus < 3);
        if is_restricted {
            constraints.restrict(restriction).expect("a restriction");
        }
        let margin = drawn.of(&[Margin::Band, Margin::Share(0.0), Margin::Share(0.3)]);
        let question = SearchQuestion {
            margin,
            ..SearchQuestion::of(goal)
        };
        let (best, _) = search(&base, &constraints, &question);
        let least = best.found().first().map(|found| found.score);
        for _ in 0..LAYOUTS {
            let plan = layout(&mut drawn, &base, &constraints);
            let Some(candidate) =
                Candidate::of(&plan).filter(|candidate| allows(&constraints, candidate, &base))
            else {
                continue;
            };
            let estimate = estimate(&plan).expect("a legal plan has a cut");
            let (peak, step) = (estimate.memory.peak(), estimate.time.total());
            let band = Band::of_memory(&plan, MemoryCount::Reserved);
            let capacity = plan.cluster.gpu.usable_memory();
            if !margin.leaves_room(peak, band, capacity) {
                continue;
            }
            let rates = Rates::of(&base, candidate.gpus);
            let Some(score) = goal.score(&rates, candidate.gpus, step, peak) else {
                continue;
            };
            compared += 1;
            odd += usize::from(!candidate.gpus.is_power_of_two());
            let description = || {
                let found = link::encode(&plan);
                format!(
                    "seed {seed}, {link}, {goal:?}, {margin:?}, {restriction} {is_restricted}: {found} has {score:?}, the best {least:?}"
                )
            };
            assert!(
                least.is_some_and(|least| least <= score),
                "{}",
                description()
            );
        }
    }
    eprintln!("{compared} layouts compared, {odd} of them on other than 2^n GPUs");
    assert!(compared > 5_000 && odd > 1_000, "{compared}, {odd}");
}

#[test]
fn stages_of_zero_that_differ_on_one_gpu_are_tried() {
    let base = super::plan("#v=1&p=qwen3-8b/b200x1&gbs=8&recipe=deepspeed");
    let question = SearchQuestion::of(Objective::Fastest);
    let (best, _) = search(&base, &Constraints::of(&base), &question);
    assert!(best.found().len() > 2, "{:?}", best.found());
}

#[test]
fn numbers_of_gpus_beside_a_nodes_are_tried() {
    let base = super::plan("#v=1&p=gpt3-175b/h800x64&gbs=256&recipe=nanotron&hbm=640");
    let mut constraints = Constraints::of(&base);
    constraints.gpus = 1..=64;
    let (best, _) = search(
        &base,
        &constraints,
        &SearchQuestion::of(Objective::FewestGpus),
    );
    let fewest = best.found()[0].candidate.gpus;
    assert!(fewest <= 7, "{fewest} GPUs");
    // With fewer, each number fixed, there is nothing.
    for gpus in 1..fewest {
        constraints.gpus = gpus..=gpus;
        let (best, _) = search(
            &base,
            &constraints,
            &SearchQuestion::of(Objective::FewestGpus),
        );
        assert!(best.found().is_empty(), "{gpus} GPUs");
    }
}

/// A random layout, legal or not, on as many GPUs as may be.
fn layout(drawn: &mut Drawn, base: &Plan, constraints: &Constraints) -> Plan {
    let mut plan = base.bare();
    let batch = plan.global_batch();
    let (tensor, context) = (drawn.divisor(plan.model.heads), drawn.of(&[1, 1, 1, 2, 4]));
    let data = drawn.divisor(batch);
    let most = plan.model.layers.min(*constraints.gpus.end());
    let pipeline = drawn.below(most as usize) as u64 + 1;
    let gpus = tensor * context * data * pipeline;
    plan.cluster.gpus = gpus;
    let layout = &mut plan.layout;
    (layout.tensor, layout.context, layout.pipeline) = (tensor, context, pipeline);
    layout.schedule = Some(drawn.of(Schedule::ALL));
    let has_chunks = layout.schedule == Some(Schedule::Interleaved);
    layout.virtual_stages = if has_chunks { drawn.of(&[2, 3, 4]) } else { 1 };
    layout.ends_count = drawn.below(4) == 0;
    layout.split = Vec::new();
    layout.sequence_parallel = drawn.of(&[None, Some(false)]);
    layout.zero = drawn.of(ZeroStage::ALL);
    let node = plan.cluster.gpu.node;
    layout.shard_group = drawn.of(&[0, 0, node / tensor]);
    if plan.model.moe.experts > 0 {
        layout.expert = drawn.divisor(plan.model.moe.experts);
        layout.expert_tensor = drawn.of(&[1, 1, 2]);
    }
    if drawn.below(4) == 0 {
        plan.layout.split = degrees::uneven(&plan);
    }
    plan.batch.micro = drawn.divisor(batch / data);
    let rung = [Recompute::None, Recompute::Selective, Recompute::Full];
    plan.levers.recompute = drawn.of(&rung);
    plan.levers.modules = WordSet::of(&[Module::Core]);
    plan
}

/// True if a search may choose a layout.
fn allows(constraints: &Constraints, candidate: &Candidate, base: &Plan) -> bool {
    let switch = Switch::ALL[usize::from(candidate.sequence_parallel)];
    constraints.gpus.contains(&candidate.gpus)
        && constraints.tensor.contains(&candidate.tensor)
        && (candidate.tensor == 1 || constraints.sequence_parallel.contains(switch))
        && constraints.context.contains(&candidate.context)
        && constraints.pipeline.contains(&candidate.pipeline)
        && constraints.division.contains(candidate.division.kind())
        && (candidate.pipeline == 1 || constraints.schedule.contains(candidate.schedule))
        && constraints
            .virtual_stages
            .contains(&candidate.virtual_stages)
        && constraints.expert.contains(&candidate.expert)
        && constraints.expert_tensor.contains(&candidate.expert_tensor)
        && constraints.zero.contains(candidate.zero)
        && constraints.shards.contains(candidate.shards)
        && constraints.micro.contains(&candidate.micro)
        && constraints.recompute.contains(candidate.recompute.level())
        && constraints.offloads(base).contains(&candidate.offload)
        && constraints.dtype.contains(candidate.dtype)
}
