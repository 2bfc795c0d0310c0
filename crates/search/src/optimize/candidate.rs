//! A layout of a search: one value on every axis. Equal layouts have one canonical form.

use super::division::Division;
use super::recompute::Recomputed;
use cost::legal::Legal;
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Offload, Optimizer, Plan, Schedule, Word, WordSet, ZeroStage,
};
use cost::state::UnsharedEffects;
use cost::vocabularies;
use serde::{Deserialize, Serialize};

/// Split of a model across its cluster, with the levers that a search moves.
///
/// Different candidates are different ways to train. A setting without effect has its plain value,
/// such as ZeRO with one rank, or a schedule with one stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Candidate {
    /// GPUs of the cluster.
    pub gpus: u64,
    /// Tensor parallel degree, t.
    pub tensor: u64,
    /// True if sequence parallelism runs beside tensor parallelism; false if t = 1.
    pub sequence_parallel: bool,
    /// Context parallel degree, c.
    pub context: u64,
    /// Exchange of keys and values between context-parallel ranks; a ring if c = 1.
    pub context_kind: ContextKind,
    /// Pipeline stages, p.
    pub pipeline: u64,
    /// The division of layers among the stages.
    pub division: Division,
    /// The pipeline's order; 1F1B where p = 1.
    pub schedule: Schedule,
    /// Virtual stages per rank, v.
    pub virtual_stages: u64,
    /// Expert parallel degree.
    pub expert: u64,
    /// Tensor parallel degree inside an expert.
    pub expert_tensor: u64,
    /// The model state that data-parallel ranks shard.
    pub zero: ZeroStage,
    /// Ranks that shard one copy of the state; all if nothing is sharded.
    pub shards: Shards,
    /// Sequences per micro-batch, b.
    pub micro: u64,
    /// The part of forward that backward recomputes.
    pub recompute: Recomputed,
    /// State and activations that move to host memory.
    pub offload: WordSet<Offload>,
    /// Type of the matrix products.
    pub dtype: Dtype,
    /// Implementation of the loss.
    pub loss: CrossEntropy,
    /// The optimizer.
    pub optimizer: Optimizer,
}

vocabularies! {
    /// The ranks that shard one copy of the state.
    Shards {
        /// All ranks that hold the same weights.
        All = "all",
        /// The ranks of one node that hold the same weights.
        Node = "node",
    }
}

impl Candidate {
    /// Writes the candidate into a plan of the same model and batch.
    pub fn write(&self, plan: &mut Plan) {
        plan.cluster.gpus = self.gpus;
        let layout = &mut plan.layout;
        layout.tensor = self.tensor;
        // Set only if it differs from the default.
        layout.sequence_parallel = (self.tensor > 1 && !self.sequence_parallel).then_some(false);
        layout.context = self.context;
        if self.context > 1 {
            layout.context_kind = self.context_kind;
        }
        layout.pipeline = self.pipeline;
        layout.virtual_stages = self.virtual_stages;
        let follows = self.schedule.facts().is_1f1b();
        layout.schedule = (!follows).then_some(self.schedule);
        layout.expert = self.expert;
        layout.expert_tensor = self.expert_tensor;
        layout.zero = self.zero;
        plan.batch.micro = self.micro;
        plan.levers.offload = self.offload;
        plan.levers.dtype = self.dtype;
        plan.levers.cross_entropy = self.loss;
        plan.levers.optimizer = self.optimizer;
        self.recompute.write(plan);
        self.division.write(plan);
        plan.layout.shard_group = match self.shards {
            Shards::All => 0,
            Shards::Node => node_group(plan).unwrap_or(0),
        };
    }

    /// The candidate of a legal plan. `None` if the plan has a setting that no search chooses: a
    /// split of many different stages, another size of shard groups.
    ///
    /// ```
    /// use formats::link;
    /// use search::optimize::Candidate;
    /// let (mut plan, _) = link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
    /// let candidate = Candidate::of(&plan).unwrap();
    /// assert_eq!((candidate.tensor, candidate.pipeline, candidate.gpus), (8, 4, 64));
    /// let before = plan.clone();
    /// candidate.write(&mut plan);
    /// assert_eq!(plan, before);
    /// ```
    #[must_use]
    pub fn of(plan: &Plan) -> Option<Self> {
        let legal = Legal::check(plan).ok()?;
        let layout = &plan.layout;
        let has_stages = layout.pipeline > 1;
        let zero = if shards_anything(&legal) {
            layout.zero
        } else {
            alone(plan, layout.zero)
        };
        let shards = match layout.shard_group {
            _ if zero == ZeroStage::Zero => Shards::All,
            0 => Shards::All,
            group if group >= legal.replicas() => Shards::All,
            group if Some(group) == node_group(plan) => Shards::Node,
            _ => return None,
        };
        Some(Self {
            gpus: plan.cluster.gpus,
            tensor: layout.tensor,
            sequence_parallel: plan.sequence_parallel(),
            context: layout.context,
            context_kind: if layout.context > 1 {
                layout.context_kind
            } else {
                ContextKind::Ring
            },
            pipeline: layout.pipeline,
            division: if has_stages {
                Division::of(plan)?
            } else {
                Division::Even
            },
            schedule: match plan.schedule() {
                _ if !has_stages => Schedule::PLAIN,
                schedule if schedule.facts().is_1f1b() => Schedule::usual(layout.virtual_stages),
                schedule => schedule,
            },
            virtual_stages: layout.virtual_stages,
            expert: layout.expert,
            expert_tensor: layout.expert_tensor,
            zero,
            shards,
            micro: plan.batch.micro,
            recompute: Recomputed::of(plan),
            offload: plan.levers.offload,
            dtype: plan.levers.dtype,
            loss: plan.levers.cross_entropy,
            optimizer: plan.levers.optimizer,
        })
    }

