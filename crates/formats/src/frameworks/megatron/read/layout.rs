//! Degrees and stages of a command line of Megatron-LM, and the state that data-parallel ranks
//! shard.

use crate::frameworks::megatron::read::options::MegatronOptions;
use crate::frameworks::megatron::read::remarks::{alone, nearest};
use crate::import::imported::ImportNote;
use crate::import::reading::ImportReader;
use crate::layers;
use cost::plan::{ContextKind, ZeroStage};

/// Reads degrees, stages, and the state that data-parallel ranks shard.
pub(crate) fn layout(options: &MegatronOptions, reading: &mut ImportReader) {
    let tensor = reading.plan.layout.tensor;
    reading.plan.layout.sequence_parallel =
        (tensor > 1 && !options.has("--sequence-parallel")).then_some(false);
    if tensor > 1 {
        options.note(reading, "sp", &["--sequence-parallel"]);
    }
    stages(options, reading);
    let counted = options.has("--account-for-embedding-in-pipeline-split")
        && options.has("--account-for-loss-in-pipeline-split");
    for (option, other) in [
        (
            "--account-for-embedding-in-pipeline-split",
            "--account-for-loss-in-pipeline-split",
        ),
        (
            "--account-for-loss-in-pipeline-split",
            "--account-for-embedding-in-pipeline-split",
        ),
    ] {
        if options.has(option) && !options.has(other) {
            reading.remark(alone(option, other));
        }
    }
    reading.plan.layout.ends_count = counted;
    let accounts = [
        "--account-for-embedding-in-pipeline-split",
        "--account-for-loss-in-pipeline-split",
    ];
    options.note(reading, "ends", &accounts);
    reading.plan.layout.context_kind = ContextKind::Ring;
    context_kind(options, reading);
    zero(options, reading);
    let instances = options.whole("--num-distributed-optimizer-instances");
    if let Some(instances) = instances.filter(|instances| *instances > 1) {
        let layout = &reading.plan.layout;
        let replicas = reading.plan.data_parallel().saturating_mul(layout.context);
        let option = "--num-distributed-optimizer-instances";
        reading.set_whole("hsdp", option, replicas / instances);
    }
}

/// The exchange of context parallelism: one word, or the same for each layer.
fn context_kind(options: &MegatronOptions, reading: &mut ImportReader) {
    let option = "--cp-comm-type";
    let words = options.values(option).unwrap_or_default();
    let is_same = words.windows(2).all(|pair| pair.first() == pair.last());
    let kind = match words.first().map(String::as_str) {
        _ if !is_same => None,
        None | Some("p2p") => Some(ContextKind::Ring),
        Some("a2a") => Some(ContextKind::AllToAll),
        Some("allgather" | "all_gather") => Some(ContextKind::AllGather),
        // All-to-all inside a node, point to point between nodes.
        Some("a2a+p2p") => {
            reading.remark(nearest(option, "a2a+p2p"));
            Some(ContextKind::Ring)
        }
        Some(_) => None,
    };
    match kind {
        Some(kind) => reading.plan.layout.context_kind = kind,
        None => reading.unfit(option, &words.join(" ")),
    }
    options.note(reading, "cpkind", &[option]);
}

/// The stage that Megatron-DeepSpeed gives to DeepSpeed.
///
/// Source: deepspeedai/Megatron-DeepSpeed, `megatron/arguments.py`.
const ZERO_STAGE: &str = "--zero-stage";

/// The stage of a run with DeepSpeed's engine.
fn by_deepspeed(options: &MegatronOptions, reading: &mut ImportReader) -> Option<ZeroStage> {
    let text = options.text(ZERO_STAGE)?;
    if !options.has("--deepspeed") {
        reading.remark(alone(ZERO_STAGE, "--deepspeed"));
        return None;
    }
    match text {
        "0" => Some(ZeroStage::Zero),
        "1" => Some(ZeroStage::One),
        "2" => Some(ZeroStage::Two),
        "3" => Some(ZeroStage::Three),
        other => {
            reading.unfit(ZERO_STAGE, other);
            None
        }
    }
}

