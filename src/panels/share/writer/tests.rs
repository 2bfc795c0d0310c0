use formats::link::presentation::Presentation;

use super::super::event::{LessonPaneEvent, ShareEvent};
use super::state::WriterOutcome;
use super::*;
use crate::browser::file::ChosenFile;
use crate::panels::testing::{Stand, events_of, outline, page};
use crate::store::Effect;

const PLAN: &str = "#v=1&p=llama3-8b/h100x8&tp=8";

fn stand() -> Stand<LessonWriter> {
    Stand::new(LessonWriter::default(), page(PLAN))
}

fn write(stand: &mut Stand<LessonWriter>, text: &str) -> Vec<Effect> {
    let event = stand.panel().typed(text.to_owned());
    event.map_or(Vec::new(), |event| stand.update(event))
}

/// The dialog's event among effects.
fn event_of(effects: Vec<Effect>) -> Option<LessonPaneEvent> {
    match events_of(effects).pop()? {
        ShareEvent::Lesson(event) => Some(event),
        _ => None,
    }
}

fn begun() -> Stand<LessonWriter> {
    let mut stand = stand();
    let asked = Presentation {
        goal: "fits".to_owned(),
        lock: vec!["tp"],
        ..Presentation::default()
    };
    stand.update(WriterEvent::Begin(Box::new(asked)));
    stand
}

#[test]
fn the_view_of_a_fresh_editor() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn a_beginning_is_asked_for_and_is_a_lesson() {
    let mut stand = stand();
    let effects = stand.update(WriterEvent::AskBeginning);
    assert_eq!(event_of(effects), Some(LessonPaneEvent::BeginLesson));
    let stand = begun();
    assert_eq!(
        stand.panel().outcome,
        WriterOutcome::Lesson("My lesson".to_owned(), 1)
    );
    insta::assert_snapshot!(stand.panel().text);
}

#[test]
fn a_beginning_does_not_write_over_what_stands_there() {
    let mut stand = stand();
    write(&mut stand, "{");
    assert!(stand.html().contains("id=\"own-template\" disabled"));
    let asked = Box::new(Presentation::default());
    let effects = stand.update(WriterEvent::Begin(asked));
    assert_eq!(stand.panel().text, "{");
    assert!(matches!(effects[..], [Effect::Focus(_)]));
}

#[test]
fn the_dialog_is_told_what_is_written() {
    let mut stand = begun();
    let lesson = stand.panel().text.replace("My lesson", "Yours");
    let Some(LessonPaneEvent::Written(draft)) = event_of(write(&mut stand, &lesson)) else {
        panic!("it gets no draft");
    };
    assert_eq!(draft.lesson.as_deref(), Some(lesson.as_str()));
    let Some(LessonPaneEvent::Written(draft)) = event_of(write(&mut stand, "{")) else {
        panic!("it gets no draft");
    };
    assert_eq!((draft.is_empty, draft.lesson), (false, None));
    let Some(LessonPaneEvent::Written(draft)) = event_of(write(&mut stand, " ")) else {
        panic!("it gets no draft");
    };
    assert_eq!((draft.is_empty, draft.lesson), (true, None));
}

#[test]
fn faults_are_said_eight_at_most() {
    let mut stand = begun();
    let fields: String = (0..20)
        .map(|index| format!("\"field{index}\": 1, "))
        .collect();
    let text = stand
        .panel()
        .text
        .replacen("\"id\"", &(fields + "\"id\""), 1);
    write(&mut stand, &text);
    let html = stand.html();
    assert!(html.contains("aria-invalid=\"true\""));
    assert_eq!(html.matches("<li>").count(), 9);
}

#[test]
fn a_file_that_is_too_large_is_said_to_be_and_the_text_stays() {
    let mut stand = begun();
    let text = stand.panel().text.clone();
    stand.update(WriterEvent::Read(None));
    assert!(stand.html().contains("256,000 bytes"));
    assert_eq!(stand.panel().text, text);
    stand.update(WriterEvent::Read(Some("{}".to_owned())));
    assert_eq!(stand.panel().text, "{}");
}

#[test]
fn files_are_chosen_and_kept() {
    let mut stand = begun();
    let html = stand.html();
    assert!(html.contains("id=\"own-file\"") && html.contains("id=\"own-keep\">"));
    let effects = stand.update(WriterEvent::ChooseFile(ChosenFile::UNREAD));
    assert!(matches!(effects[..], [Effect::Run(_)]));
    assert!(matches!(
        stand.update(WriterEvent::Keep)[..],
        [Effect::Run(_)]
    ));
    let text = stand.panel().text.clone();
    assert!(
        stand.panel().typed(text).is_none(),
        "the same text is not read twice"
    );
}
