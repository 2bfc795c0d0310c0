//! A search for the best layout.

use crate::CountText;
use crate::number::{clauses, grouped, listed};
use cost::plan::{Dtype, Offload, Plan, Recipe, Word, WordSet, ZeroStage};
use cost::units::Seconds;
use formats::excerpt::excerpt;
use formats::export::{Framework, Note, Release, UnknownRelease};
use formats::link::Key;
use formats::nearest::nearest_few;
use formats::number::Units;
use search::asked::{ANY_FRAMEWORK, Clause, GoalWord, Unasked};
use search::optimize::{
    Candidate, Counts, Division, FoundLayout, HeldFixed, LayerRuns, LayoutAxis, LayoutFamily,
    Objective, Offered, PlainestTie, Recomputed, Saving, Shards, Ties, Unread, UntriedSaving,
    axis_keys,
};

use crate::aspects::{aspect, choice};

messages!("search");

/// The best layout of any framework, which another framework than the question’s runs.
pub struct Elsewhere<'a> {
    /// The framework of the question.
    pub release: Release,
    /// The plan with the layout.
    pub plan: &'a Plan,
    /// The layout.
    pub found: &'a FoundLayout,
    /// Share by which the layout's step is shorter than the step of the framework's best layout;
    /// `None` if the framework runs no layout, or if the step is not shorter.
    pub shorter: Option<f64>,
    /// Aspects of the layout that the framework lacks.
    pub stopping: &'a [Note],
}

/// An objective, with its limit.
#[must_use]
pub fn goal(goal: Objective) -> String {
    let text = match goal {
        Objective::Fastest => fastest(),
        Objective::Smallest => smallest(),
        Objective::FewestGpus => fewest_gpus(),
        Objective::Cheapest { days: None } => cheapest(),
        Objective::Cheapest { days: Some(days) } => return cheapest_within(days),
        Objective::FewestGpusWithin { days } => return fewest_gpus_within(days),
        Objective::SoonestFor { dollars } => return soonest_for(dollars),
    };
    text.to_owned()
}

/// Sentence on the number of layouts, and on their numbers by outcome.
#[must_use]
pub fn outcomes(goal: Objective, numbers: &Counts) -> String {
    let limit = match goal {
        Objective::Cheapest { days: Some(_) }
        | Objective::FewestGpusWithin { .. }
        | Objective::SoonestFor { .. } => Limit::Limited,
        Objective::Fastest
        | Objective::Smallest
        | Objective::FewestGpus
        | Objective::Cheapest { days: None } => Limit::Unlimited,
    };
    counts(
        numbers.considered,
        numbers.without_room,
        limit,
        numbers.too_slow,
        numbers.not_run,
        numbers.refused,
        numbers.estimated,
    )
}

/// A limit at which a search ended with what it had found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachedLimit {
    /// Seconds.
    Seconds(u64),
    /// Layouts that a thread estimates in full.
    Estimates(u64),
}

/// Sentence on a search that ended at a limit.
#[must_use]
pub fn ended(limit: ReachedLimit) -> String {
    match limit {
        ReachedLimit::Seconds(seconds) => ended_after_seconds(seconds),
        ReachedLimit::Estimates(estimates) => ended_after_estimates(estimates),
    }
}

/// Progress of a search after some seconds: layouts decided of all, and the best step so far.
#[must_use]
pub fn progress_line(settled: u64, expected: u64, seconds: u64, best: Option<Seconds>) -> String {
    let said = progress(settled, expected, seconds);
    match best {
        Some(step) => [&said, ", ", &best_so_far(step)].concat(),
        None => said,
    }
}

/// Headings of the table: layout, layouts alike, GPUs, step, MFU and memory. Then bubble, imbalance,
/// exposed communication, recompute and the rest as shares of a step, and days and dollars of the
/// run.
#[must_use]
pub fn columns() -> [&'static str; 13] {
    [
        column_layout(),
        column_alike(),
        column_gpus(),
        column_step(),
        column_mfu(),
        column_memory(),
        column_bubble(),
        column_imbalance(),
        column_exposed(),
        column_recompute(),
        column_rest(),
        column_run(),
        column_cost(),
    ]
}

/// Number of other layouts of a row's family: `+3`, nothing for a family of one.
#[must_use]
pub fn others(alike: u64) -> String {
    if alike == 0 {
        String::new()
    } else {
        ["+", &grouped(alike)].concat()
    }
}

/// Sentence on the layouts of a family, of which a table has one row.
#[must_use]
pub fn alike() -> String {
    one_row_a_family(LayoutFamily::ALIKE)
}

