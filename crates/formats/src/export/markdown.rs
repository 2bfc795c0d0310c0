//! A summary of a plan and its estimate, to paste into a report.

use super::syntax::one_line;
use super::writer::{ExportInput, TargetWriter};
use crate::link;
use crate::number::{Units, count, days, dollars, duration, fixed, percent};
use cost::units::Seconds;

pub(super) static WRITER: TargetWriter = TargetWriter {
    file_name: "plan.md",
    text,
    launch: |_| String::new(),
};

fn text(job: &ExportInput, _: &[String]) -> String {
    let (facts, words) = (job.facts, &job.words.markdown);
    let plan = facts.plan;
    let mut rows = vec![
        ((words.model)(), (job.words.plan.title)(plan)),
        ((words.layout)(), (words.degrees)(facts)),
        ((words.batch)(), (job.words.plan.batch)(plan)),
    ];
    // A legal plan has an estimate.
    if let Ok(estimate) = cost::estimate(plan) {
        let (memory, run) = (&estimate.memory, &estimate.run);
        let [low, high] = estimate.step_band.around(estimate.time.total().0);
        let range = |low: &str, high: &str| [" (", low, "–", high, ")"].concat();
        let peak = [
            (job.words.plan.verdict)(memory.verdict, memory.peak(), memory.capacity),
            ": ",
            &Units::Gib.size(memory.peak()),
            &range(
                &Units::Gib.figure(memory.low()),
                &Units::Gib.figure(memory.high()),
            ),
            " ",
            (job.words.plan.of)(),
            " ",
            &Units::Gib.size(memory.capacity),
        ];
        let seconds = |seconds: f64| duration(Seconds(seconds));
        let step = [
            duration(estimate.time.total()),
            range(&seconds(low), &seconds(high)),
        ];
        let cost = [days(run.days), dollars(run.cost_usd)];
        rows.extend([
            ((words.parameters)(), count(estimate.params.total)),
            ((words.memory)(), peak.concat()),
            ((words.step)(), step.concat()),
            ((words.mfu)(), percent(estimate.utilisation.mfu)),
            (
                (words.rate)(),
                fixed(estimate.utilisation.tokens_per_second, 0),
            ),
            ((words.bubble)(), percent(estimate.time.bubble_fraction())),
            ((words.run)(), cost.join(", ")),
        ]);
    }
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
