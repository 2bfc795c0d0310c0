//! Events of the pane for imports, and the changes of its state.

use cost::plan::Plan;
use formats::catalog;
use formats::import::LARGEST;
use formats::link;

use super::super::event::{Answer, ImportEvent, ShareEvent};
use super::state::{FILE, GPUS_KEY, Import, Outcome, PRESETS, TEXT};
use crate::browser::by_id;
use crate::browser::file::{self, File};
use crate::dom::{Kind, Target};
use crate::store::{Effects, Event, Page, Sender};

/// Event for a text that is typed, pasted, chosen or answered in a field.
pub(in super::super) fn typed(import: &Import, kind: Kind, field: &Target) -> Option<ImportEvent> {
    let id = field.id();
    if id == TEXT {
        let text = field.value();
        // Both events of one change come here.
        return (text != import.text).then_some(ImportEvent::Paste(text));
    }
    if id == FILE {
        return (kind == Kind::Change).then_some(ImportEvent::ChooseFile);
    }
    let Outcome::File(imported) = &import.outcome else {
        return None;
    };
    let answer = answer_of(field)?;
    let mut plan = imported.plan.clone();
    apply(&mut plan, &answer);
    // A field that is left with what no plan can have shows what the plan has.
    let is_new = plan != imported.plan || kind == Kind::Change;
    is_new.then_some(ImportEvent::Answer(answer))
}

/// Answer that a field gives to a question that the file left open.
fn answer_of(field: &Target) -> Option<Answer> {
    let [models, cards] = PRESETS;
    match field.id() {
        id if id == models => Some(Answer::Model(field.value())),
        id if id == cards => Some(Answer::Gpu(field.value())),
        _ => Some(Answer::Number(field.attribute("data-key")?, field.number())),
    }
}

/// Takes over what the reader says of something that was left open.
fn apply(plan: &mut Plan, answer: &Answer) {
    match answer {
        Answer::Model(preset) => {
            if let Some(model) = catalog::model(preset) {
                plan.model = model;
            }
        }
        Answer::Gpu(preset) => {
            if let Some(gpu) = catalog::gpu(preset) {
                plan.cluster.gpu = gpu;
            }
        }
        Answer::Number(key, number) if key == GPUS_KEY => {
            if *number >= 1.0 {
                plan.cluster.gpus = *number as u64;
            }
        }
        Answer::Number(key, number) => {
            if *number >= 0.0 {
                let _ = link::set_number(plan, key, *number);
            }
        }
    }
}

/// Changes the state by an event; the page's plan stands in for what a text leaves open.
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
        ImportEvent::Read(None) => import.outcome = Outcome::Unread,
        ImportEvent::ChooseFile => effects.run(|sender| {
            let field = by_id(FILE);
            if let Some(file) = field.and_then(|field| file::chosen(&field)) {
                read_now(&file, sender);
            }
        }),
        ImportEvent::Answer(answer) => {
            if let Outcome::File(imported) = &mut import.outcome {
                apply(&mut imported.plan, &answer);
            }
        }
        ImportEvent::Take => {
            take_over(import, effects);
        }
    }
}

/// Reads a file.
pub(in super::super) fn read(file: File, effects: &mut Effects<ShareEvent>) {
    effects.run(move |sender| read_now(&file, sender));
}

/// Reads a file, as soon as the browser hands it over.
fn read_now(file: &File, sender: Sender<ShareEvent>) {
    file::read(file, LARGEST, move |text| {
        sender.send(ShareEvent::Import(ImportEvent::Read(text)));
    });
}

/// The plan becomes the page's; the browser's Back returns. Tells whether there is one.
pub(in super::super) fn take_over(import: &Import, effects: &mut Effects<ShareEvent>) -> bool {
    let Some(plan) = import.plan() else {
        return false;
    };
    effects.send(Event::Adopt(Box::new(plan.clone())));
    true
}
