//! The plan that a row describes.

use super::fields::{MissingField, flag};
use super::notes::{Notes, StandIn, Warning};
use super::row::RunRecord;
use super::{Skipped, adapters, cluster, layout, levers, recompute, shape};
use cost::legal::Legal;
use cost::plan::{
    Dispatcher, GradientSync, Kernels, MasterWeights, Messages, Objective, OptimizerKernel,
    Overlap, Plan, Recipe, Stack, Word, WordSet,
};
use search::repair::nearest_legal;

/// The legal plan of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedRun {
    /// The plan.
    pub plan: Plan,
    /// True if the row's source states its recompute and is not of low confidence, and its
    /// framework is one that the model knows. Otherwise measured memory is weak evidence.
    pub recompute_known: bool,
    /// Assumptions, and fields that the plan does not follow.
    pub notes: Notes,
}

impl From<MissingField> for Skipped {
    fn from(MissingField(field): MissingField) -> Self {
        Self::Missing(field)
    }
}

impl PlannedRun {
    /// The plan that a row describes. If that plan cannot exist, it is the nearest legal one, with
    /// a warning.
    ///
    /// # Errors
    /// If a field that matters is missing, or no legal plan is near.
    pub fn of(row: &RunRecord) -> Result<Self, Skipped> {
        let mut notes = Notes::default();
        let recipe = recipe(row, &mut notes);
        let model = shape::model(row, recipe, &mut notes)?;
        let cluster = cluster::cluster(row, &mut notes)?;
        let mut plan = Plan::new(model, cluster);
        plan.batch.sequence = row.model.seq_len;
        let (tuning, storage) = adapters::tuning(&row.finetune, &mut notes)?;
        plan.tuning = tuning;
        plan.stack = stack(row, recipe, &mut notes);
        plan.stack.overlap = overlap(row, &plan);
        plan.layout = layout::layout(row, &plan, &mut notes);
        (plan.batch.micro, plan.batch.global) = batch(row, &plan, &mut notes)?;
        plan.levers = levers::levers(row, &plan, &mut notes);
        plan.levers.weight_storage = storage;
        let is_stated = plan.stack.gradient_sync.is_some();
        let is_narrow = plan.levers.master == Some(MasterWeights::None);
        if is_narrow && !is_stated && recipe.shards_fully() {
            plan.stack.gradient_sync = Some(GradientSync::Once);
            notes.assume("habits", StandIn::ReducedOnce);
        }
        let is_stated = recompute::stated(row, &mut plan, &mut notes);
        let plan = legal(plan, &mut notes)?;
        let mut drawn = Self {
            plan,
            recompute_known: is_stated
                && !is_inferred(row, "recompute")
                && recipe_is_known(row)
                && row.confidence.as_deref() != Some("low"),
            notes,
        };
        if !is_stated {
            recompute::assume(&mut drawn.plan, &mut drawn.notes);
        }
        Ok(drawn)
    }
}

/// Sequences of a micro-batch and of a step. Where neither those of a step nor its micro-batches are
/// stated, it has one, as memory does not depend on their number.
fn batch(
    row: &RunRecord,
    plan: &Plan,
    notes: &mut Notes,
) -> Result<(u64, Option<u64>), MissingField> {
    let stated = &row.batch;
    if stated.micro.or(stated.global).is_none() {
        return Err(MissingField("batch.global"));
    }
    // Preferences have two answers, each of them a sequence.
    let answers = match plan.tuning.objective {
        Objective::Preference => 2,
        Objective::NextToken | Objective::Reward => 1,
    };
    let micro = stated.micro.unwrap_or_else(|| {
        notes.assume("batch.micro", "1");
        1
    });
    let global = stated.global.unwrap_or_else(|| {
        let accumulated = stated.grad_accum.unwrap_or_else(|| {
            notes.assume("batch.grad_accum", "1");
            1
        });
        let ranks = plan.data_parallel().max(1);
        micro.saturating_mul(ranks).saturating_mul(accumulated)
    });
    let sequences = |samples: u64| samples.saturating_mul(answers);
    Ok((sequences(micro), Some(sequences(global))))
}

/// True if the row lists the field as inferred.
fn is_inferred(row: &RunRecord, field: &str) -> bool {
    row.fields_inferred.iter().any(|inferred| inferred == field)
}

/// True unless the row names a framework that the model does not know.
fn recipe_is_known(row: &RunRecord) -> bool {
    let word = row.recipe.as_deref();
    word.is_none_or(|word| Recipe::parse(word).is_some())
}

