use cost::plan::Word as _;
use cost::trace::TraceScene;

use super::clock::{Clock, Place};
use super::drawing::marks;
use super::event::{WatchAction, WatchEvent};
use super::film;
use super::marks::Ink;
use super::state::WatchFigure;
use super::variants::Variants;
use crate::panels::languages;
use crate::panels::testing::{Stand, outline, page_of};
use crate::store::{Effect, Event, PanelMoment, StepScene};
use formats::link::presentation::View;

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&zero=1";

pub(super) fn stand_of(query: &str, link: &str) -> Stand<WatchFigure> {
    let query = ["?tab=watch", query].concat();
    let mut stand = Stand::new(WatchFigure::default(), page_of(&query, link));
    stand.follow(PanelMoment::Shown);
    stand
}

fn stand() -> Stand<WatchFigure> {
    stand_of("&scene=tp", PLAN)
}

fn act(stand: &mut Stand<WatchFigure>, action: WatchAction) -> Vec<Effect> {
    stand.update(WatchEvent::Act(action))
}

fn place(stand: &Stand<WatchFigure>) -> Place {
    stand.panel().place
}

/// Lets a number of frames of a sixtieth of a second pass; returns whether it still plays.
fn frames(stand: &mut Stand<WatchFigure>, count: u32) -> bool {
    let run = stand.panel().run;
    for frame in 0..count {
        let time = f64::from(frame) * 1_000.0 / 60.0;
        stand.update(WatchEvent::Frame(time, run));
        if !stand.panel().is_playing {
            return false;
        }
    }
    true
}

/// Number of shapes of an ink in the present frame.
fn count(stand: &Stand<WatchFigure>, ink: Ink) -> usize {
    let outline = stand.panel().with_frame(&stand.page, |frame| {
        marks(frame).of(ink).matches('M').count()
    });
    outline.expect("a scene")
}

#[test]
fn the_view_of_a_plan() {
    insta::assert_snapshot!(outline(&stand().html()));
}

/// Frozen weights are drawn in a colour of their kind, from the first frame on; a plan that trains all
/// weights has none.
#[test]
fn frozen_weights_stand_still() {
    let frozen = |scene: &str, link: &str| {
        let stand = stand_of(&["&scene=", scene].concat(), link);
        count(&stand, Ink::Frozen)
    };
    let adapters = "#v=1&p=llama3-8b/h100x8&recipe=torchtitan&ft=lora&zero=";
    // A box for each of 8 GPUs, and for each of two layers; sharded ones are a sliver each.
    for (zero, boxes) in [("0", [8, 0]), ("1", [8, 2 * 8]), ("3", [8, 2 * 8])] {
        let link = [adapters, zero].concat();
        assert_eq!(frozen("optimizer", &link), boxes[0], "zero={zero}");
        if boxes[1] > 0 {
            assert!(frozen("zero", &link) >= boxes[1], "zero={zero}");
        }
    }
    for scene in ["optimizer", "zero"] {
        assert_eq!(frozen(scene, "#v=1&p=llama3-8b/h100x8&zero=3"), 0);
    }
}

#[test]
fn the_scene_with_the_largest_exposed_time_opens_first() {
    let scene = |link: &str| {
        let stand = stand_of("", link);
        let panel = stand.panel();
        panel.scene(&stand.page)
    };
    assert_eq!(scene(PLAN), TraceScene::Tensor);
    assert_eq!(
        scene("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16"),
        TraceScene::Pipeline
    );
}

#[test]
fn an_address_opens_a_scene_at_a_moment() {
    let stand = stand_of("&scene=pipeline&at=2", PLAN);
    assert_eq!(stand.panel().scene(&stand.page), TraceScene::Pipeline);
    assert_eq!(place(&stand).moment, 1);
    assert!(!stand.panel().is_playing);
}

#[test]
fn a_scene_that_the_plan_does_not_have_is_grey_with_the_reason() {
    let html = stand().html();
    let button = html
        .split("<button")
        .find(|button| button.contains("data-scene=\"experts\""));
    let button = button.expect("a button");
    assert!(button.contains("aria-disabled=\"true\""), "{button}");
    assert!(
        button.contains("This model has no routed experts."),
        "{button}"
    );
    // An address may name it all the same.
    let html = stand_of("&scene=experts", PLAN).html();
    assert!(html.contains("This model has no routed experts."), "{html}");
}

#[test]
fn it_plays_to_the_end_and_begins_anew() {
    let mut stand = stand();
    act(&mut stand, WatchAction::Play);
    assert!(frames(&mut stand, 60), "one second does not show it all");
    assert!(place(&stand).moment < 2);
    assert!(!frames(&mut stand, 4_000), "it ends");
    let all = stand.panel().trace().unwrap().moments.len();
    assert_eq!(place(&stand), Place::at(all - 1, 1.0));
    act(&mut stand, WatchAction::Play);
    assert_eq!(place(&stand), Place::default());
}

