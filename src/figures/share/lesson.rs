//! The planner in a lesson's page: what of it is shown, what is held, where it starts, what is to be
//! reached, and which lesson is opened, perhaps one of the teacher's own. Out of it comes a link, a
//! frame or an element, with a preview of what readers see.

mod goal;
mod named;
pub(super) mod own;
mod preview;
mod snippet;
pub(super) mod writer;

use crate::browser::address;
use crate::markup::{Element, element};
use cost::convention::MfuKind;
use cost::plan::Word;
use formats::link;
use formats::link::presentation::{Presentation, Theme, Unit, View};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element as Node, HtmlInputElement, HtmlSelectElement};

use super::code::Code;
use super::copy::{Copied, field, lines};
use super::dialog::words;
use super::link::drawn;
use crate::figures::desk::Desk;
use crate::figures::pieces::said;
use crate::page::controls::{Listed, listed};
use goal::Goal;
use own::Own;
use preview::Preview;
use snippet::{WAYS, Way};

/// What a teacher has chosen.
pub(super) struct Lesson {
    asked: Presentation,
    goal: Goal,
    own: Own,
    way: Way,
    preview: Preview,
}

/// What becomes of a control, in the order of its choices.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Free,
    Locked,
    Hidden,
}

const FATES: [Fate; 3] = [Fate::Free, Fate::Locked, Fate::Hidden];

impl Lesson {
    /// The whole page, as its reader likes it.
    pub(super) const NEW: Self = Self {
        asked: Presentation {
            embed: false,
            view: Vec::new(),
            hide: Vec::new(),
            lock: Vec::new(),
            lang: String::new(),
            theme: None,
            units: None,
            mfu: None,
            peak: None,
            mem: None,
            lesson: String::new(),
            goal: String::new(),
            table: false,
        },
        goal: Goal::NEW,
        own: Own::NEW,
        way: Way::Link,
        preview: Preview::NEW,
    };

    /// The pane.
    pub(super) fn draw(&mut self, desk: &Desk, copied: Copied) -> Vec<Element> {
        let words = &words().lesson;
        let plan = desk.page_plan();
        let fragment = link::encode(&plan);
        self.asked.goal = self.goal.text();
        self.preview.wanted = self.previewed(&fragment);
        let title = (desk.words.plan_title)(&plan);
        let [show, controls, look, goal, preview, take] = words.headings;
        let form = element("form")
            .class("choices")
            .child(section(show, self.views()))
            .child(section(controls, self.controls(desk)))
            .child(section(look, self.looks()))
            .child(section(
                goal,
                self.goal.draw(&plan, &desk.estimate, desk.is_stale),
            ))
            .child(section(words.opens.heading, self.opened()));
        let frame = element("iframe")
            .id(preview::FRAME)
            .attribute("title", preview)
            .attribute("loading", "lazy");
        let out = element("div")
            .class("out")
            .child(section(take, self.taken(&fragment, &title, copied)))
            .child(section(preview, vec![frame]));
        vec![
            said("p", "sentence", (words.sentence)(&title).into()),
            element("div").class("lesson").child(form).child(out),
        ]
    }

    /// The views, to be ticked.
    fn views(&self) -> Vec<Element> {
        let words = &words().lesson;
        let boxes = View::ALL.iter().map(|view| {
            let is_ticked = self.asked.view.contains(view);
            tick(
                "lesson-view",
                view.word(),
                is_ticked,
                (words.view)(view.word()),
            )
        });
        vec![
            element("div").class("ticks").children(boxes.collect()),
            said("p", "note", words.all_views.into()),
        ]
    }

    /// The controls, each with its fate, folded by group.
    fn controls(&self, desk: &Desk) -> Vec<Element> {
        let groups = listed(desk.strings());
        groups.into_iter().map(|group| self.group(group)).collect()
    }

