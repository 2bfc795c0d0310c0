//! The layout's options: degrees and stages, and the state that data-parallel ranks shard.

use super::remarks::{alone, nearest};
use super::rules::{distributes, has_experts, reaches_experts, strategy};
use crate::export::aspect::{Aspect, Fate, Lack};
use crate::export::document::{OptionValue, flag, whole_if, word_if};
use crate::export::facts::Facts;
use crate::frameworks::setting::{Setting, flagged, known, number, option, switched, written};
use crate::import::fields::Fields;
use crate::import::imported::ImportNote;
use crate::layers;
use cost::plan::{ContextKind, Optimizer, Overlap, ZeroStage};

pub(super) const LAYOUT_ROWS: &[Setting] = &[
    number("--tensor-model-parallel-size", "tp").usual("1"),
    // `megatron/core/transformer/moe/moe_layer.py` raises in the first forward.
    switched("--sequence-parallel", "sp", true)
        .read_when(|file| file.reading.plan.layout.tensor > 1)
        .core(&[
            Lack::when(Aspect::NoSequenceParallel, Fate::Refused, has_experts).with_any_stages(),
        ]),
    // `megatron/core/pipeline_parallel/schedules.py`: none, 1F1B and interleaved 1F1B.
    number("--pipeline-model-parallel-size", "pp")
        .usual("1")
        .core(&[
            Lack::when(Aspect::Schedule, Fate::NoOption, |facts| !facts.is_1f1b())
                .with_any_sharding(),
            Lack::no_option(Aspect::LoneSchedule),
        ]),
    number("--num-virtual-stages-per-pipeline-rank", "vp")
        .usual("1")
        .when(|f| f.plan.layout.virtual_stages > 1 && f.stage_layout().is_none())
        .core(&[
            // `schedules.py`: the last group of micro-batches is whole.
            Lack::when(Aspect::MicroBatches, Fate::Refused, |facts| {
                let layout = &facts.plan.layout;
                let is_whole = facts.legal.micro_batches.is_multiple_of(layout.pipeline);
                layout.virtual_stages > 1 && !is_whole
            })
            .with_any_sharding(),
            // A: `--no-overlap-p2p-communication` needs three stages.
            Lack::when(Aspect::VirtualStages, Fate::Nearest, |facts| {
                facts.plan.layout.pipeline == 2 && !facts.plan.overlaps(Overlap::Pipeline)
            }),
        ]),
    option(STAGES, |f| f.stage_layout().map(OptionValue::Text), stages),
    known("--num-layers-per-virtual-pipeline-stage"),
    known("--decoder-first-pipeline-num-layers --decoder-last-pipeline-num-layers"),
    flagged(EMBEDDING, ends_count),
    option(LOSS, |f| flag(ends_count(f)), ends).bare(),
    number("--context-parallel-size", "cp").usual("1"),
    option(
        CONTEXT_KIND,
        |f| {
            let kind = match f.plan.layout.context_kind {
                ContextKind::Ring => "p2p",
                ContextKind::AllToAll => "a2a",
                ContextKind::AllGather => "all_gather",
            };
            word_if(f.plan.layout.context > 1, kind)
        },
        context_kind,
    )
    .several()
    .core(&[
        // TransformerEngine, `context_parallel.py`: heads of a rank are divided; a ring has no
        // window.
        Lack::when(Aspect::ContextKind, Fate::Refused, |facts| {
            let (model, layout) = (&facts.plan.model, &facts.plan.layout);
            let divides = |heads: u64| (heads / layout.tensor).is_multiple_of(layout.context);
            match layout.context_kind {
                ContextKind::AllToAll => !divides(model.heads) || !divides(model.kv_heads),
                ContextKind::Ring => model.window > 0,
                ContextKind::AllGather => false,
            }
        }),
        Lack::no_option(Aspect::ContiguousContext),
    ]),
    number("--expert-model-parallel-size", "ep")
        .usual("1")
        .when(has_experts)
        .core(&[Lack::when(Aspect::ExpertDomains, Fate::Refused, |facts| {
            !reaches_experts(facts)
        })]),
    number("--expert-tensor-parallel-size", "etp")
        .when(has_experts)
        .read_when(|file| file.reading.plan.model.moe.experts > 0)
        .follows_from(&["tp"], |file| file.reading.plan.layout.tensor.to_string())
        // T: experts with biases are whole.
        .core(&[Lack::when(Aspect::ExpertTensor, Fate::Refused, |facts| {
            facts.plan.model.bias && facts.plan.layout.expert_tensor > 1
        })]),
    option(
        "--use-distributed-optimizer",
        |f| flag(distributes(f)),
        zero,
    )
    .bare()
    .core(&[
        // Its Muon runs without the distributed optimizer and without FSDP up to 0.17 (A), by whole
        // layers later; its FSDP knows only Adam and SGD.
        Lack::when(Aspect::Zero, Fate::NoOption, |facts| {
            facts.plan.levers.optimizer == Optimizer::Muon
        })
        .of_versions(&["0.16", "0.17"]),
        Lack::when(Aspect::Zero, Fate::Refused, |facts| {
            let is_other = matches!(
                facts.plan.levers.optimizer,
                Optimizer::Muon | Optimizer::Lion | Optimizer::Adafactor
            );
            is_other && facts.plan.layout.zero.shards_gradients()
        }),
    ]),
    // Megatron-FSDP beside a pipeline is neither refused nor tested: all its six cases have one stage.
    flagged(FSDP, |f| strategy(f).is_some()).core(&[Lack::when(
        Aspect::ZeroInPipeline,
        Fate::Untested,
        |_| true,
    )]),
    written(STRATEGY, |f| strategy(f).map(OptionValue::Word)),
    known("--use-torch-fsdp2 --torch-fsdp2-no-reshard-after-forward --deepspeed").bare(),
    known(ZERO_STAGE),
    written("--ckpt-format", |f| {
        let is_muon = f.plan.levers.optimizer == Optimizer::Muon;
        let word = if is_muon { "torch" } else { "fsdp_dtensor" };
        word_if(is_muon || strategy(f).is_some(), word)
    })
    .idle(),
    option(
        INSTANCES,
        |f| whole_if(distributes(f) && f.shard_groups() > 1, f.shard_groups()),
        instances,
    ),
];

