//! The whole training run: its tokens, its failures and its checkpoints.

use serde::{Deserialize, Serialize};

/// The whole training run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunChoice {
    /// Training tokens; by default 20 per parameter (Hoffmann 2022), or those of a usual fine-tuning
    /// run where it starts from a trained model (Dettmers 2023, appendix B.2).
    pub tokens: Option<u64>,
    /// Mean time between failures of one GPU, hours.
    pub mtbf_hours: f64,
    /// Checkpoint bandwidth of the whole storage, GB/s; by default 2 a node.
    pub checkpoint_gb_s: Option<f64>,
    /// Minutes from a failure to training again.
    pub restart_minutes: f64,
}

impl Default for RunChoice {
    fn default() -> Self {
        Self {
            tokens: None,
            mtbf_hours: 50_000.0,
            checkpoint_gb_s: None,
            restart_minutes: 10.0,
        }
    }
}
