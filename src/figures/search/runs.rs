//! Questions on their way: begun when the plan rests, answered piece by piece, given up when
//! something else is asked.

use std::sync::Arc;
use std::time::Duration;

use crate::browser::timing::{after, now};
use cost::plan::Plan;
use formats::link;
use search::optimize::{
    AXES, Axis, Best, Candidate, Constraints, Counts, Found, Goal, Leg, Question, Ties,
};
use search::worker::{Progress, Reply, Row};

use super::ID;
use super::pool::{Pool, Trouble};
use super::view::AXES_FOLD;
use crate::figures::desk::{Desk, at};

/// Pause after the last change until a question is asked: a finger on its way asks nothing.
const PAUSE: Duration = Duration::from_millis(120);
/// Layouts that are listed.
const LISTED: usize = 20;
/// Milliseconds between two drawings of what comes in.
const GLANCE: f64 = 100.0;

/// What was asked, and what came of it.
#[derive(Default)]
pub(super) struct Runs {
    pub(super) pool: Pool,
    /// The answers that are shown.
    pub(super) shown: Option<Answers>,
    /// Those to the present question, until there is something to show.
    coming: Option<Answers>,
    /// Whether what is shown answers another question, or is about another plan.
    pub(super) is_old: bool,
    /// Whether the reader has stopped the search.
    pub(super) is_stopped: bool,
    /// Questions meant to be asked so far: only the last one is.
    meant: u32,
    /// When was last drawn.
    drawn: f64,
}

/// The answers about one plan.
pub(super) struct Answers {
    /// The plan.
    plan: Arc<Plan>,
    question: Question,
    constraints: Constraints,
    /// What was searched for, the best layouts first.
    runs: Vec<Run>,
    way: Option<Way>,
    /// Whether the best were never found, because something else was asked.
    is_given_up: bool,
}

/// The way from a plan's own layout.
struct Way {
    /// The plan.
    link: String,
    number: u64,
    /// What came back.
    legs: Option<Option<Vec<Leg>>>,
}

/// What a run is for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Job {
    /// The best layouts.
    Best,
    /// What memory buys.
    Memory,
    /// The best without an axis.
    Without(Axis),
}

/// One search through the space, or through what is left of it.
pub(super) struct Run {
    job: Job,
    number: u64,
    pub(super) best: Best,
    /// Of these the ones whose figures are known: all that is listed, once the search is done.
    told: Best,
    rows: Vec<Row>,
    far: Vec<Option<Progress>>,
    began: f64,
    /// Seconds that it took, once it is done.
    pub(super) took: Option<f64>,
}

impl Answers {
    /// What came of a search.
    pub(super) fn run(&self, job: Job) -> Option<&Run> {
        self.runs.iter().find(|run| run.job == job)
    }

    /// The best layouts, with their figures.
    pub(super) fn rows(&self) -> Vec<Row> {
        let Some(run) = self.run(Job::Best) else {
            return Vec::new();
        };
        let mut distinct = run.told.distinct();
        distinct.truncate(LISTED);
        run.rows_of(&distinct)
    }

    /// How far the best is ahead of the others, once it is known for good.
    pub(super) fn ties(&self) -> Option<Ties> {
        let run = self.run(Job::Best).filter(|run| run.took.is_some())?;
        Some(Ties::of(&self.plan, self.question.goal, &run.best))
    }

    /// What memory buys, with figures.
    pub(super) fn front(&self) -> Vec<Row> {
        self.run(Job::Memory)
            .map_or(Vec::new(), |run| run.rows_of(&run.told.front()))
    }

    /// The way from a plan to the best, if it is known: nothing inside where there is none.
    pub(super) fn legs(&self) -> Option<&Option<Vec<Leg>>> {
        self.way.as_ref()?.legs.as_ref()
    }

    /// The axes that the best layout has in use, with the best without each as far as it is known.
    pub(super) fn without(&self) -> Vec<(Axis, Option<&Run>)> {
        let rows = self.rows();
        let Some(first) = rows.first() else {
            return Vec::new();
        };
        let used = AXES.into_iter().filter(|axis| {
            axis.is_used(&first.found.candidate) && axis.forbidden(&self.constraints).is_some()
        });
        used.map(|axis| (axis, self.run(Job::Without(axis))))
            .collect()
    }

