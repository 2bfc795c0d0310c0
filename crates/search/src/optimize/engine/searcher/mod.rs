//! One searcher's share of a space. Groups of layouts are sorted by their bounds and examined from
//! the most promising on, until no remaining group can be good enough. `list.rs` lists the groups of
//! a family, `look.rs` examines a group.
//!
//! Tests: below, and `tests/memory.rs`.

mod list;
mod look;

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::incumbent::Incumbent;
use super::scorer::Scorer;
use super::shared::Known;
use super::space::Space;
use crate::optimize::{Best, Candidate, Counts, FoundLayout, Score, SearchQuestion};
use cost::plan::Plan;
use cost::step::StageTimeCache;
use cost::units::{Bytes, Seconds};

/// Groups that a searcher holds before it lists another family, about 15 MB.
const MOST_GROUPS: usize = 100_000;

/// A best-first search of a share of a space.
pub struct Searcher {
    space: Space,
    question: SearchQuestion,
    scorer: Scorer,
    /// The searcher's share of the families: a position, and the number of shares.
    share: (usize, usize),
    /// Sizes of the cluster whose families are not listed yet, the next one last.
    clusters: Vec<u64>,
    /// Number of clusters at the start.
    all_clusters: usize,
    /// Families of the cluster that is being listed.
    families: Vec<Candidate>,
    /// Number of families at the start.
    all_families: usize,
    /// True if the latest piece of work listed a family, or no family was left.
    has_just_listed: bool,
    /// Shapes that are not examined yet: at most `most_groups` and those of one family.
    groups: BinaryHeap<Group>,
    /// Number of groups above which no family is listed.
    most_groups: usize,
    /// Counts of the layouts so far.
    pub counts: Counts,
    /// The best layouts so far.
    pub best: Best,
    /// True if the search ended while better layouts may have been undecided.
    pub is_cut: bool,
    scratch: Plan,
    known: Known,
    cache: StageTimeCache,
}

/// True of the counts at which a search has to end.
pub(super) type IsOver<'a> = &'a dyn Fn(&Counts) -> bool;

/// The layouts of one shape.
struct Group {
    /// Lower bound on the score of the group's layouts.
    least: Score,
    /// Lower bound on the memory of the group's layouts.
    peak: Bytes,
    /// Number of layouts in the group.
    members: u64,
    candidate: Candidate,
}

impl Searcher {
    /// A searcher of every `of`-th family of a space from the `index`-th on.
    #[must_use]
    pub fn of(space: Space, question: &SearchQuestion, index: usize, of: usize) -> Self {
        let mut clusters = space.clusters().to_vec();
        if question.goal.wants_few_gpus() {
            // Once the smallest clusters suffice, all larger ones are excluded.
            clusters.reverse();
        } else {
            clusters = scattered(&clusters, 0, 1);
        }
        Self {
            scorer: Scorer::of(space.plan(), question, space.clusters()),
            question: question.clone(),
            share: (index, of.max(1)),
            all_clusters: clusters.len(),
            clusters,
            all_families: 0,
            families: Vec::new(),
            has_just_listed: false,
            groups: BinaryHeap::new(),
            most_groups: MOST_GROUPS,
            counts: Counts::default(),
            best: Best::of(space.plan(), question),
            is_cut: false,
            scratch: space.scratch(),
            known: Known::default(),
            cache: StageTimeCache::default(),
            space,
        }
    }

    /// Does a short piece of work: in turn it lists a family and examines the most promising group
    /// so far. So the score to beat falls early, and there are layouts to show. If many groups
    /// wait, they are examined before another family is listed. Returns false if all is done.
    pub fn advance(&mut self, incumbent: &Incumbent) -> bool {
        self.advance_until(incumbent, &|_| false)
    }

    /// Advances, unless a limit is reached: `is_over` says so of the counts so far. It is called
    /// between any two layouts of a group that are estimated in full, as a group may have thousands.
    /// Returns false if all is done or the limit is reached.
    pub fn advance_until(&mut self, incumbent: &Incumbent, is_over: IsOver) -> bool {
        if is_over(&self.counts) {
            self.is_cut |= self.has_more(incumbent);
            return false;
        }
        self.has_just_listed = !self.has_just_listed && self.groups.len() < self.most_groups;
        if self.has_just_listed
            && let Some(family) = self.next_family()
        {
            self.list_family(family, incumbent);
            return true;
        }
        self.look(incumbent, is_over) || !self.families.is_empty() || !self.clusters.is_empty()
    }

    /// True if a layout that is not decided may be among the best.
    fn has_more(&self, incumbent: &Incumbent) -> bool {
        let first = self.groups.peek();
        let is_promising =
            first.is_some_and(|group| !self.is_hopeless(Some(group.least), Bytes::ZERO, incumbent));
        is_promising || !self.families.is_empty() || !self.clusters.is_empty()
    }

    /// The next family of the present cluster, or of the next cluster with families.
    fn next_family(&mut self) -> Option<Candidate> {
        while self.families.is_empty() {
            let gpus = self.clusters.pop()?;
            // Small clusters have few families, so their first families are spread over the
            // searchers.
            let (index, of) = self.share;
            let index = (index + self.clusters.len()) % of;
            self.families = scattered(&self.space.families(gpus), index, of);
            self.all_families = self.families.len();
        }
        self.families.pop()
    }

