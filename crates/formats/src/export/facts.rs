//! Numbers of a plan for launch scripts.

use cost::legal::Legal;
use cost::params::ModelParams;
use cost::plan::{CrossEntropy, Offload, OffloadModule, Plan, Recompute, Word};
use cost::run;

/// A legal plan with further numbers for launch scripts.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The plan, known to be legal.
    pub legal: &'a Legal<'a>,
    /// Data-parallel degree, d.
    pub data: u64,
}

/// Megatron-LM's names of a part of a layer whose activations can move to the host. It has none for
/// the products and the activation of a dense MLP, and for the last product of experts
/// (`transformer_config.py`, `offload_modules`).
pub(crate) const fn moved_names(part: OffloadModule) -> &'static [&'static str] {
    match part {
        OffloadModule::Norm => &["attn_norm", "mlp_norm"],
        OffloadModule::Qkv => &["qkv_linear"],
        OffloadModule::Core => &["core_attn"],
        OffloadModule::Projection => &["attn_proj"],
        OffloadModule::FirstProduct => &["expert_fc1"],
        OffloadModule::Activation => &["moe_act"],
        OffloadModule::LastProduct => &[],
    }
}

impl<'a> Facts<'a> {
    /// The numbers of a legal plan.
    #[must_use]
    pub fn of(legal: &'a Legal<'a>) -> Self {
        let plan = legal.plan;
        Self {
            plan,
            legal,
            data: legal.data,
        }
    }

    /// GPUs of a node that the plan uses: the same number on each node, as launchers start equally
    /// many processes on each.
    #[must_use]
    pub fn per_node(&self) -> u64 {
        let gpus = self.plan.cluster.gpus;
        let most = self.plan.cluster.gpu.node.clamp(1, gpus);
        let divides = |count: &u64| gpus.is_multiple_of(*count);
        (1..=most).rev().find(divides).unwrap_or(1)
    }

    /// Nodes that the plan takes.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.plan.cluster.gpus / self.per_node()
    }

    /// Optimizer steps of the run.
    #[must_use]
    pub fn steps(&self) -> u64 {
        let plan = self.plan;
        let tokens = run::tokens(plan, ModelParams::of(&plan.model).total);
        let step = plan.tokens_per_step().max(1);
        tokens.div_ceil(step)
    }

    /// Groups of ranks that each shard one copy of the state.
    #[must_use]
    pub fn shard_groups(&self) -> u64 {
        self.legal.replicas() / self.legal.shard_group().max(1)
    }

    /// True if Megatron-LM has no loss like the plan's: one by chunks, or PyTorch's own.
    #[must_use]
    pub fn has_foreign_loss(&self) -> bool {
        use CrossEntropy::{Chunked, Compiled, Eager, Parallel};
        matches!(
            self.plan.levers.cross_entropy,
            Chunked | Compiled | Eager | Parallel
        )
    }

    /// True if every layer's activations are recomputed, or those of some layers a stage.
    #[must_use]
    pub fn recomputes_layers(&self) -> bool {
        self.plan.levers.recompute == Recompute::Full
    }

    /// True if this part moves to host memory.
    #[must_use]
    pub fn offloads(&self, part: Offload) -> bool {
        self.plan.levers.offload.contains(part)
    }

    /// True if the model is a mixture of experts.
    #[must_use]
    pub const fn is_routed(&self) -> bool {
        self.plan.model.moe.experts > 0
    }

    /// True if tokens travel to experts on other GPUs.
    #[must_use]
    pub const fn exchanges_tokens(&self) -> bool {
        let layout = &self.plan.layout;
        self.is_routed() && (layout.expert > 1 || layout.expert_tensor > 1)
    }

    /// True if the pipeline runs in an order of Megatron-LM's: 1F1B, interleaved or not.
    #[must_use]
    pub fn is_1f1b(&self) -> bool {
        self.plan.schedule().facts().is_1f1b()
    }

    /// The routed layers, as a sum of lists that Python evaluates: `([0]*3+[1]*58)`; `None` if all
    /// layers are routed.
    #[must_use]
    pub fn routed_pattern(&self) -> Option<String> {
        let model = &self.plan.model;
        let (layers, every) = (model.layers, model.moe.every.max(1));
        if every == 1 && model.moe.dense_layers == 0 {
            return None;
        }
        if model.moe.dense_layers < every && layers.is_multiple_of(every) && every > 1 {
            let (dense, times) = (every - 1, layers / every);
            let parts = ["([0]*", &dense.to_string(), "+[1])*", &times.to_string()];
            return Some(parts.concat());
        }
        let mut text = String::from("(");
        let mut layer = 0;
        while layer < layers {
            let is_routed = |at: u64| model.routed_before(at + 1) > model.routed_before(at);
            let kind = is_routed(layer);
            let same = (layer..layers).take_while(|&at| is_routed(at) == kind);
            let count = same.count() as u64;
            let list = if kind { "[1]*" } else { "[0]*" };
            if layer > 0 {
                text.push('+');
            }
            text.push_str(list);
            text.push_str(&count.to_string());
            layer += count;
        }
        text.push(')');
        Some(text)
    }

    /// True if all activations of some layers move to the host.
    #[must_use]
    pub fn offloads_layers(&self) -> bool {
        self.offloads(Offload::Activations) && self.plan.levers.offload_modules.is_empty()
    }

    /// Megatron-LM's names of the parts of a layer whose activations move to the host; `None` if
    /// whole layers move, or it has no name for a part.
    #[must_use]
    pub fn offload_modules(&self) -> Option<Vec<&'static str>> {
        let parts = self.plan.levers.offload_modules;
        if !self.offloads(Offload::Activations) || parts.is_empty() {
            return None;
        }
        let mut names = Vec::new();
        for &part in OffloadModule::ALL
            .iter()
            .filter(|part| parts.contains(**part))
        {
            let of_experts = matches!(
                part,
                OffloadModule::FirstProduct | OffloadModule::Activation
            );
            if moved_names(part).is_empty() || of_experts && !self.is_routed() {
                return None;
            }
            names.extend_from_slice(moved_names(part));
        }
        Some(names)
    }

    /// Layers of each virtual stage as Megatron-LM writes them, `Et*3|t*4|…|t*1mL`; `None` if the
    /// division is even or follows from counting the ends.
    #[must_use]
    pub fn stage_layout(&self) -> Option<String> {
        let split = &self.plan.layout.split;
        if split.is_empty() {
            return None;
        }
        let mut text = String::from("E");
        for (stage, layers) in split.iter().enumerate() {
            if stage > 0 {
                text.push('|');
            }
            if *layers > 0 {
                text.push_str("t*");
                text.push_str(&layers.to_string());
            }
        }
        for _ in 0..self.plan.model.multi_token_layers {
            text.push('m');
        }
        text.push('L');
        Some(text)
    }
}
