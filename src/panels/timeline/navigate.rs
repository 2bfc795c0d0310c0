//! Navigation through the step: zoom, between blocks, between stages, and the cursor.

use crate::browser::{by_id, pointer};

use cost::moment::StepMoment;
use cost::timeline::Timeline;
use cost::units::Seconds;

use super::act::BlockStep;
use super::chart::{Chart, Selection};
use super::state::TimelineFigure;

/// Largest number of doublings of the zoom.
const CLOSEST: u32 = 8;
/// Milliseconds in which the cursor crosses the part in sight.
const PASSAGE: f64 = 8_000.0;
/// Position of the cursor at the start of the step: zero means no cursor.
const BEGIN: f64 = 1e-5;
/// Position of the cursor at which the region scrolls on, as a share of the width in sight.
const MOVES_ON: f64 = 0.9;

impl TimelineFigure {
    /// The time at a position of the canvas, in pixels from its left.
    pub(super) fn time_at(&self, place: f64) -> f64 {
        self.axis
            .time((self.left + place) / self.width.max(1.0) / self.scale())
    }

    /// Zooms the time axis around a fixed position: the given one, the selected block, or the
    /// middle of the part in sight.
    pub(super) fn zoom_by(&mut self, by: i32, place: Option<f64>) {
        let zoom = self.zoom.saturating_add_signed(by).min(CLOSEST);
        let width = self.width;
        let selected = self
            .selected_at()
            .map(|place| place * width * self.scale() - self.left);
        let selected = selected.filter(|place| (0.0..width).contains(place));
        let place = place.or(selected).unwrap_or(width / 2.0);
        let share = (self.left + place) / self.scale();
        self.zoom = zoom;
        self.scroll_to = Some((share * self.scale() - place).max(0.0));
    }

    /// Start of the selected block, as a share of the drawing.
    fn selected_at(&self) -> Option<f64> {
        let Selection { rank, index, .. } = self.selection;
        let cell = self.chart()?.timeline.cell(rank, index?)?;
        Some(self.axis.place(cell.start))
    }

    /// Selects another block of the stage; the first selection is a block in sight.
    pub(super) fn step(&mut self, step: BlockStep) {
        let Some(Chart { timeline, .. }) = self.chart() else {
            return;
        };
        let rank = self.selection.rank;
        let last = timeline.rows()[rank].blocks.len().saturating_sub(1);
        let index = match (step, self.selection.index) {
            (BlockStep::First, _) => 0,
            (BlockStep::Last, _) => last,
            (BlockStep::Before, Some(index)) => {
                let before = (0..index)
                    .rev()
                    .find(|&index| self.is_drawn(timeline, index));
                before.unwrap_or(0)
            }
            (BlockStep::Next, Some(index)) => {
                let next = (index + 1..last).find(|&index| self.is_drawn(timeline, index));
                next.unwrap_or(last)
            }
            (_, None) => timeline.at(rank, self.time_at(0.0)),
        };
        self.selection.index = Some(index);
        self.follow_selection();
    }

    /// True if a block of the selected stage is not in the part that is left out.
    fn is_drawn(&self, timeline: &Timeline, index: usize) -> bool {
        let cell = timeline.cell(self.selection.rank, index);
        cell.is_some_and(|cell| !self.axis.leaves_out(cell.start, cell.end))
    }

    /// Selects the next stage, or the previous one, at the same moment.
    pub(super) fn climb(&mut self, is_down: bool) {
        let Selection { chart, rank, index } = self.selection;
        let Some(Chart { timeline, .. }) = self.chart() else {
            return;
        };
        let cell = index.and_then(|index| timeline.cell(rank, index));
        let time = cell.map_or(0.0, |cell| (cell.start + cell.end) / 2.0);
        let to = match (is_down, rank.checked_sub(1)) {
            (true, _) if rank + 1 < timeline.rows().len() => (chart, rank + 1),
            (true, _) if self.charts[1].is_some() => (1, if chart == 0 { 0 } else { rank }),
            (false, Some(before)) => (chart, before),
            (false, None) if chart == 1 => (0, usize::MAX),
            _ => (chart, rank),
        };
        (self.selection.chart, self.selection.rank) = to;
        self.keep_selection();
        if let (Some(_), Some(chart)) = (index, self.chart()) {
            self.selection.index = Some(chart.timeline.at(self.selection.rank, time));
            self.follow_selection();
        }
    }

    /// The moment at which the cursor stands; none at both ends of the step.
    pub(super) fn moment(&self) -> Option<StepMoment> {
        let timeline = &self.charts[0].as_ref()?.timeline;
        let is_within = self.now > 0.0 && self.now < 1.0;
        is_within.then(|| StepMoment::of(timeline, Seconds(self.axis.time(self.now))))
    }

    /// Moves the cursor to the start of the selected block.
    pub(super) fn set_cursor(&mut self) {
        let Selection { rank, index, .. } = self.selection;
        let chart = self.chart().zip(index);
        let cell = chart.and_then(|(chart, index)| chart.timeline.cell(rank, index));
        if let Some(cell) = cell {
            // Within the block, however its time is rounded.
            let time = cell.start + (cell.end - cell.start) * 1e-3;
            self.now = self.axis.place(time).max(BEGIN);
        }
    }

    /// Moves the cursor to the selected block, and scrolls that into sight.
    fn follow_selection(&mut self) {
        let Some(place) = self.selected_at() else {
            return;
        };
        self.set_cursor();
        self.is_playing = false;
        let width = self.width;
        let place = place * width * self.scale();
        if !(self.left..self.left + MOVES_ON * width).contains(&place) {
            self.scroll_to = Some((place - width / 3.0).max(0.0));
        }
    }

    /// Stops the cursor, and selects the block under it.
    pub(super) fn pause(&mut self) {
        self.is_playing = false;
        let time = self.axis.time(self.now);
        let rank = self.selection.rank;
        let chart = self.chart();
        self.selection.index = chart.map(|chart| chart.timeline.at(rank, time));
    }

    /// Starts the cursor from its present position.
    pub(super) fn start_cursor(&mut self) {
        self.is_playing = true;
        self.last_frame = None;
        self.selection.index = None;
        if self.now >= 1.0 || self.now <= 0.0 {
            self.now = BEGIN;
        }
    }

    /// Moves the cursor by the time since the last frame; returns whether it still runs.
    pub(super) fn move_cursor(&mut self, time: f64) -> bool {
        if !self.is_playing {
            return false;
        }
        let before = self.last_frame.replace(time).unwrap_or(time);
        self.now += (time - before) / PASSAGE / self.scale();
        if self.now >= 1.0 {
            self.now = 1.0;
            self.is_playing = false;
            return false;
        }
        let place = self.now * self.width * self.scale();
        if place > self.left + MOVES_ON * self.width {
            self.scroll_to = Some(place - (1.0 - MOVES_ON) * self.width);
            self.is_painted = false;
        }
        true
    }
}

/// True if the button that starts the cursor is shown.
pub(super) fn is_play_shown(figure: &str) -> bool {
    let figure = by_id(figure);
    let button = figure.and_then(|figure| {
        let button = figure.query_selector(".lanes-tools [data-act=' ']");
        button.ok()?
    });
    button.is_some_and(|button| pointer::width(&button) > 0.0)
}
