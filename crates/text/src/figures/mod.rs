//! Sentences of the figures that are loaded after the first ones, one part a view.

use cost::plan::{Gpu, Plan};

mod embed;
mod lesson;
mod player;
mod run;
mod search;
mod share;
mod start;
mod stops;
mod sweep;
mod timeline;
mod trace;
mod trace_table;

pub use embed::EmbedText;
pub use lesson::{HintText, LessonFigureText, LessonFrame, MenuText, QuestionText, SummaryText};
pub use player::PlayerText;
pub use run::{NamedValue, RunText, RunValues, large};
pub use search::{SearchFigureText, Winner};
pub use share::{
    FilesText, ImportText, LessonPaneText, LinkText, OpensText, OwnLessonText, ShareFrame,
    ShareText,
};
pub use start::StartText;
pub use stops::StopsText;
pub use sweep::{SweepText, Swept, in_unit};
pub use timeline::TimelineText;
pub use trace::TraceText;

/// Words of all figures that are loaded after the first ones.
#[derive(Clone, Copy, Debug)]
pub struct FigureText {
    /// Words that all figures share.
    pub frame: FigureFrame,
    /// A plan's name: model, cluster.
    pub plan_title: fn(&Plan) -> String,
    /// The step as it runs.
    pub timeline: TimelineText,
    /// Sweeps.
    pub sweep: SweepText,
    /// The run.
    pub run: RunText,
    /// Stops of controls.
    pub stops: StopsText,
    /// The best layout, before its view is loaded.
    pub search: LateFrame,
    /// A part of the step, before its view is loaded.
    pub watch: LateFrame,
    /// Handing plans on, before its dialog is loaded.
    pub share: ShareFrame,
    /// A page inside another, and a teacher's goal.
    pub embed: EmbedText,
    /// The card of a first visit.
    pub start: StartText,
    /// Lessons, before their panel is loaded.
    pub lesson: LessonFrame,
}

/// Words of a view before its part of the program is loaded.
#[derive(Clone, Copy, Debug)]
pub struct LateFrame {
    /// Name of the view.
    pub heading: &'static str,
    /// Text in place of its result.
    pub invitation: &'static str,
}

/// Words that all figures share.
#[derive(Clone, Copy, Debug)]
pub struct FigureFrame {
    /// Name of the row of tabs.
    pub tab_list: &'static str,
    /// Names of the tabs of memory and time, which phones have.
    pub pinned: [&'static str; 2],
    /// Names of the tabs, in the order of `View::TABS`.
    pub tabs: [&'static str; 15],
    /// Opens the table behind a figure.
    pub table: &'static str,
    /// Text before the file formats in which a figure can be saved.
    pub keep: &'static str,
    /// Message when a figure could not be saved as a file.
    pub unkept: &'static str,
    /// Before the sentence about a time of a plan that is out of memory.
    pub if_it_fit: &'static str,
    /// Origin of the GPU's memory capacity, in GiB and GB.
    pub capacity: fn(&Gpu) -> String,
    /// Label of the button that loads a missing part again.
    pub again: &'static str,
    /// Message when a split of layers cannot be read.
    pub wrong_split: &'static str,
    /// The basis of the numbers, with the works.
    pub basis: &'static str,
}

impl FigureFrame {
    /// Returns the words for saving a figure: before the file formats, when saving failed, on the
    /// button that tries again.
    #[must_use]
    pub const fn keeping(&self) -> [&'static str; 3] {
        [self.keep, self.unkept, self.again]
    }
}
