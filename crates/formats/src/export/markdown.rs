//! A summary of a plan and its estimate, to paste into a report.

use super::syntax::one_line;
use super::writer::{ExportInput, TargetWriter};
use crate::link;

pub(crate) static WRITER: TargetWriter = TargetWriter {
    file_name: "plan.md",
    text,
    launch: |_| String::new(),
};

fn text(job: &ExportInput, _: &[String]) -> String {
    let (facts, words) = (job.facts, &job.words.markdown);
    let plan = facts.plan;
    let mut rows = (words.rows)(facts, cost::estimate(plan).ok().as_ref());
    rows.push((
        (words.link)(),
        ["`", &link::encode(&plan.bare()), "`"].concat(),
    ));
    let mut text = [
        "| ",
        words.heading[0](),
        " | ",
        words.heading[1](),
        " |\n|---|---|\n",
    ]
    .concat();
    for (name, value) in rows {
        text.push_str(&["| ", name, " | ", &cell(&value), " |\n"].concat());
    }
    text.push('\n');
    text.push_str(&(words.foot)(env!("CARGO_PKG_VERSION")));
    text.push('\n');
    text
}

/// A cell of a table, with bars, line breaks and markup escaped.
fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|").replace('<', "&lt;")
}
