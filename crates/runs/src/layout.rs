//! The layout of a row.

use serde_json::Value;

use super::fields::{flag, number, text};
use super::layers::{self, Deal};
use super::notes::{Notes, StandIn, Warning};
use super::row::RunRecord;
use cost::plan::{ContextKind, Kernels, Layout, Plan, Recipe, Schedule, Word, ZeroStage};

/// The layout that a row states for the model, cluster and stack of `plan`.
pub(super) fn layout(row: &RunRecord, plan: &Plan, notes: &mut Notes) -> Layout {
    let stated = &row.parallel;
    let tensor = stated.tp.unwrap_or(1);
    let context = stated.cp.unwrap_or(1);
    let expert = stated.ep.unwrap_or(1);
    let mut layout = Layout {
        tensor,
        pipeline: stated.pp.unwrap_or(1),
        context,
        expert,
        expert_tensor: expert_tensor(row, plan, notes),
        sequence_parallel: sequence_parallel(row, plan, notes),
        virtual_stages: stated.vp.unwrap_or(1).max(1),
        context_kind: context_kind(row, notes),
        context_balanced: row.habits.cp_balanced.unwrap_or(true),
        zero: zero(row, plan.stack.recipe, notes),
        ..Layout::default()
    };
    stages(row, plan.model.layers, &mut layout, notes);
    layout.schedule = schedule(row, &mut layout, notes);
    let product = tensor
        .saturating_mul(layout.pipeline)
        .saturating_mul(context)
        .max(1);
    let follows = plan.cluster.gpus / product;
    if let Some(stated) = stated.dp.filter(|&stated| stated != follows) {
        let warning = Warning::DataParallel { stated, follows };
        notes.warnings.push(warning);
    }
    layout.shard_group = shard_group(row, plan, follows.saturating_mul(context), notes);
    layout
}

/// Published recipes do not split experts. Megatron-LM splits them like the other layers unless an
/// argument sets otherwise, so that a row with arguments follows them.
fn expert_tensor(row: &RunRecord, plan: &Plan, notes: &mut Notes) -> u64 {
    let tensor = row.parallel.tp.unwrap_or(1);
    if let Some(stated) = row.parallel.etp {
        return stated;
    }
    if plan.model.moe.experts == 0 || tensor == 1 {
        return 1;
    }
    // MaxText also splits the experts' matrices along its tensor axis.
    let usual = if row.megatron_args.is_some() || plan.stack.recipe == Recipe::MaxText {
        tensor
    } else {
        1
    };
    notes.assume("parallel.etp", usual.to_string());
    usual
}

/// Sequence parallelism: Megatron-LM of 2022 and later and its descendants use it with tensor
/// parallelism; software with earlier kernels is older than it.
fn sequence_parallel(row: &RunRecord, plan: &Plan, notes: &mut Notes) -> Option<bool> {
    if row.parallel.sp.is_some() || row.parallel.tp.unwrap_or(1) <= 1 {
        return row.parallel.sp;
    }
    let usual = match plan.stack.recipe {
        Recipe::DeepSpeed | Recipe::ZeroPaper => false,
        _ => plan.kernels() != Kernels::EarlyFused,
    };
    notes.assume("parallel.sp", if usual { "1" } else { "0" });
    Some(usual)
}

fn context_kind(row: &RunRecord, notes: &mut Notes) -> ContextKind {
    let usual = ContextKind::Ring;
    let stated = row.parallel.cp_kind.as_deref();
    match stated.or_else(|| row.said_after("CP uses")) {
        None => {
            if row.parallel.cp.unwrap_or(1) > 1 {
                notes.assume("parallel.cp_kind", usual.word());
            }
            usual
        }
        // The word of Megatron-LM.
        Some("p2p") => ContextKind::Ring,
        Some(word) => Word::parse(word).unwrap_or_else(|| {
            notes.unknown("parallel.cp_kind", word, usual.word());
            usual
        }),
    }
}

