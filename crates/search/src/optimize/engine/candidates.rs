//! Candidates: how the search combines orders and shardings.

use cost::plan::{ContextKind, Plan, Schedule, ZeroStage};

use crate::optimize::{Candidate, Division, Recomputed, Shards};

/// The order of a pipeline's stages: schedule, virtual stages, and division of layers.
pub(super) type Order = (Schedule, u64, Division);
/// The sharded state, and the ranks among which it is sharded.
pub(super) type Sharding = (ZeroStage, Shards);

impl Candidate {
    /// The candidate with data parallelism alone, in a plan's types.
    pub(super) const fn plain(plan: &Plan) -> Self {
        Self {
            gpus: plan.cluster.gpus,
            tensor: 1,
            sequence_parallel: false,
            context: 1,
            context_kind: ContextKind::Ring,
            pipeline: 1,
            division: Division::Even,
            schedule: Schedule::PLAIN,
            virtual_stages: 1,
            expert: 1,
            expert_tensor: 1,
            zero: ZeroStage::Zero,
            shards: Shards::All,
            micro: 1,
            recompute: Recomputed::None,
            offload: plan.levers.offload,
            dtype: plan.levers.dtype,
            loss: plan.levers.cross_entropy,
            optimizer: plan.levers.optimizer,
        }
    }

    /// The candidate with its stages run in this order.
    pub(super) const fn ordered(self, (schedule, virtual_stages, division): Order) -> Self {
        Self {
            schedule,
            virtual_stages,
            division,
            ..self
        }
    }

    /// The candidate with this sharding.
    pub(super) const fn sharding(self, (zero, shards): Sharding) -> Self {
        Self {
            zero,
            shards,
            ..self
        }
    }

    /// Writes the candidate into a plan under plain 1F1B in place of its schedule. All candidates
    /// of a shape have this part in common.
    pub(super) fn write_plainly(self, plan: &mut Plan) {
        let plain = self.ordered((Schedule::PLAIN, 1, Division::Even));
        plain.write(plan);
        // If layers do not divide evenly, the division follows from the number of stages.
        if let Some(division) = Division::natural(plan) {
            Self { division, ..plain }.write(plan);
        }
    }

    /// Canonical form of the candidate: values that follow from the number of stages are derived
    /// from it, and settings without effect have their plain value. `None` if the candidate cannot
    /// exist.
    pub(super) fn settled(mut self, base: &Plan) -> Option<Self> {
        if self.schedule == Schedule::PLAIN {
            self.schedule = Schedule::usual(self.virtual_stages);
        }
        self.sequence_parallel &= self.tensor > 1;
        let mut plan = base.bare();
        if self.pipeline == 1 {
            self = self.ordered((Schedule::PLAIN, 1, Division::Even));
        }
        self.write(&mut plan);
        if !matches!(self.division, Division::List(runs) if runs.fits(&plan)) {
            self.division = Division::natural(&plan)?;
        }
        self.write(&mut plan);
        Self::of(&plan)
    }
}
