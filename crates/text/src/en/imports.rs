//! Files that are read as plans, in English.

use super::logs::log_remark;
use cost::plan::{Plan, Word};
use formats::excerpt::plain;
use formats::import::{
    DEEPEST, Format, ImportNote, ImportRefusal, ImportedSetting, LARGEST, MissingSetting,
    SettingOrigin, TextPosition, Unsaid,
};
use formats::link;
use formats::number::grouped;

pub(super) fn refused(why: &ImportRefusal) -> String {
    match why {
        ImportRefusal::TooLarge => {
            let most = grouped(LARGEST as u64);
            [
                "the file has more than ",
                &most,
                " bytes, the most that is read",
            ]
            .concat()
        }
        ImportRefusal::TooDeep => {
            let deepest = grouped(DEEPEST as u64);
            ["the file is nested deeper than ", &deepest, " levels"].concat()
        }
        ImportRefusal::TooMuch { at } => [
            "reading stopped",
            &place(at.as_ref()),
            ": the file takes more work than any real one",
        ]
        .concat(),
        ImportRefusal::Syntax { said, at } => {
            ["the file cannot be parsed", &place(at.as_ref()), ": ", said].concat()
        }
        ImportRefusal::Unknown => String::from(
            "the file has none of the known formats: a model's config.json, or options of \
             Megatron-LM, Megatron-Bridge, torchtitan, DeepSpeed, nanotron, Accelerate, the \
             Trainer, Axolotl, LLaMA-Factory, GPT-NeoX or MaxText, or a log of a run",
        ),
        ImportRefusal::NoOption(Format::Log) => String::from(
            "the log has neither the time of a step nor the memory that was reserved",
        ),
        ImportRefusal::NoOption(format) => {
            ["the file has no option of ", format_name(*format)].concat()
        }
        ImportRefusal::ModelType(name) => [
            "models of type “",
            name,
            "” have no layers, hidden width, heads and vocabulary that can be read; start from custom \
             and set the shape",
        ]
        .concat(),
        ImportRefusal::Encoder(name) => [
            "models of type “",
            name,
            "” have an encoder; only decoder-only text models are read",
        ]
        .concat(),
        ImportRefusal::Adapter(name) => [
            "the file trains with “",
            name,
            "”, not all parameters in full; only full training is planned",
        ]
        .concat(),
    }
}

/// A position, or nothing where there is none.
fn place(at: Option<&TextPosition>) -> String {
    let written = |at: &TextPosition| {
        let (line, column) = (at.line.to_string(), at.column.to_string());
        [" at line ", &line, ", character ", &column].concat()
    };
    at.map(written).unwrap_or_default()
}

/// A remark on how a script was read. Control characters of the script become spaces.
pub(super) fn import_note(note: &ImportNote) -> String {
    plain(&note_as_written(note))
}

fn note_as_written(note: &ImportNote) -> String {
    match note {
        ImportNote::Undefined { option, variable } => {
            let parts = ["No value: ", option, " is set to $", variable];
            [&parts.concat(), ", which the file does not define."].concat()
        }
        ImportNote::Undecided { option, variable } => {
            let parts = [
                "Undecided: ",
                option,
                " is set in a branch that depends on $",
            ];
            [&parts.concat(), variable, "."].concat()
        }
        ImportNote::UndecidedCommand(variable) => {
            let start = "The command that was read starts in a branch that depends on $";
            [start, variable, "."].concat()
        }
        ImportNote::MayAdd(variable) => ["$", variable, " may add options."].concat(),
        ImportNote::TakenUnset(variable) => {
            let end = ": it counts as not set.";
            ["The file does not define $", variable, end].concat()
        }
        ImportNote::FirstTurn(variable) => [
            "Of the loop over $",
            variable,
            ", only the first turn was read.",
        ]
        .concat(),
        ImportNote::SeveralCommands(count) => {
            let count = grouped(*count as u64);
            [
                "The file starts ",
                &count,
                " commands: the one with most options was read.",
            ]
            .concat()
        }
        ImportNote::Nearest { option, value } => {
            ["Only nearly expressed: ", option, " = “", value, "”."].concat()
        }
        ImportNote::Alone { option, other } => {
            [option, " has no effect on the plan without ", other, "."].concat()
        }
        ImportNote::LaterDefault(option) => {
            let start = "Its default differs between releases, the latest is used: ";
            [start, option, "."].concat()
        }
        ImportNote::Log(remark) => log_remark(remark),
    }
}

/// The framework of a format.
pub(super) const fn format_name(format: Format) -> &'static str {
    match format {
        Format::HuggingFace => "Hugging Face's config.json",
        Format::Megatron => "Megatron-LM",
        Format::TorchTitan => "torchtitan",
        Format::DeepSpeed => "DeepSpeed",
        Format::MegatronBridge => "Megatron-Bridge",
        Format::Nanotron => "nanotron",
        Format::Accelerate => "Hugging Face Accelerate",
        Format::Trainer => "Hugging Face's Trainer",
        Format::Axolotl => "Axolotl",
        Format::LlamaFactory => "LLaMA-Factory",
        Format::GptNeoX => "GPT-NeoX",
        Format::MaxText => "MaxText",
        Format::Log => "the log",
        Format::Linked => "Shardwise",
    }
}

