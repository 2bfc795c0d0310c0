//! The controls, grouped in the order in which a plan is made: each group is a panel.
//!
//! Specifications of controls are data ([`spec`], [`specs`]), and so are their order and the plans
//! that they apply to ([`groups`]). To add a control, write its specification in `specs/`, name it in
//! a row of `groups.rs`, and give it words in `text`.
//!
//! Tests: `tests.rs`.

mod control_event;
mod groups;
mod listed;
mod machine;
mod rows;
mod spec;
mod specs;
#[cfg(test)]
mod tests;

use crate::dom::{Element, UiEvent, element};
use crate::panels::CONTROLS;
use crate::store::{AnyPanel, Effects, Event, Mount, Page, Panel, PanelMoment};
use control_event::ControlEvent;
use groups::GROUPS;
pub(crate) use listed::{ControlList, listed};
use machine::MachinePanel;
use spec::{GroupSpec, Shown, shown};

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
        .chain([Box::new(MachinePanel::default()) as Box<dyn AnyPanel>])
        .collect()
}

/// A group of controls.
struct ControlGroup {
    group: &'static GroupSpec,
    /// Content of the rows as drawn. Only the groups that a change concerns are drawn again.
    shown: Vec<Shown>,
    /// Keys that a lesson had locked when the rows were last drawn.
    locks: Vec<&'static str>,
    /// Keys that were marked when the rows were last drawn.
    marked: Vec<String>,
    /// A field that was left with unreadable text, and that text. Both stay, with a sentence about
    /// it, until the group shows something else.
    refused: Option<(&'static str, String)>,
}

impl Panel for ControlGroup {
    type Event = ControlEvent;
    const NAME: &'static str = "controls";

    fn name(&self) -> &'static str {
        self.group.name
    }

    fn mount(&self) -> Mount {
        Mount::AlwaysIn(CONTROLS)
    }

    fn on_ui_event(&self, page: &Page, ui_event: &UiEvent) -> Option<ControlEvent> {
        control_event::on_ui_event(self.group.rows, &page.draft, ui_event)
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

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<ControlEvent>) -> bool {
        if !matches!(moment, PanelMoment::Changed | PanelMoment::Mounted) {
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
            refuse(&mut shown, key, typed);
        }
        element("section")
            .child(element("h2").child((self.group.heading)(&page.strings.groups)))
            .children(rows::rows(page, &shown))
    }
}

/// True if the control of a key is shown for the page's present plan.
pub(crate) fn stands(page: &Page, key: &str) -> bool {
    let concerned = |group: &GroupSpec| groups::concerns(group.rows, &page.draft, key);
    !page.is_hidden(key) && GROUPS.iter().any(concerned)
}

/// A button that leads from a figure to the control of a key.
pub(crate) fn lever(key: &'static str, name: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute("data-lever", key)
        .child(name)
}

/// Makes the field of a key show the typed text as unreadable.
fn refuse(shown: &mut [Shown], key: &str, typed: &str) {
    for shown in shown {
        match shown {
            Shown::Text {
                spec,
                text,
                is_wrong,
            } if spec.key == key => {
                typed.clone_into(text);
                *is_wrong = true;
            }
            Shown::Fold(_, rows) | Shown::When(rows) => refuse(rows, key, typed),
            _ => {}
        }
    }
}
