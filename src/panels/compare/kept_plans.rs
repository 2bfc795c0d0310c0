//! The list of plans that this browser stores under a name.

use text::figures::CompareText;

use crate::dom::{Element, element};

/// The field for the name.
pub(super) const NAME: &str = "snapshot-name";
/// Largest number of stored plans.
pub(super) const MOST: usize = 30;
/// Longest name, in characters.
pub(super) const LONGEST: usize = 60;
/// Actions on each stored plan: the values of its buttons, in the order of their names.
pub(super) const ACTS: [&str; 3] = ["go", "pin", "forget"];
/// The value of the button that stores the present plan.
pub(super) const KEEP: &str = "keep";

/// The plans that this browser stores.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptPlans {
    /// Plans, the latest first.
    pub(super) plans: Vec<KeptPlan>,
    /// Reason for which the last plan was not stored.
    pub(super) refused: Option<Refused>,
    /// Text of the name field.
    pub(super) name: String,
}

/// A plan that the browser stores.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KeptPlan {
    /// The suffix of its key; `None` for one of an earlier release's list.
    pub(super) key: Option<String>,
    pub(super) name: String,
    pub(super) link: String,
}

/// Reason for which a plan is not stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Refused {
    /// The list is full.
    Full,
    /// The browser stores nothing.
    Off,
    /// The browser has no room left.
    NoRoom,
}

impl KeptPlans {
    /// Sentence about a plan that could not be stored.
    fn said(&self, words: &'static CompareText) -> String {
        match self.refused {
            None => String::new(),
            Some(Refused::Full) => (words.full)(MOST),
            Some(Refused::Off) => words.refused[0].to_owned(),
            Some(Refused::NoRoom) => words.refused[1].to_owned(),
        }
    }

    /// The list of stored plans, and the field that adds to it.
    pub(super) fn view(&self, words: &'static CompareText) -> Element {
        let field = element("input")
            .attribute("type", "text")
            .id(NAME)
            .attribute("maxlength", LONGEST.to_string())
            .attribute("autocomplete", "off")
            .property("value", self.name.clone());
        let keep = element("button")
            .attribute("type", "button")
            .class("snapshot")
            .attribute("value", KEEP)
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
                .key([kept.key.as_deref().unwrap_or("earlier"), &kept.name].concat())
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
