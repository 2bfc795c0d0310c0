//! What failures take, and how often to write a checkpoint: the curve of what is wasted with its
//! optimum, by Young and by Daly.

use shardwise::cost::failures::Failures;
use shardwise::markup::figure::bar;
use shardwise::markup::{Element, element};
use shardwise::text::number::{percent, plain};

use super::part;
use crate::desk::Desk;
use crate::plot::{Axis, Line, Mark, Plot};

/// Classes of the shares.
const SHARES: [&str; 4] = ["useful", "cable", "bubble", "last-inch"];

/// The part on failures.
pub(super) fn failures(desk: &Desk) -> Element {
    let words = &desk.words.run;
    let run = &desk.estimate.run;
    let failures = &run.failures;
    let sentence = (words.failures_sentence)(failures, run.goodput, desk.sight.units);
    let shares = failures.shares(failures.daly());
    let shares = [
        shares.useful,
        shares.writing,
        shares.again,
        shares.restarting,
    ];
    // What is lost is a few per cent of the days: its parts are drawn to their own scale.
    let lost = 1.0 - shares[0];
    let bars = shares.into_iter().zip(SHARES).skip(1);
    let bars = bars.map(|(share, class)| bar(class, share / lost.max(1e-9)));
    let keys = words.shares.into_iter().zip(shares).zip(SHARES);
    let keys = keys.skip(1).map(|((name, share), class)| {
        element("span")
            .child(element("i").class(class))
            .child([name, " ", &percent(share)].concat())
    });
    part(words.failures)
        .child(element("p").child(sentence))
        .child(curve(desk, failures))
        .child(
            element("div")
                .class("lost")
                .attribute("aria-hidden", "true")
                .children(bars.collect()),
        )
        .child(element("div").class("keys").children(keys.collect()))
}

/// What is wasted at each interval, with the two optima.
fn curve(desk: &Desk, failures: &Failures) -> Element {
    let words = &desk.words.run;
    let curve = failures.waste_curve();
    let points: Vec<[f64; 2]> = curve
        .iter()
        .map(|(interval, waste)| [interval.0, waste * 100.0])
        .collect();
    let [across, up] = [0, 1].map(|index| {
        let values: Vec<f64> = points.iter().map(|point| point[index]).collect();
        values
    });
    let x = Axis::around(&across, true);
    let high = up.iter().copied().fold(0.0, f64::max).max(1e-6) * 1.05;
    let y = Axis {
        low: 0.0,
        high,
        is_logarithmic: false,
    };
    let is_in = |seconds: f64| (0.0..=1.0).contains(&x.place(seconds));
    let times = words.intervals.iter();
    let times = times.filter(|(seconds, _)| is_in(*seconds));
    let times = times.map(|(seconds, word)| (*seconds, (*word).to_owned()));
    let ups = y.ticks().into_iter().map(|tick| (tick, plain(tick)));
    let optima = [failures.young(), failures.daly()].into_iter();
    let classes = ["optimum young", "optimum daly"];
    let optima = optima.zip((words.optima)(failures)).zip(classes);
    let optima = optima.map(|((interval, label), class)| Mark {
        at: [interval.0, (1.0 - failures.goodput(interval)) * 100.0],
        element: element("i")
            .class(class)
            .child(element("span").child(label)),
    });
    let marks = optima.filter(|mark| is_in(mark.at[0])).collect();
    let ticks = [times.collect(), ups.collect()];
    let plot = Plot {
        x,
        y,
        ticks,
        titles: words.axes.map(str::to_owned),
        labels_title: String::new(),
        areas: Vec::new(),
        lines: vec![Line {
            class: "own",
            points,
            label: String::new(),
        }],
        marks,
    };
    element("div").class("waste").child(plot.draw())
}
