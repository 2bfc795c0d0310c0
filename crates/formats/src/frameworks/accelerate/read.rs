//! Configuration of Hugging Face Accelerate: FSDP, parallelism, DeepSpeed and Megatron-LM.
//!
//! Source of the options: huggingface/accelerate, `src/accelerate/commands/config/config_args.py`,
//! `commands/launch.py`, `parallelism_config.py`.

use crate::frameworks::accelerate::fsdp;
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::import::names::OTHER_FILES;
use cost::plan::{Recipe, ZeroStage};

/// Fields that distinguish Accelerate's files from other documents.
pub(crate) const SIGNS: &[&str] = &["distributed_type", "compute_environment"];

/// Options of the format: lists, and beginnings of names.
pub(crate) const OPTIONS: (&[&str], &[&str]) = (&[KNOWN], &[]);

/// Options that are read, and those that change no figure.
const KNOWN: &str = "\
    distributed_type mixed_precision num_processes num_machines compute_environment debug use_cpu \
    machine_rank rdzv_backend main_training_function main_process_ip main_process_port gpu_ids \
    same_network downcast_bf16 enable_cpu_affinity tpu_env tpu_use_cluster tpu_use_sudo \
    tpu_env. commands command_file tpu_name tpu_zone dynamo_config. fp8_config. \
    gradient_accumulation_steps \
    fsdp_config.fsdp_version fsdp_config.fsdp_reshard_after_forward \
    fsdp_config.fsdp_sharding_strategy fsdp_config.fsdp_offload_params \
    fsdp_config.fsdp_activation_checkpointing fsdp_config.fsdp_auto_wrap_policy \
    fsdp_config.fsdp_state_dict_type fsdp_config.fsdp_transformer_layer_cls_to_wrap \
    fsdp_config.fsdp_backward_prefetch fsdp_config.fsdp_backward_prefetch_policy \
    fsdp_config.fsdp_cpu_ram_efficient_loading fsdp_config.fsdp_forward_prefetch \
    fsdp_config.fsdp_sync_module_states fsdp_config.fsdp_use_orig_params \
    fsdp_config.fsdp_min_num_params \
    parallelism_config. deepspeed_config. megatron_lm_config.";

pub(crate) fn read(mut file: Fields) {
    file.unlisted(OPTIONS.0, OPTIONS.1);
    if file.has("distributed_type") {
        file.reading.has_option();
    }
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    file.reading.missing(MissingSetting::Model);
    // The file has no option for it.
    file.reading.missing(MissingSetting::Sequence);
    if file.text("distributed_type") == Some("DEEPSPEED") || file.has("deepspeed_config") {
        file.reading.recipe(Recipe::HuggingFaceDeepSpeed);
    }
    let words = [
        ("no", "fp32"),
        ("false", "fp32"),
        ("fp16", "fp16"),
        ("bf16", "bf16"),
        ("fp8", "fp8"),
    ];
    file.word("dtype", "mixed_precision", &words, Some("fp32"));
    layout(&mut file);
    match file.text("distributed_type") {
        Some("FSDP") => {
            let default = ZeroStage::Three;
            file.reading.plan.layout.zero = default;
            file.note("zero", "fsdp_config.fsdp_version");
            fsdp::config(&mut file);
        }
        Some("DEEPSPEED") => deepspeed(&mut file),
        Some("MEGATRON_LM") => megatron(&mut file),
        Some("MULTI_GPU" | "NO" | "MULTI_XPU" | "MULTI_NPU") | None => {
            file.reading.plan.layout.zero = ZeroStage::Zero;
            file.note("zero", "distributed_type");
        }
        Some(other) => file.reading.unfit("distributed_type", other),
    }
    groups(&mut file);
    batch(&mut file);
}

