//! Links of a group: their bandwidth and their latency.

use super::{Group, Link, Uplink};
use crate::amount::{Amount, Count, Leaf, Part, Sheet, Symbol};
use crate::units::{BytesPerSecond, Seconds};

impl Group<'_> {
    /// Share of a rank in the bandwidth of its pod's links to other pods, one way.
    pub(super) fn uplink_share<A: Amount>(&self, uplink: Uplink) -> BytesPerSecond<A> {
        let over = A::leaf(
            Leaf::Symbol(Symbol::Oversubscription),
            uplink.oversubscription,
        );
        let nic = BytesPerSecond::<A>::of_sheet(Sheet::Nic, self.gpu.nic_gb_s);
        BytesPerSecond(nic.0 / over) * self.fitted.nic_efficiency()
    }

    /// Bandwidth of one member's network interface that transfers reach.
    pub(super) fn nic<A: Amount>(&self) -> BytesPerSecond<A> {
        let nic = BytesPerSecond::of_sheet(Sheet::Nic, self.gpu.nic_gb_s);
        (nic * self.fitted.nic_efficiency()).part(Part::Nic)
    }

    /// Bandwidth of the group's links by the data sheet: those inside the domain if all members are in
    /// one, else the network's.
    pub(crate) fn sheet<A: Amount>(&self) -> BytesPerSecond<A> {
        if self.is_inside() {
            BytesPerSecond::of_sheet(Sheet::Nvlink, self.gpu.nvlink_gb_s)
        } else {
            BytesPerSecond::of_sheet(Sheet::Nic, self.gpu.nic_gb_s)
        }
    }

    /// Bandwidth to the next member by the data sheet.
    pub(crate) fn sheet_to_the_next<A: Amount>(&self) -> BytesPerSecond<A> {
        Self { size: 2, ..*self }.sheet()
    }

    /// Members of the group.
    pub(super) fn members<C: Count>(&self) -> C {
        C::letter(Symbol::Members, self.size)
    }

    /// Members of the group without the sender, over all of them.
    pub(super) fn others_share<A: Amount>(&self) -> A {
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
        let letter = |symbol, value| A::Count::letter(symbol, value).real();
        let far = self.fitted.ring_step_across::<A>() * letter(Symbol::FarHops, across);
        let near = self.fitted.ring_step_inside::<A>() * letter(Symbol::NearHops, near);
        Seconds((far + near) / letter(Symbol::Hops, hops)).part(Part::MeanHop)
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
    pub(super) fn pass_hops<A: Amount>(&self) -> A {
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
    pub(super) fn all_to_all_inside<A: Amount>(&self) -> BytesPerSecond<A> {
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

    fn own_card<A: Amount>(&self) -> Link<A> {
        if self.is_inside() {
            return self.ring();
        }
        Link {
            bandwidth: self.nic(),
            hop: Seconds(self.fitted.ring_step_across()),
        }
    }
}

fn slower<A: Amount>(one: BytesPerSecond<A>, other: BytesPerSecond<A>) -> BytesPerSecond<A> {
    BytesPerSecond(one.0.min(other.0)).part(Part::Bandwidth)
}
