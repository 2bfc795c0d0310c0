//! Plans that are kept in this browser under a name, if it keeps anything.

use crate::browser::events::target;
use crate::browser::preferences;
use crate::browser::timing::{now, random};
use crate::markup::{Element, element};
use cost::plan::Plan;
use formats::link;
use formats::number::fixed;
use text::figures::CompareText;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

use super::super::desk::Desk;
use super::ID;
use crate::browser::{by_id, focus};
use crate::page::planner::Way;

/// Before the key of each plan: the milliseconds when it was kept, and its place in that list. Each
/// has a key of its own, so that tabs that keep or forget plans at once do not undo each other.
const KEPT: &str = "kept.";
/// Under which keys earlier releases kept a list: the link, the name, before its number.
const EARLIER: [&str; 2] = ["plan", "name"];
/// Between a plan's name and its link. A name is typed in one line.
const BETWEEN: char = '\n';
/// The field for the name.
const NAME: &str = "snapshot-name";
/// Most plans that are kept.
const MOST: usize = 30;
/// Longest name, in characters.
const LONGEST: usize = 60;
/// What can be done with each: the values of its buttons, in the order of their names.
const ACTS: [&str; 3] = ["go", "pin", "forget"];

/// The plans that are kept, as this browser has them.
#[derive(Default)]
pub(crate) struct Snapshots {
    plans: Vec<Snapshot>,
    refused: Option<Refused>,
}

struct Snapshot {
    /// The end of its key; `None` for one of an earlier release's list.
    key: Option<String>,
    name: String,
    link: String,
}

/// Why a plan is not kept.
#[derive(Clone, Copy)]
enum Refused {
    /// The list has as many as it can show.
    Full,
    /// The browser keeps nothing.
    Off,
    /// The browser has no room left.
    NoRoom,
}

impl Snapshots {
    /// Those that this browser has, the last one first.
    pub(crate) fn kept() -> Self {
        let mut plans = own();
        plans.extend(earlier());
        Self {
            plans,
            refused: None,
        }
    }

    /// Reads them again: another tab may have kept or forgotten some.
    pub(crate) fn follow(&mut self) {
        self.plans = Self::kept().plans;
    }

    /// Keeps a plan. Nothing makes room for it: a name that is taken gets a number.
    fn add(&mut self, name: &str, link: &str, words: &CompareText) {
        self.follow();
        let name = if name.trim().is_empty() { "–" } else { name };
        let is_taken = |wanted: &str| self.plans.iter().any(|kept| kept.name == wanted);
        let numbered = (2..).map(|number| (words.numbered)(name, number));
        let names = std::iter::once(name.to_owned()).chain(numbered);
        let name = names.into_iter().find(|name| !is_taken(name));
        self.refused = if self.plans.len() >= MOST {
            Some(Refused::Full)
        } else {
            let value = [name.unwrap_or_default(), link.to_owned()].join("\n");
            if preferences::keep(&free_key(), &value) {
                None
            } else if preferences::is_kept() {
                Some(Refused::NoRoom)
            } else {
                Some(Refused::Off)
            }
        };
        self.follow();
    }

    /// Forgets a plan, wherever it stands by now.
    fn forget(&mut self, index: usize) {
        self.refused = None;
        let Some(kept) = self.plans.get(index) else {
            return;
        };
        match &kept.key {
            Some(key) => preferences::forget(&[KEPT, key].concat()),
            None => {
                let rest = earlier().into_iter();
                let rest =
                    rest.filter(|other| (&other.name, &other.link) != (&kept.name, &kept.link));
                write_earlier(&rest.collect::<Vec<_>>());
            }
        }
        self.follow();
    }

    /// What is said of a plan that is not kept.
    fn said(&self, words: &'static CompareText) -> String {
        match self.refused {
            None => String::new(),
            Some(Refused::Full) => (words.full)(MOST),
            Some(Refused::Off) => words.refused[0].to_owned(),
            Some(Refused::NoRoom) => words.refused[1].to_owned(),
        }
    }

    /// The list, and the field that adds to it.
    pub(super) fn shown(&self, words: &'static CompareText) -> Element {
        let field = element("input")
            .attribute("type", "text")
            .id(NAME)
            .attribute("maxlength", LONGEST.to_string())
            .attribute("autocomplete", "off");
        let keep = element("button")
            .attribute("type", "button")
            .class("snapshot")
            .attribute("value", "keep")
            .child(words.keep);
        let rows = self.plans.iter().enumerate().map(|(index, kept)| {
            let buttons = ACTS.iter().zip(words.kept_acts).map(|(act, name)| {
                element("button")
                    .attribute("type", "button")
                    .class("snapshot")
                    .attribute("value", *act)
                    .attribute("data-at", index.to_string())
                    .attribute("aria-label", [name, ": ", &kept.name].concat())
                    .child(name)
            });
            element("li")
                .child(element("span").class("name").child(kept.name.clone()))
                .children(buttons.collect())
        });
        element("details")
            .class("snapshots")
            .child(element("summary").child(words.kept))
            .child(
                element("div")
                    .class("acts")
                    .child(element("label").child(words.name).child(" ").child(field))
                    .child(keep),
            )
            .child(
                element("p")
                    .attribute("role", "alert")
                    .attribute("hidden", self.refused.is_none())
                    .child(self.said(words)),
            )
            .child(element("ul").children(rows.collect()))
    }
}

