//! Groups of ranks that communicate, the links between them, and the time of a collective.
//!
//! Tests: `tests/all/papers/communication.rs`, `tests/all/pods.rs`.

use super::amount::{Amount, Count, Leaf, Part, Sheet, Symbol};
use super::calibration::Calibration;
use super::legal::Legal;
use super::plan::Gpu;
use super::traffic::Traffic;
use super::units::{Bytes, BytesPerSecond, Seconds};

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

    /// Share of a rank in the bandwidth of its pod's links to other pods, one way.
    fn uplink_share<A: Amount>(&self, uplink: Uplink) -> BytesPerSecond<A> {
        let over = A::leaf(
            Leaf::Symbol(Symbol::Oversubscription),
            uplink.oversubscription,
        );
        let nic = BytesPerSecond::<A>::of_sheet(Sheet::Nic, self.gpu.nic_gb_s);
        BytesPerSecond(nic.0 / over) * self.fitted.nic_efficiency()
    }

    /// Bandwidth of one member's network interface that transfers reach.
    fn nic<A: Amount>(&self) -> BytesPerSecond<A> {
        let nic = BytesPerSecond::of_sheet(Sheet::Nic, self.gpu.nic_gb_s);
        (nic * self.fitted.nic_efficiency()).part(Part::Nic)
    }

    /// Members of the group.
    fn members<C: Count>(&self) -> C {
        C::letter(Symbol::Members, self.size)
    }

    /// Members of the group without the sender, over all of them.
    fn others_share<A: Amount>(&self) -> A {
        let others = A::Count::letter(Symbol::Others, self.size - 1);
        others.real() / self.members::<A::Count>().real()
    }

    /// The slower of a bandwidth and that of the one stream of the group that enters and leaves a
    /// pod. A ring visits all members of a pod before it goes on to the next, so of each ring one
    /// stream crosses a pod's boundary. The number of rings that cross it at one time is the stride
    /// of the group. They share the pod's links, so that each ring has those of its members. The
    /// oversubscription slows a ring only where it exceeds the number of its members in a pod over
    /// that in a domain.
    fn through_pods<A: Amount>(&self, bandwidth: BytesPerSecond<A>) -> BytesPerSecond<A> {
        match self.uplink() {
            Some(uplink) => {
                let members = A::Count::letter(Symbol::PodMembers, self.per_pod(uplink));
                let stream = self.uplink_share(uplink) * members.real();
                slower(bandwidth, stream.part(Part::Uplink))
            }
            None => bandwidth,
        }
    }

    /// The link of a ring. Inside the domain it is NVLink. Across domains, the network interfaces
    /// of all members in a domain together carry the one stream that enters and leaves it. Across
    /// pods, the links of a pod carry it.
    #[must_use]
    pub fn ring<A: Amount>(&self) -> Link<A> {
        let inside = self.links();
        if self.is_inside() {
            return Link {
                bandwidth: inside * self.torus_share(),
                hop: Seconds(self.fitted.ring_step_inside()),
            };
        }
        let members = A::Count::letter(Symbol::DomainMembers, self.per_domain());
        let reached = self.fitted.nic_efficiency::<A>() * members.real();
        let nics = BytesPerSecond::of_sheet(Sheet::Nic, self.gpu.nic_gb_s) * reached;
        Link {
            bandwidth: self.through_pods(slower(nics.part(Part::Nics), inside)),
            hop: self.mean_hop(),
        }
    }

    /// Latency of the average hop of a ring that leaves the domain: it visits the members of a
    /// domain one after the other before it goes on to the next.
    fn mean_hop<A: Amount>(&self) -> Seconds<A> {
        let hops = self.size.saturating_sub(1).max(1);
        let across = self.size.div_ceil(self.per_domain()) - 1;
        let near = hops.saturating_sub(across);
        let [hops, across, near] = [
            (Symbol::Hops, hops),
            (Symbol::FarHops, across),
            (Symbol::NearHops, near),
        ]
        .map(|(symbol, value)| A::Count::letter(symbol, value).real());
        let far = self.fitted.ring_step_across::<A>() * across;
        let sum = far + self.fitted.ring_step_inside::<A>() * near;
        Seconds(sum / hops).part(Part::MeanHop)
    }

    /// Bandwidth that rings reach on all links of a member inside its domain. Neighbours in a torus
    /// share no switch: rings along its axes run at the full rate.
    fn links<A: Amount>(&self) -> BytesPerSecond<A> {
        let links = BytesPerSecond::of_sheet(Sheet::Nvlink, self.gpu.nvlink_gb_s);
        match self.gpu.torus {
            0 => (links * self.fitted.nvlink_efficiency()).part(Part::Links),
            _ => links,
        }
    }

    /// Axes of a torus along which the group lies, not rounded: its share of the slice in powers,
    /// at least one. A group along one axis of three is as large as the third root of the slice.
    fn torus_axes(&self) -> f64 {
        let axes = self.gpu.torus as f64;
        let slice = (self.domain as f64).ln();
        if slice <= 0.0 {
            return 1.0;
        }
        (axes * (self.size.max(1) as f64).ln() / slice)
            .min(axes)
            .max(1.0)
    }

    /// Members of the group along each of its axes of a torus, not rounded.
    fn chips_an_axis(&self) -> f64 {
        ((self.per_domain() as f64).ln() / self.torus_axes()).exp()
    }

    /// Hops of one pass, which is half an all-reduce: a ring visits all other members. In a torus
    /// pieces run both ways along each axis of the group, so that half an axis is as far as they go
    /// (Austin 2025, "Sharded Matrices and How to Multiply Them", half the sum of the axes).
    fn pass_hops<A: Amount>(&self) -> A {
        let others = self.size.saturating_sub(1);
        if self.gpu.torus == 0 || !self.is_inside() {
            return A::Count::letter(Symbol::Others, others).real();
        }
        let hops = (0.5 * self.torus_axes() * self.chips_an_axis()).min(others as f64);
        A::leaf(Leaf::Symbol(Symbol::Hops), hops)
    }

    /// Share of a chip's links on which a ring of the group runs: those of its axes. Without a
    /// torus the ring runs on all links.
    fn torus_share<A: Amount>(&self) -> A {
        match self.gpu.torus {
            0 => A::number(1.0),
            axes => A::leaf(
                Leaf::Symbol(Symbol::TorusShare),
                self.torus_axes() / axes as f64,
            ),
        }
    }

    /// Bandwidth of a member in an all-to-all inside the domain. A torus has only the links across
    /// its middle: on an axis of L chips with links of w each way, 8w/L a chip (each half sends a
    /// quarter of all bytes over two links each way).
    fn all_to_all_inside<A: Amount>(&self) -> BytesPerSecond<A> {
        let links = self.links();
        if self.gpu.torus == 0 {
            return (links * self.fitted.all_to_all_inside()).part(Part::AllToAllLinks);
        }
        let axes = A::number(0.5 / self.gpu.torus as f64);
        let chips = A::leaf(
            Leaf::Symbol(Symbol::TorusMiddle),
            8.0 / self.chips_an_axis(),
        );
        let through_the_middle = links * axes * chips;
        let of_its_axes = links * self.torus_share();
        slower(through_the_middle, of_its_axes)
    }

    /// The link from one member to the next, without sharing of network interfaces. If the group
    /// goes beyond a pod, the pair on both sides of the pod's boundary is the slowest: the links of
    /// the pod are shared by as many pairs as the group's stride.
    #[must_use]
    pub fn neighbour<A: Amount>(&self) -> Link<A> {
        let link = Self { size: 2, ..*self }.own_card();
        Link {
            bandwidth: self.through_pods(link.bandwidth),
            ..link
        }
    }

    /// An all-to-all of `bytes`, of which a member keeps one share. The rest leaves each member
    /// over that member's network interface: the share inside the domain and the share across run
    /// one after the other. Inside it reaches a calibrated share of the ring's bandwidth
    /// ([`Calibration::all_to_all_inside`]). Across, messages are as large as those of a ring. The
    /// share beyond the pod also crosses the pod's links, at the same time.
    #[must_use]
    pub fn all_to_all<A: Amount>(&self, bytes: Bytes<A::Count>) -> Traffic<A> {
        if self.size <= 1 {
            return Traffic::default();
        }
        let far = self.far_share();
        let share = |value| A::factor(Symbol::FarShare, value);
        let inside = self.all_to_all_inside();
        let sent = self.sent(bytes);
        let far_seconds = (sent / self.nic::<A>()) * share(far);
        let beyond = self.beyond_pods(|uplink| {
            let share = 1.0 - (self.per_pod(uplink) - 1) as f64 / (self.size - 1) as f64;
            let share = A::factor(Symbol::FarShare, share);
            (sent / self.uplink_share(uplink)) * share
        });
        let near = (sent / inside) * share(1.0 - far);
        Traffic::bare(
            sent,
            near.part(Part::InDomain) + far_seconds.part(Part::AcrossDomains).max(beyond),
        )
    }

    /// The part of a member's bytes that leaves it.
    fn sent<C: Count>(&self, bytes: Bytes<C>) -> Bytes<C> {
        Bytes(bytes.scaled(self.others_share()).0.part(Part::Sent))
    }

    /// Dispatch of `bytes` of token copies, `copies` of each token, by kernels that send a token
    /// once to each other domain that has an expert of it, and from there to its experts. Both
    /// links work at one time, so that the slower one sets the pace.
    ///
    /// With n domains and K copies on experts that are drawn evenly, a token goes to
    /// (n − 1)(1 − (1 − 1/n)^K) other domains on average. Those in other pods are reached over the
    /// links of the pod. The bytes are those on both links, so that a copy for a GPU of another
    /// domain may count twice, and copies that cross together count once.
    #[must_use]
    pub fn dispatch<A: Amount>(&self, bytes: Bytes<A::Count>, copies: u64) -> Traffic<A> {
        if self.size <= 1 {
            return Traffic::default();
        }
        let reached = self.fitted.nvlink_efficiency::<A>() * self.fitted.dispatcher_inside();
        let nvlink = BytesPerSecond::of_sheet(Sheet::Nvlink, self.gpu.nvlink_gb_s) * reached;
        let copies = copies.max(1) as f64;
        let domains = (self.size as f64 / self.per_domain() as f64).max(1.0);
        let missed = (copies * (1.0 - 1.0 / domains).ln()).exp();
        let crossings = (domains - 1.0) * (1.0 - missed);
        let share = |value| A::factor(Symbol::FarShare, value);
        let across = bytes.scaled(share(crossings / copies));
        let near = (self.per_domain() - 1) as f64 / self.per_domain() as f64;
        let inside = bytes.scaled(share(near));
        let beyond = self.beyond_pods(|uplink| {
            let near = self.per_pod(uplink) as f64 / self.per_domain() as f64;
            let crossings = (domains - near).max(0.0) * (1.0 - missed);
            bytes.scaled(share(crossings / copies)) / self.uplink_share(uplink)
        });
        let near = (inside / nvlink).part(Part::InDomain);
        let far = (across / self.nic::<A>()).part(Part::AcrossDomains);
        Traffic::bare(across + inside, near.max(far).max(beyond))
    }

    /// Seconds on the links of a pod, where they limit the group.
    fn beyond_pods<A: Amount>(&self, seconds: impl FnOnce(Uplink) -> Seconds<A>) -> Seconds<A> {
        let seconds = self.uplink().map_or(Seconds::ZERO, seconds);
        seconds.part(Part::BeyondPods)
    }

    /// Share of the other members that are outside a member's domain.
    ///
    /// ```
    /// use cost::{legal::Legal, network::Group};
    /// use formats::catalog;
    /// let mut plan = catalog::plan("mixtral-8x7b", "h100", 16).unwrap();
    /// plan.layout.tensor = 1;
    /// let legal = Legal::check(&plan).unwrap();
    /// // 16 data-parallel ranks on two nodes of 8: of 15 others, 7 are on the same node
    /// let group = Group::replicas(&legal);
    /// assert!((group.far_share() - (1.0 - 7.0 / 15.0)).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn far_share(&self) -> f64 {
        if self.size <= 1 {
            return 0.0;
        }
        1.0 - (self.per_domain() - 1) as f64 / (self.size - 1) as f64
    }

    fn own_card<A: Amount>(&self) -> Link<A> {
        if self.is_inside() {
            return self.ring();
        }
        Link {
            bandwidth: self.nic(),
            hop: Seconds(self.fitted.ring_step_across()),
        }
    }

    /// One pass around the ring, half an all-reduce: an all-gather to, or a reduce-scatter of,
    /// `bytes` in all. Each member of a group of `size` sends (size − 1)/size of the bytes in
    /// `messages` messages, each with the hops of a pass. No traffic if there are no bytes to send.
    #[must_use]
    pub fn pass<A: Amount>(&self, bytes: Bytes<A::Count>, messages: A) -> Traffic<A> {
        let hops = self.pass_hops::<A>() * messages;
        self.sending(bytes, Bytes::ZERO, A::number(1.0), hops)
    }

    /// An all-reduce of `bytes` in `messages` messages: as many bytes as two passes, but up and
    /// down a tree of 2·log₂ size hops. In a torus nothing is shorter than two passes.
    ///
    /// ```
    /// use cost::{legal::Legal, network::Group, units::Bytes};
    /// use formats::catalog;
    /// let mut plan = catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// plan.layout.tensor = 8;
    /// let legal = Legal::check(&plan).unwrap();
    /// let group = Group::tensor(&legal);
    /// // A member of a ring of t = 8 sends (t − 1)/t of the tensor in a reduce-scatter, and as much
    /// // again in the all-gather that makes it an all-reduce (Narayanan 2021, section 3.2)
    /// let tensor = Bytes(800_000_000);
    /// assert_eq!(group.pass(tensor, 1.0).bytes, Bytes(700_000_000));
    /// assert_eq!(group.all_reduce(tensor, 1.0).bytes, Bytes(1_400_000_000));
    /// ```
    #[must_use]
    pub fn all_reduce<A: Amount>(&self, bytes: Bytes<A::Count>, messages: A) -> Traffic<A> {
        let two = A::number(2.0);
        let hops = match self.gpu.torus {
            0 => two * self.members::<A::Count>().real().log2(),
            _ => two * self.pass_hops(),
        };
        self.sending(bytes, Bytes::ZERO, two, hops * messages)
    }

    /// A pass of one activation-sized message, which never reaches the full bandwidth: half of
    /// it at [`Calibration::half_message_bytes`].
    #[must_use]
    pub fn short_pass<A: Amount>(&self, bytes: Bytes<A::Count>) -> Traffic<A> {
        // Collectives in a torus are compiled into the program: none waits for a launch.
        let lost = match self.gpu.torus {
            0 => Bytes(A::Count::floor(self.fitted.half_message_bytes()).part(Part::LostBytes)),
            _ => Bytes::ZERO,
        };
        self.sending(bytes, lost, A::number(1.0), self.pass_hops())
    }

    /// Traffic of `passes` around the ring with `bytes`, which takes as long as if `lost` bytes
    /// more were sent.
    fn sending<A: Amount>(
        &self,
        bytes: Bytes<A::Count>,
        lost: Bytes<A::Count>,
        passes: A,
        hops: A,
    ) -> Traffic<A> {
        let paid = bytes + lost;
        if self.size <= 1 || paid == Bytes::ZERO {
            return Traffic::default();
        }
        let link = self.ring();
        let others = A::Count::letter(Symbol::Others, self.size - 1);
        let share = passes * others.real() / self.members::<A::Count>().real();
        let share = share.part(Part::SentShare);
        let paid = Bytes(paid.scaled(share).0.part(Part::PaidBytes));
        let crossing = (paid / link.bandwidth).part(Part::Crossing);
        let latency = (link.hop * hops).part(Part::Latency);
        let sent = Bytes(bytes.scaled(share).0.part(Part::Sent));
        Traffic::bare(sent, crossing + latency)
    }
}

