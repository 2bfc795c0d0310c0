//! Opening lessons, ours and others', and going to their steps.

use crate::browser::fetch::{self, Fetched};
use crate::browser::late::{call, set};
use crate::browser::{address, beside, document, focus, json};
use formats::link::presentation::View;
use lesson::{Address, LARGEST, Lesson, OURS, read};
use text::EN_LESSON;

use super::menu::Shelved;
use super::player::{Player, TITLE, show, with, words};
use super::run::Run;
use super::stage::element_of;
use super::summary::Copied;
use crate::figures::desk::{Desk, at};

impl Player {
    /// Something new is asked for; what was on its way is not waited for any more.
    pub(super) fn anew(&mut self) -> u32 {
        self.is_pending = false;
        self.retry = None;
        self.asked = self.asked.wrapping_add(1);
        self.asked
    }

    pub(super) fn go_to_menu(&mut self, desk: &mut Desk) {
        self.anew();
        self.run = None;
        self.refused.clear();
        self.is_open = true;
        self.is_folded = false;
        self.stage.clear();
        // Controls show again what they may.
        refresh(desk);
        for place in 0..OURS.len() {
            self.bring(place);
        }
    }

    pub(super) fn close(&mut self) {
        self.anew();
        self.is_open = false;
        self.run = None;
        self.stage.clear();
    }

    /// Opens the lesson of an address, as a query or a reader gives it.
    pub(super) fn open_at(&mut self, address: &str) {
        self.is_open = true;
        self.refused.clear();
        let asked = self.anew();
        match Address::read(address) {
            Some(Address::Ours { name, step }) => {
                self.is_pending = true;
                fetch::text(&beside(&file_of(name)), LARGEST, move |fetched| {
                    arrive(fetched, asked, name, &step);
                });
            }
            Some(Address::File { address, step }) => {
                self.is_pending = true;
                let name = address.clone();
                fetch::text(&address, LARGEST, move |fetched| {
                    arrive(fetched, asked, &name, &step);
                });
            }
            None => self.refuse(vec![(words().menu.nowhere)(address)]),
        }
    }

    /// What has not come is asked for again: what was to be opened, and what the menu lacks.
    pub(super) fn ask_again(&mut self) {
        if let Some(address) = self.retry.take() {
            self.open_at(&address);
        }
        for place in 0..OURS.len() {
            if matches!(self.shelf[place], Shelved::Absent) {
                self.shelf[place] = Shelved::No;
                self.bring(place);
            }
        }
    }

    pub(super) fn open_typed(&mut self) {
        let address = self.address.trim().to_owned();
        if !address.is_empty() {
            self.open_at(&address);
        }
    }

    /// Opens a lesson by its text; `name` is the address that it came from, if it has one.
    pub(super) fn open_text(
        &mut self,
        desk: &mut Desk,
        text: &str,
        name: Option<&str>,
        step: &str,
    ) {
        self.is_open = true;
        self.anew();
        match read(text, json::parse) {
            Ok(lesson) => {
                let name = name.map_or_else(|| lesson.id.clone(), str::to_owned);
                self.begin(desk, lesson, name, step);
            }
            Err(why) => self.refuse((EN_LESSON.refused)(&why)),
        }
    }

    /// Says why nothing is opened, above the menu.
    pub(super) fn refuse(&mut self, sentences: Vec<String>) {
        self.run = None;
        self.is_pending = false;
        self.is_folded = false;
        self.refused = sentences;
        self.stage.clear();
        for place in 0..OURS.len() {
            self.bring(place);
        }
    }

    /// Begins a lesson, at a step or at the first one that is not done.
    pub(super) fn begin(&mut self, desk: &mut Desk, lesson: Lesson, name: String, step: &str) {
        self.refused.clear();
        let done = self.progress.of(&name);
        let is_open = |id: &String| !done.iter().any(|done| done.step == *id);
        let open = lesson.steps.iter().position(|step| is_open(&step.id));
        let place = lesson.place_of(step).or(open).unwrap_or(0);
        if self.own.is_none() {
            self.own = Some(desk.page_plan());
        }
        self.run = Some(Run::new(lesson, name));
        self.enter(desk, place);
    }

