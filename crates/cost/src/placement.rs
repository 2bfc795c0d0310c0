//! The place of a GPU in the cluster: its partners on every route, the partners in its NVLink
//! domain, and the bytes that it sends to them in a step.
//!
//! Tests: `tests/all/placement.rs`.

use super::Estimate;
use super::legal::Legal;
use super::network::Group;
use super::plan::{Cluster, ContextKind, Gpu};
use super::step;
use super::traffic::{Exchange, Route, Traffic};
use super::units::{Bytes, BytesPerSecond, Seconds};

/// Ranks that communicate with one another, as a run with a stride.
///
/// ```
/// use cost::placement::Partners;
/// // Four ranks every eighth from 3 on: 3, 11, 19, 27.
/// let group = Partners { first: 3, size: 4, stride: 8 };
/// assert!(group.contains(19) && !group.contains(20) && !group.contains(35));
/// // Two of them stand among the 16 from 8 on, 8 to 23.
/// assert_eq!(group.among(8, 16), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partners {
    /// The first member.
    pub first: u64,
    /// Members.
    pub size: u64,
    /// Distance in ranks from one member to the next.
    pub stride: u64,
}

impl Partners {
    /// The members of a rank's group.
    fn of(group: &RouteGroup, rank: u64) -> Self {
        let (size, stride) = (group.size, group.stride.max(1));
        Self {
            first: rank / (size * stride).max(1) * (size * stride) + rank % stride,
            size,
            stride,
        }
    }

    /// The last member.
    #[must_use]
    pub const fn last(&self) -> u64 {
        self.first + self.size.saturating_sub(1) * self.stride
    }

    /// True if a rank is a member.
    #[must_use]
    pub const fn contains(&self, rank: u64) -> bool {
        rank >= self.first && rank <= self.last() && (rank - self.first).is_multiple_of(self.stride)
    }

    /// The number of members among `ranks` ranks that begin at `from`.
    #[must_use]
    pub fn among(&self, from: u64, ranks: u64) -> u64 {
        let before = |end: u64| {
            let passed = end.saturating_sub(self.first).div_ceil(self.stride);
            passed.min(self.size)
        };
        before(from + ranks) - before(from)
    }
}

/// The link of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// NVLink or the like: every partner is in the domain.
    Domain,
    /// The network.
    Network,
    /// The link to the host.
    Host,
}

/// The exchange of one GPU on one route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leg {
    /// The route.
    pub route: Route,
    /// The GPU.
    pub gpu: u64,
    /// The group of the exchange: the GPU and its partners.
    pub partners: Partners,
    /// Partners in the GPU's node.
    pub in_node: u64,
    /// Partners in its NVLink domain.
    pub in_domain: u64,
    /// The link that limits the exchange.
    pub carrier: Carrier,
    /// Data-sheet bandwidth of that link, of one GPU, one way.
    pub sheet: BytesPerSecond,
    /// The traffic that the GPU sends in a step.
    pub traffic: Traffic,
    /// Bytes of the traffic that leave over the GPU's network interface (NIC). In a ring across
    /// domains the members of a domain send one stream out together, each an equal share.
    pub crossing: Bytes,
}

impl Leg {
    /// Partners beside the GPU itself.
    #[must_use]
    pub const fn others(&self) -> u64 {
        self.partners.size.saturating_sub(1)
    }

    /// Bytes sent over the seconds on the link. A ring's efficiency, latency and short messages
    /// keep it below the data sheet. The result is above the data sheet if the GPUs of a domain
    /// share a stream.
    #[must_use]
    pub fn reached(&self) -> BytesPerSecond {
        if self.traffic.link.0 > 0.0 {
            BytesPerSecond(self.traffic.bytes.0 as f64 / self.traffic.link.0)
        } else {
            BytesPerSecond(0.0)
        }
    }
}

/// The groups of ranks of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankGroups {
    /// Number of groups.
    pub count: u64,
    /// Members of each group.
    pub size: u64,
    /// Number of groups with members in more than one NVLink domain.
    pub torn: u64,
}

/// The cluster as a plan occupies it.
#[derive(Clone, Debug)]
pub struct Placement {
    cluster: Cluster,
    /// Pipeline stages.
    stages: u64,
    /// How context-parallel ranks exchange.
    context_kind: ContextKind,
    /// The group of each of [`Route::ALL`].
    groups: [RouteGroup; Route::ALL.len()],
    /// The traffic of each pipeline rank in a step.
    ranks: Vec<Exchange>,
}

/// The group of a route, by its place in the cluster.
#[derive(Clone, Copy, Debug)]
struct RouteGroup {
    /// Members.
    size: u64,
    /// Distance in ranks from one member to the next.
    stride: u64,
    /// Members that share a domain.
    per_domain: u64,
    /// Share of a member's bytes in an all-to-all that leaves its domain.
    far_share: f64,
}

