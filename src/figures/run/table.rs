//! The table behind the run.

use shardwise::cost::run::tokens_per_parameter;
use shardwise::markup::figure::Table;
use shardwise::text::number::percent;

use super::{walls_of, worth};
use crate::desk::Desk;

/// Of the curve every so manieth interval has a row: one a doubling.
const DOUBLING: usize = 4;

/// The table.
pub(super) fn table(desk: &mut Desk) -> Table {
    let words = &desk.words.run;
    let run = &desk.estimate.run;
    let units = desk.sight.units;
    let ratio = tokens_per_parameter(&desk.plan);
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String| rows.push(vec![name.to_owned(), value]);
    row(words.tokens, (words.tokens_value)(run.tokens, ratio));
    for (name, value) in words.figures.into_iter().zip((words.figure_values)(run)) {
        row(name, value);
    }
    for (index, wall) in walls_of(desk).into_iter().enumerate() {
        row(
            words.wall_names[index],
            (words.wall_value)(index, wall, units),
        );
    }
    let failures = &run.failures;
    let (waste, _) = worth::waste(desk);
    for (name, value) in (words.rows)(failures, waste, run.cost_usd, units) {
        row(name, value);
    }
    let shares = failures.shares(failures.daly());
    let shares = [
        shares.useful,
        shares.writing,
        shares.again,
        shares.restarting,
    ];
    for (name, share) in words.shares.into_iter().zip(shares) {
        row(name, percent(share));
    }
    for (interval, waste) in failures.waste_curve().into_iter().step_by(DOUBLING) {
        row(&(words.wasted)(interval.0), percent(waste));
    }
    Table {
        headings: words.headings.map(str::to_owned).into(),
        rows,
        foot: Vec::new(),
    }
}
