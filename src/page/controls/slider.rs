//! A slider over the values that an axis offers, with a box for any other number.

use std::ops::RangeInclusive;

use leptos::ev::Event;
use leptos::prelude::*;
use web_sys::HtmlInputElement;
use shardwise::cost::plan::Plan;
use shardwise::text::number::three_digits;
use shardwise::text::{Controls, Label};

use crate::page::derived;
use crate::page::planner::Planner;

/// What a slider is about. All values are numbers that a person would write, whole or not.
pub(crate) struct SliderSpec {
    /// Its key in a link, and its id.
    pub(crate) key: &'static str,
    /// Its words.
    pub(crate) label: fn(&Controls) -> Label,
    /// The values it steps through.
    pub(crate) values: fn(&Plan) -> Vec<f64>,
    /// The value in force.
    pub(crate) get: fn(&Plan) -> f64,
    /// Chooses a value.
    pub(crate) set: fn(&mut Plan, f64),
    /// What the box accepts.
    pub(crate) limits: RangeInclusive<f64>,
    /// The value in words, for a screen reader and large numbers.
    pub(crate) spoken: fn(f64) -> String,
}

/// The slider.
#[component]
pub(crate) fn Slider(planner: Planner, spec: &'static SliderSpec) -> impl IntoView {
    let label = (spec.label)(&planner.strings.controls);
    let frame = &planner.strings.frame;
    let values = Memo::new(move |_| planner.plan.with(spec.values));
    let value = Memo::new(move |_| planner.plan.with(spec.get));
    let position = Memo::new(move |_| values.with(|values| nearest(values, value.get())));
    let last = derived(move || values.with(|values| values.len().saturating_sub(1)).to_string());
    let place = derived(move || position.get().to_string());
    let spoken = derived(move || (spec.spoken)(value.get()));
    let number = derived(move || plain(value.get()));
    let choose = move |position: usize| {
        let chosen = values.with_untracked(|values| values.get(position).copied());
        if let Some(chosen) = chosen.filter(|&chosen| chosen != value.get_untracked()) {
            planner.change(|plan| (spec.set)(plan, chosen));
        }
    };
    let slide = move |event: Event| {
        if let Ok(position) = event_target_value(&event).parse() {
            choose(position);
        }
    };
    let type_in = move |event: Event| {
        // An empty or impossible number keeps the last one.
        let typed = event_target::<HtmlInputElement>(&event).value_as_number();
        if spec.limits.contains(&typed) && typed != value.get_untracked() {
            planner.change(|plan| (spec.set)(plan, typed));
        }
    };
    let step = move |up: bool| {
        let position = position.get_untracked();
        choose(if up { position + 1 } else { position.saturating_sub(1) });
    };
    let help = [spec.key, "-help"].concat();
    let name = if label.aside.is_empty() {
        label.name.to_owned()
    } else {
        [label.name, ", ", label.aside].concat()
    };
    view! {
        <div class="row" title=label.help>
            <label for=spec.key>{label.name}<small>{label.aside}</small></label>
            <div class="reach">
                <button type="button" class="step" tabindex="-1"
                    aria-label=[frame.less, ": ", &name].concat()
                    on:click=move |_| step(false)>"−"</button>
                <input type="range" id=spec.key autocomplete="off"
                    min="0" prop:max=last step="1"
                    prop:value=place
                    aria-valuetext=spoken
                    aria-describedby=help.clone()
                    on:input=slide on:change=slide
                    on:pointerdown=move |_| planner.start_drag()
                    on:pointerup=move |_| planner.end_drag()
                    on:pointercancel=move |_| planner.end_drag()/>
                <button type="button" class="step" tabindex="-1"
                    aria-label=[frame.more, ": ", &name].concat()
                    on:click=move |_| step(true)>"+"</button>
            </div>
            <input type="number" class="number" autocomplete="off" step="any"
                aria-label=name
                min=spec.limits.start().to_string() max=spec.limits.end().to_string()
                prop:value=number
                on:input=type_in on:change=type_in/>
            <span class="unseen" id=help>{label.help}</span>
        </div>
    }
}

/// The place of the value nearest to `value`.
fn nearest(values: &[f64], value: f64) -> usize {
    let above = values.partition_point(|&other| other < value);
    let closer_below =
        above > 0 && values.get(above).is_none_or(|&next| value - values[above - 1] < next - value);
    if closer_below { above - 1 } else { above }
}

/// A number as a box holds it: no grouping, and decimals only where there are some.
fn plain(value: f64) -> String {
    if value.fract() == 0.0 {
        return (value as u64).to_string();
    }
    let text = three_digits(value);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
