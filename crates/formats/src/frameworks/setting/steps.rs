//! Steps of reading a file by a table: an option, how its value is read back, and its default.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`.

use crate::export::document::Form;
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;

/// The values that an option of a command line takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Takes {
    /// None; the option is a switch.
    Nothing,
    /// One.
    One,
    /// Any number.
    Several,
}

/// How the value of an option is read back.
#[derive(Clone, Copy)]
pub(crate) enum Reading {
    /// Nothing.
    Nothing(Role),
    /// The value of a key of a link.
    Key(&'static str, Form, Absent),
    /// Any other way.
    By(fn(&mut Fields)),
}

/// The decision of an option whose row reads nothing.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Role {
    /// No figure.
    Idle,
    /// No figure, or one that the row of another option reads.
    Known,
    /// A figure that the row of another option reads.
    Beside,
}

/// The value of a key that a file lacks.
#[derive(Clone, Copy)]
pub(crate) enum Absent {
    /// The plan's value stays.
    Stays,
    /// The framework's default.
    Usual(&'static str),
    /// The framework's default, which follows from settings that were read before, among them
    /// those of the keys.
    Follows(&'static [&'static str], fn(&Fields) -> String),
    /// The framework's default of some files, else the plan's value stays.
    MayFollow(fn(&Fields) -> Option<String>),
    /// The reader has to add it.
    Missing(MissingSetting),
    /// A command has the default of the program's own file; in a file of a user's it is missing.
    OfCommand(&'static str, MissingSetting),
}

/// A step of reading a file.
#[derive(Clone, Copy)]
pub(crate) enum ReadStep {
    /// The beginning of a section; false if the file has none of its rows.
    Begin(fn(&mut Fields) -> bool),
    /// An option with its names, read if the condition holds, and the values that it takes.
    Row(&'static str, Reading, fn(&Fields) -> bool, Takes),
    /// The end of a section.
    End(fn(&mut Fields)),
}

/// Reads the options of a file, and records those that are in no row.
pub(crate) fn read_table(steps: &[ReadStep], file: &mut Fields) {
    file.unlisted(&names(steps), &[]);
    read_rows(steps, file);
    file.reading.unheld(file.value);
}

/// Names of the options of a table.
fn names(steps: &[ReadStep]) -> Vec<&'static str> {
    steps.iter().map(|step| step.names()).collect()
}

/// Reads the options of a file, or of a part of it.
pub(crate) fn read_rows(steps: &[ReadStep], file: &mut Fields) {
    let mut is_there = true;
    for step in steps {
        match step {
            ReadStep::Begin(begin) => is_there = begin(file),
            step if is_there => step.read(file),
            _ => {}
        }
    }
}

impl ReadStep {
    /// Names of the options that the step reads.
    pub(crate) const fn names(self) -> &'static str {
        match self {
            Self::Row(names, ..) => names,
            Self::Begin(_) | Self::End(_) => "",
        }
    }

    /// True if the options decide a figure.
    pub(crate) const fn is_deciding(self) -> bool {
        !matches!(
            self,
            Self::Row(_, Reading::Nothing(Role::Idle | Role::Known), ..)
        )
    }

    /// The names of options that decide a figure, with the values that they take.
    pub(crate) const fn decisive(&self) -> Option<(&'static str, Takes)> {
        match self {
            Self::Row(_, Reading::Nothing(Role::Idle), ..) | Self::Begin(_) | Self::End(_) => None,
            Self::Row(names, .., takes) => Some((*names, *takes)),
        }
    }

    /// Does what the step does inside a section.
    pub(crate) fn read(self, file: &mut Fields) {
        match self {
            Self::Row(names, reading, when, _) if when(file) => reading.read(names, file),
            Self::End(end) => end(file),
            _ => {}
        }
    }
}

impl Reading {
    fn read(self, names: &'static str, file: &mut Fields) {
        let (key, form, absent) = match self {
            Self::Nothing(_) => return,
            Self::By(_) if file.reading.leaves_rest() && !file.has(names) => return,
            Self::By(read) => return read(file),
            Self::Key(key, Form::On(value), _) => {
                if let Some((path, _)) = file.first(names).filter(|(_, value)| value.is_on()) {
                    file.reading.set(key, path, value);
                }
                return;
            }
            Self::Key(key, form, absent) => (key, form, absent),
        };
        if file.is_open(names) {
            let value = absent.value(file);
            return file.reading.leave_open(key, value.as_deref());
        }
        if file.has(names) {
            match form {
                Form::Words(words) | Form::Flag(words) => file.word(key, names, words, None),
                _ => {
                    let is_set = file.set(key, names).is_some();
                    let (Absent::Missing(what) | Absent::OfCommand(_, what)) = absent else {
                        return;
                    };
                    if !is_set {
                        file.reading.missing(what);
                    }
                }
            }
            return;
        }
        if file.reading.changes_model() {
            return;
        }
        let first = names.split(' ').next().unwrap_or_default();
        let value = absent.value(file);
        match absent {
            Absent::OfCommand(value, _) if file.reading.is_command => {
                file.reading.default(key, first, value);
            }
            Absent::Missing(what) | Absent::OfCommand(_, what) => file.reading.missing(what),
            Absent::Follows(keys, _) if !file.reading.knows(keys) => {
                file.reading.leave_following(key, value.as_deref());
            }
            _ => {
                if let Some(value) = value {
                    file.reading.default(key, first, &value);
                }
            }
        }
    }
}

impl Absent {
    /// The framework's default.
    fn value(self, file: &Fields) -> Option<String> {
        match self {
            Self::Stays | Self::Missing(_) | Self::OfCommand(..) => None,
            Self::MayFollow(value) => value(file),
            Self::Usual(value) => Some(value.to_owned()),
            Self::Follows(_, value) => Some(value(file)),
        }
    }
}
