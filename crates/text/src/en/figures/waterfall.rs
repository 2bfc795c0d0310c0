//! From the peak to the MFU.

use super::super::controls::control;
use crate::en::words::joined;
use crate::figures::{CauseText, Lever, WaterfallText};
use cost::convention::{Conventions, MfuKind};
use cost::waterfall::{Tenths, Waterfall};
use formats::number::fixed;

const fn lever(key: &'static str) -> Lever {
    let name = control(key).name;
    Lever { key, name }
}

const TENSOR: Lever = lever("tp");
const PIPELINE: Lever = lever("pp");
const CONTEXT: Lever = lever("cp");
const MICRO: Lever = lever("mbs");
const GLOBAL: Lever = lever("gbs");
const OVERLAP: Lever = lever("overlap");
const ZERO: Lever = lever("zero");
const VIRTUAL: Lever = lever("vp");
const DTYPE: Lever = lever("dtype");
const GPU: Lever = lever("gpu");

const fn cause(name: &'static str, what: &'static str, levers: &'static [Lever]) -> CauseText {
    CauseText { name, what, levers }
}

pub(super) const WATERFALL: WaterfallText = WaterfallText {
    heading: "From peak to MFU.",
    sentence,
    peak: "peak of the data sheet",
    credit: "counted but not computed",
    end,
    nothing: "Nothing, or less than 0.1 points, lost to:",
    causes: &CAUSES,
    headings: [
        "from the peak down",
        "points",
        "share of the step",
        "how sure",
    ],
};

static CAUSES: [CauseText; 16] = [
    cause(
        "kernels below the peak",
        "Even large matrix products do not reach the peak of the data sheet. Only another GPU or another number format changes this.",
        &[GPU, DTYPE],
    ),
    cause(
        "small matrix shapes",
        "Matrix products too small to fill the GPU. Fewer ranks that split them, or more tokens per micro-batch, make them larger.",
        &[TENSOR, MICRO, CONTEXT],
    ),
    cause(
        "attention",
        "The attention core is slower than large products. Flash Attention does not write its scores to memory.",
        &[lever("flash"), lever("fagen"), lever("seq")],
    ),
    cause(
        "memory-bound kernels",
        "Norms, residuals, activations and casts only move bytes. Fused kernels move fewer, \
             sequence parallelism divides them.",
        &[lever("kern"), lever("sp")],
    ),
    cause(
        "head and loss",
        "The output head runs in 16 bit, and the loss passes over every logit. Tensor \
             parallelism divides the vocabulary.",
        &[TENSOR, lever("vocab"), DTYPE],
    ),
    cause(
        "kernel launches",
        "The GPU waits for the host. Larger micro-batches give each launch more to do, and a \
             CUDA graph launches many kernels at once.",
        &[MICRO, TENSOR, lever("graph")],
    ),
    cause(
        "expert imbalance",
        "The busiest experts have more tokens than the mean, and all others wait for them.",
        &[lever("imbal"), lever("ep")],
    ),
    cause(
        "recompute",
        "Forward work repeated in backward to keep fewer activations.",
        &[lever("ckpt"), lever("ckptmod"), lever("ckptn")],
    ),
    cause(
        "tensor parallelism",
        "Exposed collectives in every layer. Fewer ranks, all in one NVLink domain, or overlap reduce them.",
        &[TENSOR, OVERLAP, MICRO],
    ),
    cause(
        "context parallelism",
        "Exposed transfers of keys and values. Fewer ranks or an overlapped ring reduce them.",
        &[CONTEXT, lever("cpkind"), lever("cpbal"), OVERLAP],
    ),
    cause(
        "expert parallelism",
        "Exposed transfers of tokens to their experts and back. Fewer ranks, another dispatcher or overlap reduce them.",
        &[lever("ep"), lever("disp"), OVERLAP],
    ),
    cause(
        "pipeline transfers",
        "Exposed transfers of activations to the next stage. Fewer stages, fewer chunks or overlap reduce them.",
        &[PIPELINE, VIRTUAL, OVERLAP],
    ),
    cause(
        "data parallelism",
        "Exposed transfers of gradients and weights among replicas. A larger batch needs them less often; ZeRO-3 needs them for every micro-batch.",
        &[ZERO, GLOBAL, OVERLAP],
    ),
    cause(
        "bubble",
        "Stages are idle while the pipeline fills and drains. More micro-batches, fewer stages, interleaved stages or a schedule that splits backward reduce this.",
        &[GLOBAL, PIPELINE, MICRO, VIRTUAL, lever("sched")],
    ),
    cause(
        "imbalance of stages",
        "Stages wait for those with more work. Divide the layers by their time, with embedding and loss, or use more virtual stages.",
        &[lever("split"), lever("ends"), PIPELINE, VIRTUAL],
    ),
    cause(
        "optimizer",
        "Its pass over the state, and other fixed costs of a step. ZeRO divides it; a larger batch needs it less often.",
        &[ZERO, lever("opt"), GLOBAL],
    ),
];

const fn end(conventions: Conventions) -> &'static str {
    match conventions.mfu {
        MfuKind::Hardware => "HFU",
        _ => "MFU",
    }
}

/// "Of 100 points of the peak, 39.4 remain as MFU. Kernels below the peak cost 16.2 points. The
/// largest other loss: tensor parallelism, 26.5 points."
fn sentence(fall: &Waterfall, tenths: &Tenths, conventions: Conventions) -> String {
    let points = |tenths: u64| fixed(tenths as f64 / 10.0, 1);
    let mut most = 1;
    for (index, loss) in fall.losses.iter().enumerate().skip(1) {
        if *loss > fall.losses[most] {
            most = index;
        }
    }
    joined(&[
        "Of ",
        &fixed(tenths.start as f64 / 10.0, 0),
        " points of the peak, ",
        &points(tenths.end),
        " remain as ",
        end(conventions),
        ". Kernels below the peak cost ",
        &points(tenths.losses[0]),
        " points. The largest other loss: ",
        CAUSES[most].name,
        ", ",
        &points(tenths.losses[most]),
        " points.",
    ])
}
