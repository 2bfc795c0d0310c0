//! The extended roofline: kernels and exchanges by what they compute for each byte and how fast,
//! under the peak of computing and the bandwidths of memory and links. The axes are the same for
//! every plan, so that nothing else moves under a finger.

use shardwise::cost::last_inch::LastInch;
use shardwise::cost::plan::Gpu;
use shardwise::markup::{Element, element};
use shardwise::text::figures::LastInchText;
use shardwise::text::number::{Units, fixed};

use crate::plot::{Axis, Plot};

/// FLOPs for each byte: from copying to a pipeline's messages.
const INTENSITY: Axis = Axis {
    low: 0.1,
    high: 1e7,
    is_logarithmic: true,
};
/// FLOP/s: from a T4 that copies to 4-bit products on the fastest card.
const RATE: Axis = Axis {
    low: 1e11,
    high: 3e16,
    is_logarithmic: true,
};
/// Shares of the plot that a name takes.
const NAME: [f64; 2] = [0.24, 0.05];
/// From here on names stand before their points.
const RIGHT: f64 = 0.78;

/// A kernel or an exchange on the plot.
struct Point {
    /// FLOPs for each byte, FLOP/s.
    at: [f64; 2],
    /// Its name, and what is said of it.
    name: &'static str,
    said: String,
    class: &'static str,
    /// Its share of the time; exchanges have none.
    share: f64,
    index: usize,
}

/// The plot; the point looked at is marked.
pub(super) fn plot(
    words: &LastInchText,
    inch: &LastInch,
    card: &Gpu,
    looked: Option<usize>,
    units: Units,
) -> Element {
    let plot = Plot {
        x: INTENSITY,
        y: RATE,
        names: words.axes,
        words: words.ticks,
    };
    let points = points(words, inch, units);
    let (leaders, names) = names(&plot, &points);
    let mut drawn = leaders;
    let mut marks = names;
    roofs(words, inch, card, &plot, &mut drawn, &mut marks);
    for point in points {
        let width = fixed(9.0 + 36.0 * point.share.sqrt(), 1);
        let is_looked = looked == Some(point.index);
        let mark = element("button")
            .attribute("type", "button")
            .class([point.class, if is_looked { " looked" } else { "" }].concat())
            .attribute("data-at", point.index.to_string())
            .attribute("aria-label", point.said)
            .style("--width", [&width, "px"].concat());
        marks.push(plot.at(mark, point.at));
    }
    element("div")
        .class("roofline")
        .attribute("role", "group")
        .attribute("aria-label", words.plot)
        .child(plot.view(drawn, marks))
}

/// Kernels that compute anything, and exchanges.
fn points(words: &LastInchText, inch: &LastInch, units: Units) -> Vec<Point> {
    let kernels = inch.kernels.iter().enumerate().map(|(index, spent)| Point {
        at: [spent.work.intensity(), spent.work.rate().0],
        name: words.kernels[spent.kernel as usize],
        said: (words.kernel)(spent, units),
        class: "point",
        share: spent.share,
        index,
    });
    let exchanges = inch.exchanges.iter().enumerate();
    let exchanges = exchanges.map(|(index, exchanged)| Point {
        at: [exchanged.work.intensity(), exchanged.work.rate().0],
        name: words.routes[exchanged.route as usize],
        said: (words.exchange)(exchanged, units),
        class: "point route",
        share: 0.0,
        index: inch.kernels.len() + index,
    });
    kernels
        .chain(exchanges)
        .filter(|point| point.at[1] > 0.0)
        .collect()
}

/// Names beside their points, from the top: one that would stand on another moves below it, and
/// a line leads to it.
fn names(plot: &Plot, points: &[Point]) -> (Vec<Element>, Vec<Element>) {
    let mut placed: Vec<[f64; 2]> = Vec::new();
    let (mut leaders, mut names) = (Vec::new(), Vec::new());
    let mut order: Vec<&Point> = Vec::new();
    for point in points {
        let place = order.iter().position(|other| other.at[1] < point.at[1]);
        order.insert(place.unwrap_or(order.len()), point);
    }
    for point in order {
        let x = plot.x.place_within(point.at[0]);
        let from = plot.y.place_within(point.at[1]);
        let mut y = from;
        for other in &placed {
            if (other[0] - x).abs() < NAME[0] && (other[1] - y).abs() < NAME[1] {
                y = other[1] - NAME[1];
            }
        }
        placed.push([x, y]);
        if from - y > 0.02 {
            let end = point.at[0] * if x > RIGHT { 0.8 } else { 1.25 };
            leaders.push(plot.line("leader", &[point.at, [end, plot.y.value(y)]]));
        }
        let class = if x > RIGHT { "name before" } else { "name" };
        let name = element("span")
            .class(class)
            .attribute("aria-hidden", "true")
            .style("left", [&fixed(x * 100.0, 2), "%"].concat())
            .style("bottom", [&fixed(y * 100.0, 2), "%"].concat());
        names.push(name.child(point.name));
    }
    (leaders, names)
}

/// The roofs with their names: slopes up to the peak, the peak, and what products reach of it.
fn roofs(
    words: &LastInchText,
    inch: &LastInch,
    card: &Gpu,
    plot: &Plot,
    drawn: &mut Vec<Element>,
    marks: &mut Vec<Element>,
) {
    let roofs = &inch.roofs;
    let peak = roofs.peak.0;
    let [peak_name, reach_name, memory, domain, network] = (words.roofs)(inch, card);
    let slopes = [
        ("roof memory", Some(roofs.memory), memory),
        ("roof link", roofs.domain, domain),
        ("roof link far", roofs.network, network),
    ];
    let mut ridge = plot.x.high;
    for (class, bandwidth, name) in slopes {
        let Some(bandwidth) = bandwidth.map(|bandwidth| bandwidth.0) else {
            continue;
        };
        let start = plot.x.low.max(plot.y.low / bandwidth);
        let end = peak / bandwidth;
        ridge = ridge.min(end);
        drawn.push(plot.line(class, &[[start, start * bandwidth], [end, peak]]));
        marks.push(plot.at(label(class, name), [end, peak]));
    }
    let right = plot.x.high;
    drawn.push(plot.line("roof", &[[ridge, peak], [right, peak]]));
    drawn.push(plot.line(
        "roof reach",
        &[[ridge, roofs.ceiling.0], [right, roofs.ceiling.0]],
    ));
    marks.push(plot.at(label("peak", peak_name), [right, peak]));
    marks.push(plot.at(label("reach", reach_name), [right, roofs.ceiling.0]));
}

fn label(class: &'static str, name: String) -> Element {
    element("em")
        .class(class)
        .attribute("aria-hidden", "true")
        .child(name)
}
