//! Variants of a scene: other values of the control that the scene is about. A variant changes the
//! plan, so that all of the page follows.

use cost::legal::Legal;
use cost::plan::Plan;
use cost::trace::TraceScene;
use formats::link::Key;
use leptos::prelude::*;

use super::signals::WatchSignals;
use super::state::WatchFigure;
use crate::store::{Event, Page, PanelStore};

/// A value of the control that a scene is about.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant {
    /// The value, as its control names it.
    pub(super) name: String,
    /// The value, as [`Key::choice`] counts it, or as the number that it is.
    value: VariantValue,
    /// True if the plan has it.
    pub(super) is_present: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum VariantValue {
    Choice(usize),
    Number(f64),
}

/// The variants of a scene.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variants {
    key: Key,
    /// The name of the control.
    name: &'static str,
    /// True if the control is locked.
    is_locked: bool,
    /// The values that give a legal plan.
    pub(super) list: Vec<Variant>,
}

/// The control that a scene is about.
const fn key_of(scene: TraceScene) -> &'static str {
    match scene {
        TraceScene::Tensor => "tp",
        TraceScene::Zero | TraceScene::Data | TraceScene::Optimizer => "zero",
        TraceScene::Pipeline => "sched",
        TraceScene::Experts => "ep",
        TraceScene::Checkpoint => "ckpt",
        TraceScene::Context => "cpkind",
        TraceScene::Attention => "flash",
    }
}

impl Variants {
    /// The variants of a scene of the page's plan; `None` if there is one value only.
    pub(super) fn of(page: &Page, scene: TraceScene) -> Option<Self> {
        let key = Key::named(key_of(scene))?;
        let label = page.strings.label(key.name())?;
        let present = key.choice(&page.plan);
        let list: Vec<Variant> = if label.options.is_empty() {
            let number = key.number(&page.plan)?;
            let numbers = [number / 2.0, number, number * 2.0].into_iter();
            numbers
                .map(|value| Variant {
                    name: formats::number::fixed(value, 0),
                    value: VariantValue::Number(value),
                    is_present: value == number,
                })
                .collect()
        } else {
            let options = label.options.iter().enumerate();
            options
                .map(|(choice, name)| Variant {
                    name: (*name).to_owned(),
                    value: VariantValue::Choice(choice),
                    is_present: present == Some(choice),
                })
                .collect()
        };
        let is_offered = |variant: &Variant| {
            variant.is_present
                || changed(&page.plan, key, variant.value)
                    .is_some_and(|plan| Legal::check(&plan).is_ok())
        };
        let list: Vec<Variant> = list.into_iter().filter(is_offered).collect();
        (list.len() > 1).then_some(Self {
            key,
            name: label.name,
            is_locked: page.is_locked(key.name()),
            list,
        })
    }
}

/// A plan with another value of a key.
fn changed(plan: &Plan, key: Key, value: VariantValue) -> Option<Plan> {
    let mut changed = plan.clone();
    let is_set = match value {
        VariantValue::Choice(choice) => key.choose(&mut changed, choice),
        VariantValue::Number(number) => key.set_number(&mut changed, number),
    };
    is_set.then_some(changed)
}

/// The variants of the shown scene, as buttons.
#[component]
pub(super) fn VariantRow(panel: PanelStore<WatchFigure>, signals: WatchSignals) -> impl IntoView {
    move || {
        let variants = signals.scene.with(|shown| shown.variants.clone())?;
        let Variants {
            key,
            name,
            is_locked,
            list,
        } = variants;
        let buttons = list.into_iter().map(|variant| {
            let value = variant.value;
            let choose = move |_| {
                let plan = panel.page().read(|page| changed(&page.plan, key, value));
                if let Some(plan) = plan {
                    panel.page().send(Event::Edit(Box::new(plan)));
                }
            };
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
            <div class="watch-variants" role="group" aria-label=name>
                <span>{name}</span>
                {buttons.collect_view()}
            </div>
        })
    }
}
