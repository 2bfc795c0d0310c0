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
    let idle = store.slice(|page| (page.strings.verdict.idle_sum)(&page.estimate));
    let capacity =
        store.slice(|page| (crate::store::words().frame.capacity)(&page.plan.cluster.gpu));
    view! {
        <section class="counting">
            <p>{sentence}</p>
            {choices.collect_view()}
            <small>{words.verdict}</small>
            <small>{idle}</small>
            <small>{capacity}</small>
        </section>
    }
}
