//! Cluster map: where every GPU stands, whom the chosen one talks to, and what that costs on
//! which link.

mod bands;
mod grid;
mod legs;

use crate::browser::events::target;
use crate::browser::pointer;
use crate::markup::figure::Table;
use crate::markup::{Element, element};
use cost::legal::Legal;
use cost::placement::{Leg, Placement};
use cost::plan::Plan;
use cost::traffic::Route;
use cost::units::Seconds;
use js_sys::Reflect;
use text::figures::MapText;
use web_sys::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, HtmlInputElement};

use super::desk::Desk;
use super::pieces::{self, button};
use super::view::{Drawing, View, no_paint};
use grid::Sheet;

/// The id of the box with the chosen GPU's number.
const BOX: &str = "map-gpu";

/// The view.
pub(super) static VIEW: View = View {
    id: "map",
    caption: "map-caption",
    name: |desk| desk.words.map.heading,
    draw,
    paint: no_paint,
    table: Some(numbers),
};

/// The axes by which the map can be coloured, from the inside of a node outwards.
static AXES: [Route; 5] = [
    Route::Tensor,
    Route::Context,
    Route::Expert,
    Route::Data,
    Route::Pipeline,
];

/// What the reader chose.
#[derive(Default)]
pub(crate) struct Map {
    /// The GPU.
    gpu: u64,
    /// The axis that colours the map: a position in [`AXES`].
    axis: usize,
}

impl Map {
    /// The chosen GPU of a plan that may have fewer.
    fn gpu(&self, plan: &Plan) -> u64 {
        self.gpu.min(plan.cluster.gpus.saturating_sub(1))
    }

    /// The chosen axis, or the first that has groups where that has none.
    fn axis(&self, placement: &Placement) -> Route {
        let has = |route: &Route| placement.size(*route) > 1;
        let chosen = AXES.get(self.axis).copied().filter(has);
        let first = || AXES.into_iter().find(has);
        chosen.or_else(first).unwrap_or(Route::Tensor)
    }
}

fn draw(desk: &mut Desk) -> Drawing {
    let (words, units) = (&desk.words.map, desk.sight.units);
    let Ok(legal) = Legal::check(&desk.plan) else {
        return Drawing {
            sentence: String::new(),
            body: Vec::new(),
        };
    };
    let placement = Placement::of(&legal, &desk.estimate);
    let gpu = desk.map.gpu(&desk.plan);
    let axis = desk.map.axis(&placement);
    let legs = placement.legs(gpu);
    let card = &desk.plan.cluster.gpu;
    let sheet = Sheet {
        words,
        placement: &placement,
        gpu,
        axis,
        said: said(words, &placement, gpu, &legs, desk.estimate.time.total()),
    };
    let groups = (words.groups)(placement.groups(axis), card);
    let key = [&groups, words.key].concat();
    let key = pieces::said("p", "key", key.into());
    let mut body = vec![choices(words, &placement, axis, gpu)];
    body.extend(sheet.view());
    body.push(key);
    body.push(legs::list(words, desk, &placement, gpu, &legs));
    body.push(bands::view(words, card, &legs));
    Drawing {
        sentence: (words.sentence)(gpu, &legs, card, units),
        body,
    }
}

/// A GPU's place and partners, in words.
fn said(words: &MapText, placement: &Placement, gpu: u64, legs: &[Leg], step: Seconds) -> String {
    let (node, stage) = (gpu / placement.node(), placement.stage(gpu));
    let mut said = (words.place)(gpu, node, stage, step);
    for leg in legs {
        let partners = (words.partners)(leg, placement.neighbours(gpu));
        let name = words.routes[leg.route as usize];
        said = [&said, "; ", name, ": ", &partners].concat();
    }
    said
}

