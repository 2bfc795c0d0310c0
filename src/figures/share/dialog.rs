//! The dialog itself, as it is once it has been loaded: its panes, and which of them answers.

use std::cell::RefCell;

use crate::browser::events::target;
use crate::browser::file::File;
use crate::browser::{by_id, dialog, document, focus, late, sheet};
use crate::markup::{Drawn, Element, element};
use text::EN_SHARE;
use text::figures::ShareText;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::bring::Bring;
use super::copy::Copied;
use super::files::Files;
use super::lesson::{Lesson, own, writer};
use super::{Pane, Part, link};
use crate::figures::desk::{Desk, at};

/// All that the dialog does.
static PART: Part = Part {
    open,
    show,
    press,
    type_in,
    key,
    take,
};

/// Fetches it: what nothing but this calls is a part of the program of its own.
#[wasm_split(share, fallible)]
pub(super) fn load() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}

/// The dialog's id.
pub(super) const ID: &str = "take-along";
/// The id of its heading.
const HEADING: &str = "take-along-heading";
/// The id of what the chosen tab shows.
const PANE: &str = "take-along-pane";

/// The panes with the ids of their tabs.
static PANES: [(&str, Pane); 4] = [
    ("tab-link", Pane::Link),
    ("tab-lesson", Pane::Lesson),
    ("tab-files", Pane::Files),
    ("tab-import", Pane::Bring),
];

/// What the dialog shows, and what was chosen in it. It lives as long as the page.
pub(super) struct Dialog {
    drawn: Option<Drawn>,
    is_open: bool,
    pane: Pane,
    pub(super) copied: Copied,
    /// Whether the browser has refused to share the link.
    pub(super) is_unshared: bool,
    pub(super) lesson: Lesson,
    pub(super) files: Files,
    pub(super) bring: Bring,
}

thread_local! {
    static DIALOG: RefCell<Dialog> = const { RefCell::new(Dialog::new()) };
}

/// What it says.
pub(super) const fn words() -> &'static ShareText {
    &EN_SHARE
}

/// Does something at the dialog.
pub(super) fn with<T>(act: impl FnOnce(&mut Dialog) -> T) -> Option<T> {
    DIALOG.with(|dialog| Some(act(&mut *dialog.try_borrow_mut().ok()?)))
}

/// Draws the dialog again, from wherever its answers come.
pub(super) fn again() {
    at(show);
}

fn open(desk: &mut Desk, pane: Pane) {
    with(|dialog| {
        dialog.pane = pane;
        dialog.is_open = true;
    });
    show(desk);
    desk.afterwards(|| {
        if let Some(dialog) = by_id(ID) {
            dialog::show(&dialog);
        }
    });
}

/// Draws what has changed, while it is open.
fn show(desk: &mut Desk) {
    with(|dialog| {
        if !dialog.is_open {
            return;
        }
        let markup = dialog.draw(desk).into();
        if let Some(drawn) = &mut dialog.drawn {
            drawn.update(markup);
        } else {
            sheet::adopt(include_str!("../../../style/share.css"));
            let drawn = Drawn::new(markup);
            late::call(&late::get(&document(), "body"), "append", &[&drawn.node]);
            dialog.drawn = Some(drawn);
        }
        dialog.lesson.preview();
    });
}

/// Something is pressed.
fn press(desk: &mut Desk, event: &Event) {
    let Some(target) = target(event) else {
        return;
    };
    let id = target.id();
    // A press beside the dialog lands on it, too, but on nothing in it.
    if id == "take-along-close" || id == ID {
        close(desk);
    } else if id == own::OPEN {
        with(|dialog| dialog.lesson.open_own());
    } else if own::is_asked(event) {
        with(|dialog| dialog.lesson.load_own());
        show(desk);
    } else if let Some(&(_, pane)) = PANES.iter().find(|(tab, _)| *tab == id) {
        with(|dialog| dialog.pane = pane);
        show(desk);
    } else if let Ok(Some(button)) = target.closest(&["#", ID, " button"].concat()) {
        match button.id().as_str() {
            "bring-take" => super::bring::adopt(desk),
            "files-keep" => super::files::keep(desk),
            "code-keep" => link::keep_code(desk),
            "link-share" => link::offer(desk),
            id if id.starts_with(own::BUTTONS) => {
                with(|dialog| dialog.lesson.press_own(desk, id));
                if id == writer::TEMPLATE {
                    // It has done its work, and cannot hold the focus.
                    desk.afterwards(|| focus(own::TEXT));
                }
            }
            _ => super::copy::press(&button),
        }
        show(desk);
    }
}

