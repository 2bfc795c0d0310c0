//! Fields of the pane of lessons.

use leptos::prelude::*;

use super::super::event::LessonPaneChoice;
use super::super::fields::option;
use super::super::state::ShareDialog;
use crate::store::PanelStore;

/// Makes a choice of a value that a field has.
pub(super) type MakeChoice<T> = Box<dyn Fn(T) -> LessonPaneChoice>;

/// Sends a choice, unless it changes nothing.
pub(super) fn choose(panel: PanelStore<ShareDialog>, choice: LessonPaneChoice) {
    panel.send_if(|dialog, _| dialog.lesson.chosen(choice));
}

/// A checkbox with its label.
pub(super) fn tick(
    panel: PanelStore<ShareDialog>,
    [name, value]: [&'static str; 2],
    words: String,
    is_ticked: bool,
    make: MakeChoice<bool>,
) -> AnyView {
    view! {
        <label class="tick">
            <input
                type="checkbox"
                name=name
                value=value
                autocomplete="off"
                prop:checked=is_ticked
                on:change:target=move |ev| choose(panel, make(ev.target().checked()))
            />
            {words}
        </label>
    }
    .into_any()
}

/// A list of options, of which one is chosen. It has an id, or the key of a control in `data-fate`.
pub(super) fn list(
    panel: PanelStore<ShareDialog>,
    [id, key]: [Option<&'static str>; 2],
    words: &[&'static str],
    chosen: usize,
    make: MakeChoice<usize>,
) -> AnyView {
    let options = words.iter().enumerate();
    let options: Vec<_> = options
        .map(|(index, word)| option(None, word, index == chosen))
        .collect();
    view! {
        <select
            id=id
            autocomplete="off"
            data-fate=key
            on:change:target=move |ev| {
                let index = usize::try_from(ev.target().selected_index());
                index.into_iter().for_each(|index| choose(panel, make(index)));
            }
        >
            {options}
        </select>
    }
    .into_any()
}
