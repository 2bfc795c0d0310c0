//! Linear mixers: their shape, and the interval of the layers with attention.

use super::model_file::ModelFile;
use cost::plan::MixerKind;

/// Sets a linear mixer of this kind in `linear` layers beside `attention` layers that have
/// attention. Returns false if no plan can have it.
pub(super) fn set(file: &mut ModelFile, kind: MixerKind, attention: u64, linear: u64) -> bool {
    let Some(every) = interval(attention, linear) else {
        return false;
    };
    let Some((option, shape)) = shape(file, kind) else {
        return false;
    };
    let numbers = shape.map(|number| number.to_string()).join(",");
    file.reading.set("mixer", option, &numbers);
    file.reading.set_whole("fullevery", "layer_types", every);
    true
}

/// Gives each mixer and each attention of a model whose layers have one part each an MLP, narrower
/// in the ratio of their numbers, to the next multiple of 64.
pub(super) fn merge(file: &mut ModelFile, mixers: u64, mlps: u64) {
    let option = "hybrid_override_pattern";
    let ffn = file.reading.plan.model.ffn.saturating_mul(mlps);
    let rounded = (ffn / mixers.max(1)).saturating_add(32) / 64 * 64;
    file.reading.set_whole("layers", option, mixers);
    file.reading.set_whole("ffn", option, rounded.max(64));
}

/// The interval n for which every n-th layer has attention; `None` if no interval gives these
/// numbers. No plan has a model without attention.
fn interval(attention: u64, linear: u64) -> Option<u64> {
    let layers = attention + linear;
    let every = layers.checked_div(attention)?;
    (layers / every == attention).then_some(every)
}

/// The field with the number of heads, and the numbers of the key `mixer`. The defaults are those of
/// `Qwen3NextConfig` and `GraniteMoeHybridConfig` in huggingface/transformers.
fn shape(file: &ModelFile, kind: MixerKind) -> Option<(&'static str, [u64; 6])> {
    let or = |names: &str, default: u64| file.whole(names).unwrap_or(default);
    Some(match kind {
        MixerKind::DeltaNet => (
            "linear_num_value_heads",
            [
                2,
                file.whole("linear_num_key_heads")?,
                or("linear_num_value_heads", 32),
                or("linear_key_head_dim", 128),
                or("linear_value_head_dim", 128),
                or("linear_conv_kernel_dim", 4),
            ],
        ),
        MixerKind::Mamba2 => {
            let heads = file
                .whole("mamba_n_heads mamba_num_heads")
                .filter(|heads| *heads > 0)?;
            let inner = or("mamba_expand expand", 2).saturating_mul(file.reading.plan.model.hidden);
            (
                "mamba_n_heads",
                [
                    1,
                    or("mamba_n_groups n_groups", 1),
                    heads,
                    file.whole("mamba_d_state ssm_state_size")?,
                    or("mamba_d_head mamba_head_dim", inner / heads),
                    or("mamba_d_conv conv_kernel", 4),
                ],
            )
        }
    })
}
