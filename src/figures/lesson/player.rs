//! The panel itself, as it is once it has been loaded: its state, how it is drawn, and which of
//! what happens in the page is its affair. `opening.rs` opens lessons and goes to their steps,
//! `acting.rs` does what readers ask for there.

use std::cell::RefCell;
use std::sync::Arc;

use crate::browser::events::target;
use crate::browser::late::call;
use crate::browser::{by_id, document, sheet};
use crate::markup::{Drawn, Element, element};
use cost::plan::Plan;
use lesson::OURS;
use text::EN_LESSON_FIGURE;
use text::figures::LessonFigureText;
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element as Node, Event, KeyboardEvent};

use super::menu::{self, Shelved, button};
use super::progress::Progress;
use super::run::Run;
use super::stage::Stage;
use super::summary::Copied;
use super::{Part, Wanted, panel};
use crate::figures::desk::Desk;
use crate::figures::loaded::{again, is_asked};
use crate::page::app::LATER;

/// All that the panel does.
static PART: Part = Part {
    open,
    show,
    rest,
    press,
    type_in,
    key,
    follow,
};

/// Fetches it: what nothing but this calls is a part of the program of its own.
#[wasm_split(lesson, fallible)]
pub(super) fn load() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}

/// The panel's id.
const ID: &str = "lesson";
/// The id of the title of what is open.
pub(super) const TITLE: &str = "lesson-title";
/// The attribute of the page that makes room for the panel: open, or folded away.
const ROOM: &str = "data-lesson";

/// What the button bears that asks again for a lesson that has not come.
pub(super) const RETRY: &str = "file";

/// The panel. It lives as long as the page.
pub(super) struct Player {
    pub(super) drawn: Option<Drawn>,
    pub(super) is_open: bool,
    pub(super) is_folded: bool,
    /// What is open; the menu where nothing is.
    pub(super) run: Option<Run>,
    /// Why what was asked for is not.
    pub(super) refused: Vec<String>,
    /// The address of what has not come, which may be asked for again.
    pub(super) retry: Option<String>,
    /// Whether something is on its way that was asked for.
    pub(super) is_pending: bool,
    /// How often anything was asked for: what comes late of something else is dropped.
    pub(super) asked: u32,
    pub(super) shelf: [Shelved; OURS.len()],
    pub(super) progress: Progress,
    pub(super) stage: Stage,
    /// The address in the menu's field.
    pub(super) address: String,
    /// The plan from before the first step.
    pub(super) own: Option<Arc<Plan>>,
    pub(super) copied: Copied,
}

thread_local! {
    static PLAYER: RefCell<Option<Player>> = const { RefCell::new(None) };
}

/// What it says.
pub(super) const fn words() -> &'static LessonFigureText {
    &EN_LESSON_FIGURE
}

/// Does something at the panel.
pub(super) fn with<T>(act: impl FnOnce(&mut Player) -> T) -> Option<T> {
    PLAYER.with(|place| {
        let mut place = place.try_borrow_mut().ok()?;
        Some(act(place.get_or_insert_with(Player::new)))
    })
}

/// Opens what is wanted.
fn open(desk: &mut Desk, wanted: Wanted) {
    with(|player| match wanted {
        Wanted::Menu if player.is_open && player.run.is_none() => player.close(),
        Wanted::Menu => player.go_to_menu(desk),
        Wanted::At(address) => player.open_at(&address),
        Wanted::In(text) => player.open_text(desk, &text, None, ""),
    });
    show(desk);
}

/// Draws what has changed, while it is open.
pub(super) fn show(desk: &mut Desk) {
    with(|player| player.show(desk));
}

/// The plan has come to rest: the goal is judged.
fn rest(desk: &mut Desk) {
    with(|player| player.judge(desk));
}

/// Another tab has done something, which is looked up when it is next shown.
fn follow() {
    with(|player| player.progress.follow());
}

/// Something is pressed.
fn press(desk: &mut Desk, event: &Event) {
    let button = target(event).and_then(|element| element.closest("#lesson button").ok()?);
    if is_asked(event, RETRY) {
        with(Player::ask_again);
    }
    if let Some(button) = button {
        with(|player| player.press(desk, &button));
        show(desk);
    }
}

/// Something is typed or chosen.
fn type_in(desk: &mut Desk, event: &Event) {
    let Some(field) = target(event) else {
        return;
    };
    let Ok(Some(_)) = field.closest("#lesson") else {
        return;
    };
    with(|player| player.type_in(&field, event.type_() == "change"));
    show(desk);
}

