//! The closed vocabularies of a plan: each value is a word that links, page and reports share.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// A closed vocabulary whose values are written as one lower-case word.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value, in the order in which lists write them.
    const ALL: &'static [Self];
    /// The words of [`Word::ALL`], in the same order.
    const WORDS: &'static [&'static str];
    /// Position in [`Word::ALL`].
    fn index(self) -> usize;
    /// The word in a link.
    fn word(self) -> &'static str {
        Self::WORDS[self.index()]
    }
    /// The value of a word; `None` of any other text.
    ///
    /// ```
    /// use cost::plan::{Schedule, Word as _};
    /// assert_eq!(Schedule::parse("zbh1"), Some(Schedule::ZbH1));
    /// assert_eq!(Schedule::parse("ZB-H1"), None);
    /// ```
    #[must_use]
    fn parse(text: &str) -> Option<Self> {
        let index = Self::WORDS.iter().position(|word| *word == text)?;
        Self::ALL.get(index).copied()
    }
}

/// Defines vocabularies: enums with [`Word`] for them, each value with its word.
#[macro_export]
macro_rules! vocabularies {
    ($($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),* $(,)? })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant),* }
        impl $crate::plan::Word for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
            const WORDS: &'static [&'static str] = &[$($word),*];
            fn index(self) -> usize { self as usize }
        }
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::plan::serialize_word(*self, to)
            }
        }
        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D>(from: D) -> Result<Self, D::Error>
            where
                D: $crate::serde::Deserializer<'de>,
            {
                $crate::plan::deserialize_word(from)
            }
        }
    )*};
}

/// Writes a value of a vocabulary: its word in a format that people read, else its position.
///
/// # Errors
/// Those of the format.
pub fn serialize_word<W: Word, S: Serializer>(value: W, to: S) -> Result<S::Ok, S::Error> {
    if to.is_human_readable() {
        to.serialize_str(value.word())
    } else {
        (value.index() as u32).serialize(to)
    }
}

/// Reads a value that [`serialize_word`] has written.
///
/// # Errors
/// Those of the format, and where the vocabulary has no such word or position.
pub fn deserialize_word<'de, W: Word, D: Deserializer<'de>>(from: D) -> Result<W, D::Error> {
    struct Spelt<W>(PhantomData<W>);

    impl<W: Word> Visitor<'_> for Spelt<W> {
        type Value = W;

        fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
            to.write_str(&W::WORDS.join(", "))
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<W, E> {
            W::parse(text).ok_or_else(|| E::unknown_variant(text, W::WORDS))
        }
    }

    if from.is_human_readable() {
        return from.deserialize_str(Spelt(PhantomData));
    }
    let index = u32::deserialize(from)?;
    let value = W::ALL.get(index as usize).copied();
    value.ok_or_else(|| {
        let index = Unexpected::Unsigned(index.into());
        Error::invalid_value(index, &Spelt::<W>(PhantomData))
    })
}

