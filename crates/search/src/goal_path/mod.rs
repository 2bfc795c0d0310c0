//! The path to a goal: the smallest set of controls that reaches it, found by trying.
//!
//! This is a beam search. Each level sets each free control of each plan to each value that it
//! offers. The next level starts from the plans nearest to the goal. The first level is complete,
//! the others follow the most promising plans only. A found path proves that the goal can be
//! reached; the lack of a path proves nothing.
//!
//! Tests: below, and of lessons in `crates/lesson/tests/all/lessons.rs`.

mod beam;
mod effort;
mod outcome;
mod step;

pub use beam::{GoalSearch, IsFree};
pub use effort::Effort;
pub use outcome::{Outcome, Path, PathFound, moves};

use super::work::PATIENCE;
use cost::plan::Plan;
use formats::goal::Goal;

/// The shortest path from a plan to a goal by controls that are free. `is_free` receives their keys
/// in a link; for the presets `model`, `gpu` and `gpus`.
///
/// ```
/// use formats::goal::Goal;
/// use formats::link;
/// use search::goal_path::{Effort, PathFound, path};
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&zero=0");
/// let goal = Goal::parse("fits").unwrap();
/// // The number of GPUs is held.
/// let is_free = |key: &str| key != "gpus";
/// let found = path(&plan, &goal, &is_free, Effort::MOMENT).found;
/// let PathFound::Path(found) = found else { panic!() };
/// assert_eq!(found.moves.len(), 1);
/// assert_eq!(found.plan.cluster.gpus, 8);
/// ```
#[must_use]
pub fn path(plan: &Plan, goal: &Goal, is_free: &dyn Fn(&str) -> bool, effort: Effort) -> Outcome {
    let mut search = GoalSearch::new(plan, goal, Box::new(is_free), vec![effort]);
    search.advance(effort.units);
    search.outcome()
}

/// Paths to a goal by many different controls: all by one control that a sweep varies, and longer
/// ones through the plans nearest to the goal, up to the effort's depth. The second number is the
/// units of work that they took.
///
/// ```
/// use formats::goal::Goal;
/// use formats::link;
/// use search::goal_path::{Effort, paths};
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8&zero=0");
/// let goal = Goal::parse("fits").unwrap();
/// let effort = Effort { depth: 1, ..Effort::MOMENT };
/// let (found, _) = paths(&plan, &goal, &|key| key == "zero" || key == "tp", effort);
/// let is_by = |key: &str| found.iter().any(|path| path.moves[0].0 == key);
/// assert!(is_by("zero") && is_by("tp"));
/// ```
#[must_use]
pub fn paths(
    plan: &Plan,
    goal: &Goal,
    is_free: &dyn Fn(&str) -> bool,
    effort: Effort,
) -> (Vec<Path>, u64) {
    let mut search = GoalSearch::new(plan, goal, Box::new(is_free), vec![effort]).thorough();
    search.advance(effort.units);
    let units = search.units();
    (search.paths(), units)
}

/// The path for a hint: a short search, then a wider one.
#[must_use]
pub fn soon(plan: &Plan, goal: &Goal, is_free: &dyn Fn(&str) -> bool) -> PathFound {
    let mut search = GoalSearch::hint(plan, goal, Box::new(is_free));
    search.advance(PATIENCE);
    search.outcome().found
}

#[cfg(test)]
mod tests {
    use super::super::work::Progress;
    use super::*;
    use formats::link::{self, decode};

    fn found(link: &str, goal: &str, held: &[&str]) -> PathFound {
        let goal = Goal::parse(goal).unwrap();
        let is_free = |key: &str| !held.contains(&key);
        path(&decode(link).0, &goal, &is_free, Effort::MOMENT).found
    }

