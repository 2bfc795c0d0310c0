//! Parameters: of the whole model, of a layer, and of one rank.
//!
//! Tests: `tests/all/papers/state.rs`, `tests/all/papers/mixers.rs`,
//! `crates/formats/tests/all/catalogue.rs`.

mod adapters;
mod count;
mod layer;
mod pieces;
mod rank;
mod trained;

pub(crate) use adapters::adapted_widths;
pub use count::Params;
pub use layer::{LayerKind, LayerParams};
pub use pieces::Pieces;
pub use rank::RankParams;

use super::plan::{Model, Plan};
use layer::{layer_counts, norm, positions, prediction};

/// Parameters of a whole model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ModelParams {
    /// All parameters, N.
    pub total: u64,
    /// Parameters that one token passes through; all of them in a dense model.
    pub active: u64,
    /// Weights that enter a matrix product for every token: projections, MLP, the experts to which
    /// a token is sent, and the output head. The input embedding, norms and biases do not count.
    pub multiplied: u64,
    /// Parameters that a run trains: all, those of some parts, or those of adapters beside frozen ones.
    pub trained: u64,
}

impl ModelParams {
    /// Counts the model of a plan and its adapters. `total`, `active` and `multiplied` are of the model
    /// alone.
    ///
    /// ```
    /// use cost::params::ModelParams;
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-8b/h100x1&ft=lora&rank=16");
    /// let params = ModelParams::of_plan(&plan);
    /// // r · (i + o) for each of the seven matrices of 32 layers: 0.5 % of 8.03 B
    /// let attention = 2 * (4_096 + 4_096) + 2 * (4_096 + 1_024);
    /// let mlp = 3 * (4_096 + 14_336);
    /// assert_eq!(params.trained, 32 * 16 * (attention + mlp));
    /// assert_eq!((params.total, params.trained), (8_030_261_248, 41_943_040));
    /// ```
    #[must_use]
    pub fn of_plan(plan: &Plan) -> Self {
        let all = Self::of(&plan.model);
        if plan.has_frozen() {
            let trained = trained::of_plan(plan, all.total);
            Self { trained, ..all }
        } else {
            all
        }
    }

    /// Counts a whole model: layers, embedding (once if tied, twice if not), learned positions and
    /// the final norm. Layers that predict further tokens count too, as they are trained with the
    /// other layers. Each merges two streams by a projection 2h → h (DeepSeek-V3 2024, section
    /// 2.2).
    ///
    /// ```
    /// use cost::params::ModelParams;
    /// use formats::catalog;
    /// let llama = ModelParams::of(&catalog::model("llama3-8b").unwrap());
    /// // h = 4,096, f = 14,336, 32 query and 8 key-value heads of 128 (Llama 3 2024, table 3)
    /// let attention = 4_096 * 128 * (32 + 2 * 8) + 32 * 128 * 4_096;
    /// let layer = attention + 3 * 4_096 * 14_336 + 2 * 4_096;
    /// // 32 layers, the embedding, as large a head, the final norm: 8.03 B
    /// assert_eq!(llama.total, 32 * layer + 2 * 128_256 * 4_096 + 4_096);
    /// assert_eq!(llama.total, 8_030_261_248);
    /// // Mixtral 8x7B sends a token to 2 of 8 experts: 47 B parameters, 13 B of them active (Jiang
    /// // 2024, section 1)
    /// let mixtral = ModelParams::of(&catalog::model("mixtral-8x7b").unwrap());
    /// assert_eq!([mixtral.total, mixtral.active].map(|n| n.div_ceil(1_000_000_000)), [47, 13]);
    /// ```
    #[must_use]
    pub fn of(model: &Model) -> Self {
        let extra = model.multi_token_layers;
        let kinds = layer_counts(model);
        let table = model.vocab * model.hidden;
        let mut total = table * if model.tied { 1 } else { 2 }
            + positions::<u64>(model)
            + norm::<u64>(model, model.hidden)
            + extra * prediction::<u64>(model);
        let mut idle = 0;
        let mut multiplied = table * (1 + extra) + extra * 2 * model.hidden * model.hidden;
        for (kind, layers) in kinds {
            let layer = LayerParams::with_attention(model, kind);
            let visited = layer.multiplied(model);
            total += layer.total() * layers;
            idle += (layer.matrices() + layer.experts - visited) * layers;
            multiplied += visited * layers;
        }
        // The mixer changes dense and routed layers by the same number of parameters.
        if let Some(linear) = LayerParams::with_mixer(model, LayerKind::Dense) {
            let attention = LayerParams::with_attention(model, LayerKind::Dense);
            let layers = model.linear_layers();
            total = total + linear.total() * layers - attention.total() * layers;
            multiplied = multiplied + linear.matrices() * layers - attention.matrices() * layers;
        }
        Self {
            total,
            active: total - idle,
            multiplied,
            trained: total,
        }
    }
}
