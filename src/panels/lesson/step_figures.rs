//! Tests of the figures to which a lesson leads, and of predictions.

use cost::why::Figure;
use lesson::{PredictedBy, PredictedChoice};

use super::RequestedLesson;
use super::event::LessonEvent;
use super::prediction::asked;
use super::state::LessonPanel;
use crate::panels::testing::{Stand, events_of, outline, page};
use crate::panels::why::WhyEvent;
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

/// A step that opens a figure, one that asks for predictions and a number, one that asks for a
/// prediction and has a goal, and one that only says something.
const LESSON: &str = r##"{
  "shardwise": 1,
  "id": "figures",
  "title": "Figures",
  "start": "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
  "steps": [
    {
      "id": "open",
      "title": "Open",
      "text": "See [the memory](why:memory.total@1), and [a part](why:time.tensor/mean-of-ranks).",
      "why": "time.tensor/mean-of-ranks"
    },
    {
      "id": "predict",
      "title": "Predict",
      "text": "Guess.",
      "predict": {
        "change": "tp=4",
        "ask": [
          {
            "figure": "memory.total",
            "from": 0,
            "to": 100,
            "mistakes": [
              { "answer": "10 * tp", "text": "That is **ten** times {{tp}}:\n\n- see [tensor](control:tp)" },
              { "answer": "1 / (tp - 8)", "text": "No number." }
            ]
          },
          { "figure": "idle", "by": "choose", "choices": ["truth", 0.5], "tolerance": 0.1 }
        ]
      },
      "question": { "text": "How many?", "answer": 64 },
      "done": "Seen."
    },
    { "id": "goal", "title": "Goal", "text": "T", "predict": { "change": "tp=4" }, "goal": "tp = 4" },
    { "id": "last", "title": "Last", "text": "T" }
  ]
}"##;

/// The panel at the step of an index.
fn at(place: usize) -> Stand<LessonPanel> {
    let mut stand = Stand::new(LessonPanel::default(), page(PLAN));
    stand.update(LessonEvent::Open(RequestedLesson::In(LESSON.to_owned())));
    stand.update(LessonEvent::Enter(place));
    stand
}

fn figure(text: &str) -> Figure {
    text.parse().expect("a figure")
}

/// Goes to a step with its figure open, as the card opens it.
fn enter(stand: &mut Stand<LessonPanel>, place: usize) -> Vec<WhyEvent> {
    let events: Vec<WhyEvent> = events_of(stand.update(LessonEvent::Enter(place)));
    for event in &events {
        if let WhyEvent::OpenAt(figure, ..) = event {
            stand.send(Event::OpenFigure(Some(*figure)));
        }
    }
    events
}

#[test]
fn a_step_opens_its_figure_and_closes_it_when_it_is_left() {
    let tensor = figure("time.tensor");
    let mut stand = at(3);
    let opened = WhyEvent::OpenAt(tensor, "mean-of-ranks".to_owned(), false);
    assert_eq!(enter(&mut stand, 0), [opened]);
    assert_eq!(stand.page.opened, Some(tensor));
    let ways: [fn() -> LessonEvent; 4] = [
        || LessonEvent::Next,
        || LessonEvent::Close,
        || LessonEvent::ShowMenu,
        || LessonEvent::Open(RequestedLesson::In("{}".to_owned())),
    ];
    for leave in ways {
        let mut stand = at(3);
        enter(&mut stand, 0);
        stand.update(leave());
        assert_eq!(stand.page.opened, None, "{:?}", leave());
    }
    // A figure that the reader has opened since then stays.
    let mut stand = at(3);
    enter(&mut stand, 0);
    stand.send(Event::OpenFigure(Some(figure("mfu"))));
    stand.update(LessonEvent::Next);
    assert_eq!(stand.page.opened, Some(figure("mfu")));
    // Steps without a figure leave those alone that no step has opened.
    let mut stand = at(1);
    stand.send(Event::OpenFigure(Some(tensor)));
    stand.update(LessonEvent::Enter(3));
    assert_eq!(stand.page.opened, Some(tensor));
}

