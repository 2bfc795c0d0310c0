//! Conventions by which figures are counted: a line that names them, the choices, and the parts of
//! the idle time.

use cost::convention::Conventions;
use leptos::prelude::*;

use crate::components::Select;
use crate::store::{Event, use_store};

/// The line, and the choices.
#[component]
pub(super) fn MetricConventions() -> impl IntoView {
    let store = use_store();
    let labels = text::conventions::labels();
    let options = text::conventions::options();
    let sentence = store.slice(|page| {
        let conventions = page.settings.conventions();
        text::conventions::described(conventions, page.draft.levers.dtype)
    });
    let choices = Conventions::CHOICES.iter().enumerate();
    let choices = choices.map(|(question, (key, _))| {
        view! {
            <label>
                {labels[question]}
                <Select
                    name=*key
                    options=options[question].clone()
                    chosen=store.slice(move |page| page.settings.conventions[question])
                    disabled=signal(false).0
                    on_choose=move |answer| store.send(Event::ChooseConvention(question, answer))
                />
            </label>
        }
    });
    let idle = store.slice(|page| text::head::idle_parts(&page.estimate));
    let capacity = store.slice(|page| text::views::capacity_of(&page.plan.cluster.gpu));
    view! {
        <section class="counting">
            <p>{sentence}</p>
            {choices.collect_view()}
            <small>{text::conventions::verdict()}</small>
            <small>{idle}</small>
            <small>{capacity}</small>
        </section>
    }
}
