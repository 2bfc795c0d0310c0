//! Events of the search, from readers and workers, and the changes of its state.

use std::sync::Arc;
use std::time::Duration;

use cost::estimate;
use search::optimize::Candidate;
use search::worker::WorkerReply;

use super::adopting::adopted;
use super::answers::{Answers, Job};
use super::event::SearchEvent;
use super::pool::Trouble;
use super::state::{AXES_FOLD, Search};
use crate::browser::timing::now;
use crate::store::{Effects, Event, Page};

/// Pause after the last change until a question is asked, so that a drag in progress asks nothing.
const PAUSE: Duration = Duration::from_millis(120);
/// Pause between two checks for workers that do not reply.
const LOOK: Duration = Duration::from_secs(1);
/// Milliseconds between two drawings of replies.
const GLANCE: f64 = 100.0;

/// Changes the state by an event.
pub(super) fn update(
    search: &mut Search,
    page: &Page,
    event: SearchEvent,
    effects: &mut Effects<SearchEvent>,
) {
    // Workers' replies are drawn a few times a second.
    search.is_news |= !matches!(event, SearchEvent::Reply { .. });
    match event {
        SearchEvent::Choose(choice, index) => {
            search.asked.choose(choice, index);
            follow(search, page, effects);
        }
        SearchEvent::Type(limit, number) => {
            search.asked.set_limit(limit, number);
            follow(search, page, effects);
        }
        // The search may have ended since the button was drawn.
        SearchEvent::Stop if search.is_busy() => {
            search.is_stopped = true;
            follow(search, page, effects);
        }
        SearchEvent::GoOn if !search.is_busy() => {
            look_again(search);
            follow(search, page, effects);
        }
        SearchEvent::Stop | SearchEvent::GoOn => {}
        SearchEvent::NewWorkers => {
            end_workers(search, None, effects);
            look_again(search);
            if let Some(shown) = &mut search.shown
                && shown.path.as_ref().is_some_and(|way| way.legs.is_none())
            {
                shown.path = None;
            }
            follow(search, page, effects);
        }
        SearchEvent::Adopt(candidate) => {
            look_at(search, page, None, effects);
            let plan = adopted(&page.plan, &candidate);
            effects.send(Event::Adopt(Box::new(plan)));
        }
        SearchEvent::LookAt(hovered) => look_at(search, page, hovered, effects),
        SearchEvent::Ask(ticket) => {
            effects.run(move |sender| sender.send(SearchEvent::AskAt(ticket, now())));
        }
        SearchEvent::AskAt(ticket, now) => {
            search.clock = now;
            if search.ticket == ticket {
                ask(search, page);
            }
        }
        SearchEvent::Started { count, now } => {
            search.pool.started(count);
            search.clock = now;
            // A question may have waited for the workers.
            search.ticket = search.ticket.wrapping_add(1);
            follow(search, page, effects);
        }
        SearchEvent::Reply { worker, reply, now } => {
            search.clock = now;
            if take_in(search, worker, *reply) && search.hovered.is_some() {
                look_at(search, page, None, effects);
            }
            follow(search, page, effects);
        }
        SearchEvent::Failed => {
            end_workers(search, Some(Trouble::Failed), effects);
            search.coming = None;
            effects.announce(text::search_figure::failed());
        }
        SearchEvent::Look => {
            effects.run(|sender| sender.send(SearchEvent::LookAtWorkers(now())));
        }
        SearchEvent::LookAtWorkers(now) => {
            search.clock = now;
            if search.pool.look(search.clock) == Some(Trouble::Silent) {
                effects.announce(text::search_figure::silent());
            }
        }
    }
    end_preview(search, page, effects);
    send(search, effects);
}

/// Asks what is unanswered if the figure is in sight: about the memory of the plan, and the present
/// question.
pub(super) fn follow(search: &mut Search, page: &Page, effects: &mut Effects<SearchEvent>) {
    follow_best(search, page, effects);
    let has_workers = search.pool.size() > 0;
    if !search.is_in_sight || !search.fits.is_waiting(page) {
        return;
    }
    if has_workers {
        search.fits.ask(&mut search.pool, page, search.clock);
    } else {
        start_workers(search, effects);
    }
}

/// Asks the present question if it is unanswered and the figure is in sight.
fn follow_best(search: &mut Search, page: &Page, effects: &mut Effects<SearchEvent>) {
    search.own = Candidate::of(&page.plan);
    let question = search.asked.question(page);
    let constraints = search.asked.constraints(page, question.goal);
    let answers = |answers: &Option<Answers>| {
        let answers = answers.as_ref();
        answers.is_some_and(|answers| answers.answer(&page.plan, &question, &constraints))
    };
    search.is_old = !answers(&search.shown);
    // After trouble nothing is found until the reader requests new workers.
    if matches!(
        search.pool.trouble,
        Some(Trouble::Failed | Trouble::Refused)
    ) {
        return;
    }
    if !search.is_old {
        search.coming = None;
        // Cancels the question that was pending.
        search.ticket = search.ticket.wrapping_add(1);
        go_further(search, page);
        return;
    }
    if answers(&search.coming) {
        return;
    }
    // An outdated question is neither continued nor drawn.
    search.coming = None;
    give_up(search);
    search.ticket = search.ticket.wrapping_add(1);
    if !search.is_in_sight {
        return;
    }
    // The workers load while the reader may still drag.
    start_workers(search, effects);
    effects.after(PAUSE, SearchEvent::Ask(search.ticket));
}

