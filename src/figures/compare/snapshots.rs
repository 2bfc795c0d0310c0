//! Plans that are kept in this browser under a name, if it keeps anything.

use shardwise::browser::events::target;
use shardwise::browser::preferences;
use shardwise::cost::plan::Plan;
use shardwise::link;
use shardwise::markup::{Element, element};
use shardwise::text::figures::CompareText;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement};

use super::super::desk::Desk;
use super::ID;
use crate::page::planner::Way;
use shardwise::browser::{by_id, focus};

/// Under which keys each of them is kept, before its number.
const KEYS: [&str; 2] = ["plan", "name"];
/// The field for the name.
const NAME: &str = "snapshot-name";
/// Most plans that are kept.
const MOST: usize = 30;
/// Longest name, in characters.
const LONGEST: usize = 60;
/// What can be done with each: the values of its buttons, in the order of their names.
const ACTS: [&str; 3] = ["go", "pin", "forget"];

/// The plans that are kept.
pub(crate) struct Snapshots {
    plans: Vec<Snapshot>,
    is_refused: bool,
}

#[derive(Default)]
struct Snapshot {
    name: String,
    link: String,
}

impl Snapshots {
    /// Those that this browser kept.
    pub(crate) fn kept() -> Self {
        let plan = |index| {
            let [link, name] = KEYS.map(|key| preferences::read(&numbered(key, index)));
            Some(Snapshot {
                name: name?,
                link: link.filter(|link| !link.is_empty())?,
            })
        };
        Self {
            plans: (0..MOST).map_while(plan).collect(),
            is_refused: false,
        }
    }

    /// Keeps them; a browser that refuses is said to.
    fn keep(&mut self) {
        let nothing = Snapshot::default();
        for (index, kept) in self.plans.iter().chain([&nothing]).enumerate() {
            for (key, value) in KEYS.into_iter().zip([&kept.link, &kept.name]) {
                preferences::keep(&numbered(key, index), value);
            }
        }
        let first = preferences::read(&numbered(KEYS[0], 0));
        self.is_refused = first.as_ref() != self.plans.first().map(|kept| &kept.link);
    }

    /// Puts a plan first; one of the same name makes room.
    fn add(&mut self, name: String, link: String) {
        self.plans.retain(|kept| kept.name != name);
        self.plans.insert(0, Snapshot { name, link });
        self.plans.truncate(MOST);
        self.keep();
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
                    .attribute("hidden", !self.is_refused)
                    .child(words.refused),
            )
            .child(element("ul").children(rows.collect()))
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
            desk.snapshots.plans.remove(index);
            desk.snapshots.keep();
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
    desk.snapshots.add(name, link::encode(&desk.plan));
    if let Some(field) = field {
        field.set_value("");
    }
}
