//! Floating-point operations of Muon's step, which makes each matrix's update orthogonal.
//!
//! Tests: `tests/all/limits.rs`.

use super::params::RankParams;
use super::plan::Model;
use super::units::Flops;

/// Newton–Schulz iterations of a step (Jordan 2024, Muon; NVIDIA Emerging-Optimizers,
/// `muon_utils.py`).
const ITERATIONS: f64 = 5.0;

/// A kind of matrix in a layer.
#[derive(Clone, Copy)]
struct Matrices {
    rows: u64,
    columns: u64,
    count: u64,
}

impl Matrices {
    /// Parameters of all matrices of the kind.
    fn params(self) -> f64 {
        self.rows as f64 * self.columns as f64 * self.count as f64
    }

    /// FLOPs of a step on all matrices of the kind. An iteration on an m × n matrix X with m ≤ n
    /// makes A = X·Xᵀ, A² and a product of the two with X: 4·m²·n + 2·m³ FLOPs (Liu 2025, arXiv
    /// 2502.16982, section 2.1).
    fn flops(self) -> f64 {
        let m = self.rows.min(self.columns) as f64;
        let n = self.rows.max(self.columns) as f64;
        ITERATIONS * (4.0 * m * m * n + 2.0 * m * m * m) * self.count as f64
    }
}

/// FLOPs of Muon's step on the parameters that a rank updates, `own` of its layers.
///
/// The matrices of a layer are dealt out whole, so that a rank has its share of them. Where tensor
/// parallelism cuts them, its ranks share the work.
/// Adam updates embedding and head. A linear mixer's matrices count as those of attention do.
pub(super) fn flops(model: &Model, own: RankParams) -> Flops {
    let common = own.common.saturating_sub(own.ends).trainable as f64;
    let experts = own.experts.trainable as f64;
    Flops(common * each(&common_matrices(model)) + experts * each(&[expert(model)]))
}

/// FLOPs for each parameter of these matrices.
fn each(matrices: &[Matrices]) -> f64 {
    let params: f64 = matrices.iter().map(|matrices| matrices.params()).sum();
    let flops: f64 = matrices.iter().map(|matrices| matrices.flops()).sum();
    if params > 0.0 { flops / params } else { 0.0 }
}

/// Matrices of a layer that are no routed expert's.
fn common_matrices(model: &Model) -> [Matrices; 7] {
    let (h, heads) = (model.hidden, model.heads);
    let matrices = |rows, columns, count| Matrices {
        rows,
        columns,
        count,
    };
    let none = matrices(0, 0, 0);
    let inner = if model.moe.experts > 0 && model.moe.shared_width() > 0 {
        model.moe.shared_width()
    } else {
        model.ffn
    };
    let out = matrices(heads * model.value_dim(), h, 1);
    let mlp = [matrices(h, inner, model.gates()), matrices(inner, h, 1)];
    let attention = match model.mla {
        None => [
            matrices(h, model.query_width(), 1),
            matrices(h, model.kv_heads * model.head_dim, 2),
            none,
            none,
        ],
        Some(mla) => {
            let query = heads * (mla.nope + mla.rope);
            let rank = if mla.query_rank > 0 {
                mla.query_rank
            } else {
                h
            };
            [
                matrices(h, mla.query_rank, 1),
                matrices(rank, query, 1),
                matrices(h, mla.kv_rank + mla.rope, 1),
                matrices(mla.kv_rank, heads * (mla.nope + mla.value), 1),
            ]
        }
    };
    let [a, b, c, d] = attention;
    [a, b, c, d, out, mlp[0], mlp[1]]
}

/// The matrices of a routed expert.
const fn expert(model: &Model) -> Matrices {
    Matrices {
        rows: model.hidden,
        columns: model.moe.ffn,
        count: model.gates() + 1,
    }
}