fn start_workers(search: &mut Search, effects: &mut Effects<SearchEvent>) {
    if search.pool.begin_to_start() {
        let programs = search.programs.clone();
        effects.run(move |sender| programs.start(&sender));
    }
}

/// Asks the present question.
fn ask(search: &mut Search, page: &Page) {
    // The question waits until the workers have started.
    if search.pool.size() == 0 {
        return;
    }
    (search.is_stopped, search.is_at_limit) = (false, false);
    let question = search.asked.question(page);
    let constraints = search.asked.constraints(page, question.goal);
    let wider = search.asked.wider(page, &constraints);
    let plan = Arc::clone(&page.plan);
    let mut answers = Answers::new(plan, question.clone(), constraints.clone(), wider);
    let clock = search.clock;
    answers.start(&mut search.pool, Job::Best, &question, &constraints, clock);
    search.coming = Some(answers);
}

/// Asks the questions that follow from the answers shown.
fn go_further(search: &mut Search, page: &Page) {
    if search.is_stopped || search.coming.is_some() {
        return;
    }
    let wants_axes = page.is_open(AXES_FOLD);
    if let Some(answers) = &mut search.shown {
        answers.go_further(&mut search.pool, &page.plan, wants_axes, search.clock);
    }
}

/// Continues a search that was abandoned.
fn look_again(search: &mut Search) {
    (search.is_stopped, search.is_at_limit) = (false, false);
    search.coming = None;
    give_up(search);
}

fn give_up(search: &mut Search) {
    if let Some(shown) = &mut search.shown {
        shown.give_up();
    }
}

fn end_workers(search: &mut Search, trouble: Option<Trouble>, effects: &mut Effects<SearchEvent>) {
    search.pool.end(trouble);
    search.fits.forget();
    let programs = search.programs.clone();
    effects.run(move |_| programs.end());
}

/// Handles a worker's reply, and records whether it is worth a drawing. Returns true if other
/// answers take the place of those shown.
fn take_in(search: &mut Search, worker: usize, reply: WorkerReply) -> bool {
    let number = match &reply {
        WorkerReply::Path { number, .. } | WorkerReply::Fits { number, .. } => *number,
        WorkerReply::Progress(progress) => progress.number,
    };
    let mut is_news = search.pool.receive(worker, number, search.clock);
    search.end_at_limit();
    if let WorkerReply::Fits { number, numbers } = &reply {
        search.is_news |= search.fits.take_in(*number, numbers) || is_news;
        return false;
    }
    let answers = search.coming.as_mut().or(search.shown.as_mut());
    if let Some(answers) = answers.filter(|answers| !answers.is_given_up) {
        is_news |= match reply {
            WorkerReply::Path { number, legs } => answers.take_in_path(number, legs),
            WorkerReply::Fits { .. } => false,
            WorkerReply::Progress(progress) => {
                let is_stopped = search.is_stopped;
                let go_on = answers.take_in_progress(worker, progress, search.clock);
                if let Some(found) = go_on.found.filter(|_| !is_stopped) {
                    search.pool.go_on(worker, number, found, search.clock);
                }
                go_on.is_news
            }
        };
    }
    // Earlier answers stay until there is something to show in their place.
    let is_replaced = search.coming.as_ref().is_some_and(Answers::is_ready);
    if is_replaced {
        search.shown = search.coming.take();
        search.is_old = false;
    }
    // No reply follows the last ones of a stopped search.
    let is_due = search.is_stopped || search.clock - search.drawn >= GLANCE;
    search.is_news |= is_news || is_due;
    is_replaced
}

/// Shows in the head the effect of the layout that a reader looks at.
fn look_at(
    search: &mut Search,
    page: &Page,
    hovered: Option<Candidate>,
    effects: &mut Effects<SearchEvent>,
) {
    search.hovered = hovered;
    let preview = hovered.and_then(|candidate| estimate(&adopted(&page.plan, &candidate)).ok());
    effects.send(Event::Preview(preview.map(Arc::new)));
}

/// Ends the preview of a layout that has left the figure. No pointer leaves a button that has gone.
pub(super) fn end_preview(search: &mut Search, page: &Page, effects: &mut Effects<SearchEvent>) {
    if search
        .hovered
        .is_some_and(|hovered| !search.shows(&hovered))
    {
        look_at(search, page, None, effects);
    }
}

/// Sends the pending requests, and schedules the check for replies.
pub(super) fn send(search: &mut Search, effects: &mut Effects<SearchEvent>) {
    let letters = search.pool.take_outbox();
    if !letters.is_empty() {
        let programs = search.programs.clone();
        effects.run(move |_| programs.post(&letters));
    }
    if search.pool.begin_to_look(search.clock) {
        effects.after(LOOK, SearchEvent::Look);
    }
}
