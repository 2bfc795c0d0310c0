//! View of the map.

use cost::placement::{Leg, Placement};
use cost::traffic::Route;
use cost::units::Seconds;
use leptos::prelude::*;
use text::map;
use web_sys::HtmlInputElement;

use super::grid::ClusterMap;
use super::state::{AXES, BOX, ID, Map, MapEvent};
use super::update::typed;
use super::{bands, gpu_traffic};
use crate::components::Table;
use crate::panels::figure::Figure;
use crate::store::{Event, Page, PanelStore};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<Map>) -> AnyView {
    view! {
        <Figure
            id=ID
            caption="map-caption"
            name=map::heading()
            sentence=Box::new(move || panel.follow(sentence))
            table=Box::new(move || panel.follow(numbers))
        >
            {move || panel.follow(|map, page| drawing(panel, map, page))}
        </Figure>
    }
    .into_any()
}

fn sentence(_: &Map, page: &Page) -> String {
    let gpu = page.gpu();
    let legs = page.placement().legs(gpu);
    map::sentence(gpu, &legs, &page.plan.cluster.gpu, page.units())
}

/// One part for all: each choice of the reader changes most of it.
fn drawing(panel: PanelStore<Map>, map: &Map, page: &Page) -> impl IntoView + use<> {
    let placement = page.placement();
    let gpu = page.gpu();
    let axis = map.axis(placement);
    let legs = placement.legs(gpu);
    let card = &page.plan.cluster.gpu;
    let sheet = ClusterMap {
        store: panel.page(),
        placement,
        gpu,
        axis,
        said: said(placement, gpu, &legs, page.estimate.time.total()),
    };
    let groups = map::groups(placement.groups(axis), card);
    view! {
        {choices(panel, placement, axis, gpu)}
        {sheet.view()}
        <p class="key">{[&groups, map::key()].concat()}</p>
        {gpu_traffic::list(page, placement, gpu, &legs)}
        {bands::view(card, &legs)}
        {balances(page)}
    }
}

/// The limits from which axes are communication-bound.
fn balances(page: &Page) -> AnyView {
    let limits = text::balance::axes(page.balance());
    let limits = limits.into_iter();
    let items = limits.map(|(axis, limit)| view! { <li>{[axis, ": ", &limit].concat()}</li> });
    let items = items.collect_view();
    view! {
        <p class="key">{text::balance::communication_bound()}</p>
        <ul class="key">{items}</ul>
    }
    .into_any()
}

fn numbers(_: &Map, page: &Page) -> Table {
    let placement = page.placement();
    let legs = placement.legs(page.gpu()).into_iter();
    let rows = legs.map(|leg| gpu_traffic::row(page, placement, &leg));
    Table {
        headings: map::headings().map(str::to_owned).to_vec(),
        rows: rows.collect(),
        foot: Vec::new(),
    }
}

/// A GPU's place and partners, as text.
fn said(placement: &Placement, gpu: u64, legs: &[Leg], step: Seconds) -> String {
    let (node, stage) = (gpu / placement.node(), placement.stage(gpu));
    let mut said = map::place(gpu, node, stage, step);
    for leg in legs {
        let partners = map::partners(leg, placement.neighbours(gpu));
        let name = map::routes()[leg.route as usize];
        said = [&said, "; ", name, ": ", &partners].concat();
    }
    said
}

/// Buttons of the axes that have groups, and the box for the GPU's number.
fn choices(panel: PanelStore<Map>, placement: &Placement, axis: Route, gpu: u64) -> AnyView {
    let axes = AXES.into_iter().enumerate();
    let axes = axes.filter(|(_, route)| placement.size(*route) > 1);
    let axes = axes.map(|(index, route)| {
        view! {
            <button
                type="button"
                aria-pressed=(route == axis).to_string()
                on:click=move |_| panel.send(MapEvent::ColourBy(index))
            >
                {map::routes()[route as usize]}
            </button>
        }
    });
    let go_to_typed = move |field: &HtmlInputElement| {
        let gpu = panel.read(|_, page| typed(&page.plan, &field.value()));
        if let Some(gpu) = gpu {
            panel.page().send(Event::ChooseGpu(gpu));
            // The number of a GPU beyond the last one changes nothing if that one was chosen.
            field.set_value(&gpu.to_string());
        }
    };
    view! {
        <div class="choices">
            <div class="sources" role="group" aria-label=map::axes()>
                {axes.collect_view()}
            </div>
            <label>
                {map::gpu()}
                " "
                <input
                    id=BOX
                    class="number"
                    type="number"
                    min="0"
                    max=(placement.gpus() - 1).to_string()
                    prop:value=gpu.to_string()
                    on:input:target=move |ev| go_to_typed(&ev.target())
                />
            </label>
        </div>
    }
    .into_any()
}
