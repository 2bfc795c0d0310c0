//! What the chosen GPU exchanges, a line a route.

use shardwise::cost::placement::{Leg, Placement};
use shardwise::markup::figure::percent_of;
use shardwise::markup::{Element, element};
use shardwise::text::figures::MapText;
use shardwise::text::number::{duration, grouped, three_digits};

use crate::desk::Desk;

/// The lines: partners, and a bar of the seconds on the link within the step, those that
/// computing hides hatched.
pub(super) fn list(
    words: &'static MapText,
    desk: &Desk,
    placement: &Placement,
    gpu: u64,
    legs: &[Leg],
) -> Element {
    let step = desk.estimate.time.total().0;
    let (card, units) = (&desk.plan.cluster.gpu, desk.sight.units);
    let lines = legs.iter().map(|leg| {
        let traffic = leg.traffic;
        let exposed = traffic.exposed.0 / step;
        let hidden = traffic.link.beyond(traffic.exposed).0 / step;
        let track = element("span")
            .class("track")
            .attribute("aria-hidden", "true")
            .child(
                element("i")
                    .class("cable")
                    .style("width", percent_of(exposed)),
            )
            .child(
                element("i")
                    .class("cable hidden")
                    .style("width", percent_of(hidden)),
            );
        element("li")
            .child(element("b").child(words.routes[leg.route as usize]))
            .child(
                element("span")
                    .class("who")
                    .child((words.partners)(leg, placement.neighbours(gpu))),
            )
            .child(track)
            .child(
                element("span")
                    .class("what")
                    .child((words.sent)(leg, card, units)),
            )
    });
    let node = gpu / placement.node();
    let place = (words.place)(gpu, node, placement.stage(gpu));
    element("section")
        .class("legs")
        .child(element("h3").child(place))
        .child(element("ul").children(lines.collect()))
}

/// A row of the table.
pub(super) fn row(words: &MapText, desk: &Desk, placement: &Placement, leg: &Leg) -> Vec<String> {
    let traffic = leg.traffic;
    let is_inside = leg.partners.last() - leg.partners.first < placement.domain();
    let rate = |per_second: f64| three_digits(per_second / 1e9);
    let reached = [&rate(leg.reached().0), " of ", &rate(leg.sheet.0), " GB/s"].concat();
    vec![
        words.routes[leg.route as usize].to_owned(),
        grouped(leg.partners.size),
        grouped(leg.partners.stride),
        words.inside[usize::from(!is_inside)].to_owned(),
        desk.sight.units.amount(traffic.bytes),
        duration(traffic.link),
        duration(traffic.exposed),
        (words.carrier)(&desk.plan.cluster.gpu, leg.carrier).to_owned(),
        reached,
    ]
}
