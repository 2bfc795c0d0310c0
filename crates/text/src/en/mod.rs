//! English.

pub(crate) mod balance;
mod changes;
mod controls;
mod conventions;
mod diagnosis;
mod figures;
mod machine;
mod sentences;
mod words;

use super::{Frame, Groups, MemoryKinds, Strings, TimeKinds, VerdictText};
pub use figures::{EN_FIGURES, EN_PLAYER, EN_TRACE};
pub use machine::EN_MACHINE;
use words::{IDLE, joined, overhead, verdict_word};

/// Word between the need and the capacity.
const OF: &str = "of";

/// Label of the button that loads a missing part of the page again.
const AGAIN: &str = "Try again";

/// The English table.
pub static EN: Strings = Strings {
    frame: Frame {
        title: "Shardwise",
        skips: [
            "Skip to the controls",
            "Skip to the figures",
            "Skip to the views",
            "Skip to the lesson",
        ],
        menu: "More",
        copy_link: "Copy link",
        copied: "Link copied",
        copy_by_hand: "Copy this address:",
        reset: "Reset",
        units: "Memory in",
        theme: "Theme",
        themes: ["as system", "light", "dark", "projector"],
        locked: "Locked",
        lifted: ": at the top",
        controls: "The plan",
        figures: "What follows from it",
        views: "Views",
        dismiss: "Dismiss",
        table: "The numbers as a table",
        keep: "Keep as",
        certainty: "how sure",
        certainties: "Exact: counted from the plan. Calibrated: with constants fitted to published runs. Assumed: with untested constants.",
        link_notice: "Not all of the link was understood",
        locks_kept: "Locked controls kept their values",
        not_modelled: "Not in these numbers",
        illegal: "This plan cannot exist",
        cures: "Ways to make it fit",
        cures_pending: "Looking for ways to make it fit…",
        unloaded: "Part of this page is missing",
        figures_unloaded: [
            "The other figures, “Share”, “Import” and “Lessons” are still loading.",
            "The other figures, “Share”, “Import” and “Lessons” did not load. The verdict above is \
             complete.",
        ],
        views_unloaded: [
            "Advice and the other views are still loading.",
            "Advice and the other views did not load.",
        ],
        asked_unloaded: [
            "Parts that the address names, such as a lesson or a goal, are still loading.",
            "Parts that the address names, such as a lesson or a goal, did not load.",
        ],
        search_unloaded: ["The search is still loading.", "The search did not load."],
        player_unloaded: ["The player is still loading.", "The player did not load."],
        dialog_unloaded: ["This dialog is still loading.", "This dialog did not load."],
        lessons_unloaded: [
            "The lessons are still loading.",
            "The lessons did not load.",
        ],
        editor_unloaded: ["The editor is still loading.", "The editor did not load."],
        not_looking: "The part of the page that looks for changes has not loaded.",
        again: AGAIN,
        no_cure: "No change makes it fit, nor do several together, a smaller model or more GPUs.",
        adapters: "No way was found to train all weights of this model on these GPUs with this framework. Adapters (LoRA, QLoRA) take far less memory; they are not planned here yet.",
        cures_stopped: [
            "The search stopped after three seconds: there may be better ways.",
            "The search stopped after three seconds: none found so far.",
        ],
        less: "One step less",
        more: "One step more",
        by_recipe: "by recipe",
        recipe_has: "recipe: ",
        sources: "Sources",
    },
    groups: Groups {
        step: "In this step",
        model: "Model",
        shape: "Shape",
        experts: "Experts",
        cluster: "Cluster",
        card: "GPU and links",
        layout: "Layout",
        division: "Shard groups and uneven layers",
        batch: "Batch",
        levers: "Memory levers",
        storage: "Offload and storage types",
        run: "Run",
        habits: "Framework defaults",
        failures: "Power and failures",
    },
    controls: controls::CONTROLS,
    memory: MemoryKinds {
        weights: "weights",
        gradients: "gradients",
        optimizer: "optimizer",
        activations: "activations",
        logits: "logits",
        buffers: "buffers",
        overhead: "context and slack",
        total: "total",
        stage: "stage",
    },
    time: TimeKinds {
        useful: "useful",
        ceiling: "kernels below peak",
        compute: "kernels",
        recompute: "recompute",
        tensor: "tensor-parallel waits",
        context: "context-parallel waits",
        expert: "expert-parallel waits",
        pipeline: "pipeline transfers",
        data: "data-parallel waits",
        bubble: "bubble",
        imbalance: "imbalance of stages",
        optimizer: "optimizer and step overhead",
        step: "step",
        share: "share",
        seconds: "time",
    },
    verdict: VerdictText {
        word: verdict_word,
        illegal: "Not possible",
        grey: [
            "grey: a possible plan near it",
            "grey: the last possible plan",
        ],
        of: OF,
        mfu: "MFU",
        idle: IDLE,
        idle_sum: sentences::idle_sum,
        step: "step",
        tokens: " tokens",
        likely: "likely ",
        fitted: "fitted",
        was: "was ",
        if_it_fit: "if it fit",
        mfu_reading,
        memory_caption: "Memory of each stage.",
        time_caption: "Where the time goes.",
        cost: "cost, ",
        card_line: |capacity| joined(&["GPU memory ", capacity]),
    },
    conventions: conventions::CONVENTIONS,
    overhead,
    plan_title: sentences::plan_title,
    summary: sentences::summary,
    memory_sentence: sentences::memory_sentence,
    memory_groups: sentences::memory_groups,
    time_sentence: sentences::useful_sentence,
    announcement: sentences::announcement,
    moved_figures: sentences::moved_figures,
    data_follows: sentences::data_follows,
    experts_follow: sentences::experts_follow,
    batch_follows: sentences::batch_follows,
    locks_kept,
    change: changes::change,
    diagnosis: diagnosis::DIAGNOSIS,
    cure_effect: changes::cure_effect,
};

/// Rates an MFU: 40 % is good, 50 % and more excellent for large dense models.
fn mfu_reading(mfu: f64) -> &'static str {
    match mfu {
        m if m >= 0.5 => "excellent",
        m if m >= 0.4 => "good",
        m if m >= 0.3 => "fair",
        _ => "low",
    }
}

fn locks_kept(keys: &[&'static str]) -> String {
    let mut text = String::from("The lesson locks ");
    for (place, key) in keys.iter().enumerate() {
        text.push_str(if place == 0 { "" } else { ", " });
        text.push_str(EN.label(key).map_or(key, |label| label.name));
    }
    text.push_str(": the address named other values, and the plan keeps those of the step.");
    text
}
