//! Pointing at what leads to another plan: that plan is shown before it is chosen.

use std::sync::Arc;

use cost::plan::Plan;
use leptos::html::{ElementType, I};
use leptos::prelude::*;
use web_sys::Event;
use web_sys::wasm_bindgen::JsCast;

use super::state::StopsEvent;
use crate::browser::around::Around;
use crate::store::{Page, Store, use_store};

/// Calls back at these events of the element around `inner`, as long as the component lives that is
/// being made.
pub(super) fn listen_around<E>(
    inner: NodeRef<E>,
    events: &'static [&'static str],
    answer: impl Fn(&'static str, &Event) + Clone + 'static,
) where
    E: ElementType + 'static,
    E::Output: JsCast + Clone + AsRef<web_sys::Element> + 'static,
{
    let listeners = StoredValue::new_local(None);
    Effect::new(move |_| {
        if let Some(inner) = inner.get() {
            listeners.set_value(Some(Around::new(inner.as_ref(), events, answer.clone())));
        }
    });
}

/// Shows the plan to which the element around `inner` leads, while a reader points at it.
pub(super) fn show_around(
    store: Store,
    inner: NodeRef<I>,
    plan: impl Fn(&Page) -> Option<Plan> + Clone + 'static,
) {
    let events = &["pointerenter", "pointerleave", "focusin", "focusout"];
    listen_around(inner, events, move |name, _| {
        let points = matches!(name, "pointerenter" | "focusin");
        let plan = if points { store.read(&plan) } else { None };
        point(store, plan);
    });
}

/// Shows a plan in the figures; `None` ends that.
pub(super) fn point(store: Store, plan: Option<Plan>) {
    store.tell(StopsEvent::Point(plan.map(Box::new)));
}

/// The inside of a button that leads to a plan.
#[component]
pub(crate) fn Pointed(plan: Arc<Plan>) -> impl IntoView {
    let inner = NodeRef::<I>::new();
    show_around(use_store(), inner, move |_| Some(Plan::clone(&plan)));
    view! { <i hidden node_ref=inner></i> }
}