#[test]
fn links_open_figures() {
    let mut stand = at(0);
    stand.send(Event::OpenFigure(None));
    let html = stand.html();
    let link = |expanded: &str| {
        let parts = [
            "data-why=\"memory.total@1\"",
            expanded,
            " class=\"link\">the memory<",
        ];
        parts.concat()
    };
    assert!(html.contains(&link(" aria-expanded=\"false\"")), "{html}");
    // A link to a number below a figure closes nothing.
    assert!(
        html.contains("data-why=\"time.tensor\" class=\"link\">a part<"),
        "{html}"
    );
    let memory = figure("memory.total@1");
    let press = |path: &str| LessonEvent::OpenFigure(memory, path.to_owned());
    let at_path = |path: &str| [WhyEvent::OpenAt(memory, path.to_owned(), true)];
    assert_eq!(events_of::<WhyEvent>(stand.update(press(""))), at_path(""));
    stand.send(Event::OpenFigure(Some(memory)));
    let html = stand.html();
    assert!(html.contains(&link(" aria-expanded=\"true\"")), "{html}");
    let events = events_of::<WhyEvent>(stand.update(press("beside")));
    assert_eq!(events, at_path("beside"));
    assert!(events_of::<WhyEvent>(stand.update(press(""))).is_empty());
    assert_eq!(stand.page.opened, None);
}

#[test]
fn the_view_of_a_prediction() {
    insta::assert_snapshot!(outline(&at(1).html()));
}

#[test]
fn a_prediction_has_numbers_and_texts_of_the_start() {
    let mut stand = at(1);
    assert!(stand.panel().is_predicting);
    // Another plan changes nothing.
    stand.send(Event::Follow("#v=1&p=llama3-70b/h100x64&tp=2".to_owned()));
    let panel = stand.panel();
    let prediction = panel.run.as_ref().and_then(asked);
    let prediction = prediction.expect("a prediction");
    assert_eq!(prediction.change.to_string(), "tp:4");
    let [memory, idle] = &prediction.figures[..] else {
        panic!("{prediction:?}");
    };
    assert_eq!(memory.figure, figure("memory.total"));
    assert_eq!(memory.by, PredictedBy::Drag(Some([0.0, 100.0])));
    // A mistake without a number cannot be made.
    let reply = "That is ten times 8: see tensor".to_owned();
    assert_eq!(memory.mistakes, [(80.0, reply)]);
    let choices = vec![PredictedChoice::Truth, PredictedChoice::Value(0.5)];
    assert_eq!(
        (&idle.by, idle.tolerance),
        (&PredictedBy::Choose(choices), 0.1)
    );
}

#[test]
fn a_prediction_starts_from_the_plan_of_its_step_and_ends_with_it() {
    let mut stand = at(1);
    stand.send(Event::Follow("#v=1&p=llama3-70b/h100x64&tp=2".to_owned()));
    stand.update(LessonEvent::Predict);
    assert_eq!(stand.page.link(), PLAN);
    assert!(stand.panel().is_predicting);
    stand.update(LessonEvent::Enter(2));
    assert!(stand.panel().is_predicting);
    stand.update(LessonEvent::Enter(3));
    assert!(!stand.panel().is_predicting);
    stand.update(LessonEvent::Enter(1));
    stand.update(LessonEvent::Close);
    assert!(!stand.panel().is_predicting);
}

fn is_done(stand: &Stand<LessonPanel>, place: usize) -> bool {
    let panel = stand.panel();
    let step = &panel.run.as_ref().expect("a lesson").lesson.steps[place].id;
    panel.progress.step("figures", step).is_some()
}

#[test]
fn a_step_is_done_when_its_predictions_are_made_and_all_else_is() {
    let mut stand = at(1);
    let answer = |stand: &mut Stand<LessonPanel>| {
        stand.update(LessonEvent::Answer(0, "64".to_owned()));
        stand.update(LessonEvent::Check(0));
    };
    stand.update(LessonEvent::Predicted);
    assert!(!is_done(&stand, 1));
    answer(&mut stand);
    assert!(is_done(&stand, 1));
    let html = stand.html();
    assert!(html.contains("Seen.") && html.contains(text::lesson_figure::predict_again()));
    // The answer may come first. A prediction counts for the step in which it is made.
    let mut stand = at(1);
    stand.update(LessonEvent::Predicted);
    stand.update(LessonEvent::Restart);
    answer(&mut stand);
    assert!(!is_done(&stand, 1));
    stand.update(LessonEvent::Predicted);
    assert!(
        is_done(&stand, 1)
            && stand
                .page
                .announced
                .contains(text::lesson_figure::step_done())
    );
    // With a goal.
    let mut stand = at(2);
    let (split, _) = formats::link::decode("#v=1&p=llama3-70b/h100x64&tp=4&pp=4");
    stand.send(Event::Edit(Box::new(split)));
    stand.rest();
    assert!(!is_done(&stand, 2));
    stand.update(LessonEvent::Predicted);
    assert!(is_done(&stand, 2));
    // A step without predictions asks for none.
    let mut stand = at(3);
    stand.update(LessonEvent::Predicted);
    assert!(!is_done(&stand, 3));
}