const STAGES: &str = "--pipeline-model-parallel-layout";
const EMBEDDING: &str = "--account-for-embedding-in-pipeline-split";
const LOSS: &str = "--account-for-loss-in-pipeline-split";
const CONTEXT_KIND: &str = "--cp-comm-type";
const STRATEGY: &str = "--data-parallel-sharding-strategy";
const FSDP: &str = "--use-megatron-fsdp";
const INSTANCES: &str = "--num-distributed-optimizer-instances";

/// The stage that Megatron-DeepSpeed gives to DeepSpeed.
///
/// Source: deepspeedai/Megatron-DeepSpeed, `megatron/arguments.py`.
const ZERO_STAGE: &str = "--zero-stage";

fn ends_count(facts: &Facts) -> bool {
    facts.plan.layout.ends_count && facts.stage_layout().is_none()
}

fn stages(file: &mut Fields) {
    let layers = file.reading.plan.model.layers;
    let pipeline = file.reading.plan.layout.pipeline.max(1);
    if let Some(words) = file.written(STAGES) {
        let fits = |split: &Vec<u64>| {
            (split.len() as u64).is_multiple_of(pipeline) && split.iter().sum::<u64>() == layers
        };
        match layers::layout(&words).filter(fits) {
            Some(split) => {
                file.reading.plan.layout.virtual_stages = split.len() as u64 / pipeline;
                file.reading.plan.layout.split = split;
                file.note("vp", STAGES);
                file.note("split", STAGES);
            }
            None => file.reading.unfit(STAGES, &words),
        }
        return;
    }
    let option = "--num-layers-per-virtual-pipeline-stage";
    let each = file.whole(option).filter(|each| *each > 0);
    let is_known = file.reading.knows(&["layers", "pp"]);
    if file.is_open(STAGES) {
        file.reading.leave_open("vp", None);
        file.reading.leave_open("split", None);
    } else if file.is_open(option) || each.is_some() && !is_known {
        file.reading.leave_open("vp", None);
    } else if let Some(each) = each {
        let chunks = (layers / pipeline / each).max(1);
        file.reading.set_whole("vp", option, chunks);
    }
    let first = file.whole("--decoder-first-pipeline-num-layers");
    let last = file.whole("--decoder-last-pipeline-num-layers");
    if first.is_some() || last.is_some() {
        let names = "--decoder-first-pipeline-num-layers --decoder-last-pipeline-num-layers";
        match layers::between(layers, pipeline, first, last) {
            Some(split) => {
                file.reading.plan.layout.split = split;
                file.note("split", names);
            }
            None => file
                .reading
                .unfit("--decoder-first-pipeline-num-layers", "…"),
        }
    }
}

