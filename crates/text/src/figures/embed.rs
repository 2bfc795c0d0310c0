//! Sentences about a page inside another, and about a teacher's goal.

/// Words of an embedded page and of a teacher's goal.
#[derive(Clone, Copy, Debug)]
pub struct EmbedText {
    /// Leads out of a frame: the same plan in a new tab.
    pub open: &'static str,
    /// Name of the goal's line for screen readers.
    pub goal: &'static str,
}
