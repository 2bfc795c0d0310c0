//! View of the best layout.

use text::figures::Winner;

use super::answers::Job;
use super::pool::Trouble;
use super::state::{ID, Search, WORKERS};
use super::texts::words;
use super::{list, picture, why};
use crate::dom::components::said;
use crate::dom::{Element, element};
use crate::panels::figure::{Drawing, FigureIdentity};
use crate::panels::late_part::stand_in;
use crate::store::Page;

/// The whole figure.
pub(super) fn figure(search: &Search, page: &Page) -> Element {
    let frame = FigureIdentity {
        id: ID,
        caption: "search-caption",
        name: crate::panels::words().search.heading,
    };
    frame.draw_with(page, drawing(search, page), || list::table(search, page))
}

fn drawing(search: &Search, page: &Page) -> Drawing {
    let words = words();
    let mut body = search.asked.controls(page);
    let trouble = search.pool.trouble;
    match trouble {
        None => body.push(progress(search)),
        Some(Trouble::Refused) => {
            return Drawing {
                sentence: words.no_workers.to_owned(),
                body,
            };
        }
        Some(Trouble::Failed) => body.push(stand_in(WORKERS, words.trouble[0])),
        Some(Trouble::Silent) => body.push(stand_in(WORKERS, words.trouble[1])),
    }
    // Answers about another plan stay in sight only while new answers arrive.
    let answers = search.shown.as_ref();
    let answers = answers.filter(|_| trouble.is_none() || !search.is_old);
    let Some(answers) = answers else {
        let sentence = if trouble.is_none() && search.is_busy() {
            words.looking
        } else {
            words.invitation
        };
        return Drawing {
            sentence: sentence.to_owned(),
            body,
        };
    };
    let rows = answers.rows();
    let done = answers.run(Job::Best).filter(|run| run.took.is_some());
    let Some(first) = rows.first().map(|row| row.found) else {
        // A layout may be found before its figures arrive.
        let sentence = if done.is_some() {
            words.nothing
        } else {
            words.looking
        };
        return Drawing {
            sentence: sentence.to_owned(),
            body,
        };
    };
    let mut sentence = if search.is_old {
        // The best layout of another plan is no measure of this one.
        words.looking.to_owned()
    } else {
        (words.sentence)(&Winner {
            considered: done.map(|run| run.counts().considered),
            candidate: &first.candidate,
            step: first.step,
            own: page.estimate.time.total(),
            is_own: search.own == Some(first.candidate),
        })
    };
    if let Some(ties) = answers.ties.filter(|_| !search.is_old) {
        sentence.push(' ');
        sentence.push_str(&(words.tie)(&ties));
    }
    body.push(
        element("div")
            .class(if search.is_old { "found old" } else { "found" })
            .child(list::list(search, page, &rows))
            .child(picture::picture(search, page, &rows, &answers.front()))
            .child(said("p", "readout", words.hint.into()))
            .child(said("p", "readout", words.left_out.into()))
            .child(why::path_to_best(search, page, answers))
            .child(why::without(search, page, answers)),
    );
    Drawing { sentence, body }
}

/// Progress of the search, and the button that stops it.
fn progress(search: &Search) -> Element {
    let words = words();
    let run = search
        .working()
        .or_else(|| search.shown.as_ref()?.run(Job::Best));
    let (said, share) = match run {
        None => (String::new(), 0.0),
        Some(run) => {
            let (counts, expected) = (run.counts(), run.expected());
            match run.took {
                Some(seconds) => ((words.done)(&counts, seconds), 1.0),
                None => {
                    let share = counts.settled() as f64 / expected.max(1) as f64;
                    ((words.counts)(&counts, expected), share)
                }
            }
        }
    };
    let [stop, again] = words.acts;
    let is_busy = search.is_busy();
    element("div")
        .class("progress")
        .child(
            element("progress")
                .attribute("aria-label", crate::panels::words().search.heading)
                .attribute("max", "1")
                .property("value", share),
        )
        .child(element("small").child(said))
        .child(
            element("button")
                .attribute("type", "button")
                .id("search-act")
                .attribute("hidden", !is_busy && !search.is_stopped)
                .child(if is_busy { stop } else { again }),
        )
}
