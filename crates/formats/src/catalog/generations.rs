//! The GPUs of each generation from which the others of the catalogue differ in a few figures; the
//! sources are those of the entries.

use super::entry::CUSTOM_GPU;
use cost::plan::{Family, Gpu};

/// Hopper: an H100.
pub(super) const HOPPER: Gpu = CUSTOM_GPU;

/// Ampere: an A100 of 80 GB.
pub(super) const AMPERE: Gpu = Gpu {
    family: Family::Ampere,
    peak_tflops: 312.0,
    fp8_ratio: 1.0,
    fp4_ratio: 1.0,
    hbm_gb_s: 2_039.0,
    nvlink_gb_s: 300.0,
    nic_gb_s: 25.0,
    pcie_gb_s: 32.0,
    watts: 400.0,
    price: 1.8,
    ..CUSTOM_GPU
};

/// Blackwell: a B200.
pub(super) const BLACKWELL: Gpu = Gpu {
    family: Family::Blackwell,
    peak_tflops: 2_250.0,
    fp8_ratio: 2.0,
    fp4_ratio: 4.0,
    hbm_gib: 180.0,
    hbm_gb_s: 8_000.0,
    nvlink_gb_s: 900.0,
    watts: 1_000.0,
    price: 4.5,
    ..CUSTOM_GPU
};

/// Grace superchips: four GPUs to a tray, 72 to an NVLink domain, 450 GB/s to the host.
pub(super) const GRACE_BLACKWELL: Gpu = Gpu {
    peak_tflops: 2_500.0,
    hbm_gib: 186.0,
    pcie_gb_s: 225.0,
    node: 4,
    domain: 72,
    watts: 1_200.0,
    price: 5.5,
    ..BLACKWELL
};

/// CDNA 3: an MI300X.
pub(super) const INSTINCT: Gpu = Gpu {
    family: Family::Cdna,
    peak_tflops: 1_307.0,
    fp4_ratio: 2.0,
    hbm_gib: 192.0,
    hbm_gb_s: 5_300.0,
    nvlink_gb_s: 448.0,
    watts: 750.0,
    price: 2.2,
    ..CUSTOM_GPU
};

/// The two cards of CDNA 4, which differ in clock and power; this is the MI355X.
pub(super) const INSTINCT_350: Gpu = Gpu {
    peak_tflops: 2_517.0,
    fp4_ratio: 4.0,
    hbm_gib: 288.0,
    hbm_gb_s: 8_000.0,
    nvlink_gb_s: 538.0,
    watts: 1_400.0,
    price: 3.5,
    ..INSTINCT
};

/// Trainium2 in a server of 16 chips, a torus of 4 × 4. The UltraServer joins four of them into a
/// torus of 4 × 4 × 4, whose third axis has half the bandwidth of the others; the model counts all
/// three as equal.
pub(super) const TRAINIUM_2: Gpu = Gpu {
    family: Family::Trainium,
    peak_tflops: 667.0,
    fp8_ratio: 1_299.0 / 667.0,
    fp4_ratio: 1_299.0 / 667.0,
    hbm_gib: 96.0,
    hbm_gb_s: 2_900.0,
    nvlink_gb_s: 512.0,
    nic_gb_s: 25.0,
    pcie_gb_s: 32.0,
    node: 16,
    domain: 16,
    torus: 2,
    watts: 500.0,
    price: 2.2,
    ..CUSTOM_GPU
};

/// Ascend: a 910B, of 24 cores that multiply 16 × 16 × 16 each clock of 1.8 GHz.
pub(super) const ASCEND: Gpu = Gpu {
    family: Family::Ascend,
    peak_tflops: 354.0,
    fp8_ratio: 1.0,
    fp4_ratio: 1.0,
    hbm_gib: 64.0,
    hbm_gb_s: 1_600.0,
    nvlink_gb_s: 196.0,
    nic_gb_s: 25.0,
    pcie_gb_s: 32.0,
    watts: 400.0,
    price: 1.5,
    ..CUSTOM_GPU
};

/// A GPU on a PCIe bus alone, with this 16-bit peak, memory in GiB and GB/s, and bus.
pub(super) const fn pcie_card(gpu: Gpu, peak_tflops: f64, hbm: [f64; 2], pcie_gb_s: f64) -> Gpu {
    Gpu {
        peak_tflops,
        hbm_gib: hbm[0],
        hbm_gb_s: hbm[1],
        nvlink_gb_s: pcie_gb_s,
        pcie_gb_s,
        nic_gb_s: 12.5,
        ..gpu
    }
}
