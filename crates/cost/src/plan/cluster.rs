//! The cluster: a GPU by its data sheet, the sizes of node and NVLink domain, and the number of
//! GPUs.

use serde::{Deserialize, Serialize};

use crate::amount::{Amount, Leaf, Sheet};
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond};

use super::words::Dtype;

/// GPUs of one kind, in nodes, in NVLink domains, in pods of the network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cluster {
    /// The GPU.
    pub gpu: Gpu,
    /// Number of GPUs in all.
    pub gpus: u64,
    /// GPUs under one non-blocking part of the network, a pod; 0 stands for all GPUs.
    pub pod: u64,
    /// Oversubscription of the network above the pods: the bandwidth of a pod's network ports over
    /// that of its links to other pods, at least 1. Llama 3's pods of 3,072 GPUs have 7 (Llama 3
    /// 2024, section 3.3.1).
    pub oversubscription: f64,
}

impl Cluster {
    /// GPUs on a network without a bottleneck.
    #[must_use]
    pub const fn new(gpu: Gpu, gpus: u64) -> Self {
        Self {
            gpu,
            gpus,
            pod: 0,
            oversubscription: 1.0,
        }
    }

    /// GPUs of a pod where the network above it is oversubscribed and has to carry traffic, at
    /// least an NVLink domain: `None` if all GPUs exchange at the full rate of their ports.
    #[must_use]
    pub fn oversubscribed_pod(&self) -> Option<u64> {
        let pod = self.pod.max(self.gpu.domain);
        (self.pod > 0 && pod < self.gpus && self.oversubscription > 1.0).then_some(pod)
    }
}

/// A GPU in data-sheet units, and its usual node.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gpu {
    /// The catalogue entry from which these figures come.
    #[serde(skip)]
    pub preset: &'static str,
    /// Family whose measured efficiencies apply.
    pub family: Family,
    /// Dense 16-bit matrix peak, TFLOP/s.
    pub peak_tflops: f64,
    /// Peak of 8-bit floats relative to 16-bit ones; 1 where the GPU has none.
    pub fp8_ratio: f64,
    /// Peak of 4-bit floats relative to 16-bit ones; 1 where the GPU has none.
    pub fp4_ratio: f64,
    /// Memory as sold, GiB.
    pub hbm_gib: f64,
    /// Memory bandwidth, GB/s.
    pub hbm_gb_s: f64,
    /// Bandwidth to the other GPUs of the domain, one way, GB/s.
    pub nvlink_gb_s: f64,
    /// Network bandwidth of one GPU, one way, GB/s.
    pub nic_gb_s: f64,
    /// Bandwidth of one GPU to the host, one way, GB/s.
    pub pcie_gb_s: f64,
    /// GPUs in a node.
    pub node: u64,
    /// Memory of a node's host, GiB.
    pub host_gib: f64,
    /// GPUs that reach each other over NVLink (or the like).
    pub domain: u64,
    /// Axes of the torus in which a domain is wired; 0 where its GPUs reach each other through
    /// switches. In a torus `nvlink_gb_s` is the sum of all links of a chip, two for each axis.
    pub torus: u64,
    /// Board power, W.
    pub watts: f64,
    /// A typical price, $ per GPU and hour.
    pub price: f64,
}

/// GPUs that share measured efficiencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Family {
    /// V100 and T4.
    Volta,
    /// A100, A800, A10, RTX 30.
    Ampere,
    /// L4, L40S, RTX 40.
    Ada,
    /// H100, H200, H800, H20.
    Hopper,
    /// B200 and GB200, RTX 50 and RTX PRO.
    Blackwell,
    /// B300 and GB300.
    BlackwellUltra,
    /// AMD Instinct.
    Cdna,
    /// Google TPU.
    Tpu,
    /// AWS Trainium.
    Trainium,
    /// Huawei Ascend.
    Ascend,
}

impl Gpu {
    /// Dense peak of matrix products in `dtype`. From Ampere on, fp32 runs as TF32 at half the
    /// 16-bit rate. Before, it runs at an eighth (data sheets: V100 15.7 of 125, A100 156 of 312).
    /// Trainium2 has 181 TFLOP/s in fp32 of 667 in 16 bits (AWS Neuron documentation, "Trainium2
    /// Architecture"). On Ascend 910B a quarter is assumed, as its products reach 87 TFLOP/s in fp32
    /// and 328 in bf16 (measurements of the repository limulidae).
    #[must_use]
    pub fn peak(&self, dtype: Dtype) -> FlopsPerSecond {
        self.peak_rate(dtype)
    }

    /// The dense peak of [`Self::peak`] as a number of a formula.
    pub(crate) fn peak_rate<A: Amount>(&self, dtype: Dtype) -> FlopsPerSecond<A> {
        let ratio = match dtype {
            Dtype::Fp32 => match self.family {
                Family::Volta => 0.125,
                Family::Trainium => 181.0 / 667.0,
                Family::Ascend => 0.25,
                _ => 0.5,
            },
            Dtype::Fp16 | Dtype::Bf16 => 1.0,
            Dtype::Fp8 | Dtype::Fp8Block | Dtype::MxFp8 => self.fp8_ratio,
            Dtype::NvFp4 => self.fp4_ratio,
        };
        let peak = FlopsPerSecond(A::leaf(Leaf::Sheet(Sheet::Peak), self.peak_tflops * 1e12));
        if ratio == 1.0 {
            peak
        } else {
            peak * A::leaf(Leaf::Sheet(Sheet::PeakRatio), ratio)
        }
    }

    /// True if the card has units for products of this type: 8-bit floats since Ada, Hopper and
    /// CDNA 3, their blocks of 32 and 4-bit floats since Blackwell (NVIDIA `TransformerEngine`,
    /// `check_mxfp8_support` and `check_nvfp4_support`). Trainium2 has 8-bit floats; the blocks of 32
    /// come with Trainium3 (AWS Neuron documentation, `nki.isa.nc_matmul_mx`). Ascend 910 has 16-bit
    /// floats and 8-bit integers only (Zuo 2025, section 3.3).
    #[must_use]
    pub fn multiplies(&self, dtype: Dtype) -> bool {
        match dtype {
            Dtype::Fp32 | Dtype::Fp16 | Dtype::Bf16 => true,
            Dtype::Fp8 | Dtype::Fp8Block => self.fp8_ratio > 1.0,
            Dtype::MxFp8 | Dtype::NvFp4 => self.fp4_ratio > self.fp8_ratio,
        }
    }

    /// Memory bandwidth.
    #[must_use]
    pub fn memory_bandwidth(&self) -> BytesPerSecond {
        BytesPerSecond::from_gb(self.hbm_gb_s)
    }

    /// All memory of the GPU, the driver's part included.
    #[must_use]
    pub fn whole_memory(&self) -> Bytes {
        Bytes::from_gib(self.hbm_gib)
    }

    /// Memory that a process can allocate. The driver keeps about half a per cent: an H100 sold
    /// with 80 GiB reports 79.6, a B200 with 180 reports 179.1 (`nvidia-smi`). The driver of an
    /// Ascend keeps more: of 65,536 MiB (`npu-smi`) `torch_npu` reports 62,432 as the total of a
    /// 910B2C.
    #[must_use]
    pub fn usable_memory(&self) -> Bytes {
        let share = match self.family {
            Family::Ascend => 62_432.0 / 65_536.0,
            _ => 0.995,
        };
        Bytes::from_gib(self.hbm_gib * share)
    }

    /// Memory of a node's host.
    #[must_use]
    pub fn host_memory(&self) -> Bytes {
        Bytes::from_gib(self.host_gib)
    }
}
