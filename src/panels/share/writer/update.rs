//! Events of the editor, and the changes of its state.

use lesson::LARGEST;

use super::super::event::{LessonEvent, ShareEvent};
use super::super::state::ShareDialog;
use super::event::WriterEvent;
use super::state::{FILE, KEEP, LessonWriter, TEMPLATE, TEXT};
use super::template::template;
use crate::browser::{by_id, file};
use crate::dom::{Heard, Kind};
use crate::store::{Effects, Page, Panel};

/// The file's name.
const NAME: &str = "lesson.json";

/// Event of the editor for something heard; none where it concerns other panels.
pub(super) fn hear(writer: &LessonWriter, heard: &Heard) -> Option<WriterEvent> {
    let field = heard.target()?;
    match (heard.kind, field.id().as_str()) {
        (Kind::Click, TEMPLATE) => Some(WriterEvent::AskBeginning),
        (Kind::Click, KEEP) => Some(WriterEvent::Keep),
        (Kind::Input | Kind::Change, TEXT) => {
            let text = field.value();
            // Both events of one change come here.
            (text != writer.text).then_some(WriterEvent::Write(text))
        }
        (Kind::Change, FILE) => Some(WriterEvent::ChooseFile),
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
        WriterEvent::Placed => {}
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
            ShareDialog::tell(effects, ShareEvent::Lesson(LessonEvent::BeginLesson));
        }
        WriterEvent::Begin(asked) => {
            // It would write over what stands there.
            if writer.is_empty() {
                take(writer, Some(template(&asked, &page.link())), effects);
            }
            // The button has done its work, and cannot hold the focus.
            effects.focus(TEXT);
        }
        WriterEvent::Keep => {
            let text = writer.text.clone();
            effects.run(move |_| file::keep(NAME, &text));
        }
    }
}

/// Takes a text, or a file that cannot be read; the dialog shows what becomes of it.
fn take(writer: &mut LessonWriter, text: Option<String>, effects: &mut Effects<WriterEvent>) {
    writer.take(text);
    let written = LessonEvent::Written(writer.draft());
    ShareDialog::tell(effects, ShareEvent::Lesson(written));
}
