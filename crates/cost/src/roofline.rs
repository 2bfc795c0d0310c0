//! Seconds of an operation from its shape: a roofline with smooth efficiency.
//!
//! Every kernel stays below its roof, and every utilisation below the peak of the matrix type
//! (`crates/cli/tests/all/properties/peak.rs`).
//!
//! Tests: `tests/all/kernel_times.rs`, `tests/all/papers/attention.rs`.

use super::calibration::Calibration;
use super::legal::Legal;
use super::plan::{Dtype, Family, Kernels};
use super::units::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, Seconds};

/// One GPU's ceilings for one type of matrix product.
#[derive(Clone, Copy, Debug)]
pub struct Roofline<'a> {
    /// Peak of the matrix products' own type.
    pub peak: FlopsPerSecond,
    /// Peak of 16-bit products, in which attention and the head run; of 32-bit products if the plan
    /// computes in 32 bits.
    pub peak_16: FlopsPerSecond,
    /// Memory bandwidth that streaming kernels reach.
    pub memory: BytesPerSecond,
    /// Share of either peak that large products reach.
    matmul: f64,
    matmul_16: f64,
    attention: f64,
    /// Share of the peak that cuDNN's attention reaches, and the sequence at which it reaches half
    /// of that; `None` if it does not run.
    cudnn: Option<[f64; 2]>,
    /// n½, in elements: efficiency halves where the sum of inverse dimensions is 1/n½.
    half_size: f64,
    half_size_16: f64,
    family: Family,
    fitted: &'a Calibration,
}

/// A matrix product of (rows × inner) with (inner × columns), as one rank runs it.
///
/// ```
/// use cost::roofline::MatrixProduct;
/// let square = MatrixProduct { rows: 8_192, columns: 8_192, inner: 8_192 };
/// // 2·8,192³ = 1.1e12 FLOPs over 3 matrices of 2·8,192² bytes: 8,192/3 = 2,731 FLOPs a byte
/// assert_eq!(square.flops().0, 2.0 * 8_192.0_f64.powi(3));
/// assert_eq!(square.bytes().0, 3 * 2 * 8_192 * 8_192);
/// // An H100 needs 989e12 / 3.35e12 = 295 FLOPs a byte to be bound by compute (Williams 2009):
/// // products with one row have less than 1
/// let row = MatrixProduct { rows: 1, ..square };
/// let intensity = |product: MatrixProduct| product.flops().0 / product.bytes().0 as f64;
/// assert!(intensity(square) > 989e12 / 3.35e12 && intensity(row) < 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixProduct {
    /// Rows, usually tokens.
    pub rows: u64,
    /// Columns of the result.
    pub columns: u64,
    /// The dimension summed over.
    pub inner: u64,
}

impl MatrixProduct {
    /// 2 · rows · columns · inner.
    #[must_use]
    pub fn flops(&self) -> Flops {
        Flops(2.0 * self.rows as f64 * self.columns as f64 * self.inner as f64)
    }

    /// Traffic if each matrix crosses the memory bus once, 16 bit an element.
    #[must_use]
    pub fn bytes(&self) -> Bytes {
        Bytes::product([2, self.rows, self.inner])
            + Bytes::product([2, self.inner, self.columns])
            + Bytes::product([2, self.rows, self.columns])
    }
}

impl<'a> Roofline<'a> {
    /// The ceilings of a plan's GPU.
    #[must_use]
    pub fn of(legal: &Legal<'a>) -> Self {
        let (gpu, dtype) = (&legal.plan.cluster.gpu, legal.plan.levers.dtype);
        let fitted = legal.fitted;
        // Attention and head run in 16 bits, unless the plan computes in 32.
        let wide = match dtype {
            Dtype::Fp32 => Dtype::Fp32,
            _ => Dtype::Bf16,
        };
        let (peak, peak_16) = (gpu.peak(dtype), gpu.peak(wide));
        let pace = fitted.pace(gpu);
        let matmul_16 = fitted.matmul(gpu.family) * pace;
        Self {
            peak,
            peak_16,
            memory: gpu.memory_bandwidth() * fitted.memory_efficiency,
            matmul: matmul_16 * fitted.narrow(gpu.family, dtype),
            matmul_16,
            attention: fitted.attention(gpu.family) * pace,
            cudnn: match legal.plan.kernels() {
                Kernels::Fused => fitted
                    .cudnn(gpu.family)
                    .map(|[share, half]| [share * pace, half]),
                _ => None,
            },
            half_size: half_size(fitted, peak * pace),
            half_size_16: half_size(fitted, peak_16 * pace),
            family: gpu.family,
            fitted,
        }
    }

