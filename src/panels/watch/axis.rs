//! The lanes of a trace that are drawn, and their time axis.

use cost::trace::{Happening, Trace, TraceLane};
use cost::units::Seconds;

/// Share of the axis that a middle in one piece takes.
const CUT: f64 = 0.04;

/// The time axis of a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TraceAxis {
    end: f64,
    /// Start and end of the middle that is not to scale.
    cut: Option<[f64; 2]>,
}

impl TraceAxis {
    /// The axis of a trace, from the start of its first moment to the end of its last one. Exchanges
    /// that go on beside what comes next are beyond it ([`beyond`]).
    pub(super) fn of(trace: &Trace) -> Self {
        let mut moments = trace.moments.iter();
        let cut = moments.find(|moment| moment.what == Happening::Repeats);
        Self {
            end: trace.end.0,
            cut: cut.map(|moment| [moment.from.0, moment.to.0]),
        }
    }

    /// Length of the part that is to scale.
    fn length(&self) -> f64 {
        let cut = self.cut.map_or(0.0, |[from, to]| to - from);
        (self.end - cut).max(f64::MIN_POSITIVE)
    }

    /// Share of the axis before a time: 1 beyond its end.
    pub(super) fn share(&self, time: Seconds) -> f64 {
        let Some([from, to]) = self.cut else {
            return (time.0 / self.length()).min(1.0);
        };
        let scale = (1.0 - CUT) / self.length();
        let share = if time.0 <= from {
            time.0 * scale
        } else if time.0 >= to {
            (time.0 - to + from) * scale + CUT
        } else {
            from * scale + CUT * (time.0 - from) / (to - from)
        };
        share.min(1.0)
    }

    /// The time at a share of the axis.
    pub(super) fn time(&self, share: f64) -> Seconds {
        let Some([from, to]) = self.cut else {
            return Seconds(share * self.length());
        };
        let scale = (1.0 - CUT) / self.length();
        let [start, end] = [from * scale, from * scale + CUT];
        Seconds(if share <= start {
            share / scale
        } else if share >= end {
            (share - CUT) / scale + to - from
        } else {
            from + (share - start) / CUT * (to - from)
        })
    }

    /// The start and the end of what is not to scale, as shares of the axis.
    pub(super) fn cut(&self) -> Option<[f64; 2]> {
        self.cut
            .map(|cut| cut.map(|time| self.share(Seconds(time))))
    }
}

/// Seconds for which the exchanges of a lane go on after the end of the trace, beside what comes
/// next.
pub(super) fn beyond(trace: &Trace, lane: TraceLane) -> Seconds {
    let spans = trace.lanes[lane as usize].iter();
    let last = spans.map(|span| span.to).fold(trace.end, Seconds::max);
    // Less is rounding.
    let beyond = last.beyond(trace.end);
    if beyond.0 > 1e-9 * trace.end.0 {
        beyond
    } else {
        Seconds::ZERO
    }
}

/// The lanes of a trace that have spans.
pub(super) fn shown(trace: &Trace) -> impl Iterator<Item = TraceLane> + '_ {
    let lanes = TraceLane::ALL.into_iter();
    lanes.filter(|lane| !trace.lanes[*lane as usize].is_empty())
}
