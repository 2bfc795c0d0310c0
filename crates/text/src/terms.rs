//! A stage's memory term by term.

use cost::activations::OperationName;
use cost::amount::Symbol;
use cost::memory::terms::{At, Name, StageTerms};
use cost::units::Bytes;
use formats::number::Units;

messages!("terms");

/// Sentence on the memory that a stage needs, and on the moment of its peak.
#[must_use]
pub fn moment(terms: &StageTerms, total: Bytes, units: Units) -> String {
    let moment = terms.moment;
    let backward = if moment.is_first {
        first_backward
    } else {
        later_backward
    };
    let place = match moment.at {
        At::Operation(name) => backward(operation(name).0),
        At::Loss => backward(at_loss()),
        At::Head => backward(at_head()),
        At::Embedding => backward(at_embedding()),
        At::Between => between().to_owned(),
        At::Optimizer => optimizer_step().to_owned(),
    };
    let stage = terms.stage as u64;
    match (moment.in_flight, moment.waiting) {
        (0, 0) => peak(stage, total, &place, units),
        (0, waiting) => peak_waiting(stage, total, &place, waiting, units),
        (in_flight, 0) => peak_in_flight(stage, total, &place, in_flight, units),
        (in_flight, waiting) => {
            peak_in_flight_waiting(stage, total, &place, in_flight, waiting, units)
        }
    }
}

/// The seven kinds, in the order of [`MEMORY`].
///
/// [`MEMORY`]: cost::certainty::MEMORY
#[must_use]
pub fn kinds() -> [&'static str; 7] {
    [
        kind_weights(),
        kind_gradients(),
        kind_optimizer(),
        kind_activations(),
        kind_logits(),
        kind_buffers(),
        kind_context(),
    ]
}

/// An operation's name, and the source of its term.
fn operation(name: OperationName) -> (&'static str, &'static str) {
    match name {
        OperationName::Norm => (operation_norm(), source_layer()),
        OperationName::Latents => (operation_latents(), source_latents()),
        OperationName::Qkv => (operation_qkv(), source_layer()),
        OperationName::Core => (operation_core(), source_attention_core()),
        OperationName::Projection => (operation_projection(), source_layer()),
        OperationName::Dropout => (operation_dropout(), source_layer()),
        OperationName::MlpIn => (operation_mlp_in(), source_layer()),
        OperationName::Activation => (operation_activation(), source_layer()),
        OperationName::MlpOut => (operation_mlp_out(), source_layer()),
        OperationName::Router => (operation_router(), source_experts()),
        OperationName::SharedIn => (operation_shared_in(), source_layer()),
        OperationName::SharedOut => (operation_shared_out(), source_layer()),
        OperationName::ExpertIn => (operation_expert_in(), source_experts()),
        OperationName::ExpertActivation => (operation_expert_activation(), source_experts()),
        OperationName::ExpertOut => (operation_expert_out(), source_experts()),
        OperationName::Combine => (operation_combine(), source_experts()),
    }
}

