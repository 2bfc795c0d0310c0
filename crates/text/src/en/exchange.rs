//! Plans as files of training frameworks, in English.

use super::OF;
use super::imports::{
    format_name, import_note, missing, overruled, pairs, refused, setting, unsaid,
};
use crate::links::few;
use crate::{coverage, links, reasons};
use cost::plan::{Plan, Word};
use formats::export::{Aspect, ExportText, Facts, Fate, MarkdownText, Note};
use formats::file_run::{FileRun, OtherRun};
use formats::link::{self, Key, KeyKind};
use formats::number::{Units, duration, grouped};
use formats::{ExchangeText, PlanText};

/// English, of plans as files.
pub static EN_EXCHANGE: ExchangeText = ExchangeText {
    export: ExportText {
        plan: PlanText {
            title: crate::plan::title_of,
            batch: crate::plan::batch,
            verdict: crate::head::verdict,
            of: OF,
            reason: reasons::reason,
            link_warning: links::warning,
            not_modelled: coverage::not_modelled,
        },
        ranks,
        start: "start",
        note,
        markdown: MarkdownText {
            heading: ["Plan", "Shardwise says"],
            model: "model",
            layout: "layout",
            degrees,
            batch: "batch",
            parameters: "parameters",
            memory: "memory of the fullest GPU",
            step: "step",
            mfu: "MFU",
            rate: "tokens/s per GPU",
            bubble: "bubble",
            run: "run",
            link: "link",
            foot: |version| {
                let parts = [
                    "Predicted by Shardwise ",
                    version,
                    "; in brackets the range that four of five measurements should lie in.",
                ];
                parts.concat()
            },
        },
        bibtex_title: "Plan of a training run: ",
        bibtex_tool: "Shardwise, a planner for large-model pre-training",
    },
    file_run,
    strict: "nothing was written: --strict writes only files that run the plan",
    unwritable: |path, error| {
        let (path, error) = (path.display().to_string(), error.to_string());
        ["cannot write ", &path, ": ", &error].concat()
    },
    unreadable: |file, error| {
        let error = if error.kind() == std::io::ErrorKind::InvalidData {
            String::from("it is not UTF-8")
        } else {
            error.to_string()
        };
        ["cannot read ", file, ": ", &error].concat()
    },
    refused,
    say_format: "Name its format with --from.",
    unknown: |names| ["Not understood and left out: ", &names.join(", "), "."].concat(),
    unfit: |option, value| {
        let parts = ["No plan can hold ", option, " = “", value, "”: left out."];
        parts.concat()
    },
    unsaid,
    import_note,
    missing,
    settings_read: |count| {
        let noun = if count == 1 { "setting" } else { "settings" };
        ["Read: ", &grouped(count as u64), " ", noun, "."].concat()
    },
    setting,
    defaults: |format, settings| {
        let name = format_name(format);
        ["Defaults of ", name, ": ", &pairs(settings), "."].concat()
    },
    filled: |settings| ["From --with: ", &pairs(settings), "."].concat(),
    overruled,
};

/// "64 ranks = TP 8 × PP 4 × CP 1 × DP 2, on 8 nodes of 8".
fn ranks(facts: &Facts) -> String {
    let layout = &facts.plan.layout;
    [
        &facts.plan.cluster.gpus.to_string(),
        " ranks = TP ",
        &layout.tensor.to_string(),
        " × PP ",
        &layout.pipeline.to_string(),
        " × CP ",
        &layout.context.to_string(),
        " × DP ",
        &facts.data.to_string(),
        ", on ",
        &facts.nodes().to_string(),
        " × ",
        &facts.per_node().to_string(),
        " GPUs",
    ]
    .concat()
}

fn degrees(facts: &Facts) -> String {
    let layout = &facts.plan.layout;
    let degrees = [
        ("TP ", layout.tensor),
        ("PP ", layout.pipeline),
        ("CP ", layout.context),
        ("EP ", layout.expert),
        ("DP ", facts.data),
    ];
    let degrees = degrees.map(|(name, degree)| [name, &grouped(degree)].concat());
    [&degrees.join(" · "), ", ZeRO ", layout.zero.word()].concat()
}