impl Placement {
    /// The placement of a legal plan; `estimate` has the pace of the reader's machine.
    #[must_use]
    pub fn of(legal: &Legal, estimate: &Estimate) -> Self {
        let pace = estimate.machine.map_or(1.0, |machine| machine.pace);
        let ranks = step::exchanges(legal).into_iter();
        Self {
            cluster: legal.plan.cluster,
            stages: legal.pipeline(),
            context_kind: legal.plan.layout.context_kind,
            groups: Route::ALL.map(|route| RouteGroup::of(&group(legal, route))),
            ranks: ranks.map(|exchange| exchange.slowed(pace)).collect(),
        }
    }

    /// GPUs in all.
    #[must_use]
    pub const fn gpus(&self) -> u64 {
        self.cluster.gpus
    }

    /// GPUs of a node, at most all GPUs.
    #[must_use]
    pub fn node(&self) -> u64 {
        self.gpu().node.clamp(1, self.gpus())
    }

    /// GPUs of an NVLink domain, at most all GPUs.
    #[must_use]
    pub fn domain(&self) -> u64 {
        self.gpu().domain.clamp(1, self.gpus())
    }

    /// The pipeline stage of a GPU.
    #[must_use]
    pub fn stage(&self, rank: u64) -> u64 {
        rank / (self.gpus() / self.stages)
    }

    /// The number of a GPU's group on a route, in the order of their first members.
    #[must_use]
    pub fn group(&self, route: Route, rank: u64) -> u64 {
        let group = &self.groups[route as usize];
        let block = rank / (group.size * group.stride).max(1);
        block * group.stride + rank % group.stride
    }

    /// True if `ranks` ranks from rank `from` on lie in one group of a route.
    #[must_use]
    pub fn is_of_one_group(&self, route: Route, from: u64, ranks: u64) -> bool {
        let last = (from + ranks).min(self.gpus()).saturating_sub(1);
        let group = &self.groups[route as usize];
        let is_dense = group.stride == 1 || ranks == 1;
        let reach = group.size * group.stride;
        // Neighbouring ranks are in one group only if the group has no gaps.
        is_dense && from / reach == last / reach
    }

    /// The groups of a route, and the number of them that span several NVLink domains.
    ///
    /// ```
    /// use cost::{estimate, legal::Legal, placement::Placement, traffic::Route};
    /// use formats::link;
    /// let (plan, _) = link::decode(
    ///     "#v=1&p=custom/h100x48&heads=48&kv=48&hidden=6144&ffn=24576&seq=6144&tp=6&gbs=64",
    /// );
    /// let legal = Legal::check(&plan).unwrap();
    /// let groups = Placement::of(&legal, &estimate(&plan).unwrap()).groups(Route::Tensor);
    /// // Nodes end at 8, 16, 24, 32 and 40: GPUs 6 to 11, 12 to 17, 30 to 35 and 36 to 41 are torn.
    /// assert_eq!((groups.count, groups.size, groups.torn), (8, 6, 4));
    /// ```
    #[must_use]
    pub fn groups(&self, route: Route) -> RankGroups {
        let (group, domain) = (&self.groups[route as usize], self.domain());
        let (size, stride) = (group.size.max(1), group.stride.max(1));
        let count = self.gpus() / size;
        let is_torn = |index: &u64| {
            let first = index / stride * size * stride + index % stride;
            first / domain != (first + (size - 1) * stride) / domain
        };
        RankGroups {
            count,
            size,
            torn: (0..count).filter(is_torn).count() as u64,
        }
    }

    /// Members of a route's group.
    #[must_use]
    pub fn size(&self, route: Route) -> u64 {
        self.groups[route as usize].size
    }

    /// The members of a GPU's group on a route.
    #[must_use]
    pub fn partners(&self, route: Route, rank: u64) -> Partners {
        Partners::of(&self.groups[route as usize], rank)
    }

    /// The routes on which a GPU sends, with their traffic.
    #[must_use]
    pub fn legs(&self, rank: u64) -> Vec<Leg> {
        let place = self.stage(rank) as usize;
        let exchange = self.ranks.get(place).copied().unwrap_or_default();
        let mut legs = Vec::new();
        for route in Route::ALL {
            let traffic = exchange.of(route);
            if traffic.bytes > Bytes::ZERO {
                legs.push(self.leg(route, rank, traffic));
            }
        }
        legs
    }

