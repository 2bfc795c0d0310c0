//! Seconds of an operation from its shape: a roofline with smooth efficiency.
//!
//! Every kernel stays below its roof, and every utilisation below the peak of the matrix type
//! (`crates/cli/tests/all/properties/peak.rs`).
//!
//! Tests: `tests/all/kernel_times.rs`, `tests/all/papers/attention.rs`.

use super::amount::{Amount, Count, Leaf, Part, Sheet, Symbol, Unit};
use super::calibration::Calibration;
use super::legal::Legal;
use super::plan::{Dtype, Family, Kernels};
use super::units::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, Seconds};

/// One GPU's ceilings for one type of matrix product.
#[derive(Clone, Copy, Debug)]
pub struct Roofline<'a, A: Amount = f64> {
    /// Peak of the matrix products' own type.
    pub peak: FlopsPerSecond<A>,
    /// Peak of 16-bit products, in which attention and the head run; of 32-bit products if the plan
    /// computes in 32 bits.
    pub peak_16: FlopsPerSecond<A>,
    /// Memory bandwidth that streaming kernels reach.
    pub memory: BytesPerSecond<A>,
    /// Share of either peak that large products reach.
    matmul: A,
    matmul_16: A,
    attention: A,
    /// Share of the peak that cuDNN's attention reaches, and the sequence at which it reaches half
    /// of that; `None` if it does not run.
    cudnn: Option<[A; 2]>,
    /// n½, in elements: efficiency halves where the sum of inverse dimensions is 1/n½.
    half_size: A,
    half_size_16: A,
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
pub struct MatrixProduct<C = u64> {
    /// Rows, usually tokens.
    pub rows: C,
    /// Columns of the result.
    pub columns: C,
    /// The dimension summed over.
    pub inner: C,
}

impl<C: Count> MatrixProduct<C> {
    /// 2 · rows · columns · inner.
    #[must_use]
    pub fn flops(&self) -> Flops<C::Amount> {
        let two = C::Amount::quantity(2.0, Unit::FLOPS);
        Flops((two * self.rows.real() * self.columns.real() * self.inner.real()).part(Part::Flops))
    }

    /// Traffic if each matrix crosses the memory bus once, 16 bit an element.
    #[must_use]
    pub fn bytes(&self) -> Bytes<C> {
        let two = C::bytes(2);
        let sum = Bytes::product([two, self.rows, self.inner])
            + Bytes::product([two, self.inner, self.columns])
            + Bytes::product([two, self.rows, self.columns]);
        Bytes(sum.0.part(Part::Moved))
    }

    /// True of a product without a number to compute.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows == C::ZERO || self.columns == C::ZERO || self.inner == C::ZERO
    }
}

