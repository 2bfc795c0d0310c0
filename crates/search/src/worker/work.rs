//! A worker at work.

use super::messages::{Asked, Far, Told};
use super::row::Row;
use crate::best::{Bar, Found, Part, Space, way};
use cost::plan::Plan;
use formats::link;

/// One of the searchers among which a space is divided. It works only when it is told to go on,
/// for a moment, so that what is no longer wanted costs nothing.
#[derive(Default)]
pub struct Searcher {
    work: Option<Work>,
}

/// A question that is being answered.
struct Work {
    number: u64,
    plan: Plan,
    part: Part,
    bar: Bar,
    /// Figures of layouts that were told last, and when.
    rows: Vec<Row>,
    told: f64,
}

/// Milliseconds of work at a stretch: the page hears of it some thirty times a second.
const MOMENT: f64 = 30.0;
/// Milliseconds between two times that figures are told.
const GLANCE: f64 = 100.0;
/// Layouts whose figures are told.
const TOLD: usize = 20;

/// Pieces of work between two looks at the clock.
const STRETCH: usize = 16;

impl Searcher {
    /// Answers what a page has asked about the plan of a link. `now` is the time in milliseconds.
    /// Nothing where nothing is to be said.
    pub fn hear(&mut self, link: &str, numbers: &[f64], now: impl Fn() -> f64) -> Option<Vec<f64>> {
        let told = match Asked::of(numbers)? {
            Asked::Search {
                number,
                question,
                freedom,
                index,
                of,
            } => {
                let (plan, _) = link::decode(link);
                let space = Space::of(&plan, &freedom);
                self.work = Some(Work {
                    number,
                    part: Part::of(space, &question, index, of),
                    bar: Bar::of(&plan, &question),
                    plan,
                    rows: Vec::new(),
                    told: f64::NEG_INFINITY,
                });
                return None;
            }
            Asked::GoOn { number, found } => {
                let work = self.work.as_mut().filter(|work| work.number == number)?;
                work.part.hear(found, &work.bar);
                Told::Far(work.go_on(now))
            }
            Asked::Way {
                number,
                question,
                to,
            } => {
                let (plan, _) = link::decode(link);
                let legs = way(&plan, &to, &question);
                Told::Way { number, legs }
            }
        };
        Some(told.numbers())
    }
}

impl Work {
    fn go_on(&mut self, now: impl Fn() -> f64) -> Far {
        let end = now() + MOMENT;
        let has_nothing = self.part.best.found().is_empty();
        let is_going_on = loop {
            let is_going_on = (0..STRETCH).all(|_| self.part.advance(&self.bar));
            // The first layout that is found is told at once.
            let is_first = has_nothing && !self.part.best.found().is_empty();
            if !is_going_on || is_first || now() >= end {
                break is_going_on;
            }
        };
        let best = &self.part.best;
        Far {
            number: self.number,
            is_done: !is_going_on,
            expected: self.part.expected(),
            counts: self.part.counts,
            found: best.all().copied().collect(),
            rows: self.look(&now, !is_going_on),
        }
    }

    /// The figures of the best layouts, if it is time for them.
    fn look(&mut self, now: impl Fn() -> f64, is_done: bool) -> Vec<Row> {
        if !is_done && now() < self.told + GLANCE {
            return Vec::new();
        }
        let best = &self.part.best;
        let mut found = best.distinct();
        found.truncate(TOLD);
        found.extend(best.front());
        let mut rows: Vec<Row> = Vec::with_capacity(found.len());
        for found in found {
            if !rows.iter().any(|row| row.found == found) {
                rows.extend(self.row(found));
            }
        }
        self.rows.clone_from(&rows);
        // From here on, for they take a while themselves.
        self.told = if rows.is_empty() { self.told } else { now() };
        rows
    }

