//! Parameters: of the whole model, of a layer, and of what one rank holds.

use super::legal::Legal;
use super::plan::{Model, Norm, Positions};

/// Parameters of one transformer layer, by how tensor parallelism treats them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayerParams {
    /// Query, key and value projections.
    pub qkv: u64,
    /// Attention output projection.
    pub projection: u64,
    /// Matrices that lead into the MLP: one, or two when gated.
    pub fc1: u64,
    /// Matrix that leads out of it.
    pub fc2: u64,
    /// Biases that are cut up with their matrix's columns.
    pub split_biases: u64,
    /// Norms and the biases that every tensor-parallel rank holds whole.
    pub replicated: u64,
}

/// Parameters of a whole model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelParams {
    /// All of them, N.
    pub total: u64,
    /// Those that one token passes through; all of them in a dense model.
    pub active: u64,
    /// Weights that enter a matrix product for every token: projections, MLP and output head,
    /// without the input embedding, norms and biases.
    pub multiplied: u64,
}

impl LayerParams {
    /// Counts one layer.
    ///
    /// h·e·(a + 2k) for queries, keys and values, a·e·h for the projection, 2hf or 3hf for the
    /// MLP, two norms (Narayanan 2021, section 5.1, for h·h attention and 4h MLPs; grouped
    /// queries after Ainslie 2023, gates after Shazeer 2020).
    ///
    /// ```
    /// use shardwise::{catalog, cost::params::LayerParams};
    /// let gpt3 = catalog::model("gpt3-175b").unwrap();
    /// let layer = LayerParams::of(&gpt3);
    /// // 12 h² of matrices at h = 12,288
    /// assert_eq!(layer.matrices(), 12 * 12_288 * 12_288);
    /// ```
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let h = model.hidden;
        let kv_width = model.kv_heads.saturating_mul(model.head_dim);
        let qkv_width = model.query_width() + 2 * kv_width;
        let fc1_width = model.gates() * model.ffn;
        let norm = match model.norm {
            Norm::Rms => h,
            Norm::Layer => 2 * h,
        };
        let (split_biases, whole_biases) = if model.bias {
            (qkv_width + fc1_width, 2 * h)
        } else {
            (0, 0)
        };
        Self {
            qkv: h * qkv_width,
            projection: model.query_width() * h,
            fc1: h * fc1_width,
            fc2: model.ffn * h,
            split_biases,
            replicated: 2 * norm + whole_biases,
        }
    }

    /// The weights of its matrix products.
    #[must_use]
    pub const fn matrices(&self) -> u64 {
        self.qkv + self.projection + self.fc1 + self.fc2
    }

    /// Everything.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.matrices() + self.split_biases + self.replicated
    }

    /// What one of `tensor` ranks holds. Where there are fewer key-value heads than ranks, each
    /// rank holds a copy of one.
    #[must_use]
    pub fn per_rank(&self, model: &Model, tensor: u64) -> u64 {
        let kv_heads = model.kv_heads.div_ceil(tensor).max(1);
        let qkv = model.hidden * model.head_dim * (model.heads / tensor + 2 * kv_heads);
        qkv + (self.projection + self.fc1 + self.fc2 + self.split_biases).div_ceil(tensor)
            + self.replicated
    }
}

impl ModelParams {
    /// Counts a whole model: layers, embedding (once if tied, twice if not), learned positions
    /// and the final norm.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let layer = LayerParams::of(model);
        let table = model.vocab * model.hidden;
        let total = layer.total() * model.layers
            + table * if model.tied { 1 } else { 2 }
            + positions(model)
            + final_norm(model);
        Self {
            total,
            active: total,
            multiplied: layer.matrices() * model.layers + table,
        }
    }
}

/// Parameters that one rank of a virtual stage holds.
#[must_use]
pub fn of_virtual_stage(legal: &Legal, virtual_stage: u64) -> u64 {
    let (model, tensor) = (&legal.plan.model, legal.plan.layout.tensor);
    let first = virtual_stage == 0;
    let last = virtual_stage + 1 == legal.virtual_stages();
    let table = (model.vocab * model.hidden).div_ceil(tensor);
    let mut params = LayerParams::of(model).per_rank(model, tensor) * legal.layers(virtual_stage);
    if first {
        params += table + positions(model);
    }
    if last {
        params += final_norm(model);
    }
    // The tied copy lives on both ends, but only once where they are the same rank.
    if last && !(model.tied && first) {
        params += table;
    }
    params
}

/// Learned positions: one vector for each place of a sequence.
fn positions(model: &Model) -> u64 {
    match model.positions {
        Positions::Learned => model.trained_sequence * model.hidden,
        _ => 0,
    }
}

fn final_norm(model: &Model) -> u64 {
    match model.norm {
        Norm::Rms => model.hidden,
        Norm::Layer => 2 * model.hidden,
    }
}
