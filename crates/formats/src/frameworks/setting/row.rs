//! The two-way table of a framework. A row is an option: its name, what a plan writes, how a file's
//! value is read back, and what the framework cannot run.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_exports.rs`.

use super::steps::{Absent, ReadStep, Reading, Role, Takes};
use crate::export::aspect::Lack;
use crate::export::document::{Form, OptionRow, OptionValue, Word, Written, flag};
use crate::export::facts::Facts;
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;

/// Rows about one subject, in the order in which they are written and read.
#[derive(Clone, Copy)]
pub(crate) struct Section {
    pub(super) begin: fn(&mut Fields) -> bool,
    pub(super) settings: &'static [Setting],
    pub(super) end: fn(&mut Fields),
}

impl Section {
    /// Rows that are read of every file.
    pub(crate) const fn of(settings: &'static [Setting]) -> Self {
        Self {
            begin: |_| true,
            settings,
            end: |_| {},
        }
    }

    /// The section, with what is done before its rows are read; false if the file has none of them.
    pub(crate) const fn begin(self, begin: fn(&mut Fields) -> bool) -> Self {
        Self { begin, ..self }
    }

    /// The section, with what is done after its rows were read.
    pub(crate) const fn end(self, end: fn(&mut Fields)) -> Self {
        Self { end, ..self }
    }
}

/// An option of a framework, with the part of a plan that it stands for.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    /// Names of the option, separated by blanks: the one that is written, then others that are read.
    /// A name with a dot or a star at its end stands for all names that begin so.
    names: &'static str,
    write: Option<Written>,
    when: fn(&Facts) -> bool,
    /// Versions of the framework whose files have the option; empty stands for all.
    versions: &'static [&'static str],
    read: Reading,
    read_when: fn(&Fields) -> bool,
    takes: Takes,
    lacks: &'static [Lack],
    core: &'static [Lack],
}

/// A whole number that is the value of a key.
pub(crate) const fn number(names: &'static str, key: &'static str) -> Setting {
    Setting::of_key(names, key, Form::Number)
}

/// A switch that is the value of a key.
pub(crate) const fn switch(names: &'static str, key: &'static str) -> Setting {
    Setting::of_key(names, key, Form::Switch)
}

/// A switch that sets a key to a value, and that changes nothing if it is off.
pub(crate) const fn switch_to(
    names: &'static str,
    key: &'static str,
    value: &'static str,
) -> Setting {
    Setting::of_key(names, key, Form::On(value))
}

/// A word for each value of a key. The first word of a value is written.
pub(crate) const fn words(
    names: &'static str,
    key: &'static str,
    words: &'static [Word],
) -> Setting {
    Setting::of_key(names, key, Form::Words(words))
}

/// An option with its own way to write and to read.
pub(crate) const fn option(
    names: &'static str,
    write: fn(&Facts) -> Option<OptionValue>,
    read: fn(&mut Fields),
) -> Setting {
    Setting::of(names, Some(Written::By(write)), Reading::By(read))
}

/// An option that a plan writes and that changes no figure when it is read.
pub(crate) const fn written(
    names: &'static str,
    write: fn(&Facts) -> Option<OptionValue>,
) -> Setting {
    Setting::of(
        names,
        Some(Written::By(write)),
        Reading::Nothing(Role::Known),
    )
}

/// An option that is read and never written.
pub(crate) const fn read(names: &'static str, read: fn(&mut Fields)) -> Setting {
    Setting::of(names, None, Reading::By(read))
}

/// The reading of an option that decides a figure and that the row of another option reads.
pub(crate) const fn elsewhere(_: &mut Fields) {}

/// Options that change no figure, or that the row of another option reads; none is written.
pub(crate) const fn known(names: &'static str) -> Setting {
    Setting::of(names, None, Reading::Nothing(Role::Known))
}

/// Options that change no figure; none is written. A name with a star at its end stands for all that
/// begin so.
pub(crate) const fn idle(names: &'static str) -> Setting {
    known(names).idle()
}

/// A switch of a command line, written if a condition holds; the row of another option reads it.
pub(crate) const fn flagged(names: &'static str, when: fn(&Facts) -> bool) -> Setting {
    written(names, |_| flag(true)).when(when).bare()
}

/// A switch of a command line. Its key is on beside it and off without it, or the other way round.
pub(crate) const fn switched(names: &'static str, key: &'static str, is_on: bool) -> Setting {
    const WORDS: [&[Word]; 2] = [&[("true", "0")], &[("true", "1")]];
    let form = Form::Flag(WORDS[is_on as usize]);
    let off = if is_on { "0" } else { "1" };
    Setting::of_key(names, key, form).usual(off).bare()
}

/// Lacks of a framework for which it has no option.
pub(crate) const fn lacks(lacks: &'static [Lack]) -> Setting {
    known("").lacks(lacks)
}

impl Setting {
    const fn of_key(names: &'static str, key: &'static str, form: Form) -> Self {
        let reading = Reading::Key(key, form, Absent::Stays);
        Self::of(names, Some(Written::Key(key, form)), reading)
    }

    const fn of(names: &'static str, write: Option<Written>, read: Reading) -> Self {
        Self {
            names,
            write,
            when: |_| true,
            versions: &[],
            read,
            read_when: |_| true,
            takes: Takes::One,
            lacks: &[],
            core: &[],
        }
    }

