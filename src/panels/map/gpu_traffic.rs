//! Traffic of the chosen GPU: one line per route, and the same data as table rows.

use crate::dom::{Element, element};
use cost::placement::{Leg, Placement};
use formats::number::{duration, grouped, three_digits};
use text::figures::MapText;

use crate::dom::components::{part, said, track};
use crate::store::Page;

/// The lines: partners, and a bar of the seconds on the link within the step. Hatched = overlapped
/// with compute.
pub(super) fn list(
    words: &'static MapText,
    page: &Page,
    placement: &Placement,
    gpu: u64,
    legs: &[Leg],
) -> Element {
    let time = &page.estimate.time;
    let mut list = element("ul");
    for leg in legs {
        let traffic = leg.traffic;
        let exposed = time.share(traffic.exposed);
        let hidden = time.share(traffic.hidden());
        let who = (words.partners)(leg, placement.neighbours(gpu));
        let what = (words.sent)(leg, &page.plan.cluster.gpu, page.units());
        let line = element("li")
            .child(said("b", "", words.routes[leg.route as usize].into()))
            .child(said("span", "who", who.into()))
            .child(track(&[("cable", exposed), ("cable hidden", hidden)]))
            .child(said("span", "what", what.into()));
        list = list.child(line);
    }
    let node = gpu / placement.node();
    let heading = (words.place)(gpu, node, placement.stage(gpu), time.total());
    part("legs", heading.into()).child(list)
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
