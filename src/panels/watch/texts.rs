//! Texts of the player.

use text::figures::{PlayerText, TraceText};
use text::{EN_PLAYER, EN_TRACE};

/// The words of traces.
pub(super) const fn trace_words() -> &'static TraceText {
    &EN_TRACE
}

/// The words of the player.
pub(super) const fn words() -> &'static PlayerText {
    &EN_PLAYER
}
