//! Sizes in bytes of the tensors of a layer's operations.

use super::mixing::MixingWidths;
use super::quantity::{Size, TensorSum};
use crate::amount::{Count as _, Symbol};
use crate::legal::Legal;
use crate::plan::{Dtype, End, Kernels, Module, Norm, Recompute, Target, Tuning, WordSet};
use crate::units::Bytes;

/// Sizes on one rank, written for elements of 2 bytes; in fp32 they have 4. T tokens, S = T/t of
/// them outside the tensor-parallel regions under sequence parallelism.
pub(super) struct Sizes<Q> {
    /// 2Sh: the residual stream in 16 bit.
    pub(super) stream: Q,
    /// 2Th if sequence parallelism must gather the stream again, else nothing.
    pub(super) regathered: Q,
    /// 2Th: the stream before it is reduce-scattered.
    pub(super) gathered: Q,
    /// 4S (RMS norm) or 8S (layer norm): statistics of one norm.
    pub(super) norm_statistics: Q,
    /// Saved input of a norm: 2Sh, or with eager kernels an fp32 copy and the normalised 16 bits.
    pub(super) norm_input: Q,
    /// Sh if dropout is on: a mask of one byte an element.
    pub(super) mask: Q,
    /// 2Tdₐ: queries, keys and values, a·dₕ + 2k·dₕ wide; with latent attention keys are as wide as
    /// queries for each head. With a linear mixer it is the mean over the layers.
    pub(super) qkv: Q,
    /// 2Tdₕ(a + k)/t: queries and values.
    pub(super) query_value: Q,
    /// 2Tadₕ/t: the attention's output.
    pub(super) attention: Q,
    /// 8 bytes for each number of the states of a linear mixer's chunks: states and their gradients
    /// in fp32, while its backward runs.
    pub(super) states: Q,
    /// The residual stream as kept for the products that read it: 2Sh, or half in 8 bits.
    pub(super) product_input: Q,
    /// Tadₕ/t: the attention's output once more, in the 8 bits kept for the product that reads it;
    /// else nothing.
    pub(super) attention_byte: Q,
    /// Gradients of queries, keys and values as a deferred weight gradient reads them: in 16 or 8
    /// bits.
    pub(super) qkv_gradient: Q,
    /// The attention's output as a deferred weight gradient reads it.
    pub(super) projected: Q,
    /// True if products keep their inputs in 8 bits. Weight gradients that are deferred then keep
    /// the gradients that they read in 8 bits, too: TransformerEngine, `grad_output_preprocess` in
    /// `_Linear.backward` before `wgrad_store.put`.
    pub(super) keeps_bytes: bool,
    /// 2Tr: the output of the first matrix of an adapter, which its second matrix reads.
    pub(super) adapter: Q,
    /// The part of a layer that is trained.
    pub(super) tuning: Tuning,
    /// True if the output head is trained.
    pub(super) trains_head: bool,
    /// Modules that selective recompute drops; none without selective recompute.
    pub(super) dropped: WordSet<Module>,
    /// Copies of a gated activation's output: separate kernels keep silu's output too; GELU is
    /// one kernel everywhere.
    pub(super) inner_copies: u64,
}