/// Message when no layout fits, keeps the limit, or is allowed.
#[must_use]
pub fn nothing(goal: Objective, counts: &Counts) -> String {
    match goal {
        _ if counts.considered == 0 => nothing_legal().to_owned(),
        Objective::Cheapest { days: Some(days) } | Objective::FewestGpusWithin { days } => {
            nothing_within(days)
        }
        Objective::SoonestFor { dollars } => nothing_for(dollars),
        Objective::Fastest
        | Objective::Smallest
        | Objective::FewestGpus
        | Objective::Cheapest { days: None } => nothing_fits().to_owned(),
    }
}

/// Sentences for a search that found nothing: what it kept as the plan has it, the axes that were
/// restricted, and the savings that it did not try.
#[must_use]
pub fn held(held: &HeldFixed) -> String {
    let mut kept = Vec::new();
    kept.extend(held.gpus.map(gpus));
    kept.push(tokens_a_sequence(held.sequence));
    kept.push(sequences_a_step(held.batch));
    kept.extend(held.dtype.map(|dtype| dtype.word().to_owned()));
    let optimizer = held.optimizer.map(|optimizer| choice("opt", optimizer));
    kept.extend(optimizer.map(str::to_owned));
    kept.extend(held.loss.map(|loss| cross_entropy(loss.word())));
    kept.extend(held.offload.map(offload));
    let mut sentences = vec![fixed(&kept)];
    if !held.restricted.is_empty() {
        sentences.push(restricted(&held.restricted));
    }
    let savings: Vec<String> = held.untried.iter().copied().map(untried).collect();
    sentences.push(not_tried(&savings));
    sentences.join(" ")
}

/// `optimizer + weights on the host`.
fn offload(parts: WordSet<Offload>) -> String {
    let moved = Offload::ALL.iter().copied();
    let moved = moved.filter(|part| parts.contains(*part));
    let names: Vec<&str> = moved.map(|part| choice("off", part)).collect();
    if names.is_empty() {
        no_offload().to_owned()
    } else {
        on_host(&names.join(" + "))
    }
}

fn untried(saving: UntriedSaving) -> String {
    match saving {
        UntriedSaving::Gpus => more_gpus().to_owned(),
        UntriedSaving::Sequence => shorter_sequences().to_owned(),
        UntriedSaving::Optimizer(optimizer) => choice("opt", optimizer).to_owned(),
        UntriedSaving::CrossEntropy(loss) => cross_entropy(loss.word()),
        UntriedSaving::Offload(part) => on_host(choice("off", part)),
    }
}

/// `TP 8 PP 16 v 3 ZeRO-1 b 2`: degrees of one and what is plain are left out.
#[must_use]
pub fn layout(cut: &Candidate) -> String {
    let degrees: [(CountText, u64); 6] = [
        (layout_tensor, cut.tensor),
        (layout_context, cut.context),
        (layout_pipeline, cut.pipeline),
        (layout_virtual, cut.virtual_stages),
        (layout_expert, cut.expert),
        (layout_expert_tensor, cut.expert_tensor),
    ];
    let degrees = degrees.into_iter().filter(|(_, degree)| *degree > 1);
    let mut parts: Vec<String> = degrees.map(|(name, degree)| name(degree)).collect();
    if !cut.schedule.facts().is_1f1b() {
        parts.push(cut.schedule.word().to_owned());
    }
    if let Division::List(runs) = cut.division {
        parts.push(layout_layers(&runs_of(runs)));
    }
    if cut.tensor > 1 && !cut.sequence_parallel {
        parts.push(layout_no_sequence_parallel().to_owned());
    }
    if cut.zero != ZeroStage::Zero {
        let zero = if cut.shards == Shards::Node {
            layout_zero_node
        } else {
            layout_zero
        };
        parts.push(zero(cut.zero.word()));
    }
    parts.push(layout_micro(cut.micro));
    match cut.recompute {
        Recomputed::None => {}
        Recomputed::Core => parts.push(layout_recompute(Level::Core)),
        Recomputed::Modules => parts.push(layout_recompute(Level::Modules)),
        Recomputed::Full => parts.push(layout_recompute(Level::Full)),
        Recomputed::SomeModules(modules) => {
            parts.push(layout_recompute_modules(&members(modules)));
        }
        Recomputed::SomeLayers(layers) => parts.push(layout_recompute_layers(layers)),
    }
    if !cut.offload.is_empty() {
        parts.push(layout_offload(&members(cut.offload)));
    }
    if cut.dtype != Dtype::Bf16 {
        parts.push(cut.dtype.word().to_owned());
    }
    parts.join(" ")
}

