//! TOML of torchtitan before its release 0.1 (June 2025), with the names that options had then. No
//! plan is written for it.
//!
//! Source of the options and their defaults: pytorch/torchtitan, `torchtitan/config_manager.py` at
//! commits 3760bcf3 (July 2024), db6b39ac (September 2024) and a30d4cca (March 2025); of their
//! effect: `torchtitan/parallelisms/parallelize_llama.py` and `pipelining_utils.py` there.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

use crate::catalog::released_model;
use crate::frameworks::setting::{
    Section, Setting, known, number, read, read_projection, read_table, switch, words,
};
use crate::import::fields::{Fields, written};
use crate::import::imported::MissingSetting;
use crate::import::value::ParsedValue;
use crate::schedule_names;
use cost::plan::{Module, Overlap, Recipe, Recompute, Schedule, WordSet};

/// Reads a file.
pub(crate) fn read_file(mut file: Fields) {
    file.reading.recipe(Recipe::TorchTitan);
    file.reading.start_layout();
    read_table(&READ, &mut file);
}

read_projection!(TABLE);

const TABLE: &[Section] = &[Section::of(LAYOUT_ROWS), Section::of(LEVER_ROWS)];

const LAYOUT_ROWS: &[Setting] = &[
    read("model.flavor model.name", model),
    number(
        "training.tensor_parallel_degree parallelism.tensor_parallel_degree",
        "tp",
    )
    .usual("1"),
    number(
        "experimental.pipeline_parallel_degree parallelism.pipeline_parallel_degree",
        "pp",
    )
    .usual("1"),
    number(
        "experimental.context_parallel_degree parallelism.context_parallel_degree",
        "cp",
    )
    .usual("1"),
    words(
        "experimental.context_parallel_rotate_method parallelism.context_parallel_rotate_method",
        "cpkind",
        &[("allgather", "ag"), ("alltoall", "ring")],
    )
    .usual("ag")
    .read_when(|file| file.reading.plan.layout.context > 1),
    read(SHARDS, data_parallel),
    read(REPLICAS, sharding),
    known("training.data_parallel_type training.fsdp_reshard_after_forward"),
    known("parallelism.fsdp_reshard_after_forward"),
    read(SCHEDULE, pipeline).read_when(has_pipeline),
    read("training.batch_size", batch),
    known(MICRO_BATCHES),
    number("training.seq_len", "seq").usual("2048"),
    read("training.steps", |file| {
        let steps = file.whole("training.steps");
        file.reading.steps(steps, "training.steps");
    })
    .read_when(|file| file.reading.knows(&["gbs"])),
];

const LEVER_ROWS: &[Setting] = &[
    words(
        "training.mixed_precision_param",
        "dtype",
        &[("bfloat16", "bf16"), ("float32", "fp32")],
    )
    .usual("bf16"),
    read(FLOAT8, |file| {
        // A list, or its items in one text.
        let converters = file.value.at("model.converters").map(written);
        let has_converter = |names: &String| names.split(',').any(|name| name.trim() == "float8");
        if converters.as_ref().is_some_and(has_converter) {
            file.reading.set("dtype", "model.converters", "fp8");
        } else if let Some((path, _)) = file.first(FLOAT8).filter(|(_, value)| value.is_on()) {
            file.reading.set("dtype", path, "fp8");
        }
    }),
    known("model.converters"),
    switch(
        "float8.enable_fsdp_float8_all_gather training.enable_fsdp_fp8_all_gather \
         training.enable_fsdp_float8_all_gather",
        "gather8",
    ),
    words(
        "optimizer.name",
        "opt",
        &[("AdamW", "adamw"), ("Adam", "adamw")],
    )
    .usual("adamw"),
    words(
        "training.enable_cpu_offload",
        "off",
        &[("true", "opt,params"), ("false", "none")],
    )
    .usual("none"),
    read("activation_checkpoint.mode", recompute),
    known("activation_checkpoint.selective_ac_option"),
    words(
        "training.compile",
        "kern",
        &[("true", "compiled"), ("false", "eager")],
    )
    .usual("eager"),
    switch("training.deterministic", "det").usual("0"),
    read("experimental.enable_async_tensor_parallel", |file| {
        file.overlap("experimental.enable_async_tensor_parallel", Overlap::Tensor);
    })
    .read_when(|file| file.reading.plan.layout.tensor > 1),
    known(IDLE),
];

