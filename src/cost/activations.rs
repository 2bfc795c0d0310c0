//! The scratchpad: what each operation of a layer keeps for backward, and the peak that the
//! backward walk reaches.
//!
//! The account is kept per operation and not per layer, because the peak falls inside one:
//! on measured stages the plain sum of saved tensors errs by 2 %, the walk by 0.1 %.

use std::ops::Add;

use super::legal::Legal;
use super::plan::{ContextKind, CrossEntropy, Kernels, Module, Norm, Recipe, Recompute, WordSet};
use super::units::Bytes;

/// One operation of the forward pass, seen from backward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Operation {
    /// Bytes it keeps from forward until its backward has run.
    pub saved: Bytes,
    /// Bytes that live only while its backward runs: gradients of its output and input,
    /// regathered inputs, scratch.
    pub transient: Bytes,
    /// What recomputation does with the saved bytes.
    pub recomputed: Bytes,
}

/// Names of the operations of a layer, in forward order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerOperation {
    /// Norm before attention; keeps the layer's input.
    AttentionNorm,
    /// Query, key and value projections; keep the norm's output.
    Qkv,
    /// Scores, softmax and values; keeps q, k, v and what backward needs of the scores.
    Core,
    /// Output projection; keeps the attention's output.
    Projection,
    /// Dropout after attention; keeps its mask.
    AttentionDropout,
    /// Norm before the MLP; keeps its input.
    MlpNorm,
    /// Matrices into the MLP; keep the norm's output.
    Fc1,
    /// The activation function; keeps its input.
    Activation,
    /// Matrix out of the MLP; keeps the activation's output.
    Fc2,
    /// Dropout after the MLP; keeps its mask.
    MlpDropout,
}

const LAYER_OPERATIONS: usize = 10;

/// Activations of one layer and micro-batch on one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerActivations {
    /// The operations in forward order, as [`LayerOperation`] names them.
    pub operations: [Operation; LAYER_OPERATIONS],
    /// Gradient of the residual stream, alive through the whole backward of a branch.
    residual: Bytes,
    /// The layer's input, all that full recompute keeps.
    pub input: Bytes,
}

/// Activations of the end of the model on the last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadActivations {
    /// Final norm and head input.
    pub saved: Bytes,
    /// Logits as the loss keeps them, per micro-batch in flight.
    pub logits: Bytes,
    /// What the head's backward needs beside `saved`, when the logits have become gradients.
    pub transient: Bytes,
}

/// Peak of one rank's scratchpad while backward walks over one virtual stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkPeak {
    /// Everything but the logits.
    pub activations: Bytes,
    /// Logits and their gradients.
    pub logits: Bytes,
}

impl WalkPeak {
    /// Both together.
    #[must_use]
    pub fn total(&self) -> Bytes {
        self.activations + self.logits
    }

    /// What is left after taking `other` away, never below zero.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self {
            activations: self.activations.saturating_sub(other.activations),
            logits: self.logits.saturating_sub(other.logits),
        }
    }
}

impl Add for WalkPeak {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            activations: self.activations + other.activations,
            logits: self.logits + other.logits,
        }
    }
}

/// Sizes in bytes that the operations are made of, written for elements of 2 bytes; in fp32
/// they have 4.
struct Sizes {
    /// 2Sh: the residual stream in 16 bit.
    stream: Bytes,
    /// 2Th if sequence parallelism must regather it, else nothing.
    regathered: Bytes,
    /// 2Th: the stream before it is reduce-scattered.
    gathered: Bytes,
    /// 4S (RMS norm) or 8S (layer norm): statistics of one norm.
    norm_statistics: Bytes,
    /// Sh if dropout is on: a mask of one byte an element.
    mask: Bytes,
    /// 2Te(a + 2k)/t.
    qkv: Bytes,
    /// 2Tae/t.
    attention: Bytes,
    /// 2Tf/t.
    inner: Bytes,
    /// 2Tgf/t, g = 2 gated, 1 not.
    into_inner: Bytes,
}

impl Sizes {
    fn of(legal: &Legal) -> Self {
        let (plan, model) = (legal.plan, &legal.plan.model);
        let tensor = plan.layout.tensor;
        let (tokens, outer) = (legal.tokens(), legal.outer_tokens());
        let element = plan.levers.dtype.element_bytes();
        let gathered = Bytes::product([element, tokens, model.hidden]);
        let heads_wide = model.head_dim * (model.heads / tensor + 2 * legal.kv_heads_per_rank());
        let per_token = match model.norm {
            Norm::Rms => 4,
            Norm::Layer => 8,
        };
        Self {
            stream: Bytes::product([element, outer, model.hidden]),
            regathered: if plan.sequence_parallel() {
                gathered
            } else {
                Bytes::ZERO
            },
            gathered,
            norm_statistics: Bytes::product([per_token, outer]),
            mask: Bytes::product([u64::from(model.dropout), outer, model.hidden]),
            qkv: Bytes::product([element, tokens, heads_wide]),
            attention: Bytes::product([element, tokens, model.query_width()]).over(tensor),
            inner: Bytes::product([element, tokens, model.ffn]).over(tensor),
            into_inner: Bytes::product([element, tokens, model.gates() * model.ffn]).over(tensor),
        }
    }
}