/// Words of a set, as a link has them, with a plus between them.
fn members<W: Word>(set: WordSet<W>) -> String {
    let words = W::ALL.iter().filter(|word| set.contains(**word));
    let words: Vec<&str> = words.map(|word| word.word()).collect();
    words.join("+")
}

/// The layers of each stage: `3,4×14,2`.
fn runs_of(runs: LayerRuns) -> String {
    let layers = runs.layers();
    let runs = layers.chunk_by(|one, other| one == other);
    let runs = runs.map(|run| match run.len() {
        1 => run[0].to_string(),
        stages => [&run[0].to_string(), "×", &stages.to_string()].concat(),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// The savings of memory by which a layout differs from a plan: `chunked cross-entropy`.
#[must_use]
pub fn savings(plan: &Plan, layout: &Candidate) -> Vec<String> {
    let savings = Saving::all(plan, layout).into_iter();
    let name = |saving| match saving {
        Saving::CrossEntropy(loss) => cross_entropy(loss.word()),
        Saving::Optimizer(optimizer) => choice("opt", optimizer).to_owned(),
        Saving::Offload(parts) => offload(parts),
    };
    savings.map(name).collect()
}

/// Sentence on a search that found layouts only with savings of memory that were not asked for.
#[must_use]
pub fn with_savings() -> &'static str {
    only_with_savings()
}

/// A layout in few words, with the savings of memory by which it differs from a plan.
#[must_use]
pub fn layout_of(plan: &Plan, cut: &Candidate) -> String {
    let savings = Saving::all(plan, cut).into_iter();
    let more = savings.filter_map(|saving| match saving {
        Saving::CrossEntropy(loss) => Some(["ce ", loss.word()].concat()),
        Saving::Optimizer(optimizer) => Some(optimizer.word().to_owned()),
        // The layout names it.
        Saving::Offload(_) => None,
    });
    let mut parts = vec![layout(cut)];
    parts.extend(more);
    parts.join(" ")
}

/// Sentence on the lead of the best layout, and on the number of layouts that tie with it within
/// the model's error.
#[must_use]
pub fn tie(ties: &Ties) -> String {
    let Some(second) = ties.second else {
        return no_other().to_owned();
    };
    if ties.count < 2 {
        return if second.is_infinite() {
            others_take_more_gpus().to_owned()
        } else {
            second_behind(second, ties.within)
        };
    }
    let start = if ties.is_open {
        Start::Open
    } else {
        Start::Closed
    };
    let (number, within) = (ties.count as u64, ties.within);
    let tied = match ties.next {
        Some(next) if next.is_infinite() => tie_next_takes_more_gpus(second, start, number, within),
        Some(next) => tie_next_behind(second, start, number, within, number + 1, next),
        None => tie_last_behind(second, start, number, within, ties.last),
    };
    match &ties.plainest {
        Some(tie) => [&tied, " ", &plainest(tie)].concat(),
        None => tied,
    }
}

/// The plainest of the layouts that tie, and why it is.
fn plainest(tie: &PlainestTie) -> String {
    if tie.place == 1 {
        return best_is_plainest().to_owned();
    }
    let (place, layout, behind) = (tie.place as u64, layout(&tie.found.candidate), tie.behind);
    let ([first, axes], [most, peak]) = (tie.axes, tie.peak);
    if axes == first {
        plainest_by_settings(place, &layout, behind, peak, most, Units::Gib)
    } else {
        let (axes, first) = (axes as u64, first as u64);
        plainest_by_axes(place, &layout, behind, axes, first, peak, most, Units::Gib)
    }
}

/// The name of an axis.
#[must_use]
pub fn axis(axis: LayoutAxis) -> &'static str {
    match axis {
        LayoutAxis::Gpus => axis_gpus(),
        LayoutAxis::Tensor => axis_tensor(),
        LayoutAxis::Context => axis_context(),
        LayoutAxis::Pipeline => axis_pipeline(),
        LayoutAxis::Order => axis_order(),
        LayoutAxis::Expert => axis_expert(),
        LayoutAxis::ExpertTensor => axis_expert_tensor(),
        LayoutAxis::Sharding => axis_sharding(),
        LayoutAxis::Micro => axis_micro(),
        LayoutAxis::Recompute => axis_recompute(),
        LayoutAxis::Offload => axis_offload(),
        LayoutAxis::Dtype => axis_dtype(),
        LayoutAxis::Loss => axis_loss(),
        LayoutAxis::Optimizer => axis_optimizer(),
    }
}

/// `Megatron-LM 0.19`.
#[must_use]
pub fn release_name(release: Release) -> String {
    [framework_name(release.framework), " ", release.version()].concat()
}

const fn framework_name(framework: Framework) -> &'static str {
    match framework {
        Framework::Megatron => "Megatron-LM",
        Framework::MegatronBridge => "Megatron-Bridge",
        Framework::TorchTitan => "torchtitan",
        Framework::DeepSpeed => "DeepSpeed",
        Framework::Nanotron => "nanotron",
        Framework::MaxText => "MaxText",
        Framework::Accelerate => "Accelerate",
    }
}

