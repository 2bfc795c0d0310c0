//! The plan that an exported file runs.
//!
//! The importer reads the exported file again, as its framework does. Settings in the training
//! program's code keep the values of the exported plan; settings without an option take their plain
//! value. For a target whose files the importer does not read, the notes decide. So the exporter
//! and the importer check each other: an export without a note runs its plan.
//!
//! Tests: `tests/all/file_run.rs`.

mod outcome;

use crate::exchange::write::notes;
use crate::export::aspect_keys::keys;
use crate::export::{Aspect, Export, Facts, Fate, Note, Target};
use crate::import::{Format, import};
use crate::link;
use cost::legal::Legal;
use cost::plan::{Offload, Plan, Recipe, Word as _, WordSet, ZeroStage};
use cost::units::{Bytes, Seconds};
use cost::{Estimate, estimate};
pub use outcome::{FileRun, OtherRun};

impl FileRun {
    /// The outcome of an export in the framework of its target. Targets without a framework,
    /// such as a summary, run the plan.
    ///
    /// ```
    /// use cost::legal::Legal;
    /// use formats::export::{Target, export};
    /// use formats::file_run::FileRun;
    /// let (plan, _) = formats::link::decode("p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv");
    /// let legal = Legal::check(&plan).unwrap();
    /// let file = export(&legal, Target::Megatron, &text::exchange::EXPORT);
    /// let FileRun::Other(other) = FileRun::of(&legal, Target::Megatron, &file) else { panic!() };
    /// let zero_bubble = ("sched", "zbv".to_owned(), "1f1b".to_owned());
    /// assert!(other.changes.contains(&zero_bubble));
    /// assert!(other.step[1] > other.step[0]);
    /// ```
    #[must_use]
    pub fn of(legal: &Legal, target: Target, export: &Export) -> Self {
        let Some(format) = format(target) else {
            return Self::of_read(legal, target, export, None);
        };
        let read = import(&export.text, Some(format), &Self::base(legal.plan));
        let read = read.ok().map(|read| read.plan);
        Self::of_read(legal, target, export, read.as_ref())
    }

    /// The plan that fills the settings that its export leaves open, with its overlap made
    /// independent of the recipe.
    #[must_use]
    pub fn base(plan: &Plan) -> Plan {
        let mut base = plan.bare();
        base.stack.overlap = Some(plan.overlap());
        base
    }

    /// True if the importer reads the files of a target.
    #[must_use]
    pub fn is_read(target: Target) -> bool {
        format(target).is_some()
    }

    /// The outcome of an export in the framework of its target, by the plan that the importer has
    /// read from the file with [`Self::base`] as its base; `None` if the importer does not read the
    /// target's files.
    #[must_use]
    pub fn of_read(legal: &Legal, target: Target, export: &Export, read: Option<&Plan>) -> Self {
        let notes = export.notes.iter().copied();
        let refused: Vec<Note> = notes.filter(|note| note.fate == Fate::Refused).collect();
        if !refused.is_empty() {
            return Self::Refused(refused);
        }
        let mut runs = match read {
            Some(read) => settled(legal.plan, read, &export.notes),
            None if Self::is_read(target) => {
                return Self::Illegal(Box::new(legal.plan.clone()), Vec::new());
            }
            None => nearest(legal.plan, target, &export.notes),
        };
        make_plain(target, &mut runs);
        let of_file = match estimate(&runs) {
            Ok(of_file) => of_file,
            Err(reasons) => return Self::Illegal(Box::new(runs), reasons),
        };
        let Ok(asked) = estimate(legal.plan) else {
            return Self::Plan;
        };
        if figures(&asked) == figures(&of_file) {
            return Self::Plan;
        }
        Self::Other(Box::new(OtherRun {
            changes: changes(legal.plan, &runs),
            step: [asked.time.total(), of_file.time.total()],
            peak: [asked.memory.peak(), of_file.memory.peak()],
            verdict: of_file.memory.verdict,
            plan: runs,
        }))
    }
}

