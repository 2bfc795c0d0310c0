//! Actions of the timeline's buttons and keys.

/// An action of a button or a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TimelineAction {
    /// The time axis is stretched by this many doublings.
    Zoom(i32),
    /// Another block of the stage is selected.
    Step(BlockStep),
    /// The next stage (`true`), or the previous one, is selected.
    Climb(bool),
    /// The middle of a long step is drawn, or left out again.
    Whole,
    /// The cursor starts or stops.
    Play,
}

/// A step along a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BlockStep {
    /// The previous block.
    Before,
    /// The next block.
    Next,
    /// The first block.
    First,
    /// The last block.
    Last,
}

impl TimelineAction {
    /// Action of a key, if it has one.
    pub(super) fn of(key: &str) -> Option<Self> {
        Some(match key {
            "+" | "=" => Self::Zoom(1),
            "-" => Self::Zoom(-1),
            "ArrowLeft" => Self::Step(BlockStep::Before),
            "ArrowRight" => Self::Step(BlockStep::Next),
            "Home" => Self::Step(BlockStep::First),
            "End" => Self::Step(BlockStep::Last),
            "ArrowUp" => Self::Climb(false),
            "ArrowDown" => Self::Climb(true),
            "0" => Self::Whole,
            " " => Self::Play,
            _ => return None,
        })
    }
}