vocabularies! {
    /// Kinds of position encoding.
    Positions {
        /// Rotary embeddings, no parameters.
        Rope = "rope",
        /// A learned table of sequence × hidden.
        Learned = "learned",
        /// Linear biases on attention scores, no parameters.
        Alibi = "alibi",
        /// None at all.
        None = "none",
    }
    /// The order in which a pipeline runs its forwards and backwards.
    Schedule {
        /// All forwards, then all backwards (Huang 2018).
        GPipe = "gpipe",
        /// One forward, one backward (Narayanan 2021).
        OneFOneB = "1f1b",
        /// 1F1B over several virtual stages a rank (Narayanan 2021).
        Interleaved = "int",
        /// Zero bubble, memory as 1F1B (Qi 2023).
        ZbH1 = "zbh1",
        /// Zero bubble, about twice the memory of 1F1B (Qi 2023).
        ZbH2 = "zbh2",
        /// Zero bubble in V order, memory as 1F1B (Qi 2023).
        ZbV = "zbv",
        /// V order with half the memory of 1F1B (Qi 2024).
        VHalf = "vhalf",
        /// V order with a third of the memory of 1F1B (Qi 2024).
        VMin = "vmin",
        /// Both directions at once, parameters twice (DeepSeek-V3 2024).
        DualPipe = "dualpipe",
        /// `DualPipe` folded into a V.
        DualPipeV = "dualpipev",
    }
    /// The ends of a model.
    End {
        /// The input embedding, with learned positions.
        Embedding = "embedding",
        /// The output head.
        Head = "head",
    }
    /// Weights that a run trains.
    Tuned {
        /// All weights of the model.
        All = "full",
        /// Adapters of low rank beside frozen weights (Hu 2021).
        Lora = "lora",
        /// Adapters beside frozen weights of 4 bits (Dettmers 2023).
        Qlora = "qlora",
    }
    /// Aim of a step's loss.
    Objective {
        /// The next token: pre-training and supervised fine-tuning.
        NextToken = "sft",
        /// The better of two answers, each a sequence of the batch (DPO; Rafailov 2023).
        Preference = "dpo",
        /// A reward for answers that the model wrote before (GRPO; Shao 2024, or PPO; Schulman 2017).
        Reward = "grpo",
    }
    /// The model to whose log-probabilities a loss compares those of the trained one.
    Reference {
        /// None.
        None = "none",
        /// The model before training, whose forward runs in every step: a second copy of the weights,
        /// or the frozen weights without their adapters.
        Resident = "resident",
        /// Log-probabilities that were computed before the training.
        Computed = "computed",
    }
    /// The way in which samples shorter than a sequence make a micro-batch.
    Packing {
        /// Several samples fill a sequence, and attention does not cross their boundaries.
        Packed = "packed",
        /// Each sample is a sequence, padded to the longest of its micro-batch.
        Padded = "padded",
    }
    /// Matrices of a layer with an adapter.
    Target {
        /// The projection of queries.
        Query = "q",
        /// The projection of keys.
        Key = "k",
        /// The projection of values.
        Value = "v",
        /// The output projection of the attention.
        Output = "o",
        /// The gate of the MLP.
        Gate = "gate",
        /// The matrix that leads into the MLP, beside its gate.
        Up = "up",
        /// The matrix that leads out of the MLP.
        Down = "down",
    }
    /// Type of the adapters' weights, gradients and moments.
    AdapterType {
        /// Four bytes.
        Fp32 = "fp32",
        /// The 16-bit type of the products.
        Half = "half",
    }
    /// Exchange of keys and values between context-parallel ranks.
    ContextKind {
        /// Around a ring, one block at a time.
        Ring = "ring",
        /// All-to-all over heads (Ulysses).
        AllToAll = "a2a",
        /// All-gather of keys and values.
        AllGather = "ag",
    }
    /// The model state that data-parallel ranks shard (Rajbhandari 2020).
    ZeroStage {
        /// Nothing: every rank keeps everything.
        Zero = "0",
        /// The optimizer state; Megatron-LM's distributed optimizer.
        One = "1",
        /// The gradients too.
        Two = "2",
        /// The weights too, gathered when needed; FSDP.
        Three = "3",
    }
    /// The type of matrix products.
    Dtype {
        /// 32-bit floats.
        Fp32 = "fp32",
        /// 16-bit IEEE floats.
        Fp16 = "fp16",
        /// 16-bit brain floats.
        Bf16 = "bf16",
        /// 8-bit floats scaled per tensor.
        Fp8 = "fp8",
        /// 8-bit floats scaled per block.
        Fp8Block = "fp8b",
        /// 8-bit microscaling floats.
        MxFp8 = "mxfp8",
        /// 4-bit floats with two-level scales.
        NvFp4 = "nvfp4",
    }
    /// Storage of weights.
    WeightStorage {
        /// The recipe and the matmul type choose the storage.
        Dtype = "dtype",
        /// 8-bit integers.
        Int8 = "int8",
        /// 4-bit integers.
        Int4 = "int4",
    }
    /// A framework, with its defaults: bytes per parameter, kernels, overlap.
    Recipe {
        /// Megatron-LM with TransformerEngine.
        Megatron = "megatron",
        /// The ZeRO paper and the lessons' 16 N.
        ZeroPaper = "zeropaper",
        /// (Megatron-)DeepSpeed.
        DeepSpeed = "deepspeed",
        /// torchtitan, FSDP2.
        TorchTitan = "torchtitan",
        /// MosaicML llm-foundry, FSDP1.
        LlmFoundry = "llmfoundry",
        /// NVIDIA NeMo and Megatron-Bridge.
        Nemo = "nemo",
        /// Hugging Face nanotron.
        Nanotron = "nanotron",
        /// MaxText: JAX on TPUs.
        MaxText = "maxtext",
        /// Hugging Face's Trainer and what is built on it (TRL, Axolotl, LLaMA-Factory), alone or
        /// with FSDP through Accelerate.
        HuggingFace = "hf",
        /// Hugging Face's Trainer with DeepSpeed.
        HuggingFaceDeepSpeed = "hf-deepspeed",
        /// verl with FSDP: training by rewards.
        Verl = "verl",
        /// OpenRLHF with DeepSpeed: training by rewards and preferences.
        OpenRlhf = "openrlhf",
    }
    /// The optimizer, which decides the bytes of state beside the weights.
    Optimizer {
        /// Adam with two fp32 moments.
        AdamW = "adamw",
        /// Adam with two 8-bit moments.
        AdamW8 = "adamw8",
        /// Adam with two bf16 moments.
        AdamWBf16 = "adamwbf16",
        /// Adafactor: factored second moment, no first.
        Adafactor = "adafactor",
        /// SGD with one fp32 momentum.
        SgdMomentum = "sgdm",
        /// Lion: one fp32 momentum.
        Lion = "lion",
        /// Muon: one fp32 momentum.
        Muon = "muon",
    }
    /// Number of tensors that a kernel of the optimizer's step updates.
    OptimizerKernel {
        /// One fused kernel for the whole update: no temporary tensors.
        Fused = "fused",
        /// A list of kernels, each over all tensors (`foreach`): the roots of all second moments are
        /// in memory at once (PyTorch, `torch/optim/adamw.py`, `_multi_tensor_adamw`).
        ForEach = "foreach",
        /// One tensor at a time within the backward, as soon as its gradient exists, which is then
        /// freed (torchtune, `register_optim_in_bwd_hooks`; Lv 2023).
        Backward = "backward",
    }
    /// The copy of the weights that the optimizer updates.
    MasterWeights {
        /// 32-bit floats: beside 16-bit weights, or the only weights (FSDP).
        Fp32 = "fp32",
        /// The lower 16 bits of a 32-bit weight, whose upper bits are the 16-bit weight
        /// (TransformerEngine's `store_param_remainders`).
        Remainder = "rem",
        /// None: the optimizer updates 16-bit weights.
        None = "none",
    }
    /// The type in which a rank keeps gradients until the optimizer's step.
    GradientType {
        /// 32-bit floats.
        Fp32 = "fp32",
        /// 16-bit floats.
        Half = "16bit",
    }
    /// The micro-batches after which ranks reduce gradients that they shard (ZeRO-2 and 3).
    GradientSync {
        /// Every micro-batch: a rank keeps its shard of the sum.
        Each = "each",
        /// The last of those that a virtual stage works on one after another, as many as an
        /// interleaved pipeline has stages: a rank keeps its shard of the sum, and all gradients of
        /// one virtual stage. In other schedules each. Inferred: with ZeRO-2 the speed of Llama 3
        /// 2024, table 4, leaves no time for a reduction of every micro-batch.
        Run = "run",
        /// The last one: until then a rank keeps all its gradients (`no_sync`,
        /// `set_requires_gradient_sync`).
        Once = "once",
    }
    /// The software that sends tokens to experts and back.
    Dispatcher {
        /// An all-to-all of the collective library over permuted token copies.
        AllToAll = "a2a",
        /// DeepEP: one kernel each way, a token crosses the network once for each node.
        DeepEp = "deepep",
        /// HybridEP: like DeepEP, on fewer of the GPU's multiprocessors.
        HybridEp = "hybridep",
    }
    /// The part of a layer's kernels that a CUDA graph launches.
    GraphScope {
        /// None: the host launches each kernel.
        None = "none",
        /// Attention, router and the preparation of the exchange.
        Partial = "partial",
        /// The whole iteration.
        Full = "full",
    }
    /// Amount of the forward pass that backward runs again (activation checkpointing).
    Recompute {
        /// Nothing: every activation is kept.
        None = "none",
        /// Only the named modules.
        Selective = "sel",
        /// Whole layers: only their inputs are kept.
        Full = "full",
    }
    /// Modules whose activations are dropped by selective recompute.
    Module {
        /// The attention core: scores, softmax, their dropout.
        Core = "core",
        /// Outputs of the norms.
        Norm = "norm",
        /// The dense MLP.
        Mlp = "mlp",
        /// The experts' activation.
        MoeActivation = "moeact",
        /// The whole MoE block.
        Moe = "moe",
        /// MLA's q, k, v after the up-projection.
        MlaUp = "mlaup",
        /// Every second matrix product, operation by operation (torchtitan).
        Ops = "ops",
    }
    /// Implementation of the loss from the logits.
    CrossEntropy {
        /// The framework's own: 16-bit logits and one fp32 copy. In PyTorch's stacks it is compiled
        /// if the other kernels are, else it runs as separate kernels; tensor-parallel ranks divide
        /// the vocabulary.
        Plain = "plain",
        /// One kernel that works in place.
        Fused = "fused",
        /// Head and loss together, one chunk of tokens after the other.
        Chunked = "chunked",
        /// Megatron-LM's own kernel, which keeps two fp32 copies beside the logits.
        Native = "native",
        /// PyTorch's separate kernels over the whole vocabulary on every rank.
        Eager = "eager",
        /// PyTorch's separate kernels over a vocabulary divided among tensor-parallel ranks (loss
        /// parallel).
        Parallel = "parallel",
        /// One compiled kernel each way.
        Compiled = "compiled",
    }
    /// State and activations that move to host memory.
    Offload {
        /// Optimizer state.
        Optimizer = "opt",
        /// Parameters.
        Parameters = "params",
        /// Activations.
        Activations = "acts",
        /// Optimizer state in managed memory (`cudaMallocManaged`), which the driver moves to the host
        /// where the GPU has no room: the paged optimizers of bitsandbytes (Dettmers 2023, section 3).
        /// It is outside PyTorch's allocator, so that no peak of the GPU has it; it counts on the host.
        /// Another word for the optimizer state than `opt`, as the GPU updates the weights.
        Paged = "paged",
    }
    /// Parts of a layer whose activations move to host memory: the inputs that they keep.
    OffloadModule {
        /// The norms.
        Norm = "norm",
        /// The projections into queries, keys and values.
        Qkv = "qkv",
        /// The attention core.
        Core = "core",
        /// The output projection of the attention.
        Projection = "proj",
        /// The first product of an MLP or of experts.
        FirstProduct = "fc1",
        /// The activation function of an MLP or of experts.
        Activation = "act",
        /// The last product of an MLP or of experts.
        LastProduct = "fc2",
    }
    /// Communication that may hide under compute.
    Overlap {
        /// Tensor-parallel collectives.
        Tensor = "tp",
        /// Pipeline transfers.
        Pipeline = "pp",
        /// Data-parallel collectives.
        Data = "dp",
        /// Context-parallel exchange.
        Context = "cp",
        /// Expert dispatch and combine.
        Expert = "ep",
    }
    /// Fusion of the elementwise kernels.
    Kernels {
        /// Plain framework operations.
        Eager = "eager",
        /// `torch.compile` and similar compilers.
        Compiled = "compiled",
        /// Megatron-LM of 2020-2022: some fused kernels.
        EarlyFused = "early-fused",
        /// TransformerEngine and similar libraries.
        Fused = "fused",
    }
    /// Grouping of gradients into messages.
    Messages {
        /// One message a parameter tensor.
        Tensor = "tensor",
        /// One message a layer.
        Layer = "layer",
        /// Large buckets.
        Bucket = "bucket",
    }
}

