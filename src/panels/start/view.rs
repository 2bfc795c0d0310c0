//! View of the card.

use leptos::prelude::*;

use super::famous::{FamousPlan, WIDTH};
use super::state::{FIRST_BUTTON, StartCard, StartEvent};
use crate::components::{CloseButton, pixels};
use crate::store::PanelStore;
use formats::goal::verdict_word;

/// Height of a bar, with the gap below it.
const ROW: f64 = 6.0;
/// Largest height of all bars of a plan, in CSS pixels.
const HEIGHT: f64 = 32.0;
/// Classes of the parts of a bar.
const PARTS: [&str; 3] = ["state", "activations", "overhead"];

/// The card. Its content is made only while it is open.
pub(super) fn card(panel: PanelStore<StartCard>) -> AnyView {
    let is_open = panel.slice(|state, _| state.open.is_some());
    view! {
        <section
            id="start"
            aria-labelledby="start-title"
            hidden=move || !is_open.get()
            data-open=is_open
            on:keydown=move |ev| {
                if ev.key() == "Escape" {
                    panel.send(StartEvent::Close);
                }
            }
        >
            {move || is_open.get().then(|| inside(panel))}
        </section>
    }
    .into_any()
}

fn inside(panel: PanelStore<StartCard>) -> impl IntoView {
    let plans = move || panel.follow(|state, _| state.famous.clone());
    let plans = move || {
        let plans = plans().into_iter();
        plans.map(|famous| plan(panel, famous)).collect::<Vec<_>>()
    };
    view! {
        <CloseButton
            id="start-close"
            name=text::start::close()
            press=move || panel.send(StartEvent::Close)
        />
        <h2 id="start-title">{text::start::title()}</h2>
        <p class="acts">
            <button
                type="button"
                id=FIRST_BUTTON
                on:click=move |_| panel.send(StartEvent::Tour)
            >
                {text::start::tour()}
            </button>
            <button
                type="button"
                id="start-look"
                on:click=move |_| panel.send(StartEvent::Close)
            >
                {text::start::look()}
            </button>
            <span>
                {text::start::or_open()}
                <button
                    type="button"
                    class="link"
                    id="start-import"
                    on:click=move |_| panel.send(StartEvent::Import)
                >
                    {text::start::import()}
                </button>
            </span>
        </p>
        <h3>{text::start::famous()}</h3>
        <ul class="keys" aria-hidden="true">
            {PARTS
                .into_iter()
                .zip(text::start::keys())
                .map(|(class, name)| {
                    view! {
                        <li>
                            <i class=class></i>
                            {name}
                        </li>
                    }
                })
                .collect_view()} <li>{text::start::key_capacity()}</li>
        </ul>
        <ul>{plans}</ul>
    }
}

/// A famous plan, as a button that takes it.
fn plan(panel: PanelStore<StartCard>, famous: FamousPlan) -> impl IntoView {
    let [model, cluster] = text::start::names(&famous.plan);
    let bars = famous.stages.iter().zip(0_u32..).map(|(widths, row)| {
        let mut from = 0.0;
        let parts = PARTS.iter().zip(widths).map(|(class, width)| {
            let x = from;
            from += width;
            view! {
                <rect
                    class=*class
                    x=pixels(x)
                    y=pixels(f64::from(row) * ROW)
                    width=pixels(*width)
                    height="5"
                ></rect>
            }
        });
        parts.collect::<Vec<_>>()
    });
    let bars: Vec<_> = bars.collect();
    let rows = bars.len() as f64 * ROW;
    let height = pixels((rows * 2.0).min(HEIGHT));
    let rows = pixels(rows);
    let view_box = ["0 0 ", &pixels(WIDTH + 2.0), " ", &rows].concat();
    let has_note = famous.note.is_some();
    let verdict = text::verdict::alone(famous.verdict);
    let rest = if has_note {
        famous.peak
    } else {
        text::start::challenge().to_owned()
    };
    let mfu =
        has_note.then(|| view! { <span>{text::conventions::mfu()} " " <b>{famous.mfu}</b></span> });
    let plan = famous.plan;
    view! {
        <li>
            <button
                type="button"
                on:click=move |_| panel.send(StartEvent::Take(Box::new(plan.clone())))
            >
                <b>{model}</b>
                <small>{cluster}</small>
                <svg viewBox=view_box height=height preserveAspectRatio="none" aria-hidden="true">
                    {bars}
                    <rect
                        class="capacity"
                        x=pixels(famous.capacity)
                        y="0"
                        width="1.5"
                        height=rows
                    ></rect>
                </svg>
                <span class="result">
                    <span>
                        <b data-state=verdict_word(famous.verdict)>{verdict}</b>
                        " "
                        {rest}
                    </span>
                    {mfu}
                </span>
                {famous.note.map(|text| view! { <small class="report">{text}</small> })}
            </button>
        </li>
    }
}