fn slower<A: Amount>(one: BytesPerSecond<A>, other: BytesPerSecond<A>) -> BytesPerSecond<A> {
    BytesPerSecond(one.0.min(other.0)).part(Part::Bandwidth)
}

impl Link {
    /// Seconds in which the bytes of a transfer cross the link at its bandwidth, and seconds of
    /// latency, launches and the slowdown of the step.
    ///
    /// ```
    /// use cost::{network::Link, traffic::Traffic, units::{Bytes, BytesPerSecond, Seconds}};
    /// let link = Link { bandwidth: BytesPerSecond(4e9), hop: Seconds(1e-5) };
    /// let traffic = link.transfer(Bytes(8_000_000));
    /// let [crossing, others] = link.parts(traffic);
    /// assert_eq!(crossing, Seconds(2e-3)); // 8 MB at 4 GB/s
    /// assert!((others.0 - 1e-5).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn parts(&self, traffic: Traffic) -> [Seconds; 2] {
        let crossing = (traffic.bytes / self.bandwidth).min(traffic.link);
        [crossing, traffic.link.beyond(crossing)]
    }
}

impl<A: Amount> Link<A> {
    /// A transfer from one rank to another.
    #[must_use]
    pub fn transfer(&self, bytes: Bytes<A::Count>) -> Traffic<A> {
        let crossing = (bytes / self.bandwidth).part(Part::Crossing);
        Traffic::bare(bytes, crossing + self.hop.part(Part::Latency))
    }
}