/// Closes the dialog. Nothing that was chosen is lost.
pub(super) fn close(desk: &mut Desk) {
    with(|dialog| dialog.is_open = false);
    desk.afterwards(|| {
        if let Some(dialog) = by_id(ID) {
            dialog::close(&dialog);
        }
    });
}

/// Something is typed or chosen.
fn type_in(desk: &mut Desk, event: &Event) {
    let target = target(event).filter(|target| {
        let dialog = target.closest(&["#", ID].concat());
        dialog.is_ok_and(|dialog| dialog.is_some())
    });
    let Some(field) = target else {
        return;
    };
    // A number that is half typed, or taken out to be typed anew, is none yet.
    let is_number = field.get_attribute("type").as_deref() == Some("number");
    if is_number && event.type_() == "input" && late::get(&field, "value") == "" {
        return;
    }
    with(|dialog| match dialog.pane {
        Pane::Link => {}
        Pane::Lesson => dialog.lesson.type_in(&field),
        Pane::Files => dialog.files.type_in(&field),
        Pane::Bring => dialog.bring.type_in(desk, &field),
    });
    show(desk);
}

/// Arrows go from tab to tab; the browser closes the dialog by Escape.
fn key(desk: &mut Desk, event: &Event) {
    let Some(key) = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key) else {
        return;
    };
    if key == "Escape" {
        with(|dialog| dialog.is_open = false);
        return;
    }
    let id = target(event).map(|target| target.id()).unwrap_or_default();
    let Some(index) = PANES.iter().position(|(tab, _)| *tab == id) else {
        return;
    };
    let last = PANES.len() - 1;
    let next = match key.as_str() {
        "ArrowRight" if index == last => 0,
        "ArrowRight" => index + 1,
        "ArrowLeft" if index == 0 => last,
        "ArrowLeft" => index - 1,
        "Home" => 0,
        "End" => last,
        _ => return,
    };
    event.prevent_default();
    let (tab, pane) = PANES[next];
    with(|dialog| dialog.pane = pane);
    show(desk);
    desk.afterwards(move || focus(tab));
}

/// A file is to be read.
fn take(_: &mut Desk, file: File) {
    super::bring::read(&file);
}

impl Dialog {
    const fn new() -> Self {
        Self {
            drawn: None,
            is_open: false,
            pane: Pane::Link,
            copied: Copied::NONE,
            is_unshared: false,
            lesson: Lesson::NEW,
            files: Files::NEW,
            bring: Bring::NEW,
        }
    }

    fn draw(&mut self, desk: &Desk) -> Element {
        let words = words();
        let tabs = PANES.iter().zip(words.panes).map(|(&(id, pane), name)| {
            let is_chosen = pane == self.pane;
            element("button")
                .attribute("type", "button")
                .attribute("role", "tab")
                .id(id)
                .attribute("aria-controls", PANE)
                .attribute("aria-selected", if is_chosen { "true" } else { "false" })
                .attribute("tabindex", if is_chosen { "0" } else { "-1" })
                .child(name)
        });
        let (tab, _) = PANES
            .iter()
            .find(|(_, pane)| *pane == self.pane)
            .unwrap_or(&PANES[0]);
        let pane = match self.pane {
            Pane::Link => link::draw(desk, self.copied, self.is_unshared),
            Pane::Lesson => self.lesson.draw(desk, self.copied),
            Pane::Files => self.files.draw(desk, self.copied),
            Pane::Bring => self.bring.draw(desk),
        };
        element("dialog")
            .id(ID)
            .attribute("aria-labelledby", HEADING)
            .child(
                element("div")
                    .class("head")
                    .child(element("h2").id(HEADING).child(words.heading))
                    .child(
                        element("div")
                            .class("tabs")
                            .attribute("role", "tablist")
                            .attribute("aria-labelledby", HEADING)
                            .children(tabs.collect()),
                    )
                    .child(
                        element("button")
                            .attribute("type", "button")
                            .id("take-along-close")
                            .attribute("aria-label", words.close)
                            .attribute("title", words.close)
                            .child("×"),
                    ),
            )
            .child(
                element("div")
                    .id(PANE)
                    .attribute("role", "tabpanel")
                    .attribute("aria-labelledby", *tab)
                    .attribute("data-pane", *tab)
                    .children(pane),
            )
            .child(
                element("p")
                    .class("unseen")
                    .attribute("role", "status")
                    .child(self.copied.said()),
            )
    }
}
