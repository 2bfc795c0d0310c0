//! Options of NeMo before 2.0: the YAML of its GPT, and Hydra's overrides of it. No plan is written
//! for it.
//!
//! Source of the options and their defaults: NVIDIA/NeMo 1.23.0,
//! `examples/nlp/language_modeling/conf/megatron_gpt_config.yaml`; of defaults of what a file lacks
//! and of their effect: `nemo/collections/nlp/models/language_modeling/megatron_gpt_model.py` and
//! `megatron_base_model.py`, `nemo/collections/nlp/parts/nlp_overrides.py`. What later releases
//! changed: 2.0.0, the same files.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

mod values;

use super::setting::{
    Section, Setting, known, number, read, read_projection, read_table, switch, words,
};
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting};
use crate::import::names::REST_FILES;
use crate::import::value::ParsedValue;
use cost::plan::{Overlap, Recipe, Recompute, ZeroStage};
use values::{
    begin_model, dropout, end_model, experts, ffn, gpus, has_transformer_engine, is_distributed,
    is_fsdp, longest, norm, precision, recompute, types, vocabulary,
};

/// Reads a file, or the overrides of a command.
///
/// # Errors
/// If it trains an adapter.
pub(crate) fn read_file(mut file: Fields) -> Result<(), ImportRefusal> {
    // The configuration of fine-tuning trains an adapter by default.
    let peft = file.value.at("model.peft");
    let scheme = match peft.filter(|peft| peft.has_key(PEFT)) {
        Some(peft) => peft.field(PEFT).map_or_else(String::new, written),
        None => String::from("adapter"),
    };
    let is_full = matches!(scheme.as_str(), "" | "none" | "null");
    if file.has("model.data.train_ds") && !is_full {
        return Err(ImportRefusal::Adapter(scheme));
    }
    file.reading.recipe(Recipe::Nemo);
    file.reading.start_layout();
    let is_other = |name: &str| !name.starts_with("megatron_gpt_config");
    if file.text("config_name").is_some_and(is_other) {
        file.reading.rest_in(REST_FILES[0]);
    }
    read_table(&READ, &mut file);
    Ok(())
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(MODEL_ROWS).begin(begin_model).end(end_model),
    Section::of(RUN_ROWS),
    Section::of(LEVER_ROWS),
];

/// A field of NeMo's fine-tuning.
const PEFT: &str = "peft_scheme";

const LAYOUT_ROWS: &[Setting] = &[
    read("trainer.devices", gpus),
    known("trainer.num_nodes"),
    number("model.tensor_model_parallel_size", "tp").usual("1"),
    number("model.pipeline_model_parallel_size", "pp").usual("1"),
    number("model.context_parallel_size", "cp").usual("1"),
    number("model.expert_model_parallel_size", "ep").usual("1"),
    number("model.virtual_pipeline_model_parallel_size", "vp"),
    switch("model.sequence_parallel", "sp")
        .usual("0")
        .read_when(|file| file.reading.plan.layout.tensor > 1),
    words(
        "model.fsdp_sharding_strategy",
        "zero",
        &[("full", "3"), ("grad", "2")],
    )
    .usual("3")
    .read_when(is_fsdp),
    read("model.fsdp model.optim.name", |file| {
        if !is_fsdp(file) {
            file.reading.plan.layout.zero = if is_distributed(file) {
                ZeroStage::One
            } else {
                ZeroStage::Zero
            };
            file.note("zero", "model.optim.name");
        }
    }),
];

