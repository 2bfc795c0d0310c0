//! The data of a sweep's picture.

use std::sync::Arc;

use formats::number::Units;
use search::sweep::Sweep;

use super::points::point_words;
use super::state::{SweepChoice, SweepFigure};
use crate::store::Page;

/// All that the picture of a sweep follows from, except for the mark of the plan itself. The
/// picture is drawn anew only when this changes, which a plan that moves along a line does not
/// cause.
#[derive(Clone)]
pub(super) struct SweepPicture {
    /// The sweep, once there is one.
    pub(super) sweep: Option<Arc<Sweep>>,
    /// True if the sweep was stopped before its end.
    pub(super) is_cut: bool,
    pub(super) asked: SweepChoice,
    /// The selected point.
    pub(super) at: Option<(usize, usize)>,
    /// The index of the plan's own line.
    pub(super) own_line: Option<usize>,
    pub(super) units: Units,
}

impl PartialEq for SweepPicture {
    fn eq(&self, other: &Self) -> bool {
        let is_same_sweep = match (&self.sweep, &other.sweep) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        is_same_sweep
            && self.is_cut == other.is_cut
            && self.asked == other.asked
            && self.at == other.at
            && self.own_line == other.own_line
            && self.units == other.units
    }
}

impl SweepPicture {
    /// The selected point in words; empty if none is.
    pub(super) fn selected(&self) -> String {
        match (&self.sweep, self.at) {
            (Some(sweep), Some(at)) => point_words(sweep, self.asked.reading, self.units, at),
            _ => String::new(),
        }
    }
}

impl SweepFigure {
    /// The present content of the picture.
    pub(super) fn picture(&self, page: &Page) -> SweepPicture {
        let sweep = self.sweeps.shown();
        SweepPicture {
            sweep: sweep.cloned(),
            is_cut: self.sweeps.is_cut,
            asked: self.asked,
            at: self.at,
            own_line: sweep.and_then(|sweep| sweep.place_of(&page.plan).1),
            units: page.units(),
        }
    }
}
