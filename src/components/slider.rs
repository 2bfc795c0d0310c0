//! A slider over stops, with buttons for one step and a field for any other number.

use std::ops::RangeInclusive;

use leptos::prelude::*;

use super::{NumberField, sliding};

/// Position of a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SliderState {
    /// The last stop.
    pub(crate) last: usize,
    /// The stop nearest to the value in force.
    pub(crate) stop: usize,
}

/// Input of a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SliderInput {
    /// Move to a stop.
    Stop(usize),
    /// Step to the previous stop.
    Less,
    /// Step to the next stop.
    More,
    /// A typed number; NaN for any other text.
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
    // Where the plan has not followed, neither does the thumb.
    let handlers = sliding(
        move || state.get_untracked().stop as f64,
        move |stop| on_input(SliderInput::Stop(stop as usize)),
    );
    view! {
        <div class="reach">
            <StepButton
                name=less
                sign="−"
                disabled=disabled
                on_press=move || on_input(SliderInput::Less)
            />
            <input
                {..handlers}
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
            />
            <StepButton
                name=more
                sign="+"
                disabled=disabled
                on_press=move || on_input(SliderInput::More)
            />
        </div>
        <NumberField
            key=id
            name=name
            value=number
            limits=limits
            disabled=disabled
            on_type=move |number| on_input(SliderInput::Number(number))
            on_leave=move |number| on_input(SliderInput::Number(number))
        />
    }
}

/// The − or + at an end of a slider, whose arrow keys do the same.
#[component]
pub(crate) fn StepButton(
    #[prop(into)] name: String,
    sign: &'static str,
    disabled: ReadSignal<bool>,
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="step"
            tabindex="-1"
            aria-label=name
            disabled=disabled
            on:click=move |_| on_press()
        >
            {sign}
        </button>
    }
}
