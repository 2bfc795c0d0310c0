//! Properties of the player, over drawn plans, all scenes and times.

use cost::plan::Word;
use cost::trace::{Activity, Happening, TraceLane, TraceScene};
use cost::traffic::Route;
use cost::units::Seconds;
use proptest::prelude::*;
use test_utils::drawn::{Drawn, legal_plan};
use test_utils::seed;

use super::axis::TraceAxis;
use super::clock::Clock;
use super::drawing::marks;
use super::event::WatchEvent;
use super::film;
use super::frame::WatchFrame;
use super::lanes;
use super::marks::{Ink, Type, WatchMarks};
use super::tests::stand_of;
use crate::panels::memory::palette::{colour, contrast, mixed};
use text::number::short_time;

/// Plans with settings that random plans seldom have.
const CHOSEN: [&str; 7] = [
    "#v=1&p=qwen3-30b-a3b/h100x64&ep=64",
    "#v=1&p=mixtral-8x7b/h100x64&tp=1&pp=4&ep=8&gbs=256",
    "#v=1&p=mixtral-8x7b/h100x64&pp=4&ep=8&gbs=256&overlap=ep",
    // The exchange of copies outlasts the experts.
    "#v=1&p=qwen3-30b-a3b/h100x64&ep=64&overlap=ep&nicbw=5",
    "#v=1&p=llama3-8b/h100x64&zero=1",
    "#v=1&p=llama3-8b/h100x64&zero=1&off=opt",
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&gbs=8192",
];

/// Shares of the axis that are looked at.
const SHARES: [f64; 9] = [0.0, 0.05, 0.13, 0.37, 0.5, 0.62, 0.71, 0.93, 1.0];

pub(super) fn plan() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => legal_plan().prop_map(|Drawn(plan)| formats::link::encode(&plan)),
        1 => proptest::sample::select(&CHOSEN[..]).prop_map(str::to_owned),
    ]
}

/// Looks at frames of all scenes of a plan.
pub(super) fn look(
    link: &str,
    size: [f64; 2],
    mut check: impl FnMut(&WatchFrame, &WatchMarks) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for scene in TraceScene::ALL {
        let mut stand = stand_of(&["&scene=", scene.word()].concat(), link);
        stand.update(WatchEvent::Resized(size));
        for share in SHARES {
            stand.update(WatchEvent::Seek(share));
            let panel = stand.panel();
            let checked = panel.with_frame(&stand.page, |frame| check(frame, &marks(frame)));
            checked.unwrap_or(Ok(()))?;
        }
    }
    Ok(())
}

/// Left, top and width of the rectangles of an outline.
pub(super) fn rectangles(outline: &str) -> impl Iterator<Item = [f64; 3]> {
    outline.split('M').filter_map(|shape| {
        let (at, size) = shape.split_once('h')?;
        let (left, top) = at.split_once(' ')?;
        let (width, _) = size.split_once('v')?;
        Some([left.parse().ok()?, top.parse().ok()?, width.parse().ok()?])
    })
}

/// True if an exchange, or a transfer of the memory bus, runs now.
fn travels(frame: &WatchFrame, is_wanted: impl Fn(Activity) -> bool) -> bool {
    let mut spans = frame.trace.lanes.iter().skip(1).flatten();
    spans.any(|span| {
        is_wanted(span.activity) && span.from.0 <= frame.now.0 && frame.now.0 <= span.to.0
    })
}

