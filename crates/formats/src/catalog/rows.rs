//! The entries as `build.rs` makes them of the tables in `catalog/`.

use cost::plan::{
    Family, Gpu, LatentAttention, LinearMixer, MixerKind, MixtureOfExperts, Model, Norm, Positions,
};

use super::entry::{GpuEntry, ModelEntry};

include!(concat!(env!("OUT_DIR"), "/catalog.rs"));
