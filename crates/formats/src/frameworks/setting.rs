//! The two-way table of a framework. A row is an option: its name, what a plan writes, how a file's
//! value is read back, and what the framework cannot run.
//!
//! A table is a constant, from which [`projections`] makes three statics: options to write, options
//! to read, and lacks. So a program that only writes files has no code that reads them.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`, `crates/formats/tests/all/import_exports.rs`.

use crate::export::aspect::Lack;
use crate::export::document::{OptionRow, OptionValue, Written, flag};
use crate::export::facts::Facts;
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;

/// Runs a block for each row of a table, in a constant.
macro_rules! each_setting {
    ($table:expr, $row:ident, $block:block) => {{
        let mut section = 0;
        while section < $table.len() {
            let rows = $table[section].settings;
            let mut place_in_section = 0;
            while place_in_section < rows.len() {
                let $row = rows[place_in_section];
                $block
                place_in_section += 1;
            }
            section += 1;
        }
    }};
}

/// The three statics of a framework's table `TABLE`: options to write, steps of reading, and lacks,
/// those of the layout apart. Sections are read in the order of the second table, if there is one.
macro_rules! projections {
    ($table:expr) => {
        $crate::frameworks::setting::projections!($table, $table);
    };
    ($table:expr, $read:expr) => {
        const _: () = assert!(
            $crate::frameworks::setting::count_read($table)
                == $crate::frameworks::setting::count_read($read)
        );
        /// Options that a plan writes.
        pub(crate) static WRITTEN: [crate::export::document::OptionRow;
            $crate::frameworks::setting::count_written($table)] =
            $crate::frameworks::setting::written_rows($table);
        $crate::frameworks::setting::read_projection!($read);
        $crate::frameworks::setting::lack_projections!($table, LAYOUT, LACKS, false);
    };
}
pub(crate) use projections;

/// The lacks of a table in two statics: those that can keep the framework from running a plan, and
/// others.
macro_rules! lack_projections {
    ($table:expr, $layout:ident, $lacks:ident, $of_core:expr) => {
        /// Lacks that can keep the framework from running a plan.
        pub(crate) static $layout: [crate::export::aspect::Lack;
            $crate::frameworks::setting::count_lacks($table, true, $of_core)] =
            $crate::frameworks::setting::lacks_of($table, true, $of_core);
        /// Other lacks.
        pub(crate) static $lacks: [crate::export::aspect::Lack;
            $crate::frameworks::setting::count_lacks($table, false, $of_core)] =
            $crate::frameworks::setting::lacks_of($table, false, $of_core);
    };
}
pub(crate) use lack_projections;

/// The static of a table that is only read: the steps of reading.
macro_rules! read_projection {
    ($table:expr) => {
        /// Steps of reading a file.
        pub(crate) static READ: [$crate::frameworks::setting::ReadStep;
            $crate::frameworks::setting::count_read($table)] =
            $crate::frameworks::setting::read_steps($table);
    };
}
pub(crate) use read_projection;

/// Rows about one subject, in the order in which they are written and read.
#[derive(Clone, Copy)]
pub(crate) struct Section {
    begin: fn(&mut Fields) -> bool,
    settings: &'static [Setting],
    end: fn(&mut Fields),
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
    write: Written,
    when: fn(&Facts) -> bool,
    /// Versions of the framework whose files have the option; empty stands for all.
    versions: &'static [&'static str],
    read: Reading,
    read_when: fn(&Fields) -> bool,
    takes: Takes,
    lacks: &'static [Lack],
    core: &'static [Lack],
}

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
    /// The option changes no figure.
    Idle,
    /// The option changes no figure, or the row of another option reads it.
    Known,
    /// The row of another option reads the option.
    Beside,
    /// The number or the switch of a key of a link.
    Key(&'static str, Absent),
    /// A switch that sets a key to a value.
    On(&'static str, &'static str),
    /// A word for each value of a key; further words stand only for reading.
    Words(&'static str, &'static [Word], Absent),
    /// Any other way.
    By(fn(&mut Fields)),
}

/// A word of a framework, and the value of a key of a link.
pub(crate) type Word = (&'static str, &'static str);

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

