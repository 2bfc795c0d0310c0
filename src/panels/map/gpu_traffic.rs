//! Traffic of the chosen GPU: one line per route, and the same data as table rows.

use cost::placement::{Leg, Placement};
use leptos::prelude::*;
use text::map;
use text::number::{BytesText as _, duration, grouped};

use crate::components::track;
use crate::store::Page;

/// The lines: partners, and a bar of the seconds on the link within the step. Hatched = overlapped
/// with compute.
pub(super) fn list(page: &Page, placement: &Placement, gpu: u64, legs: &[Leg]) -> AnyView {
    let time = &page.estimate.time;
    let lines = legs.iter().map(|leg| {
        let exposed = time.share(leg.traffic.exposed);
        let hidden = time.share(leg.traffic.hidden());
        view! {
            <li>
                <b>{map::routes()[leg.route as usize]}</b>
                <span class="who">{map::partners(leg, placement.neighbours(gpu))}</span>
                {track(&[("cable", exposed), ("cable hidden", hidden)])}
                <span class="what">
                    {map::sent(leg, &page.plan.cluster.gpu, page.units())}
                </span>
            </li>
        }
    });
    let node = gpu / placement.node();
    view! {
        <section class="legs">
            <h3>{map::place(gpu, node, placement.stage(gpu), time.total())}</h3>
            <ul>{lines.collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// A row of the table.
pub(super) fn row(page: &Page, placement: &Placement, leg: &Leg) -> Vec<String> {
    let (traffic, partners) = (leg.traffic, leg.partners);
    let is_apart = partners.last() - partners.first >= placement.domain();
    let [reached, sheet] = [leg.reached(), leg.sheet].map(|rate| rate.0 / 1e9);
    vec![
        map::routes()[leg.route as usize].to_owned(),
        grouped(partners.size),
        grouped(partners.stride),
        map::inside()[usize::from(is_apart)].to_owned(),
        page.units().amount(traffic.bytes),
        duration(traffic.link),
        duration(traffic.exposed),
        map::carrier(&page.plan.cluster.gpu, leg.carrier).to_owned(),
        map::reaches(reached, sheet),
    ]
}
