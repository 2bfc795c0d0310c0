//! Losses by failures, and the best checkpoint interval: the curve of the waste with its optimum,
//! by Young and by Daly.

use cost::units::Seconds;
use leptos::prelude::*;

use super::RunFigure;
use super::section_parts::{named, shares};
use crate::components::{Axis, Plot, PlotLine, spot};
use crate::store::{Page, PanelStore};
use text::run as words;

/// The section on failures.
pub(super) fn failures(panel: PanelStore<RunFigure>) -> AnyView {
    let sentence = move || {
        panel.follow(|_, page| {
            let run = &page.estimate.run;
            words::on_failures(&run.failures, run.goodput, page.units())
        })
    };
    view! {
        <section>
            <h3>{words::failures()}</h3>
            <p>{sentence}</p>
            {move || {
                panel.follow(|_, page| {
                    let failures = &page.estimate.run.failures;
                    named(panel, page, &words::failure_figures(failures, page.units()))
                })
            }}
            <div class="waste">
                {move || panel.follow(|_, page| curve(page))}
            </div>
            {move || panel.follow(|_, page| losses(page))}
        </section>
    }
    .into_any()
}

/// Shares of the days that are lost.
fn losses(page: &Page) -> AnyView {
    let failures = &page.estimate.run.failures;
    let all = failures.shares(failures.daly()).all();
    // The losses are a few per cent of the days; they are drawn to their own scale.
    let whole = (1.0 - all[0]).max(1e-9);
    let classes = ["cable", "bubble", "last-inch"];
    shares(&words::shares()[1..], &all[1..], &classes, whole)
}

/// Waste at each interval, with both optima.
fn curve(page: &Page) -> AnyView {
    let failures = &page.estimate.run.failures;
    let mut points = Vec::new();
    let mut most = 1e-6_f64;
    for &(interval, waste) in page.waste_curve() {
        points.push([interval.0, waste * 100.0]);
        most = most.max(waste * 100.0);
    }
    let (low, high) = (points[0][0], points[points.len() - 1][0]);
    let axes = [
        Axis::over(low, high, true),
        Axis::over(0.0, most * 1.05, false),
    ];
    let times = words::intervals().into_iter();
    let times = times.filter(|(seconds, _)| (low..=high).contains(seconds));
    let optimum = |class, interval: Seconds, name| {
        let waste = (1.0 - failures.goodput(interval)) * 100.0;
        optimum(class, spot(&axes, [interval.0, waste]), name)
    };
    let marks = vec![
        optimum("optimum", failures.young(), words::young(failures.young())),
        optimum(
            "optimum daly",
            failures.daly(),
            words::daly(failures.daly()),
        ),
    ];
    let [across, up] = [words::axis_interval(), words::axis_wasted()].map(str::to_owned);
    let line = PlotLine {
        class: "own",
        points,
        label: String::new(),
    };
    Plot {
        axes,
        ticks: [times.collect(), axes[1].named_ticks()],
        titles: [across, up, String::new()],
        has_columns: false,
        areas: Vec::new(),
        lines: vec![line],
        points: Vec::new(),
        marks,
    }
    .draw()
}

/// The mark of an optimum, with its name.
fn optimum(class: &'static str, [left, bottom]: [String; 2], name: String) -> AnyView {
    view! {
        <i class=class style:left=left style:bottom=bottom>
            <span>{name}</span>
        </i>
    }
    .into_any()
}
