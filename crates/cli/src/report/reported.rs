//! The input of the report and the JSON of a plan.

use cost::balance::CommunicationBalance;
use cost::legal::{Legal, Reason};
use cost::plan::Plan;
use cost::{Estimate, estimate};
use formats::export::{Refusal, refusals};
use formats::link::LinkWarning;
use search::diagnosis::{Diagnosis, diagnose};
use search::ends::{ChoiceEnds, ends};

/// A plan with all that its report contains.
#[derive(Clone, Debug)]
pub struct Reported<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Parts of the link that were not understood.
    pub warnings: &'a [LinkWarning],
    /// Estimate of the plan, or the reasons why the plan is illegal.
    pub estimate: Result<Estimate, Vec<Reason>>,
    /// Parts of the plan that the framework of its recipe does not run.
    pub refusals: Vec<Refusal>,
    /// Diagnosis of a legal plan.
    pub diagnosis: Option<Diagnosis>,
    /// Limits from which the exchanges of a legal plan bound its time.
    pub balance: Option<CommunicationBalance>,
    /// Choices of software that decide a factor of the step.
    pub choices: Vec<ChoiceEnds>,
}

impl<'a> Reported<'a> {
    /// The plan with its estimate and all that follows.
    #[must_use]
    pub fn of(plan: &'a Plan, warnings: &'a [LinkWarning]) -> Self {
        let estimate = estimate(plan);
        let now = estimate.as_ref().ok();
        let (diagnosis, choices) = (
            now.map(|now| diagnose(plan, now)),
            now.map(|now| ends(plan, now)),
        );
        let legal = Legal::check(plan).ok();
        Self {
            plan,
            warnings,
            refusals: legal.as_ref().map(refusals).unwrap_or_default(),
            balance: legal.as_ref().map(CommunicationBalance::of),
            diagnosis,
            choices: choices.unwrap_or_default(),
            estimate,
        }
    }
}
