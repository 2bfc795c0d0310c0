//! The view itself, as it is once it has been loaded.

use crate::browser::events::{classes, target};
use crate::markup::{Element, element};
use cost::estimate;
use cost::plan::Plan;
use search::optimize::Candidate;
use text::EN_SEARCH_FIGURE;
use text::figures::{SearchFigureText, Winner};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, HtmlSelectElement};

use super::pool::Trouble;
use super::runs::{self, Job};
use super::{ID, Part, list, picture, why};
use crate::figures::compare::deltas;
use crate::figures::desk::Desk;
use crate::figures::loaded::{is_asked, stand_in};
use crate::figures::pieces::said;
use crate::figures::view::Drawing;

/// What the button bears that asks for new workers.
const WORKERS: &str = "workers";

/// The id of the details that say what each axis buys.
pub(super) const AXES_FOLD: &str = "search-buys";

/// All that the view does.
static PART: Part = Part {
    draw,
    table: list::table,
    follow: runs::follow,
    press,
    choose,
    fold,
    look_at,
};

/// Fetches it: what nothing but this calls is a part of the program of its own.
#[wasm_split(best, fallible)]
pub(super) fn load() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}

/// What it says.
pub(super) const fn words() -> &'static SearchFigureText {
    &EN_SEARCH_FIGURE
}

/// Layouts that can be pressed, by what they stand for.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// One of the best.
    Row,
    /// One of what memory buys.
    Front,
    /// One on the way to the best.
    Leg,
    /// The best without an axis.
    Without,
}

/// The classes of their buttons.
static KINDS: [(&str, Kind); 4] = [
    ("adopt row", Kind::Row),
    ("point front", Kind::Front),
    ("adopt leg", Kind::Leg),
    ("adopt without", Kind::Without),
];

