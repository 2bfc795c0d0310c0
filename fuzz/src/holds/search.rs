//! Property of a search: no legal layout is better than the best.

use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Recompute, Schedule, Word, ZeroStage};
use cost::run::Run;
use formats::link;
use search::optimize::{
    Candidate, Constraints, Incumbent, Margin, Objective, Rates, SearchQuestion, Searcher, Space,
};

use test_utils::draw::{Draw, generator};

use super::Scope;
use crate::failure::{Holds, ensure};

/// Names of the comparisons with a layout that is drawn, for each goal.
pub(super) const NAMES: [&str; 6] = [
    "the fastest layout of a search against a random one",
    "the smallest layout of a search against a random one",
    "the layout of the fewest GPUs against a random one",
    "the cheapest layout within a limit of days against a random one",
    "the soonest layout for a price against a random one",
    "the layout of the fewest GPUs within a limit of days against a random one",
];
/// Layouts that are drawn against one search, whether or not they are legal.
const RIVALS: usize = 400;
/// Layouts of the largest space that is searched here.
const MOST: u64 = 40_000;
/// GPUs of the largest cluster, and layers of the deepest model, that are searched here.
const MOST_GPUS: u64 = 16;
const MOST_LAYERS: u64 = 16;

/// Checks the search for the best layout of a plan against layouts that are drawn at random.
///
/// # Errors
/// A layout that is better than the best.
pub fn search(scope: &Scope, input: &str) -> Holds {
    let (plan, _) = link::decode(input);
    let plan = plan.bare();
    let is_small = plan.cluster.gpus <= MOST_GPUS
        && plan.model.layers <= MOST_LAYERS
        && plan.global_batch() <= 64;
    if !is_small {
        scope.skipped("a search of a plan that is too large");
        return Ok(());
    }
    let Ok(alone) = estimate(&alone(&plan)) else {
        scope.skipped("a search of a plan that is illegal without any parallelism");
        return Ok(());
    };
    let mut random = generator(super::hash(input, "rivals"), 0);
    let mut draw = Draw::of(&mut random);
    let (name, goal) = draw.pick(&goals(&alone.run));
    let margin = Margin::Share(0.0);
    let question = SearchQuestion {
        keep: 1,
        margin,
        ..SearchQuestion::of(goal)
    };
    let mut constraints = Constraints::of(&plan);
    if goal.varies_gpus() {
        constraints.gpus = 1..=plan.cluster.gpus;
    }
    let incumbent = Incumbent::of(&plan, &question);
    let mut searcher = Searcher::of(Space::of(&plan, &constraints), &question, 0, 1);
    while searcher.advance(&incumbent) {
        if searcher.counts.considered > MOST {
            scope.skipped("a search of too many layouts");
            return Ok(());
        }
    }
    let best = searcher.best.found().first().copied();
    for _ in 0..RIVALS {
        let Some((candidate, rival)) = layout(&mut draw, &plan, goal) else {
            continue;
        };
        let Ok(now) = estimate(&rival) else {
            return ensure("a legal layout is estimated", false, || {
                link::encode(&rival)
            });
        };
        if !margin.leaves_room(now.memory.peak(), now.memory.band, now.memory.capacity) {
            continue;
        }
        scope.compared(name);
        let rates = Rates::of(&plan, candidate.gpus);
        let score = goal.score(&rates, candidate.gpus, now.time.total(), now.memory.peak());
        let is_no_better = match (&best, score) {
            (Some(best), Some(score)) => best.score <= score,
            (None, Some(_)) => false,
            (_, None) => true,
        };
        let held = ensure("no layout is better than the best", is_no_better, || {
            format!("{goal:?}: {} beats {best:?}", link::encode(&rival))
        });
        scope.unless_known(&rival, held)?;
    }
    Ok(())
}

/// A plan's model on its GPUs with data parallelism only.
fn alone(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.layout = cost::plan::Layout::default();
    plan.batch.micro = 1;
    plan
}

/// The goals of a search, each with the name of its comparison. Limits are about what a plan of data
/// parallelism only takes, so that some layouts keep them and others do not.
fn goals(alone: &Run) -> [(&'static str, Objective); 6] {
    let (days, dollars) = (alone.days, alone.cost_usd);
    let goals = [
        Objective::Fastest,
        Objective::Smallest,
        Objective::FewestGpus,
        Objective::Cheapest { days: Some(days) },
        Objective::SoonestFor { dollars },
        Objective::FewestGpusWithin { days: 2.0 * days },
    ];
    std::array::from_fn(|place| (NAMES[place], goals[place]))
}

/// A divisor of a number of GPUs.
fn degree(draw: &mut Draw, gpus: u64) -> u64 {
    let divisors: Vec<u64> = (1..=gpus).filter(|d| gpus.is_multiple_of(*d)).collect();
    draw.pick(&divisors)
}

/// A legal layout of a plan that a search by this goal may choose, as it writes it, and the plan with
/// it.
fn layout(draw: &mut Draw, plan: &Plan, goal: Objective) -> Option<(Candidate, Plan)> {
    let mut other = plan.clone();
    let few = [1, 1, 2, 4, 3, 8, 6, 5, 16];
    if goal.varies_gpus() {
        other.cluster.gpus = draw.whole(1..=plan.cluster.gpus);
        // As many sequences, however many GPUs there are.
        other.batch.global = Some(plan.global_batch());
    }
    let gpus = other.cluster.gpus;
    let layout = &mut other.layout;
    layout.tensor = degree(draw, gpus);
    layout.pipeline = degree(draw, gpus / layout.tensor);
    layout.context = degree(draw, gpus / layout.tensor / layout.pipeline);
    layout.schedule = Some(draw.pick(Schedule::ALL));
    layout.virtual_stages = draw.pick(&[1, 1, 1, 2, 3, 4]);
    layout.expert = draw.pick(&few[..5]);
    layout.expert_tensor = draw.pick(&few[..4]);
    layout.zero = draw.pick(ZeroStage::ALL);
    layout.sequence_parallel = Some(draw.once_in(2));
    layout.ends_count = draw.once_in(4);
    other.batch.micro = draw.pick(&few[..4]);
    other.levers.recompute = draw.pick(Recompute::ALL);
    other.levers.recompute_layers = None;
    Legal::check(&other).ok()?;
    let candidate = Candidate::of(&other)?;
    // As it is written, so that both mean the same; but shards what it was drawn to shard, whether
    // or not a search tells it from another stage.
    let zero = other.layout.zero;
    candidate.write(&mut other);
    other.layout.zero = zero;
    Legal::check(&other).ok()?;
    Some((candidate, other))
}