impl<'a, A: Amount> Roofline<'a, A> {
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
        let (peak, peak_16) = (gpu.peak_rate::<A>(dtype), gpu.peak_rate(wide));
        let pace: A = fitted.pace(gpu);
        let matmul_16 = fitted.matmul::<A>(gpu.family) * pace;
        let memory = BytesPerSecond::of_sheet(Sheet::Memory, gpu.hbm_gb_s);
        Self {
            peak,
            peak_16,
            memory: memory * fitted.memory_efficiency(),
            matmul: matmul_16 * fitted.narrow(gpu.family, dtype),
            matmul_16,
            attention: fitted.attention::<A>(gpu.family) * pace,
            cudnn: match legal.plan.kernels() {
                Kernels::Fused => fitted
                    .cudnn::<A>(gpu.family)
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
    pub fn ceiling(&self) -> A {
        self.matmul
    }

    /// Seconds of one product in the plan's type.
    ///
    /// η = η₀ / (1 + n½(1/rows + 1/columns + 1/inner)) / (1 + α·u), where u counts the powers of two
    /// up to 64 that do not divide the columns, and those that do not divide the inner dimension.
    /// The 4-norm combines this time with that of the memory roof, so that nothing jumps where the
    /// roofs meet.
    #[must_use]
    pub fn product(&self, product: MatrixProduct<A::Count>) -> Seconds<A> {
        self.product_at(product, self.peak * self.matmul, self.half_size)
    }

    /// Seconds of one product in 16 bit, whatever narrower type the plan has.
    #[must_use]
    pub fn product_16(&self, product: MatrixProduct<A::Count>) -> Seconds<A> {
        self.product_at(product, self.peak_16 * self.matmul_16, self.half_size_16)
    }

    /// Seconds of a product, if large and well-aligned ones run at `rate`.
    fn product_at(
        &self,
        product: MatrixProduct<A::Count>,
        rate: FlopsPerSecond<A>,
        half_size: A,
    ) -> Seconds<A> {
        if product.is_empty() {
            return Seconds::ZERO;
        }
        let one = A::number(1.0);
        let inverse = |side: A::Count| (one / side.real()).part(Part::InverseSide);
        let sides = inverse(product.rows) + inverse(product.columns) + inverse(product.inner);
        let thin = half_size * sides.part(Part::InverseSides);
        let factors = misalignment(product.columns.value()) + misalignment(product.inner.value());
        let factors = A::leaf(Leaf::Symbol(Symbol::OddFactors), f64::from(factors));
        let odd = self.fitted.misalignment::<A>() * factors;
        let share = one / (one + thin).part(Part::Thin) / (one + odd).part(Part::Odd);
        let rate = rate * share.part(Part::SideShare);
        let compute = product.flops() / rate.part(Part::Rate);
        let moving = product.bytes() / self.memory.part(Part::MemoryRate);
        let computing = compute.part(Part::Computing);
        let takes = computing.smooth_max(moving.part(Part::Moving));
        takes.part(Part::OneProduct)
    }

    /// Seconds that large, well-aligned products of the plan's type take for this many FLOPs.
    #[must_use]
    pub fn large(&self, flops: Flops<A>) -> Seconds<A> {
        flops / (self.peak * self.matmul)
    }

    /// Seconds that large, well-aligned products in 16 bit take for this many FLOPs.
    #[must_use]
    pub fn large_16(&self, flops: Flops<A>) -> Seconds<A> {
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
    /// assert!((roofline.streaming(0.8 * 3_350e9_f64).0 - 1.0).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn streaming(&self, bytes: A) -> Seconds<A> {
        Seconds(bytes / self.memory.part(Part::MemoryRate).0)
    }

    /// Seconds of fused attention's forward for this many FLOPs at this sequence length.
    /// TransformerEngine prefers cuDNN's kernels to the second generation of Flash Attention from
    /// Hopper on.
    #[must_use]
    pub fn flash_forward(&self, flops: Flops<A>, sequence: A, generation: u64) -> Seconds<A> {
        let s = sequence;
        let faster: A = self.fitted.flash(self.family, generation);
        let flash = self.attention * faster * s / (s + self.fitted.attention_half_sequence());
        let share = match self.cudnn {
            Some([share, half]) if generation >= 2 => flash.max(share * s / (s + half)),
            _ => flash,
        };
        flops / (self.peak_16 * share.part(Part::AttentionShare)).part(Part::Rate)
    }
}

/// n½ grows with the peak: a faster GPU needs larger products to be busy.
fn half_size<A: Amount>(fitted: &Calibration, peak: FlopsPerSecond<A>) -> A {
    let reference = A::quantity(312e12, Unit::FLOPS_PER_SECOND);
    let relative = (peak.0 / reference).part(Part::RelativePeak);
    let growth = relative.power(fitted.matmul_size_exponent());
    let growth = growth.part(Part::PeakGrowth);
    (fitted.matmul_half_size::<A>() * growth).part(Part::HalfSize)
}

/// How many of 2, 4, …, 64 do not divide a dimension.
fn misalignment(dimension: u64) -> u32 {
    6 - dimension.trailing_zeros().min(6)
}