/// Sentence on the framework that runs the layouts; `None` is any.
#[must_use]
pub fn runs_in(release: Option<Release>) -> String {
    match release {
        Some(release) => runs_in_release(&release_name(release)),
        None => runs_in_any().to_owned(),
    }
}

/// Sentence on the recipe of the estimates, if it is not that of the reader's plan, or not one of
/// the framework that runs the layouts.
#[must_use]
pub fn recipe(release: Option<Release>, given: Recipe, used: Recipe) -> Option<String> {
    let framework = release?.framework;
    let (name, word) = (framework_name(framework), used.word());
    if Framework::of_recipe(used) != Some(framework) {
        return Some(recipe_of_other(word, name));
    }
    (used != given).then(|| recipe_of_framework(word, name, given.word()))
}

/// Sentence on the best layout of any framework, if the question’s framework does not run it: its
/// step, the share by which the step is shorter, the layout, and the missing aspects.
#[must_use]
pub fn elsewhere(other: &Elsewhere) -> String {
    let (step, layout) = (other.found.step, layout(&other.found.candidate));
    let release = release_name(other.release);
    let lacks = lacked_parts(other.stopping, other.plan);
    match other.shorter {
        Some(share) => best_elsewhere_shorter(step, share, &layout, &release, &lacks),
        None => best_elsewhere(step, &layout, &release, &lacks),
    }
}

/// Sentence on the aspects of a plan's layout that a framework does not run.
#[must_use]
pub fn lacking(release: Release, notes: &[Note], plan: &Plan) -> String {
    does_not_run(&release_name(release), &lacked_parts(notes, plan))
}

fn lacked_parts(notes: &[Note], plan: &Plan) -> String {
    let mut parts: Vec<String> = Vec::new();
    for note in notes {
        let part = aspect(note.aspect, plan);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    clauses(&parts)
}

/// Fault in the options of a search; without a full stop.
#[must_use]
pub fn unasked(unasked: &Unasked) -> String {
    match unasked {
        Unasked::Goal(text) => {
            let said = no_goal(&excerpt(text), GoalWord::WORDS);
            with_nearest(said, text, GoalWord::WORDS.iter().copied())
        }
        Unasked::Framework(UnknownRelease::Framework(text)) => {
            let said = no_framework(&excerpt(text), Framework::WORDS, ANY_FRAMEWORK);
            let words = Framework::WORDS.iter().copied();
            with_nearest(said, text, words.chain([ANY_FRAMEWORK]))
        }
        Unasked::Framework(UnknownRelease::Version(framework, text)) => {
            let versions = framework.versions();
            let said = no_version(framework_name(*framework), &excerpt(text), versions);
            with_nearest(said, text, versions.iter().copied())
        }
        Unasked::Number(Clause::Margin, text) => no_margin(&excerpt(text)),
        Unasked::Number(clause, text) => no_number(&excerpt(text), clause.word()),
        Unasked::NoDollars => no_dollars().to_owned(),
        Unasked::Restriction(Unread::Axis(axis)) => {
            let said = no_axis(&excerpt(axis), &axis_keys().collect::<Vec<_>>());
            with_nearest(said, axis, Key::all().map(Key::name))
        }
        Unasked::Restriction(Unread::Value {
            key,
            value,
            offered,
        }) => {
            let said = no_restriction(&excerpt(value), key, &takes(offered));
            let words = match offered {
                Offered::Word(words) | Offered::Words(words) | Offered::WordsOrLayers(words) => {
                    *words
                }
                Offered::Number(_) | Offered::Range => &[],
            };
            with_nearest(said, value, words.iter().copied())
        }
    }
}

/// A fault with the names that are nearest to the given one, if any is near.
fn with_nearest(said: String, given: &str, names: impl Iterator<Item = &'static str>) -> String {
    let near = nearest_few(given, names);
    if near.is_empty() {
        said
    } else {
        nearest_are(&said, &near)
    }
}

/// The values that an axis takes.
fn takes(offered: &Offered) -> String {
    match *offered {
        Offered::Word(words) => listed(words),
        Offered::Words(words) => takes_any(words),
        Offered::Number([least, most]) => takes_number(least, most),
        Offered::Range => takes_range().to_owned(),
        Offered::WordsOrLayers(words) => takes_layers(words),
    }
}
