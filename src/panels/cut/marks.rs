//! Marks of the stops of handles, on their rulers.

use cost::memory::Verdict;

use super::handles::Handle;
use super::outlines::{Layer, Shape};
use super::rulers::ruler_lines;
use super::sheet::Sheet;
use crate::controls::offered;
use crate::store::{Page, PlanState};

/// Least distance between two marks: of two that are closer, only that of the lower degree is drawn.
const APART: f64 = 8.0;

/// A stop of a handle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stop {
    /// The degree. The first cut is at this part of the ruler.
    degree: f64,
    /// The state of the plan to which it leads.
    state: PlanState,
}

/// The stops of the handles on both rulers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RulerMarks {
    /// On the ruler of heads.
    tensor: Vec<Stop>,
    /// On the ruler of layers.
    pipeline: Vec<Stop>,
    /// True if they are of an earlier plan.
    pub(super) are_old: bool,
}

impl RulerMarks {
    /// The marks of a page.
    pub(super) fn of(page: &Page) -> Self {
        let [(tensor, is_old), (pipeline, is_other_old)] =
            [Handle::Tensor, Handle::Pipeline].map(|handle| stops(handle.key(), page));
        Self {
            tensor,
            pipeline,
            are_old: is_old || is_other_old,
        }
    }

    /// Draws the marks where the first cuts would be.
    pub(super) fn drawn(&self, sheet: &Sheet) -> Layer {
        let mut layer = Layer::default();
        if !sheet.is_wide {
            return layer;
        }
        let [x, y] = ruler_lines(sheet);
        let first = sheet.blocks.first();
        let block = first.map_or(sheet.grid.left, |block| block.at);
        let heads = places(&self.tensor, sheet.part_width());
        heads.for_each(|(state, at)| layer.mark(shape(state), [block + at, y]));
        let layers = places(&self.pipeline, sheet.grid.height);
        layers.for_each(|(state, at)| layer.mark(shape(state), [x, sheet.grid.top + at]));
        layer
    }
}

/// The stops of a slider, and whether their states are those of an earlier plan.
fn stops(key: &'static str, page: &Page) -> (Vec<Stop>, bool) {
    let Some(marks) = &page.stops else {
        return Default::default();
    };
    let (states, is_true) = (marks.of(key), marks.are_true(&page.draft, key));
    let stops = offered(key, &page.draft).into_iter().zip(states);
    let stops = stops.map(|(degree, &state)| Stop { degree, state });
    (stops.collect(), !is_true)
}

/// The states of stops with their distances from the beginning of a ruler of a length.
fn places(stops: &[Stop], length: f64) -> impl Iterator<Item = (PlanState, f64)> {
    let mut free = f64::INFINITY;
    stops.iter().filter_map(move |stop| {
        let at = length / stop.degree.max(1.0);
        let is_free = at <= free;
        if is_free {
            free = at - APART;
        }
        is_free.then_some((stop.state, at))
    })
}

/// The mark of a state.
fn shape(state: PlanState) -> Shape {
    match state {
        PlanState::Legal(Verdict::Fits) => Shape::Fits,
        PlanState::Legal(Verdict::Tight) => Shape::Tight,
        PlanState::Legal(Verdict::MayNotFit) => Shape::MayNotFit,
        PlanState::Legal(Verdict::OutOfMemory) => Shape::TooBig,
        PlanState::Illegal => Shape::Impossible,
    }
}

#[cfg(test)]
mod tests {
    use super::{Stop, places};
    use crate::store::PlanState;

    #[test]
    fn marks_do_not_meet() {
        let stops = [1.0, 2.0, 3.0, 8.0, 9.0, 16.0].map(|degree| Stop {
            degree,
            state: PlanState::Illegal,
        });
        let drawn: Vec<f64> = places(&stops, 90.0).map(|(_, at)| at).collect();
        assert_eq!(drawn, [90.0, 45.0, 30.0, 11.25]);
    }
}
