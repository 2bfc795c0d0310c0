//! The JSON object of `shardwise search --json`: names, words and their meanings never change, and
//! do not depend on the language of the texts in it.

use serde_json::{Value, json};

use super::{ReportRow, SearchReport};
use cost::plan::{Offload, Word};
use formats::export::Release;
use formats::goal::verdict_word;
use formats::link;
use formats::number::Units;
use search::asked::GoalWord;
use search::optimize::{Candidate, Division, FoundLayout, Saving, Without};
use text::search as words;

/// Kinds of legal layouts that a search never tries.
const LEFT_OUT: [&str; 3] = [
    "other_uneven_splits",
    "recompute_of_some_layers",
    "other_shard_groups",
];

/// The object of an answer. Sizes are in GiB, times in seconds, shares of a step from 0 to 1.
/// `goal` is the word of `--goal`, with its limits `days` and `dollars`, null without one. Axes are
/// keys of links, and a `layout` has the keys of `--fix` with their values. Layouts are links, the
/// best first. `tied` layouts tie with the first: the model cannot
/// distinguish them; `plainest` is the one of them with the fewest axes in use. None of these is
/// worse than the first by more than the share `tie_within`. `second_behind` is the excess of the
/// second layout. `next_behind` is that of the first layout that is not tied, on as many GPUs if
/// the goal is few GPUs. `nothing` is a text on what was kept fixed and not tried if no layout was
/// found, else null. `complete` is false if the search ended at a limit, of which `limit` is a
/// sentence. `with_savings` is a sentence if layouts fit only with what frees memory and was not in
/// the question, and `savings` has the keys of that in each layout. A layout stands for `alike`
/// others, none of which is notably better in anything. `for` is the framework that
/// runs the layouts, null if any may; `recipe` is that of the estimates; `elsewhere` is the best
/// layout of any framework if `for` does not run it, with a sentence on the aspects that `for`
/// lacks. `hardware_validated` is true if published runs on such hardware were compared with the
/// model.
#[must_use]
pub fn object(answer: &SearchReport) -> Value {
    let (counts, ties) = (&answer.counts, &answer.ties);
    let best = answer.rows.iter().map(|row| layout(answer, row));
    let best: Vec<Value> = best.collect();
    let limit = answer.limit;
    let legs = answer.path.iter().flatten().map(|leg| {
        let names: Vec<&str> = leg.axes.iter().map(|axis| axis.key()).collect();
        let mut plan = answer.plan.bare();
        leg.candidate.write(&mut plan);
        json!({
            "axes": names, "link": link::encode(&plan), "step_s": leg.step.0,
            "peak_gib": Units::Gib.of(leg.peak), "verdict": verdict_word(leg.verdict),
        })
    });
    let legs: Vec<Value> = legs.collect();
    let without = answer.without.iter().map(|Without { axis, best }| {
        json!({ "axis": axis.key(), "best": best.as_ref().map(|found| short(answer, found)) })
    });
    let without: Vec<Value> = without.collect();
    let elsewhere = answer.elsewhere.as_ref().map(|row| {
        let mut layout = layout(answer, row);
        layout["sentence"] = answer.with_elsewhere(words::elsewhere).into();
        layout
    });
    let (goal, days, dollars) = GoalWord::of(answer.goal);
    json!({
        "goal": goal.word(),
        "days": days,
        "dollars": dollars,
        "link": link::encode(answer.plan),
        "hardware_validated": answer.plan.cluster.has_published_runs(),
        "counts": {
            "considered": counts.considered, "without_room": counts.without_room,
            "too_slow": counts.too_slow, "not_run": counts.not_run, "refused": counts.refused,
            "estimated": counts.estimated,
        },
        "for": answer.release.map(Release::name),
        "recipe": answer.plan.stack.recipe.word(),
        "elsewhere": elsewhere,
        "complete": limit.is_none(),
        "limit": limit.map(words::ended),
        "with_savings": answer.has_savings.then(words::with_savings),
        "nothing": answer.rows.is_empty().then(|| words::held(&answer.held)),
        "best": best,
        "tied": ties.count,
        "more_may_tie": ties.is_open,
        "tie_within": ties.within,
        "second_behind": ties.second,
        "next_behind": ties.next.filter(|share| share.is_finite()),
        "plainest": ties.plainest.map(|tie| json!({
            "place": tie.place,
            "layout": settings(&tie.found.candidate),
            "behind": tie.behind,
            "axes_of_first": tie.axes[0],
            "axes": tie.axes[1],
        })),
        "left_out": LEFT_OUT,
        "way": answer.path.is_some().then_some(legs),
        "without": without,
    })
}

fn layout(answer: &SearchReport, row: &ReportRow) -> Value {
    let (estimate, shares) = (&row.estimate, &row.estimate.shares);
    let savings = Saving::all(answer.plan, &row.found.candidate).into_iter();
    let savings: Vec<&str> = savings.map(Saving::key).collect();
    json!({
        "link": link::encode(&row.plan),
        "layout": settings(&row.found.candidate),
        "savings": savings,
        "alike": row.alike,
        "gpus": row.found.candidate.gpus,
        "step_s": row.found.step.0,
        "mfu": estimate.utilisation.mfu,
        "peak_gib": Units::Gib.of(row.found.peak),
        "verdict": verdict_word(estimate.memory.verdict),
        "bubble": shares.bubble, "imbalance": shares.imbalance, "cable": shares.communication, "recompute": shares.recompute,
        "forward_only": shares.forward_only,
        "state": shares.optimizer, "ceiling": shares.ceiling, "last_inch": shares.kernels, "padding": shares.padding,
        "days": estimate.run.days, "cost_usd": estimate.run.cost_usd,
    })
}

/// The values of a layout on all axes but the number of GPUs, by the keys of `--fix`.
#[must_use]
pub fn settings(layout: &Candidate) -> Value {
    let moved = Offload::ALL.iter();
    let moved = moved.filter(|part| layout.offload.contains(**part));
    let moved: Vec<&str> = moved.map(|part| part.word()).collect();
    json!({
        "tp": layout.tensor,
        "sp": u8::from(layout.sequence_parallel),
        "cp": layout.context,
        "pp": layout.pipeline,
        "split": split(layout.division),
        "sched": layout.schedule.word(),
        "vp": layout.virtual_stages,
        "ep": layout.expert,
        "etp": layout.expert_tensor,
        "zero": layout.zero.word(),
        "hsdp": layout.shards.word(),
        "mbs": layout.micro,
        "ckpt": layout.recompute.level().word(),
        "off": if moved.is_empty() { "none".to_owned() } else { moved.join("+") },
        "dtype": layout.dtype.word(),
        "ce": layout.loss.word(),
        "opt": layout.optimizer.word(),
    })
}

/// A division as `--fix split=…` has it.
fn split(division: Division) -> String {
    match division {
        Division::List(runs) => {
            let layers: Vec<String> = runs.layers().iter().map(u64::to_string).collect();
            layers.join(",")
        }
        other => other.kind().word().to_owned(),
    }
}

fn short(answer: &SearchReport, found: &FoundLayout) -> Value {
    let mut plan = answer.plan.bare();
    found.candidate.write(&mut plan);
    json!({
        "link": link::encode(&plan), "step_s": found.step.0,
        "peak_gib": Units::Gib.of(found.peak),
    })
}
