use super::budget::{DAYS_SLIDER, DOLLARS_SLIDER};
use super::mfu_value::ATTAINABLE_SLIDER;
use super::scale::TOKENS;
use super::section_parts::RunSlider;
use super::state::{ATTAINABLE, DAYS, DOLLARS, ID};
use super::*;
use crate::panels::testing::{Stand, outline, page};
use crate::store::{Effect, Event};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";

fn stand() -> Stand<RunFigure> {
    Stand::new(RunFigure::default(), page(PLAN))
}

/// All sliders of the view.
static SLIDERS: [&RunSlider; 4] = [&TOKENS, &DAYS_SLIDER, &DOLLARS_SLIDER, &ATTAINABLE_SLIDER];

/// Moves a slider to a position, as a browser reports it.
fn slide(stand: &mut Stand<RunFigure>, slider: &RunSlider, place: f64) -> Vec<Effect> {
    let event = slider.moved(&stand.page, place).expect("an event");
    stand.update(event)
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&stand().html()));
}

#[test]
fn sliders_stand_at_the_values_in_force() {
    let stand = stand();
    let places = SLIDERS.map(|slider| (slider.place)(&stand.panel(), &stand.page));
    assert_eq!(places, [0.0, 7.0, 12.0, 50.0]);
    let ends = SLIDERS.map(|slider| slider.ends);
    assert_eq!(
        ends,
        [[-16.0, 36.0], [0.0, 12.0], [0.0, 18.0], [20.0, 80.0]]
    );
}

/// A run that trains adapters has the tokens of a usual fine-tuning run, and a scale around them
/// without tokens per parameter.
#[test]
fn adapters_have_a_scale_around_a_usual_run() {
    let page = page("#v=1&p=llama3-8b/rtx4090x1&recipe=hf&ft=qlora&gbs=16&seq=512");
    let mut stand = Stand::new(RunFigure::default(), page);
    assert_eq!((TOKENS.place)(&stand.panel(), &stand.page), 0.0);
    let html = stand.html();
    assert!(html.contains("a usual fine-tuning run"), "{html}");
    assert!(!html.contains("Chinchilla") && !html.contains("per parameter,"));
    slide(&mut stand, &TOKENS, 4.0);
    assert_eq!(stand.page.estimate.run.tokens, 2 * 15_360_000);
}

#[test]
fn tokens_move_the_plan_once() {
    let mut stand = stand();
    let before = stand.page.estimate.run.tokens;
    slide(&mut stand, &TOKENS, 10.0);
    let after = stand.page.estimate.run.tokens;
    assert!(after > before, "{before} {after}");
    assert_eq!(TOKENS.moved(&stand.page, 10.0), None);
    assert_eq!((TOKENS.place)(&stand.panel(), &stand.page), 10.0);
}

#[test]
fn a_smaller_budget_is_exceeded() {
    let mut stand = stand();
    slide(&mut stand, &DAYS_SLIDER, 0.0);
    slide(&mut stand, &DOLLARS_SLIDER, 1.0);
    assert_eq!(stand.panel().budget().days, 1.0);
    assert_eq!(stand.panel().budget().dollars, 2e3);
    let resources = stand.panel().resources_of(&stand.page);
    assert!(resources[1].is_exceeded() && resources[2].is_exceeded());
    assert!(stand.html().contains("class=\"exceeded\""));
    slide(&mut stand, &ATTAINABLE_SLIDER, 60.0);
    assert_eq!(stand.panel().attainable, 60.0);
}

#[test]
fn values_out_of_range_stop_at_the_ends() {
    let mut stand = stand();
    for (slider, place) in [
        (&DAYS_SLIDER, 99.0),
        (&DOLLARS_SLIDER, 1e300),
        (&ATTAINABLE_SLIDER, -5.0),
    ] {
        slide(&mut stand, slider, place);
    }
    assert_eq!(stand.panel().days, DAYS.len() - 1);
    assert_eq!(stand.panel().dollars, DOLLARS.len() - 1);
    assert_eq!(stand.panel().attainable, ATTAINABLE[0]);
    slide(&mut stand, &DAYS_SLIDER, -1.0);
    assert_eq!(stand.panel().days, 0);
}

#[test]
fn what_is_no_number_changes_nothing() {
    let stand = stand();
    let html = stand.html();
    for slider in SLIDERS {
        assert_eq!(slider.moved(&stand.page, f64::NAN), None, "{}", slider.id);
        let input = ["<input type=\"range\" id=\"", slider.id, "\""].concat();
        assert!(html.contains(&input), "{html}");
    }
}

#[test]
fn the_table_is_made_only_while_it_is_open() {
    let mut stand = stand();
    assert!(!stand.html().contains("<table>"));
    stand.send(Event::Fold(ID.to_owned(), true));
    assert!(stand.html().contains("<table>"));
}