    fn group(&self, group: Listed) -> Element {
        let words = &words().lesson;
        let fate = |key| self.fate(key);
        let count = |wanted| {
            let keys = group.controls.iter().map(|(key, _)| fate(key));
            keys.filter(|fate| *fate == wanted).count()
        };
        let counts = (words.fated)(count(Fate::Locked), count(Fate::Hidden));
        let rows = group.controls.iter().map(|&(key, name)| {
            let options = FATES.iter().zip(words.fates).map(|(option, word)| {
                element("option")
                    .property("selected", fate(key) == *option)
                    .child(word)
            });
            let select = element("select")
                .attribute("autocomplete", "off")
                .attribute("data-fate", key)
                .children(options.collect());
            element("label").child(name).child(select)
        });
        element("details")
            .child(
                element("summary")
                    .child(group.heading)
                    .child(" ")
                    .child(element("small").child(counts)),
            )
            .child(element("div").class("fates").children(rows.collect()))
    }

    fn fate(&self, key: &str) -> Fate {
        if self.asked.hide.contains(&key) {
            Fate::Hidden
        } else if self.asked.lock.contains(&key) {
            Fate::Locked
        } else {
            Fate::Free
        }
    }

    /// Theme, units, what an MFU counts, tables.
    fn looks(&self) -> Vec<Element> {
        let words = &words().lesson;
        let [theme, units, mfu] = words.looks;
        vec![
            choice(
                "lesson-theme",
                theme,
                &words.themes,
                place(self.asked.theme),
            ),
            choice("lesson-units", units, &words.units, place(self.asked.units)),
            choice("lesson-mfu", mfu, &words.mfu, place(self.asked.mfu)),
            tick("lesson-table", "", self.asked.table, words.tables),
        ]
    }

    /// The lesson that is opened, and the one that is being written.
    fn opened(&self) -> Vec<Element> {
        let mut opened = Vec::from(named::draw(&self.asked));
        opened.push(self.own.draw());
        opened
    }

    /// What is taken along, as a link, a frame or an element.
    fn taken(&self, fragment: &str, title: &str, copied: Copied) -> Vec<Element> {
        let words = &words().lesson;
        let ways = WAYS.iter().zip(words.ways).map(|(way, name)| {
            element("label")
                .child(
                    element("input")
                        .attribute("type", "radio")
                        .attribute("name", "lesson-way")
                        .attribute("autocomplete", "off")
                        .attribute("value", way.word())
                        .property("checked", *way == self.way),
                )
                .child(name)
        });
        let place = WAYS.iter().position(|way| *way == self.way).unwrap_or(0);
        let address = self.address(self.way != Way::Link, fragment);
        let text = snippet::text(self.way, &address, &self.asked, fragment, title);
        let code = (self.way == Way::Link)
            .then(|| Code::of(&address))
            .flatten();
        let mut taken = vec![
            element("div")
                .class("ways")
                .attribute("role", "radiogroup")
                .attribute("aria-label", words.headings[5])
                .children(ways.collect()),
            said("p", "note", words.way_help[place].into()),
            lines(field::CODE, words.ways[place], text),
            element("p").class("acts").child(copied.button(field::CODE)),
        ];
        let general = &super::dialog::words().link;
        if self.way == Way::Link {
            taken.push(drawn(code, general.code, general.no_code));
        }
        if snippet::is_file() {
            taken.push(said("p", "note", words.single.into()));
        }
        taken
    }

    /// The page's address with this query and fragment.
    fn address(&self, embed: bool, fragment: &str) -> String {
        let asked = Presentation {
            embed,
            ..self.asked.clone()
        };
        address::with(&asked.encode(), fragment)
    }

    /// The address at which the preview is. A lesson that is being written says itself what is
    /// shown, held and asked for.
    fn previewed(&self, fragment: &str) -> String {
        if self.own.is_empty() {
            return self.address(true, fragment);
        }
        let asked = Presentation {
            embed: true,
            theme: self.asked.theme,
            units: self.asked.units,
            mfu: self.asked.mfu,
            ..Self::NEW.asked
        };
        address::with(&asked.encode(), fragment)
    }

