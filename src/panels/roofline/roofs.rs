//! The extended roofline: kernels and exchanges by FLOPs per byte and FLOP/s. Its roofs are the
//! peak of compute and the bandwidths of memory and links. The axes are fixed for every plan, so
//! that during a drag only the points move.

use crate::dom::{Element, element};
use cost::kernel_times::KernelTimes;
use cost::operation::Work;
use cost::plan::Gpu;
use formats::number::fixed;
use text::figures::RooflineText;

use crate::dom::components::said;
use crate::dom::plot::{Axis, Plot, PlotLine};
use crate::panels::words;
use crate::store::Page;

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
/// Size of a name: its shares of the plot's width and height.
const NAME: [f64; 2] = [0.24, 0.05];
/// Position from which names are placed to the left of their points.
const RIGHT: f64 = 0.78;

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
pub(super) fn plot(page: &Page, times: &KernelTimes, looked: Option<usize>) -> Element {
    let words = &words().roofline;
    let [intensity, rate] = words.ticks;
    let named = |axis: &Axis, name: fn(f64) -> String| {
        let ticks = axis.ticks().into_iter();
        ticks.map(|tick| (tick, name(tick))).collect()
    };
    let [across, up] = words.axes.map(str::to_owned);
    let mut plot = Plot {
        axes: [INTENSITY, RATE],
        ticks: [named(&INTENSITY, intensity), named(&RATE, rate)],
        titles: [across, up, String::new()],
        has_columns: true,
        shaded_above: None,
        lines: Vec::new(),
        marks: Vec::new(),
    };
    roofs(words, times, &page.plan.cluster.gpu, &mut plot);
    let points = points(page, times);
    names(&points, &mut plot);
    for point in points {
        let class = match looked {
            Some(at) if at == point.index => [point.class, " looked"].concat(),
            _ => point.class.to_owned(),
        };
        let mark = element("button")
            .attribute("type", "button")
            .class(class)
            .attribute("data-at", point.index.to_string())
            .attribute("aria-label", point.said)
            .style("--width", point.width);
        plot.marks.push((point.at, mark));
    }
    element("div")
        .class("roofline")
        .attribute("role", "group")
        .attribute("aria-label", words.plot)
        .child(plot.draw())
}

/// Kernels with FLOPs, and exchanges, from the top.
fn points(page: &Page, times: &KernelTimes) -> Vec<Point> {
    let routes = &words().map.routes;
    let (words, units) = (&words().roofline, page.units());
    let mut points = Vec::new();
    for (index, spent) in times.kernels.iter().enumerate() {
        let (name, said) = (
            words.kernels[spent.kernel as usize],
            (words.kernel)(spent, units),
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
        let said = (words.exchange)(exchanged, units);
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
    let width = [&fixed(9.0 + 36.0 * share.sqrt(), 1), "px"].concat();
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

/// Names beside their points, from the top. A name that would cover another one moves below it,
/// with a line to its point.
fn names(points: &[Point], plot: &mut Plot) {
    let mut placed: Vec<[f64; 2]> = Vec::new();
    for point in points {
        let x = INTENSITY.place_within(point.at[0]);
        let from = RATE.place_within(point.at[1]);
        let mut y = from;
        for other in &placed {
            if (other[0] - x).abs() < NAME[0] && (other[1] - y).abs() < NAME[1] {
                y = other[1] - NAME[1];
            }
        }
        placed.push([x, y]);
        let is_right = x > RIGHT;
        let at = [point.at[0], RATE.value(y)];
        if from - y > 0.02 {
            let end = [at[0] * if is_right { 0.8 } else { 1.25 }, at[1]];
            plot.lines.push(line("leader", vec![point.at, end]));
        }
        let class = if is_right { "name before" } else { "name" };
        let name = said("span", class, point.name.into())
            .attribute("aria-hidden", "true")
            .style("--width", point.width.clone());
        plot.marks.push((at, name));
    }
}

/// The roofs with their names: slopes up to the peak, the peak, and the rate that matrix products
/// reach.
fn roofs(words: &RooflineText, times: &KernelTimes, card: &Gpu, plot: &mut Plot) {
    let roofs = &times.roofs;
    let peak = roofs.peak.0;
    let [peak_name, attained, memory, domain, network] = (words.roofs)(times, card);
    let slopes = [
        ("roof memory", Some(roofs.memory), memory),
        ("roof link", roofs.domain, domain),
        ("roof link far", roofs.network, network),
    ];
    let mut ridge = INTENSITY.high;
    for (class, bandwidth, name) in slopes {
        let Some(bandwidth) = bandwidth.map(|bandwidth| bandwidth.0) else {
            continue;
        };
        let start = INTENSITY.low.max(RATE.low / bandwidth);
        let end = peak / bandwidth;
        ridge = ridge.min(end);
        let points = vec![[start, start * bandwidth], [end, peak]];
        plot.lines.push(line(class, points));
        plot.marks.push(([end, peak], label(class, name)));
    }
    let right = INTENSITY.high;
    for (class, name, words, height) in [
        ("roof", "peak", peak_name, peak),
        ("roof attained", "attained", attained, roofs.ceiling.0),
    ] {
        plot.lines
            .push(line(class, vec![[ridge, height], [right, height]]));
        plot.marks.push(([right, height], label(name, words)));
    }
}

/// A line without a name at its end.
fn line(class: &'static str, points: Vec<[f64; 2]>) -> PlotLine {
    PlotLine {
        class,
        points,
        label: String::new(),
    }
}

fn label(class: &'static str, name: String) -> Element {
    said("em", class, name.into()).attribute("aria-hidden", "true")
}