/// The time axis has one time at each place of the lanes.
fn is_on_one_axis(frame: &WatchFrame, marks: &WatchMarks) -> Result<(), TestCaseError> {
    let (trace, lanes) = (frame.trace, frame.regions.lanes);
    let axis = TraceAxis::of(trace);
    prop_assert_eq!(axis.share(Seconds::ZERO), 0.0);
    prop_assert!(
        (axis.share(trace.end) - 1.0).abs() < 1e-9,
        "{:?}",
        trace.scene
    );
    let mut before = -1.0;
    for step in 0..=50 {
        let time = trace.end * (f64::from(step) / 50.0);
        let share = axis.share(time);
        prop_assert!(share > before, "{:?}: {time:?}", trace.scene);
        before = share;
        let again = axis.time(share).0;
        prop_assert!(
            (again - time.0).abs() <= 1e-6 * trace.end.0,
            "{again} {time:?}"
        );
    }
    // The present time stands at its place, and says the time that the memory panel has.
    let x = lanes.left + axis.share(frame.now) * lanes.width;
    let now = marks.of(Ink::Now);
    let (drawn, _) = now[1..].split_once(' ').expect("a line");
    let drawn: f64 = drawn.parse().expect("a length");
    prop_assert!((drawn - x).abs() < 0.11, "{:?}: {drawn} {x}", trace.scene);
    let said = short_time(frame.now);
    prop_assert!(marks.texts().any(|(words, _)| words == said));
    let is_over = frame.place == Clock::of(trace).end();
    prop_assert!(!is_over || (drawn - lanes.right()).abs() < 0.11, "{drawn}");
    // No span leaves the lanes.
    for ink in [
        Ink::Forward,
        Ink::Backward,
        Ink::Bound,
        Ink::Wait,
        Ink::Cable,
    ] {
        for [left, top, width] in rectangles(marks.of(ink)) {
            let is_in_lanes = (lanes.top..lanes.bottom()).contains(&top)
                && (lanes.left - 1.0..=lanes.right()).contains(&left);
            prop_assert!(
                !is_in_lanes || left + width <= lanes.right() + 0.8,
                "{:?}, {ink:?}: {left} {width}",
                trace.scene
            );
        }
    }
    Ok(())
}

/// Pieces fly only while their transfer runs.
fn flies_in_time(frame: &WatchFrame, marks: &WatchMarks) -> Result<(), TestCaseError> {
    let scene = frame.trace.scene;
    let is_flying = !marks.of(Ink::Piece).is_empty();
    let is_exchange = |activity| match scene {
        TraceScene::Experts => matches!(activity, Activity::Exchange(Route::Expert, _)),
        _ => true,
    };
    prop_assert!(
        !is_flying || travels(frame, is_exchange),
        "{scene:?} at {:?}, {:?}",
        frame.now,
        frame.place
    );
    if scene == TraceScene::Experts {
        let moments = [Happening::Dispatch, Happening::Experts, Happening::Combine];
        prop_assert!(
            !is_flying || frame.is_now(&moments),
            "copies fly in moment {}",
            frame.place.moment
        );
        // Copies reach the experts by their exchange, and not before the router has chosen.
        let router = frame.find(0, &[Happening::Router]);
        let is_early = router.is_some_and(|router| frame.place.moment <= router);
        let place = frame.regions.scene.top + 0.75 * frame.regions.scene.height;
        let mut filled = rectangles(marks.of(Ink::Activations))
            .filter(|[left, top, _]| *top > place && *left < frame.regions.scene.width);
        let sent = frame.trace.lanes[TraceLane::Exchange as usize]
            .iter()
            .any(|span| {
                matches!(span.activity, Activity::Exchange(Route::Expert, _))
                    && span.from.0 < frame.now.0
            });
        let first = filled.next();
        let is_below = first.filter(|[_, top, _]| *top < frame.regions.scene.height);
        prop_assert!(!is_early || sent || is_below.is_none(), "{is_below:?}");
    }
    Ok(())
}

/// The lens on memory has one unit: with one part its number is that of the sum.
fn lens_has_one_unit(_: &WatchFrame, marks: &WatchMarks) -> Result<(), TestCaseError> {
    let sum = marks.styled().find_map(|(style, words, [x, _])| {
        let (number, unit) = words.split_once('\u{a0}')?;
        let is_sum = style == Type::Bold && ["GiB", "MiB", "GB", "MB"].contains(&unit);
        is_sum.then(|| (number.to_owned(), x))
    });
    let Some((sum, left)) = sum else {
        return Ok(());
    };
    // Parts stand in the middle of the bar.
    let parts = marks.styled().filter(|(style, _, [x, _])| {
        (x - left - 23.0).abs() < 1e-6
            && matches!(style, Type::OnPale | Type::OnState | Type::OnLines)
    });
    let parts: Vec<f64> = parts
        .filter_map(|(_, words, _)| words.replace(',', "").parse().ok())
        .collect();
    let all: f64 = sum.replace(',', "").parse().unwrap_or_default();
    let shown: f64 = parts.iter().sum();
    // Parts too small for a number are less than 14 pixels of the bar.
    let rounding = 0.01 * all + 0.01 * parts.len() as f64;
    prop_assert!(
        parts.is_empty() || (0.5 * all..=all + rounding).contains(&shown),
        "{parts:?} {sum}"
    );
    Ok(())
}

