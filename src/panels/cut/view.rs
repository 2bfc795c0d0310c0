//! View of the cut.

use formats::link::presentation::View;
use leptos::html::Div;
use leptos::prelude::*;
use text::cut;
use text::number::BytesText as _;
use web_sys::{KeyboardEvent, MouseEvent, PointerEvent};

use super::drawing::CutDrawing;
use super::handles::Handle;
use super::marks::RulerMarks;
use super::scene::CutScene;
use super::sheet::Sheet;
use super::state::{CutEvent, CutFigure, ID};
use super::{chosen, navigate};
use crate::browser::{pointer, size};
use crate::components::{Table, pixels};
use crate::controls::stands;
use crate::panels::figure::Figure;
use crate::store::{Event, Page, PanelStore};

/// Classes of the marks in the key, in the order of `text::cut::keys`.
const MARKS: [&str; 6] = [
    "frozen",
    "weights",
    "gradients",
    "optimizer",
    "elsewhere",
    "activations",
];

/// The whole figure.
pub(super) fn figure(panel: PanelStore<CutFigure>) -> AnyView {
    let area = NodeRef::<Div>::new();
    area.on_load(move |element| {
        size::on_resize(&element, move |size| {
            // A closed view has no size.
            if size[0] > 0.0 && panel.read(|figure, _| figure.size != size) {
                panel.send(CutEvent::Resized(size));
            }
        });
    });
    let moment = panel.page().slice(|page| page.moment.clone());
    let scene = Memo::new(move |_| {
        moment.track();
        panel.follow(CutFigure::scene)
    });
    view! {
        <Figure
            id=ID
            caption="cut-caption"
            name=cut::heading()
            sentence=panel.shown(|_, page| cut::sentence(page.cut()))
            table=panel.shown(|_, page| numbers(page))
        >
            <Key panel=panel/>
            <div class="cut-area">
                <div class="cut-sheet" node_ref=area>
                    <Gpus panel=panel scene=scene/>
                    {Handle::ALL
                        .map(|handle| view! { <HandleOf panel=panel scene=scene handle=handle/> })}
                </div>
                <section class="cut-chosen" tabindex="0" aria-label=cut::chosen()>
                    {panel.view(move |_, page| chosen::view(page, panel))}
                </section>
            </div>
        </Figure>
    }
    .into_any()
}

/// The key of the marks, and how replicas are drawn.
#[component]
fn Key(panel: PanelStore<CutFigure>) -> impl IntoView {
    let keys = panel.slice(|_, page| cut::keys(page.cut()));
    let marks = move || {
        let marks = MARKS.into_iter().zip(keys.get());
        let marks = marks.filter(|(_, name)| !name.is_empty());
        let marks = marks.map(|(class, name)| {
            view! {
                <li>
                    <i class=class></i>
                    {name}
                </li>
            }
        });
        marks.collect_view()
    };
    let has_replicas = panel.slice(|_, page| page.cut().data > 1);
    let options = [false, true]
        .into_iter()
        .zip([cut::drawn_stacked(), cut::drawn_apart()])
        .map(|(is_apart, name)| {
            let is_pressed =
                panel.shown(move |figure, page| (figure.is_apart(page) == is_apart).to_string());
            view! {
                <button
                    type="button"
                    aria-pressed=is_pressed
                    on:click=move |_| panel.send(CutEvent::SetApart(is_apart))
                >
                    {name}
                </button>
            }
        });
    view! {
        <div class="cut-tools" role="group" aria-label=cut::drawn() hidden=move || !has_replicas.get()>
            {options.collect_view()}
        </div>
        <button
            type="button"
            class="cut-watch"
            on:click=move |_| panel.page().send(Event::OpenTab(View::Watch))
        >
            {cut::watch()}
        </button>
        <ul class="keys cut-keys">
            {marks} <li class="hint">{cut::hint()}</li>
        </ul>
    }
}

/// The drawing, in which a press or a key chooses a GPU.
#[component]
fn Gpus(panel: PanelStore<CutFigure>, scene: Memo<CutScene>) -> AnyView {
    let marks = panel.page().slice(RulerMarks::of);
    let choose_pressed = move |click: MouseEvent| {
        panel.page().send_if(|page| {
            let point = pointer::place(&click)?;
            let seat = scene.with_untracked(|scene| scene.sheet.at(point))?;
            Some(Event::ChooseGpu(page.cut().gpu(seat)))
        });
    };
    let choose_by_key = move |press: KeyboardEvent| {
        let is_known = panel.page().send_if(|page| {
            let cut = page.cut();
            let gpu = navigate::step(cut, cut.seat(page.gpu()), &press.key())?;
            Some(Event::ChooseGpu(gpu))
        });
        if is_known {
            press.prevent_default();
        }
    };
    view! {
        <div
            class="cut-gpus"
            role="slider"
            tabindex="0"
            aria-label=text::map::gpu()
            aria-valuemin="0"
            aria-valuemax=panel.shown(|_, page| (page.cut().gpus() - 1).to_string())
            aria-valuenow=panel.shown(|_, page| page.gpu().to_string())
            aria-valuetext=panel.shown(|_, page| chosen::said(page))
            on:click=choose_pressed
            on:keydown=choose_by_key
        >
            {move || scene.with(drawing).into_any()}
            {move || marks.with(|marks| scene.with(|scene| marked(marks, &scene.sheet))).into_any()}
        </div>
    }
    .into_any()
}

