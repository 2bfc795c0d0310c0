//! The answer to a row.

use super::Problem;
use super::plan::plan;
use super::sheet::SheetRow;
use cost::estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use cost::units::{Bytes, Seconds};
use search::asked::AskedSearch;
use search::optimize::{Candidate, Counts, Ties, search};

/// The best layout of a row's plan, with figures of its estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The layout.
    pub candidate: Candidate,
    /// The plan with this layout.
    pub plan: Plan,
    /// Seconds of a step.
    pub step: Seconds,
    /// Tokens per second of the whole cluster.
    pub tokens_per_second: f64,
    /// MFU of the layout.
    pub mfu: f64,
    /// Bytes that the layout's fullest GPU needs.
    pub peak: Bytes,
    /// The verdict on the layout's memory.
    pub verdict: Verdict,
    /// Days of the run, failures included.
    pub days: f64,
    /// Dollars of the run.
    pub dollars: f64,
    /// Layouts that tie: the model cannot distinguish them.
    pub ties: Ties,
    /// Counts of the layouts, by how they were decided.
    pub counts: Counts,
}

impl Answer {
    /// Number of layouts that a search keeps, which limits the number of ties.
    pub const KEPT: usize = 100;
}

/// The answer to a row, computed in one thread so that it does not depend on other work. `options`
/// fill the clauses that the row leaves open.
///
/// # Errors
/// The reason why there is no answer.
pub fn answer(row: &SheetRow, options: &AskedSearch) -> Result<Box<Answer>, Problem> {
    let (plan, asked) = plan(row, options)?;
    let mut plan = asked.settled(&plan).map_err(Problem::Unasked)?;
    let asked = asked.question(&plan, Answer::KEPT);
    let (constraints, question) = asked.map_err(Problem::Unasked)?;
    let (best, counts) = search(&plan, &constraints, &question);
    let nothing = Problem::Nothing(question.goal, counts);
    let Some(&found) = best.distinct().first() else {
        return Err(nothing);
    };
    let ties = Ties::of(&plan, question.goal, &best);
    found.candidate.write(&mut plan);
    // A search finds only plans that can be estimated.
    let estimate = estimate(&plan).map_err(|_| nothing)?;
    Ok(Box::new(Answer {
        candidate: found.candidate,
        step: found.step,
        tokens_per_second: estimate.utilisation.tokens_per_second * found.candidate.gpus as f64,
        mfu: estimate.utilisation.mfu,
        peak: found.peak,
        verdict: estimate.memory.verdict,
        days: estimate.run.days,
        dollars: estimate.run.cost_usd,
        ties,
        counts,
        plan,
    }))
}
