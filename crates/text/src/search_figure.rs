//! The best layout as the page shows it.

use cost::plan::Plan;
use cost::units::Seconds;
use search::optimize::{Candidate, Counts, LayoutAxis, Reach};

use crate::search as words;

messages!("search_figure");

/// Values of the sentence on the best layout.
#[derive(Clone, Copy, Debug)]
pub struct Winner<'a> {
    /// Number of all legal layouts; `None` while they are still listed.
    pub considered: Option<u64>,
    /// The plan of the search.
    pub plan: &'a Plan,
    /// The best.
    pub candidate: &'a Candidate,
    /// Step time of the best layout.
    pub step: Seconds,
    /// The step of the reader's own plan.
    pub own: Seconds,
    /// True if the reader's own plan is it.
    pub is_own: bool,
    /// True if the reader's own plan is out of memory.
    pub is_own_unfit: bool,
}

/// Names of the objectives.
#[must_use]
pub fn goals() -> [&'static str; 5] {
    [
        goal_fastest(),
        goal_smallest(),
        goal_fewest(),
        goal_cheapest(),
        goal_soonest(),
    ]
}

/// Names of the frameworks that have to run the layouts: the plan's, any.
#[must_use]
pub fn frameworks() -> [&'static str; 2] {
    [framework_of_plan(), framework_any()]
}

/// Names of the memory margins.
#[must_use]
pub fn margins() -> [&'static str; 5] {
    [
        margin_of_model(),
        margin_none(),
        margin_five(),
        margin_ten(),
        margin_twenty(),
    ]
}

/// Range of choices that a search has on an axis.
#[must_use]
pub fn reach(axis: LayoutAxis, reach: Reach) -> &'static str {
    match (axis, reach) {
        (_, Reach::Free) => reach_free(),
        (_, Reach::UpToOwn) => reach_up_to_own(),
        (_, Reach::Own) => reach_own(),
        (_, Reach::Common) => reach_common(),
        (LayoutAxis::Order, Reach::Off) => reach_1f1b(),
        (_, Reach::Off) => reach_off(),
    }
}

/// Numbers of layouts by outcome, and the seconds that the search took: "1,525,048 layouts in
/// 0.9 s: …".
#[must_use]
pub fn outcomes(counts: &Counts, seconds: f64) -> String {
    done(
        counts.considered,
        seconds,
        counts.too_slow,
        counts.without_room,
        counts.not_run,
        counts.refused,
        counts.estimated,
    )
}

/// "TP 4 PP 2 ZeRO-1 b 1 is the best of 240,168 legal layouts: a step takes 61.0 s, yours 24 % more."
#[must_use]
pub fn sentence(winner: &Winner) -> String {
    if winner.is_own {
        return match winner.considered {
            Some(considered) => own_is_best(considered),
            None => own_is_best_so_far().to_owned(),
        };
    }
    let beside = match winner.own.0 / winner.step.0 - 1.0 {
        share if share < -0.0005 => beside_less(-share),
        share if share < 0.0005 => beside_equal().to_owned(),
        share if share < 1.0 => beside_more(share),
        share => beside_times(share + 1.0),
    };
    let fit = if winner.is_own_unfit {
        Fit::Unfit
    } else {
        Fit::Fits
    };
    let layout = words::layout_of(winner.plan, winner.candidate);
    match winner.considered {
        Some(considered) => best(&layout, considered, winner.step, fit, &beside),
        None => best_so_far(&layout, winner.step, fit, &beside),
    }
}

/// Headings of the list of the best: layout, where a step's time goes, step, MFU, memory, and each
/// overhead as a share of the step. The table also has days, cost and layouts alike.
#[must_use]
pub fn columns() -> [&'static str; 15] {
    [
        words::column_layout(),
        column_parts(),
        words::column_step(),
        words::column_mfu(),
        words::column_memory(),
        words::column_bubble(),
        words::column_imbalance(),
        words::column_exposed(),
        words::column_recompute(),
        column_optimizer(),
        column_below_peak(),
        column_memory_bound(),
        column_days(),
        words::column_cost(),
        words::column_alike(),
    ]
}
