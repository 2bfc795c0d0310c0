//! Parallelism, stages and batch.

use super::model::{is_routed, is_shaped};
use crate::export::document::{OptionValue, switch as is_on, whole, word};
use crate::export::facts::Facts;
use crate::frameworks::megatron_swift;
use crate::frameworks::setting::{
    Setting, elsewhere, known, number, option, read, switch, words, written,
};
use crate::import::fields::Fields;
use crate::import::imported::{MissingSetting, SettingOrigin};
use crate::layers;

/// Degrees without overrides are the recipe's.
pub(super) const ROWS: &[Setting] = &[
    number(
        "model.tensor_model_parallel_size tensor_model_parallel_size tensor_parallel_size -tp",
        "tp",
    )
    .or_missing(MissingSetting::Layout),
    switch("model.sequence_parallel", "sp").read_when(|file| file.reading.plan.layout.tensor > 1),
    number(
        "model.pipeline_model_parallel_size pipeline_model_parallel_size pipeline_parallel_size -pp",
        "pp",
    )
    .or_missing(MissingSetting::Layout),
    option(
        VIRTUAL_STAGES,
        |f| {
            let chunks = f.plan.layout.virtual_stages;
            let is_even = chunks > 1 && f.stage_layout().is_none();
            if is_even { whole(chunks) } else { word("null") }
        },
        |file| {
            let _ = file.set("vp", VIRTUAL_STAGES);
        },
    ),
    // Recipes have layouts, which an even split has to remove.
    option(
        STAGES,
        |f| {
            let layout = f.stage_layout().map(OptionValue::Text);
            layout.or(word("null"))
        },
        stages,
    ),
    option(EMBEDDING_COUNTS, ends, |file| {
        if file.is_on(EMBEDDING_COUNTS) && file.is_on(LOSS_COUNTS) {
            file.reading.set("ends", EMBEDDING_COUNTS, "1");
        }
    }),
    option(LOSS_COUNTS, ends, elsewhere),
    read(FIRST_STAGE, |file| {
        megatron_swift::stages(file, FIRST_STAGE, LAST_STAGE);
    }),
    read(LAST_STAGE, elsewhere),
    number(
        "model.context_parallel_size context_parallel_size -cp",
        "cp",
    ),
    words(
        "model.cp_comm_type",
        "cpkind",
        &[
            ("p2p", "ring"),
            ("a2a", "a2a"),
            ("all_gather", "ag"),
            ("allgather", "ag"),
        ],
    )
    .when(|f| f.plan.layout.context > 1),
    number(
        "model.expert_model_parallel_size expert_model_parallel_size expert_parallel_size -ep",
        "ep",
    )
    .when(is_routed),
    number(
        "model.expert_tensor_parallel_size expert_tensor_parallel_size -et -etp",
        "etp",
    )
    .when(is_routed),
    written("model.seq_length", |f| whole(f.plan.sequence())),
    // From 0.6 on this one decides, and the model's follows it (`training/config.py`).
    number(
        "dataset.seq_length dataset.sequence_length model.seq_length seq_length",
        "seq",
    )
    .or_missing(MissingSetting::Sequence),
    read(MODEL_LENGTH, |file| file.longest(MODEL_LENGTH)).read_when(is_shaped),
    number("train.micro_batch_size micro_batch_size -mb", "mbs").or_missing(MissingSetting::Batch),
    number("train.global_batch_size global_batch_size -gb", "gbs")
        .or_missing(MissingSetting::Batch),
    option(
        STEPS,
        |f| whole(f.steps()),
        |file| {
            let steps = file.whole(STEPS);
            file.reading.steps(steps, "train.train_iters");
        },
    ),
    known(IDLE),
];

/// Options of the run that change no figure.
const IDLE: &str = "\
    checkpoint. logger. scheduler. rng. dist. profiling. dataset. validation. train.eval_interval \
    train.eval_iters train.exit_* train.manual_gc train.manual_gc_interval nodes gpus_per_node \
    num_gpus -ng gpu lr min_lr dataset data save_dir load_dir log_dir";

const VIRTUAL_STAGES: &str =
    "model.virtual_pipeline_model_parallel_size virtual_pipeline_model_parallel_size -vp";
const STAGES: &str = "model.pipeline_model_parallel_layout";
const FIRST_STAGE: &str = "model.num_layers_in_first_pipeline_stage";
const LAST_STAGE: &str = "model.num_layers_in_last_pipeline_stage";
const EMBEDDING_COUNTS: &str = "model.account_for_embedding_in_pipeline_split";
const LOSS_COUNTS: &str = "model.account_for_loss_in_pipeline_split";
const MODEL_LENGTH: &str = "model.seq_length dataset.seq_length dataset.sequence_length";
const STEPS: &str = "train.train_iters max_steps";

fn ends(facts: &Facts) -> Option<OptionValue> {
    is_on(facts.plan.layout.ends_count && facts.stage_layout().is_none())
}

/// Layers of the stages, if the overrides list them.
fn stages(file: &mut Fields) {
    let Some(words) = file.text(STAGES) else {
        return;
    };
    let plan = &mut file.reading.plan;
    let pipeline = plan.layout.pipeline.max(1);
    let fits = |split: &Vec<u64>| {
        let layers = plan.model.layers;
        (split.len() as u64).is_multiple_of(pipeline) && split.iter().sum::<u64>() == layers
    };
    match layers::layout(words).filter(fits) {
        Some(split) => {
            plan.layout.virtual_stages = split.len() as u64 / pipeline;
            plan.layout.split = split;
            for key in ["vp", "split"] {
                file.reading.note(key, STAGES, SettingOrigin::Read);
            }
        }
        None => file.reading.unfit(STAGES, words),
    }
}