/// The drawing of a scene.
fn drawing(scene: &CutScene) -> impl IntoView + use<> {
    let drawing = CutDrawing::new(scene);
    view! {
        <svg viewBox=view_box(&scene.sheet) aria-hidden="true">
            <defs>
                <pattern
                    id="cut-hatch"
                    width="5"
                    height="5"
                    patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)"
                >
                    <path class="hatch" d="M0 0v5"></path>
                </pattern>
            </defs>
            {drawing.all.view()}
            {drawing.twin.view()}
            {drawing.chosen.view()}
            {drawing.above.view()}
        </svg>
    }
}

/// The marks of the handles' stops, over the drawing.
fn marked(marks: &RulerMarks, sheet: &Sheet) -> impl IntoView + use<> {
    view! {
        <svg class="cut-marks" viewBox=view_box(sheet) data-old=marks.are_old aria-hidden="true">
            {marks.drawn(sheet).view()}
        </svg>
    }
}

fn view_box(sheet: &Sheet) -> String {
    let [width, height] = sheet.size.map(pixels);
    ["0 0 ", &width, " ", &height].concat()
}

/// A drag of a handle.
#[derive(Clone, Copy)]
struct Drag {
    /// The pointer's place in the window when the drag began.
    began: [f64; 2],
    /// The handle's place on its ruler at that time.
    from: [f64; 2],
    /// The degree at that time.
    degree: u64,
}

/// A handle: a slider of its axis.
#[component]
fn HandleOf(panel: PanelStore<CutFigure>, scene: Memo<CutScene>, handle: Handle) -> AnyView {
    let drag = StoredValue::new_local(None::<Drag>);
    let begin = move |press: PointerEvent| {
        press.prevent_default();
        pointer::capture(&press);
        let now = scene.with_untracked(|CutScene { sheet, .. }| {
            let [x, y] = handle.place(sheet);
            Drag {
                began: pointer::in_window(&press),
                from: [x - sheet.grid.left, y - sheet.grid.top],
                degree: handle.degree(&sheet.cut),
            }
        });
        drag.set_value(Some(now));
        panel.page().send(Event::StartDrag);
    };
    let follow = move |moved: PointerEvent| {
        let Some(Drag {
            began,
            from,
            degree,
        }) = drag.get_value()
        else {
            return;
        };
        let now = pointer::in_window(&moved);
        let to = [from[0] + now[0] - began[0], from[1] + now[1] - began[1]];
        panel
            .page()
            .send_if(|page| handle.nearest(page, handle.dragged(degree, from, to)));
    };
    let step = move |press: KeyboardEvent| {
        if panel
            .page()
            .send_if(|page| handle.stepped(page, &press.key()))
        {
            press.prevent_default();
        }
    };
    let end = move |_| drag.set_value(None);
    let is_offered =
        panel.slice(move |_, page| stands(page, handle.key()) && !page.is_locked(handle.key()));
    let degree = move || scene.with(|scene| handle.degree(&scene.sheet.cut).to_string());
    // A transform moves it: nothing is laid out again.
    let place = move || {
        let [x, y] = scene.with(|scene| handle.place(&scene.sheet).map(pixels));
        ["calc(", &x, "px - 50%) calc(", &y, "px - 50%)"].concat()
    };
    let arrow = match handle {
        Handle::Tensor => " ↔",
        Handle::Pipeline => " ↕",
        Handle::Data => " ⤢",
    };
    view! {
        <div
            class="cut-handle"
            data-handle=handle.key()
            role="slider"
            tabindex="0"
            hidden=move || !is_offered.get()
            aria-label=cut::handles()[handle as usize]
            aria-valuemin="1"
            aria-valuenow=degree
            aria-valuetext=degree
            style:translate=place
            on:pointerdown=begin
            on:pointermove=follow
            on:pointerup=end
            on:pointercancel=end
            on:keydown=step
        >
            {cut::axes()[handle as usize]}
            " "
            {degree}
            {arrow}
        </div>
    }
    .into_any()
}

/// The parts of the memory of each stage, as a table.
fn numbers(page: &Page) -> Table {
    let (cut, units) = (page.cut(), page.units());
    let stages = cut
        .stages
        .iter()
        .zip(&page.estimate.memory.stages)
        .enumerate();
    let rows = stages.map(|(place, (stage, held))| {
        let frozen = stage.frozen.map(|frozen| frozen.bytes);
        let trained = held
            .state
            .weights
            .saturating_sub(frozen.unwrap_or_default());
        let rest = [
            units.figure(trained),
            units.figure(held.state.gradients),
            units.figure(held.state.optimizer),
            units.figure(held.activations + held.logits),
            stage.in_flight.to_string(),
            units.figure(held.total()),
        ];
        let first = [place.to_string(), cut::layers(stage)];
        let frozen = frozen.map(|bytes| units.figure(bytes));
        first.into_iter().chain(frozen).chain(rest).collect()
    });
    let names = cut::headings(cut);
    Table {
        headings: names.into_iter().map(str::to_owned).collect(),
        rows: rows.collect(),
        foot: Vec::new(),
    }
}
