//! The figures of a moment, and the forms of sentence that moments share.

use crate::en::words::joined;
use cost::legal::Legal;
use cost::trace::{Activity, Collective, HeldPart, Trace, TraceMoment};
use cost::traffic::{Route, Traffic};
use cost::units::{Bytes, Seconds};
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

    /// The lead, the time of the GPU's kernels, and a note on a message beside them.
    pub(super) fn working(&self, name: &str, lead: &str) -> [String; 2] {
        named(name, &[lead, &self.works(), self.beside(), "."])
    }

    /// The lead, the bytes that a GPU sends, and the time of the moment.
    pub(super) fn sending(&self, name: &str, lead: &str) -> [String; 2] {
        named(name, &[lead, &self.bytes(), " in ", &self.takes(), "."])
    }

    /// That moment with the words "a GPU" after the bytes.
    pub(super) fn sending_each(&self, name: &str, lead: &str) -> [String; 2] {
        let [sent, takes] = [self.bytes(), self.takes()];
        named(name, &[lead, &sent, " a GPU in ", &takes, "."])
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

    /// Exposed time of the moment.
    pub(super) fn exposed(&self) -> Seconds {
        self.trace.exposed_of(self.index)
    }

    /// Traffic of the moment on some routes and in some forms.
    pub(super) fn sent(&self, is_wanted: impl Fn(Route, Collective) -> bool) -> Traffic {
        self.trace.sent_in(self.index, is_wanted)
    }

    /// Traffic of the moment in one form.
    pub(super) fn sent_by(&self, collective: Collective) -> Traffic {
        self.sent(|_, form| form == collective)
    }

    /// Bytes of all that the moment sends.
    pub(super) fn bytes(&self) -> String {
        self.amount(self.sent(|_, _| true).bytes)
    }

    pub(super) fn amount(&self, bytes: Bytes) -> String {
        self.units.amount(bytes)
    }

    /// Bytes of activations that are held when the moment ends.
    pub(super) fn activations(&self) -> String {
        let held = self.trace.held_at(self.moment.to);
        self.amount(held.of(HeldPart::Activations))
    }

    /// Words on a message beside kernels.
    pub(super) fn beside(&self) -> &'static str {
        if self.sent(|_, _| true).link > Seconds::ZERO {
            ", with the message beside it"
        } else {
            ""
        }
    }
}

/// A name, and the pieces of a sentence.
pub(super) fn named(name: &str, sentence: &[&str]) -> [String; 2] {
    [name.to_owned(), joined(sentence)]
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
