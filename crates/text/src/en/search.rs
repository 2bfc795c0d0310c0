//! The search for the best layout, in English.

use super::controls::{OFFLOADED, OPTIMIZERS};
use crate::SearchText;
use crate::aspects::aspect;
use crate::changes::on_host;
use crate::search::Elsewhere;
use cost::plan::{Dtype, Offload, Word, ZeroStage};
use formats::excerpt::excerpt;
use formats::export::{Framework, Release, UnknownRelease};
use formats::number::{Units, dollars, duration, grouped, percent, plain};
use search::asked::{ANY_FRAMEWORK, Clause, GoalWord, Unasked};
use search::optimize::{
    Candidate, Counts, HeldFixed, LayoutAxis, Objective, PlainestTie, RecomputeLevel, Shards, Ties,
    Unread, UntriedSaving, axis_keys,
};

/// English, of the best layouts.
pub static EN_SEARCH: SearchText = SearchText {
    goal,
    counts,
    columns: [
        "layout",
        "GPUs",
        "step",
        "MFU",
        "memory",
        "bubble",
        "imbalance",
        "exposed",
        "recompute",
        "rest",
        "run",
        "cost",
    ],
    layout,
    on_gpus: |gpus| [&grouped(gpus), " GPUs"].concat(),
    nothing,
    held,
    tie,
    path_heading: "From your layout to the best, one change at a time",
    own: "yours",
    no_path: "Your layout is as good.",
    axes: AXES,
    left_out: LEFT_OUT,
    without: "Gain from each axis: the best layout without it",
    needed,
    unasked,
    runs_in,
    elsewhere,
    bar: "{wide_bar} {human_pos} of {human_len} layouts, {elapsed}  {msg}",
    best_so_far: "best ",
};

pub(super) const LEFT_OUT: &str = "Not tried: uneven splits of interleaved stages, and other uneven splits except one more layer on middle stages. \
                                  Not tried either: recompute of only some layers, and shard groups other than a node.";

pub(super) const AXES: [&str; 12] = [
    "GPUs",
    "tensor parallel",
    "context parallel",
    "pipeline stages",
    "schedule",
    "expert parallel",
    "TP inside experts",
    "ZeRO",
    "micro-batch",
    "recompute",
    "offload",
    "type",
];

fn goal(goal: Objective) -> String {
    let what = match goal {
        Objective::Fastest => "highest throughput",
        Objective::Smallest => "least memory",
        Objective::FewestGpus => "fewest GPUs that can train it",
        Objective::FewestGpusWithin { .. } => "fewest GPUs that are done",
        Objective::Cheapest { .. } => "cheapest run",
        Objective::SoonestFor { .. } => "shortest run",
    };
    [what, &limit(goal)].concat()
}

/// ` within 30 days`, ` for at most $4.70 M`, or nothing.
fn limit(goal: Objective) -> String {
    match goal {
        Objective::Cheapest { days: Some(days) } | Objective::FewestGpusWithin { days } => {
            [" within ", &plain(days), " days"].concat()
        }
        Objective::SoonestFor { dollars: most } => [" for at most ", &dollars(most)].concat(),
        Objective::Fastest
        | Objective::Smallest
        | Objective::FewestGpus
        | Objective::Cheapest { days: None } => String::new(),
    }
}

fn counts(goal: Objective, counts: &Counts) -> String {
    let Counts {
        considered,
        without_room,
        too_slow,
        not_run,
        refused,
        estimated,
    } = *counts;
    let and_limit = if limit(goal).is_empty() {
        ""
    } else {
        " or miss the limit"
    };
    let not_run = match not_run {
        0 => String::new(),
        count => [", ", &grouped(count), " do not run there"].concat(),
    };
    [
        grouped(considered).as_str(),
        " layouts: ",
        &grouped(without_room),
        " cannot fit",
        and_limit,
        ", ",
        &grouped(too_slow),
        " cannot be best",
        &not_run,
        ", ",
        &grouped(refused),
        " are too large, ",
        &grouped(estimated),
        " estimated in full.",
    ]
    .concat()
}

fn nothing(goal: Objective, counts: &Counts) -> String {
    if counts.considered == 0 {
        return "No legal layout is among those allowed.".to_owned();
    }
    let kept = match limit(goal) {
        limit if limit.is_empty() => limit,
        limit => [" and is done", &limit].concat(),
    };
    ["No layout fits on these GPUs", kept.as_str(), "."].concat()
}

