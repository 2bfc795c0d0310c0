//! The GPUs: node by node around the chosen one, and above them the whole cluster where it is
//! large, as squares of several nodes.

use shardwise::cost::placement::{Partners, Placement};
use shardwise::cost::traffic::Route;
use shardwise::markup::{Element, element, svg};
use shardwise::text::figures::MapText;

/// GPUs that are shown one by one, at most.
const SHOWN: u64 = 256;
/// Squares in a row of the whole cluster.
pub(super) const COLUMNS: u64 = 32;
/// Squares of the whole cluster, at most.
const SQUARES: u64 = 256;
/// The side of a square, in the drawing's own unit.
const SIDE: u64 = 30;
/// Colours, one for each last digit of a group's number.
const COLOURS: u64 = 10;

/// Classes of the colours.
static CLASSES: [&str; COLOURS as usize] =
    ["g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "g8", "g9"];
/// Last digits.
static DIGITS: [&str; COLOURS as usize] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The routes that put letters on partners.
static LETTERED: [Route; 7] = [
    Route::Tensor,
    Route::Context,
    Route::Expert,
    Route::Pipeline,
    Route::Data,
    Route::ExpertData,
    Route::AcrossShards,
];

/// The cluster as it is looked at.
pub(super) struct Sheet<'a> {
    pub(super) words: &'static MapText,
    pub(super) placement: &'a Placement<'a>,
    /// The chosen GPU.
    pub(super) gpu: u64,
    /// The axis that colours.
    pub(super) axis: Route,
    /// What is said of the chosen GPU.
    pub(super) said: String,
}

/// GPUs of a square of the whole cluster: a power of two of nodes.
pub(super) fn square(gpus: u64, node: u64) -> u64 {
    let mut square = node;
    while gpus.div_ceil(square) > SQUARES {
        square *= 2;
    }
    square
}

