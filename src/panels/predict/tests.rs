use cost::why::{Figure, Place, Root};
use lesson::{PredictedBy, PredictedChoice};

use super::choices::around;
use super::event::{Asked, AskedRound, PredictEvent};
use super::outcome::Outcome;
use super::question::Given;
use super::state::Predictor;
use crate::panels::testing::{Stand, outline, page, page_of};
use crate::store::Event;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const GIB: f64 = 1_073_741_824.0;

/// The round of the head's button.
fn stand() -> Stand<Predictor> {
    let mut stand = Stand::new(Predictor::default(), page(PLAN));
    stand.update(PredictEvent::Press);
    stand
}

/// The round of a query.
fn asked(query: &str) -> Stand<Predictor> {
    Stand::new(Predictor::default(), page_of(query, PLAN))
}

/// Makes a prediction of a bar, and shows its outcome.
fn guess(stand: &mut Stand<Predictor>, value: f64) {
    let open = stand.page.guess.expect("a prediction");
    stand.send(Event::Guess(Some(open.with(value))));
    stand.update(PredictEvent::See);
}

/// The outcome of the open question.
fn outcome(stand: &Stand<Predictor>) -> Outcome {
    let panel = stand.panel();
    let round = panel.round.as_ref().expect("a round");
    let guess = round.question().guess.expect("a prediction");
    Outcome::of(round, guess, stand.page.units())
}

#[test]
fn the_view_before_and_after_the_outcome() {
    let mut stand = asked("?predict=tp:4&ask=memory.total@0,idle");
    insta::assert_snapshot!("before", outline(&stand.html()));
    guess(&mut stand, 62.0 * GIB);
    insta::assert_snapshot!("after", outline(&stand.html()));
    stand.update(PredictEvent::Next);
    insta::assert_snapshot!("choices", outline(&stand.html()));
}

#[test]
fn the_head_asks_for_memory_time_and_idle_time_of_a_neighbouring_plan() {
    let stand = stand();
    let panel = stand.panel();
    let round = panel.round.as_ref().expect("a round");
    assert_eq!(round.change.to_string(), "tp:4");
    let figures: Vec<String> = round
        .questions
        .iter()
        .map(|question| question.asked.figure.to_string())
        .collect();
    assert_eq!(figures, ["memory.total@0", "time.tensor", "idle"]);
    assert!(panel.changes.len() > 5);
}

#[test]
fn each_change_of_the_list_opens() {
    let mut stand = stand();
    let count = stand.panel().changes.len();
    for place in 0..count {
        stand.update(PredictEvent::ChooseChange(place));
        let panel = stand.panel();
        assert!(panel.refused.is_none(), "{}", panel.changes[place]);
        assert!(panel.round.is_some());
    }
}

#[test]
fn figures_controls_and_previews_rest_until_the_outcome() {
    let mut stand = asked("?predict=tp:4&ask=memory.total@0");
    let figure = Some(Figure::from(Root::Mfu));
    stand.send(Event::OpenFigure(figure));
    assert_eq!(stand.page.opened, None);
    assert_eq!(stand.page.announced, text::predict::first());
    let before = stand.page.link();
    let mut plan = (*stand.page.draft).clone();
    plan.layout.tensor = 4;
    stand.send(Event::Edit(Box::new(plan.clone())));
    assert_eq!(stand.page.link(), before);
    let preview = cost::estimate(&plan).expect("legal");
    stand.send(Event::Preview(Some(preview.into())));
    assert!(stand.page.preview.is_none());
    // Nothing is shown of the changed plan.
    assert!(!stand.html().contains("81.8"));
    guess(&mut stand, 62.0 * GIB);
    assert!(stand.html().contains("81.8"));
    stand.send(Event::OpenFigure(figure));
    assert_eq!(stand.page.opened, figure);
}

