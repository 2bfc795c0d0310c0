//! The pane of the plan's link: to copy, to pass to other programs, or to scan as a QR code.

use leptos::prelude::*;

use super::code::{Code, drawn};
use super::copy::field;
use super::copy_view::line;
use super::event::ShareEvent;
use super::state::ShareDialog;
use super::words::title;
use crate::browser::{file, share};
use crate::store::{Effects, Page, PanelStore};

/// The pane.
pub(super) fn pane(panel: PanelStore<ShareDialog>) -> AnyView {
    let link = panel.slice(|_, page| page.draft_address());
    let code = Memo::new(move |_| Code::of(&link.get()));
    view! {
        <div class="shared">
            <div>
                <p class="sentence">{text::share::link_sentence()}</p>
                {move || line(panel, field::LINK, text::share::link_field(), link.get())}
                <p class="acts">
                    <button
                        type="button"
                        id="link-share"
                        hidden=move || panel.follow(|dialog, _| !dialog.can_offer)
                        on:click=move |_| panel.send(ShareEvent::Offer)
                    >
                        {text::share::link_share()}
                    </button>
                    <button
                        type="button"
                        id="code-keep"
                        hidden=move || code.with(Option::is_none)
                        on:click=move |_| panel.send(ShareEvent::KeepCode)
                    >
                        {text::share::link_keep_code()}
                    </button>
                </p>
                <p
                    class="note"
                    role="status"
                    hidden=move || panel.follow(|dialog, _| !dialog.is_refused)
                >
                    {text::share::link_unshared()}
                </p>
            </div>
            {move || code.with(|code| drawn(code.as_ref(), text::share::link_code(), text::share::link_no_code()))}
        </div>
    }
    .into_any()
}

/// Asks the browser whether it can pass links to other programs.
pub(super) fn ask_whether_offered(effects: &mut Effects<ShareEvent>) {
    effects.run(|sender| {
        if share::is_possible() {
            sender.send(ShareEvent::CanOffer);
        }
    });
}

/// Passes the link to other programs.
pub(super) fn offer(page: &Page, effects: &mut Effects<ShareEvent>) {
    let (title, link) = (title(&page.draft), page.draft_address());
    effects.run(move |sender| {
        share::offer(&title, &link, move || sender.send(ShareEvent::Refused));
    });
}

/// Saves the picture as a file.
pub(super) fn keep_code(page: &Page, effects: &mut Effects<ShareEvent>) {
    if let Some(code) = Code::of(&page.draft_address()) {
        effects.run(move |_| file::keep("shardwise-qr.svg", &code.svg()));
    }
}
