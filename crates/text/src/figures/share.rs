//! Sentences of the dialog that exports plans and imports them.

use cost::plan::Measured;
use cost::units::Bytes;
use formats::export::Target;
use formats::import::Format;
use formats::number::Units;

/// Words about handing plans on before the dialog is loaded.
#[derive(Clone, Copy, Debug)]
pub struct ShareFrame {
    /// Buttons of the head that open it, for export and import. A narrow page shows only the first
    /// part of each.
    pub buttons: [[&'static str; 2]; 2],
}

/// Words of the dialog.
#[derive(Clone, Copy, Debug)]
pub struct ShareText {
    /// Name of the dialog.
    pub heading: &'static str,
    /// Closes it.
    pub close: &'static str,
    /// Names of the panes: the link, a lesson's page, files of frameworks, another plan.
    pub panes: [&'static str; 4],
    /// Button that copies the text beside it.
    pub copy: &'static str,
    /// After copying.
    pub copied: &'static str,
    /// Message when the browser does not copy: the text is selected for the reader to copy.
    pub by_hand: &'static str,
    /// Words about the link.
    pub link: LinkText,
    /// Words about lessons.
    pub lesson: LessonPaneText,
    /// Words about files.
    pub files: FilesText,
    /// Words about what is brought in.
    pub import: ImportText,
}

/// Words about the link.
#[derive(Clone, Copy, Debug)]
pub struct LinkText {
    /// Explanation of the link.
    pub sentence: &'static str,
    /// The field that shows it.
    pub field: &'static str,
    /// Label of the button that shares it with other programs of the device.
    pub share: &'static str,
    /// Message when the browser refuses to share.
    pub unshared: &'static str,
    /// Name of the link's QR code.
    pub code: &'static str,
    /// Saves the QR code as a file.
    pub keep_code: &'static str,
    /// Message when the link is too long for a QR code.
    pub no_code: &'static str,
}

/// Words about the planner in a lesson's page.
#[derive(Clone, Copy, Debug)]
pub struct LessonPaneText {
    /// Instructions for the pane, with the title of the plan that the lesson's page starts from.
    pub sentence: fn(&str) -> String,
    /// Headings: views, controls, appearance, goal, preview, ways to take it along.
    pub headings: [&'static str; 6],
    /// Note below the views: no choice shows the whole page.
    pub all_views: &'static str,
    /// Names of the views, in the order of the query's words.
    pub view: fn(&str) -> &'static str,
    /// States of a control: free, locked, hidden.
    pub fates: [&'static str; 3],
    /// Numbers of a group's controls that are locked and that are hidden.
    pub fated: fn(usize, usize) -> String,
    /// Names of the choices: theme, units, convention of the MFU.
    pub looks: [&'static str; 3],
    /// Names of the themes.
    pub themes: [&'static str; 4],
    /// Units of memory.
    pub units: [&'static str; 2],
    /// Conventions of the MFU.
    pub mfu: [&'static str; 3],
    /// Opens the tables of all figures.
    pub tables: &'static str,
    /// The plan must fit.
    pub fits: &'static str,
    /// Limits of a goal: MFU, bubble, step, days, dollars, GPUs.
    pub limits: [&'static str; 6],
    /// Any further condition.
    pub condition: &'static str,
    /// Message when the plan that the lesson starts from already reaches the goal.
    pub early: &'static str,
    /// Ways to take it along: a link, a frame, an element.
    pub ways: [&'static str; 3],
    /// Uses of these ways.
    pub way_help: [&'static str; 3],
    /// Message when the page is a single file, which cannot be embedded.
    pub single: &'static str,
    /// Words about the lesson that is opened.
    pub opens: OpensText,
}

/// Words about the lesson that a page opens.
#[derive(Clone, Copy, Debug)]
pub struct OpensText {
    /// The heading.
    pub heading: &'static str,
    /// The field that says which one is opened.
    pub name: &'static str,
    /// The title of one of ours, by its name.
    pub ours: fn(&str) -> &'static str,
    /// Help by the content of that field: empty, one of ours, an address, neither, only a name.
    pub named: [&'static str; 5],
    /// Opens the part in which one is written.
    pub own: &'static str,
}

/// Words about a lesson that a teacher writes.
#[derive(Clone, Copy, Debug)]
pub struct OwnLessonText {
    /// Instructions for writing a lesson.
    pub what: &'static str,
    /// Fills in a beginning.
    pub template: &'static str,
    /// Chooses a file.
    pub choose: &'static str,
    /// Label of the button that saves it as a file.
    pub keep: &'static str,
    /// The field in which it is written.
    pub field: &'static str,
    /// Message when the text is a lesson: its title and its number of steps.
    pub read: fn(&str, usize) -> String,
    /// Number of faults that are not listed.
    pub more: fn(usize) -> String,
    /// Texts of a new lesson: its title, the title of a step, the text of the step.
    pub first: [&'static str; 3],
}

/// Words about files of frameworks.
#[derive(Clone, Copy, Debug)]
pub struct FilesText {
    /// Explanation of the files.
    pub sentence: &'static str,
    /// The list of targets.
    pub target: &'static str,
    /// Names of the targets.
    pub name: fn(Target) -> &'static str,
    /// Before the command that starts training.
    pub launch: &'static str,
    /// Heading over settings that the target cannot express, and those that no plan has.
    pub lacks: &'static str,
    /// Message in place of the heading if the file lacks nothing.
    pub complete: &'static str,
    /// Label of the button that saves the file.
    pub keep: &'static str,
    /// Message when the plan is illegal, so that there is no file.
    pub impossible: &'static str,
}

/// Words about a plan that is brought in.
#[derive(Clone, Copy, Debug)]
pub struct ImportText {
    /// Instructions, with the inputs that can be imported.
    pub sentence: &'static str,
    /// The field in which it is pasted.
    pub field: &'static str,
    /// Chooses a file.
    pub choose: &'static str,
    /// A file can be dropped, too.
    pub drop: &'static str,
    /// Message when a file cannot be read or has more than this number of bytes.
    pub unread: fn(Bytes) -> String,
    /// Messages when the reader of files is late, and when it failed to load.
    pub unloaded: [&'static str; 2],
    /// Message when reading took too long or failed, and was ended.
    pub ended: &'static str,
    /// Message when the browser starts no workers.
    pub no_workers: &'static str,
    /// Format of the file that was read, with the title of the plan.
    pub read: fn(Format, &str) -> String,
    /// Message when a link was read, with the title of the plan.
    pub link: fn(&str) -> String,
    /// Heading over the measurements of a log, and these: not empty.
    pub measured: (&'static str, fn(&Measured, Units) -> String),
    /// Heading over the settings that the file leaves open.
    pub open: &'static str,
    /// Labels of the choices of a model and a GPU.
    pub presets: [&'static str; 2],
    /// Heading over the options that were not understood.
    pub left: &'static str,
    /// Message when the imported plan is illegal.
    pub impossible: &'static str,
    /// Takes it over.
    pub take: &'static str,
}