impl<Q: TensorSum> Sizes<Q> {
    pub(super) fn of(legal: &Legal) -> Self {
        let (plan, model) = (legal.plan, &legal.plan.model);
        let letter = |symbol| legal.letter::<Q::Count>(symbol);
        let (tokens, outer) = (letter(Symbol::Tokens), letter(Symbol::OuterTokens));
        let (element, hidden) = (letter(Symbol::Element), letter(Symbol::Hidden));
        let number = Q::Count::bytes;
        let one = number(1);
        let gathered = Q::of(Size::Gathered, Bytes::product([element, tokens, hidden]));
        let stream = Bytes::product([element, outer, hidden]);
        let widths = MixingWidths::of(legal).counted::<Q::Count>(legal);
        let per_token = match model.norm {
            Norm::Rms => 4,
            Norm::Layer => 8,
        };
        let keeps_bytes = keeps_bytes(legal);
        let qkv = Q::of(Size::Qkv, Bytes::product([element, tokens, widths.qkv]));
        let attention = Q::of(
            Size::Attention,
            Bytes::product([element, tokens, widths.output]),
        );
        let attention_byte = if keeps_bytes {
            Q::of(
                Size::ByteAttention,
                Bytes::product([one, tokens, widths.output]),
            )
        } else {
            Q::default()
        };
        let separate = matches!(plan.kernels(), Kernels::Eager | Kernels::Compiled);
        Self {
            stream: Q::of(Size::Stream, stream),
            regathered: if plan.sequence_parallel() {
                gathered
            } else {
                Q::default()
            },
            gathered,
            norm_input: if eager_norm(legal) {
                let copies = Bytes::product([element + number(4), outer, hidden]);
                Q::of(Size::NormCopies, copies)
            } else {
                Q::of(Size::Stream, stream)
            },
            norm_statistics: Q::of(
                Size::NormStatistics,
                Bytes::product([number(per_token), outer]),
            ),
            mask: Q::of(
                Size::Mask,
                Bytes::product([number(model.dropout.into()), outer, hidden]),
            ),
            qkv,
            qkv_gradient: if keeps_bytes {
                Q::of(Size::ByteQkv, Bytes::product([one, tokens, widths.qkv]))
            } else {
                qkv
            },
            attention,
            projected: if keeps_bytes {
                attention_byte
            } else {
                attention
            },
            states: Q::of(
                Size::States,
                Bytes::product([number(8), tokens, widths.states]),
            ),
            query_value: Q::of(
                Size::QueryValue,
                Bytes::product([element, tokens, widths.query_value]),
            ),
            product_input: if keeps_bytes {
                Q::of(Size::ByteStream, Bytes::product([one, outer, hidden]))
            } else {
                Q::of(Size::Stream, stream)
            },
            attention_byte,
            keeps_bytes,
            adapter: Q::of(
                Size::Adapter,
                Bytes::product([element, tokens, letter(Symbol::Rank)]),
            ),
            tuning: legal.tuning,
            trains_head: plan.trains_end(End::Head),
            dropped: if plan.levers.recompute == Recompute::Selective {
                plan.levers.modules
            } else {
                WordSet::EMPTY
            },
            inner_copies: if model.gated && separate { 2 } else { 1 },
        }
    }

    /// The bytes that a product keeps of its input. A frozen matrix has no weight gradient, so that
    /// its input is kept for an adapter alone.
    pub(super) fn input(&self, targets: &[Target], input: Q) -> Q {
        if self.is_read(targets) {
            input
        } else {
            Q::default()
        }
    }

    /// The input of a product as [`Self::input`] has it, with what the adapters of its matrices keep.
    pub(super) fn adapted(&self, targets: &[Target], input: Q) -> Q {
        let adapters = targets.iter().filter(|target| self.tuning.adapts(**target));
        self.input(targets, input) + self.adapter.times(adapters.count() as u64)
    }

    /// True if a weight gradient of these matrices, or of their adapters, reads their input.
    pub(super) fn is_read(&self, targets: &[Target]) -> bool {
        !self.tuning.is_frozen() || targets.iter().any(|target| self.tuning.adapts(*target))
    }

    /// The bytes, unless a layer's weights are frozen: those that a weight gradient alone reads.
    pub(super) fn trained(&self, bytes: Q) -> Q {
        self.input(&[], bytes)
    }

    /// The bytes, unless the output head is frozen.
    pub(super) fn of_trained_head(&self, bytes: Q) -> Q {
        if self.trains_head {
            bytes
        } else {
            Q::default()
        }
    }

    /// True if selective recompute drops this module.
    pub(super) fn drops(&self, module: Module) -> bool {
        self.dropped.contains(module)
    }
}

/// True if products keep their inputs in 8 bits. TransformerEngine keeps 8 bits, also with 4-bit
/// products; torchao keeps the 16-bit inputs.
fn keeps_bytes(legal: &Legal) -> bool {
    let plan = legal.plan;
    let is_narrow = !matches!(plan.levers.dtype, Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16);
    is_narrow && plan.kernels() == Kernels::Fused
}

/// True if norms run as a chain of kernels that keep their intermediate results. RMS norms of eager
/// stacks do; layer norms are one kernel everywhere. Operations that are recomputed one by one keep
/// no intermediate results.
fn eager_norm(legal: &Legal) -> bool {
    let (plan, model) = (legal.plan, &legal.plan.model);
    let again =
        plan.levers.recompute == Recompute::Selective && plan.levers.modules.contains(Module::Ops);
    plan.kernels() == Kernels::Eager && model.norm == Norm::Rms && !again
}
