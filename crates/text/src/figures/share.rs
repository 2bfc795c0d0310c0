//! Sentences of the dialog that exports plans and imports them.

use cost::units::Bytes;
use formats::export::Target;
use formats::import::Format;

/// Words about handing plans on before the dialog is loaded.
#[derive(Clone, Copy, Debug)]
pub struct ShareFrame {
    /// Buttons of the head that open it: to hand on, to bring in. Where there is little room only
    /// the first words of each stand there.
    pub buttons: [[&'static str; 2]; 2],
    /// While its part of the program is late, and where that has not come.
    pub unloaded: [&'static str; 2],
}

/// Words of the dialog.
#[derive(Clone, Copy, Debug)]
pub struct ShareText {
    /// Its name.
    pub heading: &'static str,
    /// Closes it.
    pub close: &'static str,
    /// Its panes: the link, a lesson's page, files of frameworks, another plan.
    pub panes: [&'static str; 4],
    /// Copies what stands beside it.
    pub copy: &'static str,
    /// After copying.
    pub copied: &'static str,
    /// Where the browser copies nothing: what is to be copied is selected.
    pub by_hand: &'static str,
    /// Words about the link.
    pub link: LinkText,
    /// Words about lessons.
    pub lesson: LessonText,
    /// Words about files.
    pub files: FilesText,
    /// Words about what is brought in.
    pub import: ImportText,
}

/// Words about the link.
#[derive(Clone, Copy, Debug)]
pub struct LinkText {
    /// What the link is.
    pub sentence: &'static str,
    /// The field that shows it.
    pub field: &'static str,
    /// Hands it to other programs of the device.
    pub share: &'static str,
    /// Said where the browser refuses to.
    pub unshared: &'static str,
    /// The picture of it, for a camera.
    pub code: &'static str,
    /// Keeps that picture as a file.
    pub keep_code: &'static str,
    /// Where the link is too long for such a picture.
    pub no_code: &'static str,
}

/// Words about the planner in a lesson's page.
#[derive(Clone, Copy, Debug)]
pub struct LessonText {
    /// What this is for, with the title of the plan that it starts from.
    pub sentence: fn(&str) -> String,
    /// Headings: what is shown, controls, how it looks, a goal, the preview, what is taken along.
    pub headings: [&'static str; 6],
    /// Below the views: what no choice means.
    pub all_views: &'static str,
    /// Names of the views, in the order of the query's words.
    pub view: fn(&str) -> &'static str,
    /// What becomes of a control: it moves, stands still, is away.
    pub fates: [&'static str; 3],
    /// So many of a group's controls stand still, so many are away.
    pub fated: fn(usize, usize) -> String,
    /// Names of the choices: theme, units, what an MFU counts.
    pub looks: [&'static str; 3],
    /// Themes.
    pub themes: [&'static str; 4],
    /// Units of memory.
    pub units: [&'static str; 2],
    /// What an MFU counts.
    pub mfu: [&'static str; 3],
    /// Opens the tables of all figures.
    pub tables: &'static str,
    /// The plan must fit.
    pub fits: &'static str,
    /// Limits of a goal: MFU, bubble, step, days, dollars, GPUs.
    pub limits: [&'static str; 6],
    /// Any further condition.
    pub condition: &'static str,
    /// After a goal that the plan reaches at which the lesson starts.
    pub early: &'static str,
    /// Ways to take it along: a link, a frame, an element.
    pub ways: [&'static str; 3],
    /// What each is for.
    pub way_help: [&'static str; 3],
    /// The page of a single file can be embedded nowhere.
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
    /// What stands in that field: nothing, one of ours, an address, none of them, a mere name.
    pub named: [&'static str; 5],
    /// Opens the part in which one is written.
    pub own: &'static str,
    /// While that part is late, and where it has not come.
    pub unloaded: [&'static str; 2],
}

/// Words about a lesson that a teacher writes.
#[derive(Clone, Copy, Debug)]
pub struct OwnLessonText {
    /// What it is for.
    pub what: &'static str,
    /// Fills in a beginning.
    pub template: &'static str,
    /// Chooses a file.
    pub choose: &'static str,
    /// Keeps it as a file.
    pub keep: &'static str,
    /// The field in which it is written.
    pub field: &'static str,
    /// It is a lesson of this title, with so many steps.
    pub read: fn(&str, usize) -> String,
    /// So many more faults than are listed.
    pub more: fn(usize) -> String,
    /// The beginning: a title, that of a step, its text.
    pub first: [&'static str; 3],
}

/// Words about files of frameworks.
#[derive(Clone, Copy, Debug)]
pub struct FilesText {
    /// What this is for.
    pub sentence: &'static str,
    /// The list of targets.
    pub target: &'static str,
    /// Names of the targets.
    pub name: fn(Target) -> &'static str,
    /// Before the command that starts training.
    pub launch: &'static str,
    /// Above what the target cannot express, and what no plan knows.
    pub lacks: &'static str,
    /// Instead of it, where there is nothing.
    pub complete: &'static str,
    /// Keeps the file.
    pub keep: &'static str,
    /// The plan cannot exist, so there is no file.
    pub impossible: &'static str,
}

/// Words about a plan that is brought in.
#[derive(Clone, Copy, Debug)]
pub struct ImportText {
    /// What can be brought.
    pub sentence: &'static str,
    /// The field in which it is pasted.
    pub field: &'static str,
    /// Chooses a file.
    pub choose: &'static str,
    /// A file can be dropped, too.
    pub drop: &'static str,
    /// Where a file cannot be read or is too large; the most that is read.
    pub unread: fn(Bytes) -> String,
    /// What was read, as what, with the title of the plan.
    pub read: fn(Format, &str) -> String,
    /// A link was read.
    pub link: fn(&str) -> String,
    /// Above what the file leaves open.
    pub open: &'static str,
    /// The model and the GPU, where they are asked for.
    pub presets: [&'static str; 2],
    /// Above what was not understood.
    pub left: &'static str,
    /// The plan cannot exist as it was read.
    pub impossible: &'static str,
    /// Takes it over.
    pub take: &'static str,
}
