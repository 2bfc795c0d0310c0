//! Traffic of the chosen GPU: one line per route, and the same data as table rows.

use cost::placement::{Leg, Placement};
use formats::number::{duration, grouped, three_digits};
use leptos::prelude::*;
use text::figures::MapText;

use crate::components::track;
use crate::store::Page;

/// The lines: partners, and a bar of the seconds on the link within the step. Hatched = overlapped
/// with compute.
pub(super) fn list(
    words: &'static MapText,
    page: &Page,
    placement: &Placement,
    gpu: u64,
    legs: &[Leg],
) -> AnyView {
    let time = &page.estimate.time;
    let lines = legs.iter().map(|leg| {
        let exposed = time.share(leg.traffic.exposed);
        let hidden = time.share(leg.traffic.hidden());
        view! {
            <li>
                <b>{words.routes[leg.route as usize]}</b>
                <span class="who">{(words.partners)(leg, placement.neighbours(gpu))}</span>
                {track(&[("cable", exposed), ("cable hidden", hidden)])}
                <span class="what">
                    {(words.sent)(leg, &page.plan.cluster.gpu, page.units())}
                </span>
            </li>
        }
    });
    let node = gpu / placement.node();
    view! {
        <section class="legs">
            <h3>{(words.place)(gpu, node, placement.stage(gpu), time.total())}</h3>
            <ul>{lines.collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// A row of the table.
pub(super) fn row(words: &MapText, page: &Page, placement: &Placement, leg: &Leg) -> Vec<String> {
    let (traffic, partners) = (leg.traffic, leg.partners);
    let is_apart = partners.last() - partners.first >= placement.domain();
    let [reached, sheet] = [leg.reached(), leg.sheet].map(|rate| three_digits(rate.0 / 1e9));
    vec![
        words.routes[leg.route as usize].to_owned(),
        grouped(partners.size),
        grouped(partners.stride),
        words.inside[usize::from(is_apart)].to_owned(),
        page.units().amount(traffic.bytes),
        duration(traffic.link),
        duration(traffic.exposed),
        (words.carrier)(&page.plan.cluster.gpu, leg.carrier).to_owned(),
        [&reached, " of ", &sheet, " GB/s"].concat(),
    ]
}
