//! Shardings that the ranks of a layout can have.

use super::super::candidates::Sharding;
use super::numbers::members;
use crate::optimize::Constraints;
use crate::optimize::candidate::{Shards, alone};
use cost::plan::{Dtype, Offload, Optimizer, Plan, WordSet, ZeroStage};

/// Shardings, by the ranks that can share state.
#[derive(Clone, Debug)]
pub(super) struct Shardings {
    /// Shardings of ranks without replicas, for each type of matrix products, offloading and
    /// optimizer.
    pub(super) alone: Vec<Alone>,
    /// Shardings of ranks that cannot shard in a smaller group than all replicas.
    pub(super) all: Vec<Sharding>,
    /// Shardings of ranks of which a node holds several but not all replicas.
    pub(super) in_nodes: Vec<Sharding>,
}

/// Shardings of ranks without replicas.
#[derive(Clone, Debug)]
pub(super) struct Alone {
    pub(super) dtype: Dtype,
    pub(super) offload: WordSet<Offload>,
    pub(super) optimizer: Optimizer,
    /// Shardings under any schedule, each once.
    pub(super) any: Vec<Sharding>,
    /// Shardings under schedules with one copy of the weights: stages of ZeRO that differ.
    pub(super) one_copy: Vec<Sharding>,
}

impl Shardings {
    /// The shardings of a plan that a search may choose.
    pub(super) fn of(plan: &Plan, constraints: &Constraints) -> Self {
        let among = |has_nodes: bool| {
            let shards = |zero: ZeroStage| {
                let is_there = move |shards: &Shards| match shards {
                    Shards::All => true,
                    Shards::Node => zero != ZeroStage::Zero && has_nodes,
                };
                let shards = members(constraints.shards).filter(is_there);
                shards.map(move |shards| (zero, shards))
            };
            members(constraints.zero).flat_map(shards).collect()
        };
        let mut lone = Vec::new();
        let mut scratch = plan.bare();
        for dtype in members(constraints.dtype) {
            let offloads = constraints.offloads(plan).into_iter();
            let pairs = offloads.flat_map(|offload| {
                members(constraints.optimizer).map(move |optimizer| (offload, optimizer))
            });
            for (offload, optimizer) in pairs {
                let levers = &mut scratch.levers;
                (levers.dtype, levers.offload, levers.optimizer) = (dtype, offload, optimizer);
                let stages =
                    members(constraints.zero).map(|zero| (alone(&scratch, zero), Shards::All));
                let mut stages: Vec<Sharding> = stages.collect();
                stages.dedup();
                let mut any = stages.clone();
                let copies: Vec<Sharding> = among(false);
                any.extend(copies.into_iter().filter(|other| !stages.contains(other)));
                lone.push(Alone {
                    dtype,
                    offload,
                    optimizer,
                    any,
                    one_copy: stages,
                });
            }
        }
        Self {
            alone: lone,
            all: among(false),
            in_nodes: among(true),
        }
    }
}
