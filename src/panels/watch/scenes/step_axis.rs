//! The time axis of the stages of a pipeline.

use cost::trace::Happening;
use cost::units::Seconds;

use crate::panels::watch::axis::TraceAxis;
use crate::panels::watch::frame::WatchFrame;

/// The time axis of the stages. A middle that is not drawn is a gap.
pub(super) struct StepAxis<'a> {
    pub(super) frame: &'a WatchFrame<'a>,
    axis: TraceAxis,
    /// Start and end of the middle, in seconds from the start of the step and on the screen.
    middle: Option<[[f64; 2]; 2]>,
}

impl<'a> StepAxis<'a> {
    pub(super) fn of(frame: &'a WatchFrame) -> Self {
        let axis = TraceAxis::of(frame.trace);
        let mut moments = frame.trace.moments.iter();
        let middle = moments.find(|moment| moment.what == Happening::Repeats);
        let lanes = frame.regions.lanes;
        let middle = middle.zip(axis.cut()).map(|(moment, cut)| {
            let times = [moment.from, moment.to].map(|time| (time + frame.trace.begins).0);
            let places = cut.map(|share| lanes.left + share * lanes.width);
            std::array::from_fn(|end| [times[end], places[end]])
        });
        Self {
            frame,
            axis,
            middle,
        }
    }

    /// The place of a time from the start of the step.
    pub(super) fn place(&self, time: f64) -> f64 {
        let lanes = self.frame.regions.lanes;
        let time = Seconds(time).beyond(self.frame.trace.begins);
        lanes.left + self.axis.share(time) * lanes.width
    }

    /// The places of a span; `None` if all of it is in the middle. A span that begins or ends in the
    /// middle is drawn up to it.
    pub(super) fn span(&self, from: f64, to: f64) -> Option<[f64; 2]> {
        let (mut left, mut right) = (None, None);
        if let Some([[begins, before], [ends, after]]) = self.middle {
            if from >= begins && to <= ends {
                return None;
            }
            if from < begins && to > begins {
                right = Some(before);
            } else if from >= begins && from < ends {
                left = Some(after);
            }
        }
        let left = left.unwrap_or_else(|| self.place(from));
        Some([left, right.unwrap_or_else(|| self.place(to))])
    }

    /// The parts of a row beside the middle.
    pub(super) fn parts(&self) -> [[f64; 2]; 2] {
        let lanes = self.frame.regions.lanes;
        let [before, after] = self.gap().unwrap_or([lanes.right(); 2]);
        [[lanes.left, before], [after, lanes.right()]]
    }

    /// The present place.
    pub(super) fn now(&self) -> f64 {
        let lanes = self.frame.regions.lanes;
        lanes.left + self.axis.share(self.frame.now) * lanes.width
    }

    /// The places between which the middle is left out.
    pub(super) fn gap(&self) -> Option<[f64; 2]> {
        self.middle.map(|ends| ends.map(|[_, place]| place))
    }
}