impl LayerActivations {
    /// Lists what a layer keeps. Per rank: T tokens, S = T/t of them outside the
    /// tensor-parallel regions under sequence parallelism.
    ///
    /// Korthikanti 2022, section 4, is the special case of a GELU MLP of 4h with dropout and no
    /// Flash Attention: s·b·h·(34 + 5·a·s/h), to which norm statistics add 16 bytes a token.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let (plan, model) = (legal.plan, &legal.plan.model);
        let z = Sizes::of(legal);
        let (kept_core, core_scratch) = core_saved(legal);
        let norm = Operation {
            saved: z.stream + z.norm_statistics,
            transient: z.stream * 2,
            ..Operation::default()
        };
        let dropout = Operation {
            saved: z.mask,
            transient: z.stream * 2,
            ..Operation::default()
        };
        let attention_copies = attention_copies(legal);
        let fused_activation = matches!(plan.kernels(), Kernels::Fused | Kernels::EarlyFused);
        // SwiGLU in separate kernels keeps silu's output too; GELU is one kernel everywhere.
        let inner_copies = if model.gated && !fused_activation {
            2
        } else {
            1
        };
        let operations = [
            norm,
            Operation {
                saved: z.stream,
                transient: z.qkv + z.gathered + z.regathered,
                ..Operation::default()
            },
            Operation {
                saved: z.qkv + kept_core,
                transient: z.attention + z.qkv + core_scratch,
                ..Operation::default()
            },
            Operation {
                saved: z.attention * attention_copies,
                transient: z.stream + z.regathered + z.attention,
                ..Operation::default()
            },
            dropout,
            norm,
            Operation {
                saved: z.stream,
                transient: z.into_inner + z.gathered + z.regathered,
                ..Operation::default()
            },
            Operation {
                saved: z.into_inner,
                transient: z.inner + z.into_inner,
                ..Operation::default()
            },
            Operation {
                saved: z.inner * inner_copies,
                transient: z.stream + z.regathered + z.inner,
                ..Operation::default()
            },
            dropout,
        ];
        let mut layer = Self {
            operations,
            residual: z.stream,
            input: z.stream,
        };
        if plan.levers.recompute == Recompute::Selective {
            layer.drop_modules(plan.levers.modules, kept_core);
        }
        layer
    }

    /// Bytes that one micro-batch leaves behind in this layer.
    #[must_use]
    pub fn kept(&self) -> Bytes {
        self.operations
            .iter()
            .map(|operation| operation.saved)
            .sum()
    }

    /// The most that backward of this layer holds, what the layer itself keeps included.
    #[must_use]
    pub fn walk(&self) -> Bytes {
        let recomputed: Bytes = self
            .operations
            .iter()
            .map(|operation| operation.recomputed)
            .sum();
        let mut below = Bytes::ZERO;
        let mut peak = Bytes::ZERO;
        for operation in &self.operations {
            below += operation.saved;
            peak = peak.max(below + operation.transient + self.residual);
        }
        peak + recomputed
    }

    /// Moves what selective recompute drops from saved to recomputed: it is gone between
    /// forward and backward, and back while the layer's own backward runs.
    fn drop_modules(&mut self, modules: WordSet<Module>, core: Bytes) {
        use LayerOperation::{Activation, Core, Fc1, Fc2, Qkv};
        let mut drop = |operation: LayerOperation, bytes: Bytes| {
            let operation = &mut self.operations[operation as usize];
            let dropped = bytes.min(operation.saved);
            operation.saved = operation.saved.saturating_sub(dropped);
            operation.recomputed += dropped;
        };
        let every_second = modules.contains(Module::Ops);
        if modules.contains(Module::Core) {
            drop(Core, core);
        }
        if modules.contains(Module::Norm) || every_second {
            drop(Qkv, Bytes(u64::MAX));
            drop(Fc1, Bytes(u64::MAX));
        }
        if modules.contains(Module::Mlp) || every_second {
            drop(Fc2, Bytes(u64::MAX));
        }
        if modules.contains(Module::Mlp) {
            drop(Activation, Bytes(u64::MAX));
        }
    }
}

