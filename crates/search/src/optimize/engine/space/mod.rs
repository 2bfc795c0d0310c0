//! Every legal layout of a plan that a search may choose, each once.
//!
//! Layouts come in families. A family fixes the kernels of a layer (degrees and micro-batch). Its
//! shapes fix the number of stages and the recomputation. The members of a shape differ in their
//! schedule and in their sharding.

mod families;
mod numbers;
mod shardings;
mod stages;

use super::candidates::{Order, Sharding};
use crate::optimize::candidate::group_in_node;
use crate::optimize::{Candidate, Constraints, Recomputed};
use cost::legal::Legal;
use cost::plan::{Plan, ZeroStage};
use numbers::members;
use shardings::{Alone, Shardings};

/// The layouts among which a search chooses.
#[derive(Clone, Debug)]
pub struct Space {
    /// The plan whose model, batch and stack stay as they are.
    plan: Plan,
    constraints: Constraints,
    /// Numbers of stages that divide a cluster and the layers, with the possible orders of each.
    stages: Vec<(u64, Vec<Order>)>,
    /// Sizes of the cluster, rising.
    clusters: Vec<u64>,
    shardings: Shardings,
}

impl Space {
    /// The space of a plan, without its measurements and its rival.
    #[must_use]
    pub fn of(plan: &Plan, constraints: &Constraints) -> Self {
        let mut alone = plan.clone();
        alone.hold_measured();
        alone.rival = None;
        let mut space = Self {
            plan: alone,
            constraints: constraints.clone(),
            stages: Vec::new(),
            clusters: Vec::new(),
            shardings: Shardings::of(plan, constraints),
        };
        space.stages = space.all_stages();
        space.clusters = space.all_clusters();
        space
    }

    /// The plan whose model, batch and stack stay as they are.
    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// A plan into which candidates are written.
    pub(super) fn scratch(&self) -> Plan {
        self.plan.bare()
    }

    /// The ZeRO stage that leaves the least state on a rank.
    pub(super) fn most_sharded(&self) -> ZeroStage {
        members(self.constraints.zero)
            .last()
            .unwrap_or(ZeroStage::Zero)
    }

    /// Visits every layout.
    pub fn layouts(&self, mut visit: impl FnMut(Candidate)) {
        let mut plan = self.scratch();
        let families = self.clusters.iter().flat_map(|&gpus| self.families(gpus));
        for family in families {
            if !self.exists(family, &mut plan) {
                continue;
            }
            for shape in self.shapes(family) {
                for recompute in self.rungs() {
                    for &order in self.orders(shape.pipeline) {
                        for &sharding in self.shardings(shape) {
                            let candidate = Candidate { recompute, ..shape };
                            if self.has(shape, order, sharding) {
                                visit(candidate.ordered(order).sharding(sharding));
                            }
                        }
                    }
                }
            }
        }
    }

    /// True if the layouts of a family are legal: one layout decides for all, because every listed
    /// number of stages divides the layers and the cluster.
    fn exists(&self, family: Candidate, plan: &mut Plan) -> bool {
        self.shapes(family).next().is_some_and(|shape| {
            shape.write_plainly(plan);
            Legal::check(plan).is_ok()
        })
    }

    /// Sizes of the cluster, rising.
    pub(super) fn clusters(&self) -> &[u64] {
        &self.clusters
    }

    /// Every shape of a family, without recomputation: all numbers of stages that its ranks, batch
    /// and experts allow.
    pub(super) fn shapes(&self, family: Candidate) -> impl Iterator<Item = Candidate> {
        let ranks = family.gpus / (family.tensor * family.context);
        let experts = family.expert * family.expert_tensor;
        let batch = self.plan.global_batch();
        let stages = self.stages.iter().map(|(stages, _)| *stages);
        let is_there = move |pipeline: &u64| {
            ranks.is_multiple_of(*pipeline)
                && batch.is_multiple_of(family.micro * (ranks / pipeline))
                && (family.gpus / pipeline).is_multiple_of(experts)
        };
        let shapes = stages.filter(is_there);
        shapes.map(move |pipeline| Candidate { pipeline, ..family })
    }

    /// Amounts of recompute that the layers of a family may have.
    pub(super) fn rungs(&self) -> impl Iterator<Item = Recomputed> {
        let levels = members(self.constraints.recompute);
        levels.filter_map(|level| Recomputed::at(level, &self.plan))
    }

    /// Schedules that this number of stages can run.
    pub(super) fn orders(&self, pipeline: u64) -> &[Order] {
        let known = self.stages.iter().find(|(stages, _)| *stages == pipeline);
        known.map_or(&[], |(_, orders)| orders)
    }

    /// Shardings that the ranks of a shape can have under some schedule.
    pub(super) fn shardings(&self, shape: Candidate) -> &[Sharding] {
        let node = self.plan.cluster.gpu.node;
        if self.is_alone(shape) {
            return self.alone(shape).map_or(&[], |alone| &alone.any);
        }
        match group_in_node(node, shape.tensor, replicas(shape)) {
            None => &self.shardings.all,
            Some(_) => &self.shardings.in_nodes,
        }
    }

    /// True if the ranks of a shape can have this sharding under this schedule, and it has an
    /// effect.
    pub(super) fn has(&self, shape: Candidate, (schedule, ..): Order, sharding: Sharding) -> bool {
        if !self.is_alone(shape) {
            return true;
        }
        if schedule.facts().is_bidirectional() {
            return self.shardings.all.contains(&sharding);
        }
        let alone = self.alone(shape);
        alone.is_some_and(|alone| alone.one_copy.contains(&sharding))
    }

    /// True if the ranks of a shape have no replicas, except those of a pipeline in each direction.
    fn is_alone(&self, shape: Candidate) -> bool {
        let replicas = replicas(shape);
        let holders = shape.tensor * replicas / (shape.expert * shape.expert_tensor);
        replicas == 1 && (self.plan.model.moe.experts == 0 || holders <= 1)
    }

    fn alone(&self, shape: Candidate) -> Option<&Alone> {
        let mut alone = self.shardings.alone.iter();
        alone.find(|alone| {
            (alone.dtype, alone.offload, alone.optimizer)
                == (shape.dtype, shape.offload, shape.optimizer)
        })
    }

    /// Number of layouts of a shape that differ in their order and in their sharding.
    pub(super) fn members(&self, shape: Candidate) -> u64 {
        let (orders, shardings) = (self.orders(shape.pipeline), self.shardings(shape));
        if !self.is_alone(shape) {
            return (orders.len() * shardings.len()) as u64;
        }
        let members = orders.iter().map(|order| {
            let there = shardings.iter();
            there
                .filter(|sharding| self.has(shape, *order, **sharding))
                .count() as u64
        });
        members.sum()
    }
}

/// Ranks that hold the same weights.
fn replicas(shape: Candidate) -> u64 {
    shape.gpus / (shape.tensor * shape.pipeline)
}
