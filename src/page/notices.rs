//! What a reader must know before the figures: a link half understood, a plan that cannot
//! exist and its repairs, a plan that does not fit and its cures.

use leptos::prelude::*;
use shardwise::cost::memory::Verdict;
use shardwise::search::change::Change;
use shardwise::search::repair::repairs;

use super::derived;
use super::planner::{Planner, State};

/// All notices; nothing is shown where there is nothing to say.
#[component]
pub(crate) fn Notices(planner: Planner) -> impl IntoView {
    let frame = &planner.strings.frame;
    let not_understood = derived(move || planner.look(|look| look.link_warnings.is_empty()));
    let is_legal = derived(move || planner.state() != State::Illegal);
    let is_modelled =
        derived(move || planner.estimate(|estimate| estimate.not_modelled.is_empty()));
    let fits = derived(move || {
        matches!(
            planner.state(),
            State::Illegal | State::Legal(Verdict::Fits)
        )
    });
    let dismiss = move |_| planner.set_look(|look| look.link_warnings.clear());
    let close =
        view! { <button type="button" on:click=dismiss>{frame.dismiss}</button> }.into_any();
    let notices = [
        (
            "link-notice",
            frame.link_notice,
            not_understood,
            Content::LinkWarnings,
            Some(close),
        ),
        ("reasons", frame.illegal, is_legal, Content::Reasons, None),
        (
            "not-modelled",
            frame.not_modelled,
            is_modelled,
            Content::NotModelled,
            None,
        ),
        ("cures", frame.cures, fits, Content::Cures, None),
    ];
    let notices = notices.map(|(id, heading, is_silent, content, close)| {
        view! {
            <section class="notice" id=id hidden=is_silent>
                <h2>{heading}</h2>
                <ul>{move || content.lines(planner)}</ul>
                {close}
            </section>
        }
    });
    view! { <div class="notices" id="notices">{notices.into_iter().collect_view()}</div> }
}

/// What a notice lists.
#[derive(Clone, Copy)]
enum Content {
    LinkWarnings,
    Reasons,
    NotModelled,
    Cures,
}

/// A line of a notice: a sentence, and buttons that make changes.
struct Line {
    text: String,
    buttons: Vec<Button>,
}

/// A button that makes changes, with what they do.
struct Button {
    changes: Vec<Change>,
    words: String,
    effect: String,
}

impl Content {
    fn lines(self, planner: Planner) -> Vec<AnyView> {
        let lines: Vec<Line> = match self {
            Self::LinkWarnings => link_warnings(planner),
            Self::Reasons => reasons(planner),
            Self::NotModelled => not_modelled(planner),
            Self::Cures => cures(planner),
        };
        lines.into_iter().map(|line| show(planner, line)).collect()
    }
}

/// What was not understood of the link.
fn link_warnings(planner: Planner) -> Vec<Line> {
    let text = planner.strings.link_warning;
    planner.look(|look| {
        look.link_warnings
            .iter()
            .map(|warning| Line::of(text(warning)))
            .collect()
    })
}

/// Why the plan cannot exist, each reason with its repairs.
fn reasons(planner: Planner) -> Vec<Line> {
    planner.reasons(|reasons| {
        let line = |reason| Line {
            text: planner.plan_now(|plan| (planner.strings.reason)(reason, plan)),
            buttons: planner
                .plan_now(|plan| repairs(plan, reason))
                .into_iter()
                .map(|repair| Button::of(planner, vec![repair], String::new()))
                .collect(),
        };
        reasons.iter().map(line).collect()
    })
}

/// What the plan asks for and the numbers leave out.
fn not_modelled(planner: Planner) -> Vec<Line> {
    let text = planner.strings.not_modelled;
    planner.estimate(|estimate| {
        estimate
            .not_modelled
            .iter()
            .map(|&part| Line::of(text(part)))
            .collect()
    })
}

/// Up to three ways to make the plan fit.
fn cures(planner: Planner) -> Vec<Line> {
    let frame = &planner.strings.frame;
    let units = planner.units();
    planner.look(|look| match look.cures.as_deref() {
        None => vec![Line::of(frame.cures_pending.to_owned())],
        Some([]) => vec![Line::of(frame.no_cure.to_owned())],
        Some(cures) => {
            let button = |cure: &shardwise::search::cure::Cure| {
                let effect = (planner.strings.cure_effect)(cure, units);
                Button::of(planner, cure.changes.clone(), effect)
            };
            vec![Line {
                text: String::new(),
                buttons: cures.iter().map(button).collect(),
            }]
        }
    })
}

impl Line {
    fn of(text: String) -> Self {
        Self {
            text,
            buttons: Vec::new(),
        }
    }
}

impl Button {
    fn of(planner: Planner, changes: Vec<Change>, effect: String) -> Self {
        let words = planner.plan_now(|plan| {
            let words: Vec<String> = changes
                .iter()
                .map(|change| (planner.strings.change)(change, plan))
                .collect();
            words.join(", ")
        });
        Self {
            changes,
            words,
            effect,
        }
    }
}

fn show(planner: Planner, line: Line) -> AnyView {
    let buttons = line.buttons.into_iter().map(|Button { changes, words, effect }| {
        let make = move |_| {
            planner.jump(|plan| *plan = Change::applied(&changes, plan));
        };
        view! {
            <button type="button" class="change" on:click=make><b>{words}</b><small>{effect}</small></button>
        }
    });
    view! { <li>{line.text}<div class="changes">{buttons.collect_view()}</div></li> }.into_any()
}
