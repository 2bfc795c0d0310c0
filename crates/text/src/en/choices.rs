//! Names of the values of choices.

use super::words::SCHEDULES;
use crate::Choices;

pub(super) const CHOICES: Choices = Choices {
    switch: ["off", "on"],
    zero: ["0", "1", "2", "3"],
    positions: ["rotary", "learned", "ALiBi", "none"],
    schedule: SCHEDULES,
    recompute: ["none", "selective", "full"],
    modules: [
        "attention core",
        "norms",
        "MLP",
        "expert activation",
        "experts",
        "MLA up",
        "every 2nd product",
    ],
    cross_entropy: ["plain", "fused", "chunked"],
    context_kind: ["ring", "all-to-all", "all-gather"],
    dtype: [
        "fp32",
        "fp16",
        "bf16",
        "fp8 per tensor",
        "fp8 per block",
        "MXFP8",
        "NVFP4",
    ],
    weight_storage: ["as trained", "int8", "int4"],
    offload: ["optimizer", "weights", "activations"],
    recipe: [
        "Megatron-LM",
        "ZeRO paper (16 N)",
        "DeepSpeed",
        "torchtitan",
        "llm-foundry",
        "NeMo",
        "nanotron",
    ],
    optimizer: [
        "AdamW",
        "AdamW 8-bit",
        "AdamW bf16 moments",
        "Adafactor",
        "SGD, momentum",
        "Lion",
        "Muon",
    ],
    overlap: ["TP", "PP", "DP", "CP", "EP"],
    kernels: ["eager", "compiled", "early fused", "fused"],
    flash_generation: ["1", "2", "3"],
    messages: ["tensor", "layer", "bucket"],
};