    /// The figures of a layout, worked out once.
    fn row(&self, found: Found) -> Option<Row> {
        let known = self.rows.iter().find(|row| row.found == found);
        known.copied().or_else(|| Row::of(&self.plan, found))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::messages::{Asked, Far, Told};
    use super::{MOMENT, Row, Searcher, TOLD};
    use crate::best::{Best, Freedom, Goal, Question, search, way};
    use formats::link;

    const LINK: &str = "#v=1&p=llama3-8b/h100x8&tp=8&gbs=64";

    /// What a searcher tells.
    fn told(searcher: &mut Searcher, asked: &Asked) -> Option<Told> {
        // Every look at the clock ends a moment.
        let clock = Cell::new(0.0);
        let now = || clock.replace(clock.get() + MOMENT);
        let answer = searcher.hear(LINK, &asked.numbers(), now)?;
        Some(Told::of(&answer).expect("what a searcher writes"))
    }

    #[test]
    fn searchers_that_hear_of_each_other_find_what_one_finds() {
        let (plan, _) = link::decode(LINK);
        let (freedom, question) = (Freedom::of(&plan), Question::of(Goal::Fastest));
        let mut searchers: Vec<Searcher> = (0..3).map(|_| Searcher::default()).collect();
        for (index, searcher) in searchers.iter_mut().enumerate() {
            let asked = Asked::Search {
                number: 7,
                question: question.clone(),
                freedom: freedom.clone(),
                index,
                of: 3,
            };
            assert_eq!(told(searcher, &asked), None);
        }
        let mut best = Best::of(&plan, &question);
        let mut far: Vec<Option<Far>> = vec![None; 3];
        let (mut moments, mut rows) = (0, Vec::new());
        while far
            .iter()
            .any(|far| far.as_ref().is_none_or(|far| !far.is_done))
        {
            moments += 1;
            for (searcher, far) in searchers.iter_mut().zip(&mut far) {
                let found = best.all().copied().collect();
                let answer = told(searcher, &Asked::GoOn { number: 7, found });
                let Some(Told::Far(told)) = answer else {
                    panic!("{answer:?}")
                };
                for &found in &told.found {
                    best.offer(found);
                }
                rows.extend(told.rows.clone());
                *far = Some(told);
            }
        }
        assert!(moments > 3, "{moments}");
        let (alone, counts) = search(&plan, &freedom, &question);
        assert_eq!(best, alone);
        for found in best.distinct().iter().take(TOLD) {
            assert!(rows.contains(&Row::of(&plan, *found).unwrap()), "{found:?}");
        }
        let all = far.iter().flatten().map(|far| far.counts.considered);
        assert_eq!(all.sum::<u64>(), counts.considered);
    }

    #[test]
    fn what_is_no_longer_asked_is_not_answered() {
        let mut searcher = Searcher::default();
        let (plan, _) = link::decode(LINK);
        let late = Asked::GoOn {
            number: 1,
            found: Vec::new(),
        };
        assert_eq!(told(&mut searcher, &late), None);
        let asked = Asked::Search {
            number: 2,
            question: Question::of(Goal::Fastest),
            freedom: Freedom::of(&plan),
            index: 0,
            of: 1,
        };
        assert_eq!(told(&mut searcher, &asked), None);
        assert_eq!(told(&mut searcher, &late), None);
        assert_eq!(searcher.hear("", &[9.0, 1.0], || 0.0), None);
        assert_eq!(searcher.hear("", &[], || 0.0), None);
    }

    #[test]
    fn the_way_is_told_as_it_is() {
        let (plan, _) = link::decode(LINK);
        let question = Question::of(Goal::Fastest);
        let (best, _) = search(&plan, &Freedom::of(&plan), &question);
        let to = best.found()[0].cut;
        let asked = Asked::Way {
            number: 3,
            question: question.clone(),
            to,
        };
        let expected = Told::Way {
            number: 3,
            legs: way(&plan, &to, &question),
        };
        assert_eq!(told(&mut Searcher::default(), &asked), Some(expected));
    }
}
