//! Messages between the page and the one around it, version 1. That page is told at once how high
//! this one is; all else only after its `hello`, and only at the origin that said it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::browser::frame::{Message, Parent, on_height};
use crate::browser::preferences;
use crate::browser::timing::after;
use cost::memory::Verdict;
use web_sys::wasm_bindgen::JsValue;

use crate::figures::{lesson_in, start_anew};
use crate::page::planner::{Planner, REST, State, THEMES};

/// What all messages say of themselves, in their field `ns`.
pub(crate) const NAME: &str = "shardwise";
/// The version of the protocol.
pub(crate) const VERSION: f64 = 1.0;
/// Any page may hear it.
const ANYONE: &str = "*";
/// The origin of a page that has none, as a file or a sandbox: it cannot be named, and the page
/// around this one is the only one that hears.
const NO_ORIGIN: &str = "null";
/// Pixels by which a page may grow or shrink without a word.
const SLACK: f64 = 2.0;

/// The page around this one, once it is found.
pub(super) struct Talk {
    planner: Planner,
    parent: Parent,
    /// The origin that said `hello`.
    origin: RefCell<Option<String>>,
    /// The height last told.
    height: Cell<f64>,
    /// The plan last told.
    told: RefCell<String>,
    /// What is to be reached, if anything is, and whether it is.
    goal: RefCell<Option<Quest>>,
}

/// What is to be reached.
#[derive(PartialEq)]
struct Quest {
    lesson: String,
    step: String,
    is_reached: bool,
}

/// Begins to talk, where there is a page around this one.
pub(super) fn open(planner: Planner) -> Option<Rc<Talk>> {
    let parent = Parent::find()?;
    let talk = Rc::new(Talk {
        planner,
        parent: parent.clone(),
        origin: RefCell::default(),
        height: Cell::new(0.0),
        told: RefCell::default(),
        goal: RefCell::default(),
    });
    let hearing = Rc::clone(&talk);
    parent.hear(move |message| hearing.hear(message));
    talk.say("ready", &[], ANYONE);
    let measuring = Rc::clone(&talk);
    on_height(move |height| measuring.tell_height(height));
    let telling = Rc::clone(&talk);
    at_rest(planner, move || telling.tell_change());
    Some(talk)
}

/// Calls back whenever the plan, or how it is looked at, has changed and come to rest.
pub(super) fn at_rest(planner: Planner, act: impl FnMut() + 'static) {
    let act = Rc::new(RefCell::new(act));
    let changes = Rc::new(Cell::new(0_u32));
    planner.on_change(move || {
        let change = changes.get().wrapping_add(1);
        changes.set(change);
        let (changes, act) = (Rc::clone(&changes), Rc::clone(&act));
        after(REST, move || {
            if changes.get() == change {
                (*act.borrow_mut())();
            }
        });
    });
}

impl Talk {
    /// Answers a message; what is none of the protocol is nothing.
    fn hear(&self, message: &Message) {
        if message.text("ns").as_deref() != Some(NAME) || message.number("v") != Some(VERSION) {
            return;
        }
        match message.text("type").as_deref() {
            Some("hello") => {
                self.origin.replace(Some(message.origin.clone()));
                self.tell_state();
                self.tell_quest();
            }
            Some("get") => self.tell_state(),
            Some("set") => {
                if let Some(hash) = message.text("hash") {
                    self.set(&hash);
                }
                // It may start from a plan of its own, and comes last.
                if let Some(lesson) = message.text("lesson") {
                    lesson_in(lesson);
                }
            }
            Some("theme") => {
                if let Some(theme) = message.text("theme") {
                    self.show(&theme);
                }
            }
            _ => {}
        }
    }

    /// Starts anew from a plan.
    fn set(&self, hash: &str) {
        self.planner.follow(hash);
        start_anew();
        let look = self.planner.look_now();
        let say = self.planner.strings.link_warning;
        let wrong: Vec<String> = look.link_warnings.iter().map(say).collect();
        if !wrong.is_empty() {
            self.answer("error", &[("text", wrong.join(" ").into())]);
        }
    }

    /// Shows a theme, which is not kept: the reader's own choice is another page's.
    fn show(&self, theme: &str) {
        let place = THEMES.iter().position(|known| *known == theme);
        if let Some(place) = place {
            preferences::show_theme(THEMES[place]);
            self.planner.set_look(|look| look.theme = place);
        }
    }

    /// Tells how high the page is, in its own form and in that of AMP.
    fn tell_height(&self, height: f64) {
        if (height - self.height.get()).abs() < SLACK {
            return;
        }
        self.height.set(height);
        self.say("height", &[("px", height.into())], ANYONE);
        let fields = [
            ("sentinel", "amp".into()),
            ("type", "embed-size".into()),
            ("height", height.into()),
        ];
        self.parent.tell(&fields, ANYONE);
    }

    /// Tells of the plan, if it is another than the one last told.
    fn tell_change(&self) {
        if *self.told.borrow() != self.planner.link() {
            self.tell_state();
        }
    }

    /// Tells the plan and what follows from it.
    fn tell_state(&self) {
        let hash = self.planner.link();
        let (_, estimate) = self.planner.estimated_now();
        // A plan that cannot exist has no figures: those at hand are another's.
        let (verdict, [peak, mfu]) = match self.planner.state_now() {
            State::Illegal => ("illegal", [JsValue::NULL, JsValue::NULL]),
            State::Legal(verdict) => {
                let figures = [estimate.memory.peak().gib(), estimate.utilisation.mfu];
                (word(verdict), figures.map(JsValue::from))
            }
        };
        let fields = [
            ("hash", hash.as_str().into()),
            ("verdict", verdict.into()),
            ("peak_gib", peak),
            ("mfu", mfu),
        ];
        if self.answer("state", &fields) {
            self.told.replace(hash);
        }
    }

    /// Tells whether a goal is reached, if that is another than last.
    pub(super) fn tell_goal(&self, lesson: &str, step: &str, is_reached: bool) {
        let quest = Some(Quest {
            lesson: lesson.to_owned(),
            step: step.to_owned(),
            is_reached,
        });
        if *self.goal.borrow() != quest {
            self.goal.replace(quest);
            self.tell_quest();
        }
    }

    fn tell_quest(&self) {
        if let Some(quest) = &*self.goal.borrow() {
            let fields = [
                ("lesson", quest.lesson.as_str().into()),
                ("step", quest.step.as_str().into()),
                ("reached", quest.is_reached.into()),
            ];
            self.answer("goal", &fields);
        }
    }

    /// Says something to the origin that said `hello`; tells whether one has.
    fn answer(&self, kind: &'static str, fields: &[(&str, JsValue)]) -> bool {
        let origin = self.origin.borrow();
        match origin.as_deref() {
            None => return false,
            Some(NO_ORIGIN) => self.say(kind, fields, ANYONE),
            Some(origin) => self.say(kind, fields, origin),
        }
        true
    }

    fn say(&self, kind: &'static str, fields: &[(&str, JsValue)], origin: &str) {
        let mut message = vec![
            ("ns", NAME.into()),
            ("v", VERSION.into()),
            ("type", kind.into()),
        ];
        message.extend(fields.iter().cloned());
        self.parent.tell(&message, origin);
    }
}

/// A verdict as messages write it.
const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Fits => "fits",
        Verdict::Tight => "tight",
        Verdict::OutOfMemory => "oom",
    }
}