    /// Distance of a candidate from a plain one. Of two equally good candidates the plainer one is
    /// preferred. Every axis in use counts, as do numbers that are no powers of two, what saves memory
    /// at the cost of other software, and the defaults that frameworks do not share.
    #[must_use]
    pub fn complexity(&self) -> u64 {
        let degrees = [
            self.tensor,
            self.pipeline,
            self.context,
            self.expert,
            self.expert_tensor,
            self.virtual_stages,
        ];
        let in_use = degrees.into_iter().filter(|&degree| degree > 1).count() as u64;
        let numbers = degrees.into_iter().chain([self.micro]);
        let odd = numbers.filter(|number| !number.is_power_of_two()).count() as u64;
        let is_lean = self.optimizer != Optimizer::AdamW;
        let is_chunked = self.loss != CrossEntropy::Plain;
        let is_rare = !self.schedule.facts().is_1f1b();
        let lacks_sequence = self.tensor > 1 && !self.sequence_parallel;
        8 * (in_use + u64::from(!self.offload.is_empty()) + u64::from(is_lean))
            + 4 * (u64::from(is_rare) + u64::from(lacks_sequence) + u64::from(is_chunked))
            + 2 * odd
            + 2 * (self.division.kind().index() + self.recompute.level().index()) as u64
            // Every framework has ZeRO-1.
            + [1, 0, 1, 2][self.zero.index()]
            + u64::from(self.shards == Shards::Node)
    }

    /// Every field as a number, and every run of a listed division. They order candidates that are
    /// equally good and equally plain.
    pub fn order(&self) -> impl Iterator<Item = u64> + use<> {
        let [level, amount] = self.recompute.order();
        let fields = [
            self.gpus,
            self.pipeline,
            self.tensor,
            self.context,
            self.expert,
            self.expert_tensor,
            self.virtual_stages,
            self.micro,
            u64::from(self.sequence_parallel),
            self.division.kind() as u64,
            self.schedule as u64,
            self.zero as u64,
            self.shards as u64,
            level,
            amount,
            u64::from(self.offload.bits()),
            self.dtype as u64,
            self.loss as u64,
            self.optimizer as u64,
        ];
        let runs = match self.division {
            Division::List(runs) => Some(runs.order()),
            _ => None,
        };
        fields.into_iter().chain(runs.into_iter().flatten())
    }
}

/// The lowest ZeRO stage with the same effects, for ranks without replicas. In some stacks stages
/// differ though nothing is sharded, and an optimizer on the host is a sharded one.
pub(super) fn alone(plan: &Plan, zero: ZeroStage) -> ZeroStage {
    let mut plan = plan.bare();
    let mut effects = |zero| {
        plan.layout.zero = zero;
        let is_on_host = plan.levers.offload.contains(Offload::Optimizer);
        let effects = UnsharedEffects::of(&plan);
        (effects, is_on_host && zero.shards_optimizer())
    };
    let own = effects(zero);
    let mut stages = ZeroStage::ALL.iter().copied();
    stages.find(|&stage| effects(stage) == own).unwrap_or(zero)
}

/// True if any state can be sharded: several ranks hold the same state.
pub(super) fn shards_anything(legal: &Legal) -> bool {
    let experts = legal.plan.model.moe.experts > 0 && legal.expert_replicas() > 1;
    // With a pipeline in each direction, two ranks hold each weight.
    legal.replicas() > 1 || experts || legal.copies() > 1
}

/// Ranks of a node that hold the same weights, if these are several but not all such ranks.
pub(super) fn node_group(plan: &Plan) -> Option<u64> {
    let replicas = plan.data_parallel() * plan.layout.context;
    group_in_node(plan.cluster.gpu.node, plan.layout.tensor, replicas)
}

/// Ranks of a node of `node` GPUs that hold the same weights, out of `replicas` such ranks in all.
pub(super) fn group_in_node(node: u64, tensor: u64, replicas: u64) -> Option<u64> {
    let group = node / tensor;
    let divides = node.is_multiple_of(tensor) && group > 0;
    (divides && group > 1 && group < replicas && replicas.is_multiple_of(group)).then_some(group)
}