impl Dtype {
    /// Bytes of an element of weights and activations outside the matrix products: 4 in fp32
    /// training, else 2. Casts to smaller types happen where a product reads the elements.
    #[must_use]
    pub const fn element_bytes(self) -> u64 {
        match self {
            Self::Fp32 => 4,
            _ => 2,
        }
    }
}

/// A set of words of one vocabulary, as a list in a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WordSet<W> {
    bits: u32,
    vocabulary: PhantomData<W>,
}

impl<W: Word> WordSet<W> {
    /// The empty set.
    pub const EMPTY: Self = Self::from_bits(0);

    /// The set of the words whose [`Word::index`] is the position of a set bit.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self {
            bits,
            vocabulary: PhantomData,
        }
    }

    /// The set of these words.
    #[must_use]
    pub fn of(words: &[W]) -> Self {
        Self::from_bits(words.iter().fold(0, |bits, word| bits | 1 << word.index()))
    }

    /// The set as bits, each at the [`Word::index`] of a member.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.bits
    }

    /// True if the word is a member.
    #[must_use]
    pub fn contains(self, word: W) -> bool {
        self.bits & 1 << word.index() != 0
    }

    /// True if there is no member.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }
}

/// A set is written as its bits.
impl<W: Word> Serialize for WordSet<W> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.bits.serialize(to)
    }
}

impl<'de, W: Word> Deserialize<'de> for WordSet<W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bits = u32::deserialize(from)?;
        if bits & !Self::of(W::ALL).bits != 0 {
            let bits = Unexpected::Unsigned(bits.into());
            return Err(Error::invalid_value(bits, &"words"));
        }
        Ok(Self::from_bits(bits))
    }
}