const MODEL_ROWS: &[Setting] = &[
    number("model.num_layers", "layers")
        .figure()
        .of_command("12"),
    number("model.hidden_size", "hidden")
        .figure()
        .of_command("768"),
    read("model.ffn_hidden_size", ffn),
    number("model.num_attention_heads", "heads")
        .figure()
        .of_command("12"),
    number("model.num_query_groups", "kv")
        .follows(|file| file.reading.plan.model.heads.to_string()),
    number("model.kv_channels", "headdim").follows(|file| {
        let model = &file.reading.plan.model;
        (model.hidden / model.heads.max(1)).to_string()
    }),
    words(
        "model.activation",
        "gated",
        &[
            ("gelu", "0"),
            ("approx-gelu", "0"),
            ("squared-relu", "0"),
            ("geglu", "1"),
            ("reglu", "1"),
            ("swiglu", "1"),
            ("fast-geglu", "1"),
            ("fast-reglu", "1"),
            ("fast-swiglu", "1"),
        ],
    )
    .usual("0"),
    switch("model.bias", "bias").usual("1"),
    switch("model.share_embeddings_and_output_weights", "tied").usual("1"),
    words(
        "model.position_embedding_type",
        "pos",
        &[
            ("learned_absolute", "learned"),
            ("rope", "rope"),
            ("alibi", "alibi"),
            ("none", "none"),
        ],
    )
    .usual("learned"),
    read("model.normalization", norm),
    read("model.hidden_dropout model.attention_dropout", dropout),
    number("model.window_size", "window"),
    read("model.max_position_embeddings", longest),
    read("model.override_vocab_size model.tokenizer.type", vocabulary),
    known("model.make_vocab_size_divisible_by model.tokenizer."),
    read("model.num_moe_experts", experts),
    number("model.moe_router_topk", "topk")
        .usual("2")
        .read_when(|file| file.reading.plan.model.moe.experts > 0),
];

const RUN_ROWS: &[Setting] = &[
    number("model.micro_batch_size", "mbs")
        .or_missing(MissingSetting::Batch)
        .of_command("4"),
    number("model.global_batch_size", "gbs")
        .or_missing(MissingSetting::Batch)
        .of_command("8"),
    number(
        "model.encoder_seq_length model.data.seq_length model.data.train_ds.max_seq_length",
        "seq",
    )
    .or_missing(MissingSetting::Sequence)
    .of_command("512"),
    read("trainer.max_steps", |file| {
        let steps = file.whole("trainer.max_steps");
        file.reading.steps(steps, "trainer.max_steps");
    }),
    // Features that no plan has, each where it is on.
    read(UNHELD, |file| {
        for path in UNHELD.split_ascii_whitespace() {
            let found = file
                .value
                .at(path)
                .filter(|value| **value != ParsedValue::Switch(false));
            if let Some(value) = found.map(written) {
                file.reading.unfit(path, &value);
            }
        }
    }),
    known(IDLE),
];

const LEVER_ROWS: &[Setting] = &[
    read("trainer.precision model.precision", precision),
    words("model.fp8", "dtype", &[("true", "fp8")]).read_when(|file| file.is_on("model.fp8")),
    known("model.fp8_e4m3 model.fp8_hybrid"),
    switch("model.fp8_params", "gather8").read_when(|file| file.is_on("model.fp8")),
    words(
        "model.optim.name",
        "opt",
        &[
            ("fused_adam", "adamw"),
            ("distributed_fused_adam", "adamw"),
            ("mcore_distributed_optim", "adamw"),
            ("megatron_fused_adam", "adamw"),
            ("adam", "adamw"),
            ("adamw", "adamw"),
            ("adafactor", "adafactor"),
            ("sgd", "sgdm"),
        ],
    )
    .usual("adamw"),
    read("model.megatron_amp_O2", types),
    known("model.optim.grad_sync_dtype"),
    read("model.activations_checkpoint_granularity", recompute),
    known("model.activations_checkpoint_method"),
    number("model.activations_checkpoint_num_layers", "ckptn").read_when(|file| {
        let is_full = file.reading.plan.levers.recompute == Recompute::Full;
        is_full && file.text("model.activations_checkpoint_method") == Some("block")
    }),
    words(
        "model.cpu_offloading",
        "off",
        &[("true", "acts"), ("false", "none")],
    )
    .usual("none")
    .read_when(|file| !is_fsdp(file)),
    number("model.cpu_offloading_num_layers", "offn")
        .read_when(|file| file.is_on("model.cpu_offloading")),
    words(
        "model.fsdp_cpu_offload",
        "off",
        &[("true", "opt,params"), ("false", "none")],
    )
    .usual("none")
    .read_when(is_fsdp),
    switch("model.use_flash_attention", "flash")
        .usual("0")
        .read_when(|file| !has_transformer_engine(file)),
    // TransformerEngine's attention is fused.
    switch("model.transformer_engine model.mcore_gpt", "flash").read_when(has_transformer_engine),
    switch("model.gradient_accumulation_fusion", "gradfuse").usual("0"),
    read(
        "model.optim.overlap_grad_sync model.optim.overlap_param_sync",
        |file| {
            file.overlap(
                "model.optim.overlap_grad_sync model.optim.overlap_param_sync",
                Overlap::Data,
            );
        },
    ),
    read("model.overlap_p2p_comm", |file| {
        if file.reading.plan.layout.virtual_stages > 1 {
            file.overlap("model.overlap_p2p_comm", Overlap::Pipeline);
        }
    }),
    read("model.ub_tp_comm_overlap", |file| {
        if file.reading.plan.layout.tensor > 1 {
            file.overlap("model.ub_tp_comm_overlap", Overlap::Tensor);
        }
    }),
];

