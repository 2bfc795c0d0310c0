//! Memory of the chosen GPU, and its exchanges with others.

use cost::cut::{Cut, FrozenWeights, Seat};
use cost::legal::Legal;
use cost::memory::StageMemory;
use cost::trace::TraceScene;
use cost::traffic::Route;
use cost::units::Bytes;
use cost::why::{Figure, Place, Root};
use leptos::prelude::*;
use text::number::BytesText as _;
use text::number::listed;
use text::{cut, map};

use super::state::{CutEvent, CutFigure};
use crate::panels::why::figure_button;
use crate::store::{Event, Page, PanelStore};

/// A line of what a GPU holds.
struct Held {
    /// The class of its mark.
    class: &'static str,
    name: &'static str,
    note: String,
    bytes: Bytes,
    /// The figure of which it is all; none of a part of one.
    root: Option<Root>,
}

/// The list of what the chosen GPU holds, and its messages.
pub(super) fn view(page: &Page, panel: PanelStore<CutFigure>) -> Option<impl IntoView + use<>> {
    let (cut, gpu, units) = (page.cut(), page.gpu(), page.units());
    let stage = cut.seat(gpu).stage as usize;
    let memory = &page.estimate.memory;
    let held = memory.stages.get(stage)?;
    let store = panel.page();
    let place = Place::Stage(stage);
    let figure = move |root: Option<Root>, value: String| match root {
        Some(root) => figure_button(store, page.opened, Figure { root, place }, value),
        None => value.into_any(),
    };
    let lines = held_by(cut, gpu, held).into_iter().map(|line| {
        view! {
            <div>
                <dt>
                    <i class=line.class></i>
                    {line.name}
                    <small>{line.note}</small>
                </dt>
                <dd>{figure(line.root, units.figure(line.bytes))}</dd>
            </div>
        }
    });
    let total = cut::total(memory.capacity, units);
    Some(view! {
        <h3>
            {cut::gpu(gpu)}
            " "
            <small>{cut::place(cut, gpu)}</small>
        </h3>
        <dl>
            {lines.collect_view()}
            <div class="sum">
                <dt>{total}</dt>
                <dd>{figure(Some(Root::MemoryTotal), units.figure(held.total()))}</dd>
            </div>
        </dl>
        {messages(page, gpu, panel)}
    })
}

/// The memory of a GPU, in the order of the memory bar.
fn held_by(cut: &Cut, gpu: u64, held: &StageMemory) -> Vec<Held> {
    let kinds = text::kinds::memory_terms();
    let seat = cut.seat(gpu);
    let Some(stage) = cut.stages.get(seat.stage as usize) else {
        return Vec::new();
    };
    let other = other_keeper(cut, seat);
    let [weights, gradients, optimizer] = stage.kept.map(|kept| cut::share(cut, kept, other));
    let part = cut::part(cut, gpu);
    let of_model = |share: &str| {
        if share.is_empty() {
            part.clone()
        } else {
            [&*part, "; ", share].concat()
        }
    };
    let line = |class, name, note, bytes, root| Held {
        class,
        name,
        note,
        bytes,
        root,
    };
    let weights = match stage.frozen {
        None => vec![line(
            "weights",
            kinds[0],
            of_model(&weights),
            held.state.weights,
            Some(Root::MemoryWeights),
        )],
        Some(FrozenWeights { kept, bytes }) => {
            let [frozen, trained_weights] = cut::weights(cut);
            let share = cut::share(cut, kept, other);
            let trained = held.state.weights.saturating_sub(bytes);
            vec![
                line("frozen", frozen, of_model(&share), bytes, None),
                line("weights", trained_weights, weights, trained, None),
            ]
        }
    };
    let logits = (held.logits > Bytes::ZERO).then(|| {
        let root = Some(Root::MemoryLogits);
        line("logits", kinds[4], String::new(), held.logits, root)
    });
    let before = [
        line(
            "gradients",
            kinds[1],
            gradients,
            held.state.gradients,
            Some(Root::MemoryGradients),
        ),
        line(
            "optimizer",
            kinds[2],
            optimizer,
            held.state.optimizer,
            Some(Root::MemoryOptimizer),
        ),
        line(
            "activations",
            kinds[3],
            cut::in_flight(cut, stage),
            held.activations,
            Some(Root::MemoryActivations),
        ),
    ];
    let behind = [
        line(
            "buffers",
            kinds[5],
            String::new(),
            held.buffers,
            Some(Root::MemoryBuffers),
        ),
        line(
            "overhead",
            kinds[6],
            String::new(),
            held.overhead,
            Some(Root::MemoryOverhead),
        ),
    ];
    let others = before.into_iter().chain(logits).chain(behind);
    weights.into_iter().chain(others).collect()
}

