//! The extended roofline: kernels and exchanges by FLOPs per byte and FLOP/s. Its roofs are the
//! peak of compute and the bandwidths of memory and links. The axes are fixed for every plan, so
//! that during a drag only the points move.

use cost::kernel_times::KernelTimes;
use cost::operation::Work;
use cost::plan::Gpu;
use leptos::prelude::*;
use text::{map, roofline};

use super::RooflineFigure;
use super::placement::{BOX, LOW_BOX, placed};
use super::update::looked_at;
use crate::components::{Axis, Plot, PlotLine, pixels, spot};
use crate::store::{Page, PanelStore};

/// FLOPs per byte: from copies to the messages between pipeline stages.
const INTENSITY: Axis = Axis {
    low: 0.1,
    high: 1e7,
    is_logarithmic: true,
};
/// FLOP/s: from copies on a T4 to 4-bit matrix products on the fastest GPU.
const RATE: Axis = Axis {
    low: 1e11,
    high: 3e16,
    is_logarithmic: true,
};
/// Both.
const AXES: [Axis; 2] = [INTENSITY, RATE];
/// Size of the name of the rate that matrix products reach, as shares of the plot.
const ATTAINED: [f64; 2] = [0.3, 0.08];

/// A kernel or an exchange on the plot.
struct Point {
    /// FLOPs per byte, FLOP/s.
    at: [f64; 2],
    /// The point's name.
    name: &'static str,
    said: String,
    class: &'static str,
    /// The point's width: for kernels, by their share of the time.
    width: String,
    /// The point's index: kernels first, then exchanges.
    index: usize,
}

/// The plot; the selected point is marked.
pub(super) fn plot(
    panel: PanelStore<RooflineFigure>,
    figure: &RooflineFigure,
    page: &Page,
    times: &KernelTimes,
) -> AnyView {
    let looked = figure.point;
    let size = if figure.is_low { LOW_BOX } else { BOX };
    let [intensity, rate] = roofline::TICKS;
    let named = |axis: &Axis, name: fn(f64) -> String| {
        let ticks = axis.ticks().into_iter();
        ticks.map(|tick| (tick, name(tick))).collect()
    };
    let [across, up] = roofline::axes().map(str::to_owned);
    let points = points(page, times);
    let mut lines = Vec::new();
    let roofs = roofs(times, &page.plan.cluster.gpu, &mut lines);
    let names = numbers(&points, size, times.roofs.ceiling.0, &mut lines);
    let key = key(&points);
    let points = points.into_iter();
    let buttons = points.map(|point| button(panel, point, looked));
    let plot = Plot {
        axes: AXES,
        ticks: [named(&INTENSITY, intensity), named(&RATE, rate)],
        titles: [across, up, String::new()],
        has_columns: true,
        areas: Vec::new(),
        lines,
        points: Vec::new(),
        // A list of each kind, so that a point keeps its button, and the focus, if there are more
        // names.
        marks: vec![
            roofs.into_any(),
            names.into_any(),
            buttons.collect_view().into_any(),
        ],
    };
    view! {
        <div class="roofline" role="group" aria-label=roofline::plot()>
            {plot.draw()}
        </div>
        {key}
    }
    .into_any()
}

/// The button of a point, which selects it under the pointer, too.
fn button(panel: PanelStore<RooflineFigure>, point: Point, looked: Option<usize>) -> impl IntoView {
    let [left, bottom] = spot(&AXES, point.at);
    let mark = if looked == Some(point.index) {
        " looked"
    } else {
        ""
    };
    let look = move || {
        panel.send_if(|figure, _| looked_at(figure, point.index));
    };
    view! {
        <button
            type="button"
            class=[point.class, mark].concat()
            aria-label=point.said
            style=("--width", point.width)
            style:left=left
            style:bottom=bottom
            on:click=move |_| look()
            on:pointermove=move |_| look()
            on:focusin=move |_| look()
        ></button>
    }
}

/// Kernels with FLOPs, and exchanges, from the top.
fn points(page: &Page, times: &KernelTimes) -> Vec<Point> {
    let routes = map::routes();
    let units = page.units();
    let mut points = Vec::new();
    for (index, spent) in times.kernels.iter().enumerate() {
        let (name, said) = (
            roofline::kernels()[spent.kernel as usize],
            roofline::kernel(spent, units),
        );
        add(
            &mut points,
            &spent.work,
            ["point", name],
            said,
            spent.share,
            index,
        );
    }
    for (index, exchanged) in times.exchanges.iter().enumerate() {
        let name = routes[exchanged.route as usize];
        let said = roofline::exchange(exchanged, units);
        let index = times.kernels.len() + index;
        add(
            &mut points,
            &exchanged.work,
            ["point route", name],
            said,
            0.0,
            index,
        );
    }
    points
}

