//! The drawing of a frame.

use super::frame::WatchFrame;
use super::marks::WatchMarks;
use super::{lanes, memory, scenes, time};

/// The marks of a frame: the scene, the lanes, and the memory and time of the chosen GPU.
pub(super) fn marks(frame: &WatchFrame) -> WatchMarks {
    let mut marks = WatchMarks::default();
    scenes::draw(frame, &mut marks);
    lanes::draw(frame, &mut marks);
    if let Some(panel) = frame.regions.panel {
        memory::draw(frame, &mut marks, panel);
        if frame.regions.has_time {
            time::draw(frame, &mut marks, panel);
        }
    }
    marks
}
