//! Every legal layout of a plan that a search is free to choose, each once.
//!
//! Layouts come in families. A family fixes the kernels of a layer (degrees and micro-batch). Its
//! shapes fix the number of stages and the recomputation. The members of a shape differ in their
//! schedule and in their sharding.

use super::candidates::{Order, Sharding};
use crate::optimize::candidate::{
    Candidate, Division, RecomputeLevel, Shards, alone, group_in_node,
};
use crate::optimize::{Constraints, Numbers, Switch};
use cost::legal::Legal;
use cost::plan::limits::{GPUS, LAYERS};
use cost::plan::{Dtype, LinearMixer, Offload, Plan, Schedule, Word, WordSet, ZeroStage};

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

/// Shardings, by the ranks that there are to share with.
#[derive(Clone, Debug, Default)]
struct Shardings {
    /// Shardings of ranks that share with no others, for each type of matrix products and each
    /// offloading.
    alone: Vec<Alone>,
    /// Shardings of ranks that are in no group smaller than all of them.
    all: Vec<Sharding>,
    /// Shardings of ranks that share a node with some but not all of the others.
    in_nodes: Vec<Sharding>,
}

/// Shardings of ranks that have none to share with.
#[derive(Clone, Debug)]
struct Alone {
    dtype: Dtype,
    offload: WordSet<Offload>,
    /// Under any schedule: those below together, each once.
    any: Vec<Sharding>,
    /// Under schedules with one copy of the weights: stages of ZeRO that differ.
    one_copy: Vec<Sharding>,
}

/// Visits each value of one axis.
type Axis = fn(&Space, Candidate, &mut dyn FnMut(Candidate));

/// The axes of a family on this many GPUs: later ones depend on earlier ones.
static FAMILY: [Axis; 8] = [
    |space, candidate, visit| space.dtype(candidate, visit),
    |space, candidate, visit| space.offload(candidate, visit),
    |space, candidate, visit| space.tensor(candidate, visit),
    |space, candidate, visit| space.context(candidate, visit),
    |space, candidate, visit| space.sequence_parallel(candidate, visit),
    |space, candidate, visit| space.expert(candidate, visit),
    |space, candidate, visit| space.expert_tensor(candidate, visit),
    |space, candidate, visit| space.micro(candidate, visit),
];

impl Space {
    /// The space of a plan, without its measurements and its rival.
    #[must_use]
    pub fn of(plan: &Plan, constraints: &Constraints) -> Self {
        let mut plan = plan.clone();
        plan.hold_measured();
        plan.rival = None;
        let mut space = Self {
            plan,
            constraints: constraints.clone(),
            stages: Vec::new(),
            clusters: Vec::new(),
            shardings: Shardings::default(),
        };
        space.stages = space.all_stages();
        space.clusters = space.all_clusters();
        space.shardings = space.all_shardings();
        space
    }

    /// The one size of the cluster that is allowed; `None` where it is free.
    fn only_cluster(&self) -> Option<u64> {
        let free = &self.constraints.gpus;
        (free.start() == free.end()).then_some(*free.start())
    }

    /// The most GPUs that are allowed: as many as any plan may have where the range is open.
    fn largest_cluster(&self) -> u64 {
        (*self.constraints.gpus.end()).min(*GPUS.end())
    }

    fn all_stages(&self) -> Vec<(u64, Vec<Order>)> {
        let only = self.only_cluster();
        let largest = self.largest_cluster();
        let divides = |stages: &u64| match only {
            Some(gpus) => gpus.is_multiple_of(*stages),
            None => *stages <= largest,
        };
        let most = self.plan.model.layers.min(*LAYERS.end()) + 2;
        let stages = (1..=most).filter(|stages| self.constraints.pipeline.contains(stages));
        let orders = stages
            .filter(divides)
            .map(|stages| (stages, self.orders_of(stages)));
        orders.filter(|(_, orders)| !orders.is_empty()).collect()
    }

    /// Sizes of the cluster, in rising order. If the size is fixed, it is the only one. If it is
    /// free, every product t·c·p·d of degrees which model, sequence and batch allow.
    fn all_clusters(&self) -> Vec<u64> {
        if let Some(only) = self.only_cluster() {
            return vec![only];
        }
        let most = self.largest_cluster();
        let heads = divisors(self.plan.model.heads, &self.constraints.tensor);
        let tensor: Vec<u64> = heads.filter(|&tensor| self.is_tensor(tensor)).collect();
        let half = (self.plan.sequence() / 2).max(1);
        let pieces = divisors(half, &self.constraints.context);
        let context: Vec<u64> = pieces.filter(|&context| self.is_context(context)).collect();
        let data: Vec<u64> = divisors(self.plan.global_batch(), &(1..=most)).collect();
        let stages: Vec<u64> = self.stages.iter().map(|(stages, _)| *stages).collect();
        let mut sizes = vec![1];
        for degrees in [tensor, context, data, stages] {
            sizes = products(&sizes, &degrees, most);
        }
        sizes.retain(|gpus| self.constraints.gpus.contains(gpus));
        sizes
    }

