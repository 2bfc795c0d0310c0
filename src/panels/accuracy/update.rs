//! Changes of the published runs' state by their events.

use std::sync::Arc;
use std::time::Duration;

use formats::accuracy;

use super::runs::Judging;
use super::sheet::AccuracyChoice;
use super::state::{Accuracy, AccuracyEvent, MORE, TABLE};
use crate::browser::fetch;
use crate::browser::structured::read;
use crate::store::{Effects, Event, PATIENCE, Page, PartState};

/// The file, beside the page.
const FILE: &str = "accuracy.json";
/// Longest time for reading and estimating the runs. Some hundred estimates take a second on a slow
/// machine.
const DEADLINE: Duration = Duration::from_secs(10);

/// Changes the state by an event.
pub(super) fn update(
    state: &mut Accuracy,
    page: &Page,
    event: AccuracyEvent,
    effects: &mut Effects<AccuracyEvent>,
) {
    match event {
        AccuracyEvent::Load => load(state, effects),
        AccuracyEvent::Judged => end_reading(state, page, effects),
        AccuracyEvent::Late(attempt) => {
            if state.loading == PartState::Coming && attempt == state.attempts {
                set(state, PartState::Late, effects);
            }
        }
        AccuracyEvent::Arrived(attempt, file) => arrive(state, attempt, file, effects),
        AccuracyEvent::Open(index) => {
            state.choice.at = Some(index);
            let run = state.runs.as_ref().and_then(|runs| runs.all.get(index));
            if let Some(run) = run {
                effects.send(Event::Adopt(Box::new(run.plan.clone())));
            }
        }
        AccuracyEvent::LookAt(index) => state.choice.at = Some(index),
        AccuracyEvent::Compare(figure) => {
            state.choice = AccuracyChoice {
                figure,
                ..AccuracyChoice::default()
            };
        }
        AccuracyEvent::Show(source) => {
            state.choice = AccuracyChoice {
                source,
                figure: state.choice.figure,
                ..AccuracyChoice::default()
            };
        }
        AccuracyEvent::More => {
            state.choice.more += MORE;
            // The button may be gone after the next drawing, and the focus must stay on the page.
            effects.focus(TABLE);
        }
    }
    effects.send(Event::Published(state.published(page)));
}

/// Requests the runs, unless they are loaded or on their way; again, if they are late or failed.
pub(super) fn load(state: &mut Accuracy, effects: &mut Effects<AccuracyEvent>) {
    if matches!(state.loading, PartState::Coming | PartState::Here) {
        return;
    }
    let is_again = state.loading != PartState::Absent;
    state.loading = PartState::Coming;
    state.attempts = state.attempts.wrapping_add(1);
    let attempt = state.attempts;
    effects.after(PATIENCE, AccuracyEvent::Late(attempt));
    effects.run(move |sender| {
        fetch::json(FILE, is_again, move |file| {
            let file = file.and_then(|file| read(&file));
            sender.send(AccuracyEvent::Arrived(attempt, file));
        });
    });
}

/// Handles the end of an attempt. A late attempt may still deliver the runs, but can no longer
/// fail.
fn arrive(
    state: &mut Accuracy,
    attempt: u32,
    file: Option<accuracy::PublishedRuns>,
    effects: &mut Effects<AccuracyEvent>,
) {
    match file {
        _ if state.loading == PartState::Here => {}
        Some(file) => {
            state.judging = Some(Judging::new(file));
            effects.work(DEADLINE, |_| AccuracyEvent::Judged);
        }
        None if attempt == state.attempts => set(state, PartState::Failed, effects),
        None => {}
    }
}

/// Handles the end of reading: all rows are read, or their time ran out.
fn end_reading(state: &mut Accuracy, page: &Page, effects: &mut Effects<AccuracyEvent>) {
    let Some(judging) = state.judging.take() else {
        return;
    };
    state.runs = judging.end().map(Arc::new);
    let loading = if state.runs.is_some() {
        PartState::Here
    } else {
        PartState::Failed
    };
    set(state, loading, effects);
    effects.send(Event::Published(state.published(page)));
}

/// Sets the state of loading, and announces it to screen readers.
fn set(state: &mut Accuracy, loading: PartState, effects: &mut Effects<AccuracyEvent>) {
    state.loading = loading;
    if let Some(said) = state.said() {
        effects.announce(said);
    }
}
