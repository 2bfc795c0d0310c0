//! The panel itself, as it is once it has been loaded: what is open in it, and what is done about
//! what happens there.

use std::cell::RefCell;
use std::sync::Arc;

use shardwise::browser::events::target;
use shardwise::browser::fetch::{self, Fetched};
use shardwise::browser::late::{call, global, set};
use shardwise::browser::{address, beside, by_id, clipboard, document, file, focus, json, sheet};
use shardwise::cost::plan::{Plan, Word};
use shardwise::lesson::{Address, LARGEST, Lesson, OURS, read};
use shardwise::link;
use shardwise::link::presentation::View;
use shardwise::markup::{Drawn, Element, element};
use shardwise::text::figures::LessonFigureText;
use shardwise::text::{EN_LESSON, EN_LESSON_FIGURE};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element as Node, Event, HtmlInputElement, KeyboardEvent};

use super::hints::Ahead;
use super::menu::{self, Shelved, button};
use super::progress::{Done, Progress};
use super::run::Run;
use super::stage::{Stage, element_of};
use super::summary::{self, Copied};
use super::{Part, Wanted, panel};
use crate::figures::desk::{Desk, at};
use crate::page::app::LATER;

/// All that the panel does.
static PART: Part = Part {
    open,
    show,
    rest,
    press,
    type_in,
    key,
};

/// Fetches it: what nothing but this calls is a part of the program of its own.
#[wasm_split(lesson, fallible)]
pub(super) fn load() -> Result<&'static Part, SplitLoaderError> {
    Ok(&PART)
}

/// The panel's id.
const ID: &str = "lesson";
/// The id of the title of what is open.
const TITLE: &str = "lesson-title";
/// The attribute of the page that makes room for the panel: open, or folded away.
const ROOM: &str = "data-lesson";

/// The panel. It lives as long as the page.
struct Player {
    drawn: Option<Drawn>,
    is_open: bool,
    is_folded: bool,
    /// What is open; the menu where nothing is.
    run: Option<Run>,
    /// Why what was asked for is not.
    refused: Vec<String>,
    /// Whether something is on its way that was asked for.
    is_pending: bool,
    /// How often anything was asked for: what comes late of something else is dropped.
    asked: u32,
    shelf: [Shelved; OURS.len()],
    progress: Progress,
    stage: Stage,
    /// The address in the menu's field.
    address: String,
    /// The plan from before the first step.
    own: Option<Arc<Plan>>,
    copied: Copied,
}

thread_local! {
    static PLAYER: RefCell<Option<Player>> = const { RefCell::new(None) };
}

/// What it says.
pub(super) const fn words() -> &'static LessonFigureText {
    &EN_LESSON_FIGURE
}

