//! Constant tables as statics: options to write, steps of reading, and lacks. So a program that only
//! writes files has no code that reads them.
//!
//! Tests: `crates/formats/src/frameworks/rows.rs`.

use super::row::Section;
use super::steps::ReadStep;
use crate::export::aspect::Lack;
use crate::export::document::OptionRow;

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

/// Number of rows that a plan writes.
pub(crate) const fn count_written(table: &[Section]) -> usize {
    let mut count = 0;
    each_setting!(table, row, {
        if row.written().is_some() {
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
        if let Some(written) = row.written() {
            rows[place] = written;
            place += 1;
        }
    });
    rows
}

/// Number of steps of reading.
pub(crate) const fn count_read(table: &[Section]) -> usize {
    let mut count = 2 * table.len();
    each_setting!(table, row, {
        if row.step().is_some() {
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
            if let Some(step) = rows[at].step() {
                steps[place] = step;
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

/// Number of lacks that can keep the framework from running a plan, or of the others; those of the rows, or of the library below.
pub(crate) const fn count_lacks(table: &[Section], can_stop: bool, of_core: bool) -> usize {
    let mut count = 0;
    each_setting!(table, row, {
        let lacks = row.lacking(of_core);
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

/// Lacks that can keep the framework from running a plan, or the others. They are separate, as
/// searches need no others and the workers' program is smaller without them.
pub(crate) const fn lacks_of<const N: usize>(
    table: &[Section],
    can_stop: bool,
    of_core: bool,
) -> [Lack; N] {
    let mut found = [Lack::NONE; N];
    let mut place = 0;
    each_setting!(table, row, {
        let lacks = row.lacking(of_core);
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
