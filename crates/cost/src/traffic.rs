//! Traffic of one rank: bytes, seconds on the link, and exposed seconds.
//!
//! Tests: `tests/all/placement.rs`, `tests/all/kernel_times.rs`.

use std::ops::{Add, AddAssign, Mul};

use super::amount::{Amount, Count as _, Part};
use super::units::{Bytes, Seconds};

/// Traffic of one rank in one exchange or several.
#[derive(Debug, Default, PartialEq)]
pub struct Traffic<A: Amount = f64> {
    /// Bytes that the rank sends.
    pub bytes: Bytes<A::Count>,
    /// Seconds on the link, hidden or not.
    pub link: Seconds<A>,
    /// Exposed seconds on the link: no compute hides them.
    pub exposed: Seconds<A>,
}

impl<A: Amount> Clone for Traffic<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for Traffic<A> {}

impl<A: Amount> Traffic<A> {
    const NONE: Self = Self {
        bytes: Bytes::ZERO,
        link: Seconds::ZERO,
        exposed: Seconds::ZERO,
    };

    /// Seconds on the link that compute hides.
    ///
    /// ```
    /// use cost::{traffic::Traffic, units::{Bytes, Seconds}};
    /// let traffic = Traffic { bytes: Bytes(1), link: Seconds(3.0), exposed: Seconds(1.0) };
    /// assert_eq!(traffic.hidden(), Seconds(2.0)); // 3 s − 1 s
    /// ```
    #[must_use]
    pub fn hidden(&self) -> Seconds<A> {
        self.link.beyond(self.exposed)
    }

    /// An exchange that nothing hides.
    pub(super) const fn bare(bytes: Bytes<A::Count>, seconds: Seconds<A>) -> Self {
        Self {
            bytes,
            link: seconds,
            exposed: seconds,
        }
    }

    /// This traffic with its seconds multiplied by `pace`, of which the share `exposed` stays
    /// exposed.
    pub(super) fn paced(self, pace: A, exposed: A) -> Self {
        Self {
            bytes: self.bytes,
            link: self.link * pace,
            exposed: self.exposed * (pace * exposed),
        }
    }

    /// Names the traffic's bytes and seconds, if its numbers are traced.
    pub(super) fn name(&mut self, part: Part) {
        if A::IS_TRACED {
            let is_bare = self.link == self.exposed;
            self.bytes = Bytes(self.bytes.0.part(part));
            self.link = self.link.part(part);
            self.exposed = if is_bare {
                self.link
            } else {
                self.exposed.part(part)
            };
        }
    }

    /// This traffic with this many exposed seconds.
    pub(super) const fn exposing(self, exposed: Seconds<A>) -> Self {
        Self { exposed, ..self }
    }
}

impl<A: Amount> Add for Traffic<A> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            link: self.link + other.link,
            exposed: self.exposed + other.exposed,
        }
    }
}

impl<A: Amount> Mul<A> for Traffic<A> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, times: A) -> Self {
        Self {
            bytes: self.bytes.scaled(times),
            link: self.link * times,
            exposed: self.exposed * times,
        }
    }
}

/// Partners of an exchange: a group of ranks, or the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Ranks that split each product.
    Tensor,
    /// Ranks that split the products inside an expert.
    ExpertTensor,
    /// Ranks that split each sequence.
    Context,
    /// Ranks that hold different experts.
    Expert,
    /// The stages before and after.
    Pipeline,
    /// Ranks with the same weights; under ZeRO-3 the ranks that shard them.
    Data,
    /// One rank of each shard group, where ZeRO-3 shards in groups.
    AcrossShards,
    /// One rank of each group of ranks that hold the same experts, like [`Route::Data`].
    ExpertData,
    /// One rank of each shard group of experts, where ZeRO-3 shards in groups, like
    /// [`Route::AcrossShards`].
    AcrossExpertShards,
    /// The host, for offloaded tensors.
    Host,
}

impl Route {
    /// All routes, in the order of their numbers: those that exchange most often come first.
    pub const ALL: [Self; 10] = [
        Self::Tensor,
        Self::ExpertTensor,
        Self::Context,
        Self::Expert,
        Self::Pipeline,
        Self::Data,
        Self::AcrossShards,
        Self::ExpertData,
        Self::AcrossExpertShards,
        Self::Host,
    ];
}

impl Route {
    /// Place of the axis that causes the traffic: tensor, context, expert, pipeline, data.
    const fn axis(self) -> usize {
        match self {
            Self::Tensor | Self::ExpertTensor => 0,
            Self::Context => 1,
            Self::Expert => 2,
            Self::Pipeline => 3,
            _ => 4,
        }
    }
}

/// All that one rank sends, by route.
#[derive(Debug, Default, PartialEq)]
pub struct Exchange<A: Amount = f64>([Traffic<A>; Route::ALL.len()]);

impl<A: Amount> Clone for Exchange<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Amount> Copy for Exchange<A> {}

