//! GPUs, each with where its figures are written.
//!
//! Peaks are dense (without structured sparsity) with fp32 accumulation; bandwidths are one way.
//! NVLink stands for the link between the GPUs of a node, which is PCIe if there is nothing faster.
//! The network is what the vendor's own reference server gives each GPU. Prices are typical
//! on-demand prices of specialised clouds in 2025, for the reader to change.

use super::entry::{CUSTOM_GPU, GpuEntry};
use super::generations::{
    AMPERE, ASCEND, BLACKWELL, GRACE_BLACKWELL, HOPPER, INSTINCT, INSTINCT_350, TRAINIUM_2,
    pcie_card,
};
use cost::plan::{Family, Gpu};

/// The catalogue, by vendor and age.
pub const GPUS: &[GpuEntry] = &[
    GpuEntry {
        name: "V100 32 GB",
        gpu: Gpu {
            preset: "v100",
            family: Family::Volta,
            peak_tflops: 125.0,
            hbm_gib: 32.0,
            hbm_gb_s: 900.0,
            nvlink_gb_s: 150.0,
            nic_gb_s: 6.25,
            pcie_gb_s: 16.0,
            watts: 300.0,
            price: 0.8,
            ..AMPERE
        },
    },
    GpuEntry {
        name: "T4 16 GB",
        gpu: Gpu {
            preset: "t4",
            family: Family::Volta,
            nic_gb_s: 3.125,
            watts: 70.0,
            price: 0.35,
            ..pcie_card(AMPERE, 65.0, [16.0, 320.0], 16.0)
        },
    },
    GpuEntry {
        name: "L4 24 GB",
        gpu: Gpu {
            preset: "l4",
            family: Family::Ada,
            fp8_ratio: 2.0,
            fp4_ratio: 2.0,
            nic_gb_s: 3.125,
            watts: 72.0,
            price: 0.7,
            ..pcie_card(AMPERE, 121.0, [24.0, 300.0], 32.0)
        },
    },
    GpuEntry {
        name: "A10 24 GB",
        gpu: Gpu {
            preset: "a10",
            nic_gb_s: 3.125,
            watts: 150.0,
            price: 0.75,
            ..pcie_card(AMPERE, 125.0, [24.0, 600.0], 32.0)
        },
    },
    GpuEntry {
        name: "A100 40 GB",
        gpu: Gpu {
            preset: "a100-40",
            hbm_gib: 40.0,
            hbm_gb_s: 1_555.0,
            price: 1.3,
            ..AMPERE
        },
    },
    GpuEntry {
        name: "A100 80 GB",
        gpu: Gpu {
            preset: "a100-80",
            ..AMPERE
        },
    },
    GpuEntry {
        name: "A800 80 GB",
        gpu: Gpu {
            preset: "a800",
            nvlink_gb_s: 200.0,
            ..AMPERE
        },
    },
    GpuEntry {
        name: "L40S 48 GB",
        gpu: Gpu {
            preset: "l40s",
            family: Family::Ada,
            fp8_ratio: 2.0,
            fp4_ratio: 2.0,
            watts: 350.0,
            price: 1.0,
            ..pcie_card(AMPERE, 362.0, [48.0, 864.0], 32.0)
        },
    },
    GpuEntry {
        name: "RTX 3090 24 GB",
        gpu: Gpu {
            preset: "rtx3090",
            watts: 350.0,
            price: 0.25,
            ..pcie_card(AMPERE, 71.0, [24.0, 936.0], 32.0)
        },
    },
    GpuEntry {
        name: "RTX 4090 24 GB",
        gpu: Gpu {
            preset: "rtx4090",
            family: Family::Ada,
            fp8_ratio: 2.0,
            fp4_ratio: 2.0,
            watts: 450.0,
            price: 0.4,
            ..pcie_card(AMPERE, 165.2, [24.0, 1_008.0], 32.0)
        },
    },
    GpuEntry {
        name: "RTX 5090 32 GB",
        gpu: Gpu {
            preset: "rtx5090",
            watts: 575.0,
            price: 0.7,
            ..pcie_card(BLACKWELL, 209.5, [32.0, 1_792.0], 64.0)
        },
    },
    GpuEntry {
        name: "RTX PRO 6000 96 GB",
        gpu: Gpu {
            preset: "rtxpro6000",
            watts: 600.0,
            price: 1.8,
            ..pcie_card(BLACKWELL, 503.8, [96.0, 1_792.0], 64.0)
        },
    },
    GpuEntry {
        name: "H20 96 GB",
        gpu: Gpu {
            preset: "h20",
            peak_tflops: 148.0,
            hbm_gib: 96.0,
            hbm_gb_s: 4_000.0,
            watts: 400.0,
            price: 1.5,
            ..HOPPER
        },
    },
    GpuEntry {
        name: "H100 80 GB",
        gpu: Gpu {
            preset: "h100",
            ..HOPPER
        },
    },
    GpuEntry {
        name: "H100 96 GB",
        gpu: Gpu {
            preset: "h100-96",
            hbm_gib: 96.0,
            hbm_gb_s: 2_400.0,
            watts: 500.0,
            ..HOPPER
        },
    },
    GpuEntry {
        name: "H800 80 GB",
        gpu: Gpu {
            preset: "h800",
            nvlink_gb_s: 200.0,
            ..HOPPER
        },
    },
    GpuEntry {
        name: "H200 141 GB",
        gpu: Gpu {
            preset: "h200",
            hbm_gib: 141.0,
            hbm_gb_s: 4_800.0,
            price: 3.0,
            ..HOPPER
        },
    },
    GpuEntry {
        name: "GH200 96 GB",
        gpu: Gpu {
            preset: "gh200",
            hbm_gib: 96.0,
            hbm_gb_s: 4_000.0,
            nic_gb_s: 25.0,
            pcie_gb_s: 450.0,
            node: 4,
            domain: 4,
            watts: 1_000.0,
            price: 1.5,
            ..HOPPER
        },
    },
    GpuEntry {
        name: "B200 180 GB",
        gpu: Gpu {
            preset: "b200",
            ..BLACKWELL
        },
    },
    GpuEntry {
        name: "B300 270 GB",
        gpu: Gpu {
            preset: "b300",
            family: Family::BlackwellUltra,
            fp4_ratio: 6.0,
            hbm_gib: 270.0,
            nic_gb_s: 100.0,
            watts: 1_100.0,
            price: 5.5,
            ..BLACKWELL
        },
    },
    GpuEntry {
        name: "GB200 NVL72 186 GB",
        gpu: Gpu {
            preset: "gb200",
            ..GRACE_BLACKWELL
        },
    },
    GpuEntry {
        name: "GB300 NVL72 279 GB",
        gpu: Gpu {
            preset: "gb300",
            family: Family::BlackwellUltra,
            fp4_ratio: 6.0,
            hbm_gib: 279.0,
            nic_gb_s: 100.0,
            watts: 1_400.0,
            price: 6.5,
            ..GRACE_BLACKWELL
        },
    },
    GpuEntry {
        name: "MI250X 128 GB",
        gpu: Gpu {
            preset: "mi250x",
            peak_tflops: 383.0,
            fp8_ratio: 1.0,
            fp4_ratio: 1.0,
            hbm_gib: 128.0,
            hbm_gb_s: 3_277.0,
            nvlink_gb_s: 150.0,
            nic_gb_s: 25.0,
            pcie_gb_s: 36.0,
            node: 4,
            domain: 4,
            watts: 560.0,
            price: 1.0,
            ..INSTINCT
        },
    },
    GpuEntry {
        name: "MI300X 192 GB",
        gpu: Gpu {
            preset: "mi300x",
            ..INSTINCT
        },
    },
    GpuEntry {
        name: "MI325X 256 GB",
        gpu: Gpu {
            preset: "mi325x",
            hbm_gib: 256.0,
            hbm_gb_s: 6_000.0,
            watts: 1_000.0,
            price: 2.6,
            ..INSTINCT
        },
    },
    GpuEntry {
        name: "MI350X 288 GB",
        gpu: Gpu {
            preset: "mi350x",
            peak_tflops: 2_307.0,
            watts: 1_000.0,
            price: 3.0,
            ..INSTINCT_350
        },
    },
    GpuEntry {
        name: "MI355X 288 GB",
        gpu: Gpu {
            preset: "mi355x",
            ..INSTINCT_350
        },
    },
    GpuEntry {
        name: "TPU v4 32 GB",
        gpu: Gpu {
            preset: "tpu-v4",
            family: Family::Tpu,
            peak_tflops: 275.0,
            fp8_ratio: 1.0,
            fp4_ratio: 1.0,
            hbm_gib: 32.0,
            hbm_gb_s: 1_228.0,
            nvlink_gb_s: 270.0,
            nic_gb_s: 6.25,
            pcie_gb_s: 16.0,
            node: 4,
            domain: 4_096,
            torus: 3,
            watts: 192.0,
            price: 3.2,
        },
    },
    GpuEntry {
        name: "TPU v5p 95 GB",
        gpu: Gpu {
            preset: "tpu-v5p",
            family: Family::Tpu,
            peak_tflops: 459.0,
            fp8_ratio: 1.0,
            fp4_ratio: 1.0,
            hbm_gib: 95.0,
            hbm_gb_s: 2_765.0,
            nvlink_gb_s: 540.0,
            nic_gb_s: 6.25,
            pcie_gb_s: 32.0,
            node: 4,
            domain: 8_960,
            torus: 3,
            watts: 450.0,
            price: 4.2,
        },
    },
    GpuEntry {
        name: "TPU v6e 32 GB",
        gpu: Gpu {
            preset: "tpu-v6e",
            family: Family::Tpu,
            peak_tflops: 918.0,
            fp8_ratio: 1.0,
            fp4_ratio: 1.0,
            hbm_gib: 32.0,
            hbm_gb_s: 1_640.0,
            nvlink_gb_s: 360.0,
            nic_gb_s: 12.5,
            pcie_gb_s: 32.0,
            node: 4,
            domain: 256,
            torus: 2,
            watts: 300.0,
            price: 2.7,
        },
    },
    GpuEntry {
        name: "TPU v7x 192 GB",
        gpu: Gpu {
            preset: "tpu-v7x",
            family: Family::Tpu,
            peak_tflops: 2_307.0,
            fp8_ratio: 2.0,
            fp4_ratio: 2.0,
            hbm_gib: 192.0,
            hbm_gb_s: 7_370.0,
            nvlink_gb_s: 600.0,
            nic_gb_s: 12.5,
            pcie_gb_s: 64.0,
            node: 4,
            domain: 9_216,
            torus: 3,
            watts: 1_000.0,
            price: 8.0,
        },
    },
    GpuEntry {
        name: "Trainium2 96 GB",
        gpu: Gpu {
            preset: "trn2",
            ..TRAINIUM_2
        },
    },
    GpuEntry {
        name: "Trainium2 UltraServer 96 GB",
        gpu: Gpu {
            preset: "trn2u",
            nvlink_gb_s: 640.0,
            domain: 64,
            torus: 3,
            ..TRAINIUM_2
        },
    },
    GpuEntry {
        name: "Ascend 910B 64 GB",
        gpu: Gpu {
            preset: "ascend-910b",
            ..ASCEND
        },
    },
    GpuEntry {
        name: "Ascend 910C 128 GB",
        gpu: Gpu {
            preset: "ascend-910c",
            peak_tflops: 752.0,
            hbm_gib: 128.0,
            hbm_gb_s: 3_200.0,
            nvlink_gb_s: 392.0,
            nic_gb_s: 50.0,
            pcie_gb_s: 80.0,
            domain: 384,
            watts: 800.0,
            price: 3.0,
            ..ASCEND
        },
    },
    GpuEntry {
        name: "Custom card",
        gpu: CUSTOM_GPU,
    },
];
