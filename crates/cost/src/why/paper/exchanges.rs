//! Textbooks' formulas of a step's communication.

use super::change::Change;
use super::given::{Given, Textbook, bytes, letter, number};
use super::source::Source;
use crate::amount::{Symbol, Traced};
use crate::network::Group;
use crate::plan::ContextKind;
use crate::units::BytesPerSecond;

/// Assumptions about exchanges, in the order in which they are dropped.
const LINKS: &[Change] = &[
    Change::Exact,
    Change::Frozen,
    Change::Recompute,
    Change::Links,
    Change::Latency,
    Change::Overlap,
    Change::Slowdown,
    Change::Machine,
];

/// Assumptions about the bytes of exchanges.
const BYTES: &[Change] = &[Change::Exact, Change::Frozen, Change::Recompute];

/// Bytes that a GPU sends in a step, by a work's formula, and the bandwidth of its link.
pub(super) struct Sent {
    bytes: Traced,
    link: BytesPerSecond<Traced>,
    source: Source,
}

impl Sent {
    /// The time of the bytes on the link.
    pub(super) fn time(self) -> Textbook {
        Textbook::new(self.seconds(), self.source, LINKS)
    }

    /// The bytes.
    pub(super) fn bytes(self) -> Textbook {
        Textbook::new(self.bytes, self.source, BYTES)
    }

    fn seconds(&self) -> Traced {
        self.bytes / self.link.0
    }
}

/// Share of a tensor that a member of a ring sends in one pass, (n−1)/n.
fn share(members: Traced) -> Traced {
    (members - number(1.0)) / members
}

impl Given<'_> {
    /// Micro-batches' worth of layers that a rank runs in a step, m·L/p.
    fn passes(&self) -> Traced {
        self.letter(Symbol::StepMicroBatches) * self.layers()
    }

    /// Two all-reduces of a layer's stream in each direction, each of 2(t−1)/t of its bytes (Shoeybi
    /// 2019, section 3).
    pub(super) fn tensor(&self) -> Option<Sent> {
        let group = Group::tensor(self.legal);
        let stream = self.letter(Symbol::Element)
            * self.letter(Symbol::Tokens)
            * self.letter(Symbol::Hidden);
        let passes = number(4.0) * number(2.0) * share(self.letter(Symbol::Tensor));
        let bytes = passes * stream * self.passes();
        (group.size > 1).then(|| Sent {
            bytes,
            link: group.sheet(),
            source: Source::Shoeybi2019,
        })
    }

    /// Keys and values pass all other context ranks, once in forward and with their gradients in
    /// backward (Liu 2023, section 3), or heads are swapped for tokens (Jacobs 2023, section 3.1).
    pub(super) fn context(&self) -> Option<Sent> {
        let group = Group::context(self.legal);
        let ranks = self.letter(Symbol::Context);
        let tokens = self.letter(Symbol::Element) * self.letter(Symbol::Tokens);
        let pairs = number(2.0) * self.letter(Symbol::KvHeads) * self.letter(Symbol::HeadDim);
        let (sent, source) = match self.legal.plan.layout.context_kind {
            ContextKind::Ring | ContextKind::AllGather => {
                let others = ranks - number(1.0);
                (number(3.0) * others * tokens * pairs, Source::Liu2023)
            }
            ContextKind::AllToAll => {
                let queries =
                    number(2.0) * self.letter(Symbol::Heads) * self.letter(Symbol::HeadDim);
                let all = tokens * (queries + pairs);
                (number(2.0) * share(ranks) * all, Source::Jacobs2023)
            }
        };
        (group.size > 1).then(|| Sent {
            bytes: sent * self.passes(),
            link: group.sheet(),
            source,
        })
    }

    /// Dispatch and combine of K copies of each token, in each direction (Lepikhin 2020, section
    /// 3.2).
    pub(super) fn expert(&self) -> Option<Sent> {
        let (group, model) = (Group::expert(self.legal), &self.legal.plan.model);
        let copies = self.letter(Symbol::Element)
            * self.letter(Symbol::OuterTokens)
            * self.letter(Symbol::Hidden)
            * self.letter(Symbol::PerToken);
        let sent = number(4.0) * share(self.letter(Symbol::ExpertRanks)) * copies;
        let routed = letter(Symbol::Layers, model.routed_before(model.layers))
            / self.letter(Symbol::Pipeline);
        let is_split = group.size > 1 && model.moe.experts > 0;
        is_split.then(|| Sent {
            bytes: sent * self.letter(Symbol::StepMicroBatches) * routed,
            link: group.sheet(),
            source: Source::Lepikhin2020,
        })
    }

    /// The stream between two stages, forward and backward (Narayanan 2021, section 3.2).
    pub(super) fn pipeline(&self) -> Option<Sent> {
        let layout = &self.legal.plan.layout;
        let stream = self.letter(Symbol::Element)
            * self.letter(Symbol::OuterTokens)
            * self.letter(Symbol::Hidden);
        let chunks = letter(Symbol::Chunks, layout.virtual_stages);
        let bytes = number(2.0) * chunks * self.letter(Symbol::StepMicroBatches) * stream;
        (layout.pipeline > 1).then(|| Sent {
            bytes,
            link: Group::pipeline(self.legal).sheet_to_the_next(),
            source: Source::Narayanan2021,
        })
    }

    /// Gradients of 2 bytes are scattered and new weights gathered, once a step; with ZeRO-3 weights
    /// are gathered once more (Rajbhandari 2020, section 7).
    pub(super) fn data(&self) -> Option<Sent> {
        let group = Group::replicas(self.legal);
        let passes = if self.legal.plan.layout.zero.shards_weights() {
            3.0
        } else {
            2.0
        };
        let members = letter(Symbol::Members, group.size);
        (group.size > 1).then(|| Sent {
            bytes: number(passes) * share(members) * bytes(2.0) * self.of_rank(),
            link: group.sheet(),
            source: Source::Rajbhandari2020,
        })
    }

    /// The time of all exchanges.
    pub(super) fn communication(&self) -> Option<Textbook> {
        let each = [
            self.tensor(),
            self.context(),
            self.expert(),
            self.pipeline(),
            self.data(),
        ];
        let all = each.iter().flatten().map(Sent::seconds);
        let value = all.reduce(|sum, value| sum + value)?;
        Some(Textbook::new(value, Source::Narayanan2021, LINKS))
    }
}