/// Options of features that no plan has.
const UNHELD: &str = "\
    model.fp32_residual_connection model.num_micro_batches_with_partial_activation_checkpoints \
    model.activations_checkpoint_layers_per_pipeline";

/// Options that change no figure. A name with a dot at its end stands for all options inside.
const IDLE: &str = "\
    name config_name config_path restore_from_path defaults run. hydra. exp_manager. cluster_type \
    s3_checkpointing. trainer.accelerator trainer.logger trainer.enable_checkpointing \
    trainer.replace_sampler_ddp trainer.use_distributed_sampler trainer.max_epochs trainer.max_time \
    trainer.log_every_n_steps trainer.val_check_interval trainer.limit_val_batches \
    trainer.limit_test_batches trainer.limit_train_batches trainer.num_sanity_val_steps \
    trainer.check_val_every_n_epoch trainer.gradient_clip_val trainer.accumulate_grad_batches \
    trainer.benchmark trainer.enable_model_summary trainer.enable_progress_bar \
    model.rampup_batch_size model.resume_from_checkpoint model.restore_from_path model.restore_from_ckpt model.data. \
    model.peft. model.seed model.init_method_std model.use_scaled_init_method model.ffn_dropout \
    model.apply_query_key_layer_scaling model.layernorm_epsilon model.do_layer_norm_weight_decay \
    model.pre_process model.post_process model.persist_layer_norm model.headscale \
    model.transformer_block_type model.openai_gelu model.normalize_attention_scores \
    model.rotary_percentage model.rotary_base model.attention_type model.batch_p2p_comm \
    model.seq_len_interpolation_factor model.scale_positional_embedding model.native_amp_init_scale \
    model.native_amp_growth_interval model.hysteresis model.fp16_lm_cross_entropy \
    model.grad_allreduce_chunk_size_mb model.grad_div_ar_fusion model.bias_activation_fusion \
    model.bias_dropout_add_fusion model.masked_softmax_fusion model.get_attention_mask_from_fusion \
    model.apply_rope_fusion model.use_cpu_initialization model.onnx_safe \
    model.apex_transformer_log_level model.gradient_as_bucket_view model.sync_batch_comm \
    model.nccl_communicator_config_path model.fsdp_grad_reduce_dtype model.fsdp_sharded_checkpoint \
    model.fsdp_use_orig_params model.fsdp_limit_all_gathers model.fp8_margin model.fp8_interval \
    model.fp8_amax_history_len model.fp8_amax_compute_algo model.reduce_amax model.use_emha \
    model.ub_tp_comm_overlap_cfg model.cpu_offloading_activations model.cpu_offloading_weights \
    model.sharp model.enable_megatron_timers model.megatron_timer_kwargs. model.nsys_profile. \
    model.optim.lr model.optim.weight_decay model.optim.betas model.optim.eps model.optim.sched. \
    model.optim.bucket_cap_mb model.optim.contiguous_grad_buffer \
    model.optim.contiguous_param_buffer model.gc_interval model.answer_only_loss \
    model.save_nemo_on_validation_end model.dist_ckpt_format model.dist_ckpt_load_on_device \
    model.dist_ckpt_parallel_save model.moe_grouped_gemm model.moe_aux_loss_coeff \
    model.moe_z_loss_coeff model.moe_input_jitter_eps model.moe_router_load_balancing_type";
