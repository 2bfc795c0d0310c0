//! Words of lists: keys of links, models, GPUs.

use crate::controls::Label;
use formats::link::Key;

/// Words of lists.
#[derive(Clone, Copy, Debug)]
pub struct ListText {
    /// Title, and the sentences below it, of the keys.
    pub keys: [&'static str; 2],
    /// Title, and the sentences below it, of the models.
    pub models: [&'static str; 2],
    /// Title, and the sentences below it, of the GPUs.
    pub gpus: [&'static str; 2],
    /// Columns of the keys: key, name, default, unit, whether a sweep varies it, whether `--fix`
    /// restricts it, release, values.
    pub key_columns: [&'static str; 8],
    /// Columns of the models: preset, name, parameters, active parameters, layers, width, experts.
    pub model_columns: [&'static str; 7],
    /// Columns of the GPUs: preset, name, peak, memory, and rates of HBM, NVLink and network.
    pub gpu_columns: [&'static str; 7],
    /// Cells for true and for false.
    pub switch: [&'static str; 2],
    /// Column of the help of a key, which pages in Markdown have last.
    pub help: &'static str,
    /// Labels of the keys.
    pub labels: &'static [Label],
    /// The values that a key takes.
    pub values: fn(Key) -> String,
}
