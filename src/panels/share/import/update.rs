//! Events of the pane for imports, and the changes of its state.

use cost::plan::Plan;
use formats::catalog;
use formats::import::{Imported, LARGEST, MOST_FILES, MOST_ZIPPED, is_shown};
use formats::link;

use super::super::event::{ImportAnswer, ImportEvent, ShareEvent};
use super::super::reader::ReaderEvent;
use super::state::{GPUS_KEY, Import, ImportOutcome};
use crate::browser::file;
use crate::browser::folder::{self, ChosenFiles, FilesLimit};
use crate::store::{Effects, Event, Page};

impl Import {
    /// Event for a text that is typed or pasted, unless it is the present one.
    pub(super) fn pasted(&self, text: String) -> Option<ShareEvent> {
        (text != self.text).then(|| ShareEvent::Import(ImportEvent::Paste(text)))
    }

    /// Event for an answer to a question that the file leaves open, unless it changes nothing. An
    /// illegal number and an unknown preset change nothing.
    pub(super) fn answered(&self, answer: ImportAnswer) -> Option<ShareEvent> {
        let ImportOutcome::File(imported) = &self.outcome else {
            return None;
        };
        let mut answered = Imported::clone(imported);
        apply(&mut answered, &answer);
        let is_new = answered.plan != imported.plan;
        is_new.then_some(ShareEvent::Import(ImportEvent::Answer(answer)))
    }
}

/// The number of a key in a plan.
pub(super) fn number_of(key: &str, plan: &Plan) -> f64 {
    if key == GPUS_KEY {
        plan.cluster.gpus as f64
    } else {
        link::number(plan, key).unwrap_or(0.0)
    }
}

/// True if the file, or the plan that fills it, names a framework.
fn names_recipe(imported: &Imported) -> bool {
    imported.settings.iter().any(|one| one.key == "recipe")
}

/// Applies an answer. A framework that the file does not name follows the GPU, and sequences follow the
/// ranks unless they are answered themselves.
fn apply(imported: &mut Imported, answer: &ImportAnswer) {
    let has_recipe = names_recipe(imported);
    let plan = &mut imported.plan;
    match answer {
        ImportAnswer::Model(preset) => {
            if let Some(model) = catalog::model(preset) {
                plan.model = model;
            }
        }
        ImportAnswer::Gpu(preset) => {
            if let Some(gpu) = catalog::gpu(preset) {
                if has_recipe {
                    plan.cluster.gpu = gpu;
                } else {
                    plan.move_to(gpu);
                }
            }
        }
        ImportAnswer::Number(key, number) if *key == GPUS_KEY => {
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
    imported.follow(match answer {
        ImportAnswer::Number(key, _) => key,
        ImportAnswer::Model(_) | ImportAnswer::Gpu(_) => "",
    });
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
            if import.take(text) {
                let text = import.text.clone();
                import.reader.read(text, &page.draft, effects);
            } else {
                import.reader.cancel();
            }
        }
        ImportEvent::Again => import.reader.again(effects),
        ImportEvent::Read(None) => {
            import.reader.cancel();
            import.outcome = ImportOutcome::Unread;
        }
        ImportEvent::ReadLog(file) => {
            import.text.clear();
            import.outcome = ImportOutcome::Reading;
            import.reader.read_log(file, &page.draft, effects);
        }
        ImportEvent::ReadFiles(files) => {
            import.text.clear();
            import.outcome = ImportOutcome::Reading;
            import.reader.read_files(files, &page.draft, effects);
        }
        ImportEvent::ChooseFiles(files) => read(files, effects),
        ImportEvent::Answer(answer) => {
            if let ImportOutcome::File(imported) = &mut import.outcome {
                apply(imported, &answer);
            }
        }
        ImportEvent::Take => {
            take_over(import, effects);
        }
    }
    import.check();
}

/// Takes an event of the reader of files.
pub(in super::super) fn follow_reader(
    import: &mut Import,
    event: ReaderEvent,
    effects: &mut Effects<ShareEvent>,
) {
    if let Some(read) = import.reader.update(event, effects) {
        import.take_read(read);
        import.check();
    }
}

/// True of the path of a zip archive.
fn is_archive(path: &str) -> bool {
    path.to_ascii_lowercase().ends_with(".zip")
}

/// Limits on files that are read at once.
const LIMIT: FilesLimit = FilesLimit {
    files: MOST_FILES,
    bytes: |path| {
        if is_archive(path) {
            MOST_ZIPPED
        } else {
            LARGEST
        }
    },
    all: 2 * MOST_ZIPPED,
    is_shown,
};

/// Reads files; the event follows when the browser delivers them. A single file is read as a text, or
/// as a log if it is longer than any text, unless it is an archive.
pub(in super::super) fn read(files: ChosenFiles, effects: &mut Effects<ShareEvent>) {
    effects.run(move |sender| {
        let send = move |event| sender.send(ShareEvent::Import(event));
        match files.only().filter(|_| !is_archive(&files.name())) {
            Some(file) if file.is_longer_than(LARGEST) => {
                send(ImportEvent::ReadLog(file.clone()));
            }
            Some(file) => file::read(file, LARGEST, move |text| send(ImportEvent::Read(text))),
            None => folder::read(&files, LIMIT, move |files| {
                send(ImportEvent::ReadFiles(files));
            }),
        }
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
