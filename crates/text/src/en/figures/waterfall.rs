//! From the peak to the MFU.

use super::super::controls::CONTROLS;
use crate::Label;
use crate::en::words::joined;
use crate::figures::{CauseText, Lever, WaterfallText};
use cost::convention::{Conventions, MfuKind};
use cost::waterfall::{Tenths, Waterfall};
use formats::number::fixed;

const fn lever(key: &'static str, label: Label) -> Lever {
    Lever {
        key,
        name: label.name,
    }
}

const TENSOR: Lever = lever("tp", CONTROLS.tp);
const PIPELINE: Lever = lever("pp", CONTROLS.pp);
const CONTEXT: Lever = lever("cp", CONTROLS.cp);
const MICRO: Lever = lever("mbs", CONTROLS.mbs);
const GLOBAL: Lever = lever("gbs", CONTROLS.gbs);
const OVERLAP: Lever = lever("overlap", CONTROLS.overlap);
const ZERO: Lever = lever("zero", CONTROLS.zero);
const VIRTUAL: Lever = lever("vp", CONTROLS.vp);
const DTYPE: Lever = lever("dtype", CONTROLS.dtype);
const GPU: Lever = lever("gpu", CONTROLS.gpu);

const fn cause(name: &'static str, what: &'static str, levers: &'static [Lever]) -> CauseText {
    CauseText { name, what, levers }
}

pub(super) const WATERFALL: WaterfallText = WaterfallText {
    heading: "From peak to MFU.",
    sentence,
    peak: "peak of the data sheet",
    credit: "counted, never computed",
    end,
    causes: &CAUSES,
    headings: ["from the peak down", "points", "of the step", "how sure"],
};

static CAUSES: [CauseText; 16] = [
    cause(
        "kernels below the peak",
        "What even large matrix products leave of the data sheet. Only another card or another \
             type of products changes it.",
        &[GPU, DTYPE],
    ),
    cause(
        "shapes too small",
        "Products too thin or too odd to fill the card. Fewer ranks to cut them, and more \
             tokens a micro-batch, make them larger.",
        &[TENSOR, MICRO, CONTEXT],
    ),
    cause(
        "attention",
        "The attention core is slower than large products. Flash Attention keeps its scores \
             off the memory bus.",
        &[
            lever("flash", CONTROLS.flash),
            lever("fagen", CONTROLS.fagen),
            lever("seq", CONTROLS.seq),
        ],
    ),
    cause(
        "memory-bound kernels",
        "Norms, residuals, activations and casts only move bytes. Fused kernels move fewer, \
             sequence parallelism divides them.",
        &[lever("kern", CONTROLS.kern), lever("sp", CONTROLS.sp)],
    ),
    cause(
        "head and loss",
        "The output head runs in 16 bit, and the loss passes over every logit. Tensor \
             parallelism divides the vocabulary.",
        &[TENSOR, lever("vocab", CONTROLS.vocab), DTYPE],
    ),
    cause(
        "kernel launches",
        "The card waits for its host. Larger micro-batches give each launch more to do, and a \
             CUDA graph launches many kernels at once.",
        &[MICRO, TENSOR, lever("graph", CONTROLS.graph)],
    ),
    cause(
        "busy experts",
        "The busiest experts multiply more than the mean ones, and all others wait for them.",
        &[lever("imbal", CONTROLS.imbal), lever("ep", CONTROLS.ep)],
    ),
    cause(
        "recompute",
        "Forward work repeated in backward to keep fewer activations.",
        &[
            lever("ckpt", CONTROLS.ckpt),
            lever("ckptmod", CONTROLS.ckptmod),
            lever("ckptn", CONTROLS.ckptn),
        ],
    ),
    cause(
        "tensor parallelism",
        "Collectives in every layer that nothing hides. Fewer ranks, all of them in one NVLink \
             domain, or overlap.",
        &[TENSOR, OVERLAP, MICRO],
    ),
    cause(
        "context parallelism",
        "Keys and values on their way to other ranks. Fewer ranks, or a ring that hides them.",
        &[CONTEXT, lever("cpkind", CONTROLS.cpkind), OVERLAP],
    ),
    cause(
        "expert parallelism",
        "Tokens on their way to their experts and back. Fewer ranks, another dispatcher, or \
             overlap.",
        &[
            lever("ep", CONTROLS.ep),
            lever("disp", CONTROLS.disp),
            OVERLAP,
        ],
    ),
    cause(
        "pipeline transfers",
        "Activations on their way to the next stage. Fewer stages, fewer chunks, or overlap.",
        &[PIPELINE, VIRTUAL, OVERLAP],
    ),
    cause(
        "data parallelism",
        "Gradients and weights among the replicas. A larger batch pays for them less often; \
             ZeRO-3 pays for every micro-batch.",
        &[ZERO, GLOBAL, OVERLAP],
    ),
    cause(
        "bubble",
        "Waiting while the pipeline fills and drains. More micro-batches, fewer stages, interleaved stages or a \
             schedule that splits backward.",
        &[
            GLOBAL,
            PIPELINE,
            MICRO,
            VIRTUAL,
            lever("sched", CONTROLS.sched),
        ],
    ),
    cause(
        "imbalance of stages",
        "Waiting for stages that have more to do. Divide the layers by what they take, with \
             embedding and loss, or in thinner slices.",
        &[
            lever("split", CONTROLS.split),
            lever("ends", CONTROLS.ends),
            PIPELINE,
            VIRTUAL,
        ],
    ),
    cause(
        "optimizer",
        "Its pass over the state, and what a step costs once. ZeRO divides it, a larger batch \
             pays for it less often.",
        &[ZERO, lever("opt", CONTROLS.opt), GLOBAL],
    ),
];

const fn end(conventions: Conventions) -> &'static str {
    match conventions.mfu {
        MfuKind::Hardware => "HFU",
        _ => "MFU",
    }
}

/// "From 100 points of the peak, 39.4 are left as MFU. Kernels below the peak take 16.2 of them,
/// and tensor parallelism most of the rest: 26.5."
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
        " points of the peak ",
        &points(tenths.end),
        " are left as ",
        end(conventions),
        ". Even large kernels miss the data sheet by ",
        &points(tenths.losses[0]),
        "; of what can be changed, ",
        CAUSES[most].name,
        " takes most: ",
        &points(tenths.losses[most]),
        ".",
    ])
}
