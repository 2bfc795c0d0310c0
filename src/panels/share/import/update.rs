//! Events of the pane for imports, and the changes of its state.

use cost::plan::Plan;
use formats::catalog;
use formats::import::LARGEST;
use formats::link;

use super::super::event::{ImportAnswer, ImportEvent, ShareEvent};
use super::state::{FILE, GPUS_KEY, Import, ImportOutcome, PRESETS, TEXT};
use crate::browser::by_id;
use crate::browser::file::{self, ChosenFile};
use crate::dom::{UiEventKind, UiTarget};
use crate::store::{Effects, Event, Page, Sender};

/// Event for a text that is typed, pasted, chosen or answered in a field.
pub(in super::super) fn typed(
    import: &Import,
    kind: UiEventKind,
    field: &UiTarget,
) -> Option<ImportEvent> {
    let id = field.id();
    if id == TEXT {
        let text = field.value();
        // Both `input` and `change` arrive for one change.
        return (text != import.text).then_some(ImportEvent::Paste(text));
    }
    if id == FILE {
        return (kind == UiEventKind::Change).then_some(ImportEvent::ChooseFile);
    }
    let ImportOutcome::File(imported) = &import.outcome else {
        return None;
    };
    let answer = answer_of(field)?;
    let mut plan = imported.plan.clone();
    apply(&mut plan, &answer);
    // A field left with an illegal value shows the plan's value again.
    let is_new = plan != imported.plan || kind == UiEventKind::Change;
    is_new.then_some(ImportEvent::Answer(answer))
}

/// A field's answer to a question that the file left open.
fn answer_of(field: &UiTarget) -> Option<ImportAnswer> {
    let [models, cards] = PRESETS;
    match field.id() {
        id if id == models => Some(ImportAnswer::Model(field.value())),
        id if id == cards => Some(ImportAnswer::Gpu(field.value())),
        _ => Some(ImportAnswer::Number(
            field.attribute("data-key")?,
            field.number(),
        )),
    }
}

/// Applies an answer to the plan.
fn apply(plan: &mut Plan, answer: &ImportAnswer) {
    match answer {
        ImportAnswer::Model(preset) => {
            if let Some(model) = catalog::model(preset) {
                plan.model = model;
            }
        }
        ImportAnswer::Gpu(preset) => {
            if let Some(gpu) = catalog::gpu(preset) {
                plan.cluster.gpu = gpu;
            }
        }
        ImportAnswer::Number(key, number) if key == GPUS_KEY => {
            if *number >= 1.0 {
                plan.cluster.gpus = *number as u64;
            }
        }
        ImportAnswer::Number(key, number) => {
            if *number >= 0.0 {
                let _ = link::set_number(plan, key, *number);
            }
        }
    }
}

/// Changes the state by an event; the page's plan supplies what a text leaves open.
pub(in super::super) fn update(
    import: &mut Import,
    page: &Page,
    event: ImportEvent,
    effects: &mut Effects<ShareEvent>,
) {
    match event {
        ImportEvent::Paste(text) | ImportEvent::Read(Some(text)) => {
            import.take(text, &page.draft);
        }
        ImportEvent::Read(None) => import.outcome = ImportOutcome::Unread,
        ImportEvent::ChooseFile => effects.run(|sender| {
            let field = by_id(FILE);
            if let Some(file) = field.and_then(|field| file::chosen(&field)) {
                read_now(&file, sender);
            }
        }),
        ImportEvent::Answer(answer) => {
            if let ImportOutcome::File(imported) = &mut import.outcome {
                apply(&mut imported.plan, &answer);
            }
        }
        ImportEvent::Take => {
            take_over(import, effects);
        }
    }
}

/// Reads a file.
pub(in super::super) fn read(file: ChosenFile, effects: &mut Effects<ShareEvent>) {
    effects.run(move |sender| read_now(&file, sender));
}

/// Reads a file; the event follows when the browser delivers its text.
fn read_now(file: &ChosenFile, sender: Sender<ShareEvent>) {
    file::read(file, LARGEST, move |text| {
        sender.send(ShareEvent::Import(ImportEvent::Read(text)));
    });
}

/// Makes the imported plan the page's; Back returns. Returns whether there is a plan.
pub(in super::super) fn take_over(import: &Import, effects: &mut Effects<ShareEvent>) -> bool {
    let Some(plan) = import.plan() else {
        return false;
    };
    effects.send(Event::Adopt(Box::new(plan.clone())));
    true
}
