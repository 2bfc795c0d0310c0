//! Linear mixers: their shape, and the interval of the layers with attention.

use super::model_file::ModelFile;
use crate::import::imported::Unsaid;
use cost::plan::{MixerKind, MixtureOfExperts};

/// Sets a linear mixer of this kind in `linear` layers beside `attention` layers that have
/// attention. Returns false if no plan can have it.
pub(super) fn set(file: &mut ModelFile, kind: MixerKind, attention: u64, linear: u64) -> bool {
    let Some(every) = interval(attention, linear) else {
        return false;
    };
    let Some(shape) = shape(file, kind) else {
        return false;
    };
    let numbers = shape.numbers.map(|number| number.to_string()).join(",");
    file.reading.set("mixer", shape.option, &numbers);
    file.reading.set_whole("fullevery", "layer_types", every);
    if let Some(unsaid) = shape.stands_for {
        file.reading.unsaid(unsaid(linear));
    }
    let plan = (attention + linear) / every;
    if plan != attention {
        let file_has = attention;
        file.reading
            .unsaid(Unsaid::AttentionLayers { file_has, plan });
    }
    true
}

/// Multiples to which the width of a merged MLP, and that of merged experts, is rounded. The first is
/// that of the catalogue; small experts need the second, a block of MXFP8.
const MLP: u64 = 64;
const EXPERT: u64 = 32;

/// Gives each mixer and each attention of a model whose layers have one part each an MLP, or experts,
/// narrower in the ratio of their numbers, so that parameters and FLOPs are those of the model.
pub(super) fn merge(file: &mut ModelFile, mixers: u64, mlps: u64, experts: u64) {
    let option = "hybrid_override_pattern";
    let narrowed = |width: u64, parts: u64, multiple: u64| {
        let exact = width.saturating_mul(parts) / mixers.max(1);
        (exact.saturating_add(multiple / 2) / multiple * multiple).max(multiple)
    };
    file.reading.set_whole("layers", option, mixers);
    if experts == 0 {
        let ffn = narrowed(file.reading.plan.model.ffn, mlps, MLP);
        file.reading.set_whole("ffn", option, ffn);
        if file.reading.plan.model.moe.experts > 0 {
            file.reading.plan.model.moe = MixtureOfExperts::default();
            file.reading.set_whole("experts", option, 0);
        }
    } else {
        let moe = file.reading.plan.model.moe;
        for (key, width) in [("moeffn", moe.ffn), ("sharedffn", moe.shared_ffn)] {
            if width > 0 {
                let width = narrowed(width, experts, EXPERT);
                file.reading.set_whole(key, option, width);
            }
        }
    }
    file.reading.unsaid(Unsaid::OnePart(mixers));
}

/// The interval n for which every n-th layer has attention, such that about this number has; `None`
/// if no interval is near. No plan has a model without attention.
fn interval(attention: u64, linear: u64) -> Option<u64> {
    let layers = attention + linear;
    let every = layers.checked_div(attention)?;
    let off_by = |every: &u64| (layers / every).abs_diff(attention);
    let nearest = [every, every + 1].into_iter().min_by_key(off_by)?;
    (off_by(&nearest) * 10 <= layers).then_some(nearest)
}

/// The shape of a linear mixer in a file.
struct MixerShape {
    /// The field with the number of heads.
    option: &'static str,
    /// The numbers of the key `mixer`.
    numbers: [u64; 6],
    /// What a number of layers has, if the plan's mixer only stands for it.
    stands_for: Option<fn(u64) -> Unsaid>,
}

/// The shape of a mixer, if the file has it. The defaults are those of `Qwen3NextConfig`,
/// `GraniteMoeHybridConfig` and `JambaConfig` in huggingface/transformers.
fn shape(file: &ModelFile, kind: MixerKind) -> Option<MixerShape> {
    match kind {
        MixerKind::DeltaNet => delta_net(file).or_else(|| kimi_delta(file)),
        MixerKind::Mamba2 => mamba2(file).or_else(|| mamba1(file)),
    }
}

fn delta_net(file: &ModelFile) -> Option<MixerShape> {
    let or = |names: &str, default: u64| file.whole(names).unwrap_or(default);
    Some(MixerShape {
        option: "linear_num_value_heads",
        numbers: [
            2,
            file.whole("linear_num_key_heads")?,
            or("linear_num_value_heads", 32),
            or("linear_key_head_dim", 128),
            or("linear_value_head_dim", 128),
            or("linear_conv_kernel_dim", 4),
        ],
        stands_for: None,
    })
}

/// Kimi Delta Attention: a decay for each channel of a key instead of one for each head.
///
/// Source: Kimi Linear 2025, section 4, and `modeling_kimi.py` of the release.
fn kimi_delta(file: &ModelFile) -> Option<MixerShape> {
    let heads = file.whole("linear_attn_config.num_heads")?;
    let width = file.whole("linear_attn_config.head_dim")?;
    let taps = file.whole("linear_attn_config.short_conv_kernel_size");
    Some(MixerShape {
        option: "linear_attn_config.num_heads",
        numbers: [2, heads, heads, width, width, taps.unwrap_or(4)],
        stands_for: Some(Unsaid::KimiDelta),
    })
}

fn mamba2(file: &ModelFile) -> Option<MixerShape> {
    let or = |names: &str, default: u64| file.whole(names).unwrap_or(default);
    let heads = file
        .whole("mamba_n_heads mamba_num_heads")
        .filter(|heads| *heads > 0)?;
    Some(MixerShape {
        option: "mamba_n_heads",
        numbers: [
            1,
            or("mamba_n_groups n_groups", 1),
            heads,
            file.whole("mamba_d_state ssm_state_size")?,
            or("mamba_d_head mamba_head_dim", inner(file) / heads),
            or("mamba_d_conv conv_kernel", 4),
        ],
        stands_for: None,
    })
}

/// Mamba-1, as Mamba-2 of the same width and state: its projections differ by the rank of the time
/// step, some 3 % of a mixer's parameters.
fn mamba1(file: &ModelFile) -> Option<MixerShape> {
    let heads = inner(file) / MAMBA_HEAD;
    let state = file.whole("mamba_d_state").filter(|_| heads > 0)?;
    let taps = file.whole("mamba_d_conv").unwrap_or(4);
    Some(MixerShape {
        option: "mamba_d_state",
        numbers: [1, 1, heads, state, MAMBA_HEAD, taps],
        stands_for: Some(Unsaid::Mamba1),
    })
}

/// Width of a head of Mamba-2 (Dao 2024, section 7).
const MAMBA_HEAD: u64 = 64;

/// Channels of a state-space mixer.
fn inner(file: &ModelFile) -> u64 {
    let times = file.whole("mamba_expand expand").unwrap_or(2);
    times.saturating_mul(file.reading.plan.model.hidden)
}
