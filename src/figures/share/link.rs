//! The plan's link: to copy, to hand to other programs, to point a camera at.

use crate::browser::{address, file, share};
use crate::markup::{Element, element};
use formats::link;

use super::code::Code;
use super::copy::{Copied, field};
use super::dialog::{again, with, words};
use crate::figures::desk::Desk;
use crate::figures::pieces::said;

/// The pane.
pub(super) fn draw(desk: &Desk, copied: Copied, is_unshared: bool) -> Vec<Element> {
    let words = &words().link;
    let link = of(desk);
    let share = element("button")
        .attribute("type", "button")
        .id("link-share")
        .attribute("hidden", !share::is_possible())
        .child(words.share);
    let code = Code::of(&link);
    let keep = element("button")
        .attribute("type", "button")
        .id("code-keep")
        .attribute("hidden", code.is_none())
        .child(words.keep_code);
    let told = element("div")
        .child(said("p", "sentence", words.sentence.into()))
        .child(copied.line(field::LINK, words.field, link))
        .child(element("p").class("acts").child(share).child(keep))
        .child(
            said("p", "note", words.unshared.into())
                .attribute("role", "status")
                .attribute("hidden", !is_unshared),
        );
    let shared = element("div").class("shared").child(told);
    vec![shared.child(drawn(code, words.code, words.no_code))]
}

/// The picture, or why there is none.
pub(super) fn drawn(code: Option<Code>, name: &'static str, none: &'static str) -> Element {
    match code {
        Some(code) => code.draw(name),
        None => said("p", "", none.into()),
    }
}

/// The whole address of the page with its plan.
fn of(desk: &Desk) -> String {
    address::with_fragment(&link::encode(&desk.page_plan()))
}

/// Hands the link to other programs.
pub(super) fn offer(desk: &Desk) {
    let title = (desk.words.plan_title)(&desk.page_plan());
    share::offer(&title, &of(desk), || {
        with(|dialog| dialog.is_unshared = true);
        again();
    });
}

/// Keeps the picture as a file.
pub(super) fn keep_code(desk: &Desk) {
    if let Some(code) = Code::of(&of(desk)) {
        file::keep("shardwise-qr.svg", &code.svg());
    }
}