fn layout(file: &mut Fields) {
    for (key, paths) in [
        (
            "tp",
            "parallelism_config.parallelism_config_tp_size parallelism_config.tp_size",
        ),
        (
            "cp",
            "parallelism_config.parallelism_config_cp_size parallelism_config.cp_size \
             parallelism_config.parallelism_config_sp_size parallelism_config.sp_size",
        ),
    ] {
        file.set_or(key, paths, "1");
    }
    if file.reading.plan.layout.context > 1 {
        let is_ulysses = file
            .whole("parallelism_config.parallelism_config_sp_size parallelism_config.sp_size")
            .is_some_and(|size| size > 1);
        let words = [("allgather", "ag"), ("alltoall", "a2a")];
        let paths = "parallelism_config.parallelism_config_cp_comm_strategy \
                     parallelism_config.cp_comm_strategy";
        let default = if is_ulysses { "a2a" } else { "ag" };
        file.word("cpkind", paths, &words, Some(default));
    }
    match file.whole("num_processes") {
        Some(processes) => {
            file.reading.set_gpus("num_processes", processes);
            file.reading.missing(MissingSetting::Gpu);
        }
        None => file.reading.missing(MissingSetting::Cluster),
    }
}

/// Replicas that shard one copy of the state.
fn groups(file: &mut Fields) {
    let replicas = "parallelism_config.parallelism_config_dp_replicate_size \
                    parallelism_config.dp_replicate_size";
    let shards = "parallelism_config.parallelism_config_dp_shard_size \
                  parallelism_config.dp_shard_size";
    let (replicas, stated) = (file.whole(replicas).unwrap_or(1), file.whole(shards));
    if let Some(sharded) = stated.filter(|sharded| *sharded > 1 && replicas > 1) {
        let path = "parallelism_config.parallelism_config_dp_shard_size";
        let group = sharded.saturating_mul(file.reading.plan.layout.context);
        file.reading.set_whole("hsdp", path, group);
    }
    if stated == Some(1) && file.reading.plan.layout.context == 1 && replicas > 1 {
        file.reading.plan.layout.zero = ZeroStage::Zero;
        file.note("zero", shards);
    }
}

/// The file has no micro-batch, which the program sets.
fn batch(file: &mut Fields) {
    file.reading.missing(MissingSetting::Batch);
}

fn deepspeed(file: &mut Fields) {
    let name = OTHER_FILES[1];
    if file.has(name) {
        file.reading.missing(MissingSetting::OtherFile(name));
        return;
    }
    file.set_or("zero", "deepspeed_config.zero_stage", "2");
    let moved = |file: &Fields, path| file.text(path).is_some_and(|device| device != "none");
    let parts = [
        ("deepspeed_config.offload_optimizer_device", "opt"),
        ("deepspeed_config.offload_param_device", "params"),
    ];
    let moved: Vec<&str> = parts
        .into_iter()
        .filter(|(path, _)| moved(file, path))
        .map(|(_, part)| part)
        .collect();
    let text = if moved.is_empty() {
        String::from("none")
    } else {
        moved.join(",")
    };
    if file.has(parts[0].0) || file.has(parts[1].0) {
        file.reading.set("off", parts[0].0, &text);
    } else {
        file.reading.default("off", parts[0].0, &text);
    }
}

fn megatron(file: &mut Fields) {
    file.reading.recipe(Recipe::Megatron);
    file.set_all(&[
        ("tp", "megatron_lm_config.megatron_lm_tp_degree"),
        ("pp", "megatron_lm_config.megatron_lm_pp_degree"),
        ("sp", "megatron_lm_config.megatron_lm_sequence_parallelism"),
    ]);
    let words = [("true", "1"), ("false", "0")];
    let path = "megatron_lm_config.megatron_lm_use_distributed_optimizer";
    file.word("zero", path, &words, Some("0"));
    let path = "megatron_lm_config.megatron_lm_recompute_activations";
    let words = [("true", "sel"), ("false", "none")];
    file.word("ckpt", path, &words, Some("none"));
}
