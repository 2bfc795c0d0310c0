//! Groups of ranks that communicate, the links between them (`links.rs`), and the time of their
//! exchange (`transfers.rs`).
//!
//! Tests: `tests/all/papers/communication.rs`, `tests/all/pods.rs`.

mod links;
mod transfers;

use super::amount::Amount;
use super::calibration::Calibration;
use super::legal::Legal;
use super::plan::Gpu;
use super::units::{BytesPerSecond, Seconds};

/// Ranks that communicate with one another, by their place in the cluster.
///
/// Ranks are numbered tensor first, then context, data and pipeline, as Megatron-LM does, so
/// that the ranks that exchange most share an NVLink domain.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// Members.
    pub size: u64,
    /// Distance in ranks from one member to the next.
    pub stride: u64,
    /// Ranks that share an NVLink domain.
    domain: u64,
    /// The links of a pod to other pods; `None` if they do not limit.
    uplink: Option<Uplink>,
    gpu: &'a Gpu,
    fitted: &'a Calibration,
}

/// The links between a pod of the network and other pods.
#[derive(Clone, Copy, Debug)]
struct Uplink {
    /// Ranks of a pod.
    pod: u64,
    /// Oversubscription of the network above the pods.
    oversubscription: f64,
}

/// The link of a group: its bandwidth and its latency.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link<A: Amount = f64> {
    /// Bandwidth of one member, one way.
    pub bandwidth: BytesPerSecond<A>,
    /// Latency of one hop.
    pub hop: Seconds<A>,
}

impl<'a> Group<'a> {
    /// The tensor-parallel group: neighbours.
    #[must_use]
    pub fn tensor(legal: &Legal<'a>) -> Self {
        Self::new(legal, legal.plan.layout.tensor, 1)
    }

    /// The context-parallel group.
    #[must_use]
    pub fn context(legal: &Legal<'a>) -> Self {
        Self::new(legal, legal.plan.layout.context, legal.plan.layout.tensor)
    }

    /// All ranks with the same weights: data times context parallel.
    #[must_use]
    pub fn replicas(legal: &Legal<'a>) -> Self {
        Self::new(legal, legal.replicas(), legal.plan.layout.tensor)
    }

    /// Ranks that shard the same state: all replicas, or a group of neighbours among them.
    #[must_use]
    pub fn shard(legal: &Legal<'a>) -> Self {
        Self::new(legal, legal.shard_group(), legal.plan.layout.tensor)
    }

    /// One rank of each shard group: they hold the same shard.
    #[must_use]
    pub fn across_shards(legal: &Legal<'a>) -> Self {
        let group = legal.shard_group();
        Self::new(
            legal,
            legal.replicas() / group,
            legal.plan.layout.tensor * group,
        )
    }

    /// The expert-parallel group: neighbours, apart by the ranks that share an expert.
    #[must_use]
    pub fn expert(legal: &Legal<'a>) -> Self {
        let layout = &legal.plan.layout;
        Self::new(legal, layout.expert, layout.expert_tensor)
    }

    /// The tensor-parallel group inside an expert.
    #[must_use]
    pub fn expert_tensor(legal: &Legal<'a>) -> Self {
        Self::new(legal, legal.plan.layout.expert_tensor, 1)
    }

    /// All ranks with the same experts.
    #[must_use]
    pub fn expert_replicas(legal: &Legal<'a>) -> Self {
        let layout = &legal.plan.layout;
        Self::new(
            legal,
            legal.expert_replicas(),
            layout.expert * layout.expert_tensor,
        )
    }

    /// Ranks that shard the same experts.
    #[must_use]
    pub fn expert_shard(legal: &Legal<'a>) -> Self {
        Self {
            size: legal.expert_shard_group(),
            ..Self::expert_replicas(legal)
        }
    }

    /// One rank of each group that shards the same experts.
    #[must_use]
    pub fn across_expert_shards(legal: &Legal<'a>) -> Self {
        let (all, group) = (Self::expert_replicas(legal), legal.expert_shard_group());
        Self {
            size: all.size / group,
            stride: all.stride * group,
            ..all
        }
    }

    /// Neighbouring pipeline stages.
    #[must_use]
    pub fn pipeline(legal: &Legal<'a>) -> Self {
        Self::new(
            legal,
            legal.pipeline(),
            legal.plan.layout.tensor * legal.replicas(),
        )
    }

    fn new(legal: &Legal<'a>, size: u64, stride: u64) -> Self {
        let cluster = &legal.plan.cluster;
        Self {
            size,
            stride,
            domain: cluster.gpu.domain.min(cluster.gpus),
            uplink: cluster.oversubscribed_pod().map(|pod| Uplink {
                pod,
                oversubscription: cluster.oversubscription,
            }),
            gpu: &cluster.gpu,
            fitted: legal.fitted,
        }
    }

    /// True if every member sits in one NVLink domain.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.size * self.stride <= self.domain
    }

    /// Members of the group that share a domain, at least one.
    #[must_use]
    pub fn per_domain(&self) -> u64 {
        (self.domain / self.stride).clamp(1, self.size)
    }

    /// The links to other pods, if the group goes beyond a pod and has to share them.
    fn uplink(&self) -> Option<Uplink> {
        let is_beyond = |uplink: &Uplink| self.size * self.stride > uplink.pod;
        self.uplink.filter(is_beyond)
    }

    /// Members of the group that share a pod, at least one.
    fn per_pod(&self, uplink: Uplink) -> u64 {
        (uplink.pod / self.stride).clamp(1, self.size)
    }
}