    fn leg(&self, route: Route, rank: u64, traffic: Traffic) -> Leg {
        let group = &self.groups[route as usize];
        // Stages exchange with their neighbours only.
        let spoken = if route == Route::Pipeline {
            2
        } else {
            group.size
        };
        let carrier = match route {
            Route::Host => Carrier::Host,
            _ if spoken * group.stride <= self.domain() => Carrier::Domain,
            _ => Carrier::Network,
        };
        let swaps = self.context_kind == ContextKind::AllToAll;
        let crossing = match (route, carrier) {
            (_, Carrier::Domain | Carrier::Host) => 0.0,
            (Route::Pipeline, _) => 1.0,
            (Route::Expert, _) => group.far_share,
            (Route::Context, _) if swaps => group.far_share,
            _ => 1.0 / group.per_domain as f64,
        };
        let gb_s = match carrier {
            Carrier::Domain => self.gpu().nvlink_gb_s,
            Carrier::Network => self.gpu().nic_gb_s,
            Carrier::Host => self.gpu().pcie_gb_s,
        };
        let partners = Partners::of(group, rank);
        let near = |ranks: u64| {
            partners
                .among(rank / ranks * ranks, ranks)
                .saturating_sub(1)
        };
        Leg {
            route,
            gpu: rank,
            partners,
            in_node: near(self.node()),
            in_domain: near(self.domain()),
            carrier,
            sheet: BytesPerSecond::from_gb(gb_s),
            traffic,
            crossing: traffic.bytes.scaled(crossing),
        }
    }

    /// The GPUs of the stages before and after a GPU's stage with which it exchanges.
    #[must_use]
    pub fn neighbours(&self, rank: u64) -> [Option<u64>; 2] {
        let stride = self.groups[Route::Pipeline as usize].stride;
        let behind = Some(rank + stride).filter(|&rank| rank < self.gpus());
        [rank.checked_sub(stride), behind]
    }

    const fn gpu(&self) -> &Gpu {
        &self.cluster.gpu
    }
}

impl RouteGroup {
    fn of(group: &Group) -> Self {
        Self {
            size: group.size,
            stride: group.stride,
            per_domain: group.per_domain(),
            far_share: group.far_share(),
        }
    }
}

/// The group of a route. A GPU is the only member of the host's group, and of the experts' groups
/// if there are no experts.
fn group<'a>(legal: &Legal<'a>, route: Route) -> Group<'a> {
    let shards = legal.plan.layout.zero.shards_weights();
    let routes = legal.plan.model.moe.experts > 0;
    match route {
        Route::Tensor => Group::tensor(legal),
        Route::ExpertTensor => Group::expert_tensor(legal),
        Route::Context => Group::context(legal),
        Route::Expert => Group::expert(legal),
        Route::Pipeline => Group::pipeline(legal),
        Route::Data if shards => Group::shard(legal),
        Route::Data => Group::replicas(legal),
        Route::ExpertData if shards && routes => Group::expert_shard(legal),
        Route::ExpertData if routes => Group::expert_replicas(legal),
        Route::AcrossShards if shards => Group::across_shards(legal),
        Route::AcrossExpertShards if shards && routes => Group::across_expert_shards(legal),
        _ => {
            let mut own = Group::tensor(legal);
            own.size = 1;
            own
        }
    }
}

/// The bandwidth between GPUs of a domain relative to that across the network.
///
/// ```
/// use formats::catalog;
/// use cost::placement::Gap;
/// let gap = Gap::of(&catalog::gpu("h100").unwrap());
/// // NVLink's 900 GB/s count both directions, the network's 50 GB/s one: 900 / 50
/// assert_eq!(gap.as_printed, 18.0);
/// // one way against one way: 450 / 50
/// assert_eq!(gap.one_way, 9.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// Ratio of the domain's bandwidth in both directions to the network's in one, as data sheets
    /// and lessons print it.
    pub as_printed: f64,
    /// Ratio of the domain's bandwidth to the network's, both one way.
    pub one_way: f64,
}

impl Gap {
    /// The gap of a GPU.
    #[must_use]
    pub fn of(gpu: &Gpu) -> Self {
        let one_way = gpu.nvlink_gb_s / gpu.nic_gb_s;
        Self {
            as_printed: 2.0 * one_way,
            one_way,
        }
    }
}

/// Seconds and bytes of several legs.
#[must_use]
pub fn sum(legs: &[Leg], carrier: Carrier) -> Traffic {
    let legs = legs.iter().filter(|leg| leg.carrier == carrier);
    legs.fold(Traffic::default(), |sum, leg| sum + leg.traffic)
}

/// Exposed seconds of all legs.
#[must_use]
pub fn exposed(legs: &[Leg]) -> Seconds {
    legs.iter().map(|leg| leg.traffic.exposed).sum()
}
