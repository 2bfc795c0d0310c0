//! The cluster map: GPUs, their partners and the links between them. Arrays of routes are in the
//! order of [`Route::ALL`].

use crate::number::{fixed, listed, three_digits};
use cost::placement::{Carrier, Gap, Leg, RankGroups, exposed, sum};
use cost::plan::{Family, Gpu};
use cost::traffic::Route;
use cost::units::Bytes;
use formats::number::Units;

messages!("map");

/// Letters of the routes, for marks on partners.
pub const LETTERS: [&str; Route::ALL.len()] = ["T", "X", "C", "E", "P", "D", "S", "R", "Q", "H"];

/// Names of the routes.
#[must_use]
pub fn routes() -> [&'static str; Route::ALL.len()] {
    [
        route_tensor(),
        route_expert_tensor(),
        route_context(),
        route_expert(),
        route_pipeline(),
        route_data(),
        route_across_shards(),
        route_expert_data(),
        route_across_expert_shards(),
        route_host(),
    ]
}

/// Sentence on the traffic of a GPU in a step: bytes and time on each link, and exposed time.
#[must_use]
pub fn sentence(gpu: u64, legs: &[Leg], card: &Gpu, units: Units) -> String {
    let carriers = [Carrier::Domain, Carrier::Network, Carrier::Host];
    let used = carriers.into_iter().filter_map(|each| {
        let traffic = sum(legs, each);
        let is_used = traffic.bytes > Bytes::ZERO;
        is_used.then(|| over(traffic.bytes, carrier(card, each), traffic.link, units))
    });
    let Some(traffic) = used.reduce(|before, last| over_also(&before, &last)) else {
        return no_communication().to_owned();
    };
    let left = exposed(legs);
    if left.0 > 0.0 {
        sends(gpu, &traffic, left)
    } else {
        sends_overlapped(gpu, &traffic)
    }
}

/// A node, with the pipeline stage that begins there.
#[must_use]
pub fn node(node: u64, stage: Option<u64>) -> String {
    match stage {
        Some(stage) => node_of_stage(stage, node),
        None => node_number(node),
    }
}

/// Number and size of the groups of the chosen axis, and number of those that leave a domain; a
/// space behind it.
#[must_use]
pub fn groups(groups: RankGroups, card: &Gpu) -> String {
    if groups.size <= 1 {
        return String::new();
    }
    let domain = carrier(card, Carrier::Domain);
    let sentence = match groups.torn {
        0 => groups_within(groups.count, groups.size, domain),
        torn if torn == groups.count => groups_beyond(groups.count, groups.size, domain),
        torn => groups_some_beyond(groups.count, groups.size, torn, domain),
    };
    [&sentence, " "].concat()
}

/// A GPU's partners on a leg; in a pipeline the ones before and after it.
#[must_use]
pub fn partners(leg: &Leg, neighbours: [Option<u64>; 2]) -> String {
    let (others, partners) = (leg.others(), leg.partners);
    let (first, last) = (partners.first, partners.last());
    let who = match leg.route {
        Route::Host => return host_memory().to_owned(),
        Route::Pipeline => {
            let [before, behind] = neighbours;
            let named = [before.map(gpu_before), behind.map(gpu_behind)];
            listed(&named.into_iter().flatten().collect::<Vec<_>>())
        }
        _ if others == 1 && first == leg.gpu => gpu_number(last),
        _ if others == 1 => gpu_number(first),
        _ if partners.stride > 1 => several_apart(others, first, last, partners.stride),
        _ => several(others, first, last),
    };
    match leg.in_domain {
        _ if leg.in_node == others => in_node(&who),
        all if all == others => in_domain(&who),
        0 => in_other_nodes(&who),
        near => some_in_domain(&who, near),
    }
}

/// Traffic of a leg in a step: bytes, link, time on the link, exposed time.
#[must_use]
pub fn sent(leg: &Leg, card: &Gpu, units: Units) -> String {
    let (traffic, link) = (leg.traffic, carrier(card, leg.carrier));
    let left = traffic.exposed;
    if left.0 <= 0.0 {
        sent_overlapped(traffic.bytes, link, traffic.link, units)
    } else if left.0 > 0.999 * traffic.link.0 {
        sent_exposed(traffic.bytes, link, traffic.link, units)
    } else {
        sent_partly_exposed(traffic.bytes, link, traffic.link, left, units)
    }
}

/// Name of the link that carries an exchange; that of a domain by its maker's name.
#[must_use]
pub fn carrier(card: &Gpu, carrier: Carrier) -> &'static str {
    match (carrier, card.family) {
        (Carrier::Network, _) => network(),
        (Carrier::Host, _) => host_link(),
        _ if card.nvlink_gb_s <= card.pcie_gb_s => "PCIe",
        (_, Family::Cdna) => infinity_fabric(),
        (_, Family::Tpu) => "ICI",
        (_, Family::Trainium) => "NeuronLink",
        (_, Family::Ascend) => "HCCS",
        _ => "NVLink",
    }
}

/// The gap between the domain's link and the network's.
#[must_use]
pub fn gap(card: &Gpu, gap: Gap) -> String {
    let times = |ratio: f64| {
        let is_whole = ratio == ratio.round();
        if is_whole {
            fixed(ratio, 0)
        } else {
            three_digits(ratio)
        }
    };
    gap_of_links(
        carrier(card, Carrier::Domain),
        &times(gap.one_way),
        2.0 * card.nvlink_gb_s,
        card.nic_gb_s,
        &times(gap.as_printed),
    )
}

/// Headings of the table.
#[must_use]
pub fn headings() -> [&'static str; 9] {
    [
        heading_among(),
        heading_gpus(),
        heading_stride(),
        heading_in_domain(),
        heading_sent(),
        heading_time(),
        heading_exposed(),
        heading_limit(),
        heading_reaches(),
    ]
}

/// Words for a group inside a domain, and for one across domains.
#[must_use]
pub fn inside() -> [&'static str; 2] {
    [inside_yes(), inside_no()]
}
