//! Options of veRL's supervised fine-tuning with FSDP, `verl.trainer.fsdp_sft_trainer`. Training with
//! rewards has other options. No plan is written for it.
//!
//! Source of the options and their defaults: verl-project/verl 0.6.1,
//! `verl/trainer/config/sft_trainer.yaml`, `verl/trainer/config/optim/fsdp.yaml`; of their effect:
//! `verl/trainer/fsdp_sft_trainer.py`.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

use super::setting::{Section, Setting, known, number, read, read_projection, read_table, words};
use crate::import::fields::Fields;
use crate::import::imported::MissingSetting;
use crate::import::names::REST_FILES;
use cost::plan::Recipe;

/// Reads the overrides of a command, or a file.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::HuggingFace);
    file.reading.start_layout();
    let is_other = |name: &str| name != "sft_trainer";
    if file.text("config_name").is_some_and(is_other) {
        file.reading.rest_in(REST_FILES[0]);
    }
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

const TABLE: &[Section] = &[Section::of(ROWS)];

const ROWS: &[Setting] = &[
    read(MODEL, |file| file.model(MODEL)),
    read("trainer.n_gpus_per_node trainer.nnodes", gpus),
    number("ulysses_sequence_parallel_size", "cp").usual("1"),
    read("use_remove_padding", |file| {
        if file.reading.plan.layout.context > 1 {
            file.reading
                .default("cpkind", "ulysses_sequence_parallel_size", "a2a");
        }
    }),
    words("model.strategy", "zero", &[("fsdp", "3"), ("fsdp2", "3")]).usual("3"),
    number("data.micro_batch_size_per_gpu", "mbs").usual("4"),
    number("data.train_batch_size", "gbs").usual("256"),
    number("data.max_length", "seq").usual("1024"),
    read("trainer.total_training_steps", |file| {
        let steps = file.whole("trainer.total_training_steps");
        file.reading.steps(steps, "trainer.total_training_steps");
    }),
    read("model.fsdp_config.model_dtype", state),
    words(
        "model.enable_gradient_checkpointing",
        "ckpt",
        &[("true", "full"), ("false", "none")],
    )
    .usual("full"),
    read("model.fsdp_config.cpu_offload", offload),
    known("model.fsdp_config.offload_params"),
    read("optim.optimizer", |file| {
        let name = file.text("optim.optimizer").unwrap_or("AdamW");
        if !matches!(name, "AdamW" | "Adam") {
            file.reading.unfit("optim.optimizer", name);
        }
    }),
    known(IDLE),
];

/// The option that names the model.
const MODEL: &str = "model.partial_pretrain";

/// Options that change no figure. A name with a dot at its end stands for all options inside.
const IDLE: &str = "\
    config_name config_path data.train_files data.val_files data.prompt_key data.response_key \
    data.prompt_dict_keys data.response_dict_keys data.multiturn. data.truncation \
    data.balance_dp_token data.chat_template data.custom_cls. data.use_shm data.train_max_samples \
    data.val_max_samples data.apply_chat_template_kwargs. model.use_shm model.external_lib model.trust_remote_code \
    model.lora_rank model.lora_alpha model.lora_adapter_path model.target_modules model.use_liger \
    model.fsdp_config.wrap_policy. optim. hydra. trainer.default_local_dir \
    trainer.default_hdfs_dir trainer.project_name trainer.experiment_name trainer.total_epochs \
    trainer.logger trainer.seed trainer.save_freq trainer.test_freq trainer.max_ckpt_to_keep \
    trainer.resume_mode trainer.resume_path trainer.resume_from_path trainer.checkpoint. \
    trainer.device";

/// The GPUs, by the launcher, else by the options, which decide nothing themselves.
fn gpus(file: &mut Fields) {
    if file.reading.knows(&["gpus"]) {
        return;
    }
    let [nodes, each] = ["trainer.nnodes", "trainer.n_gpus_per_node"].map(|path| file.whole(path));
    match each {
        Some(each) => file.gpus("trainer.n_gpus_per_node", &[each, nodes.unwrap_or(1)]),
        None => file.reading.missing(MissingSetting::Cluster),
    }
}

/// Types of the state: FSDP casts weights of any type to 16 bits for products.
fn state(file: &mut Fields) {
    let path = "model.fsdp_config.model_dtype";
    file.reading.default("dtype", path, "bf16");
    match file.text(path) {
        None | Some("fp32" | "float32") => file.state_type(path, false),
        Some("bf16" | "bfloat16") => file.state_type(path, true),
        Some(other) => file.reading.unfit(path, other),
    }
}

/// The state in host memory. FSDP's first version moves it only with the weights.
fn offload(file: &mut Fields) {
    let path = "model.fsdp_config.cpu_offload";
    let is_second = file.text("model.strategy") != Some("fsdp");
    let moves = file.is_on(path) && (is_second || file.is_on("model.fsdp_config.offload_params"));
    let value = if moves { "opt,params" } else { "none" };
    if file.has(path) {
        file.reading.set("off", path, value);
    } else {
        file.reading.default("off", path, value);
    }
}