/// `Fixed: 8 GPUs, …. Restricted: tp. Not tried: more GPUs, …, optimizer on the host.`
pub(super) fn held(held: &HeldFixed) -> String {
    let mut fixed = Vec::new();
    fixed.extend(held.gpus.map(|gpus| [&grouped(gpus), " GPUs"].concat()));
    fixed.push([&grouped(held.sequence), " tokens a sequence"].concat());
    fixed.push([&grouped(held.batch), " sequences a step"].concat());
    fixed.extend(held.dtype.map(|dtype| dtype.word().to_owned()));
    fixed.push(OPTIMIZERS[held.optimizer.index()].to_owned());
    fixed.push([held.loss.word(), " cross-entropy"].concat());
    fixed.extend(held.offload.map(|parts| match on_host(parts).as_str() {
        "" => "no offload".to_owned(),
        parts => [parts, " on the host"].concat(),
    }));
    let mut text = ["Fixed: ", &fixed.join(", "), "."].concat();
    if !held.restricted.is_empty() {
        text.push_str(&[" Restricted: ", &held.restricted.join(", "), "."].concat());
    }
    let untried: Vec<String> = held.untried.iter().copied().map(untried).collect();
    text.push_str(&[" Not tried: ", &untried.join(", "), "."].concat());
    text
}

fn untried(saving: UntriedSaving) -> String {
    match saving {
        UntriedSaving::Gpus => "more GPUs".to_owned(),
        UntriedSaving::Sequence => "shorter sequences".to_owned(),
        UntriedSaving::Optimizer(optimizer) => OPTIMIZERS[optimizer.index()].to_owned(),
        UntriedSaving::CrossEntropy(loss) => [loss.word(), " cross-entropy"].concat(),
        UntriedSaving::Offload(part) => [OFFLOADED[part.index()], " on the host"].concat(),
    }
}

/// `TP 8 PP 16 v 3 ZeRO-1 b 2`: degrees of one and what is plain are left out.
pub(super) fn layout(cut: &Candidate) -> String {
    let mut text = String::new();
    let mut say = |words: &[&str]| {
        if !text.is_empty() {
            text.push(' ');
        }
        for word in words {
            text.push_str(word);
        }
    };
    let degrees = [
        ("TP ", cut.tensor),
        ("CP ", cut.context),
        ("PP ", cut.pipeline),
        ("v ", cut.virtual_stages),
        ("EP ", cut.expert),
        ("ETP ", cut.expert_tensor),
    ];
    for (name, degree) in degrees {
        if degree > 1 {
            say(&[name, &grouped(degree)]);
        }
    }
    if !cut.schedule.facts().is_1f1b() {
        say(&[cut.schedule.word()]);
    }
    if cut.tensor > 1 && !cut.sequence_parallel {
        say(&["no SP"]);
    }
    if cut.zero != ZeroStage::Zero {
        let node = cut.shards == Shards::Node;
        say(&["ZeRO-", cut.zero.word(), if node { " a node" } else { "" }]);
    }
    say(&["b ", &grouped(cut.micro)]);
    if cut.recompute != RecomputeLevel::None {
        say(&["recompute ", cut.recompute.word()]);
    }
    if !cut.offload.is_empty() {
        let moved = Offload::ALL
            .iter()
            .filter(|part| cut.offload.contains(**part));
        let moved: Vec<&str> = moved.map(|part| part.word()).collect();
        say(&["offload ", &moved.join("+")]);
    }
    if cut.dtype != Dtype::Bf16 {
        say(&[cut.dtype.word()]);
    }
    text
}

pub(super) fn tie(ties: &Ties) -> String {
    let within = ["±", &percent(ties.within)].concat();
    let Some(second) = ties.second else {
        return "No other layout fits.".to_owned();
    };
    let ahead = match ties.next {
        Some(next) if next.is_infinite() => "the next takes more GPUs".to_owned(),
        Some(next) => [
            "number ",
            &grouped(ties.count as u64 + 1),
            " is ",
            &percent(next),
            " behind",
        ]
        .concat(),
        None => ["the last is ", &percent(ties.last), " behind"].concat(),
    };
    if ties.count < 2 {
        return match second {
            share if share.is_infinite() => "All others take more GPUs.".to_owned(),
            share => [
                "The second is ",
                &percent(share),
                " behind the best, more than the model’s error of ",
                &within,
                " between layouts.",
            ]
            .concat(),
        };
    }
    [
        "The best is ",
        &percent(second),
        " ahead of the second. ",
        if ties.is_open {
            "At least the first "
        } else {
            "The first "
        },
        &grouped(ties.count as u64),
        " are a tie within the model’s error of ",
        &within,
        " between layouts; ",
        &ahead,
        ".",
        &ties.plainest.as_ref().map_or(String::new(), plainest),
    ]
    .concat()
}

