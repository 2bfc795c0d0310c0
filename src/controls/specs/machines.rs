//! Controls of the cluster: GPU type, its figures, and the number of GPUs.

use cost::plan::{Plan, limits};
use formats::catalog::GPUS;
use formats::number::{grouped, three_digits};
use search::degrees;

use super::{no_note, numbers, within};
use crate::controls::spec::{ChoiceControl, Slider};

/// The catalogue of GPUs.
pub(in crate::controls) static GPU: ChoiceControl = ChoiceControl {
    key: "gpu",
    label: |controls| &controls.gpu,
    options: |_| GPUS.iter().map(|entry| entry.name).collect(),
    get: |plan| {
        let preset = plan.cluster.gpu.preset;
        GPUS.iter()
            .position(|entry| entry.gpu.preset == preset)
            .unwrap_or(GPUS.len())
    },
    set: |plan, index| {
        if let Some(entry) = GPUS.get(index) {
            plan.cluster.gpu = entry.gpu;
        }
    },
    note: no_note,
    is_jump: true,
};

pub(in crate::controls) static CLUSTER: Slider =
    whole!(gpus, limits::GPUS, cluster.gpus, |_| degrees::gpus());

/// The GPU's figures and links.
pub(in crate::controls) static CARD: [Slider; 8] = [
    rate!(
        peak,
        cluster.gpu.peak_tflops,
        [
            65.0, 125.0, 165.0, 312.0, 383.0, 459.0, 660.0, 989.0, 1_307.0, 1_750.0, 2_250.0,
            2_500.0, 3_500.0, 5_000.0
        ]
    ),
    rate!(
        hbm,
        cluster.gpu.hbm_gib,
        [
            16.0, 24.0, 32.0, 40.0, 48.0, 64.0, 80.0, 96.0, 128.0, 141.0, 160.0, 180.0, 192.0,
            256.0, 288.0, 384.0
        ]
    ),
    rate!(
        hbmbw,
        cluster.gpu.hbm_gb_s,
        [
            320.0, 600.0, 900.0, 1_555.0, 2_039.0, 2_400.0, 3_350.0, 4_000.0, 4_800.0, 5_300.0,
            6_000.0, 8_000.0, 13_000.0, 20_000.0
        ]
    ),
    rate!(
        nvbw,
        cluster.gpu.nvlink_gb_s,
        [
            16.0, 32.0, 50.0, 64.0, 100.0, 150.0, 200.0, 300.0, 450.0, 600.0, 900.0, 1_800.0
        ]
    ),
    rate!(
        nicbw,
        cluster.gpu.nic_gb_s,
        [1.25, 3.125, 6.25, 12.5, 25.0, 50.0, 100.0, 200.0, 400.0]
    ),
    rate!(
        pciebw,
        cluster.gpu.pcie_gb_s,
        [8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 450.0]
    ),
    whole!(node, limits::GPUS, cluster.gpu.node, |_| vec![
        1, 2, 4, 8, 16
    ]),
    whole!(nvl, limits::GPUS, cluster.gpu.domain, |_| vec![
        1, 2, 4, 8, 16, 32, 36, 64, 72, 144, 256, 576
    ]),
];
