//! Kinds of attention: latents, windows, and layers without attention.

use super::mixer;
use super::model_file::ModelFile;
use super::names::LIFTED;
use crate::import::imported::Unsaid;
use crate::import::value::ParsedValue;
use cost::plan::{LatentAttention, MixerKind};

/// Kinds of layers by their mixing of tokens.
#[derive(Clone, Copy, PartialEq)]
enum Mixer {
    Full,
    Window,
    Linear,
    StateSpace,
    Convolution,
    /// An MLP without mixing of tokens.
    Mlp,
    /// Experts without mixing of tokens.
    Experts,
    Other,
}

impl Mixer {
    /// The kind of a word of a list.
    fn of(word: &str) -> Self {
        match word {
            "full_attention" | "attention" | "global_attention" | "global" | "full" => Self::Full,
            "sliding_attention" | "chunked_attention" | "local_attention" | "local" => Self::Window,
            "conv" => Self::Convolution,
            "mlp" => Self::Mlp,
            "moe" => Self::Experts,
            "mamba" | "mamba2" | "recurrent" | "hybrid" => Self::StateSpace,
            word if word.contains("linear") || word.contains("lightning") => Self::Linear,
            _ => Self::Other,
        }
    }
}

/// Latent attention, if the file has its ranks.
pub(super) fn latent(file: &mut ModelFile) {
    let Some(kv_rank) = file.whole("kv_lora_rank").filter(|rank| *rank > 0) else {
        return;
    };
    // DeepSeek-V2's figures for missing ones.
    let mla = LatentAttention {
        query_rank: file.whole("q_lora_rank").unwrap_or(0),
        kv_rank,
        nope: file.whole("qk_nope_head_dim").unwrap_or(128),
        rope: file.whole("qk_rope_head_dim").unwrap_or(64),
        value: file.whole("v_head_dim").unwrap_or(128),
    };
    let ranks = [mla.query_rank, mla.kv_rank, mla.nope, mla.rope, mla.value];
    let ranks = ranks.map(|rank| rank.to_string()).join(",");
    file.reading.set("mla", "kv_lora_rank", &ranks);
    file.reading.set_whole("headdim", "v_head_dim", mla.value);
    let heads = file.reading.plan.model.heads;
    file.reading.set_whole("kv", "num_key_value_heads", heads);
}

/// The window with the layers that lack it, and layers whose attention no plan has.
pub(super) fn kinds(file: &mut ModelFile) {
    let layers = mixers(file);
    let count = |kind: Mixer| {
        let found = layers.iter().flatten().filter(|mixer| **mixer == kind);
        found.count() as u64
    };
    let full = count(Mixer::Full);
    for (number, kind, unsaid) in [
        (
            count(Mixer::Linear),
            MixerKind::DeltaNet,
            Unsaid::LinearAttention as fn(u64) -> _,
        ),
        (
            count(Mixer::StateSpace),
            MixerKind::Mamba2,
            Unsaid::StateSpace,
        ),
    ] {
        if number > 0 && !mixer::set(file, kind, full, number) {
            file.reading.unsaid(unsaid(number));
        }
    }
    if count(Mixer::Convolution) > 0 {
        let number = count(Mixer::Convolution);
        file.reading.unsaid(Unsaid::Convolution(number));
    }
    let (mlps, experts) = (count(Mixer::Mlp), count(Mixer::Experts));
    if count(Mixer::Other) == 0 && (mlps == 0) != (experts == 0) {
        let all = layers.iter().flatten().count() as u64;
        mixer::merge(file, all - mlps - experts, mlps, experts);
    } else if count(Mixer::Other) + mlps > 0 || file.of.has_other_parts {
        file.reading.unsaid(Unsaid::LayerParts);
    }
    if file.value.at("index_topk").is_some() {
        file.reading.unsaid(Unsaid::SparseAttention);
    }
    let has_window = count(Mixer::Window) > 0;
    if layers.is_none() || has_window {
        window(file, layers.as_deref());
    }
}

