//! The answers about one plan that have arrived so far.

use std::sync::Arc;

use cost::plan::Plan;
use formats::link;
use search::optimize::{
    AXES, Best, Candidate, Constraints, Counts, FoundLayout, LayoutAxis, Objective, PathStep,
    SearchQuestion, Ties,
};
use search::worker::{FoundRow, SearchProgress};

use super::pool::Pool;

/// Number of layouts listed.
pub(super) const LISTED: usize = 20;

/// The answers about one plan.
pub(super) struct Answers {
    /// The plan.
    pub(super) plan: Arc<Plan>,
    pub(super) question: SearchQuestion,
    pub(super) constraints: Constraints,
    /// Constraints of the searches: wider ones once nothing fits under those of the question.
    pub(super) searched: Constraints,
    /// Wider constraints that are still to be tried if nothing fits.
    wider: Vec<Constraints>,
    /// Searches so far; the one for the best layouts is first.
    pub(super) runs: Vec<SearchRun>,
    pub(super) path: Option<PathToBest>,
    /// Lead of the best layout over the others, once it is final.
    pub(super) ties: Option<Ties>,
    /// True if the search for the best layouts was abandoned for another question.
    pub(super) is_given_up: bool,
}

/// The path from a plan's own layout to the best one.
pub(super) struct PathToBest {
    /// The plan, as a link.
    pub(super) link: String,
    pub(super) number: u64,
    /// The path, once it has arrived; the inner value is `None` if there is no path.
    pub(super) legs: Option<Option<Vec<PathStep>>>,
}

/// Purpose of a search.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Job {
    /// The best layouts overall.
    Best,
    /// The fastest layout within each memory limit.
    Memory,
    /// The best layouts without an axis.
    Without(LayoutAxis),
}

/// One search through the layout space, or through the rest of it.
pub(super) struct SearchRun {
    pub(super) job: Job,
    pub(super) number: u64,
    pub(super) best: Best,
    /// The layouts found whose figures are known. This is the whole list once the search is done.
    pub(super) evaluated: Best,
    pub(super) rows: Vec<FoundRow>,
    pub(super) progress: Vec<Option<SearchProgress>>,
    pub(super) began: f64,
    /// Duration of the search in seconds, once it is done.
    pub(super) took: Option<f64>,
}

impl Answers {
    /// The search of a purpose.
    pub(super) fn run(&self, job: Job) -> Option<&SearchRun> {
        self.runs.iter().find(|run| run.job == job)
    }

    /// The best layouts, with their figures.
    pub(super) fn rows(&self) -> Vec<FoundRow> {
        let Some(run) = self.run(Job::Best) else {
            return Vec::new();
        };
        run.rows_of(&run.listed())
    }

    /// Number of the other layouts of a listed layout's family.
    pub(super) fn others(&self, candidate: &Candidate) -> u64 {
        let families = self.run(Job::Best).map(|run| run.best.families());
        let mut families = families.into_iter().flatten();
        let family = families.find(|family| family.first.candidate == *candidate);
        family.map_or(0, |family| family.others as u64)
    }

    /// True if layouts fit only with savings of memory that were not in the question.
    pub(super) fn has_savings(&self) -> bool {
        self.searched != self.constraints
    }

    /// One of the best layouts, with its figures.
    pub(super) fn row(&self, candidate: &Candidate) -> Option<&FoundRow> {
        let mut rows = self.run(Job::Best)?.rows.iter();
        rows.find(|row| row.found.candidate == *candidate)
    }

    /// All layouts that the figure shows, once or more often.
    pub(super) fn layouts(&self) -> Vec<Candidate> {
        let without = self.without().into_iter();
        let without = without.filter_map(|(_, run)| run?.first());
        let mut rows = self.rows();
        rows.extend(self.front());
        rows.extend(without);
        let legs = self.legs().and_then(Option::as_ref).into_iter().flatten();
        let legs = legs.map(|leg| leg.candidate);
        let rows = rows.iter().map(|row| row.found.candidate);
        rows.chain(legs).collect()
    }

    /// The fastest layouts within each memory limit, with figures.
    pub(super) fn front(&self) -> Vec<FoundRow> {
        self.run(Job::Memory)
            .map_or(Vec::new(), |run| run.rows_of(&run.evaluated.front()))
    }

    /// The path from a plan to the best layout, if it is known; the inner value is `None` if there
    /// is no path.
    pub(super) fn legs(&self) -> Option<&Option<Vec<PathStep>>> {
        self.path.as_ref()?.legs.as_ref()
    }