/// Ranks that shard the model; before September 2024 all data-parallel ranks.
const SHARDS: &str = "\
    training.data_parallel_shard_degree training.data_parallel_degree \
    parallelism.data_parallel_shard_degree";
const REPLICAS: &str =
    "training.data_parallel_replicate_degree parallelism.data_parallel_replicate_degree";
const SCHEDULE: &str =
    "experimental.pipeline_parallel_schedule parallelism.pipeline_parallel_schedule";
const MICRO_BATCHES: &str =
    "experimental.pipeline_parallel_microbatches parallelism.pipeline_parallel_microbatches";
/// Switches of 8-bit products, by date.
const FLOAT8: &str = "\
    float8.enable_float8_linear training.enable_float8_linear training.enable_fp8_linear \
    training.fp8_linear";

/// Options that change no figure. A name with a dot at its end stands for all options inside.
const IDLE: &str = "\
    job. profiling. metrics. checkpoint. comm. memory_estimation. lr_scheduler. \
    experimental.pipeline_parallel_split_points experimental.pipeline_parallel_split_mode \
    experimental.enable_compiled_autograd model.norm_type model.tokenizer_path \
    model.print_after_conversion optimizer.lr optimizer.eps optimizer.fused optimizer.implementation \
    optimizer.early_step_in_backward training.dataset training.dataset_path training.warmup_steps \
    training.max_norm training.mixed_precision_reduce training.gc_freq training.seed \
    training.enable_loss_parallel training.disable_loss_parallel \
    training.precompute_float8_dynamic_scale_for_fsdp \
    float8.precompute_float8_dynamic_scale_for_fsdp float8.scaling_type_input \
    float8.scaling_type_weight float8.scaling_type_grad_output float8.recipe_name \
    float8.force_recompute_fp8_weight_in_bwd";

fn has_pipeline(file: &Fields) -> bool {
    file.reading.plan.layout.pipeline > 1
}

/// The model by its name and flavor, such as `llama3` and `8B`.
fn model(file: &mut Fields) {
    let Some(flavor) = file.text("model.flavor") else {
        return file.reading.missing(MissingSetting::Model);
    };
    let family = file.text("model.name").unwrap_or("llama3");
    let name = [family, "-", flavor].concat();
    match released_model(&name) {
        Some(entry) => file.reading.set_model("model.flavor", entry.model),
        None => file.reading.unknown_model("model.flavor", &name),
    }
}

/// Ranks that shard and copies, which give the GPUs if neither takes those that remain (−1).
fn data_parallel(file: &mut Fields) {
    let replicas = match file.first(REPLICAS) {
        None => Some(1),
        Some((_, value)) => value.whole(),
    };
    let Some((shards, replicas)) = file.whole(SHARDS).zip(replicas) else {
        return file.reading.missing(MissingSetting::Cluster);
    };
    let layout = &file.reading.plan.layout;
    let model = [layout.tensor, layout.pipeline, layout.context];
    let degrees = [shards, replicas, model[0], model[1], model[2]];
    file.gpus("training.data_parallel_shard_degree", &degrees);
    if replicas > 1 && shards > 1 {
        let group = shards.saturating_mul(model[2]);
        file.reading
            .set_whole("hsdp", "training.data_parallel_shard_degree", group);
    }
}

/// The state that ranks shard. Weights stay gathered in a pipeline.
fn sharding(file: &mut Fields) {
    let path = "training.fsdp_reshard_after_forward";
    let paths = "training.fsdp_reshard_after_forward parallelism.fsdp_reshard_after_forward";
    let copies = file.whole(REPLICAS).is_some_and(|copies| copies > 1);
    if file.text("training.data_parallel_type") == Some("ddp") {
        file.reading.set("zero", "training.data_parallel_type", "0");
    } else if copies && file.whole(SHARDS) == Some(1) {
        file.reading
            .set("zero", "training.data_parallel_shard_degree", "0");
    } else {
        let usual = if has_pipeline(file) { "2" } else { "3" };
        let words = [("always", "3"), ("never", "2"), ("default", usual)];
        if file.has(paths) {
            file.word("zero", paths, &words, None);
        } else {
            file.reading.default("zero", path, usual);
        }
    }
}

