//! Waits for exchanges: their causes, and the reasons why they are exposed.

use cost::layer_time::ModelCompute;
use cost::params::LayerKind;
use cost::plan::Overlap;
use cost::roofline::Roofline;
use cost::step::{BlockCosts, LayerBlocks, layer_blocks};
use cost::trace::{Happening, TraceScene};
use cost::traffic::Route;
use cost::units::Seconds;
use formats::number::Units;

use super::{Said, for_each};
use crate::properties::trace::{common_kind, shown};

impl Said<'_> {
    /// True if shards travel for longer than the work beside them in a layer's forward or backward.
    /// `None` if neither is longer by more than rounding.
    pub(super) fn outlasts_work(&self, wait: Happening) -> Option<bool> {
        let (legal, layers, recomputed) = shown(self.legal, self.trace.stage, false);
        let kind = common_kind(layers);
        let is_recomputed = kind.of(recomputed) > 0;
        let LayerBlocks {
            forward,
            recompute,
            backward,
        } = layer_blocks(&legal, kind, is_recomputed);
        let routes = [Route::Data, Route::ExpertData, Route::Host];
        let link = |block: &BlockCosts| -> f64 {
            let each = routes.map(|route| block.exchange.of(route).link.0);
            each.iter().sum()
        };
        // Exchange of experts that DualPipe hides takes no time.
        let hidden = if legal.overlaps_passes() && !legal.plan.overlaps(Overlap::Expert) {
            1.0 - legal.fitted.tensor_leak
        } else {
            0.0
        };
        let work = |block: &BlockCosts| {
            let each = routes.map(|route| block.exchange.of(route).exposed.0);
            let exposed: f64 = each.iter().sum();
            block.total() - exposed - hidden * block.exchange.of(Route::Expert).exposed.0
        };
        let weights = link(&forward);
        let both = link(&backward);
        let pairs = if wait == Happening::WaitForWeights {
            vec![(weights, work(&forward))]
        } else if legal.splits_backward() {
            // Gradients travel beside weight gradients, weights beside the rest. A forward that full
            // recompute repeats hides nothing.
            let compute = ModelCompute::of(&legal, &Roofline::of(&legal));
            let compute = match kind {
                LayerKind::Dense => compute.dense,
                LayerKind::Routed => compute.routed,
            };
            let repeated = if is_recomputed { 0.0 } else { work(&recompute) };
            let others = work(&backward) + repeated - compute.weight.0;
            vec![(weights, others), (both - weights, compute.weight.0)]
        } else {
            vec![(both, work(&backward) + work(&recompute))]
        };
        let cover = legal.fitted.overlap_cover;
        let compared = pairs.into_iter().map(|(link, work)| {
            let beyond = link - work * cover;
            (beyond.abs() > 1e-6 * link).then_some(beyond > 0.0)
        });
        compared.reduce(|one, other| match (one, other) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        })?
    }
}

#[test]
fn a_wait_for_shards_has_the_reason_of_its_pass() {
    let mut found = [0; 2];
    for_each(|said| {
        if said.trace.scene != TraceScene::Zero {
            return;
        }
        let mut longest: Option<(Seconds, bool)> = None;
        for (index, moment) in said.trace.moments.iter().enumerate() {
            let Some(awaited) = moment.awaits else {
                continue;
            };
            let [_, sentence] = text::moments::moment(said.legal, said.trace, index, Units::Gb);
            let is_short = sentence.contains("too short");
            let overlaps = said.legal.plan.overlaps(Overlap::Data);
            let expected = if overlaps {
                said.outlasts_work(moment.what)
            } else {
                Some(false)
            };
            if expected.is_some_and(|expected| expected != is_short) {
                said.fails(&format!("moment {index}: {expected:?}"));
            }
            found[usize::from(is_short)] += 1;
            let exposed = awaited.traffic.exposed;
            if longest.is_none_or(|(most, _)| exposed >= most) {
                longest = Some((exposed, is_short));
            }
        }
        let result = said.text.lines().last().unwrap_or_default();
        let expected = longest.is_some_and(|(_, is_short)| is_short);
        if result.contains("too short") != expected {
            said.fails("the reason of the longest wait");
        }
    });
    assert!(found.iter().all(|found| *found > 20), "{found:?}");
}

/// Names of the axes in the order of `Exchange::exposed_by_axis`, and of the host.
const AXES: [(&str, &[Route]); 6] = [
    ("tensor parallelism", &[Route::Tensor, Route::ExpertTensor]),
    ("context parallelism", &[Route::Context]),
    ("expert parallelism", &[Route::Expert]),
    ("pipeline parallelism", &[Route::Pipeline]),
    (
        "data parallelism",
        &[
            Route::Data,
            Route::AcrossShards,
            Route::ExpertData,
            Route::AcrossExpertShards,
        ],
    ),
    ("the host", &[Route::Host]),
];

#[test]
fn waits_are_named_by_their_cause() {
    for_each(|said| {
        let result = said.text.lines().next().unwrap_or_default();
        let Some((_, waits)) = result.split_once("the GPU waits") else {
            let is_free = said.trace.exposed().0 < 1e-9 * said.trace.end.0;
            let others = [TraceScene::Pipeline, TraceScene::Attention];
            if !is_free && !others.contains(&said.trace.scene) {
                said.fails("no cause of waiting");
            }
            return;
        };
        for (name, routes) in AXES {
            let [_, waited] = said.of_routes(|route| routes.contains(&route));
            let is_long = waited.0 > 1e-9 * said.trace.end.0;
            if is_long != waits.contains(name) {
                said.fails(&format!("{name}: {waited:?}"));
            }
        }
    });
}