    /// The best layout's axes, each with the progress of the search that excludes it.
    pub(super) fn without(&self) -> Vec<(LayoutAxis, Option<&SearchRun>)> {
        let rows = self.rows();
        let Some(first) = rows.first() else {
            return Vec::new();
        };
        let used = AXES.into_iter().filter(|axis| {
            axis.is_used(&first.found.candidate) && axis.forbidden(&self.searched).is_some()
        });
        used.map(|axis| (axis, self.run(Job::Without(axis))))
            .collect()
    }

    /// True if the answers are to this question about a plan, whatever its own layout is.
    pub(super) fn answer(
        &self,
        plan: &Plan,
        question: &SearchQuestion,
        constraints: &Constraints,
    ) -> bool {
        let bare = |plan: &Plan| {
            let mut plan = plan.clone();
            plan.hold_measured();
            plan.rival = None;
            if let Some(candidate) = Candidate::of(&self.plan) {
                candidate.write(&mut plan);
            }
            plan
        };
        let is_asked = self.question == *question && self.constraints == *constraints;
        is_asked && !self.is_given_up && bare(&self.plan) == bare(plan)
    }
}

impl SearchRun {
    /// Numbers of layouts by outcome so far.
    pub(super) fn counts(&self) -> Counts {
        self.progress
            .iter()
            .flatten()
            .map(|progress| progress.counts)
            .sum()
    }

    /// Estimated number of layouts in total.
    pub(super) fn expected(&self) -> u64 {
        let progress = self.progress.iter().flatten();
        progress
            .map(|progress| {
                if progress.is_done {
                    progress.counts.considered
                } else {
                    progress.expected
                }
            })
            .sum()
    }

    /// The best layout of the search, with its figures.
    pub(super) fn first(&self) -> Option<FoundRow> {
        self.rows_of(self.evaluated.found()).first().copied()
    }

    /// The layouts to list: those with figures, and in the end one of each family.
    fn listed(&self) -> Vec<FoundLayout> {
        let best = if self.took.is_some() {
            &self.best
        } else {
            &self.evaluated
        };
        let mut distinct = best.distinct();
        distinct.truncate(LISTED);
        distinct
    }

    /// Adds figures that no worker has reported: a family of all layouts may have another first
    /// layout than those of each worker.
    fn complete(&mut self, plan: &Plan) {
        for found in self.listed() {
            if !self.rows.iter().any(|row| row.found == found) {
                self.rows.extend(FoundRow::of(plan, found));
            }
        }
    }

    fn rows_of(&self, found: &[FoundLayout]) -> Vec<FoundRow> {
        let row = |found: &FoundLayout| self.rows.iter().find(|row| row.found == *found).copied();
        found.iter().filter_map(row).collect()
    }

    /// Records a worker's progress, at a moment in milliseconds.
    pub(super) fn take_progress(&mut self, index: usize, progress: SearchProgress, now: f64) {
        for &found in &progress.found {
            self.best.offer(found);
        }
        for &row in &progress.rows {
            if self.evaluated.offer(row.found) {
                self.rows.push(row);
            }
        }
        let evaluated = &self.evaluated;
        self.rows
            .retain(|row| evaluated.all().any(|found| *found == row.found));
        if let Some(place) = self.progress.get_mut(index) {
            *place = Some(progress);
        }
        let is_done = |progress: &Option<SearchProgress>| {
            progress.as_ref().is_some_and(|progress| progress.is_done)
        };
        if self.progress.iter().all(is_done) {
            self.took = Some((now - self.began) / 1e3);
        }
    }
}

impl Answers {
    /// Empty answers to a question about a plan.
    pub(super) fn new(
        plan: Arc<Plan>,
        question: SearchQuestion,
        constraints: Constraints,
        wider: Vec<Constraints>,
    ) -> Self {
        Self {
            plan,
            question,
            searched: constraints.clone(),
            constraints,
            wider,
            runs: Vec::new(),
            path: None,
            ties: None,
            is_given_up: false,
        }
    }

    /// Asks the workers about the plan.
    pub(super) fn start(
        &mut self,
        pool: &mut Pool,
        job: Job,
        question: &SearchQuestion,
        constraints: &Constraints,
        now: f64,
    ) {
        let number = pool.ask(&link_of(&self.plan), question, constraints, now);
        self.runs.push(SearchRun {
            job,
            number,
            best: Best::of(&self.plan, question),
            evaluated: Best::of(&self.plan, question),
            rows: Vec::new(),
            progress: vec![None; pool.size()],
            began: now,
            took: None,
        });
    }

