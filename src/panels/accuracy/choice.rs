//! The reader's choices about the published runs.

/// The reader's choices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct AccuracyChoice {
    /// 0 for the step, 1 for memory.
    pub(super) figure: usize,
    /// The only source, if one is chosen.
    pub(super) source: Option<usize>,
    /// Rows of the table beyond the initial ones.
    pub(super) more: usize,
    /// The run under the pointer or the focus.
    pub(super) at: Option<usize>,
}
