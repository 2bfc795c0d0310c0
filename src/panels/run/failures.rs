//! Losses by failures, and the best checkpoint interval: the curve of the waste with its optimum,
//! by Young and by Daly.

use crate::dom::{Element, element};
use cost::failures::Failures;

use super::section_parts::{part, shares};
use crate::dom::plot::{Axis, Plot, PlotLine};
use crate::panels::words;
use crate::store::Page;

/// The section on failures.
pub(super) fn failures(page: &Page) -> Element {
    let words = &words().run;
    let run = &page.estimate.run;
    let failures = &run.failures;
    let sentence = (words.failures_sentence)(failures, run.goodput, page.units());
    let all = failures.shares(failures.daly()).all();
    let said = part(words.failures)
        .child(element("p").child(sentence))
        .child(curve(failures));
    // The losses are a few per cent of the days; they are drawn to their own scale.
    let whole = (1.0 - all[0]).max(1e-9);
    let classes = ["cable", "bubble", "last-inch"];
    shares(said, &words.shares[1..], &all[1..], &classes, whole)
}

/// Waste at each interval, with both optima.
fn curve(failures: &Failures) -> Element {
    let words = &words().run;
    let mut points = Vec::new();
    let mut most = 1e-6_f64;
    for (interval, waste) in failures.waste_curve() {
        points.push([interval.0, waste * 100.0]);
        most = most.max(waste * 100.0);
    }
    let (low, high) = (points[0][0], points[points.len() - 1][0]);
    let [x, y] = [
        Axis::over(low, high, true),
        Axis::over(0.0, most * 1.05, false),
    ];
    let mut times = Vec::new();
    for (seconds, word) in words.intervals {
        if *seconds >= low && *seconds <= high {
            times.push((*seconds, (*word).to_owned()));
        }
    }
    let mut marks = Vec::new();
    let [young, daly] = (words.optima)(failures);
    let optima = [
        (failures.young(), "optimum young", young),
        (failures.daly(), "optimum daly", daly),
    ];
    for (interval, class, label) in optima {
        let at = [interval.0, (1.0 - failures.goodput(interval)) * 100.0];
        let mark = element("i").class(class);
        marks.push((at, mark.child(element("span").child(label))));
    }
    let [across, up] = words.axes.map(str::to_owned);
    let line = PlotLine {
        class: "own",
        points,
        label: String::new(),
    };
    let plot = Plot {
        axes: [x, y],
        ticks: [times, y.named_ticks()],
        titles: [across, up, String::new()],
        has_columns: false,
        shaded_above: None,
        lines: vec![line],
        marks,
    };
    element("div").class("waste").child(plot.draw())
}
