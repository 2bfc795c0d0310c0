//! Memory of each pipeline stage, stacked by kind, against the card's line.

use leptos::prelude::*;
use shardwise::cost::memory::StageMemory;
use shardwise::cost::units::Bytes;
use shardwise::text::MemoryKinds;
use shardwise::text::number::Units;

use crate::page::derived;
use crate::page::header::percent_of;
use crate::page::planner::Planner;

/// A kind of memory: its class, its name, how to read it off a stage.
struct Kind {
    class: &'static str,
    name: fn(&MemoryKinds) -> &'static str,
    bytes: fn(&StageMemory) -> Bytes,
}

/// The kinds from left to right: what is always there first.
static KINDS: [Kind; 7] = [
    Kind { class: "weights", name: |k| k.weights, bytes: |s| s.state.weights },
    Kind { class: "gradients", name: |k| k.gradients, bytes: |s| s.state.gradients },
    Kind { class: "optimizer", name: |k| k.optimizer, bytes: |s| s.state.optimizer },
    Kind { class: "activations", name: |k| k.activations, bytes: |s| s.activations },
    Kind { class: "logits", name: |k| k.logits, bytes: |s| s.logits },
    Kind { class: "buffers", name: |k| k.buffers, bytes: |s| s.buffers },
    Kind { class: "overhead", name: |k| k.overhead, bytes: |s| s.overhead },
];

/// Share of the track from which a part is wide enough for its figure.
const LABELLED: f64 = 0.065;
/// Stages from which rows lose their gaps and labels.
const DENSE: usize = 24;

/// The figure.
#[component]
pub(crate) fn MemoryView(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let count = Memo::new(move |_| planner.estimate.with(|estimate| estimate.memory.stages.len()));
    let scale = Memo::new(move |_| {
        planner.estimate.with(|estimate| scale(estimate.memory.capacity, estimate.memory.peak()))
    });
    let capacity = Memo::new(move |_| planner.estimate.with(|estimate| estimate.memory.capacity));
    let line_at = derived(move || percent_of(capacity.get().0 as f64 / scale.get().0 as f64));
    let line_name =
        derived(move || (strings.verdict.card_line)(&planner.units.get().size(capacity.get())));
    let summary = derived(move || {
        let units = planner.units.get();
        planner.estimate.with(|estimate| {
            planner.plan.with_untracked(|plan| (strings.memory_sentence)(plan, estimate, units))
        })
    });
    let dense = derived(move || count.get() >= DENSE);
    let rows = move || (0..count.get()).collect::<Vec<_>>();
    let keys = KINDS.iter().map(|kind| {
        view! { <li><i class=kind.class></i>{(kind.name)(&strings.memory)}</li> }
    });
    view! {
        <figure id="memory" class="memory" aria-labelledby="memory-caption">
            <figcaption id="memory-caption"><b>{strings.verdict.memory_caption}</b>" "{summary}</figcaption>
            <div class="stages" aria-hidden="true" class:dense=dense>
                <div class="card-line"><span style:left=line_at>{line_name}</span></div>
                <For each=rows key=|stage| *stage children=move |stage| {
                    view! { <StageRow planner stage scale capacity/> }
                }/>
            </div>
            <ul class="keys" aria-hidden="true">{keys.collect_view()}</ul>
            <StageTable planner/>
        </figure>
    }
}

/// The track's length: a little beyond the card, doubled until the peak fits. It steps, so that
/// nothing re-ranges under a finger that moves the plan a little.
fn scale(capacity: Bytes, peak: Bytes) -> Bytes {
    let mut scale = capacity.scaled(1.12);
    while scale < peak && scale.0 < u64::MAX / 2 {
        scale = scale * 2;
    }
    scale
}

/// One stage's bar.
#[component]
fn StageRow(
    planner: Planner,
    stage: usize,
    scale: Memo<Bytes>,
    capacity: Memo<Bytes>,
) -> impl IntoView {
    let strings = planner.strings;
    let memory = Memo::new(move |_| {
        planner
            .estimate
            .with(|estimate| estimate.memory.stages.get(stage).copied().unwrap_or_default())
    });
    let share = move |kind: &'static Kind| {
        memory.with(|memory| (kind.bytes)(memory).0 as f64) / scale.get().0 as f64
    };
    let segments = KINDS.iter().map(|kind| {
        let label = derived(move || {
            if share(kind) < LABELLED {
                return String::new();
            }
            planner.units.get().figure(memory.with(kind.bytes))
        });
        let width = derived(move || percent_of(share(kind)));
        view! { <i class=kind.class style:width=width>{label}</i> }
    });
    let total = Memo::new(move |_| memory.with(StageMemory::total));
    let over = derived(move || total.get() > capacity.get());
    let line_at = derived(move || percent_of(capacity.get().0 as f64 / scale.get().0 as f64));
    let figure = derived(move || planner.units.get().figure(total.get()));
    // What lies beyond the card's line, marked by pattern.
    let excess = derived(move || {
        let beyond = total.get().saturating_sub(capacity.get());
        percent_of(beyond.0 as f64 / scale.get().0 as f64)
    });
    view! {
        <div class="stage" class:over=over>
            <span class="name"><span class="word">{strings.memory.stage}" "</span>{stage}</span>
            <div class="track">
                {segments.collect_view()}
                <u class="excess" style:left=line_at style:width=excess></u>
                <s class="limit" style:left=line_at></s>
            </div>
            <span class="total"><b>{figure}</b></span>
        </div>
    }
}

/// The same numbers as a table, made only while it is open.
#[component]
fn StageTable(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let open = RwSignal::new(false);
    let kinds = &strings.memory;
    let row = |index: usize, stage: &StageMemory, units: Units| {
        let cells = KINDS.iter().map(|kind| view! { <td>{units.figure((kind.bytes)(stage))}</td> });
        view! {
            <tr>
                <th scope="row">{index}</th>
                {cells.collect_view()}
                <td>{units.figure(stage.total())}</td>
            </tr>
        }
    };
    let table = move || {
        let units = planner.units.get();
        let headings = KINDS.iter().map(|kind| view! { <th scope="col">{(kind.name)(kinds)}</th> });
        let rows = planner.estimate.with(|estimate| {
            let stages = estimate.memory.stages.iter().enumerate();
            stages.map(|(index, stage)| row(index, stage, units)).collect_view()
        });
        view! {
            <div class="scroll" tabindex="0" role="region" aria-label=strings.verdict.memory_caption>
                <table>
                    <thead><tr>
                        <th scope="col">{kinds.stage}", "{units.symbol()}</th>
                        {headings.collect_view()}
                        <th scope="col">{kinds.total}</th>
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

/// Whether the `details` element that sent the event is open now.
pub(crate) fn is_open(event: &leptos::ev::Event) -> bool {
    use leptos::wasm_bindgen::JsCast;
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| element.has_attribute("open"))
}
