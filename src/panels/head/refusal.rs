//! Parts of the plan that the framework of its recipe does not run: beside the verdict, and as a
//! notice above the figures. The tables of frameworks come with a later part.

use cost::legal::Legal;
use formats::export::{Refusal, refusals};
use leptos::prelude::*;

use crate::store::{Page, use_store};

/// "· DeepSpeed 0.19 refuses it"; empty if the framework runs the plan.
#[component]
pub(crate) fn RefusalMark() -> impl IntoView {
    let words = use_store().slice(|page| {
        let found = found(page);
        let mark = found.first().map(mark).unwrap_or_default();
        (mark, sentences(&found, page).join(" "))
    });
    view! {
        <span class="refused" title=move || words.with(|(_, title)| title.clone())>
            {move || words.with(|(mark, _)| mark.clone())}
        </span>
    }
}

/// The sentences on what the framework does not run.
#[component]
pub(crate) fn RefusalNotice() -> impl IntoView {
    let sentences = use_store().slice(|page| sentences(&found(page), page));
    let lines = move || {
        let sentences = sentences.get().into_iter();
        sentences
            .map(|sentence| view! { <li>{sentence}</li> })
            .collect_view()
    };
    view! {
        <section
            class="notice"
            id="refusals"
            hidden=move || sentences.with(Vec::is_empty)
            data-open=move || sentences.with(|found| !found.is_empty())
        >
            <h2>{text::head::refusals()}</h2>
            <ul>{lines}</ul>
        </section>
    }
}

/// Parts of the present plan that the framework does not run.
fn found(page: &Page) -> Vec<Refusal> {
    Legal::check(&page.draft).map_or_else(|_| Vec::new(), |legal| refusals(&legal))
}

fn mark(refusal: &Refusal) -> String {
    [" · ", &text::head::refused_by(refusal)].concat()
}

fn sentences(found: &[Refusal], page: &Page) -> Vec<String> {
    let sentence = |refusal: &Refusal| text::exchange::refusal(refusal, &page.draft);
    found.iter().map(sentence).collect()
}