fn note(note: &Note, plan: &Plan) -> String {
    let what = aspect(note.aspect, plan);
    let what = what.as_str();
    match (note.aspect, note.fate) {
        (Aspect::Recipe, Fate::Usual) => [
            what,
            " are not part of a plan: the values here are usual ones, replace them.",
        ]
        .concat(),
        (Aspect::Recipe, _) => [what, " are not part of a plan: add your own."].concat(),
        (Aspect::Habits, _) => [
            "The plan counts bytes and overlap as ",
            what,
            " does; what this file starts may need others. Estimate it with the recipe of the framework that this file is for.",
        ]
        .concat(),
        (_, Fate::NoOption) => ["Not expressed, there is no option: ", what, "."].concat(),
        (_, Fate::InCode) => ["Not in this file but in the program: ", what, "."].concat(),
        (_, Fate::Nearest) => ["Only nearly expressed: ", what, "."].concat(),
        (_, Fate::Usual) => ["A usual value, replace it: ", what, "."].concat(),
        (_, Fate::Refused) => [
            "The program refuses it, choose another plan for it: ",
            what,
            ".",
        ]
        .concat(),
        (_, Fate::Untested) => ["No test of the program runs it: ", what, "."].concat(),
        (_, Fate::Yours) => ["To be added: ", what, "."].concat(),
    }
}

/// Most changes of a file's plan that are written out.
const MOST_CHANGES: usize = 8;

fn file_run(run: &FileRun, plan: &Plan) -> Option<String> {
    let aspects = |notes: &[Note]| {
        let names = notes.iter().map(|note| aspect(note.aspect, plan));
        names.collect::<Vec<_>>().join("; ")
    };
    Some(match run {
        FileRun::Plan => return None,
        FileRun::Refused(notes) => ["This file does not start: ", &aspects(notes), "."].concat(),
        FileRun::Illegal(runs, reasons) => {
            let reasons = reasons.iter().map(|reason| reasons::reason(reason, runs));
            let reasons: Vec<String> = reasons.collect();
            ["This file runs no legal plan: ", &reasons.join(" ")].concat()
        }
        FileRun::Other(other) => other_run(other, plan),
    })
}

/// The settings of a file's plan that differ, and what follows from them.
fn other_run(other: &OtherRun, plan: &Plan) -> String {
    let shown = other.changes.iter().take(MOST_CHANGES);
    let mut changes: Vec<String> = shown
        .map(|(key, _, _)| {
            let name = crate::controls::label(key).map_or(*key, |label| label.name);
            let [asked, runs] = [plan, &other.plan].map(|plan| value_name(key, plan));
            [name, " ", &runs, " instead of ", &asked].concat()
        })
        .collect();
    let more = other.changes.len().saturating_sub(MOST_CHANGES);
    if more > 0 {
        changes.push([&grouped(more as u64), " more"].concat());
    }
    let [asked, runs] = other.step.map(duration);
    let [planned, needed] = other.peak.map(|peak| Units::Gib.size(peak));
    let capacity = other.plan.cluster.gpu.usable_memory();
    let verdict = crate::head::verdict(other.verdict, other.peak[1], capacity);
    [
        "This file runs another plan: ",
        &changes.join("; "),
        ". A step takes ",
        &runs,
        " instead of ",
        &asked,
        ", the peak is ",
        &needed,
        " instead of ",
        &planned,
        " (",
        &verdict.to_lowercase(),
        ").",
    ]
    .concat()
}

/// The value of a key as its control names it, else as a link writes it.
fn value_name(key: &str, plan: &Plan) -> String {
    let of_word = |key: &Key| matches!(key.kind(), KeyKind::Word);
    let named = Key::named(key).filter(of_word).and_then(|key| {
        let label = crate::controls::label(key.name())?;
        label.options.get(key.choice(plan)?).copied()
    });
    named.map_or_else(|| link::value(plan, key), str::to_owned)
}

