//! The format of a published run: every field is optional, unknown ones are ignored, and null
//! counts as absent.

use std::collections::BTreeMap;

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};

/// One run as its source states it.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct RunRecord {
    /// Name of the run.
    pub id: Option<String>,
    /// Name that runs with the same plan share.
    pub plan_id: Option<String>,
    /// The framework whose defaults apply.
    pub recipe: Option<String>,
    /// The framework with its versions, in the source's words.
    pub framework: Option<String>,
    /// The kind of fine-tuning; empty in a row of pre-training.
    #[serde(deserialize_with = "nullable")]
    pub finetune: FinetuneRecord,
    /// The type in which the model of a fine-tuning is loaded, in the source's words.
    pub base_dtype: Option<String>,
    /// Implementation of the loss of a fine-tuning, in the source's words.
    pub loss: Option<String>,
    /// The model's shape.
    #[serde(deserialize_with = "nullable")]
    pub model: ModelRecord,
    /// The machines.
    #[serde(deserialize_with = "nullable")]
    pub cluster: ClusterRecord,
    /// Split of the model.
    #[serde(deserialize_with = "nullable")]
    pub parallel: ParallelRecord,
    /// Sequences of a micro-batch and of a step.
    #[serde(deserialize_with = "nullable")]
    pub batch: BatchRecord,
    /// Lengths of the samples.
    #[serde(deserialize_with = "nullable")]
    pub sequence: SequenceRecord,
    /// Memory to which the source limits a GPU that it does not name, GiB.
    pub memory_cap_gib: Option<f64>,
    /// Type of the matrix products.
    pub dtype: Option<String>,
    /// Scaling of 8-bit floats.
    pub fp8_kind: Option<String>,
    /// Type in which gradients are kept.
    pub grad_dtype: Option<String>,
    /// Types of the model state that differ from the recipe's.
    #[serde(deserialize_with = "nullable")]
    pub state_dtypes: StateTypesRecord,
    /// The part of forward that backward recomputes.
    #[serde(deserialize_with = "nullable")]
    pub recompute: RecomputeRecord,
    /// True if attention is one fused kernel.
    pub flash_attention: Option<bool>,
    /// The optimizer, in the source's words.
    #[serde(deserialize_with = "nullable")]
    pub optimizer: OptimizerRecord,
    /// Tensors that move to host memory: true, or a number of layers.
    #[serde(deserialize_with = "nullable")]
    pub offload: BTreeMap<String, Value>,
    /// True if the model was compiled.
    pub compiled: Option<bool>,
    /// Known properties of the software.
    #[serde(deserialize_with = "nullable")]
    pub habits: HabitsRecord,
    /// Flags of Megatron-LM, if the source prints them.
    pub megatron_args: Option<BTreeMap<String, Value>>,
    /// True if the kernels' workspaces are those of deterministic runs.
    pub deterministic_workspace: Option<bool>,
    /// Implementation of the loss: `plain`, `fused` or `chunked`.
    pub cross_entropy: Option<String>,
    /// The measurements.
    #[serde(deserialize_with = "nullable")]
    pub measured: MeasuredRecord,
    /// `ran`, or `oom` if the run went out of memory.
    pub outcome: Option<String>,
    /// `low` if the source leaves so much open that its figures are only bounds.
    pub confidence: Option<String>,
    /// Fields that the source does not state, so that their values are inferred.
    #[serde(deserialize_with = "nullable")]
    pub fields_inferred: Vec<String>,
    /// Remarks of the source; two phrases are read, see [`RunRecord::said_after`].
    pub notes: Option<String>,
}

impl RunRecord {
    /// The word that follows a phrase in the row's notes. Two facts are stated nowhere else:
    /// `CP uses a2a` and `w/ MTP`.
    #[must_use]
    pub fn said_after(&self, phrase: &str) -> Option<&str> {
        let (_, after) = self.notes.as_deref()?.split_once(phrase)?;
        let word = after.trim_start_matches(' ');
        let end = word.find(|letter: char| !letter.is_ascii_alphanumeric());
        Some(&word[..end.unwrap_or(word.len())])
    }
}

