//! Files that are read as plans.

use std::io;

use cost::plan::{Plan, Word};
use formats::excerpt::plain;
use formats::import::{
    DEEPEST, Following, Format, ImportNote, ImportRefusal, Imported, ImportedSetting, LARGEST,
    Lost, MOST_FILES, MissingSetting, SettingOrigin, TrainingFile, UnheldPart, UnknownModel,
    Unsaid,
};
use formats::link;

use crate::logs;

messages!("imports");

/// The reason why a file cannot be read; without a full stop.
#[must_use]
pub fn cannot_read(file: &str, error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::InvalidData {
        unreadable(file, not_utf8())
    } else {
        unreadable(file, &error.to_string())
    }
}

/// The reason why a file gives no plan; without a full stop.
#[must_use]
pub fn refused(why: &ImportRefusal) -> String {
    match why {
        ImportRefusal::TooLarge => too_large(LARGEST as u64),
        ImportRefusal::TooDeep => too_deep(DEEPEST as u64),
        ImportRefusal::TooMuch { at: None } => too_much().to_owned(),
        ImportRefusal::TooMuch { at: Some(at) } => too_much_at(at.line as u64, at.column as u64),
        ImportRefusal::Syntax { said, at: None } => syntax(said),
        ImportRefusal::Syntax { said, at: Some(at) } => {
            syntax_at(at.line as u64, at.column as u64, said)
        }
        ImportRefusal::Unknown => {
            let formats = Format::ALL.iter().copied();
            unknown_format(formats.filter_map(Format::program).count() as u64)
        }
        ImportRefusal::NoOption(Format::Log) => empty_log().to_owned(),
        ImportRefusal::NoOption(format) => match format.program() {
            Some(program) => no_option(program),
            None => no_link().to_owned(),
        },
        ImportRefusal::ModelType(name) => model_type(name),
        ImportRefusal::Encoder(name) => encoder(name),
        ImportRefusal::Unheld(UnheldPart::LatentExperts) => latent_experts().to_owned(),
        ImportRefusal::Unheld(UnheldPart::ParallelMixers) => parallel_mixers().to_owned(),
        ImportRefusal::Unheld(UnheldPart::SharedLayers) => shared_layers().to_owned(),
        ImportRefusal::Other {
            program,
            adapter: None,
        } => other_program(program.word()),
        ImportRefusal::Other {
            program,
            adapter: Some(name),
        } => other_program_adapter(program.word(), name),
        ImportRefusal::Adapter(name) => adapter(name),
        ImportRefusal::Objective(name) => objective(name),
        ImportRefusal::InFile { file, why } => in_file(file, &refused(why)),
        ImportRefusal::SeveralTrainings(files) => several_trainings(&training_files(files)),
        ImportRefusal::TooManyFiles => too_many_files(MOST_FILES as u64),
        ImportRefusal::BrokenZip => broken_zip().to_owned(),
        ImportRefusal::LargeZip => large_zip().to_owned(),
    }
}

/// Files of trainings, with their formats as far as they have one.
fn training_files(files: &[TrainingFile]) -> Vec<String> {
    let files = files
        .iter()
        .map(|one| match one.format.and_then(Format::program) {
            Some(program) => training_file(&one.file, program),
            None => one.file.clone(),
        });
    files.collect()
}

/// A remark on how a file was read. Control characters of the file become spaces.
#[must_use]
pub fn note(note: &ImportNote) -> String {
    plain(&note_as_written(note))
}

fn note_as_written(note: &ImportNote) -> String {
    match note {
        ImportNote::Undefined { option, variable } => undefined(option, variable),
        ImportNote::Undecided { option, variable } => undecided(option, variable),
        ImportNote::UndecidedCommand(variable) => undecided_command(variable),
        ImportNote::MayAdd(variable) => may_add(variable),
        ImportNote::TakenUnset(variable) => taken_unset(variable),
        ImportNote::FirstTurn(variable) => first_turn(variable),
        ImportNote::NotGiven(file) => not_given(file),
        ImportNote::SeveralCommands(number) => several_commands(*number as u64),
        ImportNote::Nearest { option, value } => nearest(option, value),
        ImportNote::Alone { option, other } => alone(option, other),
        ImportNote::LaterDefault(option) => later_default(option),
        ImportNote::Log(remark) => logs::remark(remark),
        ImportNote::FilesDiffer {
            setting,
            other,
            file,
        } => files_differ(setting, other, file),
        ImportNote::ModelsDiffer(file) => models_differ(file),
        ImportNote::ReadInstead { named, file } => read_instead(named, file),
        ImportNote::ConfigFunction(name) => config_function(name),
        ImportNote::UnreadOptions(options) => unread_options(options),
        ImportNote::UnknownFiles(files) => unknown_files(files),
        ImportNote::UnusedFiles(files) => unused_files(files),
        ImportNote::FaultyFile { file, why } => faulty_file(file, &refused(why)),
    }
}

