//! Texts of the controls of memory and precision.

use super::label::{SWITCH, choice, label};
use crate::controls::Label;

/// Parts that move to the host, in the order of their vocabulary.
pub(in crate::en) const OFFLOADED: &[&str] = &["optimizer", "weights", "activations"];
/// Optimizers, in the order of their vocabulary.
pub(in crate::en) const OPTIMIZERS: &[&str] = &[
    "AdamW",
    "AdamW 8-bit",
    "AdamW bf16 moments",
    "Adafactor",
    "SGD, momentum",
    "Lion",
    "Muon",
];

pub(super) const LEVERS: &[Label] = &[
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
        "Storage format of weights. All weights are trained: int4 is no QLoRA, which trains \
         adapters.",
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
];
