//! The groups of a family, with their bounds.
//!
//! Tests: `mod.rs`.

use super::{Group, Incumbent, Searcher};
use crate::optimize::{Candidate, Recomputed};
use cost::bound::Bounds;
use cost::legal::Legal;
use cost::units::{Bytes, Seconds};

impl Searcher {
    pub(super) fn list_family(&mut self, family: Candidate, incumbent: &Incumbent) {
        let shapes = self.space.shapes(family);
        let shapes: Vec<(Candidate, u64)> = shapes
            .map(|shape| (shape, self.space.members(shape)))
            .collect();
        let Some(&(first, _)) = shapes.first() else {
            return;
        };
        first.write_plainly(&mut self.scratch);
        let Ok(legal) = Legal::check(&self.scratch) else {
            return;
        };
        let members: u64 = shapes.iter().map(|(_, members)| members).sum();
        let of_family = members * self.space.rungs().count() as u64;
        self.counts.considered += of_family;
        if !self.question.prunes {
            return self.list_all(&shapes);
        }
        if self.never_runs(&legal) {
            self.counts.not_run += of_family;
            return;
        }
        // The number of GPUs alone may exclude the family's layouts. Else the bound of the family
        // without recomputation may, as recomputation never makes a step shorter.
        if self.is_too_slow(family.gpus, Seconds::ZERO, incumbent)
            || self.is_too_slow(family.gpus, Bounds::of(&legal).step(&legal), incumbent)
        {
            self.counts.too_slow += of_family;
            return;
        }
        let rungs: Vec<Recomputed> = self.space.rungs().collect();
        for recompute in rungs {
            let (least, most) = (recompute.least(), recompute.most());
            if self.never_recomputes(first, most) {
                self.counts.not_run += members;
                continue;
            }
            let Some((bounds, step)) = self.bounds_of(first, least) else {
                continue;
            };
            if self.is_too_slow(family.gpus, step, incumbent) {
                self.counts.too_slow += members;
                continue;
            }
            let of_memory = (most != least).then(|| self.bounds_of(first, most));
            let bounds = of_memory.flatten().map_or(bounds, |(bounds, _)| bounds);
            for &(shape, members) in &shapes {
                let shape = Candidate { recompute, ..shape };
                self.list_shape(shape, members, &bounds, step, incumbent);
            }
        }
    }

    /// Bounds of a shape that recomputes this, and the least step; the same for any number of
    /// stages: with more stages each has fewer layers, and proportionally more micro-batches.
    fn bounds_of(&mut self, shape: Candidate, recompute: Recomputed) -> Option<(Bounds, Seconds)> {
        Candidate { recompute, ..shape }.write_plainly(&mut self.scratch);
        let legal = Legal::check(&self.scratch).ok()?;
        let bounds = Bounds::of(&legal);
        Some((bounds, bounds.step(&legal)))
    }

    /// Lists every shape as possibly the best.
    fn list_all(&mut self, shapes: &[(Candidate, u64)]) {
        for recompute in self.space.rungs() {
            let groups = shapes.iter().map(|&(shape, members)| Group {
                least: [0.0; 2],
                peak: Bytes::ZERO,
                members,
                candidate: Candidate { recompute, ..shape },
            });
            self.groups.extend(groups);
        }
    }

    fn list_shape(
        &mut self,
        candidate: Candidate,
        members: u64,
        bounds: &Bounds,
        step: Seconds,
        incumbent: &Incumbent,
    ) {
        let kept = Candidate {
            recompute: candidate.recompute.most(),
            ..candidate
        };
        kept.write_plainly(&mut self.scratch);
        self.scratch.layout.zero = self.space.most_sharded();
        let Ok(legal) = Legal::check(&self.scratch) else {
            return;
        };
        if self.never_runs(&legal) {
            self.counts.not_run += members;
            return;
        }
        let peak = self.scorer.least_peak(bounds.memory(&legal));
        if !self.scorer.leaves_room(peak) {
            self.counts.without_room += members;
            return;
        }
        match self.scorer.least(candidate.gpus, step, peak) {
            Some(least) if !self.is_hopeless(Some(least), peak, incumbent) => {
                self.groups.push(Group {
                    least,
                    peak,
                    members,
                    candidate,
                });
            }
            _ => self.counts.too_slow += members,
        }
    }

    /// True if no layout of this shape's family runs that recomputes this.
    fn never_recomputes(&mut self, shape: Candidate, recompute: Recomputed) -> bool {
        if self.question.release.is_none() {
            return false;
        }
        Candidate { recompute, ..shape }.write_plainly(&mut self.scratch);
        Legal::check(&self.scratch).is_ok_and(|legal| self.never_runs(&legal))
    }

    /// True if no layout runs in the question's framework that differs from this plan only in its
    /// sharding and in the order of its pipeline.
    fn never_runs(&self, legal: &Legal) -> bool {
        let release = self.question.release;
        release.is_some_and(|release| release.never_runs(legal))
    }
}
