//! How much faster a GPU talks inside its domain than outside, to scale.

use shardwise::cost::placement::{Carrier, Gap, Leg};
use shardwise::cost::plan::Gpu;
use shardwise::markup::figure::bar;
use shardwise::markup::{Element, element};
use shardwise::text::figures::MapText;
use shardwise::text::number::fixed;

/// A bar for each link: inside the domain, the network, and the host's where it is used.
pub(super) fn view(words: &'static MapText, card: &Gpu, legs: &[Leg]) -> Element {
    let uses_host = legs.iter().any(|leg| leg.carrier == Carrier::Host);
    let links = [
        (Carrier::Domain, card.nvlink_gb_s),
        (Carrier::Network, card.nic_gb_s),
        (Carrier::Host, card.pcie_gb_s),
    ];
    let most = card.nvlink_gb_s.max(card.nic_gb_s).max(card.pcie_gb_s);
    let links = links.into_iter();
    let links = links.filter(|&(carrier, _)| carrier != Carrier::Host || uses_host);
    let bars = links.map(|(carrier, gb_s)| {
        let track = element("span")
            .class("track")
            .attribute("aria-hidden", "true")
            .child(bar("cable", gb_s / most));
        element("li")
            .child(element("span").child((words.carrier)(card, carrier)))
            .child(track)
            .child(
                element("span")
                    .class("figure")
                    .child([&fixed(gb_s, 0), " GB/s"].concat()),
            )
    });
    element("section")
        .class("bands")
        .child(element("h3").child(words.bandwidth))
        .child(element("ul").children(bars.collect()))
        .child(
            element("p")
                .class("key")
                .child((words.gap)(card, Gap::of(card))),
        )
}