/// A whole number that is the value of a key.
pub(crate) const fn number(names: &'static str, key: &'static str) -> Setting {
    Setting::of(
        names,
        Written::Number(key),
        Reading::Key(key, Absent::Stays),
    )
}

/// A switch that is the value of a key.
pub(crate) const fn switch(names: &'static str, key: &'static str) -> Setting {
    Setting::of(
        names,
        Written::Switch(key),
        Reading::Key(key, Absent::Stays),
    )
}

/// A switch that sets a key to a value, and that changes nothing if it is off.
pub(crate) const fn switch_to(
    names: &'static str,
    key: &'static str,
    value: &'static str,
) -> Setting {
    Setting::of(names, Written::On(key, value), Reading::On(key, value))
}

/// A word for each value of a key. The first word of a value is written.
pub(crate) const fn words(
    names: &'static str,
    key: &'static str,
    words: &'static [Word],
) -> Setting {
    let reading = Reading::Words(key, words, Absent::Stays);
    Setting::of(names, Written::Word(key, words), reading)
}

/// An option with its own way to write and to read.
pub(crate) const fn option(
    names: &'static str,
    write: fn(&Facts) -> Option<OptionValue>,
    read: fn(&mut Fields),
) -> Setting {
    Setting::of(names, Written::By(write), Reading::By(read))
}

/// An option that a plan writes and that changes no figure when it is read.
pub(crate) const fn written(
    names: &'static str,
    write: fn(&Facts) -> Option<OptionValue>,
) -> Setting {
    Setting::of(names, Written::By(write), Reading::Known)
}

/// An option that is read and never written.
pub(crate) const fn read(names: &'static str, read: fn(&mut Fields)) -> Setting {
    Setting::of(names, Written::Never, Reading::By(read))
}

/// The reading of an option that decides a figure and that the row of another option reads.
pub(crate) const fn elsewhere(_: &mut Fields) {}

/// Options that change no figure, or that the row of another option reads; none is written.
pub(crate) const fn known(names: &'static str) -> Setting {
    Setting::of(names, Written::Never, Reading::Known)
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
    let words = WORDS[is_on as usize];
    let reading = Reading::Words(key, words, Absent::Usual(if is_on { "0" } else { "1" }));
    Setting::of(names, Written::Flag(key, words[0].1), reading).bare()
}

/// Lacks of a framework for which it has no option.
pub(crate) const fn lacks(lacks: &'static [Lack]) -> Setting {
    known("").lacks(lacks)
}

impl Setting {
    const fn of(names: &'static str, write: Written, read: Reading) -> Self {
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
        let read = Reading::Beside;
        Self { read, ..self }
    }

    const fn step(self) -> ReadStep {
        ReadStep::Row(self.names, self.read, self.read_when, self.takes)
    }

    /// The row, which is only read.
    pub(crate) const fn unwritten(self) -> Self {
        Self {
            write: Written::Never,
            ..self
        }
    }

    /// The row, written by another rule than it is read.
    pub(crate) const fn written_by(self, write: fn(&Facts) -> Option<OptionValue>) -> Self {
        Self {
            write: Written::By(write),
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
            Reading::Key(key, _) => self.absent(Absent::Missing(MissingSetting::Figure(key))),
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
            Reading::Key(_, Absent::Missing(what)) | Reading::Words(.., Absent::Missing(what)) => {
                self.absent(Absent::OfCommand(value, what))
            }
            _ => self,
        }
    }

