//! The scenes: what the GPUs hold, run and send at a time.

mod attention;
mod checkpoint;
mod columns;
mod context;
mod experts;
mod pipeline;
mod tensor;
mod update;
mod zero;

use cost::trace::{Happening, TraceScene};

use super::frame::WatchFrame;
use super::marks::WatchMarks;

/// Draws the scene of a frame.
pub(super) fn draw(frame: &WatchFrame, marks: &mut WatchMarks) {
    match frame.trace.scene {
        TraceScene::Tensor => tensor::draw(frame, marks),
        TraceScene::Zero => zero::draw(frame, marks),
        TraceScene::Pipeline => pipeline::draw(frame, marks),
        TraceScene::Data | TraceScene::Optimizer => update::draw(frame, marks),
        TraceScene::Experts => experts::draw(frame, marks),
        TraceScene::Checkpoint => checkpoint::draw(frame, marks),
        TraceScene::Context => context::draw(frame, marks),
        TraceScene::Attention => attention::draw(frame, marks),
    }
}

/// The position of the first moment from one on in which one of these happens.
fn find(frame: &WatchFrame, from: usize, wanted: &[Happening]) -> Option<usize> {
    let moments = frame.trace.moments.iter().enumerate().skip(from);
    let mut found = moments.filter(|(_, moment)| wanted.contains(&moment.what));
    found.next().map(|(index, _)| index)
}

/// Share of such a moment that is over; 0 without one.
fn done(frame: &WatchFrame, from: usize, wanted: &[Happening]) -> f64 {
    find(frame, from, wanted).map_or(0.0, |moment| frame.done(moment))
}

/// True if one of these happens now.
fn is_now(frame: &WatchFrame, wanted: &[Happening]) -> bool {
    let moment = frame.trace.moments.get(frame.place.moment);
    moment.is_some_and(|moment| wanted.contains(&moment.what))
}
