//! Texts of the controls, by their keys.

use super::words::SCHEDULES;
use crate::Label;

/// Options of a switch.
const SWITCH: &[&str] = &["off", "on"];
/// Parts that move to the host, in the order of their vocabulary.
pub(super) const OFFLOADED: &[&str] = &["optimizer", "weights", "activations"];
/// Optimizers, in the order of their vocabulary.
pub(super) const OPTIMIZERS: &[&str] = &[
    "AdamW",
    "AdamW 8-bit",
    "AdamW bf16 moments",
    "Adafactor",
    "SGD, momentum",
    "Lion",
    "Muon",
];

const fn label(
    key: &'static str,
    name: &'static str,
    aside: &'static str,
    help: &'static str,
) -> Label {
    Label {
        key,
        name,
        aside,
        help,
        options: &[],
    }
}

const fn choice(
    key: &'static str,
    name: &'static str,
    aside: &'static str,
    help: &'static str,
    options: &'static [&'static str],
) -> Label {
    Label {
        options,
        ..label(key, name, aside, help)
    }
}

/// The label of a key, for constants: a key without a label does not compile.
pub(super) const fn control(key: &str) -> Label {
    let mut index = 0;
    while index < CONTROLS.len() {
        if is_same(CONTROLS[index].key.as_bytes(), key.as_bytes()) {
            return CONTROLS[index];
        }
        index += 1;
    }
    panic!("no label has this key")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

pub(super) const CONTROLS: &[Label] = &[
    label(
        "model",
        "Model",
        "",
        "A published model; every figure of it can be changed.",
    ),
    label(
        "layers",
        "Layers",
        "",
        "Transformer layers, one after another.",
    ),
    label("hidden", "Hidden", "width", "Width of the residual stream."),
    label("ffn", "MLP", "width", "Inner width of the MLP."),
    label("heads", "Heads", "", "Query heads of attention."),
    label(
        "kv",
        "KV heads",
        "",
        "Fewer than query heads with grouped-query attention.",
    ),
    label("headdim", "Head", "width", "Width of one head."),
    label(
        "vocab",
        "Vocabulary",
        "",
        "Tokens in the vocabulary, padding included.",
    ),
    choice(
        "gated",
        "Gated MLP",
        "",
        "Three matrices in the MLP instead of two, as in SwiGLU.",
        SWITCH,
    ),
    choice(
        "tied",
        "Tied head",
        "",
        "The output head shares the embedding’s weights.",
        SWITCH,
    ),
    choice(
        "bias",
        "Biases",
        "",
        "Projections and MLP add a bias.",
        SWITCH,
    ),
    choice(
        "dropout",
        "Dropout",
        "",
        "Dropout masks are kept for backward, as GPT-3 did.",
        SWITCH,
    ),
    choice(
        "pos",
        "Positions",
        "",
        "Encoding of positions.",
        &["rotary", "learned", "ALiBi", "none"],
    ),
    label(
        "window",
        "Window",
        "tokens",
        "Tokens that attention looks back; 0 for all.",
    ),
    label(
        "fullevery",
        "Full attention every",
        "layers",
        "Every n-th layer has full attention, without the window or the linear mixer; 0 for none.",
    ),
    choice(
        "mixer",
        "Linear mixer",
        "in place of attention",
        "A state of fixed size: kind (1 Mamba-2, 2 Gated DeltaNet), heads of keys and of values, width of a key and of a value, convolution.",
        SWITCH,
    ),
    label(
        "mtp",
        "Extra tokens",
        "MTP layers",
        "Extra layers that predict further tokens, as in DeepSeek-V3.",
    ),
    choice(
        "mla",
        "MLA",
        "latent attention",
        "Queries, keys and values go through narrow latents, as in DeepSeek-V2.",
        SWITCH,
    ),
    label(
        "mlaq",
        "MLA query",
        "rank",
        "Rank of the query’s latent; 0 for none.",
    ),
    label(
        "mlakv",
        "KV",
        "rank",
        "Rank of the latent shared by keys and values.",
    ),
    label(
        "mlanope",
        "Key",
        "no position",
        "Width of a head’s part without position.",
    ),
    label(
        "mlarope",
        "MLA key",
        "rotary",
        "Width of a head’s rotary part.",
    ),
    label("mlav", "MLA value", "width", "Width of a value head."),
    label(
        "experts",
        "Experts",
        "routed",
        "Routed experts per layer; 0 is a dense model.",
    ),
    label(
        "topk",
        "Top-k",
        "per token",
        "Experts that a token is sent to.",
    ),
    label(
        "moeffn",
        "Expert",
        "width",
        "Inner width of a routed expert.",
    ),
    label(
        "shared",
        "Shared",
        "experts",
        "Experts that every token visits.",
    ),
    label(
        "sharedffn",
        "Shared",
        "width",
        "Inner width of a shared expert.",
    ),
    label(
        "dense",
        "Dense",
        "first layers",
        "The first layers that keep one MLP for all.",
    ),
    label(
        "every",
        "Every",
        "nth layer",
        "Every n-th layer has experts; 1 is each.",
    ),
    label(
        "imbal",
        "Imbalance",
        "busiest ÷ mean",
        "Load of the busiest expert over the mean.",
    ),
    choice(
        "disp",
        "Dispatcher",
        "of tokens",
        "Software that sends tokens to experts and back. Default: the framework’s setting.",
        &["all-to-all", "DeepEP", "HybridEP"],
    ),
    choice(
        "graph",
        "CUDA graphs",
        "",
        "Kernels in one graph: none, attention and router, or all. Default: the framework’s setting.",
        &["none", "part of a layer", "whole iteration"],
    ),
    label("gpu", "GPU", "", "The GPU model, by its data sheet."),
    label("gpus", "GPUs", "", "GPUs in the whole cluster."),
    label("node", "Per node", "GPUs", "GPUs in one server."),
    label(
        "nvl",
        "NVLink",
        "domain",
        "GPUs that reach each other over NVLink.",
    ),
    label(
        "peak",
        "Peak",
        "TFLOP/s",
        "Dense 16-bit matrix peak of one GPU.",
    ),
    label(
        "hbm",
        "Memory",
        "GiB",
        "Memory of one GPU, by its data sheet.",
    ),
    label(
        "hbmbw",
        "HBM",
        "GB/s",
        "Bandwidth between a GPU’s memory and its cores.",
    ),
    label(
        "nvbw",
        "NVLink",
        "GB/s",
        "Bandwidth to GPUs of the domain, one way: half the sum in data sheets.",
    ),
    label(
        "nicbw",
        "Network",
        "GB/s",
        "Bandwidth of one GPU’s network port, one way.",
    ),
    label(
        "pciebw",
        "Host",
        "GB/s",
        "Bandwidth between a GPU and its host’s memory, one way.",
    ),
    label(
        "pod",
        "Pod",
        "",
        "GPUs that the network connects without a bottleneck; 0 is all of them.",
    ),
    label(
        "over",
        "Oversubscription",
        "",
        "Bandwidth of a pod’s network ports over that of its links to other pods.",
    ),
    label(
        "tp",
        "Tensor",
        "Split",
        "Number of GPUs that split every matrix. They communicate twice per layer: keep them \
         inside a node.",
    ),
    choice(
        "sp",
        "Sequence",
        "with TP",
        "Norms and dropout are split along the sequence among the tensor-parallel GPUs.",
        SWITCH,
    ),
    label(
        "pp",
        "Pipeline",
        "Slice",
        "Stages into which the layers are divided, one after another.",
    ),
    label(
        "vp",
        "Virtual stages",
        "per rank",
        "Interleaving: each rank holds several small stages. The bubble is smaller; memory and \
         transfers grow.",
    ),
    choice(
        "sched",
        "Schedule",
        "",
        "Order of forwards and backwards.",
        &SCHEDULES,
    ),
    label(
        "cp",
        "Context",
        "",
        "Number of pieces of each sequence, one per GPU.",
    ),
    choice(
        "cpkind",
        "Exchange",
        "of context",
        "Exchange of keys and values between pieces.",
        &["ring", "all-to-all", "all-gather"],
    ),
    choice(
        "cpbal",
        "Balanced",
        "pieces",
        "Each context rank has an early and a late piece: all have as much attention.",
        SWITCH,
    ),
    label(
        "ep",
        "Expert",
        "EP",
        "Number of GPUs that divide the experts of a layer; tokens are sent to them.",
    ),
    label(
        "etp",
        "Expert TP",
        "inside one",
        "Number of GPUs that split each expert’s matrices.",
    ),
    choice(
        "zero",
        "ZeRO",
        "Shard",
        "What data-parallel replicas shard: 1 optimizer state, 2 also gradients, 3 also weights \
         (FSDP).",
        &["0", "1", "2", "3"],
    ),
    label(
        "hsdp",
        "Shard group",
        "GPUs",
        "GPUs that shard one copy of the state (HSDP); the last value is all.",
    ),
    choice(
        "ends",
        "Ends count",
        "as layers",
        "Embedding and loss each count as a layer when layers are divided.",
        SWITCH,
    ),
    label(
        "split",
        "Split",
        "even",
        "Layers of each virtual stage, in a token’s order: 9,11,11,9.",
    ),
    label(
        "seq",
        "Sequence",
        "tokens",
        "Tokens of one training sequence.",
    ),
    label(
        "mbs",
        "Micro-batch",
        "sequences",
        "Sequences that a GPU processes at a time.",
    ),
    label(
        "gbs",
        "Global batch",
        "sequences",
        "Sequences in one optimizer step, over all GPUs.",
    ),
    choice(
        "ckpt",
        "Checkpointing",
        "recompute",
        "Runs part of forward again instead of keeping activations.",
        &["none", "selective", "full"],
    ),
    choice(
        "ckptmod",
        "Recomputed",
        "modules",
        "What selective checkpointing runs again in backward.",
        &[
            "attention core",
            "norms",
            "MLP",
            "expert activation",
            "experts",
            "MLA up",
            "every 2nd product",
        ],
    ),
    label(
        "ckptn",
        "Recomputed",
        "layers a stage",
        "Layers of a stage that full checkpointing covers; the last value is all.",
    ),
    choice(
        "flash",
        "Flash Attention",
        "",
        "Attention as one kernel that never writes its scores to memory.",
        SWITCH,
    ),
    choice(
        "ce",
        "Cross-entropy",
        "",
        "How the loss is computed from the logits.",
        &[
            "plain",
            "fused",
            "chunked",
            "Megatron’s own",
            "eager",
            "loss parallel",
            "compiled",
        ],
    ),
    choice(
        "recipe",
        "Recipe",
        "",
        "The framework’s defaults: bytes per parameter, kernels, overlap.",
        &[
            "Megatron-LM",
            "ZeRO paper (16 N)",
            "DeepSpeed",
            "torchtitan",
            "llm-foundry",
            "NeMo",
            "nanotron",
            "MaxText",
            "Hugging Face Trainer",
            "HF Trainer + DeepSpeed",
        ],
    ),
    choice(
        "dtype",
        "Precision",
        "",
        "Type of the matrix products.",
        &[
            "fp32",
            "fp16",
            "bf16",
            "fp8 per tensor",
            "fp8 per block",
            "MXFP8",
            "NVFP4",
        ],
    ),
    choice(
        "opt",
        "Optimizer",
        "",
        "Decides the bytes of state beside the weights.",
        OPTIMIZERS,
    ),
    choice(
        "master",
        "Master weights",
        "",
        "The copy of the weights that the optimizer updates. Remainders are the lower 16 bits of \
         fp32 weights. Default: the framework’s setting.",
        &["fp32", "16-bit remainders", "none"],
    ),
    choice(
        "grads",
        "Gradient type",
        "",
        "Type of the gradients until the optimizer’s step. Default: the framework’s \
         setting.",
        &["fp32", "16-bit"],
    ),
    choice(
        "gather8",
        "8-bit gathers",
        "",
        "Data-parallel ranks gather the weights of 8-bit products in 8 bits.",
        SWITCH,
    ),
    choice(
        "wstore",
        "Weights",
        "stored as",
        "Storage format of weights.",
        &["as trained", "int8", "int4"],
    ),
    choice(
        "off",
        "Offload",
        "to the host",
        "What moves to host memory.",
        OFFLOADED,
    ),
    label(
        "offn",
        "Offloaded",
        "layers a stage",
        "Layers of a stage whose activations move; the last value is all.",
    ),
    choice(
        "offmod",
        "Offloaded",
        "parts",
        "Parts of a layer that move; none is all.",
        &[
            "norms",
            "QKV",
            "attention core",
            "projection",
            "first product",
            "activation",
            "last product",
        ],
    ),
    label(
        "tiles",
        "MLP tiles",
        "",
        "Tiles of tokens that a dense MLP runs one after another.",
    ),
    choice(
        "overlap",
        "Overlap",
        "",
        "Which communication overlaps with compute. Default: the framework’s setting.",
        &["TP", "PP", "DP", "CP", "EP"],
    ),
    choice(
        "kern",
        "Kernels",
        "",
        "How well the elementwise kernels are fused. Default: the framework’s setting.",
        &["eager", "compiled", "early fused", "fused"],
    ),
    choice(
        "fagen",
        "Flash kernel",
        "",
        "Generation of Flash Attention; the third needs Hopper or Blackwell. Default: the framework’s setting.",
        &["1", "2", "3"],
    ),
    choice(
        "msg",
        "Gradients",
        "",
        "Size of the messages of gradients. Default: the framework’s setting.",
        &["tensor", "layer", "bucket"],
    ),
    choice(
        "optkern",
        "Optimizer kernel",
        "",
        "Over lists of tensors (foreach) the step holds a copy of a moment. Default: the framework’s setting.",
        &["fused", "foreach"],
    ),
    choice(
        "gsync",
        "Gradient sync",
        "ZeRO-2, FSDP",
        "When sharded gradients are reduced: after each micro-batch or the last. Default: the framework’s setting.",
        &["each micro-batch", "last micro-batch"],
    ),
    choice(
        "gradfuse",
        "Fused gradients",
        "",
        "Weight gradients are added to their buffer inside the matrix product.",
        SWITCH,
    ),
    choice(
        "det",
        "Deterministic",
        "",
        "Deterministic kernels, which need larger workspaces.",
        SWITCH,
    ),
    label(
        "tok",
        "Tokens",
        "billions",
        "Training tokens; 20 per parameter is compute-optimal (Chinchilla).",
    ),
    label("price", "Price", "$/GPU-hour", "Price of one GPU per hour."),
    label("watts", "Power", "W", "Board power of one GPU."),
    label(
        "mtbf",
        "Failure",
        "hours per GPU",
        "Mean time between failures of one GPU.",
    ),
    label(
        "ckptbw",
        "Storage",
        "GB/s",
        "Checkpoint bandwidth of the whole cluster.",
    ),
    label(
        "restart",
        "Restart",
        "minutes",
        "From a failure until training goes on.",
    ),
    label("mstep", "Step", "s", "Measured seconds of one step."),
    label(
        "mmem",
        "Peak",
        "",
        "Peak memory of the fullest GPU, as nvidia-smi shows it.",
    ),
];

#[cfg(test)]
mod tests {
    use crate::EN;
    use formats::link::{Key, Values};

    /// A new key fails here until it has a label, with a name for each word that it takes.
    #[test]
    fn every_key_has_a_label() {
        for key in Key::all() {
            let label = EN.label(key.name());
            let Some(label) = label else {
                panic!("the key {key:?} has no label");
            };
            let expected = match key.values() {
                Values::Whole(limits) if !label.options.is_empty() => {
                    (limits.end() - limits.start() + 1) as usize
                }
                // Latent attention and linear mixers are off or on.
                Values::List { .. } if ["mla", "mixer"].contains(&key.name()) => 2,
                values => values.words().len(),
            };
            assert_eq!(label.options.len(), expected, "options of the key {key:?}");
        }
    }

    #[test]
    fn every_label_has_a_key_of_its_own() {
        for (index, label) in EN.controls.iter().enumerate() {
            let first = EN.controls.iter().position(|other| other.key == label.key);
            assert_eq!(first, Some(index), "{}", label.key);
        }
    }
}