    /// Goes to a step of the lesson that is open: the page is set for it, and starts from its plan.
    pub(super) fn enter(&mut self, desk: &mut Desk, place: usize) {
        let Some(run) = &mut self.run else {
            return;
        };
        run.go_to(place);
        self.copied = Copied::No;
        self.is_folded = false;
        self.stage.set(&run.lesson.scene_of(run.step()), run.step());
        // The same plan, too: controls show what they may now.
        let plan = run.start().cloned();
        let plan = plan.unwrap_or_else(|| (*desk.page_plan()).clone());
        desk.set_out(plan);
        let view = run.step().marked_views.first().copied();
        // Whoever did not come from the panel is left where they are.
        let is_here = has_focus();
        desk.afterwards(move || {
            if is_here {
                focus(TITLE);
            }
            if let Some(view) = view.filter(|_| !address::is_embedded()) {
                show_view(view);
            }
        });
    }

    /// Fetches one of ours for the menu.
    pub(super) fn bring(&mut self, place: usize) {
        // Once: what has not come is asked for again by the reader alone.
        if !matches!(self.shelf[place], Shelved::No) {
            return;
        }
        self.shelf[place] = Shelved::Soon;
        fetch::text(&beside(&file_of(OURS[place])), LARGEST, move |fetched| {
            let lesson = match fetched {
                Fetched::Text(text) => read(&text, json::parse).ok(),
                Fetched::TooLarge | Fetched::Nothing => None,
            };
            let shelved = lesson.map_or(Shelved::Absent, |lesson| Shelved::Yes(Box::new(lesson)));
            with(|player| player.shelf[place] = shelved);
            at(show);
        });
    }
}

/// The file of one of ours.
fn file_of(name: &str) -> String {
    [name, ".json"].concat()
}

/// A lesson has come, or has not. `asked` is how often anything had been asked for with it.
fn arrive(fetched: Fetched, asked: u32, address: &str, step: &str) {
    at(|desk| {
        with(|player| {
            if player.asked != asked {
                return;
            }
            let [absent, too_large] = words().menu.absent;
            match &fetched {
                Fetched::Text(text) => player.open_text(desk, text, Some(address), step),
                Fetched::TooLarge => player.refuse(vec![too_large(address)]),
                Fetched::Nothing => {
                    player.refuse(vec![absent(address)]);
                    let mark = match step {
                        "" => "",
                        _ if OURS.contains(&address) => "/",
                        _ => "#",
                    };
                    player.retry = Some([address, mark, step].concat());
                }
            }
        });
        show(desk);
    });
}

/// A file has been read, or is too large.
pub(super) fn take_file(text: Option<String>) {
    at(|desk| {
        with(|player| match &text {
            Some(text) => player.open_text(desk, text, None, ""),
            None => {
                let refused = lesson::Refused::TooLarge;
                player.refuse((EN_LESSON.refused)(&refused));
            }
        });
        show(desk);
    });
}

/// Draws the controls again, which read what is locked when they are drawn.
pub(super) fn refresh(desk: &mut Desk) {
    let plan = (*desk.page_plan()).clone();
    desk.set_out(plan);
}

/// Whether the focus is in the panel.
fn has_focus() -> bool {
    let focused = document().query_selector("#lesson :focus");
    focused.is_ok_and(|focused| focused.is_some())
}

/// Brings a view into sight.
pub(super) fn show_view(view: View) {
    let found = document().query_selector(&element_of(view));
    if let Ok(Some(view)) = found {
        let options = js_sys::Object::new();
        set(&options, "block", &"nearest".into());
        call(&view, "scrollIntoView", &[&options]);
    }
}
