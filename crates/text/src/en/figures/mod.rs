//! English sentences of the figures that are loaded after the first ones.

mod embed;
mod lesson;
mod player;
mod run;
mod search;
mod share;
mod start;
mod stops;
mod sweep;
mod timeline;
mod trace;
mod trace_moments;
mod trace_results;

pub use lesson::EN_LESSON_FIGURE;
pub use player::EN_PLAYER;
pub use search::EN_SEARCH_FIGURE;
pub use share::{EN_OWN_LESSON, EN_SHARE};
pub use trace::EN_TRACE;

use super::{AGAIN, sentences};
use crate::en::words::joined;
use crate::figures::{FigureFrame, FigureText};
use cost::plan::Gpu;
use cost::units::Bytes;
use formats::number::Units;

/// The English table.
pub static EN_FIGURES: FigureText = FigureText {
    frame: FigureFrame {
        tab_list: "Views",
        pinned: ["Memory", "Time"],
        tabs: [
            "Cut",
            "Watch",
            "Timeline",
            "Waterfall",
            "Cluster",
            "Roofline",
            "Memory terms",
            "Limits",
            "Sweep",
            "Best layout",
            "Compare",
            "Run and cost",
            "Bill",
            "Accuracy",
            "Recipe",
        ],
        table: "The numbers as a table",
        keep: "Keep as",
        unkept: "The file was not saved: the part of the page that makes it did not load.",
        if_it_fit: "If it fit: ",
        capacity,
        again: AGAIN,
        wrong_split: "Not understood: give the layers of every stage in order, separated by commas, as in 9,11,11,9. Leave it empty for an even split.",
        basis: "Memory and time come from one model of the operations, the schedule and the network; \
                it is calibrated on published training runs. GPipe (Huang 2018) · Megatron-LM (Shoeybi \
                2019; Narayanan 2021; Korthikanti 2022) · ZeRO (Rajbhandari 2020) · FSDP (Zhao 2023) · \
                FlashAttention (Dao 2022, 2023) · Chinchilla (Hoffmann 2022) · PaLM (2022).",
    },
    plan_title: sentences::plan_title,
    timeline: timeline::TIMELINE,
    sweep: sweep::SWEEP,
    run: run::RUN,
    stops: stops::STOPS,
    search: search::FRAME,
    watch: trace::FRAME,
    share: share::FRAME,
    embed: embed::EMBED,
    start: start::START,
    lesson: lesson::LESSON,
};

/// "GPU memory: 80.0 GiB (85.9 GB) less 0.5 % for the driver = 79.6 GiB. …"
fn capacity(gpu: &Gpu) -> String {
    let whole = Bytes::from_gib(gpu.hbm_gib);
    joined(&[
        "GPU memory: ",
        &Units::Gib.size(whole),
        " (",
        &Units::Gb.size(whole),
        ") less 0.5 % for the driver = ",
        &Units::Gib.size(gpu.usable_memory()),
        ". GB are 10⁹ bytes, GiB 2³⁰; a name such as “80 GB” often means GiB.",
    ])
}
