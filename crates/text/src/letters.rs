//! The letters of the formulas of memory.

use cost::amount::Symbol;

messages!("letters");

/// A letter of the formulas of memory, with its meaning.
#[must_use]
pub fn of_memory(symbol: Symbol) -> (&'static str, &'static str) {
    match symbol {
        Symbol::Number => ("", ""),
        Symbol::Element => ("e", letter_element()),
        Symbol::Tokens => ("T", letter_tokens()),
        Symbol::TileTokens => ("Tₜ", letter_tile_tokens()),
        Symbol::OuterTokens => ("S", letter_outer_tokens()),
        Symbol::Sequence => ("s", letter_sequence()),
        Symbol::Hidden => ("h", letter_hidden()),
        Symbol::QkvWidth => ("dₐ", letter_qkv_width()),
        Symbol::QueryValueWidth => ("dᵤ", letter_query_value_width()),
        Symbol::Heads => ("a", letter_heads()),
        Symbol::ValueDim => ("dᵥ", letter_value_dim()),
        Symbol::LatentWidth => ("r", letter_latent_width()),
        Symbol::OutputWidth => ("dₒ", letter_output_width()),
        Symbol::StateWidth => ("dₛ", letter_state_width()),
        Symbol::Gates => ("g", letter_gates()),
        Symbol::Ffn => ("f", letter_ffn()),
        Symbol::SharedFfn => ("fₛ", letter_shared_ffn()),
        Symbol::ExpertFfn => ("fₑ", letter_expert_ffn()),
        Symbol::Tensor => ("t", letter_tensor()),
        Symbol::ExpertTensor => ("tₑ", letter_expert_tensor()),
        Symbol::Copies => ("C", letter_copies()),
        Symbol::Experts => ("E", letter_experts()),
        Symbol::PerToken => ("K", letter_per_token()),
        Symbol::Vocab => ("V", letter_vocab()),
        Symbol::Rank => ("r", letter_rank()),
        Symbol::Layers => ("l", letter_layers()),
        Symbol::MicroBatches => ("n", letter_micro_batches()),
        Symbol::Passes => ("Σln", letter_passes()),
        Symbol::Parameters => ("N", letter_parameters()),
        Symbol::ExpertParameters => ("Nₑ", letter_expert_parameters()),
        Symbol::Shards => ("z", letter_shards()),
        Symbol::ExpertShards => ("zₑ", letter_expert_shards()),
        Symbol::LayerParameters => ("Nₗ", letter_layer_parameters()),
        Symbol::Shapes => ("P", letter_shapes()),
        Symbol::Slack => ("ε", letter_slack()),
        Symbol::Allocated => ("A", letter_allocated()),
        Symbol::Groups => ("G", letter_groups()),
        // Letters that no formula of memory has.
        _ => ("", ""),
    }
}