#[test]
fn a_pause_is_a_timer_and_only_a_moment_that_moves_has_frames() {
    let mut stand = stand();
    let effects = act(&mut stand, WatchAction::Play);
    assert!(matches!(effects[..], [Effect::After(..)]));
    let run = stand.panel().run;
    let effects = stand.update(WatchEvent::Begin(run));
    assert!(matches!(effects[..], [Effect::Run(_)]));
    assert_eq!(place(&stand), Place::at(0, 0.0));
    let effects = stand.update(WatchEvent::Frame(0.0, run));
    assert!(matches!(effects[..], [Effect::Run(_)]));
    // At the end of the moment the next one waits.
    let mut time = 0.0;
    while place(&stand).moment == 0 {
        time += 100.0;
        stand.update(WatchEvent::Frame(time, run));
    }
    let effects = stand.update(WatchEvent::Frame(time, run));
    assert!(matches!(effects[..], [Effect::After(..)]));
    // A pause of an earlier run begins nothing.
    act(&mut stand, WatchAction::Play);
    assert!(stand.update(WatchEvent::Begin(run)).is_empty());
}

#[test]
fn a_step_plays_one_moment_and_back_leads_to_its_start() {
    let mut stand = stand();
    act(&mut stand, WatchAction::Forward);
    assert!(!frames(&mut stand, 600));
    assert_eq!(place(&stand), Place::at(0, 1.0));
    act(&mut stand, WatchAction::Forward);
    assert!(!frames(&mut stand, 600));
    assert_eq!(place(&stand), Place::at(1, 1.0));
    act(&mut stand, WatchAction::Back);
    assert_eq!(place(&stand), Place::start(1));
    act(&mut stand, WatchAction::Back);
    assert_eq!(place(&stand), Place::start(0));
    act(&mut stand, WatchAction::Last);
    assert_eq!(place(&stand).share, 1.0);
}

#[test]
fn each_press_of_a_step_moves_one_moment_on_at_once() {
    let mut stand = stand();
    let all = stand.panel().trace().unwrap().moments.len();
    for press in 1..=6 {
        act(&mut stand, WatchAction::Forward);
        assert_eq!(
            (place(&stand).moment, stand.panel().is_playing),
            (press - 1, true)
        );
        // A few frames pass between two presses.
        assert!(frames(&mut stand, 3));
        assert_eq!(place(&stand).moment, press - 1);
        assert!(place(&stand).share > 0.0 && place(&stand).share < 1.0);
    }
    assert!(!frames(&mut stand, 600));
    assert_eq!(place(&stand), Place::at(5, 1.0));
    // Presses at the end stay there.
    for _ in 0..all {
        act(&mut stand, WatchAction::Forward);
    }
    assert_eq!(
        (place(&stand), stand.panel().is_playing),
        (Place::at(all - 1, 1.0), false)
    );
    // From the middle of a moment the first press plays its rest.
    act(&mut stand, WatchAction::First);
    stand.update(WatchEvent::Seek(0.5));
    let here = place(&stand);
    act(&mut stand, WatchAction::Forward);
    assert_eq!(place(&stand), here);
    act(&mut stand, WatchAction::Forward);
    assert_eq!(place(&stand), Place::at(here.moment + 1, 0.0));
}

#[test]
fn frames_of_an_earlier_run_move_nothing() {
    let mut stand = stand();
    act(&mut stand, WatchAction::Play);
    let before = stand.panel().run;
    act(&mut stand, WatchAction::Play);
    act(&mut stand, WatchAction::Play);
    let here = place(&stand);
    for time in [0.0, 16.0, 32.0] {
        assert!(stand.update(WatchEvent::Frame(time, before)).is_empty());
    }
    assert_eq!(place(&stand), here);
}

#[test]
fn another_plan_keeps_scene_and_moment_and_shows_its_numbers() {
    let mut stand = stand();
    stand.update(WatchEvent::Seek(0.5));
    let here = place(&stand);
    let before = stand.panel().trace().unwrap().end;
    stand.page = page_of(
        "?tab=watch&scene=tp",
        "#v=1&p=llama3-70b/h100x64&tp=4&pp=4&zero=1",
    );
    stand.follow(PanelMoment::Changed);
    assert_eq!(place(&stand), here);
    assert!(stand.panel().trace().unwrap().end > before);
    // A plan without the scene says so, and one with it goes on.
    stand.page = page_of("?tab=watch&scene=tp", "#v=1&p=llama3-8b/h100x64");
    stand.follow(PanelMoment::Changed);
    assert!(
        stand
            .html()
            .contains("This plan has no tensor parallelism.")
    );
}

#[test]
fn a_closed_view_does_not_play() {
    let mut stand = stand();
    act(&mut stand, WatchAction::Play);
    stand.follow(PanelMoment::Hidden);
    assert!(!stand.panel().is_playing);
}

#[test]
fn less_motion_turns_moments_and_moves_nothing() {
    let mut stand = stand();
    stand.update(WatchEvent::Still(true));
    act(&mut stand, WatchAction::Forward);
    assert_eq!((place(&stand).moment, stand.panel().is_playing), (1, false));
    act(&mut stand, WatchAction::Play);
    let run = stand.panel().run;
    stand.update(WatchEvent::Turn(run));
    assert_eq!(place(&stand).moment, 2);
}

