//! Sentences about the cluster map.

use cost::balance::CommunicationBalance;
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
    /// Sentence on the traffic of a GPU in a step: bytes and time on each link, and exposed time.
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
    /// Heading of a GPU's exchanges: its number, its node, its stage and the step time.
    pub place: fn(u64, u64, u64, Seconds) -> String,
    /// Legend of colours and letters.
    pub key: &'static str,
    /// Number and size of the groups of the chosen axis, and number of those that leave a domain.
    pub groups: fn(RankGroups, &Gpu) -> String,
    /// Legend of the whole cluster: nodes and GPUs of a square.
    pub overview: fn(u64, u64) -> String,
    /// A GPU's partners on a leg; in a pipeline the ones before and after it.
    pub partners: fn(&Leg, [Option<u64>; 2]) -> String,
    /// Traffic of a leg in a step: bytes, link, time on the link, exposed time.
    pub sent: fn(&Leg, &Gpu, Units) -> String,
    /// Name of the bars of bandwidth.
    pub bandwidth: &'static str,
    /// Name of the link that carries an exchange.
    pub carrier: fn(&Gpu, Carrier) -> &'static str,
    /// The gap between the domain's link and the network's.
    pub gap: fn(&Gpu, Gap) -> String,
    /// Line above the limits of axes that exchange something.
    pub communication_bound: &'static str,
    /// Each axis that exchanges something, with the limit from which it is communication-bound.
    pub balances: fn(&CommunicationBalance) -> Vec<(&'static str, String)>,
    /// Headings of the table.
    pub headings: [&'static str; 9],
    /// Words for a group inside a domain, and for one across domains.
    pub inside: [&'static str; 2],
}
