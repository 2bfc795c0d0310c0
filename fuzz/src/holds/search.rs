//! Property of a search: no legal layout is better than the best.

use cost::estimate;
use cost::legal::Legal;
use cost::plan::{Plan, Recompute, Schedule, Word, ZeroStage};
use formats::link;
use search::optimize::{
    Candidate, Constraints, Incumbent, Margin, Objective, Rates, SearchQuestion, Searcher, Space,
};

use super::Scope;
use crate::draw::Draw;
use crate::failure::{Holds, ensure};

/// Layouts that are drawn against one search.
const RIVALS: usize = 60;
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
    if !is_small || Legal::check(&alone(&plan)).is_err() {
        return Ok(());
    }
    let mut random = fastrand::Rng::with_seed(super::hash(input, "rivals"));
    let goal = [Objective::Fastest, Objective::Smallest][usize::from(random.bool())];
    let margin = Margin::Share(0.0);
    let question = SearchQuestion {
        keep: 1,
        margin,
        ..SearchQuestion::of(goal)
    };
    let constraints = Constraints::of(&plan);
    let incumbent = Incumbent::of(&plan, &question);
    let mut searcher = Searcher::of(Space::of(&plan, &constraints), &question, 0, 1);
    while searcher.advance(&incumbent) {
        if searcher.counts.considered > MOST {
            return Ok(());
        }
    }
    scope.compared("a search against random layouts");
    let best = searcher.best.found().first().copied();
    let rates = Rates::of(&plan, plan.cluster.gpus);
    for _ in 0..RIVALS {
        let bytes: [u8; 64] = std::array::from_fn(|_| random.u8(..));
        let Some((candidate, rival)) = layout(&mut Draw::of(&bytes), &plan) else {
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

/// The same model on the same GPUs, not candidate at all.
fn alone(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.layout = cost::plan::Layout::default();
    plan.batch.micro = 1;
    plan
}

/// A legal layout of a plan, as a search writes it, and the plan with it.
fn layout(draw: &mut Draw, plan: &Plan) -> Option<(Candidate, Plan)> {
    let mut other = plan.clone();
    let few = [1, 1, 2, 4, 3, 8, 6, 5, 16];
    let layout = &mut other.layout;
    layout.tensor = draw.pick(&few);
    layout.pipeline = draw.pick(&few);
    layout.context = draw.pick(&few[..4]);
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