/// The kind of a fine-tuning.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct FinetuneRecord {
    /// `full`, `lora`, `qlora`, with `dpo-` or `grpo-` before it where the loss has that objective,
    /// and others.
    pub method: Option<String>,
    /// Rank of the adapters.
    pub rank: Option<u64>,
    /// Matrices with an adapter, in the source's words.
    #[serde(deserialize_with = "one_or_several")]
    pub targets: Vec<String>,
    /// Bits of a frozen weight.
    pub base_bits: Option<u64>,
    /// True if the scales of 4-bit weights are quantised, too.
    pub double_quant: Option<bool>,
    /// Type of the adapters, in the source's words.
    pub adapter_dtype: Option<String>,
    /// The model to which a loss of preferences compares the trained one, in the source's words.
    pub reference_model: Option<String>,
}

/// A text, a list of them, or nothing.
fn one_or_several<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Words {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Option::deserialize(reader)? {
        None => Vec::new(),
        Some(Words::One(word)) => vec![word],
        Some(Words::Several(words)) => words,
    })
}

/// An optimizer in a source's words: its name, or an object with its name and the type of its
/// states.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(from = "OptimizerWords")]
pub struct OptimizerRecord {
    /// Name of the optimizer.
    pub name: Option<String>,
    /// Type of its states.
    pub state_dtype: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OptimizerWords {
    Name(String),
    Parts {
        name: Option<String>,
        state_dtype: Option<String>,
    },
}

impl From<OptimizerWords> for OptimizerRecord {
    fn from(words: OptimizerWords) -> Self {
        match words {
            OptimizerWords::Name(name) => Self {
                name: Some(name),
                state_dtype: None,
            },
            OptimizerWords::Parts { name, state_dtype } => Self { name, state_dtype },
        }
    }
}

/// The shape of a model.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct ModelRecord {
    /// Layers.
    #[serde(deserialize_with = "whole")]
    pub layers: Option<u64>,
    /// Hidden width.
    #[serde(deserialize_with = "whole")]
    pub hidden: Option<u64>,
    /// Width of the dense MLP.
    #[serde(deserialize_with = "whole")]
    pub ffn: Option<u64>,
    /// Query heads.
    #[serde(deserialize_with = "whole")]
    pub heads: Option<u64>,
    /// Key-value heads.
    #[serde(deserialize_with = "whole")]
    pub kv_heads: Option<u64>,
    /// Width of a head.
    #[serde(deserialize_with = "whole")]
    pub head_dim: Option<u64>,
    /// Vocabulary, without padding.
    #[serde(deserialize_with = "whole")]
    pub vocab: Option<u64>,
    /// Tokens of a sequence.
    #[serde(deserialize_with = "whole")]
    pub seq_len: Option<u64>,
    /// True if the MLP is gated.
    pub gated_mlp: Option<bool>,
    /// True if head and embedding share their weights.
    pub tied_embeddings: Option<bool>,
    /// True if positions are a learned table.
    pub learned_pos: Option<bool>,
    /// True if positions are biases on the scores.
    pub alibi: Option<bool>,
    /// Share of elements that dropout drops.
    pub dropout: Option<f64>,
    /// The MLP's activation, if it is not the usual one.
    pub activation: Option<String>,
    /// Sliding-window attention: tokens, or a sentence that names them.
    pub sliding_window: Option<Value>,
    /// Routed experts a layer.
    #[serde(deserialize_with = "whole")]
    pub experts: Option<u64>,
    /// Experts to which a token is sent.
    #[serde(deserialize_with = "whole")]
    pub topk: Option<u64>,
    /// Width of an expert.
    #[serde(deserialize_with = "whole")]
    pub moe_ffn: Option<u64>,
    /// Experts that every token visits.
    #[serde(deserialize_with = "whole")]
    pub shared_experts: Option<u64>,
    /// Width of all shared experts together.
    #[serde(deserialize_with = "whole")]
    pub shared_expert_ffn: Option<u64>,
    /// First layers that stay dense.
    #[serde(deserialize_with = "whole")]
    pub dense_layers: Option<u64>,
    /// Routed layers: a number, or a list such as `([0]*4+[1]*9)`.
    pub moe_layer_freq: Option<Value>,
    /// Ranks of latent attention.
    pub mla: Option<LatentAttentionRecord>,
    /// Layers that predict further tokens.
    #[serde(deserialize_with = "whole")]
    pub mtp: Option<u64>,
}