    fn keys(found: PathFound) -> Vec<&'static str> {
        match found {
            PathFound::Path(path) => path.moves.iter().map(|(key, _)| *key).collect(),
            PathFound::Nearest(_) => panic!("no way"),
        }
    }

    #[test]
    fn the_shortest_way_is_found() {
        let plan = "#v=1&p=llama3-8b/h100x8&zero=0";
        assert_eq!(keys(found(plan, "zero = 3", &[])), ["zero"]);
        assert_eq!(keys(found(plan, "zero = 0", &[])), [""; 0]);
        let both = keys(found(plan, "zero = 3, tp = 2", &[]));
        assert_eq!(both.len(), 2);
    }

    #[test]
    fn what_is_held_is_left_alone() {
        let plan = "#v=1&p=llama3-70b/h100x64&tp=8&zero=0";
        let PathFound::Path(path) = found(plan, "fits", &["tp", "gpus", "gpu", "model", "pp"])
        else {
            panic!("no way");
        };
        assert_eq!((path.plan.layout.tensor, path.plan.layout.pipeline), (8, 1));
        assert_eq!(path.plan.cluster.gpus, 64);
        assert!(!path.moves.is_empty());
        let nothing = found(plan, "tp = 4", &["tp"]);
        assert!(matches!(nothing, PathFound::Nearest(None)));
    }

    #[test]
    fn a_way_leads_through_plans_that_cannot_exist() {
        // 12 sequences are no whole number of them for each of 16 ranks.
        let plan = "#v=1&p=llama3-8b/h100x4&gbs=12";
        let paths = keys(found(
            plan,
            "gpus = 16, gbs <= 16, tp = 1, pp = 1, cp = 1",
            &["model", "gpu"],
        ));
        assert_eq!(paths.len(), 2, "{paths:?}");
    }

    #[test]
    fn where_none_leads_there_the_nearest_is_told() {
        let found = found(
            "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
            "mfu > 400%",
            &["model", "gpu"],
        );
        let path = match found {
            PathFound::Nearest(Some(path)) => path,
            PathFound::Nearest(None) => panic!("nothing nearer"),
            PathFound::Path(path) => panic!("{}", link::encode(&path.plan)),
        };
        assert!(!path.moves.is_empty());
    }

    /// No plan reaches this goal, so that the search uses up its effort.
    const UNREACHABLE: &str = "mfu > 400%";

    #[test]
    fn pieces_find_what_one_go_finds() {
        let plan = decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4").0;
        for goal in [UNREACHABLE, "bubble < 2%"] {
            let goal = Goal::parse(goal).unwrap();
            let begin = || GoalSearch::hint(&plan, &goal, Box::new(|key| key != "gpus"));
            let (mut whole, mut pieces) = (begin(), begin());
            while whole.advance(u64::MAX) == Progress::Pending {}
            let mut before = pieces.tried();
            while pieces.advance(1) == Progress::Pending {
                assert!(pieces.tried() <= before + 1, "more than one estimate");
                before = pieces.tried();
            }
            let (whole, pieces) = (whole.outcome(), pieces.outcome());
            assert_eq!((whole.tried, whole.is_stopped), (pieces.tried, false));
            let moves = |found: &PathFound| match found {
                PathFound::Path(path) | PathFound::Nearest(Some(path)) => path.moves.clone(),
                PathFound::Nearest(None) => Vec::new(),
            };
            assert_eq!(moves(&whole.found), moves(&pieces.found));
        }
    }

    #[test]
    fn a_search_that_is_stopped_says_so() {
        let plan = decode("#v=1&p=llama3-8b/h100x1000&layers=1000&pp=1000&sched=zbh1&gbs=8000").0;
        let goal = Goal::parse(UNREACHABLE).unwrap();
        let effort = Effort {
            units: 300,
            ..Effort::WHILE
        };
        let outcome = path(&plan, &goal, &|_| true, effort);
        assert!(outcome.is_stopped && outcome.tried > 1, "{}", outcome.tried);
        assert!(outcome.tried < 300, "{}", outcome.tried);
    }
}
