//! A stage's memory term by term.

use crate::en::words::joined;
use crate::figures::TermsText;
use cost::activations::OperationName;
use cost::activations::breakdown::Symbol;
use cost::memory::terms::{At, Name, StageTerms};
use cost::units::Bytes;
use formats::number::{Units, grouped};

pub(super) const TERMS: TermsText = TermsText {
    heading: "Memory terms",
    choose: "Press a bar, or choose a stage, to see every term: ",
    none: "none",
    stage: "stage",
    moment,
    was: "was ",
    kinds: [
        "weights",
        "gradients",
        "optimizer",
        "activations",
        "logits",
        "buffers",
        "context and slack",
    ],
    nothing: "Nothing on this stage.",
    term,
    symbol,
};

/// "Stage 0 needs 56.8 GiB; the peak is in its first backward, at the attention core, with 4
/// micro-batches in flight."
fn moment(terms: &StageTerms, total: Bytes, units: Units) -> String {
    let moment = terms.moment;
    let backward = if moment.is_first {
        "in its first backward, at the "
    } else {
        "in a backward, at the "
    };
    let [before, at] = match moment.at {
        At::Operation(operation) => [backward, operations(operation).0],
        At::Loss => [backward, "loss"],
        At::Head => [backward, "output head"],
        At::Embedding => [backward, "embedding"],
        At::Between => ["", "when a forward or an input gradient ends"],
        At::Optimizer => ["at the ", "optimizer’s step"],
    };
    let flight = match moment.in_flight {
        0 => String::new(),
        1 => String::from(", with 1 micro-batch in flight"),
        several => joined(&[", with ", &grouped(several), " micro-batches in flight"]),
    };
    let waiting = match moment.waiting {
        0 => String::new(),
        some => joined(&[" and the weight gradients of ", &grouped(some), " delayed"]),
    };
    joined(&[
        "Stage ",
        &grouped(terms.stage as u64),
        " needs ",
        &units.size(total),
        "; the peak is ",
        before,
        at,
        &flight,
        &waiting,
        ".",
    ])
}

const KORTHIKANTI: &str = "Korthikanti 2022, section 4.1";
const ZERO: &str = "Rajbhandari 2020, section 3.1, with the framework’s default";
const GATHERED: &str = "Rajbhandari 2020, section 5; Zhao 2023, section 3";
const EXPERTS: &str = "Lepikhin 2020; measured on Megatron-LM’s allocator";

fn operations(name: OperationName) -> (&'static str, &'static str) {
    match name {
        OperationName::Norm => ("norms", KORTHIKANTI),
        OperationName::Latents => (
            "projections into the latents",
            "DeepSeek-V2 2024, section 2.1",
        ),
        OperationName::Qkv => ("projections into q, k, v", KORTHIKANTI),
        OperationName::Core => (
            "attention core",
            "Korthikanti 2022, section 4.1; Dao 2022, section 3.1",
        ),
        OperationName::Projection => ("projection out of attention", KORTHIKANTI),
        OperationName::Dropout => ("dropout masks", KORTHIKANTI),
        OperationName::MlpIn => ("first product of the MLP", KORTHIKANTI),
        OperationName::Activation => ("activation function of the MLP", KORTHIKANTI),
        OperationName::MlpOut => ("last product of the MLP", KORTHIKANTI),
        OperationName::Router => ("router and permutation", EXPERTS),
        OperationName::SharedIn => ("first product of the shared experts", KORTHIKANTI),
        OperationName::SharedOut => ("last product of the shared experts", KORTHIKANTI),
        OperationName::ExpertIn => ("first product of the experts", EXPERTS),
        OperationName::ExpertActivation => ("activation function of the experts", EXPERTS),
        OperationName::ExpertOut => ("last product of the experts", EXPERTS),
        OperationName::Combine => ("return of the token copies", EXPERTS),
    }
}

