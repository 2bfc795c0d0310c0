//! Sentences about a search for the best layout.

use cost::plan::Plan;
use formats::export::{Note, Release};
use search::asked::Unasked;
use search::optimize::{Candidate, Counts, FoundLayout, HeldFixed, LayoutAxis, Objective, Ties};

/// The best layout of any framework, which another framework than the question’s runs.
pub struct Elsewhere<'a> {
    /// The framework of the question.
    pub release: Release,
    /// The plan with the layout.
    pub plan: &'a Plan,
    /// The layout.
    pub found: &'a FoundLayout,
    /// Share by which the layout's step is shorter than the step of the framework's best layout;
    /// `None` if the framework runs no layout, or if the step is not shorter.
    pub shorter: Option<f64>,
    /// Aspects of the layout that the framework lacks.
    pub stopping: &'a [Note],
}

/// Words about the best layouts.
#[derive(Clone, Copy, Debug)]
pub struct SearchText {
    /// Description of an objective, with its limit.
    pub goal: fn(Objective) -> String,
    /// Sentence on the number of layouts, and on their numbers by outcome.
    pub counts: fn(Objective, &Counts) -> String,
    /// Headings of the table: layout, GPUs, step, MFU and memory. Then bubble, exposed
    /// communication, recompute and the rest as shares of a step, and days and dollars of the run.
    pub columns: [&'static str; 12],
    /// A layout in few words: only what it has in use.
    pub layout: fn(&Candidate) -> String,
    /// A number of GPUs.
    pub on_gpus: fn(u64) -> String,
    /// Message when no layout fits, keeps the limit, or is allowed.
    pub nothing: fn(Objective, &Counts) -> String,
    /// Sentences for a search that found nothing: what it kept as the plan has it, the axes that were
    /// restricted, and the savings that it did not try.
    pub held: fn(&HeldFixed) -> String,
    /// Sentence on the lead of the best layout, and on the number of layouts that tie with it
    /// within the model's error.
    pub tie: fn(&Ties) -> String,
    /// Heading of the changes from the reader's own layout to the best.
    pub path_heading: &'static str,
    /// Names the reader's own layout.
    pub own: &'static str,
    /// Message when the reader's own layout is as good as the best.
    pub no_path: &'static str,
    /// Names of the axes, in the order of [`search::optimize::AXES`].
    pub axes: [&'static str; 12],
    /// Legal layouts that a search never tries.
    pub left_out: &'static str,
    /// Heading of the best layouts without each axis.
    pub without: &'static str,
    /// Message when no layout without this axis leaves enough room.
    pub needed: fn(LayoutAxis) -> String,
    /// Fault in the options of a search; without a full stop.
    pub unasked: fn(&Unasked) -> String,
    /// Sentence on the framework that runs the layouts; `None` is any.
    pub runs_in: fn(Option<Release>) -> String,
    /// Sentence on the best layout of any framework, if the question’s framework does not run it:
    /// its step, the share by which the step is shorter, the layout, and the missing aspects.
    pub elsewhere: fn(&Elsewhere) -> String,
    /// The bar of a search: a template of `indicatif`.
    pub bar: &'static str,
    /// Prefix of the shortest step so far.
    pub best_so_far: &'static str,
}
