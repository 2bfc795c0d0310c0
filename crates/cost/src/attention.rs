//! Bytes that attention moves between GPU memory and cores, with and without Flash Attention.
//!
//! Tests: `tests/all/papers/attention.rs`.

use super::legal::Legal;

/// One attention call, as one rank has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttentionCall {
    /// Sequences.
    pub batch: u64,
    /// Heads.
    pub heads: u64,
    /// Tokens whose queries the rank holds: all of a sequence, or its share of them.
    pub queries: u64,
    /// Tokens of a sequence.
    pub sequence: u64,
    /// Width of a head.
    pub head_dim: u64,
}

/// On-chip memory that one thread block of Flash Attention works in, bytes. It is an A100 core's
/// 192 KiB less what the hardware cache keeps (Dao 2022, section 2.1).
pub const ON_CHIP_BYTES: u64 = 192 << 10;

impl AttentionCall {
    /// The attention of one layer and mean micro-batch. If keys and values differ in width, the head
    /// width is their mean.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let legal = &legal.timed();
        let (plan, model) = (legal.plan, &legal.plan.model);
        Self {
            batch: plan.batch.micro,
            heads: model.heads / plan.layout.tensor,
            queries: legal.sequence / plan.layout.context,
            sequence: legal.sequence,
            head_dim: ((model.key_dim() + model.value_dim()) / 2).max(1),
        }
    }

    /// Bytes of one 16-bit tensor of the shape of the keys or the values.
    #[must_use]
    pub fn tensor_bytes(&self) -> f64 {
        2.0 * (self.batch * self.heads * self.head_dim) as f64 * self.sequence as f64
    }

    /// Bytes of one 16-bit tensor of the shape of the queries or the output.
    fn query_bytes(&self) -> f64 {
        self.tensor_bytes() * (self.queries as f64 / self.sequence as f64)
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
    pub fn flash_bytes(&self, computed: f64, generation: u64) -> [f64; 2] {
        let (tensor, query) = (self.tensor_bytes(), self.query_bytes());
        if generation > 1 {
            return [2.0 * tensor + 2.0 * query, 4.0 * tensor + 4.0 * query];
        }
        let block_rows = (ON_CHIP_BYTES / 2 / (4 * self.head_dim)).max(1);
        let blocks = self.sequence.div_ceil(block_rows) as f64 * computed;
        [
            2.0 * tensor + 3.0 * blocks * query,
            4.0 * tensor + 5.0 * blocks * query,
        ]
    }

    /// Memory traffic of any forward at the least: queries, keys and values read once, the output
    /// written once. Query heads that share keys and values read them together. Backward has twice
    /// as many tensors of each shape.
    #[must_use]
    pub fn least_bytes(&self, legal: &Legal) -> f64 {
        let model = &legal.plan.model;
        let widths = (model.key_dim() + model.value_dim()) as f64;
        let shared = match model.mla {
            // Every head makes keys and values of the latents.
            Some(_) => self.heads,
            None => legal.kv_heads_per_rank().min(self.heads),
        };
        let rows = self.queries * self.heads + self.sequence * shared;
        2.0 * self.batch as f64 * rows as f64 * widths
    }

    /// Memory traffic of standard attention, forward and backward: Θ(se + s²), with `per_score`
    /// bytes for each score in forward and twice as many in backward.
    #[must_use]
    pub fn standard_bytes(&self, per_score: f64) -> [f64; 2] {
        let rows = (self.batch * self.heads) as f64 * self.queries as f64;
        let forward = per_score * rows * self.sequence as f64;
        let ends = 2.0 * self.tensor_bytes() + 2.0 * self.query_bytes();
        [forward + ends, 2.0 * (forward + ends)]
    }
}
