//! The figures of a moment, and the forms of sentence that moments share.

use crate::en::words::joined;
use cost::legal::Legal;
use cost::network::Group;
use cost::trace::{Activity, Awaited, Collective, ExposureReason, HeldPart, Trace, TraceMoment};
use cost::traffic::{Route, Traffic};
use cost::units::{Bytes, BytesPerSecond, Seconds};
use formats::number::{Units, duration, grouped, three_digits};

/// A moment with the figures of its sentence.
pub(super) struct MomentWords<'a, 'b> {
    pub(super) legal: &'b Legal<'a>,
    pub(super) trace: &'b Trace,
    /// Position of the moment in the trace.
    pub(super) index: usize,
    pub(super) moment: &'b TraceMoment,
    pub(super) units: Units,
}

/// Forms of sentence. A lead ends with its punctuation and a space.
impl MomentWords<'_, '_> {
    /// The lead, and the time of the moment.
    pub(super) fn taking(&self, name: &str, lead: &str) -> [String; 2] {
        named(name, &[lead, &self.takes(), "."])
    }

    /// The lead, the time of the GPU's kernels, and a note on an exchange beside them.
    pub(super) fn working(&self, name: &str, lead: &str) -> [String; 2] {
        named(name, &[lead, &self.works(), self.beside(), "."])
    }

    /// The lead, and a transfer on a route that begins in the moment.
    pub(super) fn sending(&self, name: &str, lead: &str, route: Route) -> [String; 2] {
        let sent = self.begun(|its, _| its == route);
        named(name, &[lead, &self.transfer(sent), "."])
    }

    /// The lead, and the exchange for which the GPU waits in the moment: all of it, the exposed part
    /// and the reason.
    pub(super) fn awaiting(&self, name: &str, lead: &str) -> [String; 2] {
        let Some(awaited) = self.moment.awaits else {
            return self.taking(name, lead);
        };
        let sent = self.amount(awaited.traffic.bytes);
        let link = time(awaited.traffic.link);
        named(name, &[lead, &sent, " in ", &link, &with_reason(awaited)])
    }
}

/// Figures.
impl MomentWords<'_, '_> {
    /// The number of the moment, counted from 1.
    pub(super) fn number(&self) -> String {
        grouped(self.moment.number + 1)
    }

    /// Time that the moment takes.
    pub(super) fn takes(&self) -> String {
        time(self.moment.to.beyond(self.moment.from))
    }

    /// Time of the GPU's kernels in the moment.
    pub(super) fn works(&self) -> String {
        let works = |activity| {
            matches!(
                activity,
                Activity::Compute | Activity::Recompute | Activity::Update
            )
        };
        time(self.trace.seconds_of(self.index, works))
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

    /// A transfer: its bytes, all its seconds, and the exposed ones if those are others.
    pub(super) fn transfer(&self, traffic: Traffic) -> String {
        let sent = self.amount(traffic.bytes);
        joined(&[&sent, " in ", &time(traffic.link), &exposed_part(traffic)])
    }

    /// A transfer around the ring of a group, with what its seconds consist of.
    pub(super) fn ring_transfer(&self, group: &Group, traffic: Traffic) -> String {
        let link = group.ring();
        let [crossing, others] = link.parts(traffic);
        joined(&[
            &self.transfer(traffic),
            " (",
            &time(crossing),
            " at ",
            &bandwidth(link.bandwidth),
            ", ",
            &time(others),
            " of latency)",
        ])
    }

    pub(super) fn amount(&self, bytes: Bytes) -> String {
        self.units.amount(bytes)
    }

    /// Bytes of activations that are held when the moment ends.
    pub(super) fn activations(&self) -> String {
        let held = self.trace.held_at(self.moment.to);
        self.amount(held.of(HeldPart::Activations))
    }

    /// Words on an exchange beside kernels.
    pub(super) fn beside(&self) -> &'static str {
        if self.begun(|_, _| true).link > Seconds::ZERO {
            ", with an exchange beside it"
        } else {
            ""
        }
    }
}

/// A name, and the pieces of a sentence.
pub(super) fn named(name: &str, sentence: &[&str]) -> [String; 2] {
    [name.to_owned(), joined(sentence)]
}

/// Words on the exposed part of a transfer: nothing if all of it is.
pub(in crate::en::figures) fn exposed_part(traffic: Traffic) -> String {
    let exposed = time(traffic.exposed);
    if traffic.exposed <= Seconds::ZERO {
        String::from(", all hidden")
    } else if exposed == time(traffic.link) {
        String::new()
    } else {
        joined(&[", of which ", &exposed, " are exposed"])
    }
}

/// The exposed part of an exchange with its reason, up to the full stop.
pub(in crate::en::figures) fn with_reason(Awaited { traffic, reason }: Awaited) -> String {
    let part = match exposed_part(traffic) {
        part if part.is_empty() => String::from(", all of it exposed"),
        part => part,
    };
    let reason = match reason {
        ExposureReason::NotOverlapped => "the framework does not overlap it",
        ExposureReason::ComputeTooShort => "the compute beside it is too short",
        ExposureReason::SharesGpu => "the exchange slows compute",
    };
    joined(&[&part, ", because ", reason, "."])
}

/// A bandwidth: `402 GB/s`.
pub(super) fn bandwidth(bandwidth: BytesPerSecond) -> String {
    joined(&[&three_digits(bandwidth.0 / 1e9), "\u{a0}GB/s"])
}

/// Seconds in the unit that suits them.
pub(in crate::en::figures) fn time(time: Seconds) -> String {
    if time.0 <= 0.0 {
        return String::from("0");
    }
    if time.0 < 0.000_999_5 {
        return joined(&[&three_digits(time.0 * 1e6), "\u{a0}µs"]);
    }
    duration(time)
}
