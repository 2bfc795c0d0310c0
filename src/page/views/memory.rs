//! Memory of each pipeline stage, stacked by kind, against the card's line.

use leptos::prelude::*;
use shardwise::cost::memory::{Memory, StageMemory};
use shardwise::cost::units::Bytes;
use shardwise::text::MemoryKinds;

use super::{FoldedTable, Table};
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
    Kind {
        class: "weights",
        name: |k| k.weights,
        bytes: |s| s.state.weights,
    },
    Kind {
        class: "gradients",
        name: |k| k.gradients,
        bytes: |s| s.state.gradients,
    },
    Kind {
        class: "optimizer",
        name: |k| k.optimizer,
        bytes: |s| s.state.optimizer,
    },
    Kind {
        class: "activations",
        name: |k| k.activations,
        bytes: |s| s.activations,
    },
    Kind {
        class: "logits",
        name: |k| k.logits,
        bytes: |s| s.logits,
    },
    Kind {
        class: "buffers",
        name: |k| k.buffers,
        bytes: |s| s.buffers,
    },
    Kind {
        class: "overhead",
        name: |k| k.overhead,
        bytes: |s| s.overhead,
    },
];

/// Share of the track from which a part is wide enough for its figure.
const LABELLED: f64 = 0.065;
/// Stages from which rows lose their gaps and labels.
const DENSE: usize = 24;

/// The figure.
#[component]
pub(crate) fn MemoryView(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let count = Memo::new(move |_| planner.estimate(|estimate| estimate.memory.stages.len()));
    let is_dense = derived(move || count.get() >= DENSE);
    let line_at = line_at(planner);
    let line_name = derived(move || {
        let units = planner.units();
        planner
            .estimate(|estimate| (strings.verdict.card_line)(&units.size(estimate.memory.capacity)))
    });
    let sentence = derived(move || {
        let units = planner.units();
        planner.plan(|plan| {
            planner.estimate(|estimate| (strings.memory_sentence)(plan, estimate, units))
        })
    });
    let keys = KINDS.iter().map(|kind| {
        view! { <li><i class=kind.class></i>{(kind.name)(&strings.memory)}</li> }
    });
    view! {
        <figure id="memory" class="memory" aria-labelledby="memory-caption">
            <figcaption id="memory-caption"><b>{strings.verdict.memory_caption}</b>" "{sentence}</figcaption>
            <div class="stages" aria-hidden="true" class:dense=is_dense>
                <div class="card-line"><span style=("--at", line_at)>{line_name}</span></div>
                {move || (0..count.get()).map(|stage| row(planner, stage)).collect_view()}
            </div>
            <ul class="keys" aria-hidden="true">{keys.collect_view()}</ul>
            <FoldedTable planner figure="memory" name=strings.verdict.memory_caption numbers=numbers/>
        </figure>
    }
}

/// The track's length: a little beyond the card, doubled until the peak fits. It steps, so that
/// nothing re-ranges under a finger that moves the plan a little.
fn scale(memory: &Memory) -> f64 {
    let peak = memory.peak().0 as f64;
    let mut scale = memory.capacity.0 as f64 * 1.12;
    while scale < peak {
        scale *= 2.0;
    }
    scale
}

/// Where the card's line stands on the track.
fn line_at(planner: Planner) -> Signal<String> {
    derived(move || {
        planner.estimate(|estimate| {
            percent_of(estimate.memory.capacity.0 as f64 / scale(&estimate.memory))
        })
    })
}

/// One stage's bar.
fn row(planner: Planner, index: usize) -> impl IntoView {
    let word = planner.strings.memory.stage;
    let stage = move || {
        planner.estimate(|estimate| {
            estimate
                .memory
                .stages
                .get(index)
                .copied()
                .unwrap_or_default()
        })
    };
    let share =
        move |bytes: Bytes| bytes.0 as f64 / planner.estimate(|estimate| scale(&estimate.memory));
    let segments = KINDS.iter().map(|kind| {
        let width = derived(move || percent_of(share((kind.bytes)(&stage()))));
        let label = derived(move || {
            let bytes = (kind.bytes)(&stage());
            if share(bytes) < LABELLED {
                String::new()
            } else {
                planner.units().figure(bytes)
            }
        });
        view! { <i class=kind.class style:width=width>{label}</i> }
    });
    let beyond = move || {
        let capacity = planner.estimate(|estimate| estimate.memory.capacity);
        stage().total().saturating_sub(capacity)
    };
    let is_over = derived(move || beyond() > Bytes::ZERO);
    let excess = derived(move || percent_of(share(beyond())));
    let total = derived(move || planner.units().figure(stage().total()));
    let line_at = line_at(planner);
    view! {
        <div class="stage" class:over=is_over>
            <span class="name"><span class="word">{word}" "</span>{index.to_string()}</span>
            <div class="track">
                {segments.collect_view()}
                <u class="excess" style:left=line_at style:width=excess></u>
                <s class="limit" style:left=line_at></s>
            </div>
            <span class="total"><b>{total}</b></span>
        </div>
    }
}

/// The same numbers as a table.
fn numbers(planner: Planner) -> Table {
    let kinds = &planner.strings.memory;
    let units = planner.units();
    let first = [kinds.stage, ", ", units.symbol()].concat();
    let names = KINDS.iter().map(|kind| (kind.name)(kinds).to_owned());
    let row = |(index, stage): (usize, &StageMemory)| {
        let cells = KINDS.iter().map(|kind| units.figure((kind.bytes)(stage)));
        let ends = std::iter::once(units.figure(stage.total()));
        std::iter::once(index.to_string())
            .chain(cells)
            .chain(ends)
            .collect()
    };
    Table {
        headings: std::iter::once(first)
            .chain(names)
            .chain([kinds.total.to_owned()])
            .collect(),
        rows: planner
            .estimate(|estimate| estimate.memory.stages.iter().enumerate().map(row).collect()),
    }
}
