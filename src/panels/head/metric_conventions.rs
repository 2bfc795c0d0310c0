//! Conventions by which figures are counted: a line that names them, and the choices behind it.

use cost::convention::Conventions;
use leptos::prelude::*;

use crate::components::Select;
use crate::store::{Event, use_store};

/// The line under the figures, and the choices folded behind it.
#[component]
pub(super) fn MetricConventions() -> impl IntoView {
    let store = use_store();
    let words = store.read(|page| &page.strings.conventions);
    let sentence = store.slice(|page| {
        let conventions = page.settings.conventions();
        (page.strings.conventions.sentence)(conventions, page.draft.levers.dtype)
    });
    let choices = Conventions::CHOICES.iter().enumerate();
    let choices = choices.map(|(question, (key, _))| {
        view! {
            <label>
                {words.labels[question]}
                <Select
                    name=*key
                    options=words.options[question].to_vec()
                    chosen=store.slice(move |page| page.settings.conventions[question])
                    disabled=signal(false).0
                    on_choose=move |answer| store.send(Event::ChooseConvention(question, answer))
                />
            </label>
        }
    });
    view! {
        <details class="counting">
            <summary>{sentence}</summary>
            <div class="panel">
                {choices.collect_view()}
                <small>{words.verdict}</small>
            </div>
        </details>
    }
}
