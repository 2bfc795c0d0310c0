//! English sentences about a page inside another, and about a teacher's goal.

use crate::figures::EmbedText;

pub(super) const EMBED: EmbedText = EmbedText {
    open: "Open in a new tab",
    goal: "Goal",
};
