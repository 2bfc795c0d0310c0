//! Texts of the controls of the layout and the batch.

use super::label::{SWITCH, choice, label};
use crate::controls::Label;

pub(super) const LAYOUT: &[Label] = &[
    label(
        "tp",
        "Tensor",
        "Split",
        "Number of GPUs that split every matrix. They communicate twice per layer in forward and \
         twice in backward: keep them inside a node.",
    ),
    choice(
        "sp",
        "Sequence",
        "with TP",
        "Sequence parallelism: norms and dropout are split along the sequence among the \
         tensor-parallel GPUs.",
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
        &[],
    ),
    label(
        "cp",
        "Context",
        "",
        "Context parallelism: number of pieces of each sequence, one per GPU.",
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
];