impl<A: Amount> Exchange<A> {
    /// The exchange without a part of it.
    pub(crate) fn without(mut self, part: Self) -> Self {
        for (whole, part) in self.0.iter_mut().zip(part.0) {
            *whole = Traffic {
                bytes: whole.bytes.saturating_sub(part.bytes),
                link: Seconds(whole.link.0 - part.link.0),
                exposed: Seconds(whole.exposed.0 - part.exposed.0),
            };
        }
        self
    }

    /// Names the exchange's bytes and seconds, if its numbers are traced.
    pub(super) fn name(&mut self, part: Part) {
        if A::IS_TRACED {
            for traffic in &mut self.0 {
                traffic.name(part);
            }
        }
    }

    /// Traffic on one route and nothing else.
    #[inline(never)]
    pub(super) fn on(route: Route, traffic: Traffic<A>) -> Self {
        let mut exchange = Self::default();
        exchange.0[route as usize] = traffic;
        exchange
    }

    /// Traffic of this name on one route and nothing else.
    pub(super) fn named(route: Route, mut traffic: Traffic<A>, part: Part) -> Self {
        traffic.name(part);
        Self::on(route, traffic)
    }

    /// The traffic on a route.
    #[must_use]
    pub const fn of(&self, route: Route) -> Traffic<A> {
        self.0[route as usize]
    }

    /// Seconds on links, hidden or not.
    #[must_use]
    #[inline(never)]
    pub fn link(&self) -> Seconds<A> {
        self.0.iter().map(|traffic| traffic.link).sum()
    }

    /// Seconds that no compute hides.
    #[must_use]
    #[inline(never)]
    pub fn exposed(&self) -> Seconds<A> {
        self.0.iter().map(|traffic| traffic.exposed).sum()
    }

    /// Exposed seconds by the axis that causes them: tensor, context, expert, pipeline, data.
    /// Traffic with the host counts as data.
    #[must_use]
    #[inline(never)]
    pub fn exposed_by_axis(&self) -> [Seconds<A>; 5] {
        let mut axes = [Seconds::ZERO; 5];
        for (route, traffic) in Route::ALL.into_iter().zip(&self.0) {
            axes[route.axis()] += traffic.exposed;
        }
        axes
    }

    /// Bytes by the axis that causes them, as [`Self::exposed_by_axis`], but for the host's.
    pub(super) fn bytes_by_axis(&self) -> [Bytes<A::Count>; 5] {
        let mut axes = [Bytes::ZERO; 5];
        for (route, traffic) in Route::ALL.into_iter().zip(&self.0) {
            if route != Route::Host {
                axes[route.axis()] += traffic.bytes;
            }
        }
        axes
    }

    /// This exchange with `exposed` seconds exposed in total, divided among the routes in
    /// proportion to their seconds.
    #[inline(never)]
    pub(super) fn exposing(mut self, exposed: Seconds<A>) -> Self {
        let link = self.link().0.part(Part::LinkTime);
        let share = if link > A::ZERO {
            (exposed.0 / link).part(Part::ExposedShare)
        } else {
            A::ZERO
        };
        for traffic in &mut self.0 {
            traffic.exposed = (traffic.link * share).part(Part::StaysExposed);
        }
        self
    }

    /// This exchange with other traffic on one route.
    pub(super) const fn with(mut self, route: Route, traffic: Traffic<A>) -> Self {
        self.0[route as usize] = traffic;
        self
    }

    /// This exchange with this many seconds exposed on one route.
    pub(super) fn exposing_on(mut self, route: Route, exposed: Seconds<A>) -> Self {
        self.0[route as usize].exposed = exposed;
        self
    }

    /// An exchange without bytes, with the exposed seconds of this exchange beyond another's.
    pub(super) fn exposed_beyond(mut self, other: Self) -> Self {
        for (traffic, other) in self.0.iter_mut().zip(&other.0) {
            *traffic = Traffic::NONE.exposing(traffic.exposed.beyond(other.exposed));
        }
        self
    }

    /// This exchange without the exposed seconds of another.
    pub(super) fn hiding(mut self, hidden: Self) -> Self {
        for (traffic, hidden) in self.0.iter_mut().zip(&hidden.0) {
            traffic.exposed = traffic.exposed.beyond(hidden.exposed);
        }
        self
    }

    /// This exchange with all seconds multiplied by `factor` and the same bytes.
    #[inline(never)]
    pub(super) fn slowed(mut self, factor: A) -> Self {
        for traffic in &mut self.0 {
            *traffic = traffic.paced(factor, A::number(1.0));
        }
        self
    }
}

impl<A: Amount> Add for Exchange<A> {
    type Output = Self;
    #[inline(never)]
    fn add(mut self, other: Self) -> Self {
        for (traffic, other) in self.0.iter_mut().zip(&other.0) {
            // Most plans use few routes.
            if *other != Traffic::NONE {
                *traffic = *traffic + *other;
            }
        }
        self
    }
}

impl<A: Amount> AddAssign for Exchange<A> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<A: Amount> Mul<A> for Exchange<A> {
    type Output = Self;
    #[inline(never)]
    fn mul(mut self, times: A) -> Self {
        for traffic in &mut self.0 {
            if *traffic != Traffic::NONE {
                *traffic = *traffic * times;
            }
        }
        self
    }
}