/// True if embedding and loss count as layers, which only both options together say.
fn ends(file: &mut Fields) {
    let [embedding, loss] = [EMBEDDING, LOSS].map(|option| file.has(option));
    if embedding && !loss {
        file.reading.remark(alone(EMBEDDING, LOSS));
    } else if loss && !embedding {
        file.reading.remark(alone(LOSS, EMBEDDING));
    }
    file.reading.plan.layout.ends_count = embedding && loss;
    file.note(
        "ends",
        "--account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split",
    );
}

/// The exchange of context parallelism: one word, or the same for each layer.
fn context_kind(file: &mut Fields) {
    file.reading.plan.layout.context_kind = ContextKind::Ring;
    let words = file.items(CONTEXT_KIND);
    let is_same = words.windows(2).all(|pair| pair.first() == pair.last());
    let kind = match words.first().map(String::as_str) {
        _ if !is_same => None,
        None | Some("p2p") => Some(ContextKind::Ring),
        Some("a2a") => Some(ContextKind::AllToAll),
        Some("allgather" | "all_gather") => Some(ContextKind::AllGather),
        // All-to-all inside a node, point to point between nodes.
        Some("a2a+p2p") => {
            file.reading.remark(nearest(CONTEXT_KIND, "a2a+p2p"));
            Some(ContextKind::Ring)
        }
        Some(_) => None,
    };
    match kind {
        Some(kind) => file.reading.plan.layout.context_kind = kind,
        None => file.reading.unfit(CONTEXT_KIND, &words.join(" ")),
    }
    file.note("cpkind", CONTEXT_KIND);
}

/// The stage of a run with DeepSpeed's engine.
fn by_deepspeed(file: &mut Fields) -> Option<ZeroStage> {
    let text = file.written(ZERO_STAGE)?;
    if !file.has("--deepspeed") {
        file.reading.remark(alone(ZERO_STAGE, "--deepspeed"));
        return None;
    }
    match text.as_str() {
        "0" => Some(ZeroStage::Zero),
        "1" => Some(ZeroStage::One),
        "2" => Some(ZeroStage::Two),
        "3" => Some(ZeroStage::Three),
        other => {
            file.reading.unfit(ZERO_STAGE, other);
            None
        }
    }
}

/// The state that Megatron's FSDP shards, by its strategy.
fn by_fsdp(file: &mut Fields) -> ZeroStage {
    match file.text(STRATEGY) {
        Some("no_shard") => ZeroStage::Zero,
        Some("optim") => ZeroStage::One,
        Some("optim_grads") => ZeroStage::Two,
        Some("optim_grads_params") => ZeroStage::Three,
        Some(other) => {
            file.reading.unfit(STRATEGY, other);
            ZeroStage::Three
        }
        None => {
            let note = ImportNote::LaterDefault(FSDP.to_owned());
            file.reading.remark(note);
            ZeroStage::Three
        }
    }
}

/// The state that data-parallel ranks shard: by FSDP with its strategy, else by the optimizer.
fn zero(file: &mut Fields) {
    let (is_megatron, is_torch) = (file.has(FSDP), file.has("--use-torch-fsdp2"));
    let stage = if is_megatron {
        by_fsdp(file)
    } else if is_torch && file.has("--torch-fsdp2-no-reshard-after-forward") {
        ZeroStage::Two
    } else if is_torch {
        ZeroStage::Three
    } else if let Some(stage) = by_deepspeed(file) {
        stage
    } else if file.has("--use-distributed-optimizer") {
        ZeroStage::One
    } else {
        ZeroStage::Zero
    };
    if file.has(STRATEGY) && !is_megatron {
        file.reading.remark(alone(STRATEGY, FSDP));
    }
    file.reading.plan.layout.zero = stage;
    let others = "--use-megatron-fsdp --use-torch-fsdp2 --zero-stage";
    file.note(
        "zero",
        match (is_megatron, is_torch) {
            (true, _) => {
                "--data-parallel-sharding-strategy --use-megatron-fsdp --use-torch-fsdp2 --zero-stage"
            }
            (_, true) => others,
            // Without FSDP the option of the distributed optimizer counts.
            _ => "--use-distributed-optimizer --use-megatron-fsdp --use-torch-fsdp2 --zero-stage",
        },
    );
}

/// Groups of ranks with one copy of the sharded state each.
fn instances(file: &mut Fields) {
    let instances = file.whole(INSTANCES).filter(|count| *count > 1);
    if let Some(instances) = instances {
        let plan = &file.reading.plan;
        let replicas = plan.data_parallel().saturating_mul(plan.layout.context);
        let each = replicas / instances;
        file.reading.set_whole("hsdp", INSTANCES, each);
    }
}
