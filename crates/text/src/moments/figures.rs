//! The figures of a moment.

use super::messages::{self as say, Exposure};
use crate::number::short_time;
use cost::legal::Legal;
use cost::network::Group;
use cost::trace::{Activity, Awaited, Collective, HeldPart, Trace, TraceMoment};
use cost::traffic::{Route, Traffic};
use cost::units::{Bytes, Seconds};
use formats::number::Units;

/// A moment with the figures of its sentence.
pub(super) struct MomentFigures<'a, 'b> {
    pub(super) legal: &'b Legal<'a>,
    pub(super) trace: &'b Trace,
    /// Position of the moment in the trace.
    pub(super) index: usize,
    pub(super) moment: &'b TraceMoment,
    pub(super) units: Units,
}

/// Figures behind a colon.
impl MomentFigures<'_, '_> {
    /// The time of the GPU's kernels, and a note on an exchange beside them.
    pub(super) fn working(&self) -> String {
        if self.begun(|_, _| true).link > Seconds::ZERO {
            say::works_beside(self.works())
        } else {
            short_time(self.works())
        }
    }

    /// A transfer on a route that begins in the moment.
    pub(super) fn sent(&self, route: Route) -> String {
        self.transfer(self.begun(|its, _| its == route))
    }

    /// The exchange for which the GPU waits in the moment: all of it, the exposed part and the
    /// reason. The time of the moment if the GPU waits for none.
    pub(super) fn awaited(&self) -> String {
        let Some(Awaited { traffic, reason }) = self.moment.awaits else {
            return short_time(self.takes());
        };
        say::awaited_transfer(
            traffic.bytes,
            traffic.link,
            traffic.exposed,
            exposure(traffic),
            reason,
            self.units,
        )
    }

    /// A transfer: its bytes, all its seconds, and the exposed ones if those are others.
    pub(super) fn transfer(&self, traffic: Traffic) -> String {
        transfer(traffic, self.units)
    }

    /// A transfer around the ring of a group, with what its seconds consist of.
    pub(super) fn ring_transfer(&self, group: &Group, traffic: Traffic) -> String {
        let link = group.ring();
        let [crossing, latency] = link.parts(traffic);
        say::ring_transfer(&self.transfer(traffic), crossing, link.bandwidth, latency)
    }
}

/// Numbers.
impl MomentFigures<'_, '_> {
    /// The number of the moment, counted from 1.
    pub(super) const fn number(&self) -> u64 {
        self.moment.number + 1
    }

    /// Time that the moment takes.
    pub(super) fn takes(&self) -> Seconds {
        self.moment.to.beyond(self.moment.from)
    }

    /// Time of the GPU's kernels in the moment.
    pub(super) fn works(&self) -> Seconds {
        let works = |activity| {
            matches!(
                activity,
                Activity::Compute | Activity::Recompute | Activity::ForwardOnly | Activity::Update
            )
        };
        self.trace.seconds_of(self.index, works)
    }

    /// Time in which the GPU is idle.
    pub(super) fn idle(&self) -> Seconds {
        let is_idle = |activity| activity == Activity::Idle;
        self.trace.seconds_of(self.index, is_idle)
    }

    /// Exchanges on some routes and in some forms that begin in the moment, whole.
    pub(super) fn begun(&self, is_wanted: impl Fn(Route, Collective) -> bool) -> Traffic {
        self.trace.begun_in(self.index, is_wanted)
    }

    /// Exchanges of one form that begin in the moment, whole.
    pub(super) fn begun_by(&self, collective: Collective) -> Traffic {
        self.begun(|_, form| form == collective)
    }

    /// Bytes of activations that are held when the moment ends.
    pub(super) fn activations(&self) -> Bytes {
        let held = self.trace.held_at(self.moment.to);
        held.of(HeldPart::Activations)
    }
}

/// A transfer: its bytes, all its seconds, and the exposed ones if those are others.
pub(crate) fn transfer(traffic: Traffic, units: Units) -> String {
    let (bytes, link) = (traffic.bytes, traffic.link);
    say::transfer(bytes, link, traffic.exposed, exposure(traffic), units)
}

/// The part of a transfer that is exposed, as its seconds are shown.
pub(crate) fn exposure(traffic: Traffic) -> Exposure {
    if traffic.exposed <= Seconds::ZERO {
        Exposure::Hidden
    } else if short_time(traffic.exposed) == short_time(traffic.link) {
        Exposure::Whole
    } else {
        Exposure::Part
    }
}