fn term(name: Name) -> (&'static str, &'static str) {
    match name {
        Name::Weights => ("weights", ZERO),
        Name::Gradients => ("gradients, accumulators included", ZERO),
        Name::Moments => (
            "moments of the optimizer",
            "Kingma 2014; Dettmers 2021; Shazeer 2018",
        ),
        Name::Masters => ("master weights", ZERO),
        Name::ExpertWeights => ("weights of experts", ZERO),
        Name::ExpertGradients => ("gradients of experts", ZERO),
        Name::ExpertMoments => (
            "moments of experts",
            "Kingma 2014; Dettmers 2021; Shazeer 2018",
        ),
        Name::ExpertMasters => ("master weights of experts", ZERO),
        Name::Operation(operation) => operations(operation),
        Name::LayerInputs => ("inputs of recomputed layers", "Chen 2016"),
        Name::Embedding => ("dropout mask of the embedding", KORTHIKANTI),
        Name::HeadInput => (
            "final norm and input of the head",
            "Korthikanti 2022, section 4.3",
        ),
        Name::Waiting => (
            "activations kept for delayed weight gradients",
            "Qi 2023, section 2",
        ),
        Name::LayerAgain => (
            "the current layer, recomputed or fetched again",
            "Chen 2016",
        ),
        Name::Remade => (
            "recomputed for the current operation",
            "Korthikanti 2022, section 5",
        ),
        Name::Scratch => (
            "gradients and workspace of the current operation",
            "the backward walk",
        ),
        Name::GivenBack => ("freed by later operations", "the backward walk"),
        Name::Logits => ("logits and their copies", "Korthikanti 2022, section 4.3"),
        Name::LogitGradients => ("delayed gradients of logits", "Qi 2023, section 2"),
        Name::HeadScratch => ("gradients of logits", "Korthikanti 2022, section 4.3"),
        Name::LossScratch => (
            "fp32 gradients of logits while the loss runs backward",
            "PyTorch’s cross-entropy",
        ),
        Name::Gathered => ("gathered weights of layers", GATHERED),
        Name::GatheredNarrow => ("gathered 8-bit weights of layers", GATHERED),
        Name::GatheredEnds => ("gathered embedding and head", GATHERED),
        Name::WholeGradients => ("gradients of a layer before they are scattered", GATHERED),
        Name::Workspaces => ("workspaces of cuBLAS and TransformerEngine", "measured"),
        Name::Dummies => ("dummy gradients of fused accumulation", "measured"),
        Name::HeadDummy => ("dummy gradients of the output head", "measured"),
        Name::Boundary => (
            "the next tensor from a neighbour",
            "Narayanan 2021, section 3.2",
        ),
        Name::StepCopies => (
            "temporary tensors of the optimizer’s step",
            "PyTorch’s foreach AdamW; DeepSpeed’s fp32 gradients",
        ),
        Name::AutocastCopies => ("16-bit copies of fp32 weights", "PyTorch’s autocast"),
        Name::ScalesAndWideWeights => (
            "scales of 8-bit weights, embedding and head in 16 bits",
            "TransformerEngine’s primary weights in fp8",
        ),
        Name::ScalesAndWideMoments => (
            "scales of 8-bit moments, fp32 moments of the embedding",
            "bitsandbytes; Dettmers 2021, section 2",
        ),
        Name::Cache => ("cached by the allocator", "measured"),
        Name::Context => ("driver context and kernels", "round figure"),
        Name::Communicators => ("buffers of the communicators", "round figure"),
        Name::Beside => (
            "memory outside the allocator, in nvidia-smi",
            "fitted to BLOOM’s trials",
        ),
        Name::Machine => ("as measured on your machine", "your measurement"),
    }
}

fn symbol(symbol: Symbol) -> (&'static str, &'static str) {
    match symbol {
        Symbol::Number => ("", ""),
        Symbol::Element => ("e", "bytes an element"),
        Symbol::Tokens => ("T", "tokens of a micro-batch here, s·b/c"),
        Symbol::TileTokens => ("Tₜ", "tokens of a tile of the MLP"),
        Symbol::OuterTokens => ("S", "those outside tensor-parallel regions, T/t with SP"),
        Symbol::Sequence => ("s", "tokens a sequence"),
        Symbol::Hidden => ("h", "width of the model"),
        Symbol::QkvWidth => ("dₐ", "width of q, k and v here"),
        Symbol::QueryValueWidth => ("dᵤ", "width of q and v here"),
        Symbol::Heads => ("a", "heads here"),
        Symbol::ValueDim => ("dᵥ", "width of a head"),
        Symbol::LatentWidth => ("r", "ranks of the latents"),
        Symbol::OutputWidth => ("dₒ", "mean width of the mixers’ output"),
        Symbol::StateWidth => ("dₛ", "mean states of a token"),
        Symbol::Gates => ("g", "matrices into the MLP"),
        Symbol::Ffn => ("f", "width of the MLP"),
        Symbol::SharedFfn => ("fₛ", "width of the shared experts"),
        Symbol::ExpertFfn => ("fₑ", "width of an expert"),
        Symbol::Tensor => ("t", "tensor-parallel ranks"),
        Symbol::ExpertTensor => ("tₑ", "ranks inside an expert"),
        Symbol::Copies => ("C", "token copies that come here"),
        Symbol::Experts => ("E", "experts"),
        Symbol::PerToken => ("K", "experts a token visits"),
        Symbol::Vocab => ("V", "vocabulary"),
        Symbol::Layers => ("l", "layers"),
        Symbol::MicroBatches => ("n", "micro-batches in flight"),
        Symbol::Passes => ("Σln", "layers times micro-batches, over all chunks"),
        Symbol::Parameters => ("N", "parameters here"),
        Symbol::ExpertParameters => ("Nₑ", "parameters of experts here"),
        Symbol::Shards => ("z", "ranks that shard them"),
        Symbol::ExpertShards => ("zₑ", "ranks that shard the experts"),
        Symbol::LayerParameters => ("Nₗ", "parameters of a layer here"),
        Symbol::Shapes => ("P", "parameters of the distinct weights here"),
        Symbol::Slack => ("ε", "share kept cached"),
        Symbol::Allocated => ("A", "bytes allocated"),
        Symbol::Groups => ("G", "groups of ranks"),
    }
}
