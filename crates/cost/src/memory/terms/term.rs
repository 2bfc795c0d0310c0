//! A term of a stage's memory: its name, its formula, its bytes.

use crate::activations::OperationName;
use crate::activations::breakdown::{Factor, Product};
use crate::certainty::Certainty;
use crate::memory::kinds::MEMORY;
use crate::units::Bytes;

/// A part of a stage's memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Kind of the term: a position in [`MEMORY`].
    pub kind: usize,
    /// Name of the term.
    pub name: Name,
    /// Formula of the term: a sum of products.
    pub sum: Vec<Product>,
    /// Factors whose product is the number of copies of the term.
    pub times: Vec<Factor>,
    /// Size of the term, bytes.
    pub bytes: Bytes,
    /// True if the term counts freed bytes, which are subtracted.
    pub is_less: bool,
    /// Certainty of the term.
    pub certainty: Certainty,
}

/// The name of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// Trained weights outside experts.
    Weights,
    /// Frozen weights outside experts.
    FrozenWeights,
    /// Bytes by which a frozen embedding and head are larger than other frozen weights.
    WideFrozenEnds,
    /// A second copy of the weights: the reference model.
    ReferenceWeights,
    /// The largest gradient, if the backward updates each weight as soon as its gradient exists.
    OneGradient,
    /// Gradients.
    Gradients,
    /// The optimizer's moments.
    Moments,
    /// fp32 master weights; in fp16 also Megatron-LM's copies of gradients.
    Masters,
    /// Trained weights of experts.
    ExpertWeights,
    /// Frozen weights of experts.
    FrozenExpertWeights,
    /// Gradients of experts.
    ExpertGradients,
    /// Optimizer moments of experts.
    ExpertMoments,
    /// Master weights of experts.
    ExpertMasters,
    /// Bytes that this operation keeps in every layer.
    Operation(OperationName),
    /// Inputs of the layers that recompute everything else.
    LayerInputs,
    /// Dropout mask of the embedding.
    Embedding,
    /// Final norm and input of the head.
    HeadInput,
    /// Bytes that delayed weight gradients still read.
    Waiting,
    /// Activations of a layer that full recompute has restored, or that have come back from the
    /// host.
    LayerAgain,
    /// Tensors of the layer whose backward ran before, if they are freed late.
    LayerBefore,
    /// Bytes that selective recompute has restored.
    Remade,
    /// Gradients and scratch of the backward that runs.
    Scratch,
    /// Bytes that operations whose backward is over have freed.
    GivenBack,
    /// Logits and their fp32 copies.
    Logits,
    /// fp32 gradients that the loss makes when its backward runs.
    LossScratch,
    /// Gradients of logits that the head's weight gradient still reads.
    LogitGradients,
    /// Gradients of logits, and the scratch of the head's backward.
    HeadScratch,
    /// Gathered weights of layers.
    Gathered,
    /// Gathered weights of layers in 8 bits.
    GatheredNarrow,
    /// Gathered embedding and head.
    GatheredEnds,
    /// Whole gradients of the layer whose backward runs, until they are scattered.
    WholeGradients,
    /// Workspaces of the matrix libraries.
    Workspaces,
    /// Dummy gradients of fused accumulation.
    Dummies,
    /// Dummy gradient of the output head, from fused accumulation.
    HeadDummy,
    /// The next tensor from a neighbouring stage.
    Boundary,
    /// Temporary tensors of the optimizer's step.
    StepCopies,
    /// 16-bit copies of fp32 weights.
    AutocastCopies,
    /// Scales of 8-bit weights, and the second bytes of embedding and head beside them.
    ScalesAndWideWeights,
    /// Scales of 8-bit moments, and fp32 moments of the embedding beside them.
    ScalesAndWideMoments,
    /// The widest matrix of a layer in 16 bits, restored from 4.
    Dequantised,
    /// Bytes that the allocator keeps cached.
    Cache,
    /// Driver context and loaded kernels.
    Context,
    /// Buffers of the communicators.
    Communicators,
    /// Context and communicators with `DeepSpeed`, as fitted.
    Beside,
    /// The difference on the reader's machine.
    Machine,
}

/// The moment of a stage's peak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The work that runs.
    pub at: At,
    /// True if it is the first backward, before which every other micro-batch in flight has run
    /// forward.
    pub is_first: bool,
    /// Micro-batches whose activations are held; with chunks, each counts once a chunk.
    pub in_flight: u64,
    /// Micro-batches of which only the weight gradient is left to compute.
    pub waiting: u64,
}

/// The work of a rank at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The backward of this operation in a layer.
    Operation(OperationName),
    /// The loss.
    Loss,
    /// The output head's backward.
    Head,
    /// The embedding's backward, on a stage without layers.
    Embedding,
    /// No work: a forward or an input gradient has just ended.
    Between,
    /// The optimizer's step, when no activations are left.
    Optimizer,
}

impl Term {
    /// Value of the formula, in bytes. [`Self::bytes`] may be larger, as the model rounds every
    /// share up.
    #[must_use]
    pub fn value(&self) -> f64 {
        let sum: f64 = self.sum.iter().map(Product::value).sum();
        let times: f64 = self.times.iter().map(|factor| factor.value).product();
        sum * times
    }
}

pub(super) const WEIGHTS: usize = 0;

pub(super) const GRADIENTS: usize = 1;

pub(super) const OPTIMIZER: usize = 2;

pub(super) const ACTIVATIONS: usize = 3;

pub(super) const LOGITS: usize = 4;

pub(super) const BUFFERS: usize = 5;

pub(super) const OVERHEAD: usize = 6;

/// The terms listed so far.
#[derive(Default)]
pub(super) struct List {
    pub(super) terms: Vec<Term>,
}

impl List {
    /// Adds a term that counts `times` times, unless it is zero.
    pub(super) fn add(
        &mut self,
        kind: usize,
        name: Name,
        sum: Vec<Product>,
        times: Vec<Factor>,
        bytes: Bytes,
    ) {
        if bytes > Bytes::ZERO {
            self.terms.push(Term {
                kind,
                name,
                sum,
                times,
                bytes,
                is_less: false,
                certainty: MEMORY[kind].certainty,
            });
        }
    }

    /// Adds a product.
    pub(super) fn product(
        &mut self,
        kind: usize,
        name: Name,
        factors: &[Factor],
        over: Option<Factor>,
        bytes: Bytes,
    ) {
        let over = over.filter(|over| over.value > 1.0);
        self.add(
            kind,
            name,
            vec![Product {
                factors: factors.to_vec(),
                over,
            }],
            Vec::new(),
            bytes,
        );
    }

    /// Marks the last term as freed bytes.
    pub(super) fn counts_against(&mut self) {
        if let Some(term) = self.terms.last_mut() {
            term.is_less = true;
        }
    }
}
