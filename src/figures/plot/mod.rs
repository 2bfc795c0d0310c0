//! A plot: lines, shaded areas and marks over two axes.
//!
//! Lines and areas are a drawing that stretches with the sheet; whatever is read or pressed stands
//! over it as text and elements of the page, at their own size, in their own place. Labels stand
//! at the ends of the lines.

mod axis;

pub(crate) use axis::Axis;

use shardwise::markup::figure::percent_of;
use shardwise::markup::{Element, element, svg};
use shardwise::text::number::fixed;

/// The side of the drawing, in its own unit.
const SIDE: f64 = 999.0;
/// Room of a label at a line's end, as a share of the height.
const LABEL: f64 = 0.055;
/// Width of a letter as a share of the axis: on a phone, on a wide sheet.
const LETTERS: [f64; 2] = [0.028, 0.0125];

/// What a plot shows.
pub(crate) struct Plot {
    /// From left to right.
    pub(crate) x: Axis,
    /// From bottom to top.
    pub(crate) y: Axis,
    /// Values and words along each.
    pub(crate) ticks: [Vec<(f64, String)>; 2],
    /// What they show: under the first, above the second.
    pub(crate) titles: [String; 2],
    /// Above the labels at the lines' ends.
    pub(crate) labels_title: String,
    /// Rectangles: class, from where to where.
    pub(crate) areas: Vec<(&'static str, [[f64; 2]; 2])>,
    /// Lines.
    pub(crate) lines: Vec<Line>,
    /// Elements over it.
    pub(crate) marks: Vec<Mark>,
}

/// A line.
pub(crate) struct Line {
    /// Its classes.
    pub(crate) class: &'static str,
    /// From left to right.
    pub(crate) points: Vec<[f64; 2]>,
    /// What stands at its end; may be empty.
    pub(crate) label: String,
}

/// An element with its middle at a point.
pub(crate) struct Mark {
    /// Where.
    pub(crate) at: [f64; 2],
    /// What.
    pub(crate) element: Element,
}

impl Plot {
    /// Draws it.
    pub(crate) fn draw(self) -> Element {
        let areas = self.areas.iter().map(|(class, [from, to])| {
            let ([left, bottom], [right, top]) = (self.spot(*from), self.spot(*to));
            let outline = [
                "M", &left, " ", &bottom, "H", &right, "V", &top, "H", &left, "z",
            ];
            path(class, outline.concat())
        });
        let lines = self.lines.iter().map(|line| {
            let mut outline = String::new();
            for point in &line.points {
                let [x, y] = self.spot(*point);
                let pen = if outline.is_empty() { "M" } else { "L" };
                outline = [&outline, pen, &x, " ", &y].concat();
            }
            path(line.class, outline)
        });
        let mut grid = String::new();
        for (value, _) in &self.ticks[1] {
            let [_, y] = self.spot([self.x.low, *value]);
            grid = [&grid, "M0 ", &y, "H999"].concat();
        }
        let drawing = svg("svg")
            .attribute("viewBox", "0 0 999 999")
            .attribute("preserveAspectRatio", "none")
            .attribute("aria-hidden", "true")
            .child(path("grid", grid))
            .children(areas.collect())
            .children(lines.collect());
        let mut words = self.words();
        words.extend(self.labels());
        let [x, y] = self.titles.clone();
        let titles = [
            ("title-x", x),
            ("title-y", y),
            ("title-l", self.labels_title.clone()),
        ];
        let titles = titles.map(|(class, title)| element("b").class(class).child(title));
        let words = element("div")
            .class("words")
            .attribute("aria-hidden", "true")
            .children(words)
            .children(titles.into_iter().collect());
        let places = [&self.x, &self.y].map(|axis| *axis);
        let marks = self.marks.into_iter().map(|mark| {
            let [left, bottom] = [0, 1].map(|index| places[index].place(mark.at[index]));
            mark.element
                .style("left", percent_of(left))
                .style("bottom", percent_of(bottom))
        });
        element("div")
            .class("chart")
            .child(drawing)
            .child(words)
            .children(marks.collect())
    }

    /// A point in the drawing: from the left, from the top, never outside.
    fn spot(&self, [x, y]: [f64; 2]) -> [String; 2] {
        let [x, y] = [self.x.place(x), 1.0 - self.y.place(y)];
        [x, y].map(|share| fixed(share.clamp(0.0, 1.0) * SIDE, 1))
    }

    /// The words along the axes. Those that have room on a wide sheet alone say so.
    fn words(&self) -> Vec<Element> {
        let [across, up] = &self.ticks;
        let mut words = Vec::new();
        let mut ends = [f64::NEG_INFINITY; 2];
        for (value, word) in across {
            let place = self.x.place(*value);
            let halves = LETTERS.map(|letter| letter * (word.chars().count() + 1) as f64 / 2.0);
            let has_room = [0, 1].map(|sheet| place - halves[sheet] >= ends[sheet]);
            let class = match has_room {
                [true, true] => "x",
                [false, true] => "x roomy",
                _ => continue,
            };
            for sheet in 0..2 {
                if has_room[sheet] {
                    ends[sheet] = place + halves[sheet];
                }
            }
            let word = element("span").class(class).child(word.clone());
            words.push(word.style("left", percent_of(place)));
        }
        for (value, word) in up {
            let place = percent_of(self.y.place(*value));
            let word = element("span").class("y").child(word.clone());
            words.push(word.style("bottom", place));
        }
        words
    }

    /// The labels at the ends of the lines, moved apart where they would cover each other.
    fn labels(&self) -> Vec<Element> {
        let mut rising: Vec<(f64, &Line)> = Vec::new();
        for line in self.lines.iter().filter(|line| !line.label.is_empty()) {
            if let Some([_, end]) = line.points.last() {
                let place = self.y.place(*end).clamp(0.0, 1.0);
                let below = rising.iter().take_while(|(other, _)| *other < place);
                let index = below.count();
                rising.insert(index, (place, line));
            }
        }
        let mut least = 0.0;
        for (place, _) in &mut rising {
            *place = place.max(least);
            least = *place + LABEL;
        }
        let mut most = 1.0;
        for (place, _) in rising.iter_mut().rev() {
            *place = place.min(most);
            most = *place - LABEL;
        }
        let label = |(place, line): (f64, &Line)| {
            let words = element("span").class(["end ", line.class].concat());
            words
                .style("bottom", percent_of(place))
                .child(line.label.clone())
        };
        rising.into_iter().map(label).collect()
    }
}

fn path(class: &'static str, outline: String) -> Element {
    svg("path").class(class).attribute("d", outline)
}