impl HeadActivations {
    /// Final norm, output head and loss.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        let z = Sizes::of(legal);
        let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
        let native_loss =
            legal.plan.stack.recipe == Recipe::Nemo || legal.plan.kernels() == Kernels::EarlyFused;
        let element = legal.plan.levers.dtype.element_bytes();
        let per_logit = match legal.plan.levers.cross_entropy {
            // Logits and one fp32 copy, reused in place.
            CrossEntropy::Plain => element + 4,
            // Megatron-LM's own, NeMo's habit: two fp32 copies beside the logits. The peaks that
            // NeMo logs are 5 to 8 % above the plain loss and 2 % above this one.
            CrossEntropy::Fused if native_loss => element + 8,
            // TransformerEngine's and chunked ones turn logits into gradients in place.
            CrossEntropy::Fused | CrossEntropy::Chunked => element,
        };
        let logits = Bytes::product([legal.tokens(), model.vocab]).over(tensor);
        Self {
            saved: z.stream * 2 + z.norm_statistics,
            logits: logits * per_logit,
            transient: logits * element + z.gathered + z.regathered,
        }
    }
}

/// The whole scratchpad of a plan, from which each virtual stage's share follows.
#[derive(Clone, Copy, Debug)]
pub struct Scratchpad {
    /// One layer, with what it keeps under selective recompute.
    pub layer: LayerActivations,
    head: HeadActivations,
    /// Dropout mask of the embedding.
    embedding: Bytes,
}

impl Scratchpad {
    /// Lists the activations of a legal plan.
    #[must_use]
    pub fn of(legal: &Legal) -> Self {
        Self {
            layer: LayerActivations::of(legal),
            head: HeadActivations::of(legal),
            embedding: Sizes::of(legal).mask,
        }
    }

    /// What one micro-batch in flight keeps on a virtual stage, the logits apart.
    #[must_use]
    pub fn kept(&self, legal: &Legal, virtual_stage: u64) -> WalkPeak {
        let recomputed = legal.recomputed_layers(virtual_stage);
        let plain = legal.layers(virtual_stage) - recomputed;
        let mut kept = self.layer.input * recomputed + self.layer.kept() * plain;
        let mut logits = Bytes::ZERO;
        if virtual_stage == 0 {
            kept += self.embedding;
        }
        if virtual_stage + 1 == legal.virtual_stages() {
            kept += self.head.saved;
            logits = self.head.logits;
        }
        WalkPeak {
            activations: kept,
            logits,
        }
    }

    /// The most that the backward of one micro-batch over a virtual stage holds, what that
    /// micro-batch keeps there included.
    #[must_use]
    pub fn walk(&self, legal: &Legal, virtual_stage: u64) -> WalkPeak {
        let kept = self.kept(legal, virtual_stage);
        let last = virtual_stage + 1 == legal.virtual_stages();
        let below = if last {
            kept.activations.saturating_sub(self.head.saved)
        } else {
            kept.activations
        };
        let recomputed = legal.recomputed_layers(virtual_stage);
        let plain = legal.layers(virtual_stage) - recomputed;
        // The last layer's own share is inside its walk already.
        let at_layer = if plain > 0 {
            below.saturating_sub(self.layer.kept()) + self.layer.walk()
        } else if recomputed > 0 {
            below + self.layer.walk()
        } else {
            below
        };
        let mut peak = WalkPeak {
            activations: at_layer,
            logits: Bytes::ZERO,
        };
        if last {
            let at_head = kept.activations;
            let loss = WalkPeak {
                activations: at_head,
                logits: self.head.logits,
            };
            let head = WalkPeak {
                activations: at_head,
                logits: self.head.transient,
            };
            for moment in [loss, head] {
                if moment.total() > peak.total() {
                    peak = moment;
                }
            }
        }
        peak
    }
}

/// What the attention core keeps beside q, k and v, and the scratch of its backward.
fn core_saved(legal: &Legal) -> (Bytes, Bytes) {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let tensor = plan.layout.tensor;
    if plan.levers.flash {
        // One fp32 log-sum-exp a head and token (Dao 2022, section 3.1).
        return (
            Bytes::product([4, model.heads, legal.tokens()]).over(tensor),
            Bytes::ZERO,
        );
    }
    // Softmax output; with dropout also its mask and its output (Korthikanti 2022, section 4.1).
    let element = plan.levers.dtype.element_bytes();
    let per_score = if model.dropout {
        2 * element + 1
    } else {
        element
    };
    let scores = |bytes: u64| {
        Bytes::product([bytes, model.heads, legal.tokens(), legal.sequence]).over(tensor)
    };
    (scores(per_score), scores(2 * element))
}

/// Copies of the attention output that stay: all-to-all context parallelism keeps one in each
/// layout, and so does Flash Attention when a micro-batch has more than one sequence.
fn attention_copies(legal: &Legal) -> u64 {
    let plan = legal.plan;
    let exchanged = plan.layout.context > 1 && plan.layout.context_kind == ContextKind::AllToAll;
    let transposed = plan.levers.flash && plan.batch.micro > 1;
    if exchanged || transposed { 2 } else { 1 }
}