fn recipe(row: &RunRecord, notes: &mut Notes) -> Recipe {
    let Some(word) = row.recipe.as_deref() else {
        notes.assume("recipe", Recipe::Megatron.word());
        return Recipe::Megatron;
    };
    Word::parse(word).unwrap_or_else(|| {
        notes.unknown("recipe", word, Recipe::Megatron.word());
        Recipe::Megatron
    })
}

fn stack(row: &RunRecord, recipe: Recipe, notes: &mut Notes) -> Stack {
    let habits = &row.habits;
    let mut stack = Stack {
        recipe,
        ..Stack::default()
    };
    stack.kernels = match habits.kernels.as_deref() {
        Some(word) => Word::parse(word).or_else(|| {
            notes.unknown("habits.kernels", word, StandIn::Recipes);
            None
        }),
        None if row.compiled == Some(true) => Some(Kernels::Compiled),
        None => None,
    };
    stack.messages = match habits.gradient_messages.as_deref() {
        None => None,
        Some("bucketed") => Some(Messages::Bucket),
        Some("per-layer") => Some(Messages::Layer),
        Some("per-tensor") => Some(Messages::Tensor),
        Some(word) => {
            notes.unknown("habits.gradient_messages", word, StandIn::Recipes);
            None
        }
    };
    // Only existing generations are accepted; a row without fused attention states none.
    stack.flash_generation = habits.flash_generation.filter(|one| (1..=3).contains(one));
    stack.deterministic = row.deterministic_workspace == Some(true);
    stack.fused_accumulation = !flag(row, "no-gradient-accumulation-fusion");
    stack.dispatcher = match habits.moe_dispatcher.as_deref() {
        None => None,
        // The word of Megatron-LM.
        Some("alltoall") => Some(Dispatcher::AllToAll),
        Some(word) => Word::parse(word).or_else(|| {
            notes.unknown("habits.moe_dispatcher", word, StandIn::Recipes);
            None
        }),
    };
    stack.gradient_sync = habits.gradient_sync.as_deref().and_then(|word| {
        Word::parse(word).or_else(|| {
            notes.unknown("habits.gradient_sync", word, StandIn::Recipes);
            None
        })
    });
    stack.optimizer_kernel = optimizer_kernel(row);
    stack.graphs = habits.cuda_graphs.as_deref().and_then(|word| {
        Word::parse(word).or_else(|| {
            notes.unknown("habits.cuda_graphs", word, StandIn::Recipes);
            None
        })
    });
    stack.imbalance = match habits.forced_balance {
        Some(true) => Some(1.0),
        Some(false) | None => None,
    };
    stack
}

/// The optimizer's kernel by its name.
fn optimizer_kernel(row: &RunRecord) -> Option<OptimizerKernel> {
    let name = row.optimizer.name.as_deref()?.to_ascii_lowercase();
    if name.contains("foreach") {
        Some(OptimizerKernel::ForEach)
    } else if name.contains("fused") {
        Some(OptimizerKernel::Fused)
    } else {
        None
    }
}

/// Communication that hides under compute: the recipe's defaults, except for those that the row
/// states.
fn overlap(row: &RunRecord, plan: &Plan) -> Option<WordSet<Overlap>> {
    let stated = [
        (Overlap::Tensor, row.habits.tp_overlap),
        (Overlap::Data, row.habits.dp_overlap),
        (Overlap::Expert, row.habits.moe_overlap),
    ];
    if stated.iter().all(|(_, hides)| hides.is_none()) {
        return None;
    }
    let usual = plan.overlap();
    let hides = |kind: &Overlap| {
        let named = stated.iter().find(|(known, _)| known == kind);
        named
            .and_then(|(_, hides)| *hides)
            .unwrap_or_else(|| usual.contains(*kind))
    };
    let kinds: Vec<Overlap> = Overlap::ALL.iter().copied().filter(hides).collect();
    Some(WordSet::of(&kinds))
}

/// The plan, or the nearest legal one.
fn legal(mut plan: Plan, notes: &mut Notes) -> Result<Plan, Skipped> {
    let Err(reasons) = Legal::check(&plan) else {
        return Ok(plan);
    };
    match nearest_legal(&plan) {
        Some(repaired) => {
            let stated = Box::new(std::mem::replace(&mut plan, repaired));
            let warning = Warning::Repaired { reasons, stated };
            notes.warnings.push(warning);
            Ok(plan)
        }
        None => Err(Skipped::Illegal(reasons, Box::new(plan))),
    }
}
