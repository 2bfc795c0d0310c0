//! The table behind a sweep: a row for each value across, a column for each line.

use shardwise::cost::memory::Verdict;
use shardwise::markup::figure::Table;
use shardwise::search::sweep::Point;

use crate::desk::Desk;

/// The table.
pub(super) fn table(desk: &mut Desk) -> Table {
    let words = &desk.words.sweep;
    let reading = desk.sweep.asked.reading;
    let Some(sweep) = desk.sweep.work.shown() else {
        return Table::default();
    };
    let across = (words.axis)(sweep.across.key);
    let columns = sweep.lines.iter().map(|&value| match sweep.between {
        Some(axis) => [(words.axis)(axis.key), " ", &(words.value)(axis.key, value)].concat(),
        None => words.readings[reading as usize].to_owned(),
    });
    let cell = |line: usize, place: usize| match sweep.point(line, place) {
        Some(Point::Legal {
            readings, verdict, ..
        }) => {
            let figure = (words.figure)(reading, readings[reading as usize], desk.sight.units);
            let is_over = *verdict == Verdict::OutOfMemory;
            [figure.as_str(), if is_over { words.over } else { "" }].concat()
        }
        Some(Point::Illegal(_)) | None => words.impossible.to_owned(),
    };
    let rows = sweep.values.iter().enumerate().map(|(place, &value)| {
        let heading = (words.value)(sweep.across.key, value);
        let cells = (0..sweep.lines.len()).map(|line| cell(line, place));
        std::iter::once(heading).chain(cells).collect()
    });
    Table {
        headings: std::iter::once(across.to_owned()).chain(columns).collect(),
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