/// Time of a step, and peak memory.
fn figures(estimate: &Estimate) -> (Seconds, Bytes) {
    (estimate.time.total(), estimate.memory.peak())
}

/// Differences between a plan and that of its file, without those that have no effect on any
/// figure, such as the kind of context parallelism on one rank.
fn changes(plan: &Plan, runs: &Plan) -> Vec<(&'static str, String, String)> {
    let has_effect = |whole: &Plan, key: &str, value: &str| {
        let mut other = whole.clone();
        let _ = link::set_value(&mut other, key, value);
        let [Ok(whole), Ok(other)] = [whole, &other].map(estimate) else {
            return true;
        };
        figures(&whole) != figures(&other)
    };
    let all = link::differing(plan, runs);
    let counts = |(key, asked, ran): &&(&'static str, String, String)| {
        has_effect(plan, key, ran) || has_effect(runs, key, asked)
    };
    let with_effect: Vec<_> = all.iter().filter(counts).cloned().collect();
    if with_effect.is_empty() {
        all
    } else {
        with_effect
    }
}

/// The format in which the file of a target is read: it has the target's word, but for TRL, whose
/// arguments are those of the Trainer. The file of an adapter has nothing else of a run.
fn format(target: Target) -> Option<Format> {
    match target {
        Target::Trl => Some(Format::Trainer),
        Target::Peft => None,
        target => Format::parse(target.word()),
    }
}

/// The plan with the settings of the file and those of the program's code.
fn settled(plan: &Plan, read: &Plan, notes: &[Note]) -> Plan {
    let mut runs = Plan {
        layout: read.layout.clone(),
        batch: read.batch,
        levers: read.levers,
        tuning: read.tuning,
        stack: read.stack,
        ..plan.clone()
    };
    // Properties of the run, which no file has.
    runs.stack.imbalance = plan.stack.imbalance;
    if !notes.iter().any(|note| note.aspect == Aspect::Habits) {
        // None is the overlap of the recipe that the importer has set.
        runs.stack.overlap = Some(read.overlap());
        runs.stack.recipe = plan.stack.recipe;
    }
    let in_code = |note: &&Note| matches!(note.fate, Fate::InCode | Fate::Yours | Fate::Usual);
    for key in notes
        .iter()
        .filter(in_code)
        .flat_map(|note| keys(note.aspect))
    {
        let _ = link::set_value(&mut runs, key, &link::value(plan, key));
    }
    runs
}

/// The plan of a file that the importer does not read: each setting has the written value or the
/// nearest.
fn nearest(plan: &Plan, target: Target, notes: &[Note]) -> Plan {
    let mut runs = plan.clone();
    let nearest = notes.iter().filter(|note| note.fate == Fate::Nearest);
    for note in nearest {
        match note.aspect {
            // FSDP2 shards gradients with the optimizer's state, and moves a shard as a whole.
            Aspect::Zero => runs.layout.zero = ZeroStage::Two,
            Aspect::OffloadOptimizer | Aspect::OffloadParameters => {
                let moved = runs.levers.offload.bits()
                    | WordSet::of(&[Offload::Optimizer, Offload::Parameters]).bits();
                runs.levers.offload = WordSet::from_bits(moved);
            }
            Aspect::Overlap => runs.stack.overlap = None,
            _ => {}
        }
    }
    if target == Target::TorchTitanPython {
        runs.stack.recipe = Recipe::TorchTitan;
    }
    runs
}

/// Gives every setting without an option its plain value.
fn make_plain(target: Target, runs: &mut Plan) {
    let mut plain = Plan::new(runs.model, runs.cluster);
    plain.stack.recipe = runs.stack.recipe;
    let Ok(legal) = Legal::check(runs) else {
        return;
    };
    let left = notes(target, &Facts::of(&legal)).into_iter();
    let left = left.filter(|note| note.fate == Fate::NoOption);
    let keys: Vec<&str> = left.flat_map(|note| keys(note.aspect)).copied().collect();
    for key in keys {
        let _ = link::set_value(runs, key, &link::value(&plain, key));
    }
}