#[test]
fn near_misses_have_their_answers() {
    let said = |value: f64| {
        let mut stand = asked("?predict=tp:4&ask=memory.total@0");
        guess(&mut stand, value * GIB);
        outcome(&stand).sentences
    };
    insta::assert_debug_snapshot!([82.0, 49.2, 98.4, 60.7, 73.3, 65.0, 5.0].map(said));
}

#[test]
fn a_query_with_an_impossible_change_says_why() {
    let stand = asked("?predict=tp:5");
    assert!(stand.panel().round.is_none());
    let refused = stand.panel().refused.clone().expect("a reason");
    assert!(stand.html().contains(&refused[..20]), "{refused}");
    assert!(stand.page.guess.is_none());
    let stand = asked("?predict=pp:2&ask=memory.total@3");
    assert!(stand.panel().refused.is_some());
}

#[test]
fn another_plan_ends_the_round() {
    let mut stand = stand();
    stand.send(Event::Follow("#v=1&p=llama3-8b/h100x8".to_owned()));
    assert!(!stand.panel().is_open() && stand.page.guess.is_none());
}

#[test]
fn the_change_is_made_in_the_plan_at_the_end() {
    let mut stand = asked("?predict=tp:4&ask=memory.total@0");
    guess(&mut stand, 62.0 * GIB);
    stand.update(PredictEvent::Apply);
    assert_eq!(stand.page.draft.layout.tensor, 4);
    assert!(stand.page.guess.is_none() && !stand.panel().is_open());
    let mut stand = asked("?predict=tp:4&ask=memory.total@0");
    guess(&mut stand, 62.0 * GIB);
    stand.update(PredictEvent::OpenAll);
    let opened = stand.page.opened.expect("a figure");
    assert_eq!(
        (opened.root, opened.place),
        (Root::MemoryTotal, Place::Stage(0))
    );
    assert_eq!(stand.page.draft.layout.tensor, 4);
}

#[test]
fn no_outcome_is_shown_without_a_prediction() {
    let mut stand = stand();
    stand.update(PredictEvent::See);
    assert!(stand.page.is_guessing());
    stand.update(PredictEvent::AsNow);
    stand.update(PredictEvent::See);
    assert!(!stand.page.is_guessing());
}

#[test]
fn a_step_moves_by_one_step_of_the_bar() {
    let mut stand = stand();
    let Some(Given::Bar { step, end }) = stand.panel().given() else {
        panic!("no bar");
    };
    assert!(end > 90.0 * GIB);
    let before = stand.page.guess.expect("a prediction").value;
    stand.update(PredictEvent::Step(1.0));
    let after = stand.page.guess.expect("a prediction").value;
    assert!((after - before) > 0.0 && (after - before) < 1.6 * step);
}

#[test]
fn a_lesson_names_figures_choices_and_replies() {
    let mut stand = Stand::new(Predictor::default(), page(PLAN));
    let figures = vec![
        Asked {
            by: PredictedBy::Drag(Some([0.0, 100.0])),
            mistakes: vec![(98.3, "The optimizer is shared.".to_owned())],
            ..Asked::of("memory.total@0".parse().expect("a figure"))
        },
        Asked {
            by: PredictedBy::Choose(vec![
                PredictedChoice::Value(0.023),
                PredictedChoice::Start,
                PredictedChoice::Truth,
            ]),
            ..Asked::of("idle".parse().expect("a figure"))
        },
    ];
    let round = AskedRound {
        change: "tp:4".parse().expect("a change"),
        figures,
    };
    stand.update(PredictEvent::Start(Box::new(round)));
    guess(&mut stand, 98.0 * GIB);
    assert_eq!(outcome(&stand).sentences[1], "The optimizer is shared.");
    stand.update(PredictEvent::Next);
    let Some(Given::Choices(values)) = stand.panel().given() else {
        panic!("no choices");
    };
    assert_eq!(values.len(), 3);
    assert!(around([0.1, 0.1], 1.0).len() > 2);
}
