//! Events of the published runs, and the changes of their state.

use std::time::Duration;

use formats::accuracy;

use super::runs::Judging;
use super::sheet::{SIDE, Sheet};
use super::state::{Accuracy, Choice, ID, Loading, MORE, TABLE};
use crate::browser::fetch;
use crate::browser::structured::read;
use crate::dom::{Heard, Kind};
use crate::panels::late_part::is_asked;
use crate::store::{Effects, Event, PATIENCE, Page};

/// The file, beside the page.
const FILE: &str = "accuracy.json";
/// Longest time for reading and estimating them: some hundred estimates take a second on a slow
/// machine.
const DEADLINE: Duration = Duration::from_secs(10);

/// An event of the published runs.
pub(crate) enum AccuracyEvent {
    /// They are wanted, for the first time or again.
    Load,
    /// Those asked for by the attempt of this number are late.
    Late(u32),
    /// The attempt of this number has brought them, or nothing.
    Arrived(u32, Option<accuracy::PublishedRuns>),
    /// A run becomes the page's plan.
    Open(usize),
    /// The pointer or the focus comes to a run.
    LookAt(usize),
    /// Another figure is compared: 0 for the step, 1 for memory.
    Compare(usize),
    /// One source alone is shown, or all.
    Show(Option<usize>),
    /// More rows of the table.
    More,
}

/// Event of the panel for something heard; none where it concerns other panels.
pub(super) fn hear(state: &Accuracy, page: &Page, heard: &Heard) -> Option<AccuracyEvent> {
    if is_asked(heard, ID) {
        return Some(AccuracyEvent::Load);
    }
    if !matches!(heard.kind, Kind::Click | Kind::PointerMove | Kind::FocusIn) {
        return None;
    }
    let (what, index) = meant(state, page, heard)?;
    let is_run = ["run", "hit"].contains(&what.as_str());
    if heard.kind != Kind::Click {
        let is_new = is_run && state.choice.at != Some(index);
        return is_new.then_some(AccuracyEvent::LookAt(index));
    }
    match what.as_str() {
        "run" | "hit" => {
            // Another tab or window is the browser's to open.
            if heard.goes_elsewhere() {
                return None;
            }
            heard.prevent_default();
            Some(AccuracyEvent::Open(index))
        }
        "which" => Some(AccuracyEvent::Compare(index)),
        "only" => Some(AccuracyEvent::Show(Some(index))),
        "all" => Some(AccuracyEvent::Show(None)),
        _ => Some(AccuracyEvent::More),
    }
}

/// The class and the number of what an event happened in; in the plot that of the nearest run.
fn meant(state: &Accuracy, page: &Page, heard: &Heard) -> Option<(String, usize)> {
    let element = heard.within("#accuracy [data-at]")?;
    let what = element.class();
    if what != "hit" {
        return Some((what, element.number_at("data-at")?));
    }
    let side = element.width();
    let place = heard.place()?.map(|from| from / side * SIDE);
    let runs = state.runs.as_ref()?;
    let nearest = Sheet::of(runs, state.choice, page.units()).nearest(place)?;
    Some((what, nearest))
}

/// Changes the state by an event.
pub(super) fn update(
    state: &mut Accuracy,
    page: &Page,
    event: AccuracyEvent,
    effects: &mut Effects<AccuracyEvent>,
) {
    match event {
        AccuracyEvent::Load => load(state, effects),
        AccuracyEvent::Late(attempt) => {
            if state.loading == Loading::Coming && attempt == state.attempts {
                set(state, Loading::Late, effects);
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
            state.choice = Choice {
                figure,
                ..Choice::default()
            };
        }
        AccuracyEvent::Show(source) => {
            state.choice = Choice {
                source,
                figure: state.choice.figure,
                ..Choice::default()
            };
        }
        AccuracyEvent::More => {
            state.choice.more += MORE;
            // The button may be gone in a moment, and the focus must not go with it.
            effects.focus(TABLE);
        }
    }
    effects.send(Event::Published(state.published(page)));
}

/// Asks for the runs, unless they are here or under way; again, if they are late or have not come.
pub(super) fn load(state: &mut Accuracy, effects: &mut Effects<AccuracyEvent>) {
    if matches!(state.loading, Loading::Coming | Loading::Here) {
        return;
    }
    let is_again = state.loading != Loading::No;
    state.loading = Loading::Coming;
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

/// An attempt is over. One that was given up may bring them yet, but cannot fail any more.
fn arrive(
    state: &mut Accuracy,
    attempt: u32,
    file: Option<accuracy::PublishedRuns>,
    effects: &mut Effects<AccuracyEvent>,
) {
    match file {
        _ if state.loading == Loading::Here => {}
        Some(file) => {
            state.judging = Some(Judging::new(file));
            effects.work(DEADLINE);
        }
        None if attempt == state.attempts => set(state, Loading::Failed, effects),
        None => {}
    }
}

/// All rows are read, or their time is up.
pub(super) fn end_reading(state: &mut Accuracy, page: &Page, effects: &mut Effects<AccuracyEvent>) {
    let Some(judging) = state.judging.take() else {
        return;
    };
    state.runs = judging.end();
    let loading = if state.runs.is_some() {
        Loading::Here
    } else {
        Loading::Failed
    };
    set(state, loading, effects);
    effects.send(Event::Published(state.published(page)));
}

/// Notes how far they have come, and has that read out.
fn set(state: &mut Accuracy, loading: Loading, effects: &mut Effects<AccuracyEvent>) {
    state.loading = loading;
    if let Some(said) = state.said() {
        effects.announce(said);
    }
}
