//! Names of a model's fields: those that are read, by key, and those that change no figure.
//!
//! Source: huggingface/transformers 5.24.0, `src/transformers/models/*/configuration_*.py`, with
//! their `attribute_map`s, and configurations of models that bring code.

/// Fields of each key of a link; the first that a file has is read.
pub(super) const FIGURES: &[(&str, &str)] = &[
    (
        "layers",
        "num_hidden_layers n_layer n_layers num_layers num_transformer_layers",
    ),
    ("hidden", "hidden_size n_embd d_model dim model_dim"),
    (
        "heads",
        "num_attention_heads n_head n_heads num_heads num_query_heads",
    ),
    (
        "kv",
        "num_key_value_heads num_kv_heads n_kv_heads n_head_kv multi_query_group_num \
         num_query_groups num_attention_groups attn_config.kv_n_heads",
    ),
    (
        "headdim",
        "head_dim kv_channels attention_head_dim head_size",
    ),
    (
        "ffn",
        "intermediate_size n_inner ffn_hidden_size ffn_dim inner_hidden_size hidden_dim \
         ffn_config.ffn_hidden_size",
    ),
    ("vocab", "vocab_size padded_vocab_size"),
    (
        "experts",
        "num_local_experts num_experts n_routed_experts moe_num_experts num_moe_experts \
         ffn_config.moe_num_experts",
    ),
    (
        "topk",
        "num_experts_per_tok experts_per_token num_experts_per_token moe_topk moe_k moe_top_k \
         top_k_experts num_selected_experts moe_router_topk ffn_config.moe_top_k",
    ),
    (
        "moeffn",
        "moe_intermediate_size expert_ffn_hidden_size moe_ffn_hidden_size expert_intermediate_size",
    ),
    (
        "shared",
        "n_shared_experts num_shared_experts moe_num_shared_experts num_shared_expert",
    ),
    (
        "sharedffn",
        "shared_expert_intermediate_size moe_shared_expert_intermediate_size \
         shared_experts_intermediate_size shared_intermediate_size share_expert_dim",
    ),
    (
        "dense",
        "first_k_dense_replace moe_layer_start_index num_dense_layers first_num_dense_layers",
    ),
    (
        "every",
        "decoder_sparse_step moe_layer_freq moe_layer_interval interleave_moe_layer_step",
    ),
    (
        "mtp",
        "num_nextn_predict_layers num_mtp_modules num_mtp_layers mtp_num_layers \
         mtp_num_hidden_layers",
    ),
    (
        "window",
        "sliding_window sliding_window_size attention_window_size window_size",
    ),
];

/// Intervals of the layers without a window.
pub(super) const LIFTED: &str =
    "sliding_window_pattern _sliding_window_pattern global_attn_every_n_layers layer_switch";

/// Longest sequences that the model can read.
pub(super) const LONGEST: &str = "max_position_embeddings n_positions n_ctx max_sequence_length \
     max_seq_len seq_length model_max_length";

/// Switches of biases in projections and the MLP.
pub(super) const BIAS: &str = "attention_bias mlp_bias bias use_bias add_bias_linear";

/// Lists of the kinds of layers, and rules in their place.
pub(super) const KINDS: &str = "layer_types layers_block_type hybrid_override_pattern \
     attn_type_list hybrid_layer_pattern attn_layer_indices full_attn_idxs attn_layer_period \
     attn_layer_offset full_attention_interval layer_group_size block_types \
     linear_attn_config.kda_layers linear_attn_config.full_attn_layers \
     linear_attn_config.num_heads linear_attn_config.head_dim \
     linear_attn_config.short_conv_kernel_size";

/// Lists of the layers with experts, and rules in their place.
pub(super) const ROUTED: &str = "moe_layers moe_layers_enum mlp_layer_types mlp_only_layers \
     moe_layer_freq expert_layer_period expert_layer_offset";

/// Ranks of latent attention.
pub(super) const LATENT: &str =
    "q_lora_rank kv_lora_rank qk_nope_head_dim qk_rope_head_dim v_head_dim";