/// Enter in a field is a press on the button beside it; Escape takes away what a word means.
fn key(desk: &mut Desk, event: &Event) {
    let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
    let Some(field) = target(event) else {
        return;
    };
    match key.as_deref() {
        Some("Escape") if field.matches(".term button") == Ok(true) => {
            call(&field, "blur", &[]);
        }
        Some("Enter") if field.id() == menu::ADDRESS => {
            with(Player::open_typed);
            show(desk);
        }
        Some("Enter") => {
            if let Some(place) = place_of(&field, "data-question") {
                with(|player| player.check(desk, place));
                show(desk);
            }
        }
        _ => {}
    }
}

/// The number in an attribute.
pub(super) fn place_of(element: &Node, attribute: &str) -> Option<usize> {
    element.get_attribute(attribute)?.parse().ok()
}

impl Player {
    fn new() -> Self {
        sheet::adopt(include_str!("../../../style/lesson.css"));
        Self {
            drawn: None,
            is_open: false,
            is_folded: false,
            run: None,
            refused: Vec::new(),
            retry: None,
            is_pending: false,
            asked: 0,
            shelf: Default::default(),
            progress: Progress::kept(),
            stage: Stage::default(),
            address: String::new(),
            own: None,
            copied: Copied::No,
        }
    }

    /// Draws the panel, or what is new in it.
    pub(super) fn show(&mut self, desk: &mut Desk) {
        if !self.is_open && self.drawn.is_none() {
            return;
        }
        if let Some(run) = &mut self.run {
            run.give_up_looking(&desk.page_plan());
        }
        let room = match (self.is_open, self.is_folded) {
            (false, _) => "",
            (true, false) => "open",
            (true, true) => "folded",
        };
        if let Some(root) = document().document_element()
            && root.get_attribute(ROOM).as_deref() != Some(room)
        {
            let _ = root.set_attribute(ROOM, room);
        }
        let markup = self.draw(desk).into();
        if let Some(drawn) = &mut self.drawn {
            drawn.update(markup);
            return;
        }
        let drawn = Drawn::new(markup);
        // Between the head and all else, as it is to be read.
        let main = by_id(LATER).and_then(|later| later.parent_element());
        if let Some(main) = main {
            let place = main.parent_node();
            let _ = place.map(|place| place.insert_before(&drawn.node, Some(&main)));
        }
        self.drawn = Some(drawn);
    }

    fn draw(&mut self, desk: &Desk) -> Element {
        let words = words();
        let panel = element("section")
            .id(ID)
            .attribute("aria-label", words.name)
            .attribute("hidden", !self.is_open);
        if !self.is_open {
            return panel;
        }
        let (title, body) = match &self.run {
            Some(run) => {
                let title = run.lesson.title.clone();
                (
                    title,
                    panel::draw(desk, run, &mut self.progress, self.copied),
                )
            }
            None => (words.all.to_owned(), self.menu(desk)),
        };
        let fold = words.fold[usize::from(self.is_folded)];
        let mut head = element("div").class("head");
        if self.run.is_some() {
            head = head.child(button("lesson-all", words.all));
        }
        head = head
            .child(element("strong").child(title))
            .child(
                button("lesson-fold", if self.is_folded { "▴" } else { "▾" })
                    .attribute(
                        "aria-expanded",
                        if self.is_folded { "false" } else { "true" },
                    )
                    .attribute("aria-label", fold)
                    .attribute("title", fold),
            )
            .child(
                button("lesson-close", "×")
                    .attribute("aria-label", words.close)
                    .attribute("title", words.close),
            );
        let (lesson, step, language) = match &self.run {
            Some(run) => (
                run.lesson.id.clone(),
                run.step().id.clone(),
                run.lesson.language.clone(),
            ),
            None => Default::default(),
        };
        let body = element("div")
            .class("body")
            .attribute("hidden", self.is_folded)
            .attribute("lang", language)
            .children(body);
        panel
            .attribute("data-lesson", lesson)
            .attribute("data-step", step)
            .child(head)
            .child(body)
    }

    fn menu(&mut self, desk: &Desk) -> Vec<Element> {
        let words = &words().menu;
        let plan = desk.page_plan();
        let has_own = self.own.as_ref().is_some_and(|own| **own != *plan);
        let mut parts = Vec::new();
        if self.is_pending {
            parts.push(element("p").class("pending").child(words.pending));
        }
        if !self.refused.is_empty() {
            // What was refused for what it says would be so again.
            let again = self.retry.as_ref().map(|_| again(RETRY));
            let faults = self
                .refused
                .iter()
                .map(|fault| element("li").child(fault.clone()));
            let refused = element("div")
                .class("refused")
                .attribute("role", "alert")
                .child(element("p").child(words.refused))
                .child(element("ul").children(faults.collect()))
                .children(again.into_iter().collect());
            parts.push(refused);
        }
        // In a place of their own, so that what stands behind keeps its place, and the focus.
        let mut parts = vec![element("div").children(parts)];
        let progress = &mut self.progress;
        parts.extend(menu::draw(
            desk,
            &self.shelf,
            progress,
            &self.address,
            has_own,
        ));
        parts
    }
}