/// The plainest of the layouts that tie, and why it is.
fn plainest(tie: &PlainestTie) -> String {
    if tie.place == 1 {
        return " The best is also the plainest of them.".to_owned();
    }
    let [first, axes] = tie.axes.map(|count| grouped(count as u64));
    let [most, peak] = tie.peak.map(|peak| Units::Gib.size(peak));
    let axes = if axes == first {
        "settings nearer to the frameworks’ defaults".to_owned()
    } else {
        [&axes, " axes in use instead of ", &first].concat()
    };
    [
        " The plainest of them is number ",
        &grouped(tie.place as u64),
        ", ",
        &layout(&tie.found.candidate),
        ": ",
        &percent(tie.behind),
        " behind the best, ",
        &axes,
        ", ",
        &peak,
        " instead of ",
        &most,
        ".",
    ]
    .concat()
}

fn needed(axis: LayoutAxis) -> String {
    [AXES[axis as usize], ": nothing fits without it"].concat()
}

/// `Megatron-LM 0.19`.
pub(crate) fn release_name(release: Release) -> String {
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

fn runs_in(release: Option<Release>) -> String {
    match release {
        Some(release) => [
            "Layouts that run in ",
            &release_name(release),
            "; --for any searches all.",
        ]
        .concat(),
        None => String::from("Layouts of any framework."),
    }
}

fn elsewhere(other: &Elsewhere) -> String {
    let mut lacks: Vec<String> = Vec::new();
    for note in other.stopping {
        let what = aspect(note.aspect, other.plan);
        if !lacks.contains(&what) {
            lacks.push(what);
        }
    }
    let shorter = match other.shorter {
        Some(share) => [" (", &percent(share), " shorter)"].concat(),
        None => String::new(),
    };
    [
        "In any framework the best takes ",
        &duration(other.found.step),
        &shorter,
        ": ",
        &layout(&other.found.candidate),
        ". ",
        &release_name(other.release),
        " does not run: ",
        &lacks.join("; "),
        ".",
    ]
    .concat()
}

fn unasked(unasked: &Unasked) -> String {
    match unasked {
        Unasked::Goal(text) => format!(
            "there is no goal {}; there are {}",
            shown(text),
            GoalWord::WORDS.join(", ")
        ),
        Unasked::Framework(UnknownRelease::Framework(text)) => format!(
            "there is no framework {}; there are {}, and {ANY_FRAMEWORK}",
            shown(text),
            Framework::WORDS.join(", ")
        ),
        Unasked::Framework(UnknownRelease::Version(framework, text)) => format!(
            "no limits are known of {} {}; there are versions {}",
            framework_name(*framework),
            shown(text),
            framework.versions().join(", ")
        ),
        Unasked::Number(Clause::Margin, text) => {
            format!(
                "{} is not a margin: that is a number of per cent, from 0 on",
                shown(text)
            )
        }
        Unasked::Number(clause, text) => {
            format!(
                "{} is not a number of {} above 0",
                shown(text),
                clause.word()
            )
        }
        Unasked::NoDollars => {
            "the goal soonest needs a limit of dollars, which is not given".to_owned()
        }
        Unasked::Restriction(unread) => restriction(unread),
    }
}

fn restriction(unread: &Unread) -> String {
    match unread {
        Unread::Axis(axis) => format!(
            "there is no axis {} to restrict; there are {}, and every other key of a link with one \
             value",
            shown(axis),
            axis_keys().collect::<Vec<_>>().join(", ")
        ),
        Unread::Value {
            key,
            value,
            offered,
        } => {
            format!(
                "{} does not restrict {key}; it takes {offered}",
                shown(value)
            )
        }
    }
}

/// An untrusted text between quotation marks, shortened and without characters on which a terminal
/// would act.
pub(super) fn shown(text: &str) -> String {
    ["“", &excerpt(text), "”"].concat()
}