    const fn absent(self, absent: Absent) -> Self {
        let read = match self.read {
            Reading::Key(key, _) => Reading::Key(key, absent),
            Reading::Words(key, words, _) => Reading::Words(key, words, absent),
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
            read: Reading::Idle,
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

/// Number of rows that a plan writes.
pub(crate) const fn count_written(table: &[Section]) -> usize {
    let mut count = 0;
    each_setting!(table, row, {
        if !matches!(row.write, Written::Never) {
            count += 1;
        }
    });
    count
}

/// The rows that a plan writes.
pub(crate) const fn written_rows<const N: usize>(table: &[Section]) -> [OptionRow; N] {
    let mut rows = [OptionRow::NONE; N];
    let mut place = 0;
    each_setting!(table, row, {
        if !matches!(row.write, Written::Never) {
            rows[place] = OptionRow {
                names: row.names,
                write: row.write,
                when: row.when,
                versions: row.versions,
            };
            place += 1;
        }
    });
    rows
}

/// Number of steps of reading.
pub(crate) const fn count_read(table: &[Section]) -> usize {
    let mut count = 2 * table.len();
    each_setting!(table, row, {
        if !row.names.is_empty() {
            count += 1;
        }
    });
    count
}

/// The steps of reading.
pub(crate) const fn read_steps<const N: usize>(table: &[Section]) -> [ReadStep; N] {
    let mut steps = [ReadStep::End(|_| {}); N];
    let (mut place, mut section) = (0, 0);
    while section < table.len() {
        steps[place] = ReadStep::Begin(table[section].begin);
        place += 1;
        let rows = table[section].settings;
        let mut at = 0;
        while at < rows.len() {
            if !rows[at].names.is_empty() {
                steps[place] = rows[at].step();
                place += 1;
            }
            at += 1;
        }
        steps[place] = ReadStep::End(table[section].end);
        place += 1;
        section += 1;
    }
    steps
}

/// Reads the options of a file, and records those that are in no row.
pub(crate) fn read_table(steps: &[ReadStep], file: &mut Fields) {
    file.unlisted(&names(steps), &[]);
    read_rows(steps, file);
}

/// Names of the options of a table.
pub(crate) fn names(steps: &[ReadStep]) -> Vec<&'static str> {
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
        !matches!(self, Self::Row(_, Reading::Idle | Reading::Known, ..))
    }

    /// The names of options that decide a figure, with the values that they take.
    pub(crate) const fn decisive(&self) -> Option<(&'static str, Takes)> {
        match self {
            Self::Row(_, Reading::Idle, ..) | Self::Begin(_) | Self::End(_) => None,
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
        let (key, absent) = match self {
            Self::Idle | Self::Known | Self::Beside => return,
            Self::By(_) if file.reading.leaves_rest() && !file.has(names) => return,
            Self::By(read) => return read(file),
            Self::On(key, value) => {
                if let Some((path, _)) = file.first(names).filter(|(_, value)| value.is_on()) {
                    file.reading.set(key, path, value);
                }
                return;
            }
            Self::Key(key, absent) | Self::Words(key, _, absent) => (key, absent),
        };
        if file.is_open(names) {
            let value = absent.value(file);
            return file.reading.leave_open(key, value.as_deref());
        }
        if file.has(names) {
            match self {
                Self::Words(_, words, _) => file.word(key, names, words, None),
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

/// Number of lacks of the layout, or of the others; those of the rows, or of the library below.
pub(crate) const fn count_lacks(table: &[Section], can_stop: bool, of_core: bool) -> usize {
    let mut count = 0;
    each_setting!(table, row, {
        let lacks = if of_core { row.core } else { row.lacks };
        let mut at = 0;
        while at < lacks.len() {
            if lacks[at].can_stop() == can_stop {
                count += 1;
            }
            at += 1;
        }
    });
    count
}

/// Lacks that can keep the framework from running a plan, or the others. They are separate, as searches need no others and the
/// workers' program is smaller without them.
pub(crate) const fn lacks_of<const N: usize>(
    table: &[Section],
    can_stop: bool,
    of_core: bool,
) -> [Lack; N] {
    let mut found = [Lack::NONE; N];
    let mut place = 0;
    each_setting!(table, row, {
        let lacks = if of_core { row.core } else { row.lacks };
        let mut at = 0;
        while at < lacks.len() {
            if lacks[at].can_stop() == can_stop {
                found[place] = lacks[at];
                place += 1;
            }
            at += 1;
        }
    });
    found
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
        !matches!(self.write, Written::Never)
    }

    pub(crate) const fn written(&self) -> OptionRow {
        OptionRow {
            names: self.names,
            write: self.write,
            when: self.when,
            versions: self.versions,
        }
    }

    /// True if a lack of the row holds for a plan, whether or not the plan uses the aspect.
    pub(crate) fn is_lacking(&self, facts: &Facts) -> bool {
        let mut lacks = self.lacks.iter().chain(self.core);
        lacks.any(|lack| lack.holds(facts))
    }
}
