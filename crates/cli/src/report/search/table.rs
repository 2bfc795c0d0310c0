//! The answer of a search as a table for a terminal.

use std::fmt::Write;

use super::{ReportRow, SearchReport};
use crate::report::columns::{Align, write as write_columns};
use formats::link;
use formats::number::Units;
use search::diagnosis::ExpertWarning;
use search::optimize::{FoundLayout, Without};
use text::number::{
    BytesText as _, days, dollars, duration, grouped, listed, percent, signed_percent,
};
use text::search as words;

/// Style of a report.
struct Pen {
    units: Units,
}

/// The best layouts with the overheads of each, the path to the best, the gain of each axis, and
/// the links. Ends with a line break.
#[must_use]
pub fn report(answer: &SearchReport, units: Units) -> String {
    let pen = Pen { units };
    let mut text = String::new();
    let _ = writeln!(text, "{}", text::plan::title_of(answer.plan));
    let _ = writeln!(text, "{}", words::goal(answer.goal));
    let _ = writeln!(text, "{}", words::runs_in(answer.release));
    let used = answer.plan.stack.recipe;
    if let Some(sentence) = words::recipe(answer.release, answer.given_recipe, used) {
        let _ = writeln!(text, "{sentence}");
    }
    let _ = writeln!(text, "{}", words::outcomes(answer.goal, &answer.counts));
    if let Some(limit) = answer.limit {
        let _ = writeln!(text, "{}", words::ended(limit));
    }
    if answer.has_savings {
        let _ = writeln!(text, "{}", words::with_savings().replace(". ", ".\n"));
    }
    if !answer.plan.cluster.has_published_runs() {
        let warning = text::diagnosis::warning(&ExpertWarning::UnprovenHardware);
        let _ = writeln!(text, "{warning}");
    }
    let left_out = words::left_out().replace(". ", ".\n");
    let rows = &answer.rows;
    let Some(first) = rows.first() else {
        let nothing = words::nothing(answer.goal, &answer.counts);
        // A line a sentence: together they are wider than a terminal.
        let held = words::held(&answer.held).replace(". ", ".\n");
        let _ = writeln!(text, "\n{left_out}\n\n{nothing}\n{held}");
        elsewhere(&mut text, answer);
        return text.replace('\u{a0}', " ");
    };
    pen.layouts(&mut text, answer, rows);
    // A line a sentence: together they are wider than a terminal.
    let tie = words::tie(&answer.ties).replace(". ", ".\n");
    text.push('\n');
    if rows.iter().any(|row| row.alike > 0) {
        let _ = writeln!(text, "{}", words::alike().replace(". ", ".\n"));
    }
    let _ = writeln!(text, "{tie}\n{left_out}");
    elsewhere(&mut text, answer);
    pen.path(&mut text, answer);
    pen.without(&mut text, answer, &first.found);
    text.push('\n');
    for (index, row) in rows.iter().enumerate() {
        let _ = writeln!(text, "{:>3}  {}", index + 1, link::encode(&row.plan));
    }
    text.replace('\u{a0}', " ")
}

/// Writes the best layout of any framework, if the question's does not run it.
fn elsewhere(text: &mut String, answer: &SearchReport) {
    if let Some(sentence) = answer.with_elsewhere(words::elsewhere) {
        let _ = writeln!(text, "{}", sentence.replace(". ", ".\n"));
    }
}

impl Pen {
    /// Writes a line for each layout, with its GPUs and the days and cost of the run if the
    /// objective varies the number of GPUs.
    fn layouts(&self, text: &mut String, answer: &SearchReport, rows: &[ReportRow]) {
        let has_run = answer.goal.varies_gpus();
        let [layout, alike, gpus, figures @ .., run, cost] = words::columns();
        let mut heading = vec![String::new(), layout.to_owned(), alike.to_owned()];
        heading.extend(has_run.then(|| gpus.to_owned()));
        heading.extend(figures.map(str::to_owned));
        heading.extend(
            [run, cost]
                .into_iter()
                .filter(|_| has_run)
                .map(str::to_owned),
        );
        let mut lines = vec![heading];
        for (index, row) in rows.iter().enumerate() {
            let estimate = &row.estimate;
            let (shares, spent) = (&estimate.shares, &estimate.run);
            let rest = shares.ceiling
                + shares.kernels
                + shares.padding
                + shares.forward_only
                + shares.optimizer;
            let layout = words::layout_of(answer.plan, &row.found.candidate);
            let alike = words::others(row.alike as u64);
            let mut line = vec![(index + 1).to_string(), layout, alike];
            line.extend(has_run.then(|| grouped(row.found.candidate.gpus)));
            line.extend([
                duration(row.found.step),
                percent(estimate.utilisation.mfu),
                self.units.size(row.found.peak),
                percent(shares.bubble),
                percent(shares.imbalance),
                percent(shares.communication),
                percent(shares.recompute),
                percent(rest),
            ]);
            if has_run {
                line.extend([days(spent.days), dollars(spent.cost_usd)]);
            }
            lines.push(line);
        }
        text.push('\n');
        write_columns(text, &lines, &[Align::Right, Align::Left], " ");
    }

    /// Writes the reader's own layout, and each change on the path from it.
    fn path(&self, text: &mut String, answer: &SearchReport) {
        let (Some(own), Some(legs)) = (&answer.own, &answer.path) else {
            return;
        };
        if legs.is_empty() {
            let _ = writeln!(text, "\n{}", words::no_path());
            return;
        }
        let mut before = own.step;
        let mut lines = vec![vec![
            words::own().to_owned(),
            words::layout(&own.candidate),
            duration(own.step),
            String::new(),
            self.units.size(own.peak),
            text::verdict::inside(own.verdict).to_owned(),
        ]];
        for leg in legs {
            let axes: Vec<&str> = leg.axes.iter().map(|axis| words::axis(*axis)).collect();
            lines.push(vec![
                listed(&axes),
                words::layout_of(answer.plan, &leg.candidate),
                duration(leg.step),
                signed_percent(leg.step.0 / before.0 - 1.0),
                self.units.size(leg.peak),
                text::verdict::inside(leg.verdict).to_owned(),
            ]);
            before = leg.step;
        }
        let _ = writeln!(text, "\n{}:", words::path_heading());
        let (left, right) = (Align::Left, Align::Right);
        write_columns(text, &lines, &[left, left, right, right, right, left], "  ");
    }

    /// Writes the loss of the best layout without each axis, in the figure that decides.
    fn without(&self, text: &mut String, answer: &SearchReport, best: &FoundLayout) {
        if answer.without.is_empty() {
            return;
        }
        let has_run = answer.goal.varies_gpus();
        let mut lines = Vec::new();
        let mut needed = Vec::new();
        for Without { axis, best: found } in &answer.without {
            let Some(found) = found else {
                needed.push(words::needed(words::axis(*axis)));
                continue;
            };
            let mut line = vec![
                words::axis(*axis).to_owned(),
                words::layout_of(answer.plan, &found.candidate),
            ];
            line.extend(has_run.then(|| words::gpus(found.candidate.gpus)));
            line.extend([
                duration(found.step),
                signed_percent(found.score[0] / best.score[0] - 1.0),
                self.units.size(found.peak),
            ]);
            lines.push(line);
        }
        let _ = writeln!(text, "\n{}:", words::without());
        write_columns(text, &lines, &[Align::Left, Align::Left], "  ");
        for sentence in needed {
            let _ = writeln!(text, "  {sentence}");
        }
    }
}
