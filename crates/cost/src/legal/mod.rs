//! The check that a plan can exist: it gives a [`Legal`] plan, or all [`Reason`]s against it.
//!
//! Tests: `tests/all/axes.rs`, and `crates/cli/tests/all/properties/corners.rs` with drawn plans.

mod layers;
mod letters;
mod reason;
mod rules;
mod stages;

use std::ops::Deref;

pub use layers::BackwardLayers;
pub use reason::Reason;
pub use stages::{Layers, divided_layers, virtual_stages};

use super::calibration::{CALIBRATION, Calibration};
use super::plan::{Packing, Plan, Tuning, limits};
use super::schedule::Pipeline;

/// A plan that keeps every rule: degrees divide what they split, and every number is in range.
///
/// Only [`Legal::check`] makes one, and none of its numbers can be changed afterwards. Code that
/// takes a `Legal` therefore divides without checks. Its numbers are read as fields, through
/// [`LegalFacts`].
///
/// ```
/// use cost::legal::Legal;
/// use formats::catalog;
/// let mut plan = catalog::plan("llama3-8b", "h100", 64).unwrap();
/// (plan.layout.tensor, plan.layout.pipeline) = (4, 2);
/// (plan.batch.global, plan.batch.micro) = (Some(256), 2);
/// let legal = Legal::check(&plan).unwrap();
/// // 64 GPUs / (4 · 2) = 8 data-parallel ranks; 256 / (8 · 2) = 16 micro-batches for each
/// assert_eq!((legal.data, legal.micro_batches), (8, 16));
/// ```
///
/// Fields cannot be assigned:
///
/// ```compile_fail,E0594
/// # let plan = formats::catalog::plan("llama3-8b", "h100", 64).unwrap();
/// let mut legal = cost::legal::Legal::check(&plan).unwrap();
/// legal.data = 0;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Legal<'a> {
    checked: LegalFacts<'a>,
}

/// The numbers of a [`Legal`] plan, for reading.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LegalFacts<'a> {
    /// The plan itself.
    pub plan: &'a Plan,
    /// Tokens per sequence, s.
    pub sequence: u64,
    /// Data-parallel degree, d.
    pub data: u64,
    /// Micro-batches per step and pipeline, m.
    pub micro_batches: u64,
    /// Virtual stages into which the schedule divides the model.
    pub virtual_stages: u64,
    /// Layers of a virtual stage if layers are divided evenly; embedding and loss are included if
    /// they count as layers.
    share: u64,
    /// The part of a layer that is trained: that of the plan, or nothing
    /// ([`Legal::of_frozen_layers`]).
    pub tuning: Tuning,
    /// The constants to estimate with.
    pub fitted: &'a Calibration,
}

impl<'a> Deref for Legal<'a> {
    type Target = LegalFacts<'a>;
    fn deref(&self) -> &LegalFacts<'a> {
        &self.checked
    }
}

impl<'a> Legal<'a> {
    /// Checks a plan.
    ///
    /// # Errors
    /// All reasons why the plan cannot exist, the most basic first.
    pub fn check(plan: &'a Plan) -> Result<Self, Vec<Reason>> {
        if let Some(key) = limits::violated(plan) {
            return Err(vec![Reason::OutOfRange { key }]);
        }
        let reasons = rules::broken(plan);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let (data, virtual_stages) = (plan.data_parallel(), virtual_stages(plan));
        let checked = LegalFacts {
            plan,
            sequence: plan.sequence(),
            data,
            micro_batches: plan.global_batch() / (plan.batch.micro * data),
            virtual_stages,
            share: divided_layers(plan) / virtual_stages,
            tuning: plan.tuning,
            fitted: &CALIBRATION,
        };
        Ok(Self { checked })
    }

    /// The plan with other calibration constants.
    #[must_use]
    pub const fn fitted_by(self, fitted: &'a Calibration) -> Self {
        let checked = LegalFacts {
            fitted,
            ..self.checked
        };
        Self { checked }
    }

    /// The plan as a mean micro-batch runs it, for its time: padded sequences have the tokens of
    /// [`Plan::padded_sequence`]. The plan itself has its longest sequences, for its memory. The
    /// shorter length keeps every rule, as it is rounded to what the layout divides.
    #[must_use]
    pub fn timed(&self) -> Self {
        let checked = LegalFacts {
            sequence: self.checked.plan.padded_sequence(),
            ..self.checked
        };
        Self { checked }
    }

    /// The plan with nothing trained in its layers, from which their frozen ones follow; none if all
    /// layers are trained.
    #[must_use]
    pub fn of_frozen_layers(&self) -> Option<Self> {
        let tuning = self.plan.tuning;
        tuning.freezes_layers().then(|| Self {
            checked: LegalFacts {
                tuning: tuning.without_layer(),
                ..self.checked
            },
        })
    }

    /// Tokens among which a query finds its keys: those of its document where samples are packed,
    /// assumed to be equally long, else those of the sequence.
    #[must_use]
    pub fn document(&self) -> u64 {
        match self.plan.batch.packing {
            Packing::Packed => self.plan.sample(),
            Packing::Padded => self.sequence,
        }
    }

