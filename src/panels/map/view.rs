//! View of the map.

use cost::legal::Legal;
use cost::placement::{Leg, Placement};
use cost::traffic::Route;
use cost::units::Seconds;
use text::figures::MapText;

use super::grid::ClusterMap;
use super::state::{AXES, BOX, ID, Map};
use super::{bands, gpu_traffic};
use crate::dom::components::{self, button};
use crate::dom::figure::Table;
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::words;
use crate::store::Page;

/// The whole figure.
pub(super) fn figure(map: &Map, page: &Page) -> Element {
    let frame = FigureIdentity {
        id: ID,
        caption: "map-caption",
        name: words().map.heading,
    };
    frame.draw_with(page, drawing(map, page), || numbers(map, page))
}

fn drawing(map: &Map, page: &Page) -> Drawing {
    let words = &words().map;
    let Ok(legal) = Legal::check(&page.plan) else {
        return Drawing::default();
    };
    let placement = Placement::of(&legal, &page.estimate);
    let gpu = map.gpu(&page.plan);
    let axis = map.axis(&placement);
    let legs = placement.legs(gpu);
    let card = &page.plan.cluster.gpu;
    let sheet = ClusterMap {
        words,
        placement: &placement,
        gpu,
        axis,
        said: said(words, &placement, gpu, &legs, page.estimate.time.total()),
    };
    let groups = (words.groups)(placement.groups(axis), card);
    let key = [&groups, words.key].concat();
    let key = components::said("p", "key", key.into());
    let mut body = vec![choices(words, &placement, axis, gpu)];
    body.extend(sheet.view());
    body.push(key);
    body.push(gpu_traffic::list(words, page, &placement, gpu, &legs));
    body.push(bands::view(words, card, &legs));
    Drawing {
        sentence: (words.sentence)(gpu, &legs, card, page.units()),
        body,
    }
}

fn numbers(map: &Map, page: &Page) -> Table {
    let words = &words().map;
    let mut rows = Vec::new();
    if let Ok(legal) = Legal::check(&page.plan) {
        let placement = Placement::of(&legal, &page.estimate);
        for leg in placement.legs(map.gpu(&page.plan)) {
            rows.push(gpu_traffic::row(words, page, &placement, &leg));
        }
    }
    Table {
        headings: words.headings.map(str::to_owned).to_vec(),
        rows,
        foot: Vec::new(),
    }
}

/// A GPU's place and partners, as text.
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

/// Buttons of the axes that have groups, and the box for the GPU's number.
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
