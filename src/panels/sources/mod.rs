//! The sources of the figures of the chosen model and card.

use leptos::prelude::*;
use text::presets;

use crate::store::{Page, use_store};

/// The source of the model's shape.
#[component]
pub(super) fn ModelSource() -> impl IntoView {
    source(|page| presets::model_source(page.draft.model.preset))
}

/// The source of the card's figures.
#[component]
pub(super) fn CardSource() -> impl IntoView {
    source(|page| presets::gpu_source(page.draft.cluster.gpu.preset))
}

fn source(of: fn(&Page) -> &'static str) -> impl IntoView {
    let source = use_store().slice(move |page| of(page).to_owned());
    view! { <p class="follows">{source}</p> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panels::testing::{html_of, page};

    #[test]
    fn the_sources_follow_the_plan() {
        let page = page("#v=1&p=gpt3-175b/h800x64");
        assert!(html_of(&page, || view! { <ModelSource/> }).contains("Brown 2020"));
        assert!(html_of(&page, || view! { <CardSource/> }).contains("DeepSeek-V3 2024"));
    }
}
