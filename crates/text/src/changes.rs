//! Changes of a plan, and what a cure does.

use crate::number::{grouped, listed, locale};
use cost::plan::{Offload, Optimizer, Plan, Recompute, Schedule, Target, Word, WordSet};
use formats::catalog;
use formats::export::Refusal;
use formats::number::Units;
use search::change::Change;
use search::cure::Cure;

use crate::controls::option;
use crate::{aspects, head, presets, verdict};

messages!("changes");

/// Runs of equal stages that are written out.
const MOST_RUNS: usize = 4;

/// A change in words: `TP 4 → 8`.
#[must_use]
pub fn change(change: &Change, plan: &Plan) -> String {
    // `None` follows the virtual stages; the change names the schedule that results.
    let after = match change {
        Change::Schedule(None) => {
            let followed = Change::applied(std::slice::from_ref(change), plan);
            value(&Change::Schedule(Some(followed.schedule())), plan)
        }
        change => value(change, plan),
    };
    let Some(name) = name(change) else {
        return after;
    };
    let before = match change.now(plan) {
        Change::Schedule(_) => value(&Change::Schedule(Some(plan.schedule())), plan),
        now => value(&now, plan),
    };
    moved(name, &before, &after)
}

/// The name of what changes; `None` if the value says all.
fn name(change: &Change) -> Option<&'static str> {
    Some(match change {
        Change::Model(_) => model(),
        Change::Tensor(_) => tensor(),
        Change::Pipeline(_) => pipeline(),
        Change::Context(_) => context(),
        Change::ContextKind(_) => context_kind(),
        Change::VirtualStages(_) => virtual_stages(),
        Change::Schedule(_) => schedule(),
        Change::Zero(_) => zero(),
        Change::Gpus(_) => gpus(),
        Change::Sequence(_) => sequence(),
        Change::MicroBatch(_) => micro_batch(),
        Change::GlobalBatch(_) => global_batch(),
        Change::CrossEntropy(_) => cross_entropy(),
        Change::Dtype(_) => precision(),
        Change::Tuned(_) => trained(),
        Change::Targets(_) => targets(),
        Change::Optimizer(_) => optimizer(),
        Change::OptimizerKernel(_) => optimizer_kernel(),
        Change::MlpTiles(_) => mlp_tiles(),
        Change::FrozenFirst(_) => frozen_first(),
        Change::FrozenLast(_) => frozen_last(),
        Change::Experts(_, _) => experts(),
        Change::Degrees(..) => degrees(),
        Change::ExpertsPerToken(_) => experts_per_token(),
        Change::LatentRank(_) => latent_rank(),
        Change::KeyWidth(_) => key_width(),
        Change::ShardGroup(_) => shard_group(),
        Change::Split(_)
        | Change::EndsCount(_)
        | Change::Recompute(_)
        | Change::Flash(_)
        | Change::Offload(_) => return None,
    })
}

/// The value that a change of a plan sets.
fn value(change: &Change, plan: &Plan) -> String {
    let text = match change {
        Change::Model(name) => catalog::model_entry(name).map_or(*name, presets::model),
        Change::Tensor(value)
        | Change::Pipeline(value)
        | Change::Context(value)
        | Change::VirtualStages(value)
        | Change::Gpus(value)
        | Change::Sequence(value)
        | Change::MicroBatch(value)
        | Change::ExpertsPerToken(value)
        | Change::LatentRank(value)
        | Change::KeyWidth(value)
        | Change::MlpTiles(value)
        | Change::FrozenFirst(value)
        | Change::FrozenLast(value)
        | Change::GlobalBatch(value) => return grouped(*value),
        Change::ShardGroup(0) => all_ranks(),
        Change::ShardGroup(value) => return grouped(*value),
        Change::Experts(expert, tensor) => return product(&[*expert, *tensor]),
        Change::Degrees(tensor, pipeline, context) => {
            return product(&[*tensor, *pipeline, *context]);
        }
        Change::Schedule(schedule) => schedule.map_or("", Word::word),
        Change::Zero(stage) => stage.word(),
        Change::CrossEntropy(kind) => kind.word(),
        Change::Dtype(dtype) => dtype.word(),
        Change::Tuned(tuned) => option("ft", tuned.word()),
        Change::Targets(targets) => return adapted(*targets),
        Change::ContextKind(kind) => option("cpkind", kind.word()),
        Change::Optimizer(optimizer) => optimizer_name(*optimizer),
        Change::OptimizerKernel(kernel) => option("optkern", kernel.word()),
        Change::Offload(parts) if parts.is_empty() => nothing_on_host(),
        Change::Offload(parts) => return to_host(&on_host(*parts)),
        Change::Split(layers) if layers.is_empty() => even_split(),
        Change::Split(layers) => return uneven_split(&stages(layers)),
        Change::EndsCount(true) => ends_count(),
        Change::EndsCount(false) => ends_do_not_count(),
        Change::Recompute(Recompute::None) => no_recompute(),
        Change::Recompute(Recompute::Selective) => {
            return selective_recompute(&aspects::recomputed(&plan.levers));
        }
        Change::Recompute(Recompute::Full) => full_recompute(),
        Change::Flash(true) => flash_on(),
        Change::Flash(false) => flash_off(),
    };
    text.to_owned()
}

