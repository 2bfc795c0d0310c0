//! What a reader must know before the figures: a link half understood, a plan that cannot
//! exist and its repairs, a plan that does not fit and its cures.

use leptos::prelude::*;
use shardwise::cost::legal::Reason;
use shardwise::cost::memory::Verdict;
use shardwise::search::change::Change;
use shardwise::search::cure::Cure;
use shardwise::search::repair::repairs;

use super::planner::Planner;

/// All notices; nothing where there is nothing to say.
#[component]
pub(crate) fn Notices(planner: Planner) -> impl IntoView {
    view! {
        <div class="notices" id="notices">
            <LinkNotice planner/>
            <Reasons planner/>
            <NotModelled planner/>
            <Cures planner/>
        </div>
    }
}

/// What was not understood of the link.
#[component]
fn LinkNotice(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let lines = move || {
        planner.link_warnings.with(|warnings| {
            warnings.iter().map(|warning| view! { <li>{(strings.link_warning)(warning)}</li> }).collect_view()
        })
    };
    view! {
        <Show when=move || planner.link_warnings.with(|warnings| !warnings.is_empty())>
            <section class="notice" id="link-notice">
                <h2>{strings.frame.link_notice}</h2>
                <ul>{lines}</ul>
                <button type="button" on:click=move |_| planner.link_warnings.set(Vec::new())>
                    {strings.frame.dismiss}
                </button>
            </section>
        </Show>
    }
}

/// Why the plan cannot exist, each reason with its repairs.
#[component]
fn Reasons(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let line = move |reason: &Reason| {
        let (text, repairs) = planner
            .plan
            .with_untracked(|plan| ((strings.reason)(reason, plan), repairs(plan, reason)));
        let buttons = repairs.into_iter().map(|repair| change_button(planner, vec![repair], None));
        view! { <li>{text}<div class="changes">{buttons.collect_view()}</div></li> }
    };
    let lines = move || planner.reasons.with(|reasons| reasons.iter().map(line).collect_view());
    view! {
        <Show when=move || !planner.is_legal()>
            <section class="notice illegal" id="reasons">
                <h2>{strings.frame.illegal}</h2>
                <ul>{lines}</ul>
            </section>
        </Show>
    }
}

/// What the plan asks for and the numbers leave out.
#[component]
fn NotModelled(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let parts = Memo::new(move |_| planner.estimate.with(|estimate| estimate.not_modelled.clone()));
    let lines = move || {
        let parts = parts.get().into_iter();
        parts.map(|part| view! { <li>{(strings.not_modelled)(part)}</li> }).collect_view()
    };
    view! {
        <Show when=move || parts.with(|parts| !parts.is_empty())>
            <section class="notice" id="not-modelled">
                <h2>{strings.frame.not_modelled}</h2>
                <ul>{lines}</ul>
            </section>
        </Show>
    }
}

/// Up to three ways to make the plan fit, each a button.
#[component]
fn Cures(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let needed = Memo::new(move |_| {
        planner.is_legal()
            && planner.estimate.with(|estimate| estimate.memory.verdict != Verdict::Fits)
    });
    let buttons = move || {
        planner.cures.with(|cures| match cures.as_deref() {
            None => view! { <p>{strings.frame.cures_pending}</p> }.into_any(),
            Some([]) => view! { <p>{strings.frame.no_cure}</p> }.into_any(),
            Some(cures) => {
                let buttons = cures.iter().map(|cure| cure_button(planner, cure));
                view! { <div class="changes">{buttons.collect_view()}</div> }.into_any()
            }
        })
    };
    view! {
        <Show when=move || needed.get()>
            <section class="notice" id="cures">
                <h2>{strings.frame.cures}</h2>
                {buttons}
            </section>
        </Show>
    }
}

fn cure_button(planner: Planner, cure: &Cure) -> impl IntoView + use<> {
    let effect = (planner.strings.cure_effect)(cure, planner.units.get());
    change_button(planner, cure.changes.clone(), Some(effect))
}

/// A button that makes these changes, with what they do.
fn change_button(planner: Planner, changes: Vec<Change>, effect: Option<String>) -> impl IntoView {
    let words = planner.plan.with_untracked(|plan| {
        let words: Vec<String> =
            changes.iter().map(|change| (planner.strings.change)(change, plan)).collect();
        words.join(", ")
    });
    let make = move |_| {
        planner.jump(|plan| {
            for change in &changes {
                change.apply(plan);
            }
        });
    };
    view! {
        <button type="button" class="change" on:click=make>
            <b>{words}</b>{effect.map(|effect| view! { <small>{effect}</small> })}
        </button>
    }
}
