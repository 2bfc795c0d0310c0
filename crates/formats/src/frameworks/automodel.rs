//! NeMo AutoModel's YAML: PyTorch's FSDP2 on models of Hugging Face. No plan is written for it.
//!
//! Source of the options and their defaults: NVIDIA-NeMo/Automodel of August 2026 (commit 36044ad3),
//! `nemo_automodel/recipes/_dist_utils.py`, `components/distributed/config.py` and `parallelizer.py`,
//! `components/distributed/pipelining/config.py` and `functional.py`,
//! `components/training/step_scheduler.py`, `components/models/common/utils.py` (`BackendConfig`),
//! `components/_peft/lora.py`, `components/quantization/qlora.py`, `_transformers/auto_model.py`.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

use super::adapters;
use super::setting::{
    Section, Setting, known, number, read, read_projection, read_table, switch, words,
};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::import::names::REST_FILES;
use crate::schedule_names;
use cost::plan::{
    ContextKind, MasterWeights, Module, Optimizer, Overlap, Recipe, Recompute, Schedule, Tuned,
    WordSet, ZeroStage,
};

/// Reads a file. A command changes the file that it names.
pub(crate) fn read_file(mut file: Fields) {
    // Its loop is a loop of its program around FSDP2, and shares with Hugging Face's Trainer the files
    // of models alone: no autocast copies weights, adapters keep the type of the model, no unit is freed
    // late as by the first FSDP, and it has tensor, pipeline and expert parallelism.
    file.reading.recipe(Recipe::TorchTitan);
    file.reading.start_layout();
    if file.reading.is_command {
        file.reading.rest_in(REST_FILES[1]);
    }
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

const TABLE: &[Section] = &[
    Section::of(LAYOUT_ROWS),
    Section::of(ADAPTER_ROWS),
    Section::of(BATCH_ROWS),
    Section::of(LEVER_ROWS),
];

const LAYOUT_ROWS: &[Setting] = &[
    read(MODEL, |file| file.model(MODEL)),
    number("model.config.num_hidden_layers", "layers"),
    number("model.config.hidden_size", "hidden"),
    number("model.config.intermediate_size", "ffn"),
    number("model.config.num_attention_heads", "heads"),
    number("model.config.num_key_value_heads", "kv"),
    number("model.config.vocab_size", "vocab"),
    number("distributed.tp_size", "tp").usual("1"),
    number("distributed.pp_size", "pp").usual("1"),
    number("distributed.cp_size", "cp").usual("1"),
    number("distributed.ep_size", "ep").usual("1"),
    switch("distributed.sequence_parallel", "sp")
        .usual("0")
        .read_when(|file| file.reading.plan.layout.tensor > 1),
    read(
        "distributed.dp_size distributed.dp_replicate_size",
        data_parallel,
    ),
    read(STRATEGY, sharding),
    known("distributed.reshard_after_forward distributed.zero_dp_strategy"),
    read("distributed.pipeline.pp_schedule", pipeline).read_when(has_pipeline),
    known("distributed.pipeline.layers_per_stage"),
    read("model.backend.attn", context_kind),
];

const ADAPTER_ROWS: &[Setting] = &[
    read("peft quantization.load_in_4bit", tuned),
    adapters::double_quantised("quantization.bnb_4bit_use_double_quant").usual("1"),
    number("peft.dim", "rank")
        .usual("8")
        .read_when(adapters::is_frozen),
    read("peft.target_modules peft.match_all_linear", targets).read_when(adapters::is_frozen),
    words(
        "peft.lora_dtype",
        "adtype",
        &[
            ("torch.bfloat16", "half"),
            ("bfloat16", "half"),
            ("torch.float32", "fp32"),
            ("float32", "fp32"),
        ],
    )
    .read_when(adapters::is_frozen),
    read("peft.dropout", |file| {
        adapters::dropout(file, "peft.dropout", "0");
    })
    .read_when(adapters::is_frozen),
    read(UNPLANNED, |file| adapters::unplanned(file, UNPLANNED)).read_when(adapters::is_frozen),
    // Options of adapters that change no figure.
    known(
        "peft._target_ peft.alpha peft.use_triton peft.dropout_position peft.lora_A_init \
         peft.use_memory_efficient_lora quantization.bnb_4bit_compute_dtype \
         quantization.bnb_4bit_quant_type quantization.bnb_4bit_quant_storage",
    ),
];

/// Options of adapters that no plan has.
const UNPLANNED: &str = "\
    peft.use_dora peft.exclude_modules peft.moe_rank_scaling quantization.load_in_8bit";

/// Adapters, if the file has their part.
fn tuned(file: &mut Fields) {
    let path = "quantization.load_in_4bit";
    match (file.has("peft"), file.is_on(path)) {
        (true, true) => adapters::tuned(file, path, Tuned::Qlora),
        (is_there, _) => {
            let kind = if is_there { Tuned::Lora } else { Tuned::All };
            adapters::tuned(file, "peft", kind);
        }
    }
}

/// Matrices with adapters; where all linear modules have one, so has the head.
fn targets(file: &mut Fields) {
    let path = "peft.match_all_linear";
    if file.is_on(path) {
        file.reading.plan.tuning.targets = adapters::all_targets();
        file.note("targets", path);
        return adapters::nearest(file, path, "true");
    }
    adapters::targets(file, "peft.target_modules", adapters::all_targets());
}

const BATCH_ROWS: &[Setting] = &[
    number("distributed.pipeline.pp_microbatch_size", "mbs")
        .usual("1")
        .read_when(has_pipeline),
    number("step_scheduler.local_batch_size", "mbs")
        .usual("1")
        .read_when(|file| !has_pipeline(file)),
    number("step_scheduler.global_batch_size", "gbs").usual("32"),
    read("packed_sequence.packed_sequence_size", sequence),
    known(SEQUENCE),
    read("step_scheduler.max_steps", |file| {
        let steps = file.whole("step_scheduler.max_steps");
        file.reading.steps(steps, "step_scheduler.max_steps");
    }),
];

const LEVER_ROWS: &[Setting] = &[
    words(
        "distributed.mp_policy.param_dtype",
        "dtype",
        &[
            ("bfloat16", "bf16"),
            ("torch.bfloat16", "bf16"),
            ("bf16", "bf16"),
            ("float16", "fp16"),
            ("torch.float16", "fp16"),
            ("float32", "fp32"),
            ("torch.float32", "fp32"),
        ],
    )
    .usual("bf16"),
    words("fp8.enabled", "dtype", &[("true", "fp8")]).read_when(|file| file.is_on("fp8.enabled")),
    switch("fp8.enable_fsdp_float8_all_gather", "gather8")
        .read_when(|file| file.is_on("fp8.enabled")),
    words(
        "model.backend.te_fp8.recipe",
        "dtype",
        &[("current", "fp8"), ("block", "fp8b"), ("mxfp8", "mxfp8")],
    )
    .usual("fp8")
    .read_when(|file| file.has("model.backend.te_fp8")),
    read("model.torch_dtype model.dtype", state),
    known(
        "optimizer._target_ optimizer.master_weights optimizer.store_param_remainders \
         optimizer.exp_avg_dtype optimizer.exp_avg_sq_dtype",
    ),
    words(
        "distributed.activation_checkpointing",
        "ckpt",
        &[
            ("true", "full"),
            ("full", "full"),
            ("selective", "sel"),
            ("false", "none"),
        ],
    )
    .usual("none"),
    read("distributed.activation_checkpointing", |file| {
        if file.reading.plan.levers.recompute == Recompute::Selective {
            file.reading.plan.levers.modules = WordSet::of(&[Module::Ops]);
            file.note("ckptmod", "distributed.activation_checkpointing");
        }
    }),
    read("loss_fn._target_", loss),
    words(
        "distributed.enable_compile compile.enabled",
        "kern",
        &[("true", "compiled"), ("false", "eager")],
    )
    .usual("eager"),
    words(
        "distributed.defer_fsdp_grad_sync",
        "gsync",
        &[("true", "once"), ("false", "each")],
    )
    .usual("once")
    .read_when(|file| file.reading.plan.layout.zero.shards_gradients()),
    words(
        "distributed.offload_policy._target_",
        "off",
        &[("torch.distributed.fsdp.CPUOffloadPolicy", "opt,params")],
    )
    .usual("none"),
    words(
        "model.backend.dispatcher",
        "disp",
        &[
            ("torch", "a2a"),
            ("deepep", "deepep"),
            ("hybridep", "hybridep"),
        ],
    )
    .read_when(|file| file.reading.plan.model.moe.experts > 0),
    words(
        "model.backend.fake_balanced_gate",
        "imbal",
        &[("true", "1")],
    )
    .read_when(|file| file.is_on("model.backend.fake_balanced_gate")),
    words(
        "model.attn_implementation model.backend.attn",
        "flash",
        &[
            ("te", "1"),
            ("sdpa", "1"),
            ("flex", "1"),
            ("flex_attention", "1"),
            ("cudnn", "1"),
            ("flash_attention_2", "1"),
            ("flash_attention_3", "1"),
            ("eager", "0"),
        ],
    )
    .usual("1"),
    read("distributed.enable_async_tensor_parallel", |file| {
        file.overlap("distributed.enable_async_tensor_parallel", Overlap::Tensor);
    })
    .read_when(|file| file.reading.plan.layout.tensor > 1),
    known(IDLE),
];

/// Options that name the model.
const MODEL: &str = "\
    model.pretrained_model_name_or_path model.config.pretrained_model_name_or_path \
    model.config.name_or_path model.config";

/// Options that name the strategy; the second before release 0.2.
const STRATEGY: &str = "distributed.strategy distributed._target_";

/// Options of data that give the tokens of a sequence.
const SEQUENCE: &str =
    "dataset.seq_length dataset.seq_len dataset.max_seq_length dataset.max_length";

/// Options that change no figure. A name with a dot at its end stands for all options inside.
const IDLE: &str = "\
    recipe _target_ seed ci. benchmark. dist_env. rng. checkpoint. wandb wandb. mlflow. comet. \
    logger. slurm. dataset. validation_dataset. dataloader. validation_dataloader. lr_scheduler. \
    clip_grad_norm. nvtx run_validation_on_start tokenizer. profiling. moe_metrics. \
    step_scheduler.ckpt_every_steps step_scheduler.val_every_steps step_scheduler.num_epochs \
    step_scheduler.gc_every_steps step_scheduler.save_checkpoint_every_epoch \
    step_scheduler.log_remote_every_steps step_scheduler.loss_average_window_steps \
    packed_sequence.split_across_pack packed_sequence.max_packs packed_sequence.packing_strategy \
    model._target_ model.config._target_ model.config.architectures model.config.use_cache \
    model.config.rope_scaling. model.load_base_model optimizer.foreach optimizer.fused model.config.trust_remote_code model.trust_remote_code \
    model.use_liger_kernel model.use_sdpa_patching model.revision model.backend._target_ \
    model.backend.linear model.backend.rms_norm model.backend.rope model.backend.rope_fusion \
    model.backend.experts model.backend.dispatcher_num_sms model.backend.gate_precision \
    model.backend.enable_hf_state_dict_adapter model.backend.enable_fsdp_optimizations \
    model.backend.te_fp8._target_ model.output_hidden_states loss_fn. optimizer.lr \
    optimizer.betas optimizer.eps optimizer.weight_decay optimizer.adam_w_mode optimizer.bias_correction \
    compile.mode compile.fullgraph compile.dynamic compile.backend fp8.recipe_name fp8.filter_fqns \
    fp8.emulate fp8.precompute_float8_dynamic_scale_for_fsdp fp8.force_recompute_fp8_weight_in_bwd \
    distributed.mp_policy. distributed.moe. distributed.patch_is_packed_sequence distributed.tp_plan \
    distributed.use_hf_tp_plan distributed.enable_fsdp2_prefetch distributed.backend \
    distributed.fsdp2_backward_prefetch_depth distributed.fsdp2_forward_prefetch_depth \
    distributed.activation_checkpointing_scope distributed.pipeline.scale_grads_in_schedule \
    distributed.pipeline.round_virtual_stages_to_pp_multiple distributed.pipeline.pp_batch_size \
    distributed.pipeline.patch_inner_model distributed.pipeline.patch_causal_lm_model \
    distributed.pipeline.patch_stage_backward_maybe_with_nosync distributed.pipeline.dtype \
    distributed.pipeline.pp_seq_len -c config";

fn has_pipeline(file: &Fields) -> bool {
    file.reading.plan.layout.pipeline > 1
}

/// Data-parallel ranks, which give the GPUs, and the groups that shard the model. Expert parallelism
/// is inside them.
fn data_parallel(file: &mut Fields) {
    let layout = &file.reading.plan.layout;
    let [tensor, pipeline, context] = [layout.tensor, layout.pipeline, layout.context];
    match file.whole("distributed.dp_size") {
        Some(data) => file.gpus("distributed.dp_size", &[data, tensor, pipeline, context]),
        None => file.reading.missing(MissingSetting::Cluster),
    }
    let path = "distributed.dp_replicate_size";
    if let Some(replicas) = file.whole(path).filter(|replicas| *replicas > 1) {
        let ranks = file.reading.plan.data_parallel().saturating_mul(context);
        file.reading.set_whole("hsdp", path, ranks / replicas);
    }
}

/// The state that ranks shard. Layers of a pipeline stay gathered by default.
fn sharding(file: &mut Fields) {
    let strategy = file.text(STRATEGY).unwrap_or("fsdp2").to_owned();
    let strategy = strategy.rsplit('.').next().unwrap_or_default();
    let path = "distributed.reshard_after_forward";
    let (zero, by) = match strategy.to_ascii_lowercase().as_str() {
        "ddp" | "ddpmanager" => (ZeroStage::Zero, STRATEGY),
        "megatron_fsdp" | "megatron-fsdp" | "mfsdp" | "megatronfsdpmanager" | "nvfsdpmanager" => {
            file.set_or("zero", "distributed.zero_dp_strategy", "3");
            return;
        }
        "fsdp2" | "fsdp2manager" => match file.first(path) {
            Some((_, value)) if value.is_on() => (ZeroStage::Three, path),
            Some(_) => (ZeroStage::Two, path),
            None if has_pipeline(file) => (ZeroStage::Two, path),
            None => (ZeroStage::Three, path),
        },
        other => {
            file.reading.unfit("distributed.strategy", other);
            return;
        }
    };
    file.reading.plan.layout.zero = zero;
    file.note("zero", by);
}

/// The schedule; one of several stages a rank has two by default.
fn pipeline(file: &mut Fields) {
    let path = "distributed.pipeline.pp_schedule";
    let schedule = match file.text(path) {
        None => Schedule::PLAIN,
        Some(name) => match schedule_names::pytorch(name) {
            Some(schedule) => schedule,
            None => {
                file.reading.unfit(path, name);
                return;
            }
        },
    };
    if schedule.facts().is_interleaved() {
        let layout = &file.reading.plan.layout;
        let layers = file.reading.plan.model.layers;
        let each = file.whole("distributed.pipeline.layers_per_stage");
        let chunks = match each.filter(|each| *each > 0) {
            Some(each) => (layers.div_ceil(each) / layout.pipeline.max(1)).max(1),
            None => 2,
        };
        file.reading.set_whole("vp", path, chunks);
    } else if schedule != Schedule::PLAIN {
        file.reading.plan.layout.schedule = Some(schedule);
    }
    file.note("sched", path);
}

/// The exchange of context parallelism: a ring in TransformerEngine's attention, else a gather.
fn context_kind(file: &mut Fields) {
    if file.reading.plan.layout.context > 1 {
        let is_ring = file.text("model.backend.attn") == Some("te");
        file.reading.plan.layout.context_kind = if is_ring {
            ContextKind::Ring
        } else {
            ContextKind::AllGather
        };
        file.note("cpkind", "model.backend.attn");
    }
}

/// Tokens of a sequence: those of a pack, else those to which the data are cut.
fn sequence(file: &mut Fields) {
    let packed = "packed_sequence.packed_sequence_size";
    let paths = match file.whole(packed) {
        Some(size) if size > 0 => packed,
        _ => SEQUENCE,
    };
    if file.set("seq", paths).is_none() {
        file.reading.missing(MissingSetting::Sequence);
    }
}

/// Types of weights, gradients and moments: that in which the model is loaded, except where
/// TransformerEngine's optimizer has wider ones.
fn state(file: &mut Fields) {
    let paths = "model.torch_dtype model.dtype";
    let loaded = file.text(paths).unwrap_or("auto").to_owned();
    let is_half = match loaded.trim_start_matches("torch.") {
        // Files of models are in 16 bits.
        "auto" | "none" | "bfloat16" | "bf16" | "float16" => true,
        "float32" | "fp32" => false,
        other => {
            file.reading.unfit("model.torch_dtype", other);
            return;
        }
    };
    let target = "optimizer._target_";
    let name = file.text(target).unwrap_or_default().to_owned();
    if adapters::is_frozen(file) {
        // Adapters have the type of the weights by the recipe.
        file.reading.plan.levers.optimizer = Optimizer::AdamW;
    } else {
        file.state_type(paths, is_half);
    }
    match name.rsplit('.').next().unwrap_or_default() {
        "" | "Adam" | "AdamW" => file.note("opt", target),
        "FusedAdam" => fused_adam(file, is_half),
        other => file.reading.unfit(target, other),
    }
}

/// State of TransformerEngine's optimizer. Its moments are fp32 unless an option says else.
fn fused_adam(file: &mut Fields, is_half: bool) {
    let moments = "optimizer.exp_avg_dtype";
    let is_narrow = file
        .text(moments)
        .is_some_and(|dtype| dtype.ends_with("16"));
    let levers = &mut file.reading.plan.levers;
    levers.optimizer = if is_narrow {
        Optimizer::AdamWBf16
    } else {
        Optimizer::AdamW
    };
    file.note("opt", "optimizer._target_");
    let keeps_rest = file.is_on("optimizer.store_param_remainders");
    let is_half = is_half && !adapters::is_frozen(file);
    if is_half && file.is_on("optimizer.master_weights") {
        file.reading.plan.levers.master = Some(if keeps_rest {
            MasterWeights::Remainder
        } else {
            MasterWeights::Fp32
        });
        file.note("master", "optimizer.master_weights");
    }
}

/// The loss, by the last part of its name.
fn loss(file: &mut Fields) {
    let path = "loss_fn._target_";
    let name = file.text(path).unwrap_or_default();
    let word = match name.rsplit('.').next().unwrap_or_default() {
        "" => return file.reading.default("ce", path, "plain"),
        "MaskedCrossEntropy" => "plain",
        "FusedLinearCrossEntropy" | "ChunkedCrossEntropy" => "chunked",
        "TEParallelCrossEntropy" => "fused",
        _ => return file.reading.unfit(path, name),
    };
    file.reading.set("ce", path, word);
}
