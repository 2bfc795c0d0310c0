//! View of the best layout.

use cost::memory::Verdict;
use leptos::prelude::*;
use search::asked::PATIENCE_SECONDS;
use search::optimize::HeldFixed;
use text::search::ReachedLimit;
use text::search_figure::{self as words, Winner};

use super::answers::Job;
use super::event::SearchEvent;
use super::pool::Trouble;
use super::state::{ID, Search};
use super::{fits_view, form, list, picture, why};
use crate::panels::figure::Figure;
use crate::store::{Page, PanelStore};

/// The whole figure.
pub(super) fn figure(panel: PanelStore<Search>) -> AnyView {
    let has_found = panel.slice(|search, _| !search.listed().is_empty());
    view! {
        <Figure
            id=ID
            caption="search-caption"
            name=words::heading()
            sentence=Box::new(move || panel.follow(sentence))
            table=Box::new(move || panel.follow(list::table))
        >
            {form::controls(panel)}
            {move || panel.follow(|search, _| state_of_work(panel, search))}
            {move || has_found.get().then(|| found(panel))}
            {fits_view::questions(panel)}
        </Figure>
    }
    .into_any()
}

/// The main statement.
fn sentence(search: &Search, page: &Page) -> String {
    let trouble = search.pool.trouble;
    let unfound = || {
        let sentence = if search.is_busy() {
            words::looking()
        } else {
            words::invitation()
        };
        sentence.to_owned()
    };
    let Some(answers) = search.in_sight() else {
        return match trouble {
            Some(Trouble::Refused) => words::no_workers().to_owned(),
            None => unfound(),
            Some(_) => words::invitation().to_owned(),
        };
    };
    let done = answers.run(Job::Best).filter(|run| run.took.is_some());
    let Some(first) = answers.rows().first().map(|row| row.found) else {
        // A layout may be found before its figures arrive.
        if done.is_none() {
            return unfound();
        }
        let held = HeldFixed::of(&answers.plan, &answers.searched);
        return [words::nothing(), " ", &text::search::held(&held)].concat();
    };
    if search.is_old {
        // The best layout of another plan is no measure of this one.
        return unfound();
    }
    let mut sentence = words::sentence(&Winner {
        considered: done.map(|run| run.counts().considered),
        plan: &answers.plan,
        candidate: &first.candidate,
        step: first.step,
        own: page.estimate.time.total(),
        is_own: search.own == Some(first.candidate),
        is_own_unfit: page.estimate.memory.verdict == Verdict::OutOfMemory,
    });
    if answers.has_savings() {
        sentence.push(' ');
        sentence.push_str(text::search::with_savings());
    }
    if let Some(ties) = answers.ties {
        sentence.push(' ');
        sentence.push_str(&text::search::tie(&ties));
    }
    sentence
}

/// The layouts found, and why they are better.
fn found(panel: PanelStore<Search>) -> impl IntoView {
    let is_old = move || panel.follow(|search, _| search.is_old);
    let picture = move || {
        panel.follow(|search, page| {
            let answers = search.in_sight()?;
            Some(picture::picture(panel, answers, page))
        })
    };
    let path =
        move || panel.follow(|search, page| why::path_to_best(panel, search.in_sight(), page));
    view! {
        <div class="found" class:old=is_old>
            {list::list(panel)}
            {picture}
            <p class="readout">{words::hint()}</p>
            <p class="readout">{text::search::alike()}</p>
            <p class="readout">{text::search::left_out()}</p>
            {path}
            {why::without(panel)}
        </div>
    }
}

/// Progress of the search, or why it does not go on. Without workers there is neither.
fn state_of_work(panel: PanelStore<Search>, search: &Search) -> AnyView {
    match search.pool.trouble {
        None => progress(panel, search).into_any(),
        Some(Trouble::Refused) => ().into_any(),
        Some(Trouble::Failed) => stopped(panel, words::failed()).into_any(),
        Some(Trouble::Silent) => stopped(panel, words::silent()).into_any(),
    }
}

/// A sentence about the workers, and the button that requests new ones.
fn stopped(panel: PanelStore<Search>, sentence: &'static str) -> impl IntoView {
    view! {
        <span class="unloaded">
            {sentence} " "
            <button
                type="button"
                data-again="workers"
                on:click=move |_| panel.send(SearchEvent::NewWorkers)
            >
                {text::frame::again()}
            </button>
        </span>
    }
}

/// Progress of the search, and the button that stops it.
fn progress(panel: PanelStore<Search>, search: &Search) -> impl IntoView + use<> {
    let run = search
        .working()
        .or_else(|| search.shown.as_ref()?.run(Job::Best));
    let (said, share) = match run {
        None => (String::new(), 0.0),
        Some(run) => {
            let (counts, expected) = (run.counts(), run.expected());
            match run.took {
                Some(seconds) => (words::outcomes(&counts, seconds), 1.0),
                None if search.is_at_limit && run.job == Job::Best => {
                    let limit = ReachedLimit::Seconds(PATIENCE_SECONDS);
                    (text::search::ended(limit), 1.0)
                }
                None => {
                    let share = counts.settled() as f64 / expected.max(1) as f64;
                    (words::progress(counts.settled(), expected), share)
                }
            }
        }
    };
    let is_busy = search.is_busy();
    let press = move |_| {
        panel.send(if is_busy {
            SearchEvent::Stop
        } else {
            SearchEvent::GoOn
        });
    };
    view! {
        <div class="progress">
            <progress aria-label=words::heading() max="1" prop:value=share></progress>
            <small>{said}</small>
            <button
                type="button"
                id="search-act"
                hidden=!is_busy && !search.is_stopped
                on:click=press
            >
                {if is_busy { words::stop() } else { words::again() }}
            </button>
        </div>
    }
}