/// `2 × 8 × 4`
fn product(factors: &[u64]) -> String {
    let factors: Vec<String> = factors.iter().map(|factor| grouped(*factor)).collect();
    factors.join(" × ")
}

/// The name of an optimizer.
#[must_use]
pub fn optimizer_name(optimizer: Optimizer) -> &'static str {
    option("opt", optimizer.word())
}

/// The name of a schedule.
#[must_use]
pub fn schedule_name(schedule: Schedule) -> &'static str {
    option("sched", schedule.word())
}

/// The name of a part of the model that moves to the host.
#[must_use]
pub fn offloaded(part: Offload) -> &'static str {
    option("off", part.word())
}

/// `optimizer + weights`: parts on the host; empty if there are none.
#[must_use]
pub fn on_host(parts: WordSet<Offload>) -> String {
    let moved = Offload::ALL.iter().filter(|part| parts.contains(**part));
    let names: Vec<&str> = moved.map(|part| offloaded(*part)).collect();
    names.join(" + ")
}

/// `Q + V`: matrices with an adapter.
fn adapted(targets: WordSet<Target>) -> String {
    let adapted = Target::ALL.iter().filter(|it| targets.contains(**it));
    let names: Vec<&str> = adapted.map(|it| option("targets", it.word())).collect();
    names.join(" + ")
}

/// `2 stages of 6 layers, 8 of 7, 2 of 6`: layers of stages that follow each other.
fn stages(split: &[u64]) -> String {
    let runs = split.chunk_by(|one, other| one == other);
    let mut texts = Vec::new();
    let mut is_cut = false;
    for (place, run) in runs.enumerate() {
        let (count, each) = (run.len() as u64, run.first().copied().unwrap_or_default());
        match place {
            0 => texts.push(stages_of_layers(count, each)),
            MOST_RUNS => {
                is_cut = true;
                break;
            }
            _ => texts.push(more_stages(count, each)),
        }
    }
    let list = listed(&texts);
    if is_cut {
        locale::list_cut(&list)
    } else {
        list
    }
}

/// Effect of a cure: `−21.0 GiB, MFU −2.0 points, fits`.
#[must_use]
pub fn effect(cure: &Cure, units: Units) -> String {
    let points = cure.mfu_change * 100.0;
    let verdict = verdict::inside(cure.verdict);
    let effect = cure_effect(cure.memory_change, points, verdict, units);
    marked(effect, &cure.refusals)
}

/// An effect, with the framework that does not run the changed plan as it is.
#[must_use]
pub fn marked(effect: String, refusals: &[Refusal]) -> String {
    match refusals.first() {
        None => effect,
        Some(hardest) => refused_effect(&effect, &head::refused_by(hardest)),
    }
}

#[cfg(test)]
mod tests {
    use super::schedule_name;
    use cost::plan::{Schedule, Word as _};

    #[test]
    fn each_schedule_has_the_name_of_its_word() {
        for &each in Schedule::ALL {
            let letters = schedule_name(each).replace('-', "").to_lowercase();
            assert!(letters.starts_with(each.word()), "{each:?}: {letters}");
        }
    }
}
