//! The map of GPUs: nodes around the chosen GPU, and above them the whole cluster if it is large.
//! One of its squares covers several nodes.

use cost::placement::{Partners, Placement};
use cost::traffic::Route;
use leptos::prelude::*;
use text::map;
use web_sys::{KeyboardEvent, MouseEvent};

use super::state::{COLUMNS, square};
use super::update::{at_place, step};
use crate::browser::{events, pointer};
use crate::components::path;
use crate::store::{Event, Store};

/// Largest number of GPUs that are shown one by one.
const SHOWN: u64 = 256;
/// The side of a square, in the drawing's own unit.
const SIDE: u64 = 30;
/// Groups that their numbers on cells tell apart: a cell has room for two digits.
const NUMBERED: u64 = 100;

/// Classes of the shapes of the whole cluster. The first three are also those of cells: the group of
/// the chosen GPU, and two greys that alternate.
static CLASSES: [&str; 5] = ["own", "even", "odd", "dots", "frame"];
/// Index of the class of the chosen GPU's group.
const OWN: usize = 0;
/// Index of the first grey.
const GREY: usize = 1;
/// Index of the class of squares with partners.
const DOTS: usize = 3;
/// Index of the class of squares that are shown one by one.
const FRAME: usize = 4;

/// The routes whose partners are marked with letters.
static LETTERED: [Route; 7] = [
    Route::Tensor,
    Route::Context,
    Route::Expert,
    Route::Pipeline,
    Route::Data,
    Route::ExpertData,
    Route::AcrossShards,
];

/// The cluster under the reader's choices.
pub(super) struct ClusterMap<'a> {
    pub(super) store: Store,
    pub(super) placement: &'a Placement,
    /// The chosen GPU.
    pub(super) gpu: u64,
    /// The axis by which the map is coloured.
    pub(super) axis: Route,
    /// Description of the chosen GPU.
    pub(super) said: String,
}

