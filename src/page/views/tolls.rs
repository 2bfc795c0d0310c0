//! The five tolls: what each costs the present plan, the dearest one named.

use leptos::prelude::*;
use shardwise::cost::step::StepTime;
use shardwise::cost::tolls::{Toll, Tolls};
use shardwise::cost::units::Seconds;
use shardwise::text::TimeKinds;
use shardwise::text::number::{duration, percent};

use super::memory::is_open;
use crate::page::header::percent_of;
use crate::page::planner::Planner;

/// A toll, its class, and its share of the step.
type Row = (Toll, &'static str, fn(&Tolls) -> f64);

static ROWS: [Row; 5] = [
    (Toll::State, "state", |tolls| tolls.state),
    (Toll::Scratchpad, "scratchpad", |tolls| tolls.scratchpad),
    (Toll::Cable, "cable", |tolls| tolls.cable),
    (Toll::Bubble, "bubble", |tolls| tolls.bubble),
    (Toll::LastInch, "last-inch", |tolls| tolls.last_inch),
];

/// The figure.
#[component]
pub(crate) fn TollsView(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let dominant = Memo::new(move |_| planner.estimate.with(|estimate| estimate.tolls.dominant));
    let rows = ROWS.iter().map(|(toll, class, share)| {
        let text = (strings.toll)(*toll);
        let share = Memo::new(move |_| planner.estimate.with(|estimate| share(&estimate.tolls)));
        let cost = Memo::new(move |_| {
            let units = planner.units.get();
            planner.estimate.with(|estimate| {
                planner.plan.with_untracked(|plan| (strings.toll_cost)(*toll, plan, estimate, units))
            })
        });
        view! {
            <li class:dominant=move || dominant.get() == *toll title=text.what>
                <span class="name"><i class=*class></i>{text.name}</span>
                <span class="track" aria-hidden="true">
                    <i class=*class style:width=move || percent_of(share.get())></i>
                </span>
                <span class="cost">{cost}</span>
            </li>
        }
    });
    view! {
        <figure id="tolls" class="tolls" aria-labelledby="tolls-caption">
            <figcaption id="tolls-caption">
                <b>{strings.verdict.tolls_caption}</b>" "
                {move || (strings.dominant_sentence)(dominant.get())}
            </figcaption>
            <ul>{rows.collect_view()}</ul>
            <TimeTable planner/>
        </figure>
    }
}

/// A part of a step: its name, and how to read it off.
type Part = (fn(&TimeKinds) -> &'static str, fn(&StepTime) -> Seconds);

static PARTS: [Part; 10] = [
    (|k| k.compute, |t| t.compute),
    (|k| k.recompute, |t| t.recompute),
    (|k| k.tensor, |t| t.tensor),
    (|k| k.context, |t| t.context),
    (|k| k.expert, |t| t.expert),
    (|k| k.pipeline, |t| t.pipeline),
    (|k| k.data, |t| t.data),
    (|k| k.bubble, |t| t.bubble),
    (|k| k.optimizer, |t| t.optimizer),
    (|k| k.step, StepTime::total),
];

/// A step's seconds as a table, made only while it is open.
#[component]
fn TimeTable(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let open = RwSignal::new(false);
    let kinds = &strings.time;
    let table = move || {
        let rows = planner.estimate.with(|estimate| {
            let time = &estimate.time;
            let row = |(name, seconds): &Part| {
                let seconds = seconds(time);
                view! {
                    <tr>
                        <th scope="row">{name(kinds)}</th>
                        <td>{duration(seconds)}</td>
                        <td>{percent(seconds.0 / time.total().0)}</td>
                    </tr>
                }
            };
            PARTS.iter().map(row).collect_view()
        });
        view! {
            <div class="scroll" tabindex="0" role="region" aria-label=strings.verdict.tolls_caption>
                <table>
                    <thead><tr>
                        <th scope="col">{kinds.step}</th>
                        <th scope="col">{kinds.seconds}</th>
                        <th scope="col">{kinds.share}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    };
    view! {
        <details on:toggle=move |event| open.set(is_open(&event))>
            <summary>{strings.frame.table}</summary>
            {move || open.get().then(table)}
        </details>
    }
}