/// The schedule; one of several stages a rank has two.
fn pipeline(file: &mut Fields) {
    let schedule = match file.first(SCHEDULE) {
        None => Schedule::PLAIN,
        Some((path, value)) => {
            let name = written(value);
            match schedule_names::pytorch(&name) {
                Some(schedule) => schedule,
                None => return file.reading.unfit(path, &name),
            }
        }
    };
    if schedule.facts().is_interleaved() {
        let split = match file.value.at("experimental.pipeline_parallel_split_points") {
            Some(ParsedValue::List(points)) => points.len() as u64,
            Some(ParsedValue::Text(points)) => points.split(',').count() as u64,
            _ => 0,
        };
        let pipeline = file.reading.plan.layout.pipeline;
        let stages = if split > 0 { split + 1 } else { 2 * pipeline };
        file.reading.set_whole(
            "vp",
            "experimental.pipeline_parallel_schedule",
            stages / pipeline,
        );
    } else if schedule != Schedule::PLAIN {
        file.reading.plan.layout.schedule = Some(schedule);
    }
    file.note("sched", SCHEDULE);
}

/// Sequences of a rank in a step: one micro-batch, or those of a pipeline. There is no accumulation.
fn batch(file: &mut Fields) {
    let path = "training.batch_size";
    let local = match file.first(path) {
        None => 8,
        Some((_, value)) => match value.whole() {
            Some(local) => local,
            None => return file.reading.unfit(path, &written(value)),
        },
    };
    let layout = &file.reading.plan.layout;
    let stages = layout.pipeline.saturating_mul(layout.virtual_stages.max(1));
    let micro_batches = if layout.pipeline > 1 {
        file.whole(MICRO_BATCHES).unwrap_or(stages).max(1)
    } else {
        1
    };
    let micro = (local / micro_batches).max(1).to_string();
    let global = local
        .saturating_mul(file.reading.plan.data_parallel())
        .to_string();
    let is_given = file.has(path);
    for (key, text) in [("mbs", micro), ("gbs", global)] {
        if key == "gbs" && !file.reading.knows(&["gpus"]) {
            file.reading.leave_open(key, Some(&text));
        } else if is_given {
            file.reading.set(key, path, &text);
        } else {
            file.reading.default(key, path, &text);
        }
    }
}

/// Recompute: of whole layers, of every n-th layer, or of operations.
fn recompute(file: &mut Fields) {
    let mode = "activation_checkpoint.mode";
    let words = [("none", "none"), ("full", "full"), ("selective", "sel")];
    file.word("ckpt", mode, &words, Some("sel"));
    file.reading.plan.levers.recompute_layers = None;
    if file.reading.plan.levers.recompute != Recompute::Selective {
        return;
    }
    let option = "activation_checkpoint.selective_ac_option";
    let chosen = file.first(option).map(|(_, value)| written(value));
    match chosen.as_deref().unwrap_or("2") {
        "op" => {
            file.reading.plan.levers.modules = WordSet::of(&[Module::Ops]);
            file.note("ckptmod", option);
        }
        every => match every.parse::<u64>().ok().filter(|every| *every > 0) {
            Some(every) => {
                file.reading.plan.levers.recompute = Recompute::Full;
                file.note("ckpt", mode);
                let plan = &file.reading.plan;
                let on_stage = plan.model.layers.div_ceil(plan.layout.pipeline.max(1));
                if every > 1 {
                    let layers = on_stage / every;
                    file.reading.plan.levers.recompute_layers = Some(layers);
                    file.note("ckptn", option);
                }
            }
            None => file.reading.unfit(option, every),
        },
    }
}
