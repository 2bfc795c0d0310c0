//! The menu of the head: what readers set once, and what concerns the whole page.

use cost::plan::Word;
use formats::link::presentation::{Theme, View};
use leptos::prelude::*;
use text::number::BytesText as _;

use super::metric_conventions::MetricConventions;
use crate::panels::predict::PredictEvent;
use crate::panels::share::ShareMenuButtons;
use crate::panels::start::StartEvent;
use crate::panels::toolbar::pin_or_unpin;
use crate::store::{AddressCopy, Event, HistoryStep, Part, use_store};

/// The id of the field that shows the address if the clipboard is unavailable.
pub(crate) const ADDRESS: &str = "address";

/// The menu: the link, the unit of memory, the theme, the plain plan, and how figures are counted.
#[component]
pub(crate) fn Menu() -> impl IntoView {
    let store = use_store();
    let copy = store.slice(|page| {
        let is_copied = page.copied == AddressCopy::Yes;
        let copy = if is_copied {
            text::frame::link_copied()
        } else {
            text::frame::copy_link()
        };
        copy.to_owned()
    });
    let reset = signal(text::frame::reset().to_owned()).0;
    let units = store.slice(|page| text::frame::units(page.units().symbol()));
    let theme = store.slice(|page| text::frame::theme(theme_name(page.settings.theme)));
    view! {
        <button type="button" id="menu" popovertarget="menu-items" aria-label=text::frame::menu()>
            "⋯"
        </button>
        <div id="menu-items" popover="auto">
            <MoreActions/>
            <BarButton id="copy-link" words=copy name=copy press=|| Event::CopyLink/>
            <BarButton id="reset" words=reset name=reset press=|| Event::Reset/>
            <BarButton id="units" words=units name=units press=|| Event::SwitchUnits/>
            <BarButton id="theme" words=theme name=theme press=|| Event::NextTheme/>
            <MetricConventions/>
            <small>{text::views::basis()}</small>
            <button
                type="button"
                popovertarget="menu-items"
                popovertargetaction="hide"
                on:click=move |_| store.send(Event::OpenTab(View::Accuracy))
            >
                {text::views::works()}
            </button>
        </div>
        <AddressField/>
    }
}

/// Actions that have no place in the bar of a small screen.
#[component]
fn MoreActions() -> impl IntoView {
    let store = use_store();
    let [_, redo, pin] = text::compare::bar();
    let open_start = move |_| store.tell(StartEvent::Open("menu"));
    view! {
        <button
            type="button"
            id="menu-redo"
            on:click=move |_| store.send(Event::Walk(HistoryStep::Forward))
        >
            {redo}
        </button>
        <button
            type="button"
            id="menu-pin"
            on:click=move |_| {
                store.send_if(pin_or_unpin);
            }
        >
            {pin}
        </button>
        <ShareMenuButtons/>
        <button
            type="button"
            id="menu-predict"
            popovertarget="menu-items"
            popovertargetaction="hide"
            on:click=move |_| store.open(Part::Predict, PredictEvent::Press)
        >
            {text::predict::button()}
        </button>
        <button
            type="button"
            id="menu-start"
            popovertarget="menu-items"
            popovertargetaction="hide"
            on:click=open_start
        >
            {text::start::menu()}
        </button>
    }
}

/// A button, and the event of a press on it.
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
    let words = text::frame::copy_address();
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

/// The name of a theme.
fn theme_name(theme: Theme) -> &'static str {
    use text::frame::{theme_auto, theme_dark, theme_light, theme_projector};
    [theme_auto(), theme_light(), theme_dark(), theme_projector()][theme.index()]
}