/// Inserts a point before the first one below it.
fn add(
    points: &mut Vec<Point>,
    work: &Work,
    [class, name]: [&'static str; 2],
    said: String,
    share: f64,
    index: usize,
) {
    let at = [work.intensity(), work.rate().0];
    if at[1] <= 0.0 {
        return;
    }
    let place = points.iter().position(|other| other.at[1] < at[1]);
    let width = [&pixels(13.0 + 32.0 * share.sqrt()), "px"].concat();
    let point = Point {
        at,
        name,
        said,
        class,
        width,
        index,
    };
    points.insert(place.unwrap_or(points.len()), point);
}

/// Positions of all points' numbers, as shares of the plot. The name of the rate that matrix
/// products reach has its place at the right end of its line.
fn numbered(points: &[[f64; 2]], size: [f64; 2], ceiling: f64) -> Vec<[f64; 2]> {
    let points: Vec<_> = points
        .iter()
        .map(|at| [INTENSITY.place_within(at[0]), RATE.place_within(at[1])])
        .collect();
    let attained = [
        1.0 - ATTAINED[0] / 2.0,
        RATE.place(ceiling) - ATTAINED[1] / 2.0,
    ];
    placed(&points, size, &[[attained, ATTAINED]])
}

/// The numbers of the points, of some size, each with a line to its point if it is elsewhere.
fn numbers(
    points: &[Point],
    size: [f64; 2],
    ceiling: f64,
    lines: &mut Vec<PlotLine>,
) -> Vec<impl IntoView + use<>> {
    let at: Vec<[f64; 2]> = points.iter().map(|point| point.at).collect();
    let places = numbered(&at, size, ceiling).into_iter().enumerate();
    places
        .map(|(index, [x, y])| {
            let at = [INTENSITY.value(x), RATE.value(y)];
            if (y - RATE.place_within(points[index].at[1])).abs() > 1e-9 {
                lines.push(line("leader", vec![points[index].at, at]));
            }
            let [left, bottom] = spot(&AXES, at);
            view! {
                <span class="name" aria-hidden="true" style:left=left style:bottom=bottom>
                    {(index + 1).to_string()}
                </span>
            }
        })
        .collect()
}

/// The names of the numbers.
fn key(points: &[Point]) -> impl IntoView + use<> {
    let names: Vec<_> = points
        .iter()
        .map(|point| view! { <li>{point.name}</li> })
        .collect();
    view! {
        <ol class="roofline-key" aria-hidden="true">
            {names}
        </ol>
    }
}

/// The roofs with their names: slopes up to the peak, the peak, and the rate that matrix products
/// reach. Their lines are added to the others.
fn roofs(times: &KernelTimes, card: &Gpu, lines: &mut Vec<PlotLine>) -> Vec<impl IntoView + use<>> {
    let roofs = &times.roofs;
    let peak = roofs.peak.0;
    let [peak_name, attained, memory, domain, network] = roofline::roofs(times, card);
    let slopes = [
        ("roof memory", Some(roofs.memory), memory),
        ("roof link", roofs.domain, domain),
        ("roof link far", roofs.network, network),
    ];
    let mut labels = Vec::new();
    let mut ridge = INTENSITY.high;
    for (class, bandwidth, name) in slopes {
        let Some(bandwidth) = bandwidth.map(|bandwidth| bandwidth.0) else {
            continue;
        };
        let start = INTENSITY.low.max(RATE.low / bandwidth);
        let end = peak / bandwidth;
        ridge = ridge.min(end);
        let points = vec![[start, start * bandwidth], [end, peak]];
        lines.push(line(class, points));
        labels.push(label(class, name, [end, peak]));
    }
    let right = INTENSITY.high;
    for (class, name, words, height) in [
        ("roof", "peak", peak_name, peak),
        ("roof attained", "attained", attained, roofs.ceiling.0),
    ] {
        lines.push(line(class, vec![[ridge, height], [right, height]]));
        labels.push(label(name, words, [right, height]));
    }
    labels
}

/// A line without a name at its end.
fn line(class: &'static str, points: Vec<[f64; 2]>) -> PlotLine {
    PlotLine {
        class,
        points,
        label: String::new(),
    }
}

/// The name of a roof, at a point.
fn label(class: &'static str, name: String, at: [f64; 2]) -> impl IntoView {
    let [left, bottom] = spot(&AXES, at);
    view! {
        <em class=class aria-hidden="true" style:left=left style:bottom=bottom>
            {name}
        </em>
    }
}

#[cfg(test)]
mod tests {
    use formats::catalog::MODELS;

    use super::super::placement::covers;
    use super::*;
    use crate::panels::testing::page;

    #[test]
    fn no_two_numbers_overlap_for_any_model() {
        let mut moved = 0;
        for entry in MODELS {
            for rest in [
                "/h100x64",
                "/h100x64&tp=8&pp=4",
                "/b200x64&tp=2&zero=3&cp=2",
            ] {
                let link = ["#v=1&p=", entry.model.preset, rest].concat();
                let page = page(&link);
                let times = page.kernel_times();
                let at: Vec<_> = points(&page, times).iter().map(|point| point.at).collect();
                for size in [BOX, LOW_BOX] {
                    let places = numbered(&at, size, times.roofs.ceiling.0);
                    assert!(places.len() > 4, "{link}");
                    for (index, &one) in places.iter().enumerate() {
                        let [x, y] = one;
                        assert_eq!(x, INTENSITY.place_within(at[index][0]), "{link}");
                        assert!((0.0..=1.0).contains(&y), "{link}: {one:?}");
                        moved += usize::from(y != RATE.place_within(at[index][1]));
                        for &other in &places[..index] {
                            assert!(
                                !covers([one, size], [other, size]),
                                "{link}: {one:?}, {other:?}"
                            );
                        }
                    }
                }
            }
        }
        assert!(moved > 0, "some points lie on each other");
    }
}
