//! Sentences about the best layout.

use cost::units::Seconds;
use search::optimize::{Candidate, Counts, LayoutAxis, Reach, Ties};

/// Words about the best layout before its view is loaded.
#[derive(Clone, Copy, Debug)]
pub struct SearchFrame {
    /// Name of the view.
    pub heading: &'static str,
    /// Before anything was looked for.
    pub invitation: &'static str,
    /// While its part of the program is late, and where that has not come.
    pub unloaded: [&'static str; 2],
}

/// Words about the best layout.
#[derive(Clone, Copy, Debug)]
pub struct SearchFigureText {
    /// Before anything was looked for.
    pub invitation: &'static str,
    /// While nothing is found yet.
    pub looking: &'static str,
    /// Nothing leaves enough room.
    pub nothing: &'static str,
    /// Where the browser starts no workers.
    pub no_workers: &'static str,
    /// Where they have failed, and where one of them has long said nothing.
    pub trouble: [&'static str; 2],
    /// The sentence.
    pub sentence: fn(&Winner) -> String,
    /// How far the best is ahead, and how many the model's error cannot tell apart.
    pub tie: fn(&Ties) -> String,
    /// What is asked: what makes a layout good, its limit in days, in dollars, its margin.
    pub asks: [&'static str; 4],
    /// The goals.
    pub goals: [&'static str; 5],
    /// The margins.
    pub margins: [&'static str; 5],
    /// Opens what may be chosen; how many axes are held.
    pub constraints: fn(usize) -> String,
    /// Names of the axes.
    pub axes: [&'static str; 12],
    /// How far a search may go on an axis.
    pub reach: fn(LayoutAxis, Reach) -> &'static str,
    /// Buttons: to stop, to look again.
    pub acts: [&'static str; 2],
    /// How far a search is.
    pub counts: fn(&Counts, u64) -> String,
    /// What became of all layouts, in how many seconds.
    pub done: fn(&Counts, f64) -> String,
    /// A layout in few words.
    pub layout: fn(&Candidate) -> String,
    /// Headings of the list of the best: layout, where a step's time goes, step, MFU, memory, and
    /// each overhead as a share of the step; with days and cost in the table.
    pub columns: [&'static str; 13],
    /// The list's name.
    pub list: &'static str,
    /// Titles of the plot's axes: memory, throughput.
    pub titles: [&'static str; 2],
    /// The reader's own plan in the plot.
    pub own: &'static str,
    /// What to do with a layout.
    pub hint: &'static str,
    /// Which legal layouts a search never tries.
    pub left_out: &'static str,
    /// Heads the way from the reader's own layout to the best.
    pub way: &'static str,
    /// The reader's own layout is as good.
    pub no_way: &'static str,
    /// The reader's layout is none that a search could choose.
    pub apart: &'static str,
    /// Heads what each axis buys.
    pub without: &'static str,
    /// The best without an axis: it, and how much longer its step takes, as a share.
    pub loss: fn(&str, f64) -> String,
    /// No layout without an axis leaves enough room.
    pub needed: &'static str,
}

/// What the sentence tells of the best layout.
#[derive(Clone, Copy, Debug)]
pub struct Winner<'a> {
    /// All layouts that there are; none while they are still listed.
    pub considered: Option<u64>,
    /// The best.
    pub candidate: &'a Candidate,
    /// Its step.
    pub step: Seconds,
    /// The step of the reader's own plan.
    pub own: Seconds,
    /// Whether the reader's own plan is it.
    pub is_own: bool,
}
