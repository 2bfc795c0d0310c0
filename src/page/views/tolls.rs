//! The five tolls: what each costs the present plan, the dearest one named.

use leptos::prelude::*;
use shardwise::cost::Estimate;
use shardwise::cost::step::StepTime;
use shardwise::cost::tolls::Toll;
use shardwise::cost::units::Seconds;
use shardwise::text::TimeKinds;
use shardwise::text::number::{duration, percent};

use super::memory::is_open;
use crate::page::derived;
use crate::page::header::percent_of;
use crate::page::planner::Planner;

/// A toll, its class, and its share of the card or of the step.
type Row = (Toll, &'static str, fn(&Estimate) -> f64);

/// Tolls on capacity, as shares of the card.
static CAPACITY: [Row; 2] = [
    (Toll::State, "state", Estimate::state_share),
    (Toll::Scratchpad, "scratchpad", Estimate::scratchpad_share),
];

/// Tolls on throughput, as shares of the step.
static THROUGHPUT: [Row; 3] = [
    (Toll::Cable, "cable", |estimate| estimate.tolls.cable),
    (Toll::Bubble, "bubble", |estimate| estimate.tolls.bubble),
    (Toll::LastInch, "last-inch", |estimate| estimate.tolls.last_inch),
];

/// The figure.
#[component]
pub(crate) fn TollsView(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let dominant = Memo::new(move |_| planner.estimate.with(|estimate| estimate.tolls.dominant));
    let row = move |(toll, class, share): &'static Row| {
        let text = (strings.toll)(*toll);
        let width = derived(move || planner.estimate.with(|estimate| percent_of(share(estimate))));
        let cost = derived(move || {
            let units = planner.units.get();
            planner.estimate.with(|estimate| {
                planner.plan.with_untracked(|plan| (strings.toll_cost)(*toll, plan, estimate, units))
            })
        });
        view! {
            <li class:dominant=derived(move || dominant.get() == *toll) title=text.what>
                <span class="name"><i class=*class></i>{text.name}</span>
                <span class="track" aria-hidden="true">
                    <i class=*class style:width=width></i>
                </span>
                <span class="cost">{cost}</span>
            </li>
        }
    };
    view! {
        <figure id="tolls" class="tolls" aria-labelledby="tolls-caption">
            <figcaption id="tolls-caption">
                <b>{strings.verdict.tolls_caption}</b>" "
                {derived(move || (strings.dominant_sentence)(dominant.get()))}
            </figcaption>
            <h3>{strings.verdict.capacity_tolls}</h3>
            <ul>{CAPACITY.iter().map(row).collect_view()}</ul>
            <h3>{strings.verdict.throughput_tolls}</h3>
            <ul>{THROUGHPUT.iter().map(row).collect_view()}</ul>
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