    /// Share of the peak that the best products reach inside training.
    #[must_use]
    pub fn ceiling(&self) -> f64 {
        self.matmul
    }

    /// Seconds of one product in the plan's type.
    ///
    /// η = η₀ / (1 + n½(1/rows + 1/columns + 1/inner)) / (1 + α·u), where u counts the powers of two
    /// up to 64 that do not divide the columns, and those that do not divide the inner dimension. The 4-norm combines this time with that of the memory
    /// roof, so that nothing jumps where the roofs meet.
    #[must_use]
    pub fn product(&self, product: MatrixProduct) -> Seconds {
        self.product_at(product, self.peak * self.matmul, self.half_size)
    }

    /// Seconds of one product in 16 bit, whatever narrower type the plan has.
    #[must_use]
    pub fn product_16(&self, product: MatrixProduct) -> Seconds {
        self.product_at(product, self.peak_16 * self.matmul_16, self.half_size_16)
    }

    /// Seconds of a product, if large and well-aligned ones run at `rate`.
    fn product_at(&self, product: MatrixProduct, rate: FlopsPerSecond, half_size: f64) -> Seconds {
        let MatrixProduct {
            rows,
            columns,
            inner,
        } = product;
        if rows == 0 || columns == 0 || inner == 0 {
            return Seconds::ZERO;
        }
        let thin = half_size * (1.0 / rows as f64 + 1.0 / columns as f64 + 1.0 / inner as f64);
        let odd = self.fitted.misalignment * f64::from(misalignment(columns) + misalignment(inner));
        let compute = product.flops() / (rate * (1.0 / (1.0 + thin) / (1.0 + odd)));
        compute.smooth_max(product.bytes() / self.memory)
    }

    /// Seconds that large, well-aligned products of the plan's type take for this many FLOPs.
    #[must_use]
    pub fn large(&self, flops: Flops) -> Seconds {
        flops / (self.peak * self.matmul)
    }

    /// Seconds that large, well-aligned products in 16 bit take for this many FLOPs.
    #[must_use]
    pub fn large_16(&self, flops: Flops) -> Seconds {
        flops / (self.peak_16 * self.matmul_16)
    }

    /// Seconds of a kernel that does little but move bytes.
    ///
    /// ```
    /// use cost::{legal::Legal, roofline::Roofline};
    /// use formats::catalog;
    /// let plan = catalog::plan("llama3-8b", "h100", 8).unwrap();
    /// let roofline = Roofline::of(&Legal::check(&plan).unwrap());
    /// // 80 % of the data sheet's 3,350 GB/s: 2.68e12 bytes take a second
    /// assert!((roofline.streaming(0.8 * 3_350e9).0 - 1.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn streaming(&self, bytes: f64) -> Seconds {
        Seconds(bytes / self.memory.0)
    }

    /// Seconds of fused attention's forward for this many FLOPs at this sequence length.
    /// TransformerEngine prefers cuDNN's kernels to the second generation of Flash Attention from
    /// Hopper on.
    #[must_use]
    pub fn flash_forward(&self, flops: Flops, sequence: u64, generation: u64) -> Seconds {
        let s = sequence as f64;
        let faster = self.fitted.flash(self.family, generation);
        let flash = self.attention * faster * s / (s + self.fitted.attention_half_sequence);
        let share = match self.cudnn {
            Some([share, half]) if generation >= 2 => flash.max(share * s / (s + half)),
            _ => flash,
        };
        flops / (self.peak_16 * share)
    }
}

/// n½ grows with the peak: a faster GPU needs larger products to be busy.
fn half_size(fitted: &Calibration, peak: FlopsPerSecond) -> f64 {
    // exp ∘ ln is half the code of powf in the page.
    fitted.matmul_half_size * (fitted.matmul_size_exponent * (peak.0 / 312e12).ln()).exp()
}

/// How many of 2, 4, …, 64 do not divide a dimension.
fn misalignment(dimension: u64) -> u32 {
    6 - dimension.trailing_zeros().min(6)
}