/// Plans under keys of their own, the last one first. What cannot be read is passed over.
fn own() -> Vec<Snapshot> {
    let mut keys = preferences::keys(KEPT);
    // Newer keys are larger numbers, of the same length or longer.
    insert_sorted(&mut keys);
    let plan = |key: String| {
        let value = preferences::read(&[KEPT, &key].concat())?;
        let (name, link) = value.split_once(BETWEEN)?;
        if link.is_empty() {
            return None;
        }
        Some(Snapshot {
            name: name.chars().take(LONGEST).collect(),
            link: link.to_owned(),
            key: Some(key),
        })
    };
    keys.into_iter().filter_map(plan).collect()
}

/// Sorts keys, the largest number first. No sorting of the library's, which weighs more.
fn insert_sorted(keys: &mut [String]) {
    let is_before = |one: &str, other: &str| (one.len(), one) > (other.len(), other);
    for end in 1..keys.len() {
        let mut place = end;
        while place > 0 && is_before(&keys[place], &keys[place - 1]) {
            keys.swap(place, place - 1);
            place -= 1;
        }
    }
}

/// A key that no plan has. Two tabs that keep a plan in the same millisecond differ by chance.
fn free_key() -> String {
    // Seven digits, whatever comes.
    let key = [fixed(now(), 0), fixed((1.0 + random()) * 1e6, 0)].join("-");
    [KEPT, &key].concat()
}

/// The list of an earlier release, which its tabs may still write.
fn earlier() -> Vec<Snapshot> {
    let plan = |index| {
        let [link, name] = EARLIER.map(|key| preferences::read(&numbered(key, index)));
        Some(Snapshot {
            key: None,
            name: name?,
            link: link.filter(|link| !link.is_empty())?,
        })
    };
    (0..MOST).map_while(plan).collect()
}

/// Writes it without what was forgotten.
fn write_earlier(plans: &[Snapshot]) {
    for index in 0..=plans.len() {
        let [link, name] = EARLIER.map(|key| numbered(key, index));
        match plans.get(index) {
            Some(kept) => {
                preferences::keep(&link, &kept.link);
                preferences::keep(&name, &kept.name);
            }
            None => {
                preferences::forget(&link);
                preferences::forget(&name);
            }
        }
    }
}

fn numbered(key: &str, index: usize) -> String {
    [key, &index.to_string()].concat()
}

/// Something is done with a kept plan, or one is kept.
pub(crate) fn press(desk: &mut Desk, event: &Event) -> bool {
    let button = target(event).filter(|button| button.matches("#compare .snapshot") == Ok(true));
    let Some(button) = button else {
        return false;
    };
    let act = button.get_attribute("value").unwrap_or_default();
    if act == "keep" {
        keep(desk);
        return true;
    }
    let at = button.get_attribute("data-at");
    let index = at
        .and_then(|at| at.parse::<usize>().ok())
        .unwrap_or(usize::MAX);
    let Some(kept) = desk.snapshots.plans.get(index) else {
        return false;
    };
    let (mut plan, _) = link::decode(&kept.link);
    match act.as_str() {
        "go" => desk.go_to(plan, Way::Jump),
        // While the page's plan cannot exist, the desk holds the one before.
        "pin" if desk.is_stale => {}
        "pin" => {
            plan.rival = None;
            let rival = Some(Box::new(plan));
            let mut now = Plan::clone(&desk.plan);
            now.rival = rival;
            desk.go_to(now, Way::Jump);
        }
        _ => {
            desk.snapshots.forget(index);
            // The button is gone in a moment, and the focus must not go with it.
            desk.afterwards(|| focus(ID));
        }
    }
    true
}

/// Keeps the present plan under the name in the field, or under its own.
fn keep(desk: &mut Desk) {
    let field = by_id(NAME).and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
    let typed = field
        .as_ref()
        .map(HtmlInputElement::value)
        .unwrap_or_default();
    let name = if typed.is_empty() {
        (desk.words.plan_title)(&desk.plan)
    } else {
        typed
    };
    let link = link::encode(&desk.plan);
    desk.snapshots.add(&name, &link, &desk.words.compare);
    // A name that was not taken stays to be tried again.
    if desk.snapshots.refused.is_none()
        && let Some(field) = field
    {
        field.set_value("");
    }
}
