//! Sentences about the best layout.

use cost::units::Seconds;
use search::optimize::{Candidate, Counts, HeldFixed, LayoutAxis, Reach, Ties};

/// Words about the best layout.
#[derive(Clone, Copy, Debug)]
pub struct SearchFigureText {
    /// Text before the first search.
    pub invitation: &'static str,
    /// Message while nothing is found yet.
    pub looking: &'static str,
    /// Message when no layout leaves enough room.
    pub nothing: &'static str,
    /// Sentences for a search that found nothing: what it kept as the plan has it, the axes that were
    /// restricted, and the savings that it did not try.
    pub held: fn(&HeldFixed) -> String,
    /// Message when the browser starts no workers.
    pub no_workers: &'static str,
    /// Messages on the workers: they have failed, one of them has not answered for a long time.
    pub trouble: [&'static str; 2],
    /// The sentence.
    pub sentence: fn(&Winner) -> String,
    /// Sentence on the lead of the best layout, and on the number of layouts that tie with it
    /// within the model's error.
    pub tie: fn(&Ties) -> String,
    /// Labels of the question: objective, limit in days, limit in dollars, memory margin, frameworks.
    pub asks: [&'static str; 5],
    /// Names of the objectives.
    pub goals: [&'static str; 5],
    /// Names of the frameworks that have to run the layouts: the plan's, any.
    pub frameworks: [&'static str; 2],
    /// Names of the memory margins.
    pub margins: [&'static str; 5],
    /// Label of the button that opens the restrictions, with the number of restricted axes.
    pub constraints: fn(usize) -> String,
    /// Names of the axes.
    pub axes: [&'static str; 12],
    /// Range of choices that a search has on an axis.
    pub reach: fn(LayoutAxis, Reach) -> &'static str,
    /// Buttons: to stop, to look again.
    pub acts: [&'static str; 2],
    /// Progress of a search: layouts that are settled, of the expected number.
    pub counts: fn(&Counts, u64) -> String,
    /// Numbers of layouts by outcome, and the seconds that the search took.
    pub done: fn(&Counts, f64) -> String,
    /// A layout in few words.
    pub layout: fn(&Candidate) -> String,
    /// Headings of the list of the best: layout, where a step's time goes, step, MFU, memory, and
    /// each overhead as a share of the step. The table also has days and cost.
    pub columns: [&'static str; 14],
    /// The list's name.
    pub list: &'static str,
    /// Titles of the plot's axes: memory, throughput.
    pub titles: [&'static str; 2],
    /// The reader's own plan in the plot.
    pub own: &'static str,
    /// Instruction for the plot and its layouts.
    pub hint: &'static str,
    /// Legal layouts that a search never tries.
    pub left_out: &'static str,
    /// Heading of the changes from the reader's own layout to the best.
    pub path_heading: &'static str,
    /// Message when the reader's own layout is as good as the best.
    pub no_path: &'static str,
    /// Message when a search cannot choose the reader's own layout.
    pub apart: &'static str,
    /// Heading of the best layouts without each axis.
    pub without: &'static str,
    /// The best layout without an axis, and the increase of its step as a share.
    pub loss: fn(&str, f64) -> String,
    /// Message when no layout without an axis leaves enough room.
    pub needed: &'static str,
}

/// Values of the sentence on the best layout.
#[derive(Clone, Copy, Debug)]
pub struct Winner<'a> {
    /// Number of all legal layouts; `None` while they are still listed.
    pub considered: Option<u64>,
    /// The best.
    pub candidate: &'a Candidate,
    /// Step time of the best layout.
    pub step: Seconds,
    /// The step of the reader's own plan.
    pub own: Seconds,
    /// True if the reader's own plan is it.
    pub is_own: bool,
    /// True if the reader's own plan is out of memory.
    pub is_own_unfit: bool,
}