/// A term's name, and its source.
#[must_use]
pub fn term(name: Name) -> (&'static str, &'static str) {
    match name {
        Name::Operation(name) => operation(name),
        Name::Weights => (term_weights(), source_state()),
        Name::ReferenceWeights => (term_reference_weights(), source_reference()),
        Name::OneGradient => (term_one_gradient(), source_backward_updates()),
        Name::Gradients => (term_gradients(), source_state()),
        Name::Moments => (term_moments(), source_moments()),
        Name::Masters => (term_masters(), source_state()),
        Name::FrozenWeights => (term_frozen_weights(), source_adapters()),
        Name::WideFrozenEnds => (term_wide_frozen_ends(), source_adapters()),
        Name::FrozenExpertWeights => (term_frozen_expert_weights(), source_adapters()),
        Name::Dequantised => (term_dequantised(), source_adapters()),
        Name::ExpertWeights => (term_expert_weights(), source_state()),
        Name::ExpertGradients => (term_expert_gradients(), source_state()),
        Name::ExpertMoments => (term_expert_moments(), source_moments()),
        Name::ExpertMasters => (term_expert_masters(), source_state()),
        Name::LayerInputs => (term_layer_inputs(), source_checkpoints()),
        Name::Embedding => (term_embedding(), source_layer()),
        Name::HeadInput => (term_head_input(), source_head()),
        Name::Waiting => (term_waiting(), source_delayed()),
        Name::LayerAgain => (term_layer_again(), source_checkpoints()),
        Name::LayerBefore => (term_layer_before(), source_freed_late()),
        Name::Remade => (term_remade(), source_recompute()),
        Name::Scratch => (term_scratch(), source_backward_walk()),
        Name::GivenBack => (term_given_back(), source_backward_walk()),
        Name::Logits => (term_logits(), source_head()),
        Name::LogitGradients => (term_logit_gradients(), source_delayed()),
        Name::HeadScratch => (term_head_scratch(), source_head()),
        Name::LossScratch => (term_loss_scratch(), source_loss()),
        Name::Gathered => (term_gathered(), source_gathered()),
        Name::GatheredNarrow => (term_gathered_narrow(), source_gathered()),
        Name::GatheredEnds => (term_gathered_ends(), source_gathered()),
        Name::WholeGradients => (term_whole_gradients(), source_gathered()),
        Name::Workspaces => (term_workspaces(), source_measured()),
        Name::Dummies => (term_dummies(), source_measured()),
        Name::HeadDummy => (term_head_dummy(), source_measured()),
        Name::Boundary => (term_boundary(), source_pipeline()),
        Name::StepCopies => (term_step_copies(), source_step_copies()),
        Name::AutocastCopies => (term_autocast_copies(), source_autocast()),
        Name::ScalesAndWideWeights => (term_scales_and_wide_weights(), source_wide_weights()),
        Name::ScalesAndWideMoments => (term_scales_and_wide_moments(), source_wide_moments()),
        Name::Cache => (term_cache(), source_measured()),
        Name::Context => (term_context(), source_round_figure()),
        Name::Communicators => (term_communicators(), source_round_figure()),
        Name::Beside => (term_beside(), source_fitted()),
        Name::Machine => (term_machine(), source_yours()),
    }
}

/// A symbol with its meaning.
#[must_use]
pub fn symbol(symbol: Symbol) -> (&'static str, &'static str) {
    match symbol {
        Symbol::Number => ("", ""),
        Symbol::Element => ("e", symbol_element()),
        Symbol::Tokens => ("T", symbol_tokens()),
        Symbol::TileTokens => ("Tₜ", symbol_tile_tokens()),
        Symbol::OuterTokens => ("S", symbol_outer_tokens()),
        Symbol::Sequence => ("s", symbol_sequence()),
        Symbol::Hidden => ("h", symbol_hidden()),
        Symbol::QkvWidth => ("dₐ", symbol_qkv_width()),
        Symbol::QueryValueWidth => ("dᵤ", symbol_query_value_width()),
        Symbol::Heads => ("a", symbol_heads()),
        Symbol::ValueDim => ("dᵥ", symbol_value_dim()),
        Symbol::LatentWidth => ("r", symbol_latent_width()),
        Symbol::OutputWidth => ("dₒ", symbol_output_width()),
        Symbol::StateWidth => ("dₛ", symbol_state_width()),
        Symbol::Gates => ("g", symbol_gates()),
        Symbol::Ffn => ("f", symbol_ffn()),
        Symbol::SharedFfn => ("fₛ", symbol_shared_ffn()),
        Symbol::ExpertFfn => ("fₑ", symbol_expert_ffn()),
        Symbol::Tensor => ("t", symbol_tensor()),
        Symbol::ExpertTensor => ("tₑ", symbol_expert_tensor()),
        Symbol::Copies => ("C", symbol_copies()),
        Symbol::Experts => ("E", symbol_experts()),
        Symbol::PerToken => ("K", symbol_per_token()),
        Symbol::Vocab => ("V", symbol_vocab()),
        Symbol::Rank => ("r", symbol_rank()),
        Symbol::Layers => ("l", symbol_layers()),
        Symbol::MicroBatches => ("n", symbol_micro_batches()),
        Symbol::Passes => ("Σln", symbol_passes()),
        Symbol::Parameters => ("N", symbol_parameters()),
        Symbol::ExpertParameters => ("Nₑ", symbol_expert_parameters()),
        Symbol::Shards => ("z", symbol_shards()),
        Symbol::ExpertShards => ("zₑ", symbol_expert_shards()),
        Symbol::LayerParameters => ("Nₗ", symbol_layer_parameters()),
        Symbol::Shapes => ("P", symbol_shapes()),
        Symbol::Slack => ("ε", symbol_slack()),
        Symbol::Allocated => ("A", symbol_allocated()),
        Symbol::Groups => ("G", symbol_groups()),
        // Letters that no formula of memory has.
        _ => ("", ""),
    }
}
