//! The table behind the run.

use crate::components::Table;
use text::number::percent;

use super::scale::ratio_of_parameters;
use super::state::RunFigure;
use crate::store::Page;
use text::run as words;

/// Spacing of the curve's intervals in the table: one row for each doubling.
const DOUBLING: usize = 4;

impl RunFigure {
    /// The table.
    pub(super) fn table(&self, page: &Page) -> Table {
        let run = &page.estimate.run;
        let units = page.units();
        let ratio = ratio_of_parameters(&page.plan);
        let mut numbers = Table {
            headings: [words::column_figure(), words::column_value()]
                .map(str::to_owned)
                .into(),
            ..Table::default()
        };
        row(
            &mut numbers,
            words::tokens(),
            words::tokens_by_ratio(run.tokens, ratio),
        );
        for (_, name, value) in words::figures(run) {
            row(&mut numbers, name, value);
        }
        for (index, resource) in self.resources_of(page).into_iter().enumerate() {
            row(
                &mut numbers,
                words::resource_names()[index],
                words::resource_value(index, resource, units),
            );
        }
        let failures = &run.failures;
        let (waste, _) = self.waste(page);
        for (_, name, value) in words::failure_figures(failures, units) {
            row(&mut numbers, name, value);
        }
        for (name, value) in words::rows(waste, run.cost_usd) {
            row(&mut numbers, name, value);
        }
        let shares = failures.shares(failures.daly()).all();
        for (name, share) in words::shares().into_iter().zip(shares) {
            row(&mut numbers, name, percent(share));
        }
        for (interval, waste) in page.waste_curve().iter().step_by(DOUBLING) {
            row(&mut numbers, &words::wasted(*interval), percent(*waste));
        }
        numbers
    }
}

/// Adds a row.
#[inline(never)]
fn row(numbers: &mut Table, name: &str, value: String) {
    numbers.rows.push(vec![name.to_owned(), value]);
}
