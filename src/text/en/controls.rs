//! Labels and help of the controls.

use crate::text::{Controls, Label};

const fn label(name: &'static str, aside: &'static str, help: &'static str) -> Label {
    Label { name, aside, help }
}

pub(super) const CONTROLS: Controls = Controls {
    model: label(
        "Model",
        "",
        "A published model to start from; every figure of it can be changed.",
    ),
    layers: label("Layers", "", "Transformer layers, one after another."),
    hidden: label("Hidden", "width", "Width of the residual stream."),
    ffn: label("MLP", "width", "Inner width of the MLP."),
    heads: label("Heads", "", "Query heads of attention."),
    kv: label(
        "KV heads",
        "",
        "Key-value heads: fewer than query heads with grouped-query attention.",
    ),
    headdim: label("Head", "width", "Width of one head."),
    vocab: label(
        "Vocabulary",
        "",
        "Words the model can say, padding included.",
    ),
    gated: label(
        "Gated MLP",
        "",
        "Three matrices in the MLP instead of two, as in SwiGLU.",
    ),
    tied: label(
        "Tied head",
        "",
        "The output head shares the embedding’s weights.",
    ),
    gpu: label("GPU", "", "The card, by its data sheet."),
    gpus: label("GPUs", "", "Cards in the whole cluster."),
    node: label("Per node", "GPUs", "Cards in one server."),
    nvl: label(
        "NVLink",
        "domain",
        "Cards that reach each other over NVLink.",
    ),
    peak: label("Peak", "TFLOP/s", "Dense 16-bit matrix peak of one card."),
    hbm: label("Memory", "GiB", "Memory of one card, as sold."),
    hbmbw: label(
        "HBM",
        "GB/s",
        "Bandwidth between a card’s memory and its cores.",
    ),
    nvbw: label(
        "NVLink",
        "GB/s",
        "Bandwidth to the other cards of the domain, one way: half of what data sheets add up.",
    ),
    nicbw: label(
        "Network",
        "GB/s",
        "Bandwidth of one card’s network port, one way.",
    ),
    tp: label(
        "Tensor",
        "Split",
        "Every matrix is split across so many GPUs, which talk twice a layer: keep them inside a node.",
    ),
    sp: label(
        "Sequence",
        "with TP",
        "Norms and dropout are split along the sequence among the tensor-parallel GPUs.",
    ),
    pp: label(
        "Pipeline",
        "Slice",
        "The layers are sliced into so many stages, one after another.",
    ),
    vp: label(
        "Virtual stages",
        "per rank",
        "Interleaving: each rank holds several thin slices; a smaller bubble for more memory and transfers.",
    ),
    sched: label(
        "Schedule",
        "",
        "The order in which stages run forwards and backwards.",
    ),
    cp: label(
        "Context",
        "",
        "Each sequence is cut into so many pieces, one a GPU.",
    ),
    cpkind: label(
        "Exchange",
        "of context",
        "How the pieces of a sequence see each other’s keys and values.",
    ),
    zero: label(
        "ZeRO",
        "Shard",
        "What the data-parallel copies share out: 1 optimizer, 2 also gradients, 3 also weights (FSDP).",
    ),
    seq: label("Sequence", "tokens", "Tokens of one training sequence."),
    mbs: label(
        "Micro-batch",
        "sequences",
        "Sequences a GPU works on at a time.",
    ),
    gbs: label(
        "Global batch",
        "sequences",
        "Sequences in one optimizer step, over all GPUs.",
    ),
    ckpt: label(
        "Checkpointing",
        "recompute",
        "Keep fewer activations and run part of forward again in backward.",
    ),
    flash: label(
        "Flash Attention",
        "",
        "Attention as one kernel that never writes its scores to memory.",
    ),
    ce: label(
        "Cross-entropy",
        "",
        "How the loss is computed from the logits.",
    ),
    recipe: label(
        "Recipe",
        "",
        "The framework’s habits: bytes per parameter, kernels, what overlaps.",
    ),
    dtype: label("Precision", "", "Type of the matrix products."),
    opt: label(
        "Optimizer",
        "",
        "Decides the bytes of state beside the weights.",
    ),
    overlap: label("Overlap", "", "Whether communication hides under compute."),
    tok: label(
        "Tokens",
        "billions",
        "Training tokens; 20 for each parameter is compute-optimal (Chinchilla).",
    ),
    price: label("Price", "$/GPU-hour", "What one card costs an hour."),
};
