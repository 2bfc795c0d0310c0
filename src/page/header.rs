//! The head of the page, which stays in sight: the plan's verdict, its key figures, the tolls.

use std::time::Duration;

use leptos::html::Input;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use shardwise::cost::Estimate;
use shardwise::cost::memory::Verdict;
use shardwise::cost::tolls::Toll;
use shardwise::link;
use shardwise::text::number::{Units, count, days, dollars, duration, percent};

use super::derived;
use super::planner::Planner;
use crate::browser::{address, clipboard, preferences};

/// Pause before a screen reader hears of a new verdict.
const SPEAKING_PAUSE: Duration = Duration::from_millis(700);

/// The head.
#[component]
pub(crate) fn Header(planner: Planner) -> impl IntoView {
    view! {
        <header>
            <TitleBar planner/>
            <VerdictStrip planner/>
            <Announcer planner/>
        </header>
    }
}

/// Name of the tool and of the plan, and what can be done with the whole of it.
#[component]
fn TitleBar(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let frame = &strings.frame;
    let title = derived(move || planner.plan.with(strings.plan_title));
    let toggle_units = move |_| {
        let other = match planner.units.get_untracked() {
            Units::Gib => Units::Gb,
            Units::Gb => Units::Gib,
        };
        planner.units.set(other);
        preferences::keep("units", if other == Units::Gb { "gb" } else { "gib" });
    };
    view! {
        <div class="bar">
            <h1>{frame.title}</h1>
            <p class="plan-title">{title}</p>
            <CopyLink planner/>
            <button type="button" on:click=move |_| planner.reset()>{frame.reset}</button>
            <button type="button" on:click=toggle_units
                aria-label=derived(move || [frame.units, " ", planner.units.get().symbol()].concat())>
                {derived(move || planner.units.get().symbol())}
            </button>
            <ThemeButton planner/>
        </div>
    }
}

/// How copying went.
#[derive(Clone, Copy, PartialEq)]
enum Copied {
    NotYet,
    Yes,
    ByHand,
}

/// Copies the plan's address, or shows it where the browser does not let us.
#[component]
fn CopyLink(planner: Planner) -> impl IntoView {
    let frame = &planner.strings.frame;
    let copied = RwSignal::new(Copied::NotYet);
    let field = NodeRef::<Input>::new();
    let link = move || address::with_fragment(&planner.plan.with_untracked(link::encode));
    let copy = move |_| {
        clipboard::copy(&link(), move |worked| {
            copied.try_set(if worked { Copied::Yes } else { Copied::ByHand });
            set_timeout(move || { copied.try_update(|state| if *state == Copied::Yes { *state = Copied::NotYet }); }, Duration::from_secs(2));
        });
    };
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            field.select();
        }
    });
    view! {
        <button type="button" id="copy-link" on:click=copy>
            {derived(move || if copied.get() == Copied::Yes { frame.copied } else { frame.copy_link })}
        </button>
        {move || (copied.get() == Copied::ByHand).then(|| view! {
            <label class="by-hand">{frame.copy_by_hand}
                <input type="text" readonly node_ref=field prop:value=link()/>
            </label>
        })}
    }
}

const THEMES: [&str; 3] = ["auto", "light", "dark"];

/// Goes round the themes.
#[component]
fn ThemeButton(planner: Planner) -> impl IntoView {
    let frame = &planner.strings.frame;
    let chosen = address::query("theme").or_else(|| preferences::read("theme"));
    let first = THEMES.iter().position(|theme| chosen.as_deref() == Some(theme)).unwrap_or(0);
    let theme = RwSignal::new(first);
    preferences::show_theme(THEMES[first]);
    let next = move |_| {
        theme.update(|theme| *theme = (*theme + 1) % THEMES.len());
        let theme = THEMES[theme.get_untracked()];
        preferences::show_theme(theme);
        preferences::keep("theme", theme);
    };
    view! {
        <button type="button" class="theme" on:click=next
            aria-label=derived(move || [frame.theme, ": ", frame.themes[theme.get()]].concat())>
            {derived(move || ["◐", "○", "●"][theme.get()])}
        </button>
    }
}

/// The verdict, the figures that people compare, and the tolls in one bar.
#[component]
fn VerdictStrip(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let words = &strings.verdict;
    let figure = move |read: fn(&Estimate) -> String| {
        derived(move || planner.estimate.with(|estimate| read(estimate)))
    };
    let mfu = figure(|estimate| percent(estimate.utilisation.mfu));
    let reading = derived(move || {
        planner.estimate.with(|estimate| (words.mfu_reading)(estimate.utilisation.mfu))
    });
    let bubble = figure(|estimate| percent(estimate.time.bubble_fraction()));
    let step = figure(|estimate| duration(estimate.time.total()));
    let tokens = figure(|estimate| count(estimate.run.tokens));
    let run = figure(|estimate| days(estimate.run.days));
    let cost = figure(|estimate| dollars(estimate.run.cost_usd));
    let summary = derived(move || {
        if !planner.is_legal() {
            return String::new();
        }
        let units = planner.units.get();
        planner.estimate.with(|estimate| {
            planner.plan.with_untracked(|plan| (strings.summary)(plan, estimate, units))
        })
    });
    let state = derived(move || state_class(planner));
    view! {
        <div class="verdict" data-state=state>
            <Need planner/>
            <dl>
                <div><dt>{words.mfu}</dt><dd id="mfu">{mfu}<small>{reading}</small></dd></div>
                <div><dt>{words.bubble}</dt><dd id="bubble">{bubble}</dd></div>
                <div><dt>{words.step}</dt><dd id="step">{step}</dd></div>
                <div><dt>{tokens}" tokens"</dt><dd id="days">{run}<small id="cost">{cost}</small></dd></div>
            </dl>
            <TollBar planner/>
            <p class="summary" id="summary">{summary}</p>
        </div>
    }
}

