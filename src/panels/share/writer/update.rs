//! Changes of the editor's state by its events.

use lesson::LARGEST;

use super::super::event::{LessonPaneEvent, ShareEvent};
use super::event::WriterEvent;
use super::state::{LessonWriter, TEXT};
use super::template::template;
use crate::browser::file;
use crate::store::{Effects, Page};

/// The name of the saved file.
const NAME: &str = "lesson.json";

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
        WriterEvent::ChooseFile(file) => effects.run(move |sender| {
            file::read(&file, LARGEST, move |text| {
                sender.send(WriterEvent::Read(text));
            });
        }),
        WriterEvent::AskBeginning => {
            effects.tell(ShareEvent::Lesson(LessonPaneEvent::BeginLesson));
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
    effects.tell(ShareEvent::Lesson(written));
}
