//! The cluster map.

use crate::en::words::joined;
use crate::figures::MapText;
use cost::placement::{Carrier, Gap, Leg, RankGroups, exposed, sum};
use cost::plan::{Family, Gpu};
use cost::traffic::Route;
use cost::units::{Bytes, Seconds};
use formats::number::{Units, duration, fixed, grouped, three_digits};

pub(super) const MAP: MapText = MapText {
    heading: "Cluster map.",
    sentence,
    axes: "Coloured by the groups of",
    routes: ROUTES,
    letters: ["T", "X", "C", "E", "P", "D", "S", "R", "Q", "H"],
    gpu: "GPU",
    node: |node, stage| {
        let node = ["node\u{a0}", &grouped(node)].concat();
        match stage {
            Some(stage) => joined(&["stage\u{a0}", &grouped(stage), " · ", &node]),
            None => node,
        }
    },
    place: |gpu, node, stage, step| {
        joined(&[
            "GPU ",
            &grouped(gpu),
            ", node ",
            &grouped(node),
            ", stage ",
            &grouped(stage),
            ": time on its links in a step of ",
            &duration(step),
            "; hatched = overlapped with compute",
        ])
    },
    key: "Same colour and digit = same group of the chosen axis. Letters \
          mark partners of the chosen GPU on any axis; those on the chosen axis are framed.",
    groups,
    overview: |nodes, gpus| {
        let nodes = match nodes {
            1 => String::from("a node"),
            nodes => [&grouped(nodes), " nodes"].concat(),
        };
        joined(&[
            "The whole cluster: each square is ",
            &nodes,
            " of ",
            &grouped(gpus),
            " GPUs. Squares with several groups are grey, by pipeline stage. Dots mark partners; the framed part is shown below.",
        ])
    },
    partners,
    sent,
    bandwidth: "Bandwidth of one GPU, one way",
    carrier,
    gap,
    communication_bound: "Communication-bound at rated speeds:",
    balances: crate::balance::axes,
    headings: [
        "communication among",
        "GPUs",
        "stride",
        "in one domain",
        "sent per step",
        "time on the link",
        "exposed",
        "limited by",
        "reaches",
    ],
    inside: ["yes", "no"],
};

pub(super) const ROUTES: [&str; Route::ALL.len()] = [
    "Tensor",
    "Tensor, in experts",
    "Context",
    "Expert",
    "Pipeline",
    "Data",
    "Across shard groups",
    "Data, experts",
    "Across expert shards",
    "Host",
];

fn sentence(gpu: u64, legs: &[Leg], card: &Gpu, units: Units) -> String {
    let mut parts = String::new();
    for each in [Carrier::Domain, Carrier::Network, Carrier::Host] {
        let traffic = sum(legs, each);
        if traffic.bytes > Bytes::ZERO {
            let and = if parts.is_empty() { "" } else { " and " };
            let (bytes, time) = (units.amount(traffic.bytes), duration(traffic.link));
            parts = [
                &parts,
                and,
                &bytes,
                " over ",
                carrier(card, each),
                " in ",
                &time,
            ]
            .concat();
        }
    }
    if parts.is_empty() {
        return String::from("A single GPU has no communication.");
    }
    let left = exposed(legs);
    let left = if left.0 > 0.0 {
        [&duration(left), " of it is exposed."].concat()
    } else {
        String::from("all of it is overlapped with compute.")
    };
    joined(&[
        "In a step, GPU ",
        &grouped(gpu),
        " sends ",
        &parts,
        "; ",
        &left,
    ])
}

fn groups(groups: RankGroups, card: &Gpu) -> String {
    if groups.size <= 1 {
        return String::new();
    }
    let all = groups.count == groups.torn;
    let torn = match groups.torn {
        0 if groups.count == 1 => ", within one ",
        0 => ", each within one ",
        1 if all => ", reaching beyond one ",
        _ if all => ", all reaching beyond one ",
        1 => ", 1 of them reaching beyond one ",
        torn => &joined(&[", ", &grouped(torn), " of them reaching beyond one "]),
    };
    joined(&[
        &grouped(groups.count),
        if groups.count == 1 {
            " group of "
        } else {
            " groups of "
        },
        &grouped(groups.size),
        " GPUs",
        torn,
        carrier(card, Carrier::Domain),
        " domain. ",
    ])
}

fn partners(leg: &Leg, neighbours: [Option<u64>; 2]) -> String {
    let (others, partners) = (leg.others(), leg.partners);
    let mut who = String::new();
    match leg.route {
        Route::Host => return String::from("host memory"),
        Route::Pipeline => {
            for (gpu, place) in neighbours.into_iter().zip([" before it", " behind it"]) {
                if let Some(gpu) = gpu {
                    let comma = if who.is_empty() { "" } else { ", " };
                    who = [&who, comma, "GPU ", &grouped(gpu), place].concat();
                }
            }
        }
        _ if others == 1 => {
            let is_first = partners.first == leg.gpu;
            let partner = if is_first {
                partners.last()
            } else {
                partners.first
            };
            who = ["GPU ", &grouped(partner)].concat();
        }
        _ => {
            let ends = [&grouped(partners.first), " to ", &grouped(partners.last())].concat();
            who = [&grouped(others), " partners, GPUs ", &ends].concat();
            if partners.stride > 1 {
                who = [&who, " in steps of ", &grouped(partners.stride)].concat();
            }
        }
    }
    let near = grouped(leg.in_domain);
    let place = match leg.in_domain {
        _ if leg.in_node == others => ", in its node",
        all if all == others => ", in its NVLink domain",
        0 => ", in other nodes",
        _ => return joined(&[&who, ", ", &near, " of them in its domain"]),
    };
    joined(&[&who, place])
}

fn sent(leg: &Leg, card: &Gpu, units: Units) -> String {
    let traffic = leg.traffic;
    let name = carrier(card, leg.carrier);
    let left = traffic.exposed;
    let left = if left.0 <= 0.0 {
        String::from(", overlapped")
    } else if left.0 > 0.999 * traffic.link.0 {
        String::from(", all exposed")
    } else {
        [", ", &duration(left), " exposed"].concat()
    };
    joined(&[
        &units.amount(traffic.bytes),
        " over ",
        name,
        " in ",
        &duration(Seconds(traffic.link.0)),
        &left,
    ])
}

/// Names the link that carries an exchange, that of a domain by its maker's name.
pub(super) fn carrier(card: &Gpu, carrier: Carrier) -> &'static str {
    match (carrier, card.family) {
        (Carrier::Network, _) => "the network",
        (Carrier::Host, _) => "the host’s link",
        _ if card.nvlink_gb_s <= card.pcie_gb_s => "PCIe",
        (_, Family::Cdna) => "Infinity Fabric",
        (_, Family::Tpu) => "ICI",
        (_, Family::Trainium) => "NeuronLink",
        (_, Family::Ascend) => "HCCS",
        _ => "NVLink",
    }
}

fn gap(card: &Gpu, gap: Gap) -> String {
    let times = |ratio: f64| {
        let is_whole = ratio == ratio.round();
        let ratio = if is_whole {
            fixed(ratio, 0)
        } else {
            three_digits(ratio)
        };
        [&ratio, "×"].concat()
    };
    joined(&[
        "Per direction, ",
        carrier(card, Carrier::Domain),
        " has ",
        &times(gap.one_way),
        " the bandwidth of a network port. Data sheets print ",
        &fixed(2.0 * card.nvlink_gb_s, 0),
        " GB/s for both directions against ",
        &fixed(card.nic_gb_s, 0),
        " GB/s for one: ",
        &times(gap.as_printed),
        ".",
    ])
}