    /// True if there is something to show in place of earlier answers.
    pub(super) fn is_ready(&self) -> bool {
        let last = self.runs.last();
        last.is_some_and(|run| run.took.is_some() || !run.rows.is_empty())
    }

    /// Searches under the next wider constraints, if there are any. It is the same search to a reader,
    /// and so has one beginning.
    fn widen(&mut self, pool: &mut Pool, now: f64) {
        if self.wider.is_empty() {
            return;
        }
        self.searched = self.wider.remove(0);
        let began = self.runs.first().map_or(now, |run| run.began);
        self.runs.clear();
        let (question, constraints) = (self.question.clone(), self.searched.clone());
        self.start(pool, Job::Best, &question, &constraints, now);
        for run in &mut self.runs {
            run.began = began;
        }
    }

    /// Asks further questions once the last search is done: with savings of memory if nothing fits,
    /// else the path, the memory trade-off, the value of each axis.
    pub(super) fn go_further(&mut self, pool: &mut Pool, plan: &Plan, wants_axes: bool, now: f64) {
        if self.runs.last().is_none_or(|run| run.took.is_none()) {
            return;
        }
        let Some(first) = self.rows().first().map(|row| row.found.candidate) else {
            self.widen(pool, now);
            return;
        };
        let link = link_of(plan);
        if self.path.as_ref().is_none_or(|way| way.link != link) {
            let number = pool.ask_way(&link, &self.question, first, now);
            self.path = Some(PathToBest {
                link,
                number,
                legs: None,
            });
        }
        if self.run(Job::Memory).is_none() {
            let question = SearchQuestion::of_memory(Objective::Fastest, self.question.margin);
            let mut constraints = self.searched.clone();
            let own = self.plan.cluster.gpus;
            constraints.gpus = own..=own;
            self.start(pool, Job::Memory, &question, &constraints, now);
            return;
        }
        let without = self.without().into_iter();
        let next = without.into_iter().find(|(_, run)| run.is_none());
        if let Some((axis, _)) = next.filter(|_| wants_axes)
            && let Some(constraints) = axis.forbidden(&self.searched)
        {
            let question = SearchQuestion {
                keep: 1,
                ..self.question.clone()
            };
            self.start(pool, Job::Without(axis), &question, &constraints, now);
        }
    }

    /// Records that the workers turn to another question: unfinished work will not arrive.
    pub(super) fn give_up(&mut self) {
        self.runs
            .retain(|run| run.took.is_some() || run.job == Job::Best);
        self.is_given_up = self.run(Job::Best).is_none_or(|run| run.took.is_none());
    }
}

/// The link of a plan without its pinned plan.
pub(super) fn link_of(plan: &Plan) -> String {
    let mut plan = plan.clone();
    plan.rival = None;
    link::encode(&plan)
}

/// Consequences of a worker's progress.
pub(super) struct GoOn {
    /// Best layouts so far, for a worker that continues from them.
    pub(super) found: Option<Vec<FoundLayout>>,
    /// True if there is a change to draw at once.
    pub(super) is_news: bool,
}

impl Answers {
    /// Records a path; returns whether it was expected.
    pub(super) fn take_in_path(&mut self, number: u64, legs: Option<Vec<PathStep>>) -> bool {
        let way = self.path.as_mut().filter(|way| way.number == number);
        let is_awaited = way.is_some();
        if let Some(way) = way {
            way.legs = Some(legs);
        }
        is_awaited
    }

    /// Records a worker's progress.
    pub(super) fn take_in_progress(
        &mut self,
        worker: usize,
        progress: SearchProgress,
        now: f64,
    ) -> GoOn {
        let last = self.runs.last_mut();
        let Some(run) = last.filter(|run| run.number == progress.number) else {
            return GoOn {
                found: None,
                is_news: false,
            };
        };
        let (was_empty, is_done) = (run.rows.is_empty(), progress.is_done);
        run.take_progress(worker, progress, now);
        if run.job == Job::Best && run.took.is_some() {
            run.complete(&self.plan);
            self.ties = Some(Ties::of(&self.plan, self.question.goal, &run.best));
        }
        GoOn {
            found: (!is_done).then(|| run.best.all().copied().collect()),
            is_news: run.took.is_some() || was_empty != run.rows.is_empty(),
        }
    }
}