/// The state that data-parallel ranks shard: by FSDP with its strategy, else by the optimizer.
fn zero(options: &MegatronOptions, reading: &mut ImportReader) {
    const STRATEGY: &str = "--data-parallel-sharding-strategy";
    const FSDP: &str = "--use-megatron-fsdp";
    let strategy = options.text(STRATEGY);
    let is_torch = options.has("--use-torch-fsdp2");
    let stage = if options.has(FSDP) {
        match strategy {
            Some("no_shard") => ZeroStage::Zero,
            Some("optim") => ZeroStage::One,
            Some("optim_grads") => ZeroStage::Two,
            Some("optim_grads_params") => ZeroStage::Three,
            Some(other) => {
                reading.unfit(STRATEGY, other);
                ZeroStage::Three
            }
            None => {
                reading.remark(ImportNote::LaterDefault(FSDP.to_owned()));
                ZeroStage::Three
            }
        }
    } else if is_torch && options.has("--torch-fsdp2-no-reshard-after-forward") {
        ZeroStage::Two
    } else if is_torch {
        ZeroStage::Three
    } else if let Some(stage) = by_deepspeed(options, reading) {
        stage
    } else if options.has("--use-distributed-optimizer") {
        ZeroStage::One
    } else {
        ZeroStage::Zero
    };
    if strategy.is_some() && !options.has(FSDP) {
        reading.remark(alone(STRATEGY, FSDP));
    }
    reading.plan.layout.zero = stage;
    let mut by = vec![FSDP, "--use-torch-fsdp2", ZERO_STAGE];
    if options.has(FSDP) {
        by.insert(0, STRATEGY);
    }
    // Without FSDP the option of the distributed optimizer counts.
    if !options.has(FSDP) && !is_torch {
        by.insert(0, "--use-distributed-optimizer");
    }
    options.note(reading, "zero", &by);
}

fn stages(options: &MegatronOptions, reading: &mut ImportReader) {
    let layers = reading.plan.model.layers;
    let pipeline = reading.plan.layout.pipeline.max(1);
    if let Some(words) = options.text("--pipeline-model-parallel-layout") {
        let fits = |split: &Vec<u64>| {
            (split.len() as u64).is_multiple_of(pipeline) && split.iter().sum::<u64>() == layers
        };
        match layers::layout(words).filter(fits) {
            Some(split) => {
                reading.plan.layout.virtual_stages = split.len() as u64 / pipeline;
                reading.plan.layout.split = split;
                for key in ["vp", "split"] {
                    options.note(reading, key, &["--pipeline-model-parallel-layout"]);
                }
            }
            None => reading.unfit("--pipeline-model-parallel-layout", words),
        }
        return;
    }
    let option = "--num-layers-per-virtual-pipeline-stage";
    let each = options.whole(option).filter(|each| *each > 0);
    let is_known = reading.knows(&["layers", "pp"]);
    if options.is_open("--pipeline-model-parallel-layout") {
        reading.leave_open("vp", None);
        reading.leave_open("split", None);
    } else if options.is_open(option) || each.is_some() && !is_known {
        reading.leave_open("vp", None);
    } else if let Some(each) = each {
        reading.set_whole("vp", option, (layers / pipeline / each).max(1));
    }
    let first = options.whole("--decoder-first-pipeline-num-layers");
    let last = options.whole("--decoder-last-pipeline-num-layers");
    if first.is_some() || last.is_some() {
        match layers::between(layers, pipeline, first, last) {
            Some(split) => {
                reading.plan.layout.split = split;
                let ends = [
                    "--decoder-first-pipeline-num-layers",
                    "--decoder-last-pipeline-num-layers",
                ];
                options.note(reading, "split", &ends);
            }
            None => reading.unfit("--decoder-first-pipeline-num-layers", "…"),
        }
    }
}
