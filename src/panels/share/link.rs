//! The pane of the plan's link: to copy, to pass to other programs, or to scan as a QR code.

use super::code::Code;
use super::copy::field;
use super::event::ShareEvent;
use super::state::ShareDialog;
use super::words::{title, words};
use crate::browser::{file, share};
use crate::dom::components::said;
use crate::dom::{Element, element};
use crate::store::{Effects, Page};

/// The button that passes the link to other programs.
pub(super) const OFFER: &str = "link-share";
/// The button that saves the QR code.
pub(super) const KEEP: &str = "code-keep";

/// The pane.
pub(super) fn pane(dialog: &ShareDialog, page: &Page) -> Vec<Element> {
    let words = &words().link;
    let link = page.draft_address();
    let offer = element("button")
        .attribute("type", "button")
        .id(OFFER)
        .attribute("hidden", !dialog.can_offer)
        .child(words.share);
    let code = Code::of(&link);
    let keep = element("button")
        .attribute("type", "button")
        .id(KEEP)
        .attribute("hidden", code.is_none())
        .child(words.keep_code);
    let told = element("div")
        .child(said("p", "sentence", words.sentence.into()))
        .child(dialog.copied.line(field::LINK, words.field, link))
        .child(element("p").class("acts").child(offer).child(keep))
        .child(
            said("p", "note", words.unshared.into())
                .attribute("role", "status")
                .attribute("hidden", !dialog.is_refused),
        );
    let shared = element("div").class("shared").child(told);
    vec![shared.child(drawn(code, words.code, words.no_code))]
}

/// The picture, or the reason why there is none.
pub(super) fn drawn(code: Option<Code>, name: &'static str, none: &'static str) -> Element {
    match code {
        Some(code) => code.draw(name),
        None => said("p", "", none.into()),
    }
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
