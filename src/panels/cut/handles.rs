//! Handles by which a reader cuts elsewhere. Each is a slider of its axis.

use cost::cut::Cut;
use cost::legal::Legal;
use cost::plan::Plan;

use super::rulers::ruler_lines;
use super::sheet::Sheet;
use crate::components::SliderInput;
use crate::controls;
use crate::store::{Event, Page};

/// An axis with a handle, in the order of `CutText::handles`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handle {
    /// Tensor parallel, on the ruler of heads.
    Tensor,
    /// Pipeline parallel, on the ruler of layers.
    Pipeline,
    /// Data parallel, at the last replica. It changes the number of GPUs.
    Data,
}

/// Distance in pixels over which the handle of data parallelism doubles it.
const DOUBLING: f64 = 44.0;

impl Handle {
    pub(super) const ALL: [Self; 3] = [Self::Tensor, Self::Pipeline, Self::Data];

    /// The key of the control that it moves.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Tensor => "tp",
            Self::Pipeline => "pp",
            Self::Data => "gpus",
        }
    }

    /// The degree of its axis.
    pub(super) fn degree(self, cut: &Cut) -> u64 {
        match self {
            Self::Tensor => cut.tensor,
            Self::Pipeline => cut.stages.len() as u64,
            Self::Data => cut.data,
        }
    }

    /// Its place in a drawing.
    pub(super) fn place(self, sheet: &Sheet) -> [f64; 2] {
        let [x, y] = ruler_lines(sheet);
        let [beside, below] = sheet.first_cuts();
        match self {
            Self::Tensor => [beside, y],
            Self::Pipeline => [x, below],
            Self::Data if sheet.behind > 0 => {
                let [right, up] = sheet.shift.map(|side| side * sheet.behind as f64);
                [sheet.grid.right() + right - 36.0, sheet.grid.top - up + 6.0]
            }
            Self::Data => [sheet.grid.right() - 36.0, y],
        }
    }

    /// The degree to which a drag leads: where the first cut is under the pointer. `from` is the
    /// pointer's distance from the beginning of the ruler when the drag began, `to` its distance
    /// now, `degree` the degree when it began.
    pub(super) fn dragged(self, degree: u64, from: [f64; 2], to: [f64; 2]) -> f64 {
        let degree = degree as f64;
        match self {
            Self::Tensor => degree * from[0] / to[0].max(1.0),
            Self::Pipeline => degree * from[1] / to[1].max(1.0),
            Self::Data => degree * ((to[0] - from[0]) / DOUBLING).exp2(),
        }
    }

    /// The event that brings the axis to the possible degree nearest to `degree`, by ratio.
    pub(super) fn nearest(self, page: &Page, degree: f64) -> Option<Event> {
        let away = |value: f64| (value / degree.max(1e-3)).ln().abs();
        let values = self.degrees(&page.draft).into_iter();
        self.set(page, values.min_by(|a, b| away(*a).total_cmp(&away(*b)))?)
    }

    /// The event that a key leads to: one degree up or down.
    pub(super) fn stepped(self, page: &Page, key: &str) -> Option<Event> {
        let input = match key {
            "ArrowRight" | "ArrowUp" => SliderInput::More,
            "ArrowLeft" | "ArrowDown" => SliderInput::Less,
            _ => return None,
        };
        if self != Self::Data {
            return controls::moved(self.key(), page, input);
        }
        let degree = page.draft.data_parallel() as f64;
        let degrees = self.degrees(&page.draft).into_iter();
        let mut beyond: Vec<f64> = match input {
            SliderInput::More => degrees.filter(|other| *other > degree).collect(),
            _ => degrees.filter(|other| *other < degree).rev().collect(),
        };
        // As at sliders, keys skip what is impossible, unless all of it is.
        let is_possible = |degree: &f64| {
            let mut plan = page.draft.as_ref().clone();
            plan.cluster.gpus = (degree * per_replica(&plan)) as u64;
            Legal::check(&plan).is_ok()
        };
        if let Some(place) = beyond.iter().position(is_possible) {
            beyond.drain(..place);
        }
        self.set(page, *beyond.first()?)
    }

    /// Rising degrees of the stops of its slider; of the numbers of GPUs, those of whole replicas.
    fn degrees(self, plan: &Plan) -> Vec<f64> {
        let stops = controls::offered(self.key(), plan);
        if self != Self::Data {
            return stops;
        }
        let degrees = stops.into_iter().map(|gpus| gpus / per_replica(plan));
        degrees.filter(|degree| degree.fract() == 0.0).collect()
    }

    fn set(self, page: &Page, degree: f64) -> Option<Event> {
        let value = if self == Self::Data {
            degree * per_replica(&page.draft)
        } else {
            degree
        };
        controls::moved(self.key(), page, SliderInput::Number(value))
    }
}

/// GPUs of a replica.
fn per_replica(plan: &Plan) -> f64 {
    let layout = &plan.layout;
    (layout.tensor * layout.pipeline * layout.context).max(1) as f64
}
