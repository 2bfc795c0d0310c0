//! The scene of the pipeline: its gap, its numbers, what stages hold.

use cost::trace::TraceScene;
use proptest::prelude::*;
use test_utils::drawn::{Drawn, legal_plan};
use test_utils::seed;
use text::number::BytesText as _;

use super::axis::TraceAxis;
use super::event::WatchEvent;
use super::frame::WatchFrame;
use super::marks::{Ink, Type, WatchMarks};
use super::properties::{look, rectangles};
use super::tests::stand_of;
use crate::store::{Event, PanelMoment};
use text::player;

/// A step of 256 micro-batches on four stages.
const LONG: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=512";
/// Plans whose steps have a middle, by all kinds of schedules, and one without.
const STEPS: [&str; 7] = [
    LONG,
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&vp=5&gbs=1024",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&sched=gpipe&gbs=512",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=8&sched=zbh1&gbs=512",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=dualpipe&gbs=512",
    "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=16&gbs=1536",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=16",
];
const WIDE: [f64; 2] = [1_000.0, 470.0];

/// Inks of the rows of stages.
const ROWS: [Ink; 5] = [
    Ink::Forward,
    Ink::Backward,
    Ink::Bound,
    Ink::Wait,
    Ink::Optimizer,
];

/// Looks at the scene at several times; a plan without it has none.
fn watch<T>(link: &str, share: f64, read: impl FnOnce(&WatchFrame, &WatchMarks) -> T) -> Option<T> {
    let mut stand = stand_of("&scene=pipeline", link);
    stand.update(WatchEvent::Resized(WIDE));
    stand.update(WatchEvent::Seek(share));
    let panel = stand.panel();
    panel.with_frame(&stand.page, |frame| {
        read(frame, &super::drawing::marks(frame))
    })
}

/// Rectangles of the rows of stages, by ink.
fn rows(frame: &WatchFrame, marks: &WatchMarks) -> Vec<(Ink, [f64; 3])> {
    let scene = frame.regions.scene;
    let of = |ink: Ink| rectangles(marks.of(ink)).map(move |rect| (ink, rect));
    let all = ROWS.into_iter().flat_map(of);
    all.filter(|(_, [left, top, _])| *top < scene.bottom() && *left < scene.right())
        .collect()
}

/// Nothing of the stages lies in the gap, and both its sides are drawn.
fn leaves_the_gap_free(frame: &WatchFrame, marks: &WatchMarks) -> Result<(), TestCaseError> {
    if frame.trace.scene != TraceScene::Pipeline {
        return Ok(());
    }
    let lanes = frame.regions.lanes;
    let rows = rows(frame, marks);
    let right = rows.iter().map(|(_, [left, _, width])| left + width);
    let right = right.fold(0.0, f64::max);
    prop_assert!((right - lanes.right()).abs() < 0.2, "{right}");
    let words = player::middle(frame.trace);
    let Some(gap) = TraceAxis::of(frame.trace).cut() else {
        prop_assert!(words.is_none());
        return Ok(());
    };
    let [from, to] = gap.map(|share| lanes.left + share * lanes.width);
    for (ink, [left, _, width]) in rows {
        prop_assert!(
            left + width <= from + 0.2 || left >= to - 0.2,
            "{ink:?} at {left}, {width} wide; the gap is {from} to {to}"
        );
    }
    let words = words.unwrap_or_default();
    prop_assert!(marks.texts().any(|(text, _)| text == words), "{words}");
    Ok(())
}

/// A number stands in a block that is wide enough for it, and has the ink of its ground.
fn has_numbers_that_fit(frame: &WatchFrame, marks: &WatchMarks) -> Result<(), TestCaseError> {
    let (scene, lanes) = (frame.regions.scene, frame.regions.lanes);
    if frame.trace.scene != TraceScene::Pipeline {
        return Ok(());
    }
    let now = lanes.left + TraceAxis::of(frame.trace).share(frame.now) * lanes.width;
    let rows = rows(frame, marks);
    for (style, words, [x, y]) in marks.styled() {
        let is_number = words.bytes().all(|letter| letter.is_ascii_digit());
        if !is_number
            || words.is_empty()
            || x < lanes.left
            || x > lanes.right()
            || y > scene.bottom()
        {
            continue;
        }
        let half = 3.5 * words.len() as f64;
        let is_held = rows.iter().any(|(ink, [left, top, width])| {
            *ink != Ink::Wait && *top < y && *left <= x - half && left + width >= x + half
        });
        prop_assert!(is_held, "{words} at {x}");
        let is_pale = style == Type::OnLines;
        prop_assert!(is_pale || x <= now, "{words} at {x} is to come, now {now}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        rng_seed: seed(2_040),
        ..ProptestConfig::default()
    })]

    #[test]
    fn stages_of_any_plan_stand_beside_the_gap(
        link in prop_oneof![
            legal_plan().prop_map(|Drawn(plan)| formats::link::encode(&plan)),
            proptest::sample::select(&STEPS[..]).prop_map(str::to_owned),
        ],
    ) {
        look(&link, WIDE, leaves_the_gap_free)?;
        look(&link, WIDE, has_numbers_that_fit)?;
    }
}