/// Keys with their values, as a link has them.
pub(super) fn pairs(settings: &[&ImportedSetting]) -> String {
    let pairs = settings.iter();
    let pairs = pairs.map(|setting| [setting.key, "=", &setting.value].concat());
    pairs.collect::<Vec<_>>().join(", ")
}

/// A setting, and the option that gives it where the file has one.
pub(super) fn setting(setting: &ImportedSetting) -> String {
    let pair = pairs(&[setting]);
    if setting.option.is_empty() {
        pair
    } else {
        [&pair, " (", &setting.option, ")"].concat()
    }
}

pub(super) fn overruled(setting: &ImportedSetting) -> String {
    let other = setting.overruled.as_deref().unwrap_or_default();
    let sides = match setting.origin {
        SettingOrigin::With => [" from --with, not ", other, " from the file ("],
        SettingOrigin::Read | SettingOrigin::Default => {
            [" from the file, not ", other, " from --with ("]
        }
    };
    let sides = sides.concat();
    let parts = [
        setting.key,
        "=",
        &setting.value,
        &sides,
        &setting.option,
        ").",
    ];
    parts.concat()
}

pub(super) fn unsaid(what: Unsaid) -> String {
    match what {
        Unsaid::Borrowed(preset) => {
            let parts = [
                "The plan borrows the name ",
                preset,
                ": no key of a link can say the kind of norm.",
            ];
            parts.concat()
        }
        Unsaid::Norm => String::from(
            "No plan can hold the kind of norm of a model outside the catalogue: RMSNorm is used.",
        ),
        other => unsaid_of_model(other),
    }
}

/// Features of a model of Hugging Face that no plan has.
fn unsaid_of_model(what: Unsaid) -> String {
    let layers = |number: u64, kind: &str, instead: &str| {
        let number = grouped(number);
        let parts = [
            "No plan can hold ",
            kind,
            ": ",
            &number,
            " layers count as ",
            instead,
            ".",
        ];
        parts.concat()
    };
    match what {
        Unsaid::LinearAttention(number) => layers(number, "linear attention", "full attention"),
        Unsaid::StateSpace(number) => layers(number, "state-space layers (Mamba)", "attention"),
        Unsaid::Convolution(number) => layers(number, "convolutions", "attention"),
        Unsaid::SparseAttention => String::from(
            "No plan can hold sparse attention with an indexer: full attention is used.",
        ),
        Unsaid::LayerParts => String::from(
            "Layers of this model have parts that no plan can hold: they are left out.",
        ),
        Unsaid::Varies(key) => {
            let parts = [
                "No plan can hold a value of ",
                key,
                " that differs between layers without a fixed interval: one value is used for all.",
            ];
            parts.concat()
        }
        Unsaid::TextOnly => {
            String::from("Only the text model was read: parts for pictures and sound are left out.")
        }
        _ => String::from(
            "The type of this model is not known by name: features beside its fields are Llama’s.",
        ),
    }
}

pub(super) fn missing(what: MissingSetting, plan: &Plan) -> String {
    let given = match what {
        MissingSetting::Model => ["the model; ", plan.model.preset, " is used."].concat(),
        MissingSetting::Figure(key) => {
            let stands = link::value(plan, key);
            return ["Missing: ", key, "; ", &stands, " is used."].concat();
        }
        MissingSetting::Auto(key) => {
            let stands = link::value(plan, key);
            [
                key,
                ", which the file leaves open (auto); ",
                &stands,
                " is used.",
            ]
            .concat()
        }
        MissingSetting::OtherFile(option) => [
            "the file that ",
            option,
            " names; ZeRO ",
            plan.layout.zero.word(),
            " is used.",
        ]
        .concat(),
        MissingSetting::Cluster => [
            "the GPUs and their number; ",
            &grouped(plan.cluster.gpus),
            " × ",
            plan.cluster.gpu.preset,
            " are used.",
        ]
        .concat(),
        MissingSetting::Run => [
            "the plan of the run; ",
            plan.model.preset,
            " on ",
            &grouped(plan.cluster.gpus),
            " × ",
            plan.cluster.gpu.preset,
            " is used.",
        ]
        .concat(),
        MissingSetting::Gpu => {
            let preset = plan.cluster.gpu.preset;
            ["the kind of GPU; ", preset, " is used."].concat()
        }
        MissingSetting::Layout => String::from("the layout; data parallelism alone is used."),
        MissingSetting::Batch => {
            let sequences = grouped(plan.global_batch());
            ["sequences of a step; ", &sequences, " are used."].concat()
        }
        MissingSetting::Sequence => {
            let tokens = grouped(plan.sequence());
            ["tokens of a sequence in training; ", &tokens, " are used."].concat()
        }
    };
    ["Missing: ", &given].concat()
}