impl ClusterMap<'_> {
    /// The nodes around the chosen GPU, and the whole cluster if it has more GPUs than can be shown
    /// one by one.
    pub(super) fn view(self) -> impl IntoView + use<> {
        let (gpus, node) = (self.placement.gpus(), self.placement.node().min(SHOWN));
        // A domain, or a node, is not divided as long as there is room for it.
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
        let store = self.store;
        // The listeners are those of all cells, of which there may be hundreds.
        view! {
            {whole}
            <div
                class="nodes"
                role="slider"
                tabindex="0"
                aria-label=map::gpu()
                aria-valuemin="0"
                aria-valuemax=(gpus - 1).to_string()
                aria-valuenow=self.gpu.to_string()
                aria-valuetext=self.said.clone()
                style=("--columns", columns(node).to_string())
                on:click=move |ev| go_to_pressed(store, &ev)
                on:keydown=move |ev| go_by_key(store, &ev)
            >
                {self.nodes(from, end, node)}
            </div>
        }
    }

    /// The nodes of these GPUs, each with `node` of them.
    fn nodes(&self, from: u64, end: u64, node: u64) -> Vec<impl IntoView + use<>> {
        let mut partners = Vec::new();
        for route in LETTERED {
            if self.placement.size(route) > 1 {
                let letter = map::LETTERS[route as usize];
                partners.push((letter, self.placement.partners(route, self.gpu)));
            }
        }
        let framed = self.placement.partners(self.axis, self.gpu);
        let mut nodes = Vec::new();
        let mut first = from;
        while first < end {
            let gpus = first..end.min(first + node);
            let cells: Vec<_> = gpus.map(|gpu| self.cell(gpu, &partners, &framed)).collect();
            nodes.push(view! {
                <div class="node">
                    <small>{self.node_name(first)}</small>
                    <div class="cards">{cells}</div>
                </div>
            });
            first += node;
        }
        nodes
    }

    /// The name of the node of its first GPU, and of the stage that begins there.
    fn node_name(&self, first: u64) -> String {
        let node = first / self.placement.node();
        let stage = self.placement.stage(first);
        let begins = first == 0 || self.placement.stage(first - 1) != stage;
        let is_cut = self.placement.size(Route::Pipeline) > 1;
        map::node(node, (is_cut && begins).then_some(stage))
    }

    fn cell(
        &self,
        gpu: u64,
        partners: &[(&'static str, Partners)],
        framed: &Partners,
    ) -> impl IntoView + use<> {
        let group = self.placement.group(self.axis, gpu);
        let mut letter = None;
        let mut state = "";
        for (of_axis, partners) in partners {
            if partners.contains(gpu) && letter.is_none() {
                (letter, state) = (Some(*of_axis), " partner");
            }
        }
        // A GPU on several axes: the colouring axis comes first.
        if framed.contains(gpu) {
            (letter, state) = (Some(map::LETTERS[self.axis as usize]), " framed");
        }
        if gpu == self.gpu {
            (letter, state) = (None, " chosen");
        }
        let words = letter.map_or_else(|| (group % NUMBERED).to_string(), str::to_owned);
        view! {
            <i class=[CLASSES[self.colour(group)], state].concat() data-gpu=gpu.to_string()>
                {words}
            </i>
        }
    }

    /// The index of a group's class: that of the chosen GPU stands out, others alternate.
    fn colour(&self, group: u64) -> usize {
        if group == self.placement.group(self.axis, self.gpu) {
            OWN
        } else {
            GREY + (group % 2) as usize
        }
    }

    /// The whole cluster. Squares of the chosen GPU's group stand out, others have one of two greys,
    /// by their group or, with several groups, by stage. A dot marks partners, and a frame the nodes
    /// that are shown one by one.
    fn whole(&self, from: u64, end: u64) -> AnyView {
        let (gpus, node) = (self.placement.gpus(), self.placement.node());
        let square = square(gpus, node);
        let squares = gpus.div_ceil(square);
        let framed = self.placement.partners(self.axis, self.gpu);
        let mut outlines: [String; CLASSES.len()] = Default::default();
        for place in 0..squares {
            let first = place * square;
            let [left, top] = [place % COLUMNS, place / COLUMNS].map(|at| (at * SIDE).to_string());
            let mut add = |class: usize, shape: &str| {
                outlines[class].push_str(&["M", &left, " ", &top, shape].concat());
            };
            let is_one = self.placement.is_of_one_group(self.axis, first, square);
            let class = if is_one {
                self.colour(self.placement.group(self.axis, first))
            } else {
                GREY + (self.placement.stage(first) % 2) as usize
            };
            add(class, "h28v28h-28z");
            if framed.among(first, square) > 0 {
                add(DOTS, "m14 14h.01");
            }
            if first < end && first + square > from {
                add(FRAME, "h28v28h-28z");
            }
        }
        let height = squares.div_ceil(COLUMNS) * SIDE;
        let side = (COLUMNS * SIDE).to_string();
        let view_box = ["-1 -1 ", &side, " ", &height.to_string()].concat();
        let outlines = outlines.into_iter().zip(CLASSES);
        let outlines = outlines.map(|(outline, class)| path(class, outline));
        let store = self.store;
        view! {
            <p class="key">{map::overview(square / node, square.min(gpus))}</p>
            <div class="whole" on:click=move |ev| go_to_square(store, &ev)>
                <svg viewBox=view_box aria-hidden="true">
                    {outlines.collect_view()}
                </svg>
            </div>
        }
        .into_any()
    }
}

/// Goes to the GPU whose cell is pressed.
fn go_to_pressed(store: Store, click: &MouseEvent) {
    let pressed = events::target(click);
    let cell = pressed.and_then(|pressed| pressed.closest("[data-gpu]").ok()?);
    if let Some(gpu) = cell.and_then(|cell| cell.get_attribute("data-gpu")?.parse().ok()) {
        store.send(Event::ChooseGpu(gpu));
    }
}

/// Goes to the GPU that a key selects.
fn go_by_key(store: Store, press: &KeyboardEvent) {
    let is_known = store.send_if(|page| {
        let gpu = step(page.gpu(), &page.plan, &press.key())?;
        Some(Event::ChooseGpu(gpu))
    });
    if is_known {
        press.prevent_default();
    }
}

/// Goes to the first GPU of the pressed square of the whole cluster.
fn go_to_square(store: Store, click: &MouseEvent) {
    store.send_if(|page| {
        let width = pointer::width(&events::target(click)?);
        let place = pointer::place(click)?.map(|offset| offset / width);
        at_place(&page.plan, place).map(Event::ChooseGpu)
    });
}

/// Number of GPUs side by side in a node: half of them, because they are drawn in two rows.
fn columns(node: u64) -> u64 {
    match node {
        0..4 => node.max(1),
        _ => node.div_ceil(2).min(16),
    }
}
