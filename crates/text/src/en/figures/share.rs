//! Handing plans on, and bringing them in.

use crate::en::words::filled;
use crate::figures::{
    FilesText, ImportText, LessonPaneText, LinkText, OpensText, OwnLessonText, ShareFrame,
    ShareText,
};
use cost::plan::Measured;
use cost::units::{Bytes, Seconds};
use formats::export::Target;
use formats::import::Format;
use formats::number::{Units, duration, grouped};

pub(super) const FRAME: ShareFrame = ShareFrame {
    buttons: [["Share", ", export"], ["Import", ""]],
};

/// The English table of the dialog.
pub static EN_SHARE: ShareText = ShareText {
    heading: "Share and export",
    close: "Close",
    panes: ["Link", "Lesson page", "Launch files", "Import"],
    copy: "Copy",
    copied: "Copied",
    by_hand: "Selected: copy it with the keyboard",
    link: LinkText {
        sentence: "The link holds the whole plan: anyone who opens it sees the same figures and can change it.",
        field: "Link of this plan",
        share: "Share…",
        unshared: "This browser did not share the link. Copy it instead.",
        code: "QR code of the link",
        keep_code: "Keep the QR code (SVG)",
        no_code: "The link is too long for a QR code.",
    },
    lesson: LessonPaneText {
        sentence: |title| {
            filled(
                "Starts from this plan: ~. Tick what your page needs.",
                &[title],
            )
        },
        headings: [
            "Show",
            "Controls",
            "Look",
            "Goal",
            "What your readers see",
            "Copy it",
        ],
        all_views: "With nothing ticked, the whole page is shown.",
        view,
        fates: ["free", "locked", "hidden"],
        fated,
        looks: ["Theme", "Memory in", "MFU counts"],
        themes: ["as the reader’s system", "light", "dark", "projector"],
        units: ["GiB", "GB"],
        mfu: [
            "full attention",
            "causal attention",
            "recomputed work, too (HFU)",
        ],
        tables: "Open the tables behind all figures",
        fits: "The plan fits",
        limits: [
            "MFU at least, %",
            "Bubble at most, %",
            "Step at most, s",
            "Run at most, days",
            "Cost at most, $",
            "GPUs at most",
        ],
        condition: "And",
        early: "This plan already reaches the goal. Change the plan first.",
        ways: ["Link", "Frame", "Element"],
        way_help: [
            "For a message, a slide or a course that takes links only.",
            "For any page that takes HTML: a frame of a fixed height.",
            "For a page that takes scripts: as high as its content, with messages to the page.",
        ],
        single: "This page is a file on this device: embed the planner from a server.",
        opens: OpensText {
            heading: "Lesson",
            name: "Opens",
            ours,
            named: [
                "One of ours, or the address of a lesson’s file.",
                "One of ours: it opens with the page.",
                "The lesson at this address. A server elsewhere has to let other pages read it (CORS).",
                "Neither one of our lessons nor an address: addresses begin with https:// or end in .json.",
                "With a goal above, this is only a name, which comes back with messages.",
            ],
            own: "Write your own",
        },
    },
    files: FilesText {
        sentence: "The plan as settings of a training framework, with a list of what these cannot express.",
        target: "For",
        name: target,
        launch: "Start with",
        lacks: "Caveats",
        complete: "The settings express the whole plan.",
        keep: "Save the file",
        impossible: "This plan cannot exist, so there is nothing to launch.",
    },
    import: ImportText {
        sentence: "Paste a link, a model’s config.json, arguments of Megatron-LM, a TOML of torchtitan, a \
                   JSON of DeepSpeed or the log of a run.",
        field: "Text to import",
        choose: "Choose a file…",
        drop: "or drop one anywhere on this page",
        unread,
        unloaded: [
            "The reader of files is still loading.",
            "The reader of files did not load.",
        ],
        ended: "Reading took too long or failed, so it was ended. Your plan stays, and other files can be read.",
        no_workers: "This browser starts no workers, and the reader of files needs one. \
                     The same files are read by a command: shardwise import.",
        read,
        link: |title| filled("A link to a plan: ~.", &[title]),
        measured: ("Measured", measured),
        open: "Missing settings",
        presets: ["Model", "GPU"],
        left: "Not understood",
        impossible: "This plan cannot exist yet; the planner shows how to fix it.",
        take: "Use this plan",
    },
};