    fn is_tensor(&self, tensor: u64) -> bool {
        let model = &self.plan.model;
        let copies = tensor.is_multiple_of(model.kv_heads);
        model.heads.is_multiple_of(tensor)
            && model.ffn.is_multiple_of(tensor)
            && (model.kv_heads.is_multiple_of(tensor) || copies)
            && model.mixer.is_none_or(|mixer| mixer.is_divided_by(tensor))
    }

    fn is_context(&self, context: u64) -> bool {
        let divides = |mixer: LinearMixer| mixer.is_divided_by(context);
        let is_even = context == 1 || self.plan.sequence().is_multiple_of(2 * context);
        is_even && self.plan.model.mixer.is_none_or(divides)
    }

    /// The plan whose model, batch and stack stay as they are.
    pub(super) const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// A plan to write candidates into.
    pub(super) fn scratch(&self) -> Plan {
        self.plan.bare()
    }

    /// The ZeRO stage that leaves least on a rank.
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

    /// True if the layouts of a family are legal: one of them decides for all, because the numbers
    /// of stages all divide what they must.
    fn exists(&self, family: Candidate, plan: &mut Plan) -> bool {
        self.shapes(family).next().is_some_and(|shape| {
            shape.write_plainly(plan);
            Legal::check(plan).is_ok()
        })
    }

    /// Every family on this many GPUs: a candidate of one stage without recomputation and sharding.
    pub(super) fn families(&self, gpus: u64) -> Vec<Candidate> {
        let mut families = Vec::new();
        let plain = Candidate {
            gpus,
            ..Candidate::plain(&self.plan)
        };
        self.vary(&FAMILY, plain, &mut |family| families.push(family));
        families
    }

    fn vary(&self, axes: &[Axis], candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        match axes.split_first() {
            Some((axis, rest)) => axis(self, candidate, &mut |candidate| {
                self.vary(rest, candidate, visit);
            }),
            None => visit(candidate),
        }
    }

    /// Sizes of the cluster, rising.
    pub(super) fn clusters(&self) -> &[u64] {
        &self.clusters
    }

    fn dtype(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for dtype in members(self.constraints.dtype) {
            visit(Candidate { dtype, ..candidate });
        }
    }

    fn offload(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for offload in self.constraints.offloads(&self.plan) {
            visit(Candidate {
                offload,
                ..candidate
            });
        }
    }

    fn tensor(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let tensor = divisors(candidate.gpus, &self.constraints.tensor);
        for tensor in tensor.filter(|&tensor| self.is_tensor(tensor)) {
            visit(Candidate {
                tensor,
                ..candidate
            });
        }
    }

    fn context(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let context = divisors(candidate.gpus / candidate.tensor, &self.constraints.context);
        for context in context.filter(|&context| self.is_context(context)) {
            visit(Candidate {
                context,
                ..candidate
            });
        }
    }

    fn sequence_parallel(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        if candidate.tensor == 1 {
            return visit(candidate);
        }
        let tokens = self.plan.sequence() / candidate.context;
        for switch in members(self.constraints.sequence_parallel) {
            let sequence_parallel = switch == Switch::On;
            if !sequence_parallel || tokens.is_multiple_of(candidate.tensor) {
                visit(Candidate {
                    sequence_parallel,
                    ..candidate
                });
            }
        }
    }

    fn expert(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let experts = self.plan.model.moe.experts.max(1);
        let divides = |&expert: &u64| candidate.gpus.is_multiple_of(expert);
        for expert in divisors(experts, &self.constraints.expert).filter(divides) {
            visit(Candidate {
                expert,
                ..candidate
            });
        }
    }

    fn expert_tensor(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        let moe = &self.plan.model.moe;
        let width = if moe.experts > 0 { moe.ffn } else { 1 };
        let ranks = candidate.gpus / candidate.expert;
        let divides = |&tensor: &u64| ranks.is_multiple_of(tensor);
        for expert_tensor in divisors(width, &self.constraints.expert_tensor).filter(divides) {
            visit(Candidate {
                expert_tensor,
                ..candidate
            });
        }
    }

    fn micro(&self, candidate: Candidate, visit: &mut dyn FnMut(Candidate)) {
        for micro in divisors(self.plan.global_batch(), &self.constraints.micro) {
            visit(Candidate { micro, ..candidate });
        }
    }

    /// Every shape of a family without its recomputation: as many stages as its ranks, batch and
    /// experts allow.
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
    pub(super) fn rungs(&self) -> impl Iterator<Item = RecomputeLevel> {
        members(self.constraints.recompute)
    }