fn draw(desk: &mut Desk) -> Drawing {
    runs::follow(desk);
    let words = words();
    let search = &desk.search;
    let mut body = search.asked.controls(desk);
    let trouble = search.runs.pool.trouble;
    match trouble {
        None => body.push(progress(desk)),
        Some(Trouble::Refused) => {
            return Drawing {
                sentence: words.no_workers.to_owned(),
                body,
            };
        }
        Some(Trouble::Failed) => body.push(stand_in(WORKERS, words.trouble[0])),
        Some(Trouble::Silent) => body.push(stand_in(WORKERS, words.trouble[1])),
    }
    // What answers another plan stays in sight while new answers come, and only then.
    let answers = search.runs.shown.as_ref();
    let answers = answers.filter(|_| trouble.is_none() || !search.runs.is_old);
    let Some(answers) = answers else {
        let sentence = if trouble.is_none() && search.runs.is_busy() {
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
        // What was found may be on its way without its figures.
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
    let mut sentence = if search.runs.is_old {
        // The best of another plan is no measure of this one.
        words.looking.to_owned()
    } else {
        (words.sentence)(&Winner {
            considered: done.map(|run| run.counts().considered),
            candidate: &first.candidate,
            step: first.step,
            own: desk.estimate.time.total(),
            is_own: Candidate::of(&desk.plan) == Some(first.candidate),
        })
    };
    if let Some(ties) = answers.ties().filter(|_| !search.runs.is_old) {
        sentence.push(' ');
        sentence.push_str(&(words.tie)(&ties));
    }
    body.push(
        element("div")
            .class(if search.runs.is_old {
                "found old"
            } else {
                "found"
            })
            .child(list::list(desk, &rows))
            .child(picture::picture(desk, &rows, &answers.front()))
            .child(said("p", "readout", words.hint.into()))
            .child(said("p", "readout", words.left_out.into()))
            .child(why::way(desk, answers))
            .child(why::without(desk, answers)),
    );
    Drawing { sentence, body }
}

/// How far the search is, and the button that stops it.
fn progress(desk: &Desk) -> Element {
    let words = words();
    let runs = &desk.search.runs;
    let run = runs
        .working()
        .or_else(|| runs.shown.as_ref()?.run(Job::Best));
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
    let is_busy = runs.is_busy();
    element("div")
        .class("progress")
        .child(
            element("progress")
                .attribute("aria-label", desk.words.search.heading)
                .attribute("max", "1")
                .property("value", share),
        )
        .child(element("small").child(said))
        .child(
            element("button")
                .attribute("type", "button")
                .id("search-act")
                .attribute("hidden", !is_busy && !runs.is_stopped)
                .child(if is_busy { stop } else { again }),
        )
}

/// A button that adopts a layout.
pub(super) fn adopting(
    desk: &Desk,
    kind: Kind,
    index: usize,
    candidate: &Candidate,
    name: String,
) -> Element {
    let class = KINDS.iter().find(|(_, other)| *other == kind);
    let is_looked_at = desk.search.at == Some(*candidate);
    element("button")
        .attribute("type", "button")
        .class(class.map_or("", |(class, _)| *class))
        .attribute("data-at", index.to_string())
        .attribute("data-looked", is_looked_at)
        .child(name)
}

/// The layout of the button in which something happens.
fn meant(desk: &Desk, event: &Event) -> Option<Candidate> {
    let button = target(event)?.closest("#search [data-at]").ok()??;
    let class = classes(&button);
    let (_, kind) = KINDS.iter().find(|(name, _)| class.starts_with(name))?;
    let index: usize = button.get_attribute("data-at")?.parse().ok()?;
    let answers = desk.search.runs.shown.as_ref()?;
    match kind {
        Kind::Row => answers.rows().get(index).map(|row| row.found.candidate),
        Kind::Front => answers.front().get(index).map(|row| row.found.candidate),
        Kind::Leg => {
            let legs = answers.legs()?.as_ref()?;
            legs.get(index).map(|leg| leg.candidate)
        }
        Kind::Without => {
            let (_, run) = answers.without().into_iter().nth(index)?;
            run?.first().map(|row| row.found.candidate)
        }
    }
}

/// The plan with another layout.
fn adopted(plan: &Plan, candidate: &Candidate) -> Plan {
    let mut plan = plan.clone();
    plan.hold_measured();
    candidate.write(&mut plan);
    plan
}

/// Something of the view is pressed.
fn press(desk: &mut Desk, event: &Event) -> bool {
    if is_asked(event, WORKERS) {
        runs::begin_again(desk);
        return false;
    }
    if target(event).is_some_and(|button| button.id() == "search-act") {
        let runs = &mut desk.search.runs;
        if runs.is_busy() {
            runs.stop();
        } else {
            runs.look_again();
        }
        desk.again(ID);
        return false;
    }
    if let Some(candidate) = meant(desk, event) {
        preview(desk, None);
        let plan = adopted(&desk.plan, &candidate);
        desk.jump(&plan);
    }
    false
}

/// Something else is chosen or typed.
fn choose(desk: &mut Desk, event: &Event) -> bool {
    let Some(field) = target(event) else {
        return false;
    };
    let id = field.id();
    let asked = &mut desk.search.asked;
    let is_taken = if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
        asked.choose(&id, usize::try_from(select.selected_index()).unwrap_or(0))
    } else if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        asked.type_in(&id, &input.value())
    } else {
        false
    };
    if is_taken {
        desk.again(ID);
    }
    false
}

/// Details were opened: they are filled.
fn fold(desk: &mut Desk, event: &Event) -> bool {
    if target(event).is_some_and(|details| details.id().starts_with("search-")) {
        desk.again(ID);
    }
    false
}

/// The pointer or the focus comes to a layout, or leaves it: the head tells what it would bring.
fn look_at(desk: &mut Desk, event: &Event) -> bool {
    let at = meant(desk, event);
    if at != desk.search.at {
        preview(desk, at);
        desk.again(ID);
    }
    false
}

fn preview(desk: &mut Desk, at: Option<Candidate>) {
    desk.search.at = at;
    desk.preview = at.and_then(|candidate| estimate(&adopted(&desk.plan, &candidate)).ok());
    deltas(desk);
}
