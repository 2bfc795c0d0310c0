//! The row of scenes; behind the name of each that the plan does not have stands the reason, in a
//! word. Beside it the variants of the open scene.

use cost::legal::Legal;
use cost::plan::Word;
use cost::step::StepTime;
use cost::trace::TraceScene;
use cost::units::Seconds;
use cost::why::Root;
use formats::link::presentation::View;
use leptos::html::Div;
use leptos::prelude::*;

use super::event::WatchEvent;
use super::signals::WatchSignals;
use super::state::WatchFigure;
use crate::browser::scroll_sideways_to;
use crate::panels::why::figure_button;
use crate::store::{Event, PanelStore};
use text::number::duration;
use text::{player, trace};

/// The scenes, and the button that leads to the cut.
#[component]
pub(super) fn SceneRow(panel: PanelStore<WatchFigure>, signals: WatchSignals) -> impl IntoView {
    let buttons = TraceScene::ALL.iter().map(|&scene| {
        let absent = move || {
            let absent = signals.scene.with(|shown| shown.absent);
            absent.get(scene as usize).copied().flatten()
        };
        let word = move || {
            absent()?;
            let store = panel.page();
            let word = store.read(|page| {
                let legal = Legal::check(&page.plan).ok()?;
                trace::absent_word(&legal, scene)
            })?;
            Some(view! { <small>{[" · ", word].concat()}</small> })
        };
        let is_open = move || signals.scene.with(|shown| shown.scene == Some(scene));
        view! {
            <button
                type="button"
                data-scene=scene.word()
                aria-pressed=move || is_open().to_string()
                aria-disabled=move || absent().is_some().then_some("true")
                title=absent
                on:click=move |_| {
                    if untrack(absent).is_none() {
                        panel.send(WatchEvent::Choose(scene));
                    }
                }
            >
                {trace::scene(scene)}
                {word}
            </button>
        }
    });
    let to_cut = move |_| panel.page().send(Event::OpenTab(View::Cut));
    let row = NodeRef::<Div>::new();
    Effect::new(move |_| {
        let shown = signals.scene.with(|shown| shown.scene);
        if let (Some(row), Some(scene)) = (row.get(), shown) {
            scroll_sideways_to(&row, scene as usize);
        }
    });
    view! {
        <div class="watch-scenes">
            <div role="group" aria-label=player::scenes() node_ref=row>
                {buttons.collect_view()}
            </div>
            <VariantRow panel=panel signals=signals/>
            <FigureOfStep panel=panel signals=signals/>
            <button type="button" class="watch-cut" on:click=to_cut>
                {player::to_cut()}
            </button>
        </div>
    }
}

/// The seconds that the scene's part takes of a whole step, which open their arithmetic.
#[component]
fn FigureOfStep(panel: PanelStore<WatchFigure>, signals: WatchSignals) -> impl IntoView {
    let store = panel.page();
    // These change with the plan, and not with each frame.
    let opened = store.slice(|page| page.opened);
    let time = store.slice(|page| page.estimate.time);
    move || {
        let scene = signals.scene.with(|shown| shown.scene)?;
        let (root, name, seconds) = figure_of(scene);
        let seconds = duration(time.with(seconds));
        let figure = figure_button(store, opened.get(), root.into(), seconds);
        Some(view! {
            <p class="watch-figure">
                {name()}
                " "
                {figure}
            </p>
        })
    }
}

/// A figure of the step: its root, its name, its seconds.
type FigureOfScene = (Root, fn() -> &'static str, fn(&StepTime) -> Seconds);

/// The figure of the step that a scene is about.
fn figure_of(scene: TraceScene) -> FigureOfScene {
    use text::why;
    match scene {
        TraceScene::Tensor => (Root::Tensor, why::root_tensor, |time| time.tensor),
        TraceScene::Zero | TraceScene::Data => (Root::Data, why::root_data, |time| time.data),
        TraceScene::Pipeline => (Root::Bubble, why::root_bubble, |time| time.bubble),
        TraceScene::Experts => (Root::Expert, why::root_expert, |time| time.expert),
        TraceScene::Context => (Root::Context, why::root_context, |time| time.context),
        TraceScene::Checkpoint => (Root::Recompute, why::root_recompute, |time| time.recompute),
        TraceScene::Optimizer => (Root::Optimizer, why::root_optimizer, |time| time.optimizer),
        TraceScene::Attention => (Root::Compute, why::root_compute, |time| time.compute),
    }
}

/// The variants of the shown scene, as buttons.
#[component]
fn VariantRow(panel: PanelStore<WatchFigure>, signals: WatchSignals) -> impl IntoView {
    move || {
        let variants = signals.scene.with(|shown| shown.variants.clone())?;
        let is_locked = variants.is_locked;
        let buttons = variants.list.into_iter().map(|variant| {
            let plan = variant.plan;
            let choose = move |_| panel.page().send(Event::Edit(Box::new((*plan).clone())));
            view! {
                <button
                    type="button"
                    aria-pressed=variant.is_present.to_string()
                    disabled=is_locked
                    on:click=choose
                >
                    {variant.name}
                </button>
            }
        });
        Some(view! {
            <div class="watch-variants" role="group" aria-label=variants.name>
                <span>{variants.name}</span>
                {buttons.collect_view()}
            </div>
        })
    }
}
