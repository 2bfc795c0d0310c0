//! A field for a number.

use std::ops::RangeInclusive;

use formats::number::digits;
use leptos::prelude::*;

use crate::components::Late;
use crate::store::LatePlace;

/// A field for a number that may be missing. A number beyond the limits, or a text that is no
/// number, stays as it was typed, with a sentence about it, until it is changed or the value is.
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
    /// The key of the control.
    key: &'static str,
    /// The value in force, see [`number_text`]; empty if there is none.
    value: ReadSignal<String>,
    limits: RangeInclusive<f64>,
    disabled: ReadSignal<bool>,
    /// Receives each number as it is typed, NaN for any other text.
    on_type: impl Fn(f64) + 'static,
    /// Receives the number that the field holds when it is left, NaN if it is empty.
    on_leave: impl Fn(f64) + 'static,
) -> impl IntoView {
    let is_refused = RwSignal::new(false);
    let wrong = [key, "-wrong"].concat();
    let (first, last) = (*limits.start(), *limits.end());
    view! {
        <input
            type="number"
            class="number"
            id=id
            title=title
            aria-label=name
            aria-invalid=move || is_refused.get().to_string()
            aria-errormessage=wrong.clone()
            autocomplete="off"
            step="any"
            prop:min=first
            prop:max=last
            prop:value=move || {
                // The new value takes the place of what was refused.
                is_refused.set(false);
                value.get()
            }
            disabled=disabled
            on:input:target=move |ev| {
                let field = ev.target();
                is_refused.set(!field.check_validity());
                on_type(field.value_as_number());
            }
            on:change:target=move |ev| {
                let field = ev.target();
                if !is_refused.get_untracked() {
                    on_leave(field.value_as_number());
                    field.set_value(&value.get_untracked());
                }
            }
        />
        <p class="wrong" id=wrong role="alert">
            <Late place=LatePlace::Limits(first, last)/>
        </p>
    }
}

/// A number as a field shows it: at most three decimals, one from a thousand on.
pub(crate) fn number_text(value: f64) -> String {
    let scale = if value < 1_000.0 { 1_000.0 } else { 10.0 };
    digits((value * scale).round() / scale)
}
