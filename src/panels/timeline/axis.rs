//! The time axis of the drawing. Of a step with many micro-batches it has the fill, a few steady
//! micro-batches, and the drain: the middle is left out, and a break stands for it.

use cost::timeline::Timeline;

/// Steady micro-batches that are drawn at each side of the break.
const STEADY: usize = 4;
/// Width of the break, as a share of the drawing.
const BREAK: f64 = 0.08;
/// Largest number of ticks in sight.
const TICKS: f64 = 8.0;
/// Largest number of ticks along the whole drawing.
const MOST_TICKS: f64 = 400.0;

/// A time axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TimeAxis {
    /// Seconds of the longest step that is drawn.
    end: f64,
    /// Share of the drawing that a second takes outside the break.
    pub(super) second: f64,
    /// The part that is left out, if any.
    pub(super) cut: Option<OmittedTime>,
}

/// The part of a step that is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OmittedTime {
    /// Its first moment.
    from: f64,
    /// Its last moment.
    to: f64,
    /// Micro-batches of which no block is drawn.
    pub(super) micro_batches: usize,
}

impl TimeAxis {
    /// The axis of steps that end by this moment, with the first one's middle left out if that is
    /// long.
    pub(super) fn of(timeline: &Timeline, end: f64, is_whole: bool) -> Self {
        let pipeline = timeline.pipeline();
        let slots = pipeline.micro_batches + pipeline.ranks - 1;
        let drawn = pipeline.ranks - 1 + STEADY;
        let side = timeline.end().0 * drawn as f64 / slots as f64;
        let is_long = slots > 3 * drawn;
        let cut = (is_long && !is_whole).then(|| OmittedTime::of(timeline, side, end - side));
        let axis = Self {
            end,
            second: 0.0,
            cut,
        };
        let share = cut.map_or(1.0, |_| 1.0 - BREAK);
        Self {
            second: share / axis.drawn(),
            ..axis
        }
    }

    /// Seconds that are drawn.
    fn drawn(&self) -> f64 {
        self.end - self.cut.map_or(0.0, |cut| cut.to - cut.from)
    }

    /// The position of a moment, as a share of the drawing.
    pub(super) fn place(&self, time: f64) -> f64 {
        let second = self.second;
        match self.cut {
            Some(OmittedTime { from, to, .. }) if time > to => second * (time - to + from) + BREAK,
            Some(OmittedTime { from, to, .. }) if time > from => {
                second * from + BREAK * (time - from) / (to - from)
            }
            _ => second * time,
        }
    }

    /// The moment at a position.
    pub(super) fn time(&self, place: f64) -> f64 {
        let second = self.second;
        let Some(OmittedTime { from, to, .. }) = self.cut else {
            return place / second;
        };
        let beyond = place - second * from;
        if beyond > BREAK {
            to + (beyond - BREAK) / second
        } else if beyond > 0.0 {
            from + (to - from) * beyond / BREAK
        } else {
            place / second
        }
    }

    /// True if nothing is drawn between two moments.
    pub(super) fn leaves_out(&self, from: f64, to: f64) -> bool {
        self.cut.is_some_and(|cut| cut.from <= from && to <= cut.to)
    }

    /// Begin and width of the break, as shares of the drawing.
    pub(super) fn break_at(&self) -> Option<[f64; 2]> {
        let cut = self.cut?;
        Some([self.place(cut.from), BREAK])
    }

    /// The ticks of a drawing of this scale, as moments, and their distance.
    pub(super) fn ticks(&self, scale: f64) -> (Vec<f64>, f64) {
        let count = (TICKS * scale).min(MOST_TICKS);
        let least = self.drawn() / count;
        let ten = 10_f64.powf(least.log10().floor());
        let factors = [1.0, 2.0, 5.0, 10.0];
        let step = factors.map(|factor| factor * ten);
        let step = step.into_iter().find(|&step| step >= least);
        let step = step.unwrap_or(10.0 * ten);
        let all = (self.end / step) as usize;
        // Beside the break there is room for half of a number.
        let room = 0.4 * step.min(self.drawn() / 10.0);
        // At the end, for all of it.
        let most = 1.0 - 0.05 / scale;
        let ticks = (0..=all).map(|index| index as f64 * step);
        let ticks = ticks.filter(|&time| self.place(time) < most);
        let ticks = ticks.filter(|&time| !self.leaves_out(time + room, time - room));
        (ticks.collect(), step)
    }
}

impl OmittedTime {
    /// The part between two moments of a step.
    fn of(timeline: &Timeline, from: f64, to: f64) -> Self {
        let mut drawn: Vec<Option<bool>> = Vec::new();
        for cell in timeline.rows().iter().flat_map(|row| &row.blocks) {
            let number = cell.block.micro_batch;
            if drawn.len() <= number {
                drawn.resize(number + 1, None);
            }
            let is_drawn = cell.start < from || cell.end > to;
            let known = &mut drawn[number];
            *known = Some(known.unwrap_or_default() || is_drawn);
        }
        let micro_batches = drawn.iter().filter(|drawn| **drawn == Some(false)).count();
        Self {
            from,
            to,
            micro_batches,
        }
    }
}
