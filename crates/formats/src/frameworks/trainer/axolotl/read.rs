//! Axolotl's YAML.
//!
//! Source of the options and their defaults: axolotl-ai-cloud/axolotl,
//! `src/axolotl/utils/schemas/config.py`, `training.py`, `fsdp.py`.

use crate::frameworks::accelerate::fsdp;
use crate::frameworks::trainer::common;
use crate::import::fields::{Fields, written};
use crate::import::imported::{ImportRefusal, MissingSetting};
use cost::plan::{Recipe, ZeroStage};

/// Fields that distinguish Axolotl's files from other documents.
pub(crate) const SIGNS: &[&str] = &["base_model", "sequence_len"];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[READ, IDLE], PREFIXES);

/// Options that are read.
const READ: &str = "\
    base_model adapter load_in_8bit load_in_4bit sequence_len micro_batch_size \
    gradient_accumulation_steps optimizer bf16 fp16 fp8 \
    fp8_enable_fsdp_float8_all_gather bfloat16 float16 gradient_checkpointing \
    activation_offloading deepspeed deepspeed. fsdp fsdp_config. fsdp_version dp_shard_size \
    dp_replicate_size expert_parallel_size tensor_parallel_size context_parallel_size sequence_parallel_degree \
    max_steps flash_attention sdp_attention eager_attention attn_implementation \
    chunked_cross_entropy plugins liger_fused_linear_cross_entropy cut_cross_entropy \
    torch_compile rl lora_r lora_alpha lora_dropout lora_target_modules lora_target_linear \
    lora_model_dir qlora_sharded_model_loading lora_fan_in_fan_out peft_use_dora";

/// Options that change no figure.
const IDLE: &str = "\
    base_model_config tokenizer_config tokenizer_type model_type processor_type trust_remote_code \
    strict hub_model_id datasets test_datasets pretraining_dataset chat_template output_dir \
    sample_packing pad_to_sequence_len eval_sample_packing num_epochs learning_rate lr_scheduler \
    train_on_inputs group_by_length tf32 early_stopping_patience resume_from_checkpoint \
    local_rank logging_steps xformers_attention weight_decay debug special_tokens special_tokens. tokens tokens. eot_tokens \
    max_packed_sequence_len torchdistx_path min_sample_len \
    gradient_checkpointing_kwargs. max_grad_norm seed cosine_min_lr_ratio shuffle_merged_datasets \
    auto_resume_from_checkpoints liger_rope liger_rms_norm liger_glu_activation \
    liger_layer_norm liger_swiglu unfrozen_parameters heads_k_stride ring_attn_func \
    use_tensorboard default_system_message lr_groups excess_length_strategy";

/// Beginnings of options that change no figure.
const PREFIXES: &[&str] = &[
    "wandb_",
    "save_",
    "eval",
    "val_set_",
    "warmup_",
    "adam_",
    "dataset_",
    "saves_",
    "evals_",
    "mlflow_",
    "comet_",
    "dataloader_",
    "hub_",
    "is_",
    "push_",
    "ddp_",
];

pub(crate) fn read(mut file: Fields) -> Result<(), ImportRefusal> {
    file.unlisted(OPTIONS.0, OPTIONS.1);
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    file.model("base_model");
    file.reading.missing(MissingSetting::Cluster);
    file.set_or("tp", "tensor_parallel_size", "1");
    file.set_or("cp", "context_parallel_size sequence_parallel_degree", "1");
    file.set_or("ep", "expert_parallel_size", "1");
    shards(&mut file);
    file.set_or("seq", "sequence_len", "512");
    common::batch(&mut file, "micro_batch_size", "1");
    common::dtype(&mut file, "fp32");
    let option = "fp8_enable_fsdp_float8_all_gather";
    if file.is_on("fp8") && file.is_on(option) {
        file.reading.set("gather8", option, "1");
    }
    common::optimizer(&mut file, "optimizer");
    if file.is_on("bfloat16") {
        file.reading.set("dtype", "bfloat16", "bf16");
        file.state_type("bfloat16", true);
    }
    if let Some(method) = file.text("rl") {
        file.reading.unfit("rl", method);
    }
    recompute(&mut file);
    kernels(&mut file);
    Ok(())
}

/// The state that data-parallel ranks shard, and the number of GPUs, if the file gives it.
fn shards(file: &mut Fields) {
    let is_deepspeed = common::deepspeed(file);
    let has_fsdp = !is_deepspeed && fsdp::trainer(file);
    let (sharded, replicas) = (
        file.whole("dp_shard_size"),
        file.whole("dp_replicate_size").unwrap_or(1),
    );
    if let Some(sharded) = sharded {
        let layout = &file.reading.plan.layout;
        let degrees = [sharded, replicas, layout.tensor, layout.context];
        file.gpus("dp_shard_size", &degrees);
        if sharded > 1 && !is_deepspeed {
            file.reading.set("zero", "dp_shard_size", "3");
        }
        if sharded > 1 && replicas > 1 {
            let group = sharded.saturating_mul(file.reading.plan.layout.context);
            file.reading.set_whole("hsdp", "dp_shard_size", group);
        }
    } else if !is_deepspeed && !has_fsdp {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", "fsdp_config");
    }
}

fn recompute(file: &mut Fields) {
    let is_offloaded = file
        .text("gradient_checkpointing")
        .is_some_and(|word| word.starts_with("offload"));
    if is_offloaded || file.is_on("activation_offloading") {
        let path = if is_offloaded {
            "gradient_checkpointing"
        } else {
            "activation_offloading"
        };
        file.reading.set("off", path, "acts");
    }
    if is_offloaded {
        file.reading.set("ckpt", "gradient_checkpointing", "full");
    } else {
        common::recompute(file, "gradient_checkpointing", "none");
    }
}

fn kernels(file: &mut Fields) {
    if file.is_on("flash_attention") || file.is_on("sdp_attention") {
        file.reading.set("flash", "flash_attention", "1");
    } else if file.is_on("eager_attention") {
        file.reading.set("flash", "eager_attention", "0");
    }
    common::attention(file);
    let plugins = file.value.at("plugins").map(written).unwrap_or_default();
    let is_cut = plugins.contains("CutCrossEntropy") || file.is_on("cut_cross_entropy");
    if is_cut || file.is_on("liger_fused_linear_cross_entropy chunked_cross_entropy") {
        let paths =
            "liger_fused_linear_cross_entropy chunked_cross_entropy plugins cut_cross_entropy";
        let path = file.first(paths).map_or("plugins", |(path, _)| path);
        file.reading.set("ce", path, "chunked");
    }
    if file.is_on("torch_compile") {
        file.reading.set("kern", "torch_compile", "compiled");
    }
}
