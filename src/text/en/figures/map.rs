//! The cluster map.

use super::joined;
use crate::cost::placement::{Carrier, Gap, Leg, exposed, sum};
use crate::cost::plan::{Family, Gpu};
use crate::cost::traffic::Route;
use crate::cost::units::{Bytes, Seconds};
use crate::text::figures::MapText;
use crate::text::number::{Units, duration, fixed, grouped, three_digits};

pub(super) const MAP: MapText = MapText {
    heading: "Cluster map.",
    sentence,
    axes: "Coloured by the groups of",
    routes: ROUTES,
    letters: ["T", "X", "C", "E", "P", "D", "S", "R", "Q", "H"],
    gpu: "GPU",
    node: |node, stage| {
        let node = ["node ", &grouped(node)].concat();
        stage.map_or(node.clone(), |stage| {
            joined(&["stage ", &grouped(stage), " · ", &node])
        })
    },
    place: |gpu, node, stage| {
        joined(&[
            "GPU ",
            &grouped(gpu),
            ", node ",
            &grouped(node),
            ", stage ",
            &grouped(stage),
        ])
    },
    key: |route| {
        joined(&[
            "One colour and last digit, one group of ",
            GROUPS[route as usize],
            ". Framed: the partners of the dark GPU; letters: its partners on any axis.",
        ])
    },
    overview: |nodes, gpus| {
        let nodes = match nodes {
            1 => String::from("a node"),
            nodes => [&grouped(nodes), " nodes"].concat(),
        };
        joined(&[
            "The whole cluster, each square ",
            &nodes,
            " of ",
            &grouped(gpus),
            " GPUs; dots are squares with partners, and the framed stretch stands below.",
        ])
    },
    partners,
    sent,
    bandwidth: "Bandwidth of one GPU, one way",
    carrier,
    gap,
    headings: [
        "exchange among",
        "GPUs",
        "every",
        "in one domain",
        "sent a step",
        "on the link",
        "exposed",
        "limited by",
        "reaches",
    ],
    inside: ["yes", "no"],
};

const ROUTES: [&str; Route::ALL.len()] = [
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

/// Groups, as a sentence names them.
const GROUPS: [&str; Route::ALL.len()] = [
    "tensor parallelism",
    "tensor parallelism inside experts",
    "context parallelism",
    "expert parallelism",
    "pipeline parallelism",
    "data parallelism",
    "ranks across shard groups",
    "data parallelism of experts",
    "ranks across expert shards",
    "the host",
];

fn sentence(gpu: u64, legs: &[Leg], card: &Gpu, units: Units) -> String {
    let parts: Vec<String> = [Carrier::Domain, Carrier::Network, Carrier::Host]
        .into_iter()
        .filter_map(|each| {
            let (traffic, name) = (sum(legs, each), carrier(card, each));
            let over = [
                &units.amount(traffic.bytes),
                " over ",
                name,
                " in ",
                &duration(traffic.link),
            ];
            (traffic.bytes > Bytes::ZERO).then(|| over.concat())
        })
        .collect();
    if parts.is_empty() {
        return String::from("A GPU on its own sends nothing to any other.");
    }
    let left = exposed(legs);
    let left = if left.0 > 0.0 {
        [&duration(left), " of it is not hidden under computing."].concat()
    } else {
        String::from("all of it is hidden under computing.")
    };
    joined(&[
        "In a step GPU ",
        &grouped(gpu),
        " sends ",
        &parts.join(" and "),
        "; ",
        &left,
    ])
}

fn partners(leg: &Leg, [before, behind]: [Option<u64>; 2]) -> String {
    let others = leg.others();
    let partners = leg.partners;
    if leg.route == Route::Host {
        return String::from("its own memory");
    }
    let who = if leg.route == Route::Pipeline {
        let neighbours = [(before, " before it"), (behind, " behind it")];
        let neighbours: Vec<String> = neighbours
            .into_iter()
            .filter_map(|(gpu, place)| gpu.map(|gpu| ["GPU ", &grouped(gpu), place].concat()))
            .collect();
        neighbours.join(", ")
    } else {
        let all = if others == 1 {
            "1 partner, "
        } else {
            " partners, "
        };
        let all = match others {
            1 => all.to_owned(),
            _ => [&grouped(others), all].concat(),
        };
        let ends = [&grouped(partners.first), " to ", &grouped(partners.last())].concat();
        let range = match partners.stride {
            1 => ["GPUs ", &ends].concat(),
            stride => ["every ", &ordinal(stride), " GPU from ", &ends].concat(),
        };
        joined(&[&all, &range])
    };
    let place = match leg {
        _ if leg.in_node == others => "in its node",
        _ if leg.in_domain == others => "in its NVLink domain",
        _ if leg.in_domain == 0 => "all in other nodes",
        _ => "",
    };
    if place.is_empty() {
        return joined(&[&who, "; ", &grouped(leg.in_domain), " in its domain"]);
    }
    joined(&[&who, ", ", place])
}

/// "8th", "22nd".
fn ordinal(number: u64) -> String {
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    [&grouped(number), end].concat()
}

fn sent(leg: &Leg, card: &Gpu, units: Units) -> String {
    let traffic = leg.traffic;
    let name = carrier(card, leg.carrier);
    let left = traffic.exposed;
    let left = if left.0 <= 0.0 {
        String::from(", hidden")
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

/// What joins the cards of a domain has its maker's name.
pub(super) fn carrier(card: &Gpu, carrier: Carrier) -> &'static str {
    match (carrier, card.family) {
        (Carrier::Network, _) => "the network",
        (Carrier::Host, _) => "the host’s link",
        _ if card.nvlink_gb_s <= card.pcie_gb_s => "PCIe",
        (_, Family::Cdna) => "Infinity Fabric",
        (_, Family::Tpu) => "ICI",
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
        "One way each, ",
        carrier(card, Carrier::Domain),
        " carries ",
        &times(gap.one_way),
        " what a network card does. Data sheets print ",
        &fixed(2.0 * card.nvlink_gb_s, 0),
        " GB/s, both directions, against ",
        &fixed(card.nic_gb_s, 0),
        " in one: ",
        &times(gap.as_printed),
        ".",
    ])
}