/// The kind of every layer, if the file has it.
fn mixers(file: &ModelFile) -> Option<Vec<Mixer>> {
    let number = file.layers();
    let by = |is_full: &dyn Fn(u64) -> bool, other: Mixer| {
        let kind = |layer| if is_full(layer) { Mixer::Full } else { other };
        Some((0..number).map(kind).collect())
    };
    for name in ["layer_types", "layers_block_type"] {
        if let Some(words) = file.texts(name).filter(|words| !words.is_empty()) {
            return Some(words.into_iter().map(Mixer::of).collect());
        }
    }
    let pattern = file.value.at("hybrid_override_pattern");
    if let Some(pattern) = pattern.and_then(ParsedValue::text) {
        return Some(pattern.chars().map(of_letter).collect());
    }
    // MiniMax: 1 is attention; MiMo: 1 is a window.
    if let Some(kinds) = file.wholes("attn_type_list") {
        let kind = |kind| {
            if kind == 1 {
                Mixer::Full
            } else {
                Mixer::Linear
            }
        };
        return Some(kinds.into_iter().map(kind).collect());
    }
    if let Some(kinds) = file.wholes("hybrid_layer_pattern") {
        let kind = |kind| {
            if kind == 0 {
                Mixer::Full
            } else {
                Mixer::Window
            }
        };
        return Some(kinds.into_iter().map(kind).collect());
    }
    if let Some(full) = file.wholes("attn_layer_indices") {
        return by(&|layer| full.contains(&layer), Mixer::StateSpace);
    }
    if let Some(full) = file.wholes("full_attn_idxs") {
        return by(&|layer| full.contains(&layer), Mixer::Convolution);
    }
    if let Some(linear) = file.wholes("linear_attn_config.kda_layers") {
        // Counted from one.
        return by(&|layer| !linear.contains(&(layer + 1)), Mixer::Linear);
    }
    if let Some(period) = file.whole("attn_layer_period").filter(|&period| period > 0) {
        let offset = file.whole("attn_layer_offset").unwrap_or(0);
        return by(&|layer| layer % period == offset, Mixer::StateSpace);
    }
    if file.value.at("linear_num_key_heads").is_some()
        || file.value.at("layer_group_size").is_some()
    {
        // Qwen3-Next's interval, if the file has none.
        let every = file.whole("full_attention_interval layer_group_size");
        let every = every.unwrap_or(4).max(1);
        return by(&|layer| (layer + 1).is_multiple_of(every), Mixer::Linear);
    }
    if let Some(block) = file.texts("block_types").filter(|block| !block.is_empty()) {
        let words = block.into_iter().cycle().take(number as usize);
        return Some(words.map(Mixer::of).collect());
    }
    let mut has_states = false;
    file.value
        .each_path(&mut |path| has_states |= path.starts_with("mamba_"));
    if has_states {
        by(&|_| false, Mixer::StateSpace)
    } else {
        None
    }
}

/// The kind of a letter of Nemotron-H's pattern.
const fn of_letter(letter: char) -> Mixer {
    match letter {
        'M' => Mixer::StateSpace,
        '*' => Mixer::Full,
        '-' => Mixer::Mlp,
        'E' => Mixer::Experts,
        _ => Mixer::Other,
    }
}

/// The window, and the interval of the layers without it.
fn window(file: &mut ModelFile, layers: Option<&[Mixer]>) {
    let is_off = if file.value.at("use_sliding_window").is_some() {
        !file.is_on("use_sliding_window")
    } else {
        file.of.is_switched
    };
    if is_off || file.figure("window").unwrap_or(0) == 0 {
        return;
    }
    let usual = file.of.lifted;
    let most = file.layers();
    let stated = file.whole(LIFTED).or_else(|| {
        // Exaone's `LLLG`: the last of each four has none.
        let letters = file.value.at("sliding_window_pattern")?.text()?;
        Some(letters.chars().count() as u64)
    });
    let listed = layers.map(lifted);
    if listed == Some(None) {
        file.reading.unsaid(Unsaid::Varies("window"));
    }
    let by = |every: Option<u64>| every.filter(|every| *every <= most);
    let (key, option) = ("fullevery", "sliding_window_pattern");
    if let Some(every) = by(stated) {
        file.reading.set_whole(key, option, every);
    } else if let Some(every) = by(listed.flatten()) {
        file.reading.set_whole(key, "layer_types", every);
    } else {
        file.reading.default(key, option, &usual.to_string());
    }
}

/// Interval of the layers without a window: 0 if all have one, `None` if there is no such rule.
fn lifted(layers: &[Mixer]) -> Option<u64> {
    let is_full = |kind: &Mixer| *kind != Mixer::Window;
    let Some(first) = layers.iter().position(is_full) else {
        return Some(0);
    };
    let every = first + 1;
    let mut numbered = layers.iter().enumerate();
    let is_regular = numbered.all(|(at, kind)| is_full(kind) == (at + 1).is_multiple_of(every));
    is_regular.then_some(every as u64)
}
