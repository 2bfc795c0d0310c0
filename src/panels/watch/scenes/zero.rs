//! Layers whose weights and gradients are shared out: gathered before their use, freed after it,
//! scattered once they are final (Rajbhandari 2020, section 7.2.2; Zhao 2023, section 4.3).

use cost::trace::{Activity, Collective, Happening, TraceLane};

use super::columns::{Columns, trained_and_frozen};
use crate::components::Rect;
use crate::panels::watch::frame::WatchFrame;
use crate::panels::watch::marks::{Ink, Type, WatchMarks};
use text::player;

/// Distance between two rows.
const GAP: f64 = 12.0;
/// Height of the strip of activations below the boxes.
const STRIP: f64 = 9.0;

/// The work of a layer at the present time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum LayerState {
    #[default]
    Sharded,
    /// Weights are on the GPU, and the layer does not run.
    Whole,
    Gathers,
    Computes,
    Recomputes,
    Backward,
    Scatters,
}

impl LayerState {
    fn word(self) -> &'static str {
        match self {
            Self::Sharded => player::layer_sharded(),
            Self::Whole => player::layer_whole(),
            Self::Gathers => player::layer_gathers(),
            Self::Computes => player::layer_computes(),
            Self::Recomputes => player::layer_recomputes(),
            Self::Backward => player::layer_backward(),
            Self::Scatters => player::layer_scatters(),
        }
    }

    const fn is_running(self) -> bool {
        matches!(self, Self::Computes | Self::Recomputes | Self::Backward)
    }
}

/// State of a layer at the present time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct LayerNow {
    /// Share of the layer's weights on the GPU beside the shard.
    weights: f64,
    /// Share of the layer's gradients on the GPU.
    gradients: f64,
    /// Share of the layer's activations on the GPU.
    kept: f64,
    state: LayerState,
}

/// Draws the scene.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    let tensor = frame.plan.layout.tensor;
    let columns = Columns::of(frame, frame.cut.sharers, tensor);
    let layers = layers(frame);
    columns.heads(frame, marks);
    let is_busy = is_busy(frame);
    columns.ring(frame, marks, is_busy, tensor);
    if is_busy {
        columns.neighbours(frame, marks, tensor);
    }
    let count = layers.len().max(1) as f64;
    let height = (columns.area.height - GAP * (count + 1.0)) / count;
    for (number, layer) in layers.iter().enumerate() {
        let top = columns.area.top + GAP + (height + GAP) * number as f64;
        let middle = top + height / 2.0;
        marks.text(
            Type::Bold,
            [0.0, middle - 2.0],
            player::layer(number as u64 + 1),
        );
        marks.text(Type::Note, [0.0, middle + 13.0], layer.state.word());
        if frame.cut.frozen.is_some() {
            let at = [0.0, middle + 28.0];
            marks.text(Type::Note, at, player::lighter_frozen());
        }
        for (position, (rank, _)) in columns.members.iter().enumerate() {
            let cell = columns.cell(position, [top, height]);
            boxes(frame, marks, cell, *layer, *rank);
        }
    }
}

/// The boxes of weights and gradients, and the activations, of one layer on one GPU.
fn boxes(frame: &WatchFrame, marks: &mut WatchMarks, cell: Rect, layer: LayerNow, rank: u64) {
    let size = frame.cut.sharers.max(1) as f64;
    let width = (cell.width - 6.0) / 2.0;
    let height = cell.height - STRIP - 4.0;
    let boxes = [0.0, width + 6.0].map(|right| Rect {
        left: cell.left + right,
        top: cell.top,
        width,
        height,
    });
    let [[weights, frozen], [gradients, _]] = boxes.map(|whole| trained_and_frozen(frame, whole));
    for whole in boxes {
        marks.area(Ink::Cell, [whole.left, whole.top, width, height]);
    }
    let has_gradients = layer.gradients > 0.0 || layer.state == LayerState::Scatters;
    let parts = [
        (Ink::Weights, weights, layer.weights, true),
        (Ink::Frozen, frozen, layer.weights, frozen.width > 0.0),
        (Ink::Gradients, gradients, layer.gradients, has_gradients),
    ];
    for (ink, part, share, has_shard) in parts {
        let Rect { left, width, .. } = part;
        marks.area(ink, [left, part.top, width, height * share]);
        // The shard, at the place of the rank.
        let shard = (width / size).max(2.5);
        let at = left + (width - shard) * rank as f64 / (size - 1.0).max(1.0);
        if has_shard {
            marks.area(ink, [at, part.top, shard, (height * 0.12).max(4.0)]);
        }
    }
    if layer.state.is_running() {
        marks.rect(Ink::Lit, cell.grown(3.0));
    }
    let ink = if layer.state == LayerState::Recomputes {
        Ink::Recomputed
    } else {
        Ink::Activations
    };
    let strip = [
        cell.left,
        cell.top + height + 4.0,
        cell.width * layer.kept,
        STRIP,
    ];
    marks.area(ink, strip);
}

