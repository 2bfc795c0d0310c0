//! Layout of the steps that are drawn, block by block.

use std::sync::Arc;
use std::time::Duration;

use cost::legal::Legal;
use cost::plan::Plan;
use cost::timeline::Timeline;
use cost::{Estimate, estimate};
use search::schedules;

use super::axis::TimeAxis;
use super::chart::{Chart, Selection};
use super::state::{TimelineEvent, TimelineFigure};
use crate::store::{Effects, Page};

/// Largest number of blocks that are laid out at once; a longer step is laid out in a task of its
/// own.
const AT_ONCE: u64 = 12_000;

impl TimelineFigure {
    /// Sets the time axis: up to the end of the longer of the steps.
    pub(super) fn set_axis(&mut self) {
        let ends = self.charts.iter().flatten();
        let end = ends.map(|chart| chart.timeline.end().0).fold(0.0, f64::max);
        let axis = |chart: &Chart| TimeAxis::of(&chart.timeline, end, self.is_whole);
        self.axis = self.charts[0].as_ref().map(axis).unwrap_or_default();
    }

    /// Factor by which the drawing is longer than its region.
    pub(super) fn scale(&self) -> f64 {
        f64::from(1_u32 << self.zoom)
    }

    /// The chart of the selection.
    pub(super) fn chart(&self) -> Option<&Chart> {
        self.charts[self.selection.chart].as_ref()
    }

    /// Takes the page's plan over without a layout if only its run differs from the plan that is
    /// laid out: its step is the same. Returns whether it does.
    pub(super) fn follows_run(&mut self, page: &Page) -> bool {
        let Some(plan) = &mut self.plan else {
            return false;
        };
        let mut like = Plan::clone(plan);
        like.run = page.plan.run;
        like.cluster.gpu.price = page.plan.cluster.gpu.price;
        let follows = *plan != page.plan && like == *page.plan;
        if follows {
            *plan = Arc::clone(&page.plan);
        }
        follows
    }

    /// True if the page's plan is laid out.
    pub(super) fn is_laid_out(&self, page: &Page) -> bool {
        let is_current = |plan: &Arc<Plan>| Arc::ptr_eq(plan, &page.plan) || *plan == page.plan;
        self.plan.as_ref().is_some_and(is_current)
    }

    /// Lays the page's plan out if another one is laid out, or schedules a task for it. Returns
    /// whether a new layout is ready.
    pub(super) fn update_layout(
        &mut self,
        page: &Page,
        effects: &mut Effects<TimelineEvent>,
    ) -> bool {
        if self.is_laid_out(page) {
            return false;
        }
        if page.pipeline().blocks() <= AT_ONCE {
            self.lay_out(page);
            return true;
        }
        if !self.is_layout_due {
            self.is_layout_due = true;
            effects.after(Duration::ZERO, TimelineEvent::LayOut);
        }
        false
    }

    /// Lays the page's plan out.
    pub(super) fn lay_out(&mut self, page: &Page) {
        if self.against.is_some() {
            self.update_others(page);
        }
        let mut others = self.others.iter();
        let other = others.find(|other| Some(other.schedule()) == self.against);
        let [first, second] = &mut self.charts;
        renew(first, &page.plan, &page.estimate);
        match other.map(|other| (other, estimate(other))) {
            Some((other, Ok(estimate))) => renew(second, other, &estimate),
            _ => *second = None,
        }
        self.plan = Some(Arc::clone(&page.plan));
        self.is_layout_due = false;
        self.is_painted = false;
        self.set_axis();
        self.keep_selection();
    }

    /// Finds the schedules to compare with; returns whether they were those of another plan. A drag
    /// leaves that until the plan rests, unless one is drawn: it takes dozens of plans.
    pub(super) fn update_others(&mut self, page: &Page) -> bool {
        let is_known = |plan: &Arc<Plan>| Arc::ptr_eq(plan, &page.plan);
        if self.others_of.as_ref().is_some_and(is_known) {
            return false;
        }
        self.others = schedules(&page.plan);
        self.others_of = Some(Arc::clone(&page.plan));
        true
    }

    /// Moves the selection to an existing block.
    pub(super) fn keep_selection(&mut self) {
        let Selection { chart, rank, index } = self.selection;
        let chart = if self.charts[chart].is_some() {
            chart
        } else {
            0
        };
        let Some(Chart { timeline, .. }) = &self.charts[chart] else {
            self.selection.chart = 0;
            return;
        };
        let rank = rank.min(timeline.rows().len().saturating_sub(1));
        let last = timeline.rows()[rank].blocks.len().saturating_sub(1);
        let index = index.map(|index| index.min(last));
        self.selection = Selection { chart, rank, index };
    }
}

/// Lays out a plan's step in the chart of another's.
fn renew(chart: &mut Option<Chart>, plan: &Plan, estimate: &Estimate) {
    let old = chart.take().map(|chart| chart.timeline);
    let Ok(legal) = Legal::check(plan) else {
        return;
    };
    if let Some(timeline) = Timeline::renewed(old, &legal, estimate) {
        let memory = &estimate.memory;
        *chart = Some(Chart {
            timeline,
            schedule: plan.schedule(),
            bubble: estimate.time.bubble_fraction(),
            rooms: memory
                .stages
                .iter()
                .map(|stage| memory.room(stage))
                .collect(),
        });
    }
}
