//! Texts of the controls of the software stack.

use super::label::{SWITCH, choice};
use crate::controls::Label;

pub(super) const STACK: &[Label] = &[
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
        "Generation of Flash Attention. The third is for Hopper; other GPUs, Blackwell too, run the second in its place. Default: the framework’s setting.",
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
];
