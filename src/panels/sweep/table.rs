//! The table behind a sweep: a row for each value across, a column for each line.

use crate::components::Table;
use cost::memory::Verdict;
use search::sweep::Point;

use super::points::name;
use super::state::SweepFigure;
use crate::store::Page;
use text::sweep as words;

impl SweepFigure {
    /// The table.
    pub(super) fn table(&self, page: &Page) -> Table {
        let reading = self.asked.reading;
        let Some(sweep) = self.sweeps.shown() else {
            return Table::default();
        };
        let mut numbers = Table::default();
        numbers.headings.push(name(Some(sweep.across())).to_owned());
        for &value in sweep.lines() {
            numbers.headings.push(match sweep.between() {
                Some(axis) => [name(Some(axis)), " ", &words::value(axis.key, value)].concat(),
                None => words::reading(reading).to_owned(),
            });
        }
        for (place, &value) in sweep.values().iter().enumerate() {
            let mut row = vec![words::value(sweep.across().key, value)];
            for line in 0..sweep.lines().len() {
                row.push(match sweep.point(line, place) {
                    Some(Point::Legal {
                        readings, verdict, ..
                    }) => {
                        let figure = readings[reading as usize];
                        let cell = words::figure(reading, figure, page.units());
                        if *verdict == Verdict::OutOfMemory {
                            words::over(&cell, text::verdict::inside(*verdict))
                        } else {
                            cell
                        }
                    }
                    Some(Point::Illegal(_)) | None => text::verdict::cannot_exist().to_owned(),
                });
            }
            numbers.rows.push(row);
        }
        numbers
    }
}
