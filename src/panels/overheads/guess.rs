//! The prediction of a part of the step over its bar, where a reader can drag it.

use cost::why::Root;
use leptos::prelude::*;
use text::why_card::is_part_of_step;

use super::parts::{PARTS, before};
use crate::panels::guess_over_bar::guess_over_bar;
use crate::store::{Page, use_store};

/// The share of the step at which the part of a figure begins; none if no part of the bar has it.
fn begin(root: Root, page: &Page) -> Option<f64> {
    let of_bar = match root {
        Root::Tensor | Root::Context | Root::Expert | Root::Pipeline | Root::Data => {
            Root::Communication
        }
        root => root,
    };
    let place = PARTS.iter().position(|part| part.root == of_bar)?;
    is_part_of_step(root).then(|| before(&page.estimate, place))
}

/// The share of the step at which the prediction begins.
fn place(page: &Page) -> Option<f64> {
    begin(page.dragged_guess()?.figure.root, page)
}

/// The prediction of a part.
#[component]
pub(crate) fn TimeGuess() -> impl IntoView {
    let place = use_store().slice(place);
    move || {
        let begin = place.get()?;
        Some(view! {
            <div class="guess" aria-hidden="true">
                {guess_over_bar(begin, |page| page.estimate.time.total().0)}
            </div>
        })
    }
}
