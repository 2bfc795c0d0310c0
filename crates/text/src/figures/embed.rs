//! Sentences about a page inside another, and about a teacher's goal.

/// Words about them.
#[derive(Clone, Copy, Debug)]
pub struct EmbedText {
    /// Leads out of a frame: the same plan in a tab of its own.
    pub open: &'static str,
    /// What a screen reader calls the line that says what is to be reached.
    pub goal: &'static str,
}