/// Other fields that are read.
pub(super) const OTHERS: &str = "\
    model_type architectures is_encoder_decoder tie_word_embeddings multi_query \
    multi_query_attention new_decoder_architecture alibi attn_config.alibi position_embedding_type \
    use_sliding_window no_rope_layer_interval attention_chunk_size intermediate_size_mlp use_mtp \
    index_topk expansion_ratio linear_conv_kernel_dim linear_key_head_dim \
    linear_value_head_dim linear_num_key_heads linear_num_value_heads ssm_state_size n_groups \
    conv_kernel expand moe_latent_size";

/// Shares of dropout, each by the name of some family.
pub(super) const DROPOUT: &str = "attention_dropout attn_pdrop embd_pdrop emb_pdrop resid_pdrop \
     hidden_dropout hidden_dropout_prob resid_dropout embd_dropout residual_dropout \
     embedding_dropout attention_probs_dropout_prob dropout";

/// Fields that change no figure of a plan. A name with a dot at its end stands for all inside.
pub(super) const IDLE: &str = "\
    auto_map. torch_dtype dtype transformers_version use_cache bos_token_id eos_token_id \
    pad_token_id sep_token_id eod_token_id unk_token_id decoder_start_token_id initializer_range \
    initializer_factor rms_norm_eps layer_norm_eps layer_norm_epsilon layernorm_epsilon \
    norm_epsilon norm_eps hidden_act hidden_activation activation_function activation ffn_act_fn \
    rope_theta rope_scaling. rope_scaling rope_parameters. rope_local_base_freq rope_interleave \
    rope_interleaved rotary_pct rotary_emb_base rotary_dim partial_rotary_factor \
    pretraining_tp embd_layer_norm classifier_dropout output_router_logits router_aux_loss_coef \
    aux_loss_alpha seq_aux scoring_func score_function topk_method topk_group n_group \
    norm_topk_prob routed_scaling_factor ep_size max_window_layers swiglu_limit \
    original_max_position_embeddings query_pre_attn_scalar attn_logit_softcapping \
    final_logit_softcapping cache_implementation quantization_config. task_specific_params. \
    summary_type summary_use_proj summary_activation summary_first_dropout summary_proj_to_labels \
    gradient_checkpointing parallel_attn use_parallel_residual qk_layernorm use_qk_norm qk_norm \
    clip_qkv initial_context_length router_jitter_noise scale_attn_weights \
    scale_attn_by_inverse_layer_idx reorder_and_upcast_attn \
    apply_residual_connection_post_layernorm no_rope_layers use_qkv_bias qkv_bias add_qkv_bias \
    attention_multiplier embedding_multiplier logits_scaling residual_multiplier logit_scale \
    attn_temperature_tuning attn_scale floor_scale for_llm_compressor use_mixed_mlp_moe \
    moe_layer_end_index moe_norm_min route_scale mup_enabled use_routing_bias \
    attn_implementation _attn_implementation _name_or_path name_or_path keys_to_ignore. \
    chunk_size_feed_forward torchscript return_dict output_attentions output_hidden_states \
    id2label. label2id. attn_output_gate normalization_function chunk_size use_conv_bias \
    use_mamba_kernels mlp_hidden_act residual_in_fp32 rescale_prenorm_residual num_logits_to_keep \
    moe_shared_expert_overlap mla_use_nope moe_router_activation_func moe_renormalize \
    num_expert_group use_grouped_topk mtp_hybrid_override_pattern index_head_dim index_n_heads vision_config. \
    audio_config. init_method shared_moe_mode mtp_transformer_layers";

/// Beginnings of fields that change no figure, or that are read with a linear mixer.
pub(super) const IDLE_PREFIXES: &[&str] = &["mamba_", "time_step_"];

/// The names of a key.
pub(super) fn of_key(key: &str) -> impl Iterator<Item = &'static str> {
    let found = FIGURES.iter().find(|(known, _)| *known == key);
    found
        .map_or("", |(_, names)| *names)
        .split_ascii_whitespace()
}
