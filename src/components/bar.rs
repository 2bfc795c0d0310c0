//! A coloured bar.

use leptos::prelude::*;

use crate::dom::figure::percent_of;
use crate::store::{Page, use_store};

/// A bar of a class, as wide as this share of its track.
#[component]
pub(crate) fn Bar(
    class: &'static str,
    share: impl Fn(&Page) -> f64 + Send + Sync + 'static,
) -> impl IntoView {
    let width = use_store().slice(move |page| percent_of(share(page)));
    view! { <i class=class style:width=width></i> }
}
