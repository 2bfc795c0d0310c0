//! Places for components of later parts of the program.

use std::sync::Arc;

use cost::plan::Plan;
use formats::link::presentation::View;
use leptos::prelude::AnyView;

use super::parts::Part;

/// A place for a component of a later part.
#[derive(Clone)]
pub(crate) enum LatePlace {
    /// In the head: undo, redo, and the pin.
    Toolbar,
    /// In the head: the buttons that open the dialog and the lessons.
    DialogButtons,
    /// In the head: the menu.
    Menu,
    /// Behind the memory figure: its table.
    MemoryTable,
    /// Behind the time figure: its table.
    TimeTable,
    /// Among the controls of a model: the source of its shape.
    ModelSource,
    /// Among the controls of a card: the source of its figures.
    CardSource,
    /// Above the views: repairs, ways to make a plan fit, or the change that helps most.
    Changes,
    /// Above all controls: the controls of a lesson's step.
    StepControls,
    /// Below the first figures: the tabs and their views.
    Views,
    /// Over the bars of memory: outlines of another plan's bars.
    MemoryGhost,
    /// Over the bars of memory: the prediction of a stage.
    MemoryGuess,
    /// Over the bar of time: the prediction of a part.
    TimeGuess,
    /// On and under the bar of time: its numbers, and the bar of another plan.
    TimeGhost,
    /// In the head: the verdict on another plan.
    NeedGhost,
    /// In the head: the framework that does not run the plan.
    RefusalMark,
    /// Above the figures: what the framework does not run of the plan.
    RefusalNotice,
    /// In a button: it leads to this plan.
    Pointed(Arc<Plan>),
    /// Among the controls of the run: the measurements of the reader's machine.
    Machine,
    /// In the row of a field of text: the field, by the key of its control.
    Text(&'static str),
    /// Under a field of a number: the sentence about one beyond these limits.
    Limits(f64, f64),
    /// At the foot of the controls: the key of the marks.
    Foot,
    /// Over a slider: the marks of the stops of its key.
    Stops(&'static str),
    /// In an option: its mark, by the key of the control and the option's index.
    Option(&'static str, usize),
    /// In an option of a list: its mark as a word.
    ListOption(&'static str, usize),
    /// Under the bars of memory: the bar of the host, where something is offloaded, and the numbers of an
    /// only bar.
    HostMemory,
    /// Over the bars of memory: what each stage holds at the moment of the timeline.
    MemoryMoment,
    /// In the tab of a view: a view without a state of a panel.
    View(View),
    /// Above the controls and figures: the goal of a query.
    Goal,
    /// After all else in an embedded page: its foot.
    OwnTabLink,
}

impl LatePlace {
    /// The part that brings the component.
    pub(crate) const fn part(&self) -> Part {
        match self {
            Self::MemoryMoment => Part::Views,
            Self::View(_) => Part::Plans,
            Self::MemoryGuess | Self::TimeGuess => Part::Predict,
            Self::Goal | Self::OwnTabLink => Part::Embed,
            _ => Part::Figures,
        }
    }
}

/// Makes the component of a place of one part.
pub(crate) type MakeLate = fn(LatePlace) -> AnyView;
