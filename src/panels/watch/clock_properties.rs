//! Properties of the clock, over drawn plans and all scenes.

use cost::plan::Word;
use cost::trace::{Happening, Trace, TraceScene};
use cost::units::Seconds;
use proptest::prelude::*;
use test_utils::seed;

use super::clock::{Clock, Place};
use super::event::{WatchAction, WatchEvent};
use super::film;
use super::properties::plan;
use super::state::WatchFigure;
use super::tests::stand_of;
use crate::panels::testing::Stand;

/// Seconds between two frames.
const FRAME: f64 = 1.0 / 60.0;

/// Looks at every scene of a plan.
fn each_scene(
    link: &str,
    mut check: impl FnMut(&mut Stand<WatchFigure>) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    for scene in TraceScene::ALL {
        let mut stand = stand_of(&["&scene=", scene.word()].concat(), link);
        if stand.panel().trace().is_some() {
            check(&mut stand)?;
        }
    }
    Ok(())
}

/// Every moment can be followed, and what shows nothing new is short.
fn has_seconds_by_meaning(trace: &Trace) -> Result<(), TestCaseError> {
    let clock = Clock::of(trace);
    let mut all = 0.0;
    let mut longest = (0.0, 0.0);
    for (index, moment) in trace.moments.iter().enumerate() {
        let runs = clock.runs(index);
        let length = moment.to.beyond(moment.from);
        let is_still = moment.what == Happening::Repeats || length == Seconds::ZERO;
        let range = if is_still { 0.0..=1.0 } else { 1.5..=4.0 };
        prop_assert!(range.contains(&runs), "{:?}: {runs}", moment.what);
        // One pace within a moment, which is that which is said.
        let shown = clock.pace(index).0 * runs;
        prop_assert!((shown - length.0).abs() <= 1e-9 * trace.end.0);
        // A longer moment runs no shorter, of those that their scene draws.
        if !is_still && moment.what != Happening::Mixing {
            prop_assert!(length.0 <= longest.0 || runs >= longest.1);
            if length.0 >= longest.0 {
                longest = (length.0, runs);
            }
        }
        all += runs + clock.pause();
    }
    let moments = trace.moments.len() as f64;
    prop_assert!(
        all <= 45.0 * (moments / 12.0).max(1.0),
        "{all} s of {moments} moments"
    );
    Ok(())
}

/// A scene that plays goes forward to its end, in the seconds that its moments have.
fn plays_forward(trace: &Trace) -> Result<(), TestCaseError> {
    let clock = Clock::of(trace);
    let seconds = (0..trace.moments.len()).map(|moment| clock.runs(moment) + clock.pause());
    let frames = (seconds.sum::<f64>() / FRAME).ceil() as usize + 1;
    let mut place = Place::default();
    let mut before = Seconds(-1.0);
    for frame in 0..=frames {
        let (next, is_over) = clock.later(place, FRAME, None);
        let time = clock.time(next);
        prop_assert!(time.0 >= before.0, "{time:?} {before:?}");
        (place, before) = (next, time);
        prop_assert!(
            !is_over || frame + 2 >= frames,
            "over after {frame} of {frames}"
        );
        if is_over {
            break;
        }
    }
    prop_assert_eq!(place, clock.end());
    Ok(())
}

/// The place at a time has this time.
fn finds_the_place_of_a_time(trace: &Trace) -> Result<(), TestCaseError> {
    let clock = Clock::of(trace);
    for step in 0..=40 {
        let time = trace.end * (f64::from(step) / 40.0);
        let again = clock.time(clock.place(time));
        prop_assert!(
            (again.0 - time.0).abs() <= 1e-9 * trace.end.0,
            "{again:?} {time:?}"
        );
    }
    Ok(())
}

/// The animation shows every moment, with a frame at least at its start.
fn keeps_all_moments(trace: &Trace) -> Result<(), TestCaseError> {
    let frames = film::film(trace);
    prop_assert!(frames.len() <= 121);
    prop_assert!(frames.len() > trace.moments.len());
    prop_assert!(frames.is_sorted_by(|one, next| one.share <= next.share));
    let last = frames.iter().rev().nth(1).map_or(0.0, |frame| frame.share);
    let begins = trace
        .moments
        .last()
        .map_or(Seconds::ZERO, |moment| moment.from);
    let axis = super::axis::TraceAxis::of(trace);
    prop_assert!(last >= axis.share(begins), "{last}");
    Ok(())
}

/// A press on the step forward, some frames before the next one, is a moment.
fn steps_by_moments(stand: &mut Stand<WatchFigure>) -> Result<(), TestCaseError> {
    let all = stand.panel().trace().map_or(0, |trace| trace.moments.len());
    for press in 1..=all.min(5) {
        stand.update(WatchEvent::Act(WatchAction::Forward));
        let run = stand.panel().run;
        for frame in 0..4 {
            stand.update(WatchEvent::Frame(f64::from(frame) * 1e3 * FRAME, run));
        }
        let place = stand.panel().place;
        prop_assert_eq!(place.moment, press - 1);
        prop_assert!(place.share > 0.0 && place.share < 1.0, "{place:?}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        rng_seed: seed(2_039),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_scene_is_timed_by_its_moments(link in plan()) {
        each_scene(&link, |stand| {
            {
                let panel = stand.panel();
                let trace = panel.trace().expect("a scene");
                has_seconds_by_meaning(trace)?;
                plays_forward(trace)?;
                finds_the_place_of_a_time(trace)?;
                keeps_all_moments(trace)?;
            }
            steps_by_moments(stand)
        })?;
    }
}