/// The name of a value, or its word where no control offers it.
fn choice<W: Word>(key: &str, value: W) -> &'static str {
    let names = crate::controls::label(key).map_or(&[][..], |label| label.options);
    names.get(value.index()).copied().unwrap_or(value.word())
}

/// Names the part of the plan that a note is about, with the plan's own value.
pub(super) fn aspect(aspect: Aspect, plan: &Plan) -> String {
    let (layout, levers, model) = (&plan.layout, &plan.levers, &plan.model);
    let named = |name: &str, value: &str| [name, " ", value].concat();
    let counted = |name: &str, value: u64| named(name, &value.to_string());
    match aspect {
        Aspect::Shape => String::from("the shape of the model"),
        Aspect::DenseShape => {
            let experts = model.moe.experts.to_string();
            [
                "the ",
                &experts,
                " experts; the shape here is that of a dense model",
            ]
            .concat()
        }
        Aspect::Latent => String::from("latent attention"),
        Aspect::Window => counted("a sliding window, in tokens:", model.window),
        Aspect::Mixer => String::from("layers with a linear mixer in place of attention"),
        Aspect::MultiToken => counted(
            "layers that predict further tokens:",
            model.multi_token_layers,
        ),
        Aspect::Alibi => String::from("positions by linear biases (ALiBi)"),
        Aspect::LearnedPositions => {
            let (plans, files) = (grouped(model.trained_sequence), grouped(plan.sequence()));
            let parts = [
                "learned positions for ",
                &plans,
                " tokens; the file has ",
                &files,
            ];
            parts.concat()
        }
        Aspect::Vocabulary => {
            let (words, ranks) = (grouped(model.vocab), grouped(layout.tensor));
            let parts = [
                "a vocabulary of ",
                &words,
                "; it is padded to a multiple of ",
                &ranks,
            ];
            parts.concat()
        }
        Aspect::KvHeads => {
            let (heads, ranks) = (grouped(model.kv_heads), grouped(layout.tensor));
            [
                &heads,
                " key-value heads on ",
                &ranks,
                " tensor-parallel ranks",
            ]
            .concat()
        }
        Aspect::Sequence => {
            let (tokens, ranks) = (grouped(plan.sequence()), grouped(layout.context));
            let parts = [
                "sequences of ",
                &tokens,
                " tokens over CP ",
                &ranks,
                " (each rank has two parts)",
            ];
            parts.concat()
        }
        Aspect::NoSequenceParallel => {
            String::from("tensor parallelism without sequence parallelism")
        }
        Aspect::Tensor => counted("TP", layout.tensor),
        Aspect::Context => counted("CP", layout.context),
        Aspect::Pipeline => counted("PP", layout.pipeline),
        Aspect::Schedule | Aspect::OneFOneB => {
            named("the schedule", choice("sched", plan.schedule()))
        }
        Aspect::LoneSchedule => named(
            "without a pipeline, the schedule",
            choice("sched", plan.schedule()),
        ),
        Aspect::MicroBatches => {
            let step = plan.batch.micro.saturating_mul(plan.data_parallel()).max(1);
            let count = grouped(plan.global_batch() / step);
            [&count, " micro-batches in this pipeline"].concat()
        }
        Aspect::VirtualStages => {
            String::from("virtual stages of a pipeline of two whose transfers do not overlap")
        }
        Aspect::Split => {
            let layers: Vec<String> = layout.split.iter().map(u64::to_string).collect();
            named("layers of the stages:", &few(&layers.join(",")))
        }
        Aspect::Ends => String::from("embedding and loss counted as a layer each"),
        Aspect::ContextKind => named(
            "context-parallel attention by",
            choice("cpkind", layout.context_kind),
        ),
        Aspect::ContiguousContext => {
            String::from("one contiguous piece of a sequence for each context-parallel rank")
        }
        Aspect::Expert => counted("EP", layout.expert),
        Aspect::ExpertTensor => counted("expert TP", layout.expert_tensor),
        Aspect::ExpertOverlap => {
            String::from("the exchange of tokens under compute beside this pipeline and recompute")
        }
        Aspect::Zero => named("ZeRO stage", layout.zero.word()),
        Aspect::ZeroInPipeline => {
            let stage = named("ZeRO stage", layout.zero.word());
            [&stage, " in a pipeline"].concat()
        }
        Aspect::ShardGroup => counted("ranks that shard among themselves:", layout.shard_group),
        Aspect::Accumulation => {
            let step = plan.batch.micro.saturating_mul(plan.data_parallel()).max(1);
            counted("micro-batches a step:", plan.global_batch() / step)
        }
        Aspect::Dtype => named("matrix products in", choice("dtype", levers.dtype)),
        Aspect::NarrowGathers if levers.gathers_narrow => {
            String::from("weights gathered in 8 bits")
        }
        Aspect::NarrowGathers => String::from("weights gathered in 16 bits"),
        Aspect::WeightStorage => {
            named("weights stored as", choice("wstore", levers.weight_storage))
        }
        Aspect::Optimizer => named("the optimizer", choice("opt", levers.optimizer)),
        Aspect::Master => named("master weights:", choice("master", plan.master())),
        Aspect::Gradients => named("gradients in", choice("grads", plan.gradients())),
        Aspect::Selective => {
            let modules = cost::plan::Module::ALL.iter();
            let modules: Vec<&str> = modules
                .filter(|module| levers.modules.contains(**module))
                .map(|module| choice("ckptmod", *module))
                .collect();
            named("recompute of", &modules.join(", "))
        }
        Aspect::Full => String::from("recompute of whole layers"),
        Aspect::SomeLayers => counted(
            "recompute only in this number of layers per stage:",
            levers.recompute_layers.unwrap_or_default(),
        ),
        Aspect::NoFlash => String::from("attention without a fused kernel"),
        Aspect::FlashGeneration => counted("Flash Attention", plan.flash_generation()),
        Aspect::Kernels => named("elementwise kernels:", choice("kern", plan.kernels())),
        Aspect::Messages => named("grouping of gradients:", choice("msg", plan.messages())),
        Aspect::GradientSync => named(
            "gradients reduced after the",
            choice("gsync", plan.gradient_sync()),
        ),
        Aspect::OptimizerKernel => named(
            "kernel of the optimizer:",
            choice("optkern", plan.optimizer_kernel()),
        ),
        Aspect::MlpTiles => counted("tiles of an MLP:", levers.mlp_tiles),
        Aspect::OffloadModules => {
            let modules = cost::plan::OffloadModule::ALL.iter();
            let modules: Vec<&str> = modules
                .filter(|module| levers.offload_modules.contains(**module))
                .map(|module| choice("offmod", *module))
                .collect();
            named("activations moved only of", &modules.join(", "))
        }
        Aspect::Dispatcher => named("dispatcher of tokens:", choice("disp", plan.dispatcher())),
        Aspect::Graphs => named("CUDA graphs:", choice("graph", plan.graphs())),
        Aspect::Imbalance => named(
            "load of the busiest expert over the mean:",
            &plan.imbalance().to_string(),
        ),
        Aspect::CrossEntropy => named("the loss:", choice("ce", levers.cross_entropy)),
        Aspect::OffloadOptimizer => String::from("optimizer state in host memory"),
        Aspect::OffloadParameters => String::from("parameters in host memory"),
        Aspect::OffloadActivations => String::from("activations in host memory"),
        Aspect::Overlap => String::from("which communication overlaps with compute"),
        Aspect::Deterministic => String::from("deterministic kernels"),
        Aspect::Habits => choice("recipe", plan.stack.recipe).to_owned(),
        Aspect::Recipe => String::from("Data, tokenizer and learning rate"),
        Aspect::Gpu => {
            let entry = formats::catalog::gpu_entry(plan.cluster.gpu.preset);
            named("the GPU", entry.map_or("of your own", |entry| entry.name))
        }
        Aspect::Rendezvous => {
            String::from("the other machines, and the address at which they meet")
        }
    }
}
