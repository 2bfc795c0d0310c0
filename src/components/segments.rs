//! Options side by side.

use leptos::prelude::*;

use crate::components::Late;
use crate::store::LatePlace;

/// Kinds of options side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SegmentKind {
    /// One of them is chosen.
    One,
    /// Any of them may be chosen.
    Any,
}

/// Options side by side, of which one or any may be chosen. The group around them has their name.
#[component]
pub(crate) fn Segments(
    /// The name that the inputs share.
    name: &'static str,
    options: Vec<&'static str>,
    kind: SegmentKind,
    /// The index of the chosen option, or one bit for each.
    chosen: ReadSignal<usize>,
    /// The key of a control whose options are marked.
    #[prop(default = None)]
    marked: Option<&'static str>,
    /// Receives the index of an option, and whether it is now chosen.
    on_choose: impl Fn(usize, bool) + Copy + 'static,
) -> impl IntoView {
    let input_type = match kind {
        SegmentKind::One => "radio",
        SegmentKind::Any => "checkbox",
    };
    let option = move |(index, word): (usize, &'static str)| {
        let is_chosen = move || match kind {
            SegmentKind::One => chosen.get() == index,
            SegmentKind::Any => chosen.get() >> index & 1 == 1,
        };
        view! {
            <label>
                <input
                    type=input_type
                    name=name
                    autocomplete="off"
                    value=index.to_string()
                    prop:checked=is_chosen
                    on:change:target=move |ev| on_choose(index, ev.target().checked())
                />
                <span>{word}</span>
                {marked.map(|key| view! { <Late place=LatePlace::Option(key, index)/> }.into_any())}
            </label>
        }
    };
    let options: Vec<_> = options.into_iter().enumerate().map(option).collect();
    view! { <div class="options">{options}</div> }
}