    /// The estimated number of layouts of the share: those listed, and the same mean number for
    /// each other family.
    #[must_use]
    pub fn expected(&self) -> u64 {
        let open = self.families.len() as f64 / self.all_families.max(1) as f64;
        let listed = (self.all_clusters - self.clusters.len()) as f64 - open;
        // Before any family is listed, no estimate is possible.
        let share = self.all_clusters as f64 / listed.max(f64::MIN_POSITIVE);
        (self.counts.considered as f64 * share.max(1.0)) as u64
    }

    /// True if layouts with at least this step are too slow, whatever their memory.
    fn is_too_slow(&self, gpus: u64, step: Seconds, incumbent: &Incumbent) -> bool {
        let least = self.scorer.least(gpus, step, Bytes::ZERO);
        self.is_hopeless(least, Bytes::ZERO, incumbent)
    }

    /// True if no layout with at least this score and this peak can be among the best; a score of
    /// `None` misses a limit.
    fn is_hopeless(&self, least: Option<Score>, peak: Bytes, incumbent: &Incumbent) -> bool {
        self.question.prunes && least.is_none_or(|least| incumbent.is_beyond(least, peak))
    }

    /// Merges the layouts that other searchers have found.
    pub fn take_found(
        &mut self,
        found: impl IntoIterator<Item = FoundLayout>,
        incumbent: &Incumbent,
    ) {
        for found in found {
            self.best.offer(found);
        }
        incumbent.lower(&self.best);
    }
}

/// Every `of`-th family from the `index`-th on, in a scattered order. Neighbours resemble each
/// other, and the first families examined should be of every kind.
fn scattered<T: Copy>(families: &[T], index: usize, of: usize) -> Vec<T> {
    let count = families.len();
    // Steps near the golden section spread most evenly; without a common divisor they reach all
    // families.
    let start = count * 5 / 8 + 1;
    let is_coprime = |&step: &usize| gcd(step, count) == 1;
    let step = (start..).find(is_coprime).unwrap_or(1);
    let places = (index..count).step_by(of.max(1));
    places.map(|place| families[place * step % count]).collect()
}

const fn gcd(one: usize, other: usize) -> usize {
    if other == 0 {
        one
    } else {
        gcd(other, one % other)
    }
}

impl Ord for Group {
    /// The most promising is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = other.least[0].total_cmp(&self.least[0]);
        by_score.then(other.least[1].total_cmp(&self.least[1]))
    }
}

impl PartialOrd for Group {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Group {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Group {}

#[cfg(test)]
mod tests {
    use super::{MOST_GROUPS, Searcher, Space};
    use crate::optimize::{Constraints, Incumbent, Objective, SearchQuestion};
    use formats::link;

    /// Searches with this number of groups at most, before each family that is listed. Returns the
    /// searcher, the most groups that it held, and the most that a family added.
    fn searched(question: &SearchQuestion, most_groups: usize) -> (Searcher, usize, usize) {
        let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x16&gbs=64");
        let space = Space::of(&plan, &Constraints::of(&plan));
        let incumbent = Incumbent::of(&plan, question);
        let mut searcher = Searcher::of(space, question, 0, 1);
        searcher.most_groups = most_groups;
        let (mut most, mut added) = (0, 0);
        loop {
            let before = searcher.groups.len();
            if !searcher.advance(&incumbent) {
                return (searcher, most, added);
            }
            most = most.max(searcher.groups.len());
            added = added.max(searcher.groups.len().saturating_sub(before));
        }
    }

    /// A group of a long pipeline has thousands of layouts: a limit holds inside of it.
    #[test]
    fn a_limit_holds_within_a_group() {
        let (plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&gbs=64");
        let question = SearchQuestion {
            prunes: false,
            ..SearchQuestion::of(Objective::Fastest)
        };
        let space = Space::of(&plan, &Constraints::of(&plan));
        let incumbent = Incumbent::of(&plan, &question);
        for most in [1, 50] {
            let mut searcher = Searcher::of(space.clone(), &question, 0, 1);
            while searcher.advance_until(&incumbent, &|counts| counts.estimated >= most) {}
            assert_eq!((searcher.counts.estimated, searcher.is_cut), (most, true));
        }
    }

    #[test]
    fn a_search_that_has_decided_all_is_not_cut() {
        let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x2&gbs=4");
        let question = SearchQuestion::of(Objective::Fastest);
        let space = Space::of(&plan, &Constraints::of(&plan));
        let incumbent = Incumbent::of(&plan, &question);
        let mut searcher = Searcher::of(space, &question, 0, 1);
        while searcher.advance(&incumbent) {}
        assert!(!searcher.advance_until(&incumbent, &|_| true) && !searcher.is_cut);
    }

    #[test]
    fn few_groups_are_held_and_the_same_layouts_are_found() {
        for prunes in [true, false] {
            let question = SearchQuestion {
                prunes,
                ..SearchQuestion::of(Objective::Fastest)
            };
            let (all, without_limit, _) = searched(&question, MOST_GROUPS);
            let (few, most, added) = searched(&question, 10);
            assert!(most < 10 + added, "{most} groups, {added} of a family");
            assert!(most < without_limit / 2, "{most} of {without_limit}");
            assert_eq!(few.best.found(), all.best.found());
            assert_eq!(few.counts.considered, all.counts.considered);
        }
    }
}