/// Ranks and widths of latent attention.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct LatentAttentionRecord {
    /// Rank of the queries' down-projection; null for none.
    #[serde(deserialize_with = "whole")]
    pub q_lora: Option<u64>,
    /// Rank of the shared latent.
    #[serde(deserialize_with = "whole")]
    pub kv_lora: Option<u64>,
    /// Width of a head without position.
    #[serde(deserialize_with = "whole")]
    pub qk_nope: Option<u64>,
    /// Width of a head with rotary position.
    #[serde(deserialize_with = "whole")]
    pub qk_rope: Option<u64>,
    /// Width of a value head.
    #[serde(deserialize_with = "whole")]
    pub v_dim: Option<u64>,
}

/// The machines.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct ClusterRecord {
    /// The GPU, a preset of the catalogue.
    pub gpu: Option<String>,
    /// Nominal memory of the GPU, GiB.
    pub gpu_mem_gib: Option<f64>,
    /// GPUs in all.
    #[serde(deserialize_with = "whole")]
    pub n_gpus: Option<u64>,
    /// GPUs in a node.
    #[serde(deserialize_with = "whole")]
    pub gpus_per_node: Option<u64>,
    /// GPUs that reach each other over NVLink.
    #[serde(deserialize_with = "whole")]
    pub nvlink_domain: Option<u64>,
}

/// Degrees of parallelism.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct ParallelRecord {
    /// Tensor parallel degree.
    #[serde(deserialize_with = "whole")]
    pub tp: Option<u64>,
    /// Pipeline stages.
    #[serde(deserialize_with = "whole")]
    pub pp: Option<u64>,
    /// Data-parallel degree.
    #[serde(deserialize_with = "whole")]
    pub dp: Option<u64>,
    /// Context parallel degree.
    #[serde(deserialize_with = "whole")]
    pub cp: Option<u64>,
    /// Expert parallel degree.
    #[serde(deserialize_with = "whole")]
    pub ep: Option<u64>,
    /// Tensor parallel degree of an expert.
    #[serde(deserialize_with = "whole")]
    pub etp: Option<u64>,
    /// Virtual stages a rank.
    #[serde(deserialize_with = "whole")]
    pub vp: Option<u64>,
    /// Sequence parallelism.
    pub sp: Option<bool>,
    /// The model state that data-parallel ranks shard, 0 to 3.
    #[serde(deserialize_with = "whole")]
    pub zero_stage: Option<u64>,
    /// Hybrid sharding: true for within a node, or the ranks of a group.
    pub hsdp: Option<Value>,
    /// The software that shards the state of a fine-tuning, in the source's words.
    pub sharding: Option<String>,
    /// GPUs on which one process places the layers, without a pipeline.
    #[serde(deserialize_with = "whole")]
    pub naive_layer_split: Option<u64>,
    /// The pipeline's order.
    pub schedule: Option<String>,
    /// Exchange of keys and values between context-parallel ranks: `ring`, `a2a` or `ag`.
    pub cp_kind: Option<String>,
}

/// Sequences of a micro-batch and of a step.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct BatchRecord {
    /// Sequences of a micro-batch.
    #[serde(deserialize_with = "whole")]
    pub micro: Option<u64>,
    /// Sequences of a step.
    #[serde(deserialize_with = "whole")]
    pub global: Option<u64>,
    /// Micro-batches of a step.
    #[serde(deserialize_with = "whole")]
    pub grad_accum: Option<u64>,
}

/// Lengths of the samples of a fine-tuning.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct SequenceRecord {
    /// Packing or padding of samples, and the sample that sets the peak, in the source's words.
    pub kind: Option<String>,
}

/// The part of forward that backward recomputes.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct RecomputeRecord {
    /// `none`, `selective`, `full` or `unknown`.
    pub kind: Option<String>,
    /// Modules whose activations selective recompute drops.
    pub modules: Option<Vec<String>>,
    /// Layers of each stage that are recomputed.
    #[serde(deserialize_with = "whole")]
    pub layers: Option<u64>,
    /// Every n-th layer is recomputed.
    #[serde(deserialize_with = "whole")]
    pub every: Option<u64>,
}

