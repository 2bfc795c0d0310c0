//! The quantity of an operation's memory: bytes alone, or bytes with a count of tensors of each
//! size.

use std::ops::{Add, AddAssign};

use crate::amount::{Amount as _, Count, Leaf, Part};
use crate::units::Bytes;

/// Size of a tensor; operations keep and need multiples of such sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The residual stream.
    Stream,
    /// The residual stream of all tensor-parallel ranks' tokens.
    Gathered,
    /// An fp32 copy of a norm's input, and its normalised values.
    NormCopies,
    /// Statistics of one norm.
    NormStatistics,
    /// A dropout mask.
    Mask,
    /// Queries, keys and values.
    Qkv,
    /// Queries and values alone.
    QueryValue,
    /// The attention's output.
    Attention,
    /// States of a linear mixer's chunks, and their gradients in backward.
    States,
    /// Inputs and outputs of the norms over the latents.
    Latents,
    /// One log-sum-exp a head and token.
    LogSums,
    /// Attention scores as they are kept.
    Scores,
    /// Attention scores and their gradients in backward.
    ScoreScratch,
    /// Input of the MLP's activation function.
    Into,
    /// Output of the MLP's activation function.
    Out,
    /// Input of the activation function of an MLP, for one tile of the tokens.
    TileInto,
    /// Output of the activation function of an MLP, for one tile of the tokens.
    TileOut,
    /// Input of the shared experts' activation function.
    SharedInto,
    /// Output of the shared experts' activation function.
    SharedOut,
    /// Input of the routed experts' activation function.
    ExpertInto,
    /// Output of the routed experts' activation function.
    ExpertOut,
    /// Token copies that come to a rank.
    Arrived,
    /// The router's scores.
    RouterScores,
    /// The order of the permuted tokens.
    Permutation,
    /// Weights of the token copies.
    RoutingWeights,
    /// The residual stream in the 8 bits kept for a product.
    ByteStream,
    /// Gradients of queries, keys and values in 8 bits.
    ByteQkv,
    /// The attention's output in the 8 bits kept for a product.
    ByteAttention,
    /// Input of the MLP's activation function in the 8 bits kept for backward.
    ByteInto,
    /// Input of the shared experts' activation function in the 8 bits kept for backward.
    ByteSharedInto,
    /// Input of the routed experts' activation function in the 8 bits kept for backward.
    ByteExpertInto,
    /// Output of the MLP's activation function in the 8 bits kept for a product.
    ByteOut,
    /// Output of the shared experts' activation function in the 8 bits kept for a product.
    ByteSharedOut,
    /// Output of the routed experts' activation function in the 8 bits kept for a product.
    ByteExpertOut,
    /// Token copies that come to a rank, in the 8 bits kept for a product.
    ByteArrived,
    /// Output of the first matrix of an adapter.
    Adapter,
    /// Logits of the whole vocabulary, at one byte each.
    WholeLogit,
    /// Logits, at one byte each.
    Logit,
    /// Logits of one chunk, at one byte each: as many as the head's input has elements.
    ChunkLogit,
}

/// Number of sizes.
pub(super) const SIZES: usize = Size::ChunkLogit as usize + 1;

/// The unit in which operations are counted.
pub trait TensorSum: Copy + Default + Add<Output = Self> + AddAssign {
    /// Numbers of which sizes are products.
    type Count: Count;

    /// One tensor of this size.
    fn of(size: Size, bytes: Bytes<Self::Count>) -> Self;

    /// This number of such tensors.
    #[must_use]
    fn times(self, times: u64) -> Self;
}

impl<C: Count> TensorSum for Bytes<C> {
    type Count = C;

    fn of(size: Size, bytes: Self) -> Self {
        bytes.part(part(size))
    }

    fn times(self, times: u64) -> Self {
        if C::Amount::IS_TRACED && times == 1 {
            return self;
        }
        Self(C::leaf(Leaf::Times, times).saturating_mul(self.0))
    }
}

/// The name of a tensor of a size.
const fn part(size: Size) -> Part {
    match size {
        Size::Stream => Part::StreamTensor,
        Size::Gathered => Part::GatheredStream,
        Size::NormCopies => Part::NormCopies,
        Size::NormStatistics => Part::NormStatistics,
        Size::Mask => Part::MaskTensor,
        Size::Qkv => Part::QkvTensor,
        Size::QueryValue => Part::QueryValueTensor,
        Size::Attention => Part::AttentionTensor,
        Size::States => Part::StateTensor,
        Size::Latents => Part::LatentTensors,
        Size::LogSums => Part::LogSums,
        Size::Scores => Part::Scores,
        Size::ScoreScratch => Part::ScoreScratch,
        Size::Into | Size::TileInto => Part::MlpInner,
        Size::Out | Size::TileOut => Part::MlpActivated,
        Size::SharedInto => Part::SharedInner,
        Size::SharedOut => Part::SharedActivated,
        Size::ExpertInto => Part::ExpertInner,
        Size::ExpertOut => Part::ExpertActivated,
        Size::Arrived => Part::Arrived,
        Size::RouterScores => Part::RouterScores,
        Size::Permutation => Part::Permutation,
        Size::RoutingWeights => Part::RoutingWeights,
        Size::ByteStream => Part::ByteStream,
        Size::ByteQkv => Part::ByteQkv,
        Size::ByteAttention => Part::ByteAttention,
        Size::ByteInto => Part::ByteMlpInner,
        Size::ByteSharedInto => Part::ByteSharedInner,
        Size::ByteExpertInto => Part::ByteExpertInner,
        Size::ByteOut => Part::ByteMlpActivated,
        Size::ByteSharedOut => Part::ByteSharedActivated,
        Size::ByteExpertOut => Part::ByteExpertActivated,
        Size::ByteArrived => Part::ByteArrived,
        Size::Adapter => Part::AdapterTensor,
        Size::WholeLogit => Part::WholeLogit,
        Size::Logit => Part::Logit,
        Size::ChunkLogit => Part::ChunkLogit,
    }
}

/// Bytes, and the number of tensors of each size of which they consist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tensors {
    /// Bytes of all tensors.
    pub bytes: Bytes,
    /// Number of tensors of each size, in the order of [`Size`].
    pub times: [u64; SIZES],
}

// The standard library has no default for arrays of more than 32 elements.
impl Default for Tensors {
    fn default() -> Self {
        Self {
            bytes: Bytes::ZERO,
            times: [0; SIZES],
        }
    }
}

impl TensorSum for Tensors {
    type Count = u64;

    fn of(size: Size, bytes: Bytes) -> Self {
        let mut tensors = Self {
            bytes,
            times: [0; SIZES],
        };
        // A tensor of no bytes does not exist in this plan.
        tensors.times[size as usize] = u64::from(bytes > Bytes::ZERO);
        tensors
    }

    fn times(self, times: u64) -> Self {
        Self {
            bytes: self.bytes * times,
            times: self.times.map(|each| each.saturating_mul(times)),
        }
    }
}

impl Add for Tensors {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self.bytes += other.bytes;
        for (times, more) in self.times.iter_mut().zip(other.times) {
            *times = times.saturating_add(more);
        }
        self
    }
}

impl AddAssign for Tensors {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
