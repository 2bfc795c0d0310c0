//! Bars of a GPU's bandwidth to scale: within its domain, on the network, and to the host where
//! that is used.

use crate::dom::{Element, element};
use cost::placement::{Carrier, Gap, Leg};
use cost::plan::Gpu;
use formats::number::fixed;
use text::figures::MapText;

use crate::dom::components::{gauge, part, said};

/// A bar for each link: within the domain, on the network, and to the host where that is used.
pub(super) fn view(words: &'static MapText, card: &Gpu, legs: &[Leg]) -> Element {
    let uses_host = legs.iter().any(|leg| leg.carrier == Carrier::Host);
    let most = card.nvlink_gb_s.max(card.nic_gb_s).max(card.pcie_gb_s);
    let mut list = element("ul");
    for (carrier, gb_s) in [
        (Carrier::Domain, card.nvlink_gb_s),
        (Carrier::Network, card.nic_gb_s),
        (Carrier::Host, card.pcie_gb_s),
    ] {
        if carrier != Carrier::Host || uses_host {
            let name = (words.carrier)(card, carrier).into();
            let figure = [&fixed(gb_s, 0), " GB/s"].concat();
            list = list.child(gauge(name, ("cable", gb_s / most), figure));
        }
    }
    let gap = (words.gap)(card, Gap::of(card));
    part("bands", words.bandwidth.into())
        .child(list)
        .child(said("p", "key", gap.into()))
}