    /// The row, which the row of another option reads.
    pub(crate) const fn beside(self) -> Self {
        let read = Reading::Nothing(Role::Beside);
        Self { read, ..self }
    }

    /// The row as a step of reading, if it has a name.
    pub(super) const fn step(self) -> Option<ReadStep> {
        if self.names.is_empty() {
            return None;
        }
        let step = ReadStep::Row(self.names, self.read, self.read_when, self.takes);
        Some(step)
    }

    /// The row as an option that a plan writes, if one does.
    pub(crate) const fn written(self) -> Option<OptionRow> {
        let Some(write) = self.write else {
            return None;
        };
        Some(OptionRow {
            names: self.names,
            write,
            when: self.when,
            versions: self.versions,
        })
    }

    /// Parts of a plan that the framework, or the library below it, cannot run.
    pub(super) const fn lacking(self, of_core: bool) -> &'static [Lack] {
        if of_core { self.core } else { self.lacks }
    }

    /// The row, which is only read.
    pub(crate) const fn unwritten(self) -> Self {
        Self {
            write: None,
            ..self
        }
    }

    /// The row, written by another rule than it is read.
    pub(crate) const fn written_by(self, write: fn(&Facts) -> Option<OptionValue>) -> Self {
        Self {
            write: Some(Written::By(write)),
            ..self
        }
    }

    /// The row, written for plans for which `when` returns true.
    pub(crate) const fn when(self, when: fn(&Facts) -> bool) -> Self {
        Self { when, ..self }
    }

    /// The row, written for these versions of the framework only.
    pub(crate) const fn of_versions(self, versions: &'static [&'static str]) -> Self {
        Self { versions, ..self }
    }

    /// The row, read if `when` returns true of the settings that were read before.
    pub(crate) const fn read_when(self, read_when: fn(&Fields) -> bool) -> Self {
        Self { read_when, ..self }
    }

    /// The row, with the framework's default of the key.
    pub(crate) const fn usual(self, value: &'static str) -> Self {
        self.absent(Absent::Usual(value))
    }

    /// The row, with the framework's default of the key, which follows from rows before.
    pub(crate) const fn follows(self, value: fn(&Fields) -> String) -> Self {
        self.follows_from(&[], value)
    }

    /// The row, with the framework's default of the key, which follows from other keys. It is open
    /// if one of them is.
    pub(crate) const fn follows_from(
        self,
        keys: &'static [&'static str],
        value: fn(&Fields) -> String,
    ) -> Self {
        self.absent(Absent::Follows(keys, value))
    }

    /// The row, with a default that the framework has in some files only.
    pub(crate) const fn may_follow(self, value: fn(&Fields) -> Option<String>) -> Self {
        self.absent(Absent::MayFollow(value))
    }

    /// The row of a figure of the model, which the reader has to add if the file lacks it.
    pub(crate) const fn figure(self) -> Self {
        match self.read {
            Reading::Key(key, ..) => self.absent(Absent::Missing(MissingSetting::Figure(key))),
            _ => self,
        }
    }

    /// The row, with what the reader has to add if the file lacks it.
    pub(crate) const fn or_missing(self, what: MissingSetting) -> Self {
        self.absent(Absent::Missing(what))
    }

    /// The row, which is missing in a file, with the default of the file that a command changes.
    pub(crate) const fn of_command(self, value: &'static str) -> Self {
        match self.read {
            Reading::Key(.., Absent::Missing(what)) => self.absent(Absent::OfCommand(value, what)),
            _ => self,
        }
    }

    const fn absent(self, absent: Absent) -> Self {
        let read = match self.read {
            Reading::Key(key, form, _) => Reading::Key(key, form, absent),
            other => other,
        };
        Self { read, ..self }
    }

    /// The row of an option that takes no value.
    pub(crate) const fn bare(self) -> Self {
        Self {
            takes: Takes::Nothing,
            ..self
        }
    }

    /// The row of an option that takes any number of values.
    pub(crate) const fn several(self) -> Self {
        Self {
            takes: Takes::Several,
            ..self
        }
    }

    /// The row of an option that changes no figure.
    pub(crate) const fn idle(self) -> Self {
        Self {
            read: Reading::Nothing(Role::Idle),
            ..self
        }
    }

    /// The row, with what the framework cannot run.
    pub(crate) const fn lacks(self, lacks: &'static [Lack]) -> Self {
        Self { lacks, ..self }
    }

    /// The row, with what the library below the framework cannot run, which other frameworks share.
    pub(crate) const fn core(self, core: &'static [Lack]) -> Self {
        Self { core, ..self }
    }
}

/// Passes each row of a table.
#[cfg(test)]
pub(crate) fn each_row(table: &[Section], mut take: impl FnMut(&Setting)) {
    let rows = table.iter().flat_map(|section| section.settings);
    rows.for_each(&mut take);
}

#[cfg(test)]
impl Setting {
    pub(crate) const fn names(&self) -> &'static str {
        self.names
    }

    pub(crate) const fn reading(&self) -> Reading {
        self.read
    }

    pub(crate) const fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// True if a lack of the row holds for a plan, whether or not the plan uses the aspect.
    pub(crate) fn is_lacking(&self, facts: &Facts) -> bool {
        let mut lacks = self.lacks.iter().chain(self.core);
        lacks.any(|lack| lack.holds(facts))
    }
}