/// A key with its value, as a link has them.
fn pair(setting: &ImportedSetting) -> String {
    [setting.key, "=", &setting.value].concat()
}

fn pairs(settings: &[&ImportedSetting]) -> Vec<String> {
    settings.iter().map(|setting| pair(setting)).collect()
}

/// A setting, and the option that gives it where the file has one.
#[must_use]
pub fn setting(setting: &ImportedSetting) -> String {
    let pair = pair(setting);
    if setting.option.is_empty() {
        pair
    } else {
        setting_of_option(&pair, &setting.option)
    }
}

/// Settings that the framework's parser fills in.
#[must_use]
pub fn filled_by_framework(format: Format, settings: &[&ImportedSetting]) -> String {
    defaults(format.program().unwrap_or(format.word()), &pairs(settings))
}

/// Settings that the link fills in.
#[must_use]
pub fn filled_by_link(settings: &[&ImportedSetting]) -> String {
    filled(&pairs(settings))
}

/// A setting in which the file and the link differ, and which of them counts.
#[must_use]
pub fn overruled(setting: &ImportedSetting) -> String {
    let other = setting.overruled.as_deref().unwrap_or_default();
    let sentence = match setting.origin {
        SettingOrigin::With => overruled_by_link,
        SettingOrigin::Read | SettingOrigin::Default => overruled_by_file,
    };
    sentence(&pair(setting), other, &setting.option)
}

/// A setting of a file that no plan can have, and its replacement.
#[must_use]
pub fn unsaid(what: Unsaid) -> String {
    match what {
        Unsaid::Borrowed(preset) => borrowed(preset),
        Unsaid::Norm => norm().to_owned(),
        Unsaid::LinearAttention(layers) => linear_attention(layers),
        Unsaid::StateSpace(layers) => state_space(layers),
        Unsaid::Mamba1(layers) => mamba1(layers),
        Unsaid::KimiDelta(layers) => kimi_delta(layers),
        Unsaid::AttentionLayers { file_has, plan } => attention_layers(file_has, plan),
        Unsaid::OnePart(layers) => one_part(layers),
        Unsaid::Convolution(layers) => convolution(layers),
        Unsaid::SparseAttention => sparse_attention().to_owned(),
        Unsaid::LayerParts => layer_parts().to_owned(),
        Unsaid::QueryKeyNorms => query_key_norms().to_owned(),
        Unsaid::ParallelBlocks => parallel_blocks().to_owned(),
        Unsaid::Varies(key) => varies(key),
        Unsaid::TextOnly => text_only().to_owned(),
        Unsaid::UnknownType => unknown_type().to_owned(),
    }
}

/// A part of a file that its plan has not, or not as the file has it.
#[must_use]
pub fn lost(lost: &Lost) -> String {
    match lost {
        Lost::Unfit(option, value) => unfit(option, value),
        Lost::Unknown(options) => unknown(options),
        Lost::Unsaid(what) => unsaid(*what),
        Lost::Note(remark) => note(remark),
    }
}

/// The refusal of a file whose model the catalogue lacks, and how to give its shape.
#[must_use]
pub fn unknown_model(unknown: &UnknownModel) -> String {
    let (name, option) = (&unknown.name, &unknown.option);
    let said = if unknown.near.is_empty() {
        no_model(option, name)
    } else {
        no_model_but(option, name, &unknown.near)
    };
    [&said, " ", give_shape()].concat()
}

/// The number of sequences that follows from GPUs which the file leaves open, if one does.
#[must_use]
pub fn following(read: &Imported) -> Option<String> {
    let rule = read.following_open_gpus()?;
    let written = match rule {
        Following::Batch(_) => following_batch,
        Following::MicroBatch(_) => following_micro_batch,
    };
    let plan = &read.plan;
    Some(written(rule.sequences(plan), plan.cluster.gpus))
}

/// A setting that a file leaves open, and its default.
#[must_use]
pub fn missing(what: MissingSetting, plan: &Plan) -> String {
    let (model, gpu) = (plan.model.preset, plan.cluster.gpu.preset);
    match what {
        MissingSetting::Model => missing_model(model),
        MissingSetting::Figure(key) => missing_figure(key, &link::value(plan, key)),
        MissingSetting::Auto(key) => missing_auto(key, &link::value(plan, key)),
        MissingSetting::OtherFile(option) => missing_other_file(option, plan.layout.zero.word()),
        MissingSetting::Rest(option) => missing_rest(option),
        MissingSetting::Cluster => missing_cluster(plan.cluster.gpus, gpu),
        MissingSetting::Run => missing_run(model, plan.cluster.gpus, gpu),
        MissingSetting::Gpu => missing_gpu(gpu),
        MissingSetting::Layout => missing_layout().to_owned(),
        MissingSetting::Batch => missing_batch(plan.global_batch()),
        MissingSetting::Sequence => missing_sequence(plan.sequence()),
    }
}
