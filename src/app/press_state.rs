//! State of a press of a pointer.

/// A press of a pointer on an element that a click acts on.
#[derive(Clone, Copy, Default)]
pub(super) struct Press {
    /// Number of presses so far.
    pub(super) number: u32,
    /// True if the last one holds arrivals back.
    pub(super) is_held: bool,
}

/// A change of a press.
#[derive(Clone, Copy)]
pub(super) enum PressChange {
    /// A pointer is pressed.
    Begins,
    /// The pointer is released; a click may follow.
    Released,
    /// The click has come, or the pointer is lost.
    Over,
    /// The press of this number no longer counts.
    TimedOut(u32),
}
