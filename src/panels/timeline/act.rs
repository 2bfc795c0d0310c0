//! Actions of buttons and keys.

/// An action of a button or a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Act {
    /// A second becomes so many doublings longer.
    Zoom(i32),
    /// To another block of the stage.
    Step(Step),
    /// To the next stage (`true`), or the one before.
    Climb(bool),
    /// The cursor runs, or stops.
    Play,
}

/// A step along a stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Step {
    /// To the block before.
    Before,
    /// To the next one.
    Next,
    /// To the first one.
    First,
    /// To the last one.
    Last,
}

impl Act {
    /// Action of a key, if it has one; buttons name theirs.
    pub(super) fn of(key: &str) -> Option<Self> {
        Some(match key {
            "+" | "=" => Self::Zoom(1),
            "-" => Self::Zoom(-1),
            "ArrowLeft" => Self::Step(Step::Before),
            "ArrowRight" => Self::Step(Step::Next),
            "Home" => Self::Step(Step::First),
            "End" => Self::Step(Step::Last),
            "ArrowUp" => Self::Climb(false),
            "ArrowDown" => Self::Climb(true),
            " " => Self::Play,
            _ => return None,
        })
    }
}