    /// Schedules that this number of stages can run.
    pub(super) fn orders(&self, pipeline: u64) -> &[Order] {
        let known = self.stages.iter().find(|(stages, _)| *stages == pipeline);
        known.map_or(&[], |(_, orders)| orders)
    }

    fn orders_of(&self, pipeline: u64) -> Vec<Order> {
        if pipeline == 1 {
            let is_even = self.constraints.division.contains(Division::Even);
            let is_free = is_even && self.constraints.virtual_stages.contains(&1);
            return if is_free {
                vec![(Schedule::OneFOneB, 1, Division::Even)]
            } else {
                Vec::new()
            };
        }
        let most = self.plan.model.layers / pipeline + 2;
        let chunks = |schedule: Schedule| {
            let range = match schedule {
                Schedule::Interleaved => 2..=most,
                _ => 1..=1,
            };
            range.map(move |chunks| (schedule, chunks))
        };
        let mut plan = self.plan.bare();
        members(self.constraints.schedule)
            .flat_map(chunks)
            .filter(|(_, chunks)| self.constraints.virtual_stages.contains(chunks))
            .filter_map(|(schedule, chunks)| {
                let candidate = Candidate {
                    pipeline,
                    ..Candidate::plain(&self.plan)
                };
                candidate
                    .ordered((schedule, chunks, Division::Even))
                    .write(&mut plan);
                let division = Division::natural(&plan)?;
                Some((schedule, chunks, division))
            })
            .filter(|(.., division)| self.constraints.division.contains(*division))
            .collect()
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

    /// True if the ranks of a shape can shard this under this schedule, and it says something.
    pub(super) fn has(&self, shape: Candidate, (schedule, ..): Order, sharding: Sharding) -> bool {
        if !self.is_alone(shape) {
            return true;
        }
        match schedule {
            Schedule::DualPipe => self.shardings.all.contains(&sharding),
            _ => {
                let alone = self.alone(shape);
                alone.is_some_and(|alone| alone.one_copy.contains(&sharding))
            }
        }
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

    /// True if the ranks of a shape share with no others, except with a second copy of the weights.
    fn is_alone(&self, shape: Candidate) -> bool {
        let replicas = replicas(shape);
        let holders = shape.tensor * replicas / (shape.expert * shape.expert_tensor);
        replicas == 1 && (self.plan.model.moe.experts == 0 || holders <= 1)
    }

    fn alone(&self, shape: Candidate) -> Option<&Alone> {
        let mut alone = self.shardings.alone.iter();
        alone.find(|alone| alone.dtype == shape.dtype && alone.offload == shape.offload)
    }

    fn all_shardings(&self) -> Shardings {
        let constraints = &self.constraints;
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
        let mut plan = self.plan.bare();
        for dtype in members(constraints.dtype) {
            for offload in constraints.offloads(&self.plan) {
                (plan.levers.dtype, plan.levers.offload) = (dtype, offload);
                let stages =
                    members(constraints.zero).map(|zero| (alone(&plan, zero), Shards::All));
                let mut stages: Vec<Sharding> = stages.collect();
                stages.dedup();
                let mut any = stages.clone();
                let copies: Vec<Sharding> = among(false);
                any.extend(copies.into_iter().filter(|other| !stages.contains(other)));
                lone.push(Alone {
                    dtype,
                    offload,
                    any,
                    one_copy: stages,
                });
            }
        }
        Shardings {
            alone: lone,
            all: among(false),
            in_nodes: among(true),
        }
    }
}

/// Ranks that hold the same weights.
fn replicas(shape: Candidate) -> u64 {
    shape.gpus / (shape.tensor * shape.pipeline)
}

/// The members of a set, in the order of their vocabulary.
fn members<W: Word>(set: WordSet<W>) -> impl Iterator<Item = W> {
    W::ALL
        .iter()
        .copied()
        .filter(move |&word| set.contains(word))
}

/// The divisors of a number that are allowed, rising.
fn divisors(number: u64, allowed: &Numbers) -> impl Iterator<Item = u64> + use<> {
    let small = (1..).take_while(move |n| n * n <= number);
    let mut all: Vec<u64> = small
        .filter(|&n| number.is_multiple_of(n))
        .flat_map(|n| [n, number / n])
        .filter(|n| allowed.contains(n))
        .collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter()
}

/// Products of one of either, up to a most, rising.
fn products(some: &[u64], others: &[u64], most: u64) -> Vec<u64> {
    let mut is_there = vec![false; usize::try_from(most).unwrap_or(0) + 1];
    for &one in some {
        for &other in others.iter().take_while(|&&other| one * other <= most) {
            if let Some(place) = is_there.get_mut((one * other) as usize) {
                *place = true;
            }
        }
    }
    let products = (0..=most).zip(is_there);
    let products = products.filter(|(_, is_there)| *is_there);
    products.map(|(product, _)| product).collect()
}