/// The English table of a lesson that is written.
pub static EN_OWN_LESSON: OwnLessonText = OwnLessonText {
    what: "A lesson is a file of steps, each with a text and, if you like, a goal. Save it, put it on a server and \
           give its address above.",
    template: "Begin with this plan",
    choose: "Open a file…",
    keep: "Save lesson.json",
    field: "The lesson’s file",
    read: |title, steps| {
        let steps = counted(steps, "step", "steps");
        filled("“~”, ~: shown in the preview.", &[title, &steps])
    },
    more: |count| filled("And ~ more.", &[&count.to_string()]),
    first: [
        "My lesson",
        "The first step",
        "Say what there is to see, such as the [memory](view:memory), and what to move, such as \
         [tensor parallelism](control:tp). This plan needs {{memory.peak_gib}} a GPU.",
    ],
};

fn view(id: &str) -> &'static str {
    match id {
        "verdict" => "Verdict",
        "tolls" => "Where the time goes",
        "memory" => "Memory of each stage",
        "diagnosis" => "Limits",
        "terms" => "Memory terms",
        "cut" => "Cut",
        "watch" => "A step as it moves",
        "timeline" => "Timeline",
        "waterfall" => "From peak to MFU",
        "map" => "Cluster map",
        "lastinch" => "Roofline",
        "sweep" => "Sweep",
        "search" => "The best layout",
        "run" => "Run and cost",
        "bill" => "Memory and compute bill",
        "recipe" => "The ordered recipe",
        "compare" => "Plans A and B",
        "accuracy" => "Published runs",
        _ => "",
    }
}

fn ours(name: &str) -> &'static str {
    match name {
        "tour" => "The tour of the five tolls",
        "recipe" => "The ordered recipe",
        "challenges" => "Challenges",
        "exercises" => "Exercises",
        _ => "",
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    filled(
        "~ ~",
        &[&count.to_string(), if count == 1 { one } else { many }],
    )
}

fn fated(locked: usize, hidden: usize) -> String {
    let count = |count: usize, word: &str| match count {
        0 => String::new(),
        count => filled("~ ~", &[&count.to_string(), word]),
    };
    let parts = [count(locked, "locked"), count(hidden, "hidden")];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

const fn target(target: Target) -> &'static str {
    match target {
        Target::Megatron => "Megatron-LM, arguments",
        Target::MegatronBridge => "Megatron-Bridge and NeMo, overrides of a recipe",
        Target::DeepSpeed => "DeepSpeed, JSON",
        Target::TorchTitan => "torchtitan 0.2, TOML",
        Target::TorchTitanPython => "torchtitan 0.3, Python",
        Target::Nanotron => "nanotron, YAML",
        Target::MaxText => "MaxText, YAML",
        Target::Accelerate => "Hugging Face Accelerate with FSDP, YAML",
        Target::Axolotl => "Axolotl, YAML",
        Target::LlamaFactory => "LLaMA-Factory, YAML",
        Target::SkyPilot => "SkyPilot, a task",
        Target::Slurm => "Slurm, a batch script",
        Target::Markdown => "A report, Markdown",
        Target::BibTex => "A bibliography, BibTeX",
        Target::Json => "Plan and estimate, JSON",
        Target::Csv => "Plan and estimate, CSV",
    }
}

fn unread(most: Bytes) -> String {
    filled(
        "The file cannot be read as text, or has more than ~ bytes.",
        &[&grouped(most.0)],
    )
}

fn measured(measured: &Measured, units: Units) -> String {
    let step = measured.step_s.map(|step| duration(Seconds(step)));
    let peak = measured
        .memory_gib
        .map(|peak| units.size(Bytes::from_gib(peak)));
    match (step, peak) {
        (Some(step), Some(peak)) => filled("A step of ~, a peak of ~.", &[&step, &peak]),
        (Some(step), None) => filled("A step of ~.", &[&step]),
        (None, Some(peak)) => filled("A peak of ~.", &[&peak]),
        (None, None) => String::new(),
    }
}

fn read(format: Format, title: &str) -> String {
    let format = match format {
        Format::HuggingFace => "A config.json of Hugging Face",
        Format::Megatron => "Arguments of Megatron-LM",
        Format::TorchTitan => "A TOML of torchtitan",
        Format::DeepSpeed => "A JSON of DeepSpeed",
        Format::MegatronBridge => "Overrides of Megatron-Bridge",
        Format::Nanotron => "A YAML of nanotron",
        Format::Accelerate => "A YAML of Accelerate",
        Format::Trainer => "Arguments of Hugging Face's Trainer",
        Format::Axolotl => "A YAML of Axolotl",
        Format::LlamaFactory => "A YAML of LLaMA-Factory",
        Format::GptNeoX => "A YAML of GPT-NeoX",
        Format::MaxText => "A YAML of MaxText",
        Format::Log => "The log of a run",
        Format::Linked => "The link of a plan",
    };
    filled("~: ~.", &[format, title])
}