/// True if weights or gradients travel now.
fn is_busy(frame: &WatchFrame) -> bool {
    let spans = frame.trace.lanes[TraceLane::Data as usize].iter();
    let mut now = spans.filter(|span| span.from.0 <= frame.now.0 && frame.now.0 < span.to.0);
    now.next().is_some()
}

/// The layers of the trace, and what each has now.
fn layers(frame: &WatchFrame) -> Vec<LayerNow> {
    let forwards = frame.trace.moments.iter();
    let forwards = forwards.filter(|moment| moment.what == Happening::Forward);
    let count = forwards.count() as u64;
    let gathers = !frame.trace.lanes[TraceLane::Data as usize].is_empty();
    (0..count)
        .map(|layer| of_layer(frame, layer, count, gathers))
        .collect()
}

/// The present state of a layer.
fn of_layer(frame: &WatchFrame, layer: u64, count: u64, gathers: bool) -> LayerNow {
    let at = |what: Happening| {
        let moments = frame.trace.moments.iter().enumerate();
        let mut found = moments.filter(|(_, moment)| moment.what == what && moment.number == layer);
        found.next().map(|(index, _)| index)
    };
    let present = frame.place.moment;
    let forward = at(Happening::Forward).unwrap_or(0);
    let backward = at(Happening::Backward).unwrap_or(usize::MAX);
    let recompute = at(Happening::Recompute);
    let begins = recompute.unwrap_or(backward).min(backward);
    let waits = |from: usize| {
        frame
            .find(from, &[Happening::WaitForWeights, Happening::WaitForShards])
            .filter(|wait| *wait == from + 1)
            .unwrap_or(from)
    };
    let (forward_end, backward_end) = (waits(forward), waits(backward));
    let is_used = (forward..=forward_end).contains(&present)
        || (begins..=backward_end).contains(&present)
        || (layer + 1 == count && (forward..begins).contains(&present));
    let weights = if is_used || !gathers {
        1.0
    } else {
        arriving(frame, layer, count)
    };
    let gradients = if present > backward_end {
        if gathers {
            1.0 - scattering(frame, layer)
        } else {
            1.0
        }
    } else if present >= backward {
        frame.done(backward)
    } else {
        0.0
    };
    let kept = if present > backward_end {
        0.0
    } else if present >= backward {
        1.0 - frame.done(backward)
    } else if present >= begins {
        recompute.map_or(1.0, |moment| 0.2 + 0.8 * frame.done(moment))
    } else if present > forward {
        if recompute.is_some() { 0.2 } else { 1.0 }
    } else {
        frame.done(forward) * if recompute.is_some() { 0.2 } else { 1.0 }
    };
    let state = if (forward..=forward_end).contains(&present) {
        LayerState::Computes
    } else if recompute == Some(present) {
        LayerState::Recomputes
    } else if (backward..=backward_end).contains(&present) {
        LayerState::Backward
    } else if !gathers {
        LayerState::Whole
    } else if gradients > 0.0 {
        LayerState::Scatters
    } else if weights >= 1.0 {
        LayerState::Whole
    } else if weights > 0.0 {
        LayerState::Gathers
    } else {
        LayerState::Sharded
    };
    LayerNow {
        weights,
        gradients,
        kept,
        state,
    }
}

/// Share of a layer's weights that has come while its neighbour runs.
fn arriving(frame: &WatchFrame, layer: u64, count: u64) -> f64 {
    let moment = frame.trace.moments.get(frame.place.moment);
    let Some(moment) = moment else {
        return 0.0;
    };
    let comes = match moment.what {
        Happening::Forward | Happening::WaitForWeights => moment.number + 1 == layer,
        Happening::Recompute | Happening::Backward | Happening::WaitForShards => {
            layer + 1 == moment.number && moment.number < count
        }
        _ => false,
    };
    if comes {
        travelled(frame, Collective::AllGather)
    } else {
        0.0
    }
}

/// Share of a layer's gradients that has been scattered while the layer below runs.
fn scattering(frame: &WatchFrame, layer: u64) -> f64 {
    let moment = frame.trace.moments.get(frame.place.moment);
    let is_below = moment.is_some_and(|moment| moment.number + 1 == layer);
    if is_below {
        travelled(frame, Collective::ReduceScatter)
    } else {
        1.0
    }
}

/// Share of the present exchange of a form that is over.
fn travelled(frame: &WatchFrame, form: Collective) -> f64 {
    let spans = frame.trace.lanes[TraceLane::Data as usize].iter();
    let mut of_form =
        spans.filter(|span| matches!(span.activity, Activity::Exchange(_, its) if its == form));
    // The last one that has begun, or is about to.
    let begun = of_form.rfind(|span| span.from.0 <= frame.now.0);
    begun.map_or(0.0, |span| frame.over(span.from, span.to))
}
