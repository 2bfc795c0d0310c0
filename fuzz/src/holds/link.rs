//! Properties of every link.

use cost::legal::Legal;
use cost::plan::Plan;
use formats::link;

use super::{Scope, directions, figures, totals, written};
use crate::failure::{Holds, ensure};

/// The costly checks examine one input in this many.
const ONE_IN: u64 = 8;

/// Checks a link.
///
/// # Errors
/// The property that does not hold.
pub fn link(scope: &Scope, input: &str) -> Holds {
    let (plan, warnings) = link::decode(input);
    for warning in &warnings {
        let sentence = text::links::warning(warning);
        ensure("a warning is a sentence", sentence.ends_with('.'), || {
            sentence.clone()
        })?;
    }
    written::link_returns(&plan)?;
    of_plan(scope, input, &plan)?;
    if scope.is_chosen(input, "texts", ONE_IN) {
        written::texts(&plan, &warnings)?;
    }
    if let Some(rival) = &plan.rival {
        of_plan(scope, input, rival)?;
    }
    Ok(())
}

/// Checks a plan and its estimate.
fn of_plan(scope: &Scope, input: &str, plan: &Plan) -> Holds {
    let now = scope.estimated(plan)?;
    if scope.is_chosen(input, "again", ONE_IN) {
        written::estimate_returns(plan, now.as_ref().ok())?;
    }
    let Ok(now) = now else {
        return Ok(());
    };
    totals::totals(plan, &now)?;
    scope.unless_known(plan, totals::utilisation(&now))?;
    let Ok(legal) = Legal::check(plan) else {
        return ensure("what was estimated is legal", false, String::new);
    };
    if scope.is_chosen(input, "figures", ONE_IN) {
        figures::figures(scope, &legal, &now)?;
    }
    if scope.is_chosen(input, "files", ONE_IN) {
        written::files_return(scope, &legal)?;
    }
    // A measurement moves every figure of the plan that was measured, but not of a changed one.
    let bare = plan.bare();
    if plan.measured.is_empty() {
        return directions::directions(scope, input, &bare, &now);
    }
    match scope.limited(&bare)? {
        Ok(now) => directions::directions(scope, input, &bare, &now),
        Err(()) => Ok(()),
    }
}
