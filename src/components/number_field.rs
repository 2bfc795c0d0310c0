//! A field for a number.

use std::ops::RangeInclusive;

use formats::number::digits;
use leptos::prelude::*;

/// A field for a number that may be missing. When it is left it shows the value in force again,
/// whatever was typed.
#[component]
pub(crate) fn NumberField(
    /// The field's id, if a label refers to it.
    #[prop(optional)]
    id: Option<&'static str>,
    /// The field's name for screen readers, if no label refers to it.
    #[prop(optional)]
    name: Option<String>,
    /// Help that appears under the pointer.
    #[prop(optional)]
    title: Option<&'static str>,
    /// The value in force, see [`number_text`]; empty if there is none.
    value: ReadSignal<String>,
    limits: RangeInclusive<f64>,
    disabled: ReadSignal<bool>,
    /// Receives each number as it is typed, NaN for any other text.
    on_type: impl Fn(f64) + 'static,
    /// Receives what the field holds when it is left, NaN for what is not a number.
    on_leave: impl Fn(f64) + 'static,
) -> impl IntoView {
    view! {
        <input
            type="number"
            class="number"
            id=id
            title=title
            aria-label=name
            autocomplete="off"
            step="any"
            prop:min=*limits.start()
            prop:max=*limits.end()
            prop:value=value
            disabled=disabled
            on:input:target=move |ev| on_type(ev.target().value_as_number())
            on:change:target=move |ev| {
                let field = ev.target();
                on_leave(field.value_as_number());
                field.set_value(&value.get_untracked());
            }
        />
    }
}

/// A number as a field shows it: at most three decimals, one from a thousand on.
pub(crate) fn number_text(value: f64) -> String {
    let scale = if value < 1_000.0 { 1_000.0 } else { 10.0 };
    digits((value * scale).round() / scale)
}
