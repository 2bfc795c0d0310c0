//! Events of the page's state.

use std::sync::Arc;

use cost::Estimate;
use cost::moment::StepMoment;
use cost::plan::{Measured, Plan};
use cost::trace::TraceScene;
use cost::why::Figure;
use formats::link::presentation::{Theme, View};

use super::guess::Guess;
use super::history::HistoryStep;
use super::page::{AddressCopy, Cures, FigureMove, Findings, StepScene};
use super::parts::Part;
use super::stops::StopMarks;
use super::words::Words;

/// An event of the page.
pub(crate) enum Event {
    /// A small change of the plan, as by a slider. Locked controls keep their values.
    Edit(Box<Plan>),
    /// A change of the plan in one step: a preset, a repair, a cure. Back undoes it. Locked
    /// controls keep their values.
    Jump(Box<Plan>),
    /// A figure's link changes the plan; the pinned plan stays if the new plan has none.
    Adopt(Box<Plan>),
    /// A figure's link changes the plan and the pinned plan.
    GoTo(Box<Plan>, PlanChange),
    /// A lesson starts from a plan, whatever is locked, or the reader's own comes back after one;
    /// Back undoes it.
    Start(Box<Plan>),
    /// The browser has changed the address, or the embedding page sets a plan: the fragment. It may
    /// change what the query locks, and not what a lesson's step locks.
    Follow(String),
    /// Clears the history: undo starts at the next plan.
    ForgetHistory,
    /// Undo or redo.
    Walk(HistoryStep),
    /// Resets to the plain plan of the chosen model and GPUs.
    Reset,
    /// A measurement of the plan is typed.
    Measure(Measured),
    /// A pointer is pressed on a slider.
    StartDrag,
    /// A key is pressed that moves a slider.
    StartKeys,
    /// The pointer or the key is released.
    EndDrag,
    /// The plan has not changed for a while.
    Rest,

    /// The other unit of memory.
    SwitchUnits,
    /// The next theme.
    NextTheme,
    /// The embedding page sets a theme, which is not stored.
    ShowTheme(Theme),
    /// Another convention is chosen: the index of its question, and the index of the answer.
    ChooseConvention(usize, usize),
    /// Details are opened or closed, by their id or that of their figure.
    Fold(String, bool),
    /// The tab of a view opens; on a phone, memory and time are tabs, too.
    OpenTab(View),
    /// The player of a step opens at the start of a scene.
    OpenScene(TraceScene),
    /// The page is about to be printed, or has been printed.
    Print(bool),
    /// The arithmetic of a figure opens; `None` closes it.
    OpenFigure(Option<Figure>),
    /// A prediction of a figure begins, changes or shows its outcome; `None` ends it.
    Guess(Option<Guess>),
    /// A GPU is chosen, for all views.
    ChooseGpu(u64),
    /// A lesson's step sets the page; the default ends that.
    SetStep(StepScene),

    /// Controls are marked for a moment as causes of a figure, by their keys.
    MarkControls(Vec<String>),
    /// The mark of this number ends.
    UnmarkControls(u32),
    /// A figure's link leads to a control, by its key.
    RevealControl(String),

    /// The element of an id gets the focus, once the change is drawn.
    Focus(Words),
    /// A region of the page gets the focus, by its id, and scrolls into sight.
    SkipTo(&'static str),
    /// Request to copy the address.
    CopyLink,
    /// Outcome of copying the address.
    Copied(AddressCopy),
    /// Hides the warnings about the link.
    DismissWarnings,
    /// A text for screen readers.
    Announce(String),
    /// A text for screen readers about a plan at rest, after the verdict if that has changed.
    AppendAnnouncement(String),

    /// A part of the program is requested.
    Load(Part),
    /// A part of the program is late.
    PartLate(Part),
    /// A part of the program has arrived (`true`), or failed.
    PartLoaded(Part, bool),

    /// The search for cures has ended.
    Cured(Cures),
    /// The diagnosis is done.
    Diagnosed(Arc<Findings>),
    /// The stops of the controls are marked.
    Marked(Arc<dyn StopMarks>),
    /// A reader looks at another layout, or at none.
    Preview(Option<Arc<Estimate>>),
    /// The moment of a step that figures show, or none.
    ShowMoment(Option<Arc<StepMoment>>),
    /// Sentence for the head with the measurements of the plan, if it is a published run. Its place
    /// stays once a sentence is possible.
    Published(Option<String>),
    /// Differences of the head's figures, as texts.
    Moves(Box<[FigureMove; 5]>),
}

/// Kinds of changes from one plan to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PlanChange {
    /// A change in one step: Back undoes it.
    Jump,
    /// A change as by a slider: the address follows at rest, without an entry in the browser's
    /// history.
    Move,
}

/// Panels whose view an event may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// No panels.
    Nothing,
    /// Components that follow the page's state by signals.
    Signals,
    /// Components, and the panels that show state beside the plan.
    First,
    /// All panels.
    All,
}

impl Scope {
    /// [`Scope::First`] if `is_new`, otherwise no panels.
    pub(super) const fn first_if(is_new: bool) -> Self {
        if is_new { Self::First } else { Self::Nothing }
    }
}
