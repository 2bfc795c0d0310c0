//! The work of a search worker.

use super::messages::{SearchProgress, WorkerReply, WorkerRequest};
use super::row::FoundRow;
use crate::optimize::{FoundLayout, Incumbent, Searcher, Space, path};
use cost::plan::Plan;
use formats::link;

/// A worker that searches its part of a space. It works only on request and for a short time, so a
/// question that is no longer needed costs nothing.
#[derive(Default)]
pub struct Worker {
    work: Option<Work>,
}

/// A question that is being answered.
struct Work {
    number: u64,
    plan: Plan,
    searcher: Searcher,
    incumbent: Incumbent,
    /// Figures of the layouts that were reported last, and the time of that report in milliseconds.
    rows: Vec<FoundRow>,
    reported_at: f64,
}

/// Milliseconds of work between replies: the page gets a reply some thirty times a second.
const MOMENT: f64 = 30.0;
/// Milliseconds between two reports of figures.
const GLANCE: f64 = 100.0;
/// Layouts whose figures are reported.
const REPORTED: usize = 20;

/// Pieces of work between two readings of the clock.
const STRETCH: usize = 16;

impl Worker {
    /// The bytes of the [`WorkerReply`] to those of a [`WorkerRequest`], if a reply is due. `now`
    /// is the time in milliseconds.
    pub fn answer(&mut self, asked: &[u8], now: impl Fn() -> f64) -> Option<Vec<u8>> {
        let reply = match WorkerRequest::from_bytes(asked)? {
            WorkerRequest::Search {
                number,
                link,
                question,
                constraints,
                index,
                of,
            } => {
                let (plan, _) = link::decode(&link);
                let space = Space::of(&plan, &constraints);
                self.work = Some(Work {
                    number,
                    searcher: Searcher::of(space, &question, index, of),
                    incumbent: Incumbent::of(&plan, &question),
                    plan,
                    rows: Vec::new(),
                    reported_at: f64::NEG_INFINITY,
                });
                return None;
            }
            WorkerRequest::GoOn { number, found } => {
                let work = self.work.as_mut().filter(|work| work.number == number)?;
                work.searcher.take_found(found, &work.incumbent);
                WorkerReply::Progress(work.go_on(now))
            }
            WorkerRequest::Path {
                number,
                link,
                question,
                to,
            } => {
                let (plan, _) = link::decode(&link);
                let legs = path(&plan, &to, &question);
                WorkerReply::Path { number, legs }
            }
            WorkerRequest::Fits {
                number,
                link,
                question,
            } => {
                let (plan, _) = link::decode(&link);
                let numbers = question.answer(&plan).numbers();
                WorkerReply::Fits { number, numbers }
            }
        };
        Some(reply.to_bytes())
    }
}

impl Work {
    fn go_on(&mut self, now: impl Fn() -> f64) -> SearchProgress {
        let end = now() + MOMENT;
        let has_nothing = self.searcher.best.found().is_empty();
        let is_going_on = loop {
            let is_going_on = (0..STRETCH).all(|_| self.searcher.advance(&self.incumbent));
            // The first layout that is found is reported at once.
            let is_first = has_nothing && !self.searcher.best.found().is_empty();
            if !is_going_on || is_first || now() >= end {
                break is_going_on;
            }
        };
        let best = &self.searcher.best;
        SearchProgress {
            number: self.number,
            is_done: !is_going_on,
            expected: self.searcher.expected(),
            counts: self.searcher.counts,
            found: best.all().copied().collect(),
            rows: self.look(&now, !is_going_on),
        }
    }

    /// The figures of the best layouts, if it is time for them.
    fn look(&mut self, now: impl Fn() -> f64, is_done: bool) -> Vec<FoundRow> {
        if !is_done && now() < self.reported_at + GLANCE {
            return Vec::new();
        }
        let best = &self.searcher.best;
        let mut found = best.distinct();
        found.truncate(REPORTED);
        found.extend(best.front());
        let mut rows: Vec<FoundRow> = Vec::with_capacity(found.len());
        for found in found {
            if !rows.iter().any(|row| row.found == found) {
                rows.extend(self.row(found));
            }
        }
        self.rows.clone_from(&rows);
        // The time is read again, as the figures take a while to compute.
        self.reported_at = if rows.is_empty() {
            self.reported_at
        } else {
            now()
        };
        rows
    }

