//! Bytes and seconds of a group's exchange.

use super::{Group, Link, Uplink};
use crate::amount::{Amount, Count, Part, Sheet, Symbol};
use crate::traffic::Traffic;
use crate::units::{Bytes, BytesPerSecond, Seconds};

impl Group<'_> {
    /// An all-to-all of `bytes`, of which a member keeps one share. The rest leaves each member
    /// over that member's network interface: the share inside the domain and the share across run
    /// one after the other. Inside it reaches a calibrated share of the ring's bandwidth
    /// ([`all_to_all_inside`](crate::calibration::Calibration::all_to_all_inside)). Across, messages
    /// are as large as those of a ring. The share beyond the pod also crosses the pod's links, at the
    /// same time.
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
    /// it at [`half_message_bytes`](crate::calibration::Calibration::half_message_bytes).
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
        let mut pieces = passes * others.real();
        // In one pass they are the other ranks.
        if A::IS_TRACED && passes.value() != 1.0 {
            pieces = pieces.part(Part::SentPieces);
        }
        let share = pieces / self.members::<A::Count>().real();
        let share = share.part(Part::SentShare);
        let paid = Bytes(paid.scaled(share).0.part(Part::PaidBytes));
        let crossing = (paid / link.bandwidth).part(Part::Crossing);
        let latency = (link.hop * hops).part(Part::Latency);
        let sent = Bytes(bytes.scaled(share).0.part(Part::Sent));
        Traffic::bare(sent, crossing + latency)
    }
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
