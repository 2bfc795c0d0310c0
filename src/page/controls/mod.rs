//! The controls, grouped in the order in which a plan is made.

mod choice;
mod slider;
mod specs;

use leptos::prelude::*;
use shardwise::catalog::{self, GPUS, MODELS};

use super::derived;
use super::planner::Planner;
use choice::{Choice, Picker, list};
use slider::{Slider, SliderSpec};

/// All controls.
#[component]
pub(crate) fn Controls(planner: Planner) -> impl IntoView {
    let strings = planner.strings;
    let groups = &strings.groups;
    view! {
        <aside aria-label=strings.frame.controls>
            <section>
                <h2>{groups.model}</h2>
                <ModelPicker planner/>
                <details>
                    <summary>{groups.shape}</summary>
                    {sliders(planner, &specs::SHAPE)}
                    <Choice planner spec=&specs::GATED/>
                    <Choice planner spec=&specs::TIED/>
                    <ModelSource planner/>
                </details>
            </section>
            <section>
                <h2>{groups.cluster}</h2>
                <GpuPicker planner/>
                <Slider planner spec=&specs::GPUS/>
                <details>
                    <summary>{groups.card}</summary>
                    {sliders(planner, &specs::CARD)}
                    <GpuSource planner/>
                </details>
            </section>
            <section>
                <h2>{groups.layout}</h2>
                <Slider planner spec=&specs::TENSOR/>
                <Slider planner spec=&specs::PIPELINE/>
                <Slider planner spec=&specs::CONTEXT/>
                <p class="follows">
                    {derived(move || planner.plan.with(strings.data_follows))}
                </p>
                <Choice planner spec=&specs::ZERO/>
                <Slider planner spec=&specs::VIRTUAL/>
                <Choice planner spec=&specs::SCHEDULE/>
                <Choice planner spec=&specs::SEQUENCE_PARALLEL/>
                <Choice planner spec=&specs::CONTEXT_KIND/>
            </section>
            <section>
                <h2>{groups.batch}</h2>
                {sliders(planner, &specs::BATCH)}
                <p class="follows">
                    {derived(move || planner.plan.with(strings.batch_follows))}
                </p>
            </section>
            <section>
                <h2>{groups.levers}</h2>
                <Choice planner spec=&specs::RECOMPUTE/>
                <Choice planner spec=&specs::FLASH/>
                <Choice planner spec=&specs::CROSS_ENTROPY/>
                <Choice planner spec=&specs::DTYPE/>
                <Picker planner spec=&specs::OPTIMIZER/>
            </section>
            <section>
                <h2>{groups.run}</h2>
                {sliders(planner, &specs::RUN)}
                <Picker planner spec=&specs::RECIPE/>
                <Choice planner spec=&specs::OVERLAP/>
            </section>
        </aside>
    }
}

fn sliders(planner: Planner, specs: &'static [SliderSpec]) -> impl IntoView {
    specs.iter().map(|spec| view! { <Slider planner spec/> }).collect_view()
}

/// The catalogue of models.
#[component]
fn ModelPicker(planner: Planner) -> impl IntoView {
    let now = Memo::new(move |_| {
        let preset = planner.plan.with(|plan| plan.model.preset);
        MODELS.iter().position(|entry| entry.model.preset == preset).unwrap_or(MODELS.len())
    });
    let pick = move |index: usize| {
        if let Some(entry) = MODELS.get(index) {
            planner.jump(|plan| plan.model = entry.model);
        }
    };
    let label = planner.strings.controls.model;
    list(label, "model", MODELS.iter().map(|entry| entry.name), now, pick)
}

/// The catalogue of cards.
#[component]
fn GpuPicker(planner: Planner) -> impl IntoView {
    let now = Memo::new(move |_| {
        let preset = planner.plan.with(|plan| plan.cluster.gpu.preset);
        GPUS.iter().position(|entry| entry.gpu.preset == preset).unwrap_or(GPUS.len())
    });
    let pick = move |index: usize| {
        if let Some(entry) = GPUS.get(index) {
            planner.jump(|plan| plan.cluster.gpu = entry.gpu);
        }
    };
    let label = planner.strings.controls.gpu;
    list(label, "gpu", GPUS.iter().map(|entry| entry.name), now, pick)
}

/// Where the model's shape is published.
#[component]
fn ModelSource(planner: Planner) -> impl IntoView {
    let preset = Memo::new(move |_| planner.plan.with(|plan| plan.model.preset));
    let source = derived(move || catalog::model_entry(preset.get()).map(|entry| entry.source));
    view! { <p class="source">{source}</p> }
}

/// Where the card's figures are published.
#[component]
fn GpuSource(planner: Planner) -> impl IntoView {
    let preset = Memo::new(move |_| planner.plan.with(|plan| plan.cluster.gpu.preset));
    let source = derived(move || catalog::gpu_entry(preset.get()).map(|entry| entry.source));
    view! { <p class="source">{source}</p> }
}