#[test]
fn blocks_at_both_ends_bear_their_numbers() {
    let numbers = watch(LONG, 1.0, |frame, marks| {
        let lanes = frame.regions.lanes;
        let texts = marks.texts().filter(|(_, [x, y])| {
            (lanes.left..lanes.right()).contains(x) && *y < frame.regions.scene.bottom()
        });
        let numbers = texts.filter_map(|(words, _)| words.parse::<u64>().ok());
        numbers.collect::<Vec<_>>()
    });
    let numbers = numbers.expect("a pipeline");
    for wanted in [0, 1, 2, 3, 253, 254, 255] {
        let count = numbers.iter().filter(|number| **number == wanted).count();
        assert!(count >= 4, "{wanted} stands {count} times: {numbers:?}");
    }
    // Those of the middle are not drawn.
    assert!(!numbers.iter().any(|number| (20..240).contains(number)));
}

#[test]
fn stages_stand_still_while_the_middle_passes() {
    let held = |share| {
        watch(LONG, share, |frame, _| {
            let timeline = frame.timeline.expect("a timeline");
            let ranks = frame.ranks();
            let held = ranks.map(|rank| timeline.held_at(rank, frame.step_time()).in_flight);
            held.collect::<Vec<_>>()
        })
        .expect("a pipeline")
    };
    let [from, to] = watch(LONG, 0.0, |frame, _| {
        TraceAxis::of(frame.trace).cut().expect("a middle")
    })
    .expect("a pipeline");
    let within = [0.1, 0.5, 0.9].map(|share| held(from + share * (to - from)));
    assert_eq!(within[0], within[1]);
    assert_eq!(within[1], within[2]);
    // 1F1B: a stage holds as many as there are stages from it on.
    assert_eq!(watch(LONG, 0.0, |frame, _| frame.stages.len()), Some(4));
}

#[test]
fn the_bar_of_a_stage_is_its_memory_now() {
    for share in [0.0, 0.07, 0.2, 0.8, 1.0] {
        let found = watch(LONG, share, |frame, marks| {
            let now = frame.trace.rest + frame.trace.held_at(frame.now).total();
            let now = frame.units.figure(now);
            let panel = frame.regions.panel.expect("a panel");
            let has = marks.styled().any(|(style, words, [x, _])| {
                style == Type::Middle && words == now && x > panel.left
            });
            let lines = marks.of(Ink::Most).matches('M').count();
            (has, lines, now)
        });
        let (has, lines, now) = found.expect("a pipeline");
        assert!(has, "{now} at {share}");
        assert_eq!(lines, 4);
    }
}

#[test]
fn the_chosen_stage_is_among_those_that_are_drawn() {
    let many = STEPS[5];
    for gpu in [0, 200, 520, 1_023] {
        let mut stand = stand_of("&scene=pipeline", many);
        stand.send(Event::ChooseGpu(gpu));
        stand.follow(PanelMoment::Changed);
        let panel = stand.panel();
        let drawn = panel.with_frame(&stand.page, |frame| {
            let ranks: Vec<usize> = frame.ranks().collect();
            (ranks, frame.trace.rank)
        });
        let (ranks, chosen) = drawn.expect("a pipeline");
        assert_eq!(chosen as u64, gpu / 64);
        assert!(ranks.contains(&chosen), "{chosen} of {ranks:?}");
        assert_eq!((ranks.len(), ranks[0], ranks[7]), (8, 0, 15));
        assert!(ranks.is_sorted_by(|one, next| one < next), "{ranks:?}");
    }
}