    /// Has the preview follow, once the teacher's hand rests.
    pub(super) fn preview(&mut self) {
        self.preview.rest();
    }

    /// The teacher's own lesson is opened.
    pub(super) fn open_own(&mut self) {
        self.own.open();
    }

    /// What it takes to write one is asked for again.
    pub(super) fn load_own(&mut self) {
        self.own.load();
    }

    /// A button of the teacher's own lesson is pressed.
    pub(super) fn press_own(&mut self, desk: &Desk, id: &str) {
        let fragment = link::encode(&desk.page_plan());
        self.own.press(id, &self.asked, &fragment);
    }

    /// Something is ticked, chosen or typed.
    pub(super) fn type_in(&mut self, field: &Node) {
        if self.own.type_in(field) {
            return;
        }
        if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
            let chosen = usize::try_from(select.selected_index()).unwrap_or(0);
            match select.id().as_str() {
                "lesson-theme" => self.asked.theme = chosen_of(chosen, Theme::ALL),
                "lesson-units" => self.asked.units = chosen_of(chosen, Unit::ALL),
                "lesson-mfu" => self.asked.mfu = chosen_of(chosen, MfuKind::ALL),
                _ => self.set_fate(select.get_attribute("data-fate").as_deref(), chosen),
            }
        } else if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
            match (input.name().as_str(), input.id().as_str()) {
                ("lesson-view", _) => self.tick_view(&input.value(), input.checked()),
                ("lesson-table", _) => self.asked.table = input.checked(),
                ("lesson-way", _) => self.way = Way::of(&input.value()),
                (_, named::FIELD) => self.asked.lesson = input.value(),
                _ => self.goal.type_in(input),
            }
        }
    }

    fn tick_view(&mut self, word: &str, is_ticked: bool) {
        let Some(&view) = View::ALL.iter().find(|view| view.word() == word) else {
            return;
        };
        self.asked.view.retain(|other| *other != view);
        if is_ticked {
            self.asked.view.push(view);
        }
        // In the order of the page, whatever was ticked first.
        let ticked = View::ALL
            .iter()
            .filter(|view| self.asked.view.contains(view));
        self.asked.view = ticked.copied().collect();
    }

    fn set_fate(&mut self, key: Option<&str>, chosen: usize) {
        let key = link::presentation::controls().find(|known| Some(*known) == key);
        let (Some(key), Some(fate)) = (key, FATES.get(chosen)) else {
            return;
        };
        for keys in [&mut self.asked.hide, &mut self.asked.lock] {
            keys.retain(|other| *other != key);
        }
        match fate {
            Fate::Free => {}
            Fate::Locked => self.asked.lock.push(key),
            Fate::Hidden => self.asked.hide.push(key),
        }
    }
}

/// A choice of words; the first of a list stands for what nobody has chosen.
fn chosen_of<W: Word>(chosen: usize, all: &[W]) -> Option<W> {
    all.get(chosen).copied().filter(|_| chosen > 0)
}

fn place<W: Word>(chosen: Option<W>) -> usize {
    chosen.map_or(0, Word::index)
}

fn section(heading: &'static str, inside: Vec<Element>) -> Element {
    element("section")
        .child(element("h3").child(heading))
        .children(inside)
}

/// A box to be ticked.
fn tick(name: &'static str, value: &'static str, is_ticked: bool, words: &'static str) -> Element {
    let field = element("input")
        .attribute("type", "checkbox")
        .attribute("name", name)
        .attribute("value", value)
        .attribute("autocomplete", "off")
        .property("checked", is_ticked);
    element("label").class("tick").child(field).child(words)
}

/// A list of words.
fn choice(id: &'static str, name: &'static str, words: &[&'static str], chosen: usize) -> Element {
    let options = words.iter().enumerate().map(|(index, word)| {
        element("option")
            .property("selected", index == chosen)
            .child(*word)
    });
    element("label")
        .class("choice")
        .child(element("span").child(name))
        .child(
            element("select")
                .id(id)
                .attribute("autocomplete", "off")
                .children(options.collect()),
        )
}