#[test]
fn every_gpu_has_its_eighth_of_the_weights() {
    let mut stand = stand();
    // Own columns of the first weights and own rows of the last, on 8 GPUs; two bars of memory.
    let weights = count(&stand, Ink::Weights);
    assert!((16..=18).contains(&weights), "{weights}");
    assert_eq!(count(&stand, Ink::Partial), 0);
    let moments = stand.panel().trace().unwrap().moments.clone();
    let output = moments
        .iter()
        .position(|moment| moment.what == cost::trace::Happening::Output);
    let share = moments[output.unwrap()].to.0 / stand.panel().trace().unwrap().end.0;
    stand.update(WatchEvent::Seek(share - 1e-4));
    assert!(count(&stand, Ink::Partial) >= 8);
}

#[test]
fn the_clock_keeps_the_order_of_time() {
    let stand = stand();
    let panel = stand.panel();
    let clock = Clock::of(panel.trace().unwrap());
    let mut place = Place::default();
    let mut before = -1.0;
    for _ in 0..2_000 {
        let (next, is_over) = clock.later(place, 1.0 / 60.0, None);
        let time = clock.time(next).0;
        assert!(time >= before);
        (place, before) = (next, time);
        if is_over {
            break;
        }
    }
    assert_eq!(place, clock.end());
}

#[test]
fn another_view_and_a_step_of_a_lesson_open_a_scene() {
    let mut stand = stand();
    stand.update(WatchEvent::Seek(0.5));
    stand.send(Event::OpenScene(TraceScene::Pipeline));
    stand.follow(PanelMoment::Changed);
    assert_eq!(stand.page.tab, View::Watch);
    let scene = |stand: &Stand<WatchFigure>| stand.panel().scene(&stand.page);
    assert_eq!(scene(&stand), TraceScene::Pipeline);
    assert_eq!(place(&stand), Place::default());
    // The reader goes on; a request counts once.
    stand.update(WatchEvent::Choose(TraceScene::Checkpoint));
    stand.follow(PanelMoment::Changed);
    assert_eq!(scene(&stand), TraceScene::Checkpoint);
    stand.send(Event::SetStep(StepScene {
        views: vec![View::Watch],
        watched: Some((TraceScene::Tensor, 3)),
        ..StepScene::default()
    }));
    stand.follow(PanelMoment::Changed);
    assert_eq!(scene(&stand), TraceScene::Tensor);
    assert_eq!(place(&stand).moment, 2);
}

#[test]
fn the_end_of_a_scene_says_why() {
    let mut stand = stand();
    act(&mut stand, WatchAction::Last);
    let html = stand.html();
    let sentence = html.split("watch-sentence").nth(1).expect("a sentence");
    assert!(
        sentence.contains("of this forward: meanwhile it has nothing to multiply."),
        "{sentence}"
    );
}

#[test]
fn variants_are_values_that_give_a_legal_plan() {
    let names = |query: &str, link: &str| {
        let stand = stand_of(query, link);
        let scene = stand.panel().scene(&stand.page);
        let variants = Variants::of(&stand.page, scene).expect("variants");
        let list = variants.list.into_iter();
        list.map(|variant| (variant.name, variant.is_present))
            .collect::<Vec<_>>()
    };
    let of = |names: &[(&str, bool)]| {
        names
            .iter()
            .map(|(name, is_present)| ((*name).to_owned(), *is_present))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        names("&scene=tp", PLAN),
        of(&[("4", false), ("8", true), ("16", false)])
    );
    assert_eq!(
        names("&scene=zero", PLAN),
        of(&[("0", false), ("1", true), ("2", false), ("3", false)])
    );
    assert_eq!(
        names("&scene=attention", PLAN).len(),
        2,
        "with and without Flash Attention"
    );
    // 80 layers on 4 stages: twice the virtual stages.
    assert_eq!(
        names("&scene=pipeline", PLAN),
        of(&[("1", true), ("2", false)])
    );
}

#[test]
fn frames_of_files_go_from_start_to_end() {
    let stand = stand();
    let panel = stand.panel();
    let trace = panel.trace().unwrap();
    let strip = film::strip(trace);
    assert_eq!(strip.len(), trace.moments.len());
    let film = film::film(trace);
    assert!(film.len() > strip.len());
    for frames in [strip, film] {
        assert!(frames.is_sorted_by(|one, next| one.share <= next.share));
        let is_on_axis = |frame: &film::FilmFrame| (0.0..=1.0).contains(&frame.share);
        assert!(frames.iter().all(is_on_axis));
    }
}

#[test]
fn no_scene_has_english() {
    languages::check("", || {
        let scenes = TraceScene::WORDS.iter();
        let queries = scenes.map(|scene| ["&scene=", scene].concat());
        queries.map(|query| stand_of(&query, PLAN).html()).collect()
    });
}
