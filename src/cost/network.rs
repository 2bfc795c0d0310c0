//! The cable: who talks to whom over which link, and how long a collective takes.

use super::calibration as fitted;
use super::legal::Legal;
use super::plan::Gpu;
use super::units::{Bytes, BytesPerSecond, Seconds};

/// Ranks that communicate with one another, by their place in the cluster.
///
/// Ranks are numbered tensor first, then context, data and pipeline, as Megatron-LM does, so
/// that the chattiest neighbours share a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// Members.
    pub size: u64,
    /// Distance in ranks from one member to the next.
    pub stride: u64,
    /// Ranks that share an NVLink domain.
    domain: u64,
}

/// A link of a group, and what a transfer on it costs besides its bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Bandwidth of one member, one way.
    pub bandwidth: BytesPerSecond,
    /// Latency of one hop.
    pub hop: Seconds,
}

impl Group {
    /// The tensor-parallel group: neighbours.
    #[must_use]
    pub fn tensor(legal: &Legal) -> Self {
        Self::new(legal, legal.plan.layout.tensor, 1)
    }

    /// The context-parallel group.
    #[must_use]
    pub fn context(legal: &Legal) -> Self {
        Self::new(legal, legal.plan.layout.context, legal.plan.layout.tensor)
    }

    /// All ranks with the same weights: data times context parallel.
    #[must_use]
    pub fn replicas(legal: &Legal) -> Self {
        Self::new(legal, legal.replicas(), legal.plan.layout.tensor)
    }

    /// Neighbouring pipeline stages.
    #[must_use]
    pub fn pipeline(legal: &Legal) -> Self {
        Self::new(
            legal,
            legal.pipeline(),
            legal.plan.layout.tensor * legal.replicas(),
        )
    }

    fn new(legal: &Legal, size: u64, stride: u64) -> Self {
        Self {
            size,
            stride,
            domain: legal.plan.cluster.gpu.domain.min(legal.plan.cluster.gpus),
        }
    }

    /// Whether every member sits in one NVLink domain.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        self.size * self.stride <= self.domain
    }

    /// Members of the group that share a domain, at least one.
    #[must_use]
    pub fn per_domain(&self) -> u64 {
        (self.domain / self.stride).clamp(1, self.size)
    }

    /// The link of a ring: NVLink inside the domain; across, the network cards of all members
    /// in a domain together carry the one stream that enters and leaves it.
    #[must_use]
    pub fn ring(&self, gpu: &Gpu) -> Link {
        let inside = BytesPerSecond::from_gb(gpu.nvlink_gb_s) * fitted::NVLINK_EFFICIENCY;
        if self.is_inside() {
            return Link {
                bandwidth: inside,
                hop: Seconds(fitted::RING_STEP_INSIDE),
            };
        }
        let nics = BytesPerSecond::from_gb(gpu.nic_gb_s)
            * (fitted::NIC_EFFICIENCY * self.per_domain() as f64);
        let slower = if nics.0 < inside.0 { nics } else { inside };
        Link {
            bandwidth: slower,
            hop: Seconds(fitted::RING_STEP_ACROSS),
        }
    }

    /// The link from one member to the next: no sharing of network cards.
    #[must_use]
    pub fn neighbour(&self, gpu: &Gpu) -> Link {
        Self { size: 2, ..*self }.own_card(gpu)
    }

    /// All-to-all traffic leaves each member over its own card. The share inside the domain
    /// and the share across run one after the other. Calibrated: a quarter of the ring's
    /// bandwidth inside, six tenths across.
    #[must_use]
    pub fn all_to_all(&self, gpu: &Gpu, bytes: Bytes) -> Seconds {
        let others = (self.size - 1) as f64;
        if others == 0.0 {
            return Seconds::ZERO;
        }
        let near = (self.per_domain() - 1) as f64 / others;
        let inside = BytesPerSecond::from_gb(gpu.nvlink_gb_s)
            * (fitted::NVLINK_EFFICIENCY * fitted::ALL_TO_ALL_INSIDE);
        let across = BytesPerSecond::from_gb(gpu.nic_gb_s)
            * (fitted::NIC_EFFICIENCY * fitted::ALL_TO_ALL_ACROSS);
        let sent = bytes.scaled(others / self.size as f64);
        (sent / inside) * near + (sent / across) * (1.0 - near)
    }

    fn own_card(&self, gpu: &Gpu) -> Link {
        if self.is_inside() {
            return self.ring(gpu);
        }
        Link {
            bandwidth: BytesPerSecond::from_gb(gpu.nic_gb_s) * fitted::NIC_EFFICIENCY,
            hop: Seconds(fitted::RING_STEP_ACROSS),
        }
    }

    /// One pass around the ring, half an all-reduce: an all-gather to, or a reduce-scatter of,
    /// `bytes` in all. Each member sends (n−1)/n of them in `messages` messages of n−1 hops.
    #[must_use]
    pub fn pass(&self, gpu: &Gpu, bytes: Bytes, messages: f64) -> Seconds {
        if self.size <= 1 {
            return Seconds::ZERO;
        }
        let others = (self.size - 1) as f64;
        let link = self.ring(gpu);
        let sent = bytes.scaled(others / self.size as f64);
        sent / link.bandwidth + link.hop * (others * messages)
    }

    /// A pass of one activation-sized message, which never reaches the full bandwidth: half of
    /// it at [`fitted::HALF_MESSAGE_BYTES`].
    #[must_use]
    pub fn short_pass(&self, gpu: &Gpu, bytes: Bytes) -> Seconds {
        if self.size <= 1 {
            return Seconds::ZERO;
        }
        self.pass(gpu, bytes + Bytes(fitted::HALF_MESSAGE_BYTES as u64), 1.0)
    }
}

impl Link {
    /// A transfer from one rank to another.
    #[must_use]
    pub fn transfer(&self, bytes: Bytes) -> Seconds {
        bytes / self.bandwidth + self.hop
    }
}