/// Does something at the panel.
fn with<T>(act: impl FnOnce(&mut Player) -> T) -> Option<T> {
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
fn show(desk: &mut Desk) {
    with(|player| player.show(desk));
}

/// The plan has come to rest: the goal is judged.
fn rest(desk: &mut Desk) {
    with(|player| player.judge(desk));
}

/// Something is pressed.
fn press(desk: &mut Desk, event: &Event) {
    let button = target(event).and_then(|element| element.closest("#lesson button").ok()?);
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
fn place_of(element: &Node, attribute: &str) -> Option<usize> {
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
    fn show(&mut self, desk: &mut Desk) {
        if !self.is_open && self.drawn.is_none() {
            return;
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
            let faults = self
                .refused
                .iter()
                .map(|fault| element("li").child(fault.clone()));
            let refused = element("div")
                .class("refused")
                .attribute("role", "alert")
                .child(element("p").child(words.refused))
                .child(element("ul").children(faults.collect()));
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

    // ---- What is opened -------------------------------------------------------------------------

    /// Something new is asked for; what was on its way is not waited for any more.
    fn anew(&mut self) -> u32 {
        self.is_pending = false;
        self.asked = self.asked.wrapping_add(1);
        self.asked
    }

    fn go_to_menu(&mut self, desk: &mut Desk) {
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

    fn close(&mut self) {
        self.anew();
        self.is_open = false;
        self.run = None;
        self.stage.clear();
    }

    /// Opens the lesson of an address, as a query or a reader gives it.
    fn open_at(&mut self, address: &str) {
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

    fn open_typed(&mut self) {
        let address = self.address.trim().to_owned();
        if !address.is_empty() {
            self.open_at(&address);
        }
    }

    /// Opens a lesson by its text; `name` is the address that it came from, if it has one.
    fn open_text(&mut self, desk: &mut Desk, text: &str, name: Option<&str>, step: &str) {
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
    fn refuse(&mut self, sentences: Vec<String>) {
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
    fn begin(&mut self, desk: &mut Desk, lesson: Lesson, name: String, step: &str) {
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
    fn enter(&mut self, desk: &mut Desk, place: usize) {
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
    fn bring(&mut self, place: usize) {
        if matches!(self.shelf[place], Shelved::Yes(_) | Shelved::Soon) {
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

    // ---- What happens ---------------------------------------------------------------------------

    fn press(&mut self, desk: &mut Desk, button: &Node) {
        if let Some(name) = button.get_attribute("data-lesson") {
            self.open_at(&name);
        } else if let Some(place) = place_of(button, "data-step") {
            self.enter(desk, place);
        } else if let Some(place) = place_of(button, "data-check") {
            self.check(desk, place);
        } else if let Some(word) = button.get_attribute("data-show") {
            let place = View::WORDS.iter().position(|known| *known == word);
            let view = place.and_then(|place| View::ALL.get(place).copied());
            desk.afterwards(move || view.map_or((), show_view));
        } else {
            self.press_named(desk, &button.id());
        }
    }

    fn press_named(&mut self, desk: &mut Desk, id: &str) {
        let place = self.run.as_ref().map_or(0, |run| run.place);
        match id {
            "lesson-close" => {
                self.close();
                refresh(desk);
                desk.afterwards(|| focus(super::BUTTON));
            }
            "lesson-all" => self.go_to_menu(desk),
            "lesson-fold" => self.is_folded = !self.is_folded,
            "lesson-open" => self.open_typed(),
            "lesson-own" => {
                if let Some(own) = self.own.take() {
                    desk.set_out((*own).clone());
                }
            }
            "lesson-forget" => self.progress.forget(),
            "lesson-back" => self.enter(desk, place.saturating_sub(1)),
            "lesson-restart" => self.enter(desk, place),
            "lesson-next" => self.go_on(desk),
            "lesson-hint" => self.ask(desk),
            "lesson-set" => self.set(desk),
            "lesson-copy" => self.copy(),
            "lesson-print" => {
                desk.afterwards(|| {
                    call(&global("self"), "print", &[]);
                });
            }
            _ => {}
        }
    }

    fn type_in(&mut self, field: &Node, is_done: bool) {
        let Some(input) = field.dyn_ref::<HtmlInputElement>() else {
            return;
        };
        if let Some(place) = place_of(field, "data-question") {
            let answer = self.run.as_mut().and_then(|run| run.answers.get_mut(place));
            if let Some(answer) = answer.filter(|answer| answer.text != input.value()) {
                answer.text = input.value();
                answer.said = None;
            }
            return;
        }
        match input.id().as_str() {
            menu::ADDRESS => self.address = input.value(),
            menu::KEEP => self.progress.set_kept(input.checked()),
            menu::FILE if is_done => {
                if let Some(file) = file::chosen(field) {
                    file::read(&file, LARGEST, take_file);
                }
            }
            _ => {}
        }
    }

    /// The step behind this one; behind the last one all lessons. A step that asks for nothing is
    /// done by that.
    fn go_on(&mut self, desk: &mut Desk) {
        let Some(run) = &self.run else {
            return;
        };
        let (place, count) = (run.place, run.lesson.steps.len());
        if !run.step().asks() {
            self.note(desk);
        }
        if place + 1 < count {
            self.enter(desk, place + 1);
        } else {
            self.go_to_menu(desk);
        }
    }

    /// Has an answer judged.
    fn check(&mut self, desk: &mut Desk, place: usize) {
        let Some(run) = &mut self.run else {
            return;
        };
        let questions = &run.lesson.steps[run.place].questions;
        let (Some(question), Some(answer)) = (questions.get(place), run.answers.get_mut(place))
        else {
            return;
        };
        answer.judge(question, desk);
        let spoken = answer.spoken();
        if !spoken.is_empty() {
            desk.say(spoken);
        }
        if run.is_done() {
            self.note(desk);
        }
    }

    /// Gives one more hint; from another plan the same ones again, of that.
    fn ask(&mut self, desk: &Desk) {
        let Some(run) = &mut self.run else {
            return;
        };
        let plan = desk.page_plan();
        let step = run.lesson.steps[run.place].clone();
        let Some(goal) = &step.goal else {
            return;
        };
        let is_same = run.ahead.as_ref().is_none_or(|ahead| ahead.is_from(&plan));
        if is_same {
            run.hints += 1;
        }
        if step.hints.is_empty() && !(is_same && run.ahead.is_some()) {
            let scene = run.lesson.scene_of(&step);
            run.ahead = Some(Ahead::look(&plan, goal, &scene));
        }
    }

    /// Does what the last hint says.
    fn set(&mut self, desk: &mut Desk) {
        let ahead = self.run.as_ref().and_then(|run| run.ahead.as_ref());
        if let Some(plan) = ahead.and_then(Ahead::plan) {
            desk.jump(plan);
        }
    }

    /// Judges the goal of the plan at rest.
    fn judge(&mut self, desk: &mut Desk) {
        let Some(run) = &mut self.run else {
            return;
        };
        if run.step().goal.is_none() {
            return;
        }
        let is_reached = run.is_reached(desk);
        if let Some(tell) = desk.lessons.tell.clone() {
            tell(&run.lesson.id, &run.step().id, is_reached);
        }
        let is_new = is_reached && !run.was_reached;
        run.was_reached = is_reached;
        run.has_reached |= is_reached;
        let is_done = is_reached && run.is_done();
        if is_new {
            let [reached, done] = words().told;
            desk.say_too(if is_done { done } else { reached }.to_owned());
        }
        if is_done {
            self.note(desk);
            self.show(desk);
        }
    }

    /// Notes that the step is done.
    fn note(&mut self, desk: &Desk) {
        let Some(run) = &self.run else {
            return;
        };
        let plan = desk.page_plan();
        let has_goal = run.step().goal.is_some();
        let done = Done {
            step: run.step().id.clone(),
            changes: run.changes(&plan).filter(|_| has_goal),
            link: if has_goal {
                link::encode(&plan)
            } else {
                String::new()
            },
        };
        self.progress.add(&run.name, done);
    }

    fn copy(&mut self) {
        let Some(run) = &self.run else {
            return;
        };
        let text = summary::text(run, &mut self.progress);
        clipboard::copy(&text, |worked| {
            let worked = worked || {
                if let Some(field) = by_id(summary::FIELD) {
                    call(&field, "select", &[]);
                }
                clipboard::copy_selected()
            };
            with(|player| player.copied = if worked { Copied::Yes } else { Copied::ByHand });
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
                Fetched::Nothing => player.refuse(vec![absent(address)]),
            }
        });
        show(desk);
    });
}

/// A file has been read, or is too large.
fn take_file(text: Option<String>) {
    at(|desk| {
        with(|player| match &text {
            Some(text) => player.open_text(desk, text, None, ""),
            None => {
                let refused = shardwise::lesson::Refused::TooLarge;
                player.refuse((EN_LESSON.refused)(&refused));
            }
        });
        show(desk);
    });
}

/// Draws the controls again, which read what is locked when they are drawn.
fn refresh(desk: &mut Desk) {
    let plan = (*desk.page_plan()).clone();
    desk.set_out(plan);
}

/// Whether the focus is in the panel.
fn has_focus() -> bool {
    let focused = document().query_selector("#lesson :focus");
    focused.is_ok_and(|focused| focused.is_some())
}

/// Brings a view into sight.
fn show_view(view: View) {
    let found = document().query_selector(&element_of(view));
    if let Ok(Some(view)) = found {
        let options = js_sys::Object::new();
        set(&options, "block", &"nearest".into());
        call(&view, "scrollIntoView", &[&options]);
    }
}
