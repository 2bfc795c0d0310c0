//! The pane for imports.

use cost::plan::Plan;
use formats::catalog::{GPUS, MODELS};
use formats::import::{ImportNote, Imported, Lost, MissingSetting};
use leptos::prelude::*;
use text::sentence;

use super::super::event::{ImportAnswer, ImportEvent, ShareEvent};
use super::super::fields::option;
use super::super::state::ShareDialog;
use super::super::words::title;
use super::state::{GPUS_KEY, Import, ImportOutcome};
use super::update::number_of;
use crate::browser::folder;
use crate::controls::listed;
use crate::store::{Page, PanelStore, PartState};

/// The pane.
pub(in super::super) fn pane(panel: PanelStore<ShareDialog>) -> AnyView {
    let text = panel.slice(|dialog, _| dialog.import.text.clone());
    let outcome = move || panel.follow(|dialog, page| outcome(panel, &dialog.import, page));
    view! {
        <p class="sentence">{text::share::import_sentence()}</p>
        <textarea
            id="bring-text"
            aria-label=text::share::import_field()
            spellcheck="false"
            autocomplete="off"
            placeholder="{ \"model_type\": \"llama\", … }"
            prop:value=text
            on:input:target=move |ev| {
                let text = ev.target().value();
                panel.send_if(|dialog, _| dialog.import.pasted(text));
            }
        ></textarea>
        <p class="acts">
            {chooser(panel, "bring-file", false)}
            {chooser(panel, "bring-folder", true)}
            <span>{text::share::import_drop()}</span>
        </p>
        <div class="brought" aria-live="polite">
            {outcome}
        </div>
        <p class="acts">
            <button
                type="button"
                class="chief"
                id="bring-take"
                hidden=move || panel.follow(|dialog, _| dialog.import.plan().is_none())
                on:click=move |_| panel.send(ShareEvent::Import(ImportEvent::Take))
            >
                {text::share::import_take()}
            </button>
        </p>
    }
    .into_any()
}

/// A field that chooses files or a folder.
fn chooser(panel: PanelStore<ShareDialog>, id: &'static str, is_folder: bool) -> AnyView {
    let name = if is_folder {
        text::share::import_choose_folder()
    } else {
        text::share::import_choose()
    };
    view! {
        <label class="file">
            <input
                type="file"
                multiple=true
                prop:webkitdirectory=is_folder
                id=id
                on:change:target=move |ev| {
                    if let Some(files) = folder::chosen(&ev.target()) {
                        panel.send(ShareEvent::Import(ImportEvent::ChooseFiles(files)));
                    }
                }
            />
            {name}
        </label>
    }
    .into_any()
}

/// A sentence about the reader of files, and the button that requests it again.
fn unloaded(panel: PanelStore<ShareDialog>, sentence: &'static str) -> AnyView {
    let again = move |_| panel.send(ShareEvent::Import(ImportEvent::Again));
    view! {
        <p>
            <span class="unloaded">
                {sentence} " "
                <button type="button" id="bring-again" on:click=again>
                    {text::frame::again()}
                </button>
            </span>
        </p>
    }
    .into_any()
}

/// The outcome: what was understood, and what was not.
fn outcome(panel: PanelStore<ShareDialog>, import: &Import, page: &Page) -> Vec<AnyView> {
    let line = |text: String| view! { <p>{text}</p> }.into_any();
    let mut lines = match &import.outcome {
        ImportOutcome::Nothing => Vec::new(),
        ImportOutcome::Reading => match import.reader.state() {
            PartState::Late => vec![unloaded(panel, text::share::import_late())],
            PartState::Failed => vec![unloaded(panel, text::share::import_failed())],
            PartState::Absent | PartState::Coming | PartState::Here => Vec::new(),
        },
        ImportOutcome::Ended => vec![line(text::share::import_ended().to_owned())],
        ImportOutcome::NoWorkers => vec![line(text::share::import_no_workers().to_owned())],
        ImportOutcome::Unread => vec![line(text::share::import_unread().to_owned())],
        ImportOutcome::Refused(why) => vec![line(sentence(&text::imports::refused(why)))],
        ImportOutcome::Link(plan, warnings) => {
            let warnings = warnings.iter().map(text::links::warning).collect();
            vec![
                line(text::share::import_link(&title(plan))),
                line(text::plan::left_open(plan).to_owned()),
                list(text::share::import_left(), warnings),
            ]
        }
        ImportOutcome::File(imported) => {
            let read = text::share::read_file(imported.format, &title(&imported.plan));
            vec![
                line(read),
                list(text::share::import_measured(), measured(imported, page)),
                open_questions(panel, imported),
                list(text::share::import_left(), left(imported)),
            ]
        }
    };
    if let (Some(reason), Some(plan)) = (import.reasons.first(), import.plan()) {
        lines.push(line(text::share::import_impossible().to_owned()));
        lines.push(line(text::reasons::reason(reason, plan)));
    }
    let refusals = import.plan().map(text::exchange::refusals);
    let refusals = refusals.into_iter().flatten();
    lines.extend(refusals.map(|refusal| line(refusal.sentence)));
    lines
}

/// A list under a heading; hidden if it has no lines.
fn list(heading: &'static str, lines: Vec<String>) -> AnyView {
    let is_empty = lines.is_empty();
    let lines = lines.into_iter().map(|line| view! { <li>{line}</li> });
    view! {
        <div hidden=is_empty>
            <h3>{heading}</h3>
            <ul class="plain-list">{lines.collect_view()}</ul>
        </div>
    }
    .into_any()
}

