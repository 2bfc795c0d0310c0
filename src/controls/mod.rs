//! The controls, grouped in the order in which a plan is made: each group is a panel.
//!
//! Specifications of controls are data ([`spec`], [`specs`]), and so are their order and the plans
//! that they apply to ([`groups`]). To add a control, write its specification in `specs/`, name it in
//! a row of `groups.rs`, and give it words in `text`.
//!
//! Tests: `tests.rs`.

mod groups;
mod hear;
mod listed;
mod machine;
mod rows;
mod spec;
mod specs;
#[cfg(test)]
mod tests;

use crate::dom::{Element, Heard, element};
use crate::panels::CONTROLS;
use crate::store::{AnyPanel, Effects, Event, Moment, Mount, Page, Panel};
use groups::GROUPS;
use hear::ControlEvent;
pub(crate) use listed::{Listed, listed};
use machine::Machine;
use spec::{Group, Row, Shown, shown};

/// All controls.
pub(crate) fn panels() -> Vec<Box<dyn AnyPanel>> {
    let groups = GROUPS.iter().map(|group| -> Box<dyn AnyPanel> {
        Box::new(ControlGroup {
            group,
            shown: Vec::new(),
            locks: Vec::new(),
            marked: Vec::new(),
            refused: None,
        })
    });
    groups
        .chain([Box::new(Machine::default()) as Box<dyn AnyPanel>])
        .collect()
}

/// A group of controls.
struct ControlGroup {
    group: &'static Group,
    /// Content of the rows as drawn. Only the groups that a change concerns are drawn again.
    shown: Vec<Shown>,
    /// Keys that a lesson had locked when the rows were drawn.
    locks: Vec<&'static str>,
    /// Keys that were marked then.
    marked: Vec<String>,
    /// A field that was left with a text that cannot be read, and that text: it stays as it was
    /// typed, with a sentence on it, until the group shows something else.
    refused: Option<(&'static str, String)>,
}

impl Panel for ControlGroup {
    type Event = ControlEvent;
    const NAME: &'static str = "controls";

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(CONTROLS)
    }

    fn hear(&self, page: &Page, heard: &Heard) -> Option<ControlEvent> {
        hear::hear(self.group.rows, &page.draft, heard)
    }

    fn update(&mut self, _: &Page, event: ControlEvent, effects: &mut Effects<ControlEvent>) {
        self.refused = None;
        match event {
            ControlEvent::Edit(plan) => effects.send(Event::Edit(plan)),
            ControlEvent::Jump(plan) => effects.send(Event::Jump(plan)),
            ControlEvent::Refused(key, typed) => self.refused = Some((key, typed)),
            ControlEvent::Left => {}
        }
    }

    fn follow(&mut self, page: &Page, moment: Moment, _: &mut Effects<ControlEvent>) -> bool {
        if !matches!(moment, Moment::Changed | Moment::Mounted) {
            return false;
        }
        let shown = shown(page.strings, &page.draft, self.group.rows);
        let are_marked = |key: &String| groups::find(self.group.rows, key).is_some();
        let marked: Vec<String> = page
            .marked_controls
            .iter()
            .filter(|key| are_marked(key))
            .cloned()
            .collect();
        if shown == self.shown && page.step_locks == self.locks && marked == self.marked {
            return false;
        }
        self.shown = shown;
        self.locks.clone_from(&page.step_locks);
        self.marked = marked;
        self.refused = None;
        true
    }

    fn view(&self, page: &Page) -> Element {
        let refused = self.refused.as_ref();
        let mut shown = shown(page.strings, &page.draft, self.group.rows);
        if let Some((key, typed)) = refused {
            refuse(self.group.rows, &mut shown, key, typed);
        }
        element("section")
            .child(element("h2").child((self.group.heading)(&page.strings.groups)))
            .children(rows::rows(page, self.group.rows, &shown))
    }
}

/// Whether the control of a key stands in the page for its present plan.
pub(crate) fn stands(page: &Page, key: &str) -> bool {
    let concerned = |group: &Group| groups::concerns(group.rows, &page.draft, key);
    !page.is_hidden(key) && GROUPS.iter().any(concerned)
}

/// A button that leads from a figure to the control of a key.
pub(crate) fn lever(key: &'static str, name: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute("data-lever", key)
        .child(name)
}

/// Has the field of a key show what was typed, and that it could not be read.
fn refuse(rows: &[Row], shown: &mut [Shown], key: &str, typed: &str) {
    for (row, shown) in rows.iter().zip(shown) {
        match (row, shown) {
            (
                Row::Text(text),
                Shown::Text {
                    text: value,
                    is_wrong,
                },
            ) if text.key == key => {
                typed.clone_into(value);
                *is_wrong = true;
            }
            (Row::Fold(_, rows) | Row::When(_, rows), Shown::Rows(shown)) => {
                refuse(rows, shown, key, typed);
            }
            _ => {}
        }
    }
}
