//! A slider over stops, with buttons for one step and a field for any other number.

use std::ops::RangeInclusive;

use leptos::prelude::*;

use super::NumberField;

/// Position of a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SliderState {
    /// The last stop.
    pub(crate) last: usize,
    /// The stop nearest to the value in force.
    pub(crate) stop: usize,
}

/// What a reader does with a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SliderInput {
    /// Moves to a stop.
    Stop(usize),
    /// Goes to the stop before.
    Less,
    /// Goes to the next stop.
    More,
    /// Types a number.
    Number(f64),
}

/// A slider of one row: −, the range, +, and a field that takes any number within limits.
///
/// The range counts stops, so that each press of an arrow key reaches a value that is offered.
#[component]
pub(crate) fn Slider(
    /// The id of the range.
    id: &'static str,
    /// The name for screen readers.
    name: String,
    /// The id of the help.
    help: String,
    /// Names of one step down and up.
    steps: [&'static str; 2],
    state: ReadSignal<SliderState>,
    limits: RangeInclusive<f64>,
    /// The value in force, see [`super::number_text`].
    number: ReadSignal<String>,
    /// The value in words.
    spoken: ReadSignal<String>,
    disabled: ReadSignal<bool>,
    on_input: impl Fn(SliderInput) + Copy + 'static,
) -> impl IntoView {
    let [less, more] = steps.map(|verb| [verb, ": ", &name].concat());
    // Assistive technology may send only `change`; others send both for one movement.
    let slide = move |field: &web_sys::HtmlInputElement| {
        on_input(SliderInput::Stop(field.value_as_number() as usize));
        // Where the plan has not followed, neither does the thumb.
        field.set_value_as_number(state.get_untracked().stop as f64);
    };
    let type_number = {
        let limits = limits.clone();
        move |number| {
            if limits.contains(&number) {
                on_input(SliderInput::Number(number));
            }
        }
    };
    view! {
        <div class="reach">
            <button
                type="button"
                class="step"
                tabindex="-1"
                aria-label=less
                disabled=disabled
                on:click=move |_| on_input(SliderInput::Less)
            >
                "−"
            </button>
            <input
                type="range"
                id=id
                autocomplete="off"
                min="0"
                step="1"
                prop:max=move || state.get().last as f64
                prop:value=move || state.get().stop as f64
                aria-valuetext=spoken
                aria-describedby=help
                disabled=disabled
                on:input:target=move |ev| slide(&ev.target())
                on:change:target=move |ev| slide(&ev.target())
            />
            <button
                type="button"
                class="step"
                tabindex="-1"
                aria-label=more
                disabled=disabled
                on:click=move |_| on_input(SliderInput::More)
            >
                "+"
            </button>
        </div>
        <NumberField
            name=name
            value=number
            limits=limits
            disabled=disabled
            on_type=type_number.clone()
            on_leave=type_number
        />
    }
}