impl Sheet<'_> {
    /// The whole cluster where not all of it can be shown one by one, and the nodes around the
    /// chosen GPU.
    pub(super) fn view(self) -> Vec<Element> {
        let (gpus, node) = (self.placement.gpus(), self.placement.node().min(SHOWN));
        // A domain is not torn, nor a node, as long as there is room for it.
        let unit = match self.placement.domain() {
            domain if domain <= SHOWN && domain % node == 0 => domain,
            _ => node,
        };
        let stretch = SHOWN / unit * unit;
        let (from, end) = if gpus <= SHOWN {
            (0, gpus)
        } else {
            let from = self.gpu / stretch * stretch;
            (from, gpus.min(from + stretch))
        };
        let whole = (gpus > SHOWN).then(|| self.whole(from, end));
        let partners: Vec<(usize, Partners)> = LETTERED
            .into_iter()
            .filter(|&route| self.placement.size(route) > 1)
            .map(|route| (route as usize, self.placement.partners(route, self.gpu)))
            .collect();
        let framed = self.placement.partners(self.axis, self.gpu);
        let nodes = (from / node..end.div_ceil(node)).map(|place| {
            let (first, last) = (place * node, (place * node + node).min(end));
            let cells = (first..last).map(|gpu| self.cell(gpu, &partners, &framed));
            element("div")
                .class("node")
                .child(element("small").child(self.node_name(first)))
                .child(element("div").class("cards").children(cells.collect()))
        });
        let nodes = element("div")
            .class("nodes")
            .attribute("role", "slider")
            .attribute("tabindex", "0")
            .attribute("aria-label", self.words.gpu)
            .attribute("aria-valuemin", "0")
            .attribute("aria-valuemax", (gpus - 1).to_string())
            .attribute("aria-valuenow", self.gpu.to_string())
            .attribute("aria-valuetext", self.said.clone())
            .style("--columns", columns(node).to_string())
            .children(nodes.collect());
        whole.into_iter().flatten().chain([nodes]).collect()
    }

    /// The node of its first GPU, and the stage that begins there.
    fn node_name(&self, first: u64) -> String {
        let node = first / self.placement.node();
        let stage = self.placement.stage(first);
        let begins = first == 0 || self.placement.stage(first - 1) != stage;
        let is_cut = self.placement.size(Route::Pipeline) > 1;
        (self.words.node)(node, (is_cut && begins).then_some(stage))
    }

    fn cell(&self, gpu: u64, partners: &[(usize, Partners)], framed: &Partners) -> Element {
        let colour = (self.placement.group(self.axis, gpu) % COLOURS) as usize;
        let is_framed = framed.contains(gpu);
        let letter = partners
            .iter()
            .filter(|(_, partners)| partners.contains(gpu))
            .map(|&(route, _)| self.words.letters[route]);
        // On several axes at once the one that colours comes first.
        let own = self.words.letters[self.axis as usize];
        let letter = if is_framed {
            Some(own)
        } else {
            letter.into_iter().next()
        };
        let state = match letter {
            _ if gpu == self.gpu => " chosen",
            Some(_) if is_framed => " framed",
            Some(_) => " partner",
            None => "",
        };
        let words = match letter {
            Some(letter) if gpu != self.gpu => letter,
            _ => DIGITS[colour],
        };
        element("i")
            .class([CLASSES[colour], state].concat())
            .attribute("data-gpu", gpu.to_string())
            .child(words)
    }

    /// The whole cluster: squares of one group in its colour, others hatched, a dot where there
    /// are partners, and a frame around those that are shown one by one.
    fn whole(&self, from: u64, end: u64) -> [Element; 2] {
        let (gpus, node) = (self.placement.gpus(), self.placement.node());
        let square = square(gpus, node);
        let squares = gpus.div_ceil(square);
        let framed = self.placement.partners(self.axis, self.gpu);
        let mut outlines: [String; COLOURS as usize + 1] = Default::default();
        let (mut dots, mut frame) = (String::new(), String::new());
        // Squares of one colour side by side are one outline.
        let mut run: Option<(usize, u64, u64)> = None;
        for place in 0..=squares {
            let first = place * square;
            let colour = (place < squares).then(|| {
                if self.placement.is_of_one_group(self.axis, first, square) {
                    (self.placement.group(self.axis, first) % COLOURS) as usize
                } else {
                    COLOURS as usize
                }
            });
            let is_new_row = place % COLUMNS == 0;
            match (&mut run, colour) {
                (Some((class, _, length)), Some(colour)) if *class == colour && !is_new_row => {
                    *length += 1;
                }
                (_, colour) => {
                    if let Some((class, start, length)) = run.take() {
                        push(&mut outlines[class], start, length);
                    }
                    run = colour.map(|colour| (colour, place, 1));
                }
            }
            if place < squares {
                if framed.among(first, square) > 0 {
                    let middle = [place % COLUMNS, place / COLUMNS].map(|at| at * SIDE + SIDE / 2);
                    let at = middle.map(|at| at.to_string());
                    dots = [&dots, "M", &at[0], " ", &at[1], "h.01"].concat();
                }
                if first < end && first + square > from {
                    push(&mut frame, place, 1);
                }
            }
        }
        let shapes = outlines
            .into_iter()
            .zip(CLASSES.into_iter().chain(["mixed"]));
        let shapes = shapes.filter(|(outline, _)| !outline.is_empty());
        let height = squares.div_ceil(COLUMNS) * SIDE;
        let side = (COLUMNS * SIDE).to_string();
        let drawing = svg("svg")
            .class("whole")
            .attribute(
                "viewBox",
                ["0 0 ", &side, " ", &height.to_string()].concat(),
            )
            .attribute("aria-hidden", "true")
            .children(
                shapes
                    .map(|(outline, class)| path(class, outline))
                    .collect(),
            )
            .child(path("dots", dots))
            .child(path("frame", frame));
        let words = (self.words.overview)(square / node, square.min(gpus));
        [element("p").class("key").child(words), drawing]
    }
}

/// Adds squares side by side to an outline.
fn push(outline: &mut String, place: u64, length: u64) {
    let (x, y) = (place % COLUMNS * SIDE + 1, place / COLUMNS * SIDE + 1);
    let [x, y, width] = [x, y, length * SIDE - 2].map(|number| number.to_string());
    let next = ["M", &x, " ", &y, "h", &width, "v28h-", &width, "z"].concat();
    outline.push_str(&next);
}

fn path(class: &'static str, outline: String) -> Element {
    svg("path").class(class).attribute("d", outline)
}

/// Cards side by side in a node: half of them, as they stand in two rows.
fn columns(node: u64) -> u64 {
    match node {
        0..4 => node.max(1),
        _ => node.div_ceil(2).min(16),
    }
}