    /// The figures of a layout, computed once.
    fn row(&self, found: FoundLayout) -> Option<FoundRow> {
        let known = self.rows.iter().find(|row| row.found == found);
        known.copied().or_else(|| FoundRow::of(&self.plan, found))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::messages::{SearchProgress, WorkerReply, WorkerRequest};
    use super::{FoundRow, MOMENT, REPORTED, Worker};
    use crate::fits::FitQuestion;
    use crate::optimize::{Best, Constraints, Objective, SearchQuestion, path, search};
    use formats::link;

    const LINK: &str = "#v=1&p=llama3-8b/h100x8&tp=8&gbs=64";

    /// A worker's reply.
    fn reply_of(worker: &mut Worker, asked: &WorkerRequest) -> Option<WorkerReply> {
        // Every reading of the clock ends a piece of work.
        let clock = Cell::new(0.0);
        let now = || clock.replace(clock.get() + MOMENT);
        let answer = worker.answer(&asked.to_bytes(), now)?;
        Some(WorkerReply::from_bytes(&answer).expect("what a searcher writes"))
    }

    #[test]
    fn searchers_that_share_results_find_what_one_finds() {
        let (plan, _) = link::decode(LINK);
        let (constraints, question) = (
            Constraints::of(&plan),
            SearchQuestion::of(Objective::Fastest),
        );
        let mut searchers: Vec<Worker> = (0..3).map(|_| Worker::default()).collect();
        for (index, worker) in searchers.iter_mut().enumerate() {
            let asked = WorkerRequest::Search {
                number: 7,
                link: LINK.to_owned(),
                question: question.clone(),
                constraints: constraints.clone(),
                index,
                of: 3,
            };
            assert_eq!(reply_of(worker, &asked), None);
        }
        let mut best = Best::of(&plan, &question);
        let mut far: Vec<Option<SearchProgress>> = vec![None; 3];
        let (mut moments, mut rows) = (0, Vec::new());
        while far
            .iter()
            .any(|far| far.as_ref().is_none_or(|far| !far.is_done))
        {
            moments += 1;
            for (worker, far) in searchers.iter_mut().zip(&mut far) {
                let found = best.all().copied().collect();
                let answer = reply_of(worker, &WorkerRequest::GoOn { number: 7, found });
                let Some(WorkerReply::Progress(reply)) = answer else {
                    panic!("{answer:?}")
                };
                for &found in &reply.found {
                    best.offer(found);
                }
                rows.extend(reply.rows.clone());
                *far = Some(reply);
            }
        }
        assert!(moments > 3, "{moments}");
        let (alone, counts) = search(&plan, &constraints, &question);
        assert_eq!(best, alone);
        for found in best.distinct().iter().take(REPORTED) {
            assert!(
                rows.contains(&FoundRow::of(&plan, *found).unwrap()),
                "{found:?}"
            );
        }
        let all = far.iter().flatten().map(|far| far.counts.considered);
        assert_eq!(all.sum::<u64>(), counts.considered);
    }

    #[test]
    fn what_is_no_longer_asked_is_not_answered() {
        let mut worker = Worker::default();
        let (plan, _) = link::decode(LINK);
        let late = WorkerRequest::GoOn {
            number: 1,
            found: Vec::new(),
        };
        assert_eq!(reply_of(&mut worker, &late), None);
        let asked = WorkerRequest::Search {
            number: 2,
            link: LINK.to_owned(),
            question: SearchQuestion::of(Objective::Fastest),
            constraints: Constraints::of(&plan),
            index: 0,
            of: 1,
        };
        assert_eq!(reply_of(&mut worker, &asked), None);
        assert_eq!(reply_of(&mut worker, &late), None);
        assert_eq!(worker.answer(&[9, 1], || 0.0), None);
        assert_eq!(worker.answer(&[], || 0.0), None);
    }

    #[test]
    fn a_question_about_memory_does_not_disturb_a_search() {
        let (plan, _) = link::decode(LINK);
        let mut worker = Worker::default();
        let asked = WorkerRequest::Search {
            number: 4,
            link: LINK.to_owned(),
            question: SearchQuestion::of(Objective::Fastest),
            constraints: Constraints::of(&plan),
            index: 0,
            of: 1,
        };
        assert_eq!(reply_of(&mut worker, &asked), None);
        for (number, question) in (5..).zip(FitQuestion::ALL) {
            let asked = WorkerRequest::Fits {
                number,
                link: LINK.to_owned(),
                question,
            };
            let numbers = question.answer(&plan).numbers();
            let expected = WorkerReply::Fits { number, numbers };
            assert_eq!(reply_of(&mut worker, &asked), Some(expected));
        }
        let found = Vec::new();
        let answer = reply_of(&mut worker, &WorkerRequest::GoOn { number: 4, found });
        assert!(matches!(answer, Some(WorkerReply::Progress(_))));
    }

    #[test]
    fn the_way_is_told_as_it_is() {
        let (plan, _) = link::decode(LINK);
        let question = SearchQuestion::of(Objective::Fastest);
        let (best, _) = search(&plan, &Constraints::of(&plan), &question);
        let to = best.found()[0].candidate;
        let asked = WorkerRequest::Path {
            number: 3,
            link: LINK.to_owned(),
            question: question.clone(),
            to,
        };
        let expected = WorkerReply::Path {
            number: 3,
            legs: path(&plan, &to, &question),
        };
        assert_eq!(reply_of(&mut Worker::default(), &asked), Some(expected));
    }
}