/// The axes that have groups, and the number of the GPU.
fn choices(words: &'static MapText, placement: &Placement, axis: Route, gpu: u64) -> Element {
    let mut axes = element("div")
        .class("sources")
        .attribute("role", "group")
        .attribute("aria-label", words.axes);
    for (index, route) in AXES.into_iter().enumerate() {
        if placement.size(route) > 1 {
            let name = words.routes[route as usize];
            axes = axes.child(button("data-axis", index, route == axis).child(name));
        }
    }
    let number = element("input")
        .id(BOX)
        .class("number")
        .attribute("type", "number")
        .attribute("min", "0")
        .attribute("max", (placement.gpus() - 1).to_string())
        .property("value", gpu.to_string());
    element("div")
        .class("choices")
        .child(axes)
        .child(element("label").child(words.gpu).child(" ").child(number))
}

/// An axis, a GPU or a square of the whole cluster is pressed.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let Some(target) = target(event) else {
        return false;
    };
    let number = |name: &str| {
        let selector = ["#map [", name, "]"].concat();
        let element = target.closest(&selector).ok()??;
        element.get_attribute(name)?.parse::<u64>().ok()
    };
    if let Some(axis) = number("data-axis") {
        desk.map.axis = axis as usize;
    } else if let Some(gpu) = number("data-gpu") {
        desk.map.gpu = gpu;
    } else if let Some(gpu) = squared(desk, &target, event) {
        desk.map.gpu = gpu;
    } else {
        return false;
    }
    true
}

/// The first GPU of the square that was pressed in the map of the whole cluster.
fn squared(desk: &Desk, target: &web_sys::Element, event: &Event) -> Option<u64> {
    let whole = target.closest("#map .whole").ok()??;
    let side = pointer::width(&whole) / grid::COLUMNS as f64;
    let place = |offset: f64| (offset.max(0.0) / side) as u64;
    let [column, row] = pointer::place(event)?.map(place);
    let gpus = desk.plan.cluster.gpus;
    let square = grid::square(gpus, desk.plan.cluster.gpu.node.clamp(1, gpus));
    let first = (row * grid::COLUMNS + column.min(grid::COLUMNS - 1)) * square;
    (first < gpus).then_some(first)
}

/// A number is typed.
pub(super) fn type_in(desk: &mut Desk, event: &Event) -> bool {
    let input = target(event).filter(|target| target.id() == BOX);
    let Some(input) = input.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
        return false;
    };
    let Ok(gpu) = input.value().parse() else {
        return false;
    };
    desk.map.gpu = gpu;
    desk.map.gpu = desk.map.gpu(&desk.plan);
    true
}

/// A key goes down on the map: to the next GPU, the next node, the next stage, the ends.
pub(super) fn go(desk: &mut Desk, event: &Event) -> bool {
    let grid = target(event).and_then(|target| target.closest("#map .nodes").ok()?);
    let key = Reflect::get(event, &JsValue::from_str("key")).ok();
    let (Some(_), Some(key)) = (grid, key.and_then(|key| key.as_string())) else {
        return false;
    };
    let cluster = &desk.plan.cluster;
    let (gpu, last) = (desk.map.gpu(&desk.plan), cluster.gpus - 1);
    let node = cluster.gpu.node.clamp(1, cluster.gpus);
    let stage = cluster.gpus / desk.plan.layout.pipeline;
    let to = match key.as_str() {
        "ArrowRight" => gpu + 1,
        "ArrowLeft" => gpu.saturating_sub(1),
        "ArrowDown" => gpu + node,
        "ArrowUp" => gpu.checked_sub(node).unwrap_or(gpu),
        "PageDown" => gpu + stage,
        "PageUp" => gpu.checked_sub(stage).unwrap_or(gpu),
        "Home" => 0,
        "End" => last,
        _ => return false,
    };
    event.prevent_default();
    // A whole node or stage further, or nowhere.
    let is_far = to > last && to - gpu > 1;
    desk.map.gpu = if is_far { gpu } else { to.min(last) };
    true
}

fn numbers(desk: &mut Desk) -> Table {
    let words = &desk.words.map;
    let mut rows = Vec::new();
    if let Ok(legal) = Legal::check(&desk.plan) {
        let placement = Placement::of(&legal, &desk.estimate);
        for leg in placement.legs(desk.map.gpu(&desk.plan)) {
            rows.push(legs::row(words, desk, &placement, &leg));
        }
    }
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}