/// No name to come is in the ink of dark ground.
fn names_to_come_are_in_ink(frame: &WatchFrame, marks: &WatchMarks) -> Result<(), TestCaseError> {
    let lanes = frame.regions.lanes;
    let axis = TraceAxis::of(frame.trace);
    let now = lanes.left + axis.share(frame.now) * lanes.width;
    for (style, words, [x, y]) in marks.styled() {
        let is_in_lanes = (lanes.top..lanes.bottom()).contains(&y) && x < lanes.right();
        prop_assert!(
            !is_in_lanes || x <= now || !matches!(style, Type::OnDark | Type::OnState),
            "{words} at {x}, now {now}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        rng_seed: seed(2_038),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_scene_of_any_plan_is_drawn_from_start_to_end(
        Drawn(plan) in legal_plan(),
        size in prop_oneof![Just([1_000.0, 470.0]), Just([366.0, 660.0]), Just([688.0, 330.0])],
    ) {
        let link = formats::link::encode(&plan);
        for scene in TraceScene::ALL {
            let mut stand = stand_of(&["&scene=", scene.word()].concat(), &link);
            stand.update(WatchEvent::Resized(size));
            for share in [0.0, 0.13, 0.37, 0.5, 0.71, 0.93, 1.0] {
                stand.update(WatchEvent::Seek(share));
                let panel = stand.panel();
                if let Some(trace) = panel.trace() {
                    prop_assert!(film::film(trace).len() <= 121);
                }
                let drawn = panel.with_frame(&stand.page, |frame| {
                    let marks = marks(frame);
                    for (words, at) in marks.texts() {
                        prop_assert!(at.iter().all(|length| length.is_finite()), "{words}");
                    }
                    // Lanes and memory at least.
                    prop_assert!(!marks.of(Ink::Field).is_empty());
                    Ok(())
                });
                drawn.unwrap_or(Ok(()))?;
            }
        }
    }

    #[test]
    fn every_scene_has_one_axis(
        link in plan(),
        size in prop_oneof![Just([1_000.0, 470.0]), Just([366.0, 660.0])],
    ) {
        look(&link, size, is_on_one_axis)?;
    }

    #[test]
    fn pieces_fly_while_their_transfer_runs(link in plan()) {
        look(&link, [1_000.0, 470.0], flies_in_time)?;
    }

    #[test]
    fn a_lens_has_one_unit(link in plan()) {
        look(&link, [1_000.0, 470.0], lens_has_one_unit)?;
    }

    #[test]
    fn names_of_spans_to_come_are_legible(link in plan()) {
        look(&link, [1_000.0, 470.0], names_to_come_are_in_ink)?;
    }
}

/// Names of the colours of spans with their inks, as `late.css` has them.
const SPANS: [(Ink, &str); 4] = [
    (Ink::Forward, "useful"),
    (Ink::Backward, "useful-backward"),
    (Ink::Bound, "last-inch"),
    (Ink::Optimizer, "optimizer"),
];

/// Opacity of the veil over later moments.
const VEIL: f64 = 0.68;

#[test]
fn names_of_spans_have_contrast_in_both_themes() {
    assert!(include_str!("late.css").contains(".w-veil { fill: var(--paper); opacity: 0.68; }"));
    for theme in [0, 1] {
        let [paper, ink] = ["paper", "ink"].map(|name| colour(name, theme));
        for (span, name) in SPANS {
            let ground = colour(name, theme);
            let veiled = mixed(ground, paper, VEIL);
            let to_come = contrast(ink, veiled);
            assert!(
                to_come >= 4.5,
                "{name}, theme {theme}, to come: {to_come:.2}"
            );
            let text = match lanes::on(span) {
                Type::OnDark => colour("on-deep", theme),
                Type::OnState => colour("on-state", theme),
                other => panic!("{other:?} has an outline"),
            };
            let past = contrast(text, ground);
            assert!(past >= 4.5, "{name}, theme {theme}: {past:.2}");
        }
    }
}