/// A GPU that keeps another shard of the same state.
fn other_keeper(cut: &Cut, seat: Seat) -> u64 {
    let next = if cut.data > 1 {
        Seat {
            data: (seat.data + 1) % cut.data,
            ..seat
        }
    } else {
        Seat {
            context: (seat.context + 1) % cut.context,
            ..seat
        }
    };
    cut.gpu(next)
}

/// The messages of a GPU: among whom, over which link, and how much of their time is exposed. The
/// drawing has all messages of the route at which the pointer is. The name of a message opens the
/// scene of the player that shows it.
fn messages(page: &Page, gpu: u64, panel: PanelStore<CutFigure>) -> Option<AnyView> {
    let placement = page.placement();
    let legs = placement.legs(gpu);
    if legs.is_empty() {
        return None;
    }
    let neighbours = placement.neighbours(gpu);
    let place = Place::Stage(page.cut().seat(gpu).stage as usize);
    let legal = Legal::check(&page.plan).ok()?;
    let lines = legs.iter().map(|leg| {
        let link = map::carrier(&page.plan.cluster.gpu, leg.carrier);
        let exposed = cut::exposed(link, leg.traffic.link, leg.traffic.exposed);
        let bytes = page.units().amount(leg.traffic.bytes);
        let is_all = legs
            .iter()
            .filter(|other| root_of(other.route) == root_of(leg.route))
            .count()
            == 1;
        let bytes = match root_of(leg.route).filter(|_| is_all) {
            Some(root) => figure_button(panel.page(), page.opened, Figure { root, place }, bytes),
            None => bytes.into_any(),
        };
        let route = leg.route;
        let scene = TraceScene::of_route(&legal, route);
        let watch = move |_| panel.page().send(Event::OpenScene(scene));
        view! {
            <li
                on:pointerenter=move |_| panel.send(CutEvent::Point(Some(route)))
                on:pointerleave=move |_| panel.send(CutEvent::Point(None))
            >
                <button type="button" class="cut-message" title=cut::watch() on:click=watch>
                    {map::routes()[leg.route as usize]}
                    " ▸"
                </button>
                " "
                {map::partners(leg, neighbours)}
                " "
                {bytes}
                " "
                <small>{exposed}</small>
            </li>
        }
    });
    Some(
        view! {
            <h4>{cut::messages()}</h4>
            <ul>{lines.collect_view()}</ul>
        }
        .into_any(),
    )
}

/// The figure of the bytes that a stage's GPU sends on a route, with those of others like it.
const fn root_of(route: Route) -> Option<Root> {
    match route {
        Route::Tensor | Route::ExpertTensor => Some(Root::TrafficTensor),
        Route::Context => Some(Root::TrafficContext),
        Route::Expert => Some(Root::TrafficExpert),
        Route::Pipeline => Some(Root::TrafficPipeline),
        Route::Data | Route::AcrossShards | Route::ExpertData | Route::AcrossExpertShards => {
            Some(Root::TrafficData)
        }
        Route::Host => None,
    }
}

/// A GPU, its place and what it holds, for a screen reader.
pub(super) fn said(page: &Page) -> String {
    let (cut, gpu) = (page.cut(), page.gpu());
    let stage = cut.seat(gpu).stage as usize;
    let Some(held) = page.estimate.memory.stages.get(stage) else {
        return String::new();
    };
    let of = cut::total(page.estimate.memory.capacity, page.units());
    let parts = [cut::gpu(gpu), cut::place(cut, gpu), cut::part(cut, gpu)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let frozen = cut.stages.get(stage).and_then(|stage| stage.frozen);
    let groups = cut::state_groups(frozen, held.state.total(), page.units());
    let between = if groups.is_empty() { "" } else { "; " };
    [
        &*listed(&parts),
        between,
        &groups,
        "; ",
        &of,
        ": ",
        &page.units().figure(held.total()),
    ]
    .concat()
}
