//! Events of the page's state.

use std::sync::Arc;

use cost::Estimate;
use cost::plan::{Measured, Plan};

use super::history::Step;
use super::page::{Copied, Cures, Findings};
use super::parts::Part;

/// An event of the page.
pub(crate) enum Event {
    /// A control moves: the plan changes a little. What is locked stays.
    Edit(Box<Plan>),
    /// The plan changes at a stroke, by a preset, a repair, a cure; Back returns. What is locked
    /// stays.
    Jump(Box<Plan>),
    /// A figure leads to another plan, which keeps the pinned one where it has none of its own.
    Adopt(Box<Plan>),
    /// A figure leads to another plan and to what is pinned beside it, if anything.
    GoTo(Box<Plan>, Way),
    /// A lesson or a reader starts from a plan, whatever is locked; Back returns.
    Start(Box<Plan>),
    /// The address has changed by other hands, or the page around this one sets a plan: its
    /// fragment. It may set what is locked.
    Follow(String),
    /// Clears the history: the next plan is a new start.
    ForgetHistory,
    /// Undo or redo.
    Walk(Step),
    /// Back to the plain plan of the chosen model and GPUs.
    Reset,
    /// A reader types what was measured of the plan.
    Measure(Measured),
    /// A finger or mouse goes down on a slider.
    StartDrag,
    /// It goes up again.
    EndDrag,
    /// Nothing has changed for a while.
    Rest,

    /// The other unit of memory.
    SwitchUnits,
    /// The next theme.
    NextTheme,
    /// A theme that the page around this one asks for, which is not kept: its place.
    ShowTheme(usize),
    /// Another way to count: the place of the question, and that of its answer.
    Count(usize, usize),
    /// Details are opened or closed, by their id, or by that of their figure where they have none.
    Fold(String, bool),
    /// A stage of the memory figure is opened in depth, or none.
    OpenStage(Option<usize>),
    /// Controls are locked beside those that the query locks: a lesson's step.
    Lock(Vec<&'static str>),

    /// Controls cause what a figure shows: they are marked for a moment, by their keys.
    MarkControls(Vec<String>),
    /// Those marked by the mark of this number no longer are.
    UnmarkControls(u32),
    /// A figure leads to a control, by its key.
    RevealControl(String),

    /// The address is to be copied.
    CopyLink,
    /// Outcome of copying the address.
    Copied(Copied),
    /// Hides the warnings about the link.
    DismissWarnings,
    /// Something is to be read out.
    Announce(String),
    /// Something is to be read out of a plan that has come to rest, behind a verdict that has
    /// changed with it.
    AnnounceToo(String),

    /// A part of the program is wanted.
    Load(Part),
    /// It is late.
    PartLate(Part),
    /// Whether it has come.
    PartLoaded(Part, bool),

    /// Cures have been looked for.
    Cured(Cures),
    /// The change that helps most has been looked for.
    Diagnosed(Arc<Findings>),
    /// A reader looks at another layout, or at none any more.
    Preview(Option<Arc<Estimate>>),
    /// Sentence for the head with the measurements of the plan, where it is a published run. Its
    /// place stays once there could be one.
    Published(Option<String>),
    /// Differences of the head's figures, in words.
    Moves([String; 5]),
}

/// Ways to another plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// At a stroke: the browser's Back returns.
    Jump,
    /// As a slider does.
    Move,
}

/// Panels that an event concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// None.
    Nothing,
    /// Those of the first part: the head, the notices, the first figures.
    First,
    /// All of them.
    All,
}

impl Scope {
    /// The first part, if it shows something else.
    pub(super) const fn first_if(is_new: bool) -> Self {
        if is_new { Self::First } else { Self::Nothing }
    }
}
