//! What a language says of a search for the best layout.

use crate::search::best::{Axis, Counts, Cut, Goal, Ties, Unread};

/// Words about the best layouts.
#[derive(Clone, Copy, Debug)]
pub struct SearchText {
    /// What is looked for.
    pub goal: fn(Goal) -> String,
    /// How many layouts there are, and what became of them.
    pub counts: fn(&Counts) -> String,
    /// Headings of the table: the layout, its step, its MFU, its memory, the shares of a step
    /// that stages wait, that communication and recomputation show, and the rest.
    pub columns: [&'static str; 8],
    /// A layout in few words: only what it has in use.
    pub layout: fn(&Cut) -> String,
    /// Nothing fits.
    pub nothing: &'static str,
    /// How far the best is ahead, and how many the model's error cannot tell apart.
    pub tie: fn(&Ties) -> String,
    /// Heads the way from the reader's own layout to the best.
    pub way: &'static str,
    /// The reader's own layout is as good.
    pub no_way: &'static str,
    /// Names of the axes, in the order of [`crate::search::best::AXES`].
    pub axes: [&'static str; 12],
    /// Heads what each axis buys.
    pub without: &'static str,
    /// No layout without this axis leaves enough room.
    pub needed: fn(Axis) -> String,
    /// Why a restriction cannot be read.
    pub unread: fn(&Unread) -> String,
}
