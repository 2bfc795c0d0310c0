//! Sentences about the cluster map.

use cost::placement::{Carrier, Gap, Leg, RankGroups};
use cost::plan::Gpu;
use cost::traffic::Route;
use cost::units::Seconds;
use formats::number::Units;

/// Words about GPUs, their partners and the links between them. Arrays of routes are in the order
/// of [`Route::ALL`].
#[derive(Clone, Copy, Debug)]
pub struct MapText {
    /// Name of the view.
    pub heading: &'static str,
    /// What this GPU sends in a step over which link, the one inside the domain by its name.
    pub sentence: fn(u64, &[Leg], &Gpu, Units) -> String,
    /// Name of the choice of an axis.
    pub axes: &'static str,
    /// The routes.
    pub routes: [&'static str; Route::ALL.len()],
    /// A letter each, for a mark on a partner.
    pub letters: [&'static str; Route::ALL.len()],
    /// Before the number of the chosen GPU.
    pub gpu: &'static str,
    /// A node, with the pipeline stage that begins there.
    pub node: fn(u64, Option<u64>) -> String,
    /// A GPU: its node, its stage, the step in which it exchanges what is said next.
    pub place: fn(u64, u64, u64, Seconds) -> String,
    /// What colours and letters mean.
    pub key: &'static str,
    /// The groups of the chosen axis, and how many of them no domain holds.
    pub groups: fn(RankGroups, &Gpu) -> String,
    /// What a square of the whole cluster is: nodes, GPUs.
    pub overview: fn(u64, u64) -> String,
    /// A GPU's partners on a leg; in a pipeline the ones before and behind it.
    pub partners: fn(&Leg, [Option<u64>; 2]) -> String,
    /// What it sends them.
    pub sent: fn(&Leg, &Gpu, Units) -> String,
    /// Name of the bars of bandwidth.
    pub bandwidth: &'static str,
    /// What carries exchange.
    pub carrier: fn(&Gpu, Carrier) -> &'static str,
    /// The gap between the domain's link and the network's.
    pub gap: fn(&Gpu, Gap) -> String,
    /// Headings of the table.
    pub headings: [&'static str; 9],
    /// Whether a group sits inside a domain.
    pub inside: [&'static str; 2],
}
