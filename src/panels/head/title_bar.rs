//! Name of the tool and of the plan, and the actions on the whole plan.

use cost::plan::Word;
use leptos::prelude::*;

use crate::panels::{BAR_END, LATER_BAR};
use crate::store::{AddressCopy, Event, use_store};

/// The id of the field that shows the address if the clipboard is unavailable.
pub(crate) const ADDRESS: &str = "address";

/// The bar.
#[component]
pub(super) fn TitleBar() -> impl IntoView {
    let store = use_store();
    let words = store.read(|page| &page.strings.frame);
    let is_embedded = store.read(|page| page.presentation.embed);
    let title = store.slice(|page| (page.strings.plan_title)(&page.draft));
    let copy = store.slice(|page| {
        let words = &page.strings.frame;
        let is_copied = page.copied == AddressCopy::Yes;
        let copy = if is_copied {
            words.copied
        } else {
            words.copy_link
        };
        copy.to_owned()
    });
    let reset = signal(words.reset.to_owned()).0;
    let units = store.slice(|page| page.units().symbol().to_owned());
    let units_name =
        store.slice(|page| [page.strings.frame.units, " ", page.units().symbol()].concat());
    let theme = store.slice(|page| ["◐", "○", "●", "◎"][page.settings.theme.index()].to_owned());
    let theme_name = store.slice(|page| {
        let words = &page.strings.frame;
        [words.theme, ": ", words.themes[page.settings.theme.index()]].concat()
    });
    // An element without a box: later buttons become items of the bar.
    let bar_end = is_embedded.then(|| view! { <span id=BAR_END style:display="contents"></span> });
    view! {
        <div class="bar">
            <h1>{words.title}</h1>
            <p class="plan-title">{title}</p>
            // Undo, redo and the pin arrive with the later figures. They take their space from the
            // plan's name, so that no button beside them moves.
            <span id=LATER_BAR></span>
            <BarButton id="copy-link" words=copy name=copy press=|| Event::CopyLink/>
            <BarButton id="reset" words=reset name=reset press=|| Event::Reset/>
            <BarButton id="units" words=units name=units_name press=|| Event::SwitchUnits/>
            <BarButton id="theme" words=theme name=theme_name press=|| Event::NextTheme/>
            <AddressField/>
            {bar_end}
        </div>
    }
}

/// A button of the bar, and the event of a press on it.
#[component]
fn BarButton(
    id: &'static str,
    words: ReadSignal<String>,
    /// The name for screen readers.
    name: ReadSignal<String>,
    press: fn() -> Event,
) -> impl IntoView {
    let store = use_store();
    view! {
        <button type="button" id=id aria-label=name on:click=move |_| store.send(press())>
            {words}
        </button>
    }
}

/// The field of the address, for readers whose browser does not copy it.
#[component]
fn AddressField() -> impl IntoView {
    let store = use_store();
    let words = store.read(|page| page.strings.frame.copy_by_hand);
    let is_hidden = store.slice(|page| page.copied != AddressCopy::ByHand);
    let address = store.slice(|page| match page.copied {
        AddressCopy::ByHand => page.draft_address(),
        AddressCopy::No | AddressCopy::Yes => String::new(),
    });
    view! {
        <label class="by-hand" hidden=is_hidden>
            {words}
            <input type="text" id=ADDRESS readonly prop:value=address/>
        </label>
    }
}
