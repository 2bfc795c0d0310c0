//! Lengths of samples: what a micro-batch computes, and what of it is padding.
//!
//! Tests: `tests/all/lengths.rs`, `crates/cli/tests/all/properties/lengths.rs`.

use super::{Packing, Plan};
use crate::amount::{Count, Symbol};

impl Plan {
    /// Mean tokens of a sample as chosen, by default those of a sequence. From those of a sequence on
    /// every sequence is full.
    #[must_use]
    pub fn chosen_sample(&self) -> u64 {
        self.batch.sample.unwrap_or_else(|| self.sequence())
    }

    /// Mean tokens of a sample, s̄: at most those of a sequence.
    #[must_use]
    pub fn sample(&self) -> u64 {
        self.chosen_sample().min(self.sequence())
    }

    /// True if samples are shorter than a sequence, so that their packing matters.
    #[must_use]
    pub fn has_short_samples(&self) -> bool {
        self.sample() < self.sequence()
    }

    /// Tokens of a padded sequence in a mean micro-batch: those of the longest of its b samples,
    /// rounded up to a number that the layout can divide. It is s if samples are packed.
    ///
    /// Lengths are assumed to follow a power law up to the longest sample: a share (x/s)^α of the
    /// samples has at most x tokens. Their mean is s·α/(α+1), so that α = s̄/(s−s̄). The longest of
    /// b of them has at most x tokens with the probability (x/s)^(αb) (David and Nagaraja 2003,
    /// section 2.1), a power law whose mean is s·αb/(αb+1) = s·b·s̄/(s + (b−1)·s̄). That is s̄ for one
    /// sample, and approaches s.
    ///
    /// ```
    /// use cost::plan::Packing;
    /// let mut plan = formats::catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// (plan.batch.sequence, plan.batch.sample) = (Some(4_096), Some(1_024));
    /// plan.batch.packing = Packing::Padded;
    /// let mut padded = |micro| {
    ///     plan.batch.micro = micro;
    ///     plan.padded_sequence()
    /// };
    /// // 4,096 · 4 · 1,024 / (4,096 + 3 · 1,024) = 2,340.6
    /// assert_eq!([1, 4, 1_048_576].map(&mut padded), [1_024, 2_341, 4_096]);
    /// ```
    #[must_use]
    pub fn padded_sequence(&self) -> u64 {
        let (longest, mean) = (self.sequence(), self.sample());
        if mean == longest || self.batch.packing == Packing::Packed {
            return longest;
        }
        let [s, mean, b] = [longest, mean, self.batch.micro.max(1)].map(u128::from);
        let expected = (s * b * mean).div_ceil((s + (b - 1) * mean).max(1)) as u64;
        expected
            .checked_next_multiple_of(self.sequence_multiple())
            .map_or(longest, |rounded| rounded.min(longest))
    }

    /// The number of which the layout needs every sequence to be a multiple: two slices for each
    /// context-parallel rank, and a part of each rank's tokens for each tensor-parallel rank that
    /// splits the sequence.
    ///
    /// ```
    /// let mut plan = formats::catalog::plan("llama3-8b", "h100", 64).unwrap();
    /// (plan.layout.tensor, plan.layout.context) = (4, 2);
    /// assert_eq!(plan.sequence_multiple(), 8);
    /// ```
    #[must_use]
    pub fn sequence_multiple(&self) -> u64 {
        let (context, tensor) = (self.layout.context.max(1), self.layout.tensor.max(1));
        let slices = if context > 1 { 2 } else { 1 };
        let of_rank = match self.sequence_parallel() {
            false => slices,
            true if tensor.is_multiple_of(slices) => tensor,
            true => tensor.saturating_mul(slices),
        };
        context.saturating_mul(of_rank)
    }

    /// Tokens of a step that train the model: without padding.
    ///
    /// ```
    /// use cost::plan::Packing;
    /// let mut plan = formats::catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// (plan.batch.global, plan.batch.sequence) = (Some(64), Some(4_096));
    /// plan.batch.sample = Some(1_024);
    /// assert_eq!(plan.tokens_per_step(), 64 * 4_096);
    /// plan.batch.packing = Packing::Padded;
    /// assert_eq!(plan.tokens_per_step(), 64 * 1_024);
    /// ```
    #[must_use]
    pub fn tokens_per_step(&self) -> u64 {
        let each = match self.batch.packing {
            Packing::Packed => self.sequence(),
            Packing::Padded => self.sample(),
        };
        self.global_batch().saturating_mul(each)
    }

    /// [`Self::tokens_per_step`] as a letter, with its definition.
    pub(crate) fn step_tokens<C: Count>(&self) -> C {
        C::defined(Symbol::StepTokens, self.tokens_per_step(), || {
            let each = match self.batch.packing {
                Packing::Packed => C::letter(Symbol::Sequence, self.sequence()),
                Packing::Padded => C::letter(Symbol::Sample, self.sample()),
            };
            C::letter(Symbol::GlobalBatch, self.global_batch()) * each
        })
    }

    /// Share of the tokens that the GPUs compute which are padding.
    #[must_use]
    pub fn padding_share(&self) -> f64 {
        match self.batch.packing {
            Packing::Packed => 0.0,
            Packing::Padded => {
                let computed = self.padded_sequence().max(1) as f64;
                (1.0 - self.sample() as f64 / computed).max(0.0)
            }
        }
    }
}
