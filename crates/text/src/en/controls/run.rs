//! Texts of the controls of the run and of what was measured.

use super::label::label;
use crate::controls::Label;

pub(super) const RUN: &[Label] = &[
    label(
        "tok",
        "Tokens",
        "billions",
        "Training tokens. Default: 20 per parameter, the compute-optimal number by two of the three methods of Hoffmann 2022 (Chinchilla).",
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