    /// Whether they answer this of a plan, whatever its own layout is.
    fn answer(&self, plan: &Plan, question: &Question, constraints: &Constraints) -> bool {
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

impl Run {
    /// What became of all layouts so far.
    pub(super) fn counts(&self) -> Counts {
        self.far.iter().flatten().map(|far| far.counts).sum()
    }

    /// How many there are, as far as is known.
    pub(super) fn expected(&self) -> u64 {
        let far = self.far.iter().flatten();
        far.map(|far| {
            if far.is_done {
                far.counts.considered
            } else {
                far.expected
            }
        })
        .sum()
    }

    /// The best of it, with its figures.
    pub(super) fn first(&self) -> Option<Row> {
        self.rows_of(self.told.found()).first().copied()
    }

    fn rows_of(&self, found: &[Found]) -> Vec<Row> {
        let row = |found: &Found| self.rows.iter().find(|row| row.found == *found).copied();
        found.iter().filter_map(row).collect()
    }

    fn hear(&mut self, index: usize, far: Progress) {
        for &found in &far.found {
            self.best.offer(found);
        }
        for &row in &far.rows {
            if self.told.offer(row.found) {
                self.rows.push(row);
            }
        }
        let told = &self.told;
        self.rows
            .retain(|row| told.all().any(|found| *found == row.found));
        if let Some(place) = self.far.get_mut(index) {
            *place = Some(far);
        }
        let is_done = |far: &Option<Progress>| far.as_ref().is_some_and(|far| far.is_done);
        if self.far.iter().all(is_done) {
            self.took = Some((now() - self.began) / 1e3);
        }
    }
}

impl Runs {
    /// The search for the best that is going on, if one is, or that was stopped.
    pub(super) fn working(&self) -> Option<&Run> {
        let answers = self.coming.as_ref().or(self.shown.as_ref())?;
        answers.run(Job::Best).filter(|run| run.took.is_none())
    }

    /// Whether a search is going on.
    pub(super) fn is_busy(&self) -> bool {
        let answers = self.coming.as_ref().or(self.shown.as_ref());
        let last = answers.and_then(|answers| answers.runs.last());
        !self.is_stopped && last.is_some_and(|run| run.took.is_none())
    }

    /// Gives up what is going on, until it is asked for again or something else is.
    pub(super) fn stop(&mut self) {
        self.is_stopped = true;
    }

    /// Takes up again what was given up.
    pub(super) fn look_again(&mut self) {
        self.is_stopped = false;
        self.coming = None;
        self.give_up();
    }

    /// The workers turn to something else: what they have not done is not going to come.
    fn give_up(&mut self) {
        if let Some(shown) = &mut self.shown {
            shown
                .runs
                .retain(|run| run.took.is_some() || run.job == Job::Best);
            shown.is_given_up = shown.run(Job::Best).is_none_or(|run| run.took.is_none());
        }
    }
}

/// Sees to it that the present question is answered, if the view is in sight.
pub(super) fn follow(desk: &mut Desk) {
    let asked = desk.search.asked;
    let question = asked.question(desk);
    let constraints = asked.constraints(desk, question.goal);
    let plan = Arc::clone(&desk.plan);
    let runs = &mut desk.search.runs;
    let answers = |answers: &Option<Answers>| {
        let answers = answers.as_ref();
        answers.is_some_and(|answers| answers.answer(&plan, &question, &constraints))
    };
    runs.is_old = !answers(&runs.shown);
    // Until the reader asks for new workers, nothing is found.
    if matches!(runs.pool.trouble, Some(Trouble::Failed | Trouble::Refused)) {
        return;
    }
    if !runs.is_old {
        runs.coming = None;
        // What was meant meanwhile is not meant any more.
        runs.meant = runs.meant.wrapping_add(1);
        go_further(desk);
        return;
    }
    if answers(&runs.coming) {
        return;
    }
    // Nobody goes on with what is no longer asked, nor draws what comes of it.
    runs.coming = None;
    runs.give_up();
    runs.meant = runs.meant.wrapping_add(1);
    let ticket = runs.meant;
    if !desk.is_in_sight(ID) {
        return;
    }
    // They load while the finger may still move.
    desk.search.runs.pool.start();
    after(PAUSE, move || {
        at(|desk| {
            if desk.search.runs.meant == ticket {
                begin(desk, plan, question, constraints);
            }
        });
    });
}

fn begin(desk: &mut Desk, plan: Arc<Plan>, question: Question, constraints: Constraints) {
    let runs = &mut desk.search.runs;
    runs.is_stopped = false;
    let mut answers = Answers {
        plan,
        question: question.clone(),
        constraints: constraints.clone(),
        runs: Vec::new(),
        way: None,
        is_given_up: false,
    };
    answers.start(&mut runs.pool, Job::Best, &question, &constraints);
    if runs.pool.size() == 0 {
        desk.refresh(ID);
        return;
    }
    runs.coming = Some(answers);
    desk.refresh(ID);
}

impl Answers {
    fn start(&mut self, pool: &mut Pool, job: Job, question: &Question, constraints: &Constraints) {
        let number = pool.ask(&link::encode(&bare(&self.plan)), question, constraints);
        self.runs.push(Run {
            job,
            number,
            best: Best::of(&self.plan, question),
            told: Best::of(&self.plan, question),
            rows: Vec::new(),
            far: vec![None; pool.size()],
            began: now(),
            took: None,
        });
    }
}

/// A plan without what it is compared with.
fn bare(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    plan.rival = None;
    plan
}

/// Asks what follows once the last search is done: the way, what memory buys, what axes buy.
fn go_further(desk: &mut Desk) {
    let wants_axes = desk.is_open(AXES_FOLD);
    let plan = Arc::clone(&desk.plan);
    let runs = &mut desk.search.runs;
    if runs.is_stopped || runs.coming.is_some() {
        return;
    }
    let (pool, Some(answers)) = (&mut runs.pool, &mut runs.shown) else {
        return;
    };
    if answers.runs.last().is_none_or(|run| run.took.is_none()) {
        return;
    }
    let Some(first) = answers.rows().first().map(|row| row.found.candidate) else {
        return;
    };
    let link = link::encode(&bare(&plan));
    if answers.way.as_ref().is_none_or(|way| way.link != link) {
        let number = pool.ask_way(&link, &answers.question, first);
        answers.way = Some(Way {
            link,
            number,
            legs: None,
        });
    }
    if answers.run(Job::Memory).is_none() {
        let question = Question::of_memory(Goal::Fastest, answers.question.margin);
        let mut constraints = answers.constraints.clone();
        let own = answers.plan.cluster.gpus;
        constraints.gpus = own..=own;
        answers.start(pool, Job::Memory, &question, &constraints);
        return;
    }
    if !wants_axes {
        return;
    }
    let next = answers.without().into_iter().find(|(_, run)| run.is_none());
    if let Some((axis, _)) = next
        && let Some(constraints) = axis.forbidden(&answers.constraints)
    {
        let question = Question {
            keep: 1,
            ..answers.question.clone()
        };
        answers.start(pool, Job::Without(axis), &question, &constraints);
    }
}

/// A worker tells something.
pub(super) fn hear(desk: &mut Desk, index: usize, told: Reply) {
    let runs = &mut desk.search.runs;
    let number = match &told {
        Reply::Path { number, .. } => *number,
        Reply::Progress(far) => far.number,
    };
    if runs.pool.hear(index, number) {
        desk.refresh(ID);
    }
    let runs = &mut desk.search.runs;
    let is_stopped = runs.is_stopped;
    let answers = runs.coming.as_mut().or(runs.shown.as_mut());
    let (pool, Some(answers)) = (
        &mut runs.pool,
        answers.filter(|answers| !answers.is_given_up),
    ) else {
        return;
    };
    let is_news = match told {
        Reply::Path { number, legs } => match &mut answers.way {
            Some(way) if way.number == number => {
                way.legs = Some(legs);
                true
            }
            _ => return,
        },
        Reply::Progress(far) => {
            let number = far.number;
            let Some(run) = answers.runs.last_mut().filter(|run| run.number == number) else {
                return;
            };
            let (was_empty, is_done) = (run.rows.is_empty(), far.is_done);
            run.hear(index, far);
            if !is_stopped && !is_done {
                pool.go_on(index, number, run.best.all().copied().collect());
            }
            run.took.is_some() || was_empty != run.rows.is_empty()
        }
    };
    // What was shown before stays until there is something in its place.
    let is_ready = |answers: &Answers| {
        let last = answers.runs.last();
        last.is_some_and(|run| run.took.is_some() || !run.rows.is_empty())
    };
    if runs.coming.as_ref().is_some_and(is_ready) {
        runs.shown = runs.coming.take();
        runs.is_old = false;
        desk.search.at = None;
    }
    let runs = &mut desk.search.runs;
    if is_news || now() - runs.drawn >= GLANCE {
        runs.drawn = now();
        desk.refresh(ID);
    }
}

/// A worker has failed, or its program has not come.
pub(super) fn fail(desk: &mut Desk) {
    let runs = &mut desk.search.runs;
    runs.pool.end(Some(Trouble::Failed));
    runs.coming = None;
    show_trouble();
}

/// Shows why nothing is found, a moment later, and tells a screen reader.
pub(super) fn show_trouble() {
    after(Duration::ZERO, || {
        at(|desk| {
            let words = super::view::words();
            match desk.search.runs.pool.trouble {
                Some(Trouble::Failed) => desk.say(words.trouble[0]),
                Some(Trouble::Silent) => desk.say(words.trouble[1]),
                Some(Trouble::Refused) | None => {}
            }
            desk.refresh(ID);
        });
    });
}

/// The reader asks for new workers, which are asked what the last ones have not answered.
pub(super) fn begin_again(desk: &mut Desk) {
    let runs = &mut desk.search.runs;
    runs.pool.end(None);
    runs.look_again();
    if let Some(shown) = &mut runs.shown
        && shown.way.as_ref().is_some_and(|way| way.legs.is_none())
    {
        shown.way = None;
    }
    desk.refresh(ID);
}