/// The measurements that a log gives, and how they were found.
fn measured(imported: &Imported, page: &Page) -> Vec<String> {
    let measured = &imported.plan.measured;
    if measured.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![text::share::measured(measured, page.units())];
    let notes = imported.notes.iter().filter(|note| is_of_log(note));
    lines.extend(notes.map(text::imports::note));
    lines
}

/// True if a remark is about the figures of a log.
const fn is_of_log(note: &ImportNote) -> bool {
    matches!(note, ImportNote::Log(_))
}

/// The parts that were not understood, by what they may change.
fn left(imported: &Imported) -> Vec<String> {
    let lost = imported.lost().into_iter().map(|(_, lost)| lost);
    let lost = lost.filter(|lost| !matches!(lost, Lost::Note(note) if is_of_log(note)));
    lost.map(|lost| text::imports::lost(&lost)).collect()
}

/// List of the questions that the file leaves open, each with its fields.
fn open_questions(panel: PanelStore<ShareDialog>, imported: &Imported) -> AnyView {
    let plan = &imported.plan;
    let following = text::imports::following(imported);
    let following = following.map(|sentence| view! { <li>{sentence}</li> });
    let rows = imported.missing.iter().map(|what| {
        view! {
            <li>
                <span>{text::imports::missing(*what, plan)}</span>
                <div class="asked">{fields(panel, *what, plan)}</div>
            </li>
        }
    });
    view! {
        <div hidden=imported.missing.is_empty()>
            <h3>{text::share::import_open()}</h3>
            <ul class="plain-list">{rows.collect_view()} {following}</ul>
        </div>
    }
    .into_any()
}

/// The fields for a missing setting.
fn fields(panel: PanelStore<ShareDialog>, what: MissingSetting, plan: &Plan) -> Vec<AnyView> {
    let number = |key| number(panel, key, plan);
    let keys: &[&'static str] = match what {
        MissingSetting::Model => return vec![models(panel, plan)],
        MissingSetting::Figure(key) => &[key],
        MissingSetting::Cluster => return vec![gpus(panel, plan), number(GPUS_KEY)],
        MissingSetting::Gpu => return vec![gpus(panel, plan)],
        MissingSetting::Layout if plan.model.moe.experts > 0 => &["tp", "pp", "cp", "ep"],
        MissingSetting::Layout => &["tp", "pp", "cp"],
        MissingSetting::Batch => &["gbs", "mbs"],
        MissingSetting::Sequence => &["seq"],
        MissingSetting::Auto(key) if formats::link::number(plan, key).is_some() => &[key],
        MissingSetting::Auto(_)
        | MissingSetting::OtherFile(_)
        | MissingSetting::Rest(_)
        | MissingSetting::Run => &[],
    };
    keys.iter().copied().map(number).collect()
}

/// Sends an answer, unless it changes nothing.
fn answer(panel: PanelStore<ShareDialog>, answer: ImportAnswer) {
    panel.send_if(|dialog, _| dialog.import.answered(answer));
}

/// A field for the number of a key. When it is left it shows the number in force, whatever was
/// typed.
fn number(panel: PanelStore<ShareDialog>, key: &'static str, plan: &Plan) -> AnyView {
    let take = move |number: f64| answer(panel, ImportAnswer::Number(key, number));
    let in_force =
        move || panel.read(|dialog, _| dialog.import.plan().map(|plan| number_of(key, plan)));
    view! {
        <label>
            {name(key)}
            <input
                type="number"
                min="0"
                step="any"
                autocomplete="off"
                data-key=key
                prop:value=number_of(key, plan)
                on:input:target=move |ev| take(ev.target().value_as_number())
                on:change:target=move |ev| {
                    let field = ev.target();
                    take(field.value_as_number());
                    in_force().into_iter().for_each(|number| field.set_value_as_number(number));
                }
            />
        </label>
    }
    .into_any()
}

/// The name of a key's control.
fn name(key: &'static str) -> &'static str {
    let groups = listed();
    let mut controls = groups.iter().flat_map(|group| &group.controls);
    controls
        .find(|(known, _)| *known == key)
        .map_or(key, |(_, name)| name)
}

/// The list of models.
fn models(panel: PanelStore<ShareDialog>, plan: &Plan) -> AnyView {
    let names = MODELS
        .iter()
        .map(|entry| (entry.model.preset, text::presets::model(entry)));
    let chosen = plan.model.preset;
    let list = ["bring-model", text::share::import_model()];
    presets(panel, list, names.collect(), chosen, ImportAnswer::Model)
}

/// The list of GPUs.
fn gpus(panel: PanelStore<ShareDialog>, plan: &Plan) -> AnyView {
    let names = GPUS
        .iter()
        .map(|entry| (entry.gpu.preset, text::presets::gpu(entry)));
    let chosen = plan.cluster.gpu.preset;
    let list = ["bring-gpu", text::share::import_gpu()];
    presets(panel, list, names.collect(), chosen, ImportAnswer::Gpu)
}

/// A list of presets, each with its name, of which one is chosen. The list has an id and a name.
fn presets(
    panel: PanelStore<ShareDialog>,
    [id, name]: [&'static str; 2],
    names: Vec<(&'static str, &'static str)>,
    chosen: &str,
    answer_of: fn(String) -> ImportAnswer,
) -> AnyView {
    let options = names.into_iter();
    let options = options
        .map(|(preset, name)| option(Some(preset.to_owned()), name, preset == chosen))
        .collect_view();
    view! {
        <label>
            {name}
            <select
                id=id
                autocomplete="off"
                on:change:target=move |ev| answer(panel, answer_of(ev.target().value()))
            >
                {options}
            </select>
        </label>
    }
    .into_any()
}
