//! Texts of the controls of the cluster.

use super::label::label;
use crate::controls::Label;

pub(super) const CLUSTER: &[Label] = &[
    label("gpu", "GPU", "", "The GPU model, by its data sheet."),
    label("gpus", "GPUs", "", "GPUs in the whole cluster."),
    label("node", "Per node", "GPUs", "GPUs in one server."),
    label(
        "nvl",
        "NVLink",
        "domain",
        "GPUs that reach each other over NVLink.",
    ),
    label(
        "peak",
        "Peak",
        "TFLOP/s",
        "Dense 16-bit matrix peak of one GPU.",
    ),
    label(
        "hbm",
        "Memory",
        "GiB",
        "Memory of one GPU, by its data sheet.",
    ),
    label(
        "hbmbw",
        "HBM",
        "GB/s",
        "Bandwidth between a GPU’s memory and its cores.",
    ),
    label(
        "nvbw",
        "NVLink",
        "GB/s",
        "Bandwidth to GPUs of the domain, one way: half the sum in data sheets.",
    ),
    label(
        "nicbw",
        "Network",
        "GB/s",
        "Bandwidth of one GPU’s network port, one way.",
    ),
    label(
        "pciebw",
        "Host",
        "GB/s",
        "Bandwidth between a GPU and its host’s memory, one way.",
    ),
    label(
        "pod",
        "Pod",
        "",
        "GPUs that the network connects without a bottleneck; 0 is all of them.",
    ),
    label(
        "over",
        "Oversubscription",
        "",
        "Bandwidth of a pod’s network ports over that of its links to other pods.",
    ),
];