/// Known properties of a software stack.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct HabitsRecord {
    /// Fusion of elementwise kernels.
    pub kernels: Option<String>,
    /// Generation of Flash Attention.
    #[serde(deserialize_with = "whole")]
    pub flash_generation: Option<u64>,
    /// True if tensor-parallel collectives hide under compute.
    pub tp_overlap: Option<bool>,
    /// True if data-parallel collectives hide under compute.
    pub dp_overlap: Option<bool>,
    /// True if dropout masks are kept.
    pub dropout: Option<bool>,
    /// Grouping of gradients into messages.
    pub gradient_messages: Option<String>,
    /// The micro-batches after which sharded gradients are reduced: `each` or `once`.
    pub gradient_sync: Option<String>,
    /// Network of one GPU, one way, GB/s.
    pub nic_gb_per_s: Option<f64>,
    /// Power limit of the board, W.
    pub gpu_watts: Option<f64>,
    /// True if all context-parallel ranks have equally much attention.
    pub cp_balanced: Option<bool>,
    /// True if data-parallel ranks gather the weights of 8-bit products in 8 bits.
    pub weights_8bit_gather: Option<bool>,
    /// Software that sends tokens to experts: `alltoall`, `deepep` or `hybridep`.
    pub moe_dispatcher: Option<String>,
    /// The part of a layer that CUDA graphs launch: `none`, `partial` or `full`.
    pub cuda_graphs: Option<String>,
    /// True if the exchange of experts hides under compute.
    pub moe_overlap: Option<bool>,
    /// True if the run forces all experts to get equally many tokens.
    pub forced_balance: Option<bool>,
}

/// Types of the model state, in words such as `bf16`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct StateTypesRecord {
    /// Weights that products read.
    pub weights: Option<String>,
    /// Gradients.
    pub grads: Option<String>,
    /// Master weights; `none`, or null beside another stated field, if there are none.
    pub master: Option<String>,
    /// The optimizer's moments.
    pub moments: Option<String>,
}

/// The measurements.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
#[serde(default)]
pub struct MeasuredRecord {
    /// Seconds of a step.
    pub step_time_s: Option<f64>,
    /// Tokens in a second, by `tokens_per_s_scope`.
    pub tokens_per_s: Option<f64>,
    /// GPUs whose tokens are counted, in the source's words: `all GPUs`, or one.
    pub tokens_per_s_scope: Option<String>,
    /// TFLOP/s of a GPU, by `flops_convention`.
    pub tflops_per_gpu: Option<f64>,
    /// Share of the peak, without recompute.
    pub mfu: Option<f64>,
    /// Share of the peak, with recompute.
    pub hfu: Option<f64>,
    /// The convention of the counted FLOPs.
    pub flops_convention: Option<String>,
    /// Peak memory, GiB.
    pub peak_mem_gib: Option<f64>,
    /// The kind of the peak memory.
    pub mem_kind: Option<String>,
    /// Peak of reserved memory, GiB, if another kind is printed beside it.
    pub peak_mem_reserved_gib: Option<f64>,
    /// Peak of each rank's allocator, GiB: a list, or an object by rank.
    pub peak_alloc_gib_by_rank: Option<Value>,
    /// Bytes that stay allocated between steps.
    pub mem_allocated_between_iters_bytes: Option<f64>,
}

/// A group of fields; null stands for an empty group.
fn nullable<'de, D, T>(source: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::<T>::deserialize(source).map(Option::unwrap_or_default)
}

/// A whole number, which may be written as 8.0.
fn whole<'de, D: Deserializer<'de>>(source: D) -> Result<Option<u64>, D::Error> {
    let Some(number) = Option::<Number>::deserialize(source)? else {
        return Ok(None);
    };
    if let Some(whole) = number.as_u64() {
        return Ok(Some(whole));
    }
    match number.as_f64() {
        // Beyond 2^53 a float does not identify one whole number.
        Some(float) if float.fract() == 0.0 && (0.0..9e15).contains(&float) => {
            Ok(Some(float as u64))
        }
        float => {
            let found = Unexpected::Float(float.unwrap_or_default());
            Err(Error::invalid_value(found, &"u64"))
        }
    }
}
