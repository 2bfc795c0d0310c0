//! Routed and shared experts, and the layers that have them.

use super::model_file::ModelFile;
use crate::import::imported::{MissingSetting, Unsaid};
use crate::import::value::ParsedValue;
use crate::layers;
use cost::plan::MixtureOfExperts;

/// Experts of a layer, their widths, and the layers that have them.
pub(super) fn experts(file: &mut ModelFile) {
    file.reading.plan.model.moe = MixtureOfExperts::default();
    if file.figure("experts").unwrap_or(0) == 0 {
        // In Granite's dense models this field is the width of the MLP.
        if let Some(width) = file
            .whole("shared_intermediate_size")
            .filter(|&width| width > 0)
        {
            file.reading
                .set_whole("ffn", "shared_intermediate_size", width);
        }
        return;
    }
    if file.figure("topk").is_none() {
        file.reading.missing(MissingSetting::Figure("topk"));
    }
    let ffn = file.reading.plan.model.ffn;
    // Experts of Mixtral and gpt-oss have the width of the MLP.
    let own = file.figure("moeffn");
    if own.is_none() {
        let width = ffn.to_string();
        file.reading.default("moeffn", "intermediate_size", &width);
    }
    shared(file, own.unwrap_or(ffn));
    routed(file);
}

/// Shared experts: their number with the width of a routed one, or the width of all together.
fn shared(file: &mut ModelFile, width: u64) {
    let count = file.figure("shared");
    let own = file.figure("sharedffn").filter(|width| *width > 0);
    match (count, own) {
        (Some(0), _) => {
            file.reading.set("sharedffn", "num_shared_experts", "0");
        }
        (Some(_), None) => {
            file.set_default("sharedffn", width);
        }
        (Some(_), Some(_)) => {}
        (None, Some(_)) => file
            .reading
            .set("shared", "shared_expert_intermediate_size", "1"),
        (None, None) => {}
    }
}

/// The layers with experts.
fn routed(file: &mut ModelFile) {
    if let Some(pattern) = pattern(file) {
        if let Some((dense, every)) = layers::rule(&pattern) {
            set_rule(file, dense, every);
        } else {
            let dense = pattern.iter().filter(|is_routed| !**is_routed).count();
            set_rule(file, dense as u64, 1);
            file.reading.unsaid(Unsaid::Varies("dense"));
        }
        return;
    }
    let _ = file.figure("dense");
    if file.figure("every") == Some(1) {
        // The catalogue's word for every layer.
        let option = file.name("every").unwrap_or_default();
        file.reading.set("every", option, "0");
    }
}

fn set_rule(file: &mut ModelFile, dense: u64, every: u64) {
    let every = if every == 1 { 0 } else { every };
    file.reading.set_whole("dense", "moe_layers", dense);
    file.reading.set_whole("every", "moe_layers", every);
}

/// The layers with experts, if the file lists the layers.
fn pattern(file: &ModelFile) -> Option<Vec<bool>> {
    let layers = file.layers();
    let all = |is_routed: &dyn Fn(u64) -> bool| (0..layers).map(is_routed).collect();
    if let Some(flags) = file.wholes("moe_layer_freq") {
        return Some(flags.iter().map(|flag| *flag > 0).collect());
    }
    if let Some(kinds) = file.texts("mlp_layer_types") {
        return Some(kinds.iter().map(|kind| *kind != "dense").collect());
    }
    if let Some(period) = file
        .whole("expert_layer_period")
        .filter(|&period| period > 0)
    {
        let offset = file.whole("expert_layer_offset").unwrap_or(0);
        return Some(all(&|layer| layer % period == offset));
    }
    let written = file.value.at("moe_layers_enum").and_then(ParsedValue::text);
    let written = written.map(|text| text.split(',').filter_map(|one| one.trim().parse().ok()));
    let listed = file.wholes("moe_layers").filter(|list| !list.is_empty());
    if let Some(listed) = listed.or_else(|| written.map(Iterator::collect)) {
        return Some(all(&|layer| listed.contains(&layer)));
    }
    let dense = file
        .wholes("mlp_only_layers")
        .filter(|list| !list.is_empty())?;
    let step = file.whole("decoder_sparse_step").unwrap_or(1).max(1);
    Some(all(&|layer| {
        !dense.contains(&layer) && (layer + 1).is_multiple_of(step)
    }))
}
