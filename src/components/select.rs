//! Options in a list.

use leptos::prelude::*;

use crate::components::Late;
use crate::store::LatePlace;

/// Options in a list that opens, of which one is chosen.
#[component]
pub(crate) fn Select(
    /// The list's id, if a label refers to it.
    #[prop(optional)]
    id: Option<&'static str>,
    /// The list's name in a form.
    #[prop(optional)]
    name: Option<&'static str>,
    options: Vec<&'static str>,
    /// The index of the chosen option; past the last if none is.
    chosen: ReadSignal<usize>,
    disabled: ReadSignal<bool>,
    /// The key of a control whose options are marked.
    #[prop(default = None)]
    marked: Option<&'static str>,
    /// Receives the index of an option.
    on_choose: impl Fn(usize) + 'static,
) -> impl IntoView {
    let option = move |(index, word): (usize, &'static str)| {
        let is_chosen = move || chosen.get() == index;
        view! {
            <option value=index.to_string() prop:selected=is_chosen>
                {word}
                {marked.map(|key| view! { <Late place=LatePlace::ListOption(key, index)/> }.into_any())}
            </option>
        }
    };
    let options: Vec<_> = options.into_iter().enumerate().map(option).collect();
    view! {
        <select
            id=id
            name=name
            autocomplete="off"
            disabled=disabled
            on:change:target=move |ev| {
                let index = usize::try_from(ev.target().selected_index());
                index.into_iter().for_each(&on_choose);
            }
        >
            {options}
        </select>
    }
}
