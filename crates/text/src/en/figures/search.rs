//! The best layout.

use crate::en::search::{AXES, LEFT_OUT, held, layout, tie};
use crate::en::words::filled;
use crate::figures::{LateFrame, SearchFigureText, Winner};
use formats::number::{duration, fixed, grouped, percent, signed_percent};
use search::optimize::{Counts, LayoutAxis, Reach};

pub(super) const FRAME: LateFrame = LateFrame {
    heading: "The best layout.",
    invitation: INVITATION,
};

const INVITATION: &str = "Of all legal layouts of this model on this cluster.";

/// English, of the best layout as the page shows it.
pub static EN_SEARCH_FIGURE: SearchFigureText = SearchFigureText {
    invitation: INVITATION,
    looking: "Looking at all legal layouts…",
    nothing: "No layout fits on these GPUs.",
    held,
    no_workers: "This browser starts no workers, and the search needs them. \
                 The same search runs as a command: shardwise search, with this page’s link.",
    trouble: [
        "The search has stopped: its program did not load, or it failed.",
        "The search has not answered for ten seconds.",
    ],
    sentence,
    tie,
    asks: [
        "Find",
        "within days",
        "for dollars",
        "memory margin",
        "runs in",
    ],
    goals: [
        "the highest throughput",
        "the least memory",
        "the fewest GPUs",
        "the cheapest run",
        "the shortest run",
    ],
    frameworks: ["the plan’s framework", "any framework"],
    margins: ["error of the model", "none", "5 %", "10 %", "20 %"],
    constraints: |held| match held {
        0 => String::from("Free axes: all"),
        1 => String::from("Free axes: all but one"),
        held => filled("Free axes: all but ~", &[&grouped(held as u64)]),
    },
    axes: AXES,
    reach,
    acts: ["Stop", "Look again"],
    counts: |counts, expected| {
        filled(
            "~ of about ~ layouts",
            &[&grouped(counts.settled()), &grouped(expected)],
        )
    },
    done,
    layout,
    columns: [
        "layout",
        "where a step goes",
        "step",
        "MFU",
        "memory",
        "bubble",
        "imbalance",
        "exposed",
        "recompute",
        "optimizer",
        "below peak",
        "memory-bound",
        "days",
        "cost",
    ],
    list: "The best layouts",
    titles: ["memory of the fullest GPU, ", "tokens/s per GPU"],
    own: "yours",
    hint: "The line shows the fastest layout within each memory limit. Press a layout to \
           adopt it; the browser’s Back returns.",
    left_out: LEFT_OUT,
    path_heading: "From your layout to the best",
    no_path: "Your layout is as good as the best.",
    apart: "Your plan has a split, a shard group or partly recomputed layers that the search does not try. It cannot be compared step by step.",
    without: "Gain from each axis",
    loss: |layout, loss| filled("~, ~", &[layout, &signed_percent(loss)]),
    needed: "nothing fits without it",
};

const fn reach(axis: LayoutAxis, reach: Reach) -> &'static str {
    match (axis, reach) {
        (_, Reach::Free) => "free",
        (_, Reach::UpToOwn) => "up to mine",
        (_, Reach::Own) => "as mine",
        (_, Reach::Common) => "1F1B, interleaved",
        (LayoutAxis::Order, Reach::Off) => "1F1B",
        (_, Reach::Off) => "without",
    }
}

/// "1,525,048 layouts in 0.9 s: 1,352,302 excluded by a bound on time, 135,851 by a bound on memory; 1,000 not run by the
/// framework, 32,723 out of memory, 3,172 estimated."
fn done(counts: &Counts, seconds: f64) -> String {
    filled(
        "~ layouts in ~ s: ~ excluded by a bound on time, ~ by a bound on memory; ~ not run by the framework, ~ out of memory, ~ estimated.",
        &[
            &grouped(counts.considered),
            &fixed(seconds, 1),
            &grouped(counts.too_slow),
            &grouped(counts.without_room),
            &grouped(counts.not_run),
            &grouped(counts.refused),
            &grouped(counts.estimated),
        ],
    )
}

/// "TP 4 PP 2 ZeRO-1 b 1 is the best of 240,168: a step takes 61.0 s, yours 24 % more."
fn sentence(winner: &Winner) -> String {
    let Winner {
        considered,
        candidate,
        step,
        own,
        is_own,
        is_own_unfit,
    } = *winner;
    let of = match considered {
        Some(considered) => filled(" of ~ legal layouts", &[&grouped(considered)]),
        None => String::from(" so far"),
    };
    if is_own {
        return filled("Yours is the best~.", &[&of]);
    }
    let share = own.0 / step.0 - 1.0;
    let beside = match share {
        share if share < -0.0005 => filled("~ less", &[&percent(-share)]),
        share if share < 0.0005 => String::from("as much"),
        share if share < 1.0 => filled("~ more", &[&percent(share)]),
        share => filled("~ times as much", &[&fixed(share + 1.0, 1)]),
    };
    filled(
        "~ is the best~: a step takes ~, yours~ ~.",
        &[
            &layout(candidate),
            &of,
            &duration(step),
            if is_own_unfit { ", if it fit," } else { "" },
            &beside,
        ],
    )
}
