//! The pane of files: the plan as the files of training frameworks.

use std::sync::Arc;

use cost::legal::Legal;
use cost::plan::{Plan, Word};
use formats::export::{Export, Target, export};
use formats::file_run::FileRun;
use leptos::prelude::*;

use super::copy::field;
use super::copy_view::{copy_button, line, lines};
use super::event::ShareEvent;
use super::fields::option;
use super::state::{PlanFile, ShareDialog};
use crate::browser::file;
use crate::store::{Effects, Page, PanelStore};

/// Writes the draft for the chosen target, unless that file is up to date. A file that lacks
/// something is read again, so that the pane can say what it runs.
pub(super) fn write(dialog: &mut ShareDialog, page: &Page, effects: &mut Effects<ShareEvent>) {
    let is_written = |file: &PlanFile| file.target == dialog.target && file.plan == page.draft;
    if dialog.file.as_ref().is_some_and(is_written) {
        return;
    }
    let (plan, target) = (Arc::clone(&page.draft), dialog.target);
    let export = exported(target, page);
    let is_read = Target::ALL
        .get(target)
        .copied()
        .is_some_and(FileRun::is_read);
    let lacking = export.as_ref().filter(|export| !export.is_whole());
    match lacking.filter(|_| is_read) {
        Some(export) => {
            let text = export.text.clone();
            dialog
                .file_reader
                .read(text, &FileRun::base(&plan), effects);
        }
        None => dialog.file_reader.cancel(),
    }
    let is_known = lacking.is_some() && !is_read;
    dialog.file = Some(PlanFile {
        plan,
        target,
        export,
    });
    dialog.file_run = None;
    if is_known {
        take_read(dialog, None);
    }
}

/// Takes the plan that was read from the written file.
pub(super) fn take_read(dialog: &mut ShareDialog, read: Option<&Plan>) {
    let Some(file) = &dialog.file else { return };
    let plan = &file.plan;
    let legal = Legal::check(plan).ok();
    let known = legal
        .zip(Target::ALL.get(file.target))
        .zip(file.export.as_ref());
    let run =
        known.map(|((legal, target), export)| FileRun::of_read(&legal, *target, export, read));
    dialog.file_run = run.and_then(|run| text::exchange::file_run(&run, plan));
}

fn exported(target: usize, page: &Page) -> Option<Export> {
    let target = Target::ALL.get(target)?;
    let legal = Legal::check(&page.draft).ok()?;
    Some(export(&legal, *target, &text::exchange::EXPORT))
}

/// The written file; `None` if the plan is illegal.
fn written(dialog: &ShareDialog) -> Option<&Export> {
    dialog.file.as_ref()?.export.as_ref()
}

/// The pane.
pub(super) fn pane(panel: PanelStore<ShareDialog>) -> AnyView {
    let file = panel.slice(|dialog, _| dialog.file.clone());
    let run = panel.slice(|dialog, _| dialog.file_run.clone());
    let shown = move || {
        file.with(|file| {
            let export = file.as_ref().and_then(|file| {
                let export = file.export.as_ref()?;
                Some(drawn(panel, export, &file.plan))
            });
            export.unwrap_or_else(|| view! { <p>{text::share::files_impossible()}</p> }.into_any())
        })
    };
    view! {
        <p class="sentence">{text::share::files_sentence()}</p>
        {targets(panel)}
        <p id="files-run" class="sentence" role="status">
            {run}
        </p>
        {shown}
    }
    .into_any()
}

/// A file, the command that starts training with it, and what it lacks of the plan.
fn drawn(panel: PanelStore<ShareDialog>, export: &Export, plan: &Plan) -> AnyView {
    let lacks = if export.notes.is_empty() {
        text::share::files_complete()
    } else {
        text::share::files_lacks()
    };
    let notes = export.notes.iter();
    let notes = notes.map(|note| view! { <li>{text::exchange::note(note, plan)}</li> });
    view! {
        <p class="acts">
            <code>{export.file_name}</code>
            {copy_button(panel, field::FILE)}
            <button
                type="button"
                id="files-keep"
                on:click=move |_| panel.send(ShareEvent::KeepFile)
            >
                {text::share::files_keep()}
            </button>
        </p>
        {lines(field::FILE, export.file_name, export.text.clone())}
        <div hidden=export.launch.is_empty()>
            {line(panel, field::LAUNCH, text::share::files_launch(), export.launch.clone())}
        </div>
        <h3>{lacks}</h3>
        <ul class="plain-list">{notes.collect_view()}</ul>
    }
    .into_any()
}

/// The list of targets.
fn targets(panel: PanelStore<ShareDialog>) -> AnyView {
    let chosen = panel.slice(|dialog, _| dialog.target);
    let options = move || {
        let targets = Target::ALL.iter().enumerate();
        let options = targets.map(|(index, target)| {
            let value = index.to_string();
            option(
                Some(value),
                text::share::target(*target),
                index == chosen.get(),
            )
        });
        options.collect_view()
    };
    let choose = move |index: i32| {
        let index = usize::try_from(index);
        index.into_iter().for_each(|index| {
            panel.send_if(|dialog, _| chosen_target(dialog, index));
        });
    };
    view! {
        <label class="choice">
            <span>{text::share::files_target()}</span>
            <select
                id="files-target"
                autocomplete="off"
                on:change:target=move |ev| choose(ev.target().selected_index())
            >
                {options}
            </select>
        </label>
    }
    .into_any()
}

/// Event for a target that is chosen, unless it was before.
pub(super) fn chosen_target(dialog: &ShareDialog, target: usize) -> Option<ShareEvent> {
    (target != dialog.target).then_some(ShareEvent::ChooseTarget(target))
}

/// Saves the file.
pub(super) fn keep(dialog: &ShareDialog, effects: &mut Effects<ShareEvent>) {
    if let Some(export) = written(dialog) {
        let (name, text) = (export.file_name, export.text.clone());
        effects.run(move |_| file::keep(name, &text));
    }
}