fn zero(row: &RunRecord, recipe: Recipe, notes: &mut Notes) -> ZeroStage {
    let usual = match recipe {
        Recipe::TorchTitan | Recipe::LlmFoundry => ZeroStage::Three,
        _ => ZeroStage::One,
    };
    match row.parallel.zero_stage {
        Some(stage) => Word::parse(&stage.to_string()).unwrap_or_else(|| {
            notes.unknown("parallel.zero_stage", &stage.to_string(), usual.word());
            usual
        }),
        None => {
            notes.assume("parallel.zero_stage", usual.word());
            usual
        }
    }
}

/// Ranks that shard one copy of the state: those of a node if the row only states hybrid sharding,
/// or those of one of Megatron-LM's optimizer instances if the row states their number.
fn shard_group(row: &RunRecord, plan: &Plan, replicas: u64, notes: &mut Notes) -> u64 {
    let instances = number(row, "num-distributed-optimizer-instances").unwrap_or(1);
    match &row.parallel.hsdp {
        None | Some(Value::Null | Value::Bool(false)) if instances > 1 => replicas / instances,
        None | Some(Value::Null | Value::Bool(false)) => 0,
        Some(Value::Bool(true)) => {
            let node = plan.cluster.gpu.node;
            notes.assume("parallel.hsdp", node.to_string());
            node
        }
        Some(other) => other.as_u64().unwrap_or_else(|| {
            notes.unknown("parallel.hsdp", &other.to_string(), "0");
            0
        }),
    }
}

/// Divides the layers among stages, by Megatron-LM's flags if the row has them.
fn stages(row: &RunRecord, layers: u64, layout: &mut Layout, notes: &mut Notes) {
    if let Some(words) = text(row, "pipeline-model-parallel-layout") {
        let pipeline = layout.pipeline.max(1);
        let fits = |split: &Vec<u64>| {
            (split.len() as u64).is_multiple_of(pipeline) && split.iter().sum::<u64>() == layers
        };
        if let Some(split) = layers::layout(words).filter(fits) {
            layout.virtual_stages = split.len() as u64 / pipeline;
            layout.split = split;
            return;
        }
        notes.unknown(
            "megatron_args.pipeline-model-parallel-layout",
            words,
            "even",
        );
    }
    let stages = layout.pipeline.saturating_mul(layout.virtual_stages);
    let first = number(row, "decoder-first-pipeline-num-layers");
    let last = number(row, "decoder-last-pipeline-num-layers");
    let ends_named = layout.virtual_stages == 1 && (first.is_some() || last.is_some());
    let named = ends_named.then(|| layers::between(layers, stages, first, last));
    if let Some(split) = named.flatten() {
        layout.split = split;
        return;
    }
    let counted = flag(row, "account-for-embedding-in-pipeline-split")
        && flag(row, "account-for-loss-in-pipeline-split");
    match layers::deal(layers, stages) {
        Deal::Even if !counted => {}
        Deal::Even | Deal::EndsCount => {
            layout.ends_count = true;
            if !counted {
                notes.assume("parallel.pp", StandIn::EndsCount);
            }
        }
        Deal::Split(split) => {
            let (first, last) = (split[0], split[split.len() - 1]);
            notes.assume("parallel.pp", StandIn::LayersAtEnds([first, last]));
            layout.split = split;
        }
    }
}

fn schedule(row: &RunRecord, layout: &mut Layout, notes: &mut Notes) -> Option<Schedule> {
    let usual = Schedule::usual(layout.virtual_stages);
    let found = match row.parallel.schedule.as_deref() {
        None => return None,
        Some("interleaved") => Schedule::usual(2),
        Some(word) => Word::parse(word).unwrap_or_else(|| {
            notes.unknown("parallel.schedule", word, usual.word());
            usual
        }),
    };
    let [names, needs] = [found, usual].map(|schedule| schedule.facts().is_interleaved());
    // With one chunk a rank, an interleaved schedule is 1F1B; with several, 1F1B is interleaved.
    if names == needs || found.splits_backward() {
        return Some(found);
    }
    notes.assume("parallel.schedule", usual.word());
    Some(usual)
}
