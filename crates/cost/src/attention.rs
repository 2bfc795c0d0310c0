//! Bytes that attention moves between GPU memory and cores, with and without Flash Attention.
//!
//! Tests: `tests/all/papers/attention.rs`.

use super::amount::{Amount, Count, Symbol, Unit};
use super::legal::Legal;

/// One attention call, as one rank has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttentionCall<C = u64> {
    /// Sequences.
    pub batch: C,
    /// Heads.
    pub heads: C,
    /// Tokens whose queries the rank holds: all of a sequence, or its share of them.
    pub queries: C,
    /// Tokens of a sequence.
    pub sequence: C,
    /// Width of a head.
    pub head_dim: C,
}

/// On-chip memory that one thread block of Flash Attention works in, bytes. It is an A100 core's
/// 192 KiB less what the hardware cache keeps (Dao 2022, section 2.1).
pub const ON_CHIP_BYTES: u64 = 192 << 10;

impl<C: Count> AttentionCall<C> {
    /// The attention of one layer and mean micro-batch. If keys and values differ in width, the head
    /// width is their mean.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let legal = &legal.timed();
        let letter = |symbol| legal.letter::<C>(symbol);
        let widths = letter(Symbol::KeyDim) + letter(Symbol::ValueDim);
        Self {
            batch: letter(Symbol::MicroBatch),
            heads: letter(Symbol::Heads),
            queries: letter(Symbol::Sequence) / letter(Symbol::Context),
            sequence: letter(Symbol::Sequence),
            head_dim: (widths / C::number(2)).larger(C::number(1)),
        }
    }

    /// Bytes of one 16-bit tensor of the shape of the keys or the values.
    #[must_use]
    pub fn tensor_bytes(&self) -> C::Amount {
        let two = C::Amount::quantity(2.0, Unit::BYTES);
        two * (self.batch * self.heads * self.head_dim).real() * self.sequence.real()
    }

    /// Bytes of one 16-bit tensor of the shape of the queries or the output.
    fn query_bytes(&self) -> C::Amount {
        self.tensor_bytes() * (self.queries.real() / self.sequence.real())
    }

    /// Memory traffic of Flash Attention, forward and backward, by generation of the kernel.
    ///
    /// The first generation reads keys and values once, in blocks of M/4e rows. For each block
    /// forward reads q and the output and writes the output. Backward reads q, dO, O and dQ and
    /// writes dQ. The gradients of keys and values are written once (Dao 2022, algorithms 1 and 4):
    /// Θ(s²e²/M). `computed` is the share of the square that a mask leaves, 1 without a mask. Other
    /// blocks are skipped.
    ///
    /// Later generations loop over queries outside (Dao 2023, section 3.1), so that queries and the
    /// output cross the bus once. Keys and values are read again for every block of queries. Those
    /// of the current heads, a few MiB each, stay in the GPU's cache: Θ(se). Assumed.
    #[must_use]
    pub fn flash_bytes(&self, computed: C::Amount, generation: u64) -> [C::Amount; 2] {
        let (tensor, query) = (self.tensor_bytes(), self.query_bytes());
        let n = C::Amount::number;
        if generation > 1 {
            return [
                n(2.0) * tensor + n(2.0) * query,
                n(4.0) * tensor + n(4.0) * query,
            ];
        }
        let rows = (ON_CHIP_BYTES / 2 / (4 * self.head_dim.value())).max(1);
        let blocks = self.sequence.over(C::number(rows)).real() * computed;
        [
            n(2.0) * tensor + n(3.0) * blocks * query,
            n(4.0) * tensor + n(5.0) * blocks * query,
        ]
    }

    /// Memory traffic of any forward at the least: queries, keys and values read once, the output
    /// written once. Query heads that share keys and values read them together. Backward has twice
    /// as many tensors of each shape.
    #[must_use]
    pub fn least_bytes(&self, legal: &Legal) -> C::Amount {
        let letter = |symbol| legal.letter::<C>(symbol);
        let widths = (letter(Symbol::KeyDim) + letter(Symbol::ValueDim)).real();
        let shared = match legal.plan.model.mla {
            // Every head makes keys and values of the latents.
            Some(_) => self.heads,
            None => letter(Symbol::KvHeads).smaller(self.heads),
        };
        let rows = self.queries * self.heads + self.sequence * shared;
        let two = C::Amount::quantity(2.0, Unit::BYTES);
        two * self.batch.real() * rows.real() * widths
    }

    /// Memory traffic of standard attention, forward and backward: Θ(se + s²), with `per_score`
    /// bytes for each score in forward and twice as many in backward.
    #[must_use]
    pub fn standard_bytes(&self, per_score: C::Amount) -> [C::Amount; 2] {
        let rows = (self.batch * self.heads).real() * self.queries.real();
        let forward = per_score * rows * self.sequence.real();
        let two = C::Amount::number(2.0);
        let ends = two * self.tensor_bytes() + two * self.query_bytes();
        [forward + ends, two * (forward + ends)]
    }
}
