//! The scenes: what the GPUs hold, run and send at a time.

mod attention;
mod checkpoint;
mod columns;
mod context;
mod experts;
mod in_flight;
mod pipeline;
mod square;
mod step_axis;
mod tensor;
mod update;
mod zero;

use cost::trace::TraceScene;

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
