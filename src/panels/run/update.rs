//! Events of the run's sliders, and the changes of its state.

use cost::plan::Plan;
use cost::run::{ratio_at, set_tokens_per_parameter};

use super::state::{ATTAINABLE, DAYS, DOLLARS, RunFigure};
use crate::store::{Effects, Event, Page, PlanChange};

/// An event of the run.
#[derive(Debug, PartialEq)]
pub(crate) enum RunEvent {
    /// The number of training tokens per parameter changes: a step of the scale.
    Train(i32),
    /// The time budget changes: a position in [`DAYS`].
    GrantDays(usize),
    /// The money budget changes: a position in [`DOLLARS`].
    GrantDollars(usize),
    /// The attainable MFU changes, in per cent.
    Attain(f64),
}

/// The event for a step of the scale of tokens; none if the plan has these tokens.
pub(super) fn train(page: &Page, step: i32) -> Option<RunEvent> {
    // Browsers report one movement twice.
    let is_new = trained(page, step).run.tokens != page.plan.run.tokens;
    is_new.then_some(RunEvent::Train(step))
}

/// The plan shown, with the training tokens of a step of the scale.
fn trained(page: &Page, step: i32) -> Plan {
    let mut plan = Plan::clone(&page.plan);
    let ratio = ratio_at(&plan, step);
    set_tokens_per_parameter(&mut plan, ratio);
    plan
}

impl RunFigure {
    /// Changes the state by an event.
    pub(super) fn change(&mut self, page: &Page, event: RunEvent, effects: &mut Effects<RunEvent>) {
        match event {
            RunEvent::Train(step) => {
                effects.send(Event::GoTo(Box::new(trained(page, step)), PlanChange::Move));
            }
            RunEvent::GrantDays(place) => self.days = place.min(DAYS.len() - 1),
            RunEvent::GrantDollars(place) => self.dollars = place.min(DOLLARS.len() - 1),
            RunEvent::Attain(per_cent) => {
                let [least, most] = ATTAINABLE;
                self.attainable = per_cent.max(least).min(most);
            }
        }
    }
}