/// "Fits 62.3 of 79.6 GiB", the largest words of the page.
#[component]
fn Need(planner: Planner) -> impl IntoView {
    let words = &planner.strings.verdict;
    let word = derived(move || {
        if planner.is_legal() {
            planner.estimate.with(|estimate| (words.word)(estimate.memory.verdict))
        } else {
            words.illegal
        }
    });
    let need = derived(move || {
        let units = planner.units.get();
        planner.estimate.with(|estimate| units.figure(estimate.memory.peak()))
    });
    let capacity = derived(move || {
        let units = planner.units.get();
        planner.estimate.with(|estimate| units.size(estimate.memory.capacity))
    });
    // The value before the drag stays in sight until the finger lifts.
    let before = derived(move || {
        let units = planner.units.get();
        let before = planner.before_drag.get()?;
        let now = planner.estimate.with(|estimate| estimate.memory.peak());
        (before != now).then(|| ["was ", &units.figure(before)].concat())
    });
    view! {
        <p class="need">
            <em id="verdict">{word}</em>
            <span class="figures" hidden=derived(move || !planner.is_legal())>
                " "<b id="need">{need}</b>" "
                <small>{words.of}" "<span id="capacity">{capacity}</span></small>
            </span>
            <span class="ghost">{before}</span>
        </p>
    }
}

/// A share of the step in the tolls' bar: class, toll if it is one, share.
type Part = (&'static str, Option<Toll>, f64);

fn parts(estimate: &Estimate) -> [Part; 7] {
    let tolls = &estimate.tolls;
    [
        ("useful", None, tolls.useful),
        ("ceiling", None, tolls.ceiling),
        ("last-inch", Some(Toll::LastInch), tolls.last_inch),
        ("scratchpad", Some(Toll::Scratchpad), tolls.scratchpad),
        ("cable", Some(Toll::Cable), tolls.cable),
        ("bubble", Some(Toll::Bubble), tolls.bubble),
        ("state", Some(Toll::State), tolls.state),
    ]
}

/// Where a GPU's second goes, in one bar with its words below.
#[component]
fn TollBar(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let shares = Memo::new(move |_| planner.estimate.with(|estimate| parts(estimate)));
    let dominant = Memo::new(move |_| planner.estimate.with(|estimate| estimate.tolls.dominant));
    let marks = (0..7).map(|index| {
        let (class, ..) = shares.with_untracked(|parts| parts[index]);
        let width = derived(move || percent_of(shares.with(|parts| parts[index].2)));
        view! { <i class=class style:width=width></i> }
    });
    let words = (0..7).map(|index| {
        let (class, toll, _) = shares.with_untracked(|parts| parts[index]);
        let name = match toll {
            Some(toll) => (strings.toll)(toll).name,
            None if index == 0 => strings.time.useful,
            None => strings.time.ceiling,
        };
        let share = Memo::new(move |_| {
            let share = shares.with(|parts| parts[index].2);
            (share * 100.0).round() as u64
        });
        let is_dominant = derived(move || toll == Some(dominant.get()));
        let is_none = derived(move || share.get() == 0);
        view! {
            <li class=class class:dominant=is_dominant class:none=is_none>
                {name}" "{share}
            </li>
        }
    });
    view! {
        <div class="toll-bar">
            <div class="marks" aria-hidden="true">{marks.collect_view()}</div>
            <ul class="words">{words.collect_view()}</ul>
        </div>
    }
}

/// A share as a CSS length.
pub(crate) fn percent_of(share: f64) -> String {
    let hundredths = (share.clamp(0.0, 1.0) * 10_000.0).round() as u64;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    let rest = (100 + rest).to_string();
    [whole.to_string().as_str(), ".", &rest[1..], "%"].concat()
}

/// `fits`, `tight`, `oom` or `illegal`.
pub(crate) fn state_class(planner: Planner) -> &'static str {
    if !planner.is_legal() {
        return "illegal";
    }
    match planner.estimate.with(|estimate| estimate.memory.verdict) {
        Verdict::Fits => "fits",
        Verdict::Tight => "tight",
        Verdict::OutOfMemory => "oom",
    }
}

/// Tells a screen reader when the verdict changes, once the plan has come to rest.
#[component]
fn Announcer(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let said = RwSignal::new(String::new());
    let mut say = debounce(SPEAKING_PAUSE, move |()| {
        let units = planner.units.get_untracked();
        let words = if planner.reasons.with_untracked(Vec::is_empty) {
            planner.estimate.with_untracked(|estimate| (strings.announcement)(estimate, units))
        } else {
            String::from(strings.frame.illegal)
        };
        said.try_set(words);
    });
    let state = Memo::new(move |_| state_class(planner));
    Effect::new(move |before: Option<()>| {
        state.track();
        if before.is_some() {
            say(());
        }
    });
    view! { <p class="unseen" role="status" aria-live="polite">{said}</p> }
}
