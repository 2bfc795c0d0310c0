//! What a reader must know before the figures: a link half understood, a plan that cannot
//! exist and its repairs, a plan that does not fit and its cures.

use leptos::prelude::*;
use shardwise::cost::memory::Verdict;
use shardwise::search::change::Change;
use shardwise::search::cure::Cure;
use shardwise::search::repair::repairs;

use super::app::FIGURES;
use super::planner::{Planner, State};
use crate::browser::focus;

/// All notices; nothing is shown where there is nothing to say.
#[component]
pub(crate) fn Notices(planner: Planner) -> impl IntoView {
    let notices = move || {
        let frame = &planner.strings.frame;
        let notices = [
            ("link-notice", frame.link_notice, link_warnings(planner)),
            ("reasons", frame.illegal, reasons(planner)),
            ("not-modelled", frame.not_modelled, not_modelled(planner)),
            ("cures", frame.cures, cures(planner)),
        ];
        let notices = notices.into_iter().map(|(id, heading, lines)| {
            let is_silent = lines.is_empty();
            view! {
                <section class="notice" id=id hidden=is_silent>
                    <h2>{heading}</h2>
                    <ul>{lines.into_iter().map(|line| show(planner, line)).collect_view()}</ul>
                </section>
            }
        });
        notices.collect_view()
    };
    view! { <div class="notices" id="notices">{notices}</div> }
}

/// A line of a notice: a sentence, and buttons that do something about it.
#[derive(Default)]
struct Line {
    text: String,
    buttons: Vec<Button>,
}

/// A button: what it says, what that brings, what it does.
struct Button {
    words: String,
    effect: String,
    act: Act,
}

/// What a button does.
enum Act {
    /// Changes the plan.
    Change(Vec<Change>),
    /// Forgets what was not understood of the link.
    Dismiss,
}

/// What was not understood of the link.
fn link_warnings(planner: Planner) -> Vec<Line> {
    let strings = planner.strings;
    let mut lines: Vec<Line> = planner.look(|look| {
        let texts = look.link_warnings.iter().map(strings.link_warning);
        texts.map(Line::of).collect()
    });
    if !lines.is_empty() {
        let words = strings.frame.dismiss.to_owned();
        let dismiss = Button {
            words,
            effect: String::new(),
            act: Act::Dismiss,
        };
        lines.push(Line {
            buttons: vec![dismiss],
            ..Line::default()
        });
    }
    lines
}

/// Why the plan cannot exist, each reason with its repairs.
fn reasons(planner: Planner) -> Vec<Line> {
    planner.plan(|plan| {
        planner.reasons(|reasons| {
            let line = |reason| {
                let repairs = repairs(plan, reason).into_iter();
                Line {
                    text: (planner.strings.reason)(reason, plan),
                    buttons: repairs
                        .map(|repair| Button::of(planner, vec![repair], String::new()))
                        .collect(),
                }
            };
            reasons.iter().map(line).collect()
        })
    })
}

/// What the plan asks for and the numbers leave out.
fn not_modelled(planner: Planner) -> Vec<Line> {
    planner.estimate(|estimate| {
        let parts = estimate.not_modelled.iter().copied();
        parts
            .map(planner.strings.not_modelled)
            .map(Line::of)
            .collect()
    })
}

/// Up to three ways to make a plan fit that does not.
fn cures(planner: Planner) -> Vec<Line> {
    if matches!(
        planner.state(),
        State::Illegal | State::Legal(Verdict::Fits)
    ) {
        return Vec::new();
    }
    let strings = planner.strings;
    let units = planner.units();
    let button = |cure: &Cure| {
        let effect = (strings.cure_effect)(cure, units);
        Button::of(planner, cure.changes.clone(), effect)
    };
    let line = planner.look(|look| {
        // Those of an earlier plan would promise what they no longer hold.
        let cures = look
            .cures
            .as_ref()
            .filter(|(cured, _)| planner.plan(|plan| plan == cured));
        match cures.map(|(_, cures)| cures.as_slice()) {
            None => Line::of(strings.frame.cures_pending.to_owned()),
            Some([]) => Line::of(strings.frame.no_cure.to_owned()),
            Some(cures) => Line {
                buttons: cures.iter().map(button).collect(),
                ..Line::default()
            },
        }
    });
    vec![line]
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
    /// A button that makes these changes, of which the plan is not told yet.
    fn of(planner: Planner, changes: Vec<Change>, effect: String) -> Self {
        let words = planner.plan_now(|plan| {
            let words: Vec<String> = changes
                .iter()
                .map(|change| (planner.strings.change)(change, plan))
                .collect();
            words.join(", ")
        });
        Self {
            words,
            effect,
            act: Act::Change(changes),
        }
    }
}

fn show(planner: Planner, line: Line) -> impl IntoView {
    let buttons = line
        .buttons
        .into_iter()
        .map(|Button { words, effect, act }| {
            let press = move |_| {
                match &act {
                    Act::Change(changes) => {
                        planner.jump(|plan| *plan = Change::applied(changes, plan));
                    }
                    Act::Dismiss => planner.set_look(|look| look.link_warnings.clear()),
                }
                // The button may be gone in a moment, and the focus must not go with it.
                focus(FIGURES);
            };
            view! {
                <button type="button" class="change" on:click=press>
                    <b>{words}</b><small>{effect}</small>
                </button>
            }
        });
    view! { <li>{line.text}<div class="changes">{buttons.collect_view()}</div></li> }
}
