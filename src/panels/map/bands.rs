//! Bars of a GPU's bandwidth to scale: within its domain, on the network, and to the host where
//! that is used.

use cost::placement::{Carrier, Gap, Leg};
use cost::plan::Gpu;
use leptos::prelude::*;
use text::map;

use crate::components::gauge;

/// A bar for each link: within the domain, on the network, and to the host where that is used.
pub(super) fn view(card: &Gpu, legs: &[Leg]) -> AnyView {
    let uses_host = legs.iter().any(|leg| leg.carrier == Carrier::Host);
    let most = card.nvlink_gb_s.max(card.nic_gb_s).max(card.pcie_gb_s);
    let mut list = Vec::new();
    for (carrier, gb_s) in [
        (Carrier::Domain, card.nvlink_gb_s),
        (Carrier::Network, card.nic_gb_s),
        (Carrier::Host, card.pcie_gb_s),
    ] {
        if carrier != Carrier::Host || uses_host {
            let name = map::carrier(card, carrier).into_any();
            let value = map::gigabytes_a_second(gb_s);
            list.push(gauge(name, ("cable", gb_s / most), value));
        }
    }
    view! {
        <section class="bands">
            <h3>{map::bandwidth()}</h3>
            <ul>{list}</ul>
            <p class="key">{map::gap(card, Gap::of(card))}</p>
        </section>
    }
    .into_any()
}
