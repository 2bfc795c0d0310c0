//! Events of the editor, and the changes of its state.

use lesson::LARGEST;

use super::super::event::{LessonPaneEvent, ShareEvent};
use super::super::state::ShareDialog;
use super::event::WriterEvent;
use super::state::{FILE, KEEP, LessonWriter, TEMPLATE, TEXT};
use super::template::template;
use crate::browser::{by_id, file};
use crate::dom::{UiEvent, UiEventKind};
use crate::store::{Effects, Page, Panel};

/// The name of the saved file.
const NAME: &str = "lesson.json";

/// Event of the editor for a UI event; none if it concerns other panels.
pub(super) fn on_ui_event(writer: &LessonWriter, ui_event: &UiEvent) -> Option<WriterEvent> {
    let field = ui_event.target()?;
    match (ui_event.kind, field.id().as_str()) {
        (UiEventKind::Click, TEMPLATE) => Some(WriterEvent::AskBeginning),
        (UiEventKind::Click, KEEP) => Some(WriterEvent::Keep),
        (UiEventKind::Input | UiEventKind::Change, TEXT) => {
            let text = field.value();
            // Both `input` and `change` arrive for one change.
            (text != writer.text).then_some(WriterEvent::Write(text))
        }
        (UiEventKind::Change, FILE) => Some(WriterEvent::ChooseFile),
        _ => None,
    }
}

/// Changes the state by an event.
pub(super) fn update(
    writer: &mut LessonWriter,
    page: &Page,
    event: WriterEvent,
    effects: &mut Effects<WriterEvent>,
) {
    match event {
        WriterEvent::Write(text) => take(writer, Some(text), effects),
        WriterEvent::Read(text) => take(writer, text, effects),
        WriterEvent::ChooseFile => effects.run(|sender| {
            let field = by_id(FILE);
            if let Some(file) = field.and_then(|field| file::chosen(&field)) {
                file::read(&file, LARGEST, move |text| {
                    sender.send(WriterEvent::Read(text));
                });
            }
        }),
        WriterEvent::AskBeginning => {
            ShareDialog::tell(effects, ShareEvent::Lesson(LessonPaneEvent::BeginLesson));
        }
        WriterEvent::Begin(asked) => {
            // A template must not overwrite the present text.
            if writer.is_empty() {
                take(writer, Some(template(&asked, &page.link())), effects);
            }
            // The button is disabled now, and cannot keep the focus.
            effects.focus(TEXT);
        }
        WriterEvent::Keep => {
            let text = writer.text.clone();
            effects.run(move |_| file::keep(NAME, &text));
        }
    }
}

/// Parses a text, or `None` for an unreadable file, and sends the outcome to the dialog.
fn take(writer: &mut LessonWriter, text: Option<String>, effects: &mut Effects<WriterEvent>) {
    writer.take(text);
    let written = LessonPaneEvent::Written(writer.draft());
    ShareDialog::tell(effects, ShareEvent::Lesson(written));
}
