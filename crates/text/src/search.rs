//! Sentences about a search for the best layout.

use search::asked::Unasked;
use search::optimize::{Candidate, Counts, LayoutAxis, Objective, Ties};

/// Words about the best layouts.
#[derive(Clone, Copy, Debug)]
pub struct SearchText {
    /// What is looked for.
    pub goal: fn(Objective) -> String,
    /// How many layouts there are, and what became of them.
    pub counts: fn(Objective, &Counts) -> String,
    /// Headings of the table: the layout, its GPUs, its step, its MFU, its memory, the shares of
    /// a step that stages wait, that communication and recomputation show, and the rest, the days
    /// and the dollars of the run.
    pub columns: [&'static str; 11],
    /// A layout in few words: only what it has in use.
    pub layout: fn(&Candidate) -> String,
    /// On so many GPUs.
    pub on_gpus: fn(u64) -> String,
    /// Nothing fits, keeps the limit, or may be chosen at all.
    pub nothing: fn(Objective, &Counts) -> String,
    /// How far the best is ahead, and how many the model's error cannot tell apart.
    pub tie: fn(&Ties) -> String,
    /// Heads the way from the reader's own layout to the best.
    pub way: &'static str,
    /// Names the reader's own layout.
    pub own: &'static str,
    /// The reader's own layout is as good.
    pub no_way: &'static str,
    /// Names of the axes, in the order of [`search::optimize::AXES`].
    pub axes: [&'static str; 12],
    /// Which legal layouts a search never tries.
    pub left_out: &'static str,
    /// Heads what each axis buys.
    pub without: &'static str,
    /// No layout without this axis leaves enough room.
    pub needed: fn(LayoutAxis) -> String,
    /// Why something asked makes no question.
    pub unasked: fn(&Unasked) -> String,
    /// The bar of a search: a template of `indicatif`.
    pub bar: &'static str,
    /// Before the best step so far.
    pub best_so_far: &'static str,
}
