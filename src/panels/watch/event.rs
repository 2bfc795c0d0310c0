//! Events of the player.

use cost::trace::TraceScene;

/// An event of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum WatchEvent {
    /// A reader opens a scene.
    Choose(TraceScene),
    /// A button or a key of the player.
    Act(WatchAction),
    /// A reader drags the place to this share of the scene's time.
    Seek(f64),
    /// Another speed, a position among [`SPEEDS`].
    Speed(usize),
    /// Another width and height of the drawing, in pixels.
    Resized([f64; 2]),
    /// Readers want less motion (`true`), or do not mind it.
    Still(bool),
    /// A frame of a run of the player, at this many milliseconds.
    Frame(f64, u64),
    /// The pause of a moment is over in a run of the player.
    Begin(u64),
    /// The next moment of a run of the player is due, where nothing moves.
    Turn(u64),
}

/// Speeds of the player, relative to its own.
pub(super) const SPEEDS: [f64; 3] = [0.5, 1.0, 2.0];

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchAction {
    /// To the start of this moment, or of the one before.
    Back,
    /// Plays, or pauses.
    Play,
    /// Plays one moment, and stops at its end.
    Forward,
    /// To the start.
    First,
    /// To the end.
    Last,
    /// One speed slower or faster.
    Pace(bool),
}

impl WatchAction {
    /// The action of a key, if it has one.
    pub(super) fn of(key: &str) -> Option<Self> {
        Some(match key {
            " " => Self::Play,
            "ArrowLeft" => Self::Back,
            "ArrowRight" => Self::Forward,
            "Home" => Self::First,
            "End" => Self::Last,
            "+" | "=" => Self::Pace(true),
            "-" => Self::Pace(false),
            _ => return None,
        })
    }
}
