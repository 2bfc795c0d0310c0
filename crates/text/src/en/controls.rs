//! Labels and help of the controls.

use crate::{Controls, Label};

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
        "Number of tokens in the vocabulary, padding included.",
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
    bias: label("Biases", "", "Projections and MLP add a bias."),
    dropout: label(
        "Dropout",
        "",
        "Dropout masks are kept for backward, as GPT-3 did.",
    ),
    pos: label(
        "Positions",
        "",
        "How the model encodes the position of a token.",
    ),
    window: label(
        "Window",
        "tokens",
        "Tokens that sliding-window attention looks back; 0 for all.",
    ),
    mtp: label(
        "Extra tokens",
        "MTP layers",
        "Extra layers that predict further tokens, as in DeepSeek-V3.",
    ),
    mla: label(
        "MLA",
        "latent attention",
        "Queries, keys and values go through narrow latents, as in DeepSeek-V2.",
    ),
    mlaq: label(
        "MLA query",
        "rank",
        "Rank of the query’s latent; 0 for none.",
    ),
    mlakv: label(
        "KV",
        "rank",
        "Rank of the latent shared by keys and values.",
    ),
    mlanope: label(
        "Key",
        "no position",
        "Width of a head’s part without position.",
    ),
    mlarope: label("MLA key", "rotary", "Width of a head’s rotary part."),
    mlav: label("MLA value", "width", "Width of a value head."),
    experts: label(
        "Experts",
        "routed",
        "Routed experts per layer; 0 is a dense model.",
    ),
    topk: label("Top-k", "per token", "Experts that a token is sent to."),
    moeffn: label("Expert", "width", "Inner width of a routed expert."),
    shared: label("Shared", "experts", "Experts that every token visits."),
    sharedffn: label("Shared", "width", "Inner width of a shared expert."),
    dense: label(
        "Dense",
        "first layers",
        "The first layers that keep one MLP for all.",
    ),
    every: label(
        "Every",
        "nth layer",
        "Every n-th layer has experts; 1 is each.",
    ),
    imbal: label(
        "Imbalance",
        "busiest ÷ mean",
        "Load of the busiest expert over the mean; 1.1 unless chosen.",
    ),
    disp: label(
        "Dispatcher",
        "of tokens",
        "Software that sends tokens to experts and back. Default: the framework’s setting.",
    ),
    graph: label(
        "CUDA graphs",
        "",
        "The kernels that the host launches as one graph: none, attention and router, or a whole \
         iteration. Default: the framework’s setting.",
    ),
    gpu: label(
        "GPU",
        "",
        "The GPU model, with the figures of its data sheet.",
    ),
    gpus: label("GPUs", "", "GPUs in the whole cluster."),
    node: label("Per node", "GPUs", "GPUs in one server."),
    nvl: label(
        "NVLink",
        "domain",
        "GPUs that reach each other over NVLink.",
    ),
    peak: label("Peak", "TFLOP/s", "Dense 16-bit matrix peak of one GPU."),
    hbm: label("Memory", "GiB", "Memory of one GPU, by its data sheet."),
    hbmbw: label(
        "HBM",
        "GB/s",
        "Bandwidth between a GPU’s memory and its cores.",
    ),
    nvbw: label(
        "NVLink",
        "GB/s",
        "Bandwidth to the other GPUs of the domain, one way: half the sum in data sheets.",
    ),
    nicbw: label(
        "Network",
        "GB/s",
        "Bandwidth of one GPU’s network port, one way.",
    ),
    pciebw: label(
        "Host",
        "GB/s",
        "Bandwidth between a GPU and its host’s memory, one way.",
    ),
    tp: label(
        "Tensor",
        "Split",
        "Number of GPUs that split every matrix. They communicate twice per layer: keep them inside a node.",
    ),
    sp: label(
        "Sequence",
        "with TP",
        "Norms and dropout are split along the sequence among the tensor-parallel GPUs.",
    ),
    pp: label(
        "Pipeline",
        "Slice",
        "Number of stages into which the layers are divided, one after another.",
    ),
    vp: label(
        "Virtual stages",
        "per rank",
        "Interleaving: each rank holds several small stages. The bubble is smaller; memory and transfers grow.",
    ),
    sched: label(
        "Schedule",
        "",
        "The order in which stages run forwards and backwards.",
    ),
    cp: label(
        "Context",
        "",
        "Number of pieces of each sequence, one per GPU.",
    ),
    cpkind: label(
        "Exchange",
        "of context",
        "How the pieces of a sequence exchange keys and values.",
    ),
    ep: label(
        "Expert",
        "EP",
        "Number of GPUs that divide the experts of a layer; tokens are sent to them.",
    ),
    etp: label(
        "Expert TP",
        "inside one",
        "Number of GPUs that split each expert’s matrices.",
    ),
    zero: label(
        "ZeRO",
        "Shard",
        "What data-parallel replicas shard: 1 optimizer state, 2 also gradients, 3 also weights (FSDP).",
    ),
    hsdp: label(
        "Shard group",
        "GPUs",
        "GPUs that shard one copy of the state (HSDP); the last value is all of them.",
    ),
    ends: label(
        "Ends count",
        "as layers",
        "Embedding and loss each count as a layer when layers are divided.",
    ),
    split: label(
        "Split",
        "even",
        "Layers of every virtual stage in the order in which a token visits them: 9,11,11,9.",
    ),
    seq: label("Sequence", "tokens", "Tokens of one training sequence."),
    mbs: label(
        "Micro-batch",
        "sequences",
        "Sequences that a GPU processes at a time.",
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
    ckptmod: label(
        "Recomputed",
        "modules",
        "What selective checkpointing runs again in backward.",
    ),
    ckptn: label(
        "Recomputed",
        "layers a stage",
        "Layers of a stage that full checkpointing covers; the last value is all.",
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
        "The framework’s defaults: bytes per parameter, kernels, overlap.",
    ),
    dtype: label("Precision", "", "Type of the matrix products."),
    opt: label(
        "Optimizer",
        "",
        "Decides the bytes of state beside the weights.",
    ),
    master: label(
        "Master weights",
        "",
        "The copy of the weights that the optimizer updates. Remainders are the lower 16 bits of \
         fp32 weights. Default: the framework’s setting.",
    ),
    grads: label(
        "Gradient type",
        "",
        "Type in which gradients are kept until the optimizer’s step. Default: the framework’s \
         setting.",
    ),
    wstore: label("Weights", "stored as", "Storage format of weights."),
    off: label(
        "Offload",
        "to the host",
        "What is moved to host memory, over the GPU’s link to the host.",
    ),
    offn: label(
        "Offloaded",
        "layers a stage",
        "Layers of a stage whose activations move; the last value is all.",
    ),
    overlap: label(
        "Overlap",
        "",
        "Which communication overlaps with compute. Default: the framework’s setting.",
    ),
    kern: label(
        "Kernels",
        "",
        "How well the elementwise kernels are fused. Default: the framework’s setting.",
    ),
    fagen: label(
        "Flash kernel",
        "",
        "Generation of the Flash Attention kernel; the third needs Hopper or Blackwell, other GPUs run the second instead. Default: the framework’s setting.",
    ),
    msg: label(
        "Gradients",
        "",
        "Size of the messages of gradients. Default: the framework’s setting.",
    ),
    gsync: label(
        "Gradient sync",
        "ZeRO-2, FSDP",
        "When ranks reduce the gradients that they shard: after each micro-batch, or once after \
         the last one. Default: the framework’s setting.",
    ),
    tok: label(
        "Tokens",
        "billions",
        "Training tokens; 20 for each parameter is compute-optimal (Chinchilla).",
    ),
    price: label("Price", "$/GPU-hour", "Price of one GPU per hour."),
    watts: label("Power", "W", "Board power of one GPU."),
    mtbf: label(
        "Failure",
        "hours per GPU",
        "Mean time between failures of one GPU.",
    ),
    ckptbw: label(
        "Storage",
        "GB/s",
        "Checkpoint bandwidth of the whole cluster.",
    ),
    restart: label(
        "Restart",
        "minutes",
        "From a failure until training goes on.",
    ),
};

#[cfg(test)]
mod tests {
    use crate::EN;
    use formats::link::Key;

    /// Keys that the page has no control for.
    const WITHOUT: [&str; 2] = ["det", "gradfuse"];

    /// A new key fails here until it has a label.
    #[test]
    fn every_key_has_a_label() {
        for key in Key::all() {
            let has_label = EN.label(key.name()).is_some();
            let is_expected = !WITHOUT.contains(&key.name());
            assert_eq!(has_label, is_expected, "label of the key {key:?}");
        }
    }
}