    /// Mean number of keys that a query reads under the causal mask, and under that of documents.
    #[must_use]
    pub fn mean_keys(&self) -> f64 {
        self.plan.model.mean_keys(self.document())
    }

    /// Pipeline stages, p.
    #[must_use]
    pub const fn pipeline(&self) -> u64 {
        self.checked.plan.layout.pipeline
    }

    /// Virtual stages of one copy of the model per rank: v, or two in V order.
    #[must_use]
    pub const fn chunks(&self) -> u64 {
        self.checked.virtual_stages / self.pipeline()
    }

    /// Copies of the model that the ranks of a plan's pipeline hold: two if a pipeline runs in each
    /// direction.
    #[must_use]
    pub fn copies(&self) -> u64 {
        if self.plan.schedule().facts().is_bidirectional() {
            2
        } else {
            1
        }
    }

    /// True if backwards run in two parts, for inputs and for weights. Without other stages no
    /// schedule runs, and every backward is whole (Megatron-LM, `schedules.py`,
    /// `forward_backward_no_pipelining`).
    #[must_use]
    pub fn splits_backward(&self) -> bool {
        self.pipeline() > 1 && self.plan.schedule().splits_backward()
    }

    /// True if a forward runs beside a backward, which takes other stages too.
    #[must_use]
    pub fn overlaps_passes(&self) -> bool {
        self.pipeline() > 1 && self.plan.schedule().facts().overlaps_passes()
    }

    /// Tokens that one rank works on in a micro-batch, T = s·b/c.
    #[must_use]
    pub const fn tokens(&self) -> u64 {
        self.checked
            .sequence
            .saturating_mul(self.checked.plan.batch.micro)
            / self.checked.plan.layout.context
    }

    /// Tokens of a micro-batch outside the tensor-parallel regions: T/t under sequence
    /// parallelism, else T.
    #[must_use]
    pub fn outer_tokens(&self) -> u64 {
        if self.plan.sequence_parallel() {
            self.tokens() / self.plan.layout.tensor
        } else {
            self.tokens()
        }
    }

    /// Tokens of one tile of a dense MLP: T without tiles.
    #[must_use]
    pub fn tile_tokens(&self) -> u64 {
        self.tokens().div_ceil(self.plan.levers.mlp_tiles.max(1))
    }

    /// Ranks that hold the same dense weights and share their gradients, d·c.
    #[must_use]
    pub const fn replicas(&self) -> u64 {
        self.checked.data * self.checked.plan.layout.context
    }

    /// Ranks that shard one copy of the dense state: all replicas, or a group of them.
    #[must_use]
    pub fn shard_group(&self) -> u64 {
        match self.plan.layout.shard_group {
            0 => self.replicas(),
            group => group.min(self.replicas()),
        }
    }

    /// Ranks of a stage that hold the same experts, t·c·d / (ep·etp).
    #[must_use]
    pub const fn expert_replicas(&self) -> u64 {
        let layout = &self.checked.plan.layout;
        layout.tensor * self.replicas() / (layout.expert * layout.expert_tensor)
    }

    /// Ranks that shard one copy of the experts. The number of groups is that of
    /// [`Legal::shard_group`]; each group has an equal part of the ranks that hold the same
    /// experts.
    #[must_use]
    pub fn expert_shard_group(&self) -> u64 {
        let groups = self.replicas() / self.shard_group();
        (self.expert_replicas() / groups).max(1)
    }

    /// Copies of tokens that the experts of a rank work on in a micro-batch. A rank gets as many
    /// from others as it sends: K copies of each of its tokens. Ranks that split an expert work on
    /// the tokens of all of them. Under sequence parallelism each of these ranks has other tokens.
    /// Without sequence parallelism, tensor-parallel ranks hold the same tokens, and only ranks
    /// beyond their group add others.
    #[must_use]
    pub fn routed_copies(&self) -> u64 {
        let layout = &self.plan.layout;
        let seen = if self.plan.sequence_parallel() {
            layout.expert_tensor
        } else {
            layout.expert_tensor.div_ceil(layout.tensor)
        };
        self.outer_tokens()
            .saturating_mul(self.plan.model.moe.per_token)
            .saturating_mul(seen)
    }

    /// Routed experts on one rank.
    #[must_use]
    pub const fn local_experts(&self) -> u64 {
        self.checked.plan.model.moe.experts / self.checked.plan.layout.expert
    }

    /// Key-value heads on one tensor-parallel rank, at least one.
    #[must_use]
    pub fn kv_heads_per_rank(&self) -> u64 {
        self.plan
            .model
            .kv_heads
            .div_ceil(self.plan.layout.tensor)
            .max(1)
    }

    /// Key heads of the linear mixer on one tensor-parallel rank, at least one; none without a
    /// mixer.
    #[must_use]
    pub fn mixer_key_heads_per_rank(&self) -> u64 {
        let tensor = self.plan.layout.tensor;
        self.plan
            .model
            .mixer
            .map_or(0, |mixer| mixer.key_heads.div_ceil(tensor).max(1))
    }
}

impl Pipeline {
    /// The pipeline of a plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self {
            ranks: legal.pipeline() as usize,
            chunks: legal.plan.layout.virtual_stages as usize,
            micro_batches: legal.micro_batches as usize,
            schedule: legal.plan.schedule(),
        }
    }
}
