//! Choices among the controls: of one option, or of any number of them.
//!
//! Tests: `tests.rs`.

use cost::plan::Plan;
use formats::link::{Key, Values};

use super::label::label;
use crate::store::Event;

/// A choice of one word from a list, or of any number of them as `Row::Toggles`.
pub(super) struct ChoiceControl {
    /// The choice's key in a link, and its id.
    pub(super) key: &'static str,
    /// The target of the choice.
    pub(super) target: ChoiceTarget,
    /// True if the framework decides until the reader does, which a note says.
    pub(super) is_by_recipe: bool,
}

/// The part of a plan that a choice sets.
pub(super) enum ChoiceTarget {
    /// A key of links.
    Key(Key),
    /// An entry of a catalogue. To choose one is a change that the browser's Back undoes.
    Entry {
        /// Names of the entries.
        names: fn() -> Vec<&'static str>,
        /// Position of the current entry, past the last for one that is not offered.
        get: fn(&Plan) -> usize,
        /// Sets an entry.
        set: fn(&mut Plan, usize),
    },
    /// A part of a plan that a reader switches off and on.
    Switch {
        /// True if it is on.
        get: fn(&Plan) -> bool,
        /// Switches it.
        set: fn(&mut Plan, bool),
    },
}

impl ChoiceControl {
    /// The texts of its options.
    pub(super) fn options(&self) -> Vec<&'static str> {
        match self.target {
            ChoiceTarget::Entry { names, .. } => names(),
            ChoiceTarget::Key(_) | ChoiceTarget::Switch { .. } => label(self.key).options.to_vec(),
        }
    }

    /// The index of the current option, past the last for a value that is not offered. For toggles:
    /// one bit for each.
    pub(super) fn get(&self, plan: &Plan) -> usize {
        match self.target {
            ChoiceTarget::Key(key) => key.choice(plan).unwrap_or(usize::MAX),
            ChoiceTarget::Entry { get, .. } => get(plan),
            ChoiceTarget::Switch { get, .. } => usize::from(get(plan)),
        }
    }

    /// Sets an option, or all the toggles.
    pub(super) fn set(&self, plan: &mut Plan, index: usize) {
        match self.target {
            ChoiceTarget::Key(key) => _ = key.choose(plan, index),
            ChoiceTarget::Entry { set, .. } => set(plan, index),
            ChoiceTarget::Switch { set, .. } => set(plan, index == 1),
        }
    }

    /// True if choosing is a change that the browser's Back undoes.
    pub(super) const fn is_jump(&self) -> bool {
        matches!(self.target, ChoiceTarget::Entry { .. })
    }

    /// Text beside the choice's name: "by recipe" if it follows the framework, else the framework's
    /// default; empty for a choice that no framework makes.
    pub(super) fn note(&self, plan: &Plan) -> String {
        let ChoiceTarget::Key(key) = self.target else {
            return String::new();
        };
        if !self.is_by_recipe {
            return String::new();
        }
        let mut plain = plan.clone();
        if !key.unset(&mut plain) {
            return text::frame::by_recipe().to_owned();
        }
        let options = label(self.key).options;
        let choice = key.choice(&plain).unwrap_or_default();
        let words = match key.values() {
            Values::Set(_) => some_of(options, choice),
            _ => options.get(choice).copied().unwrap_or_default().to_owned(),
        };
        text::frame::recipe_has(&words)
    }

    /// The event for a choice of the option of an index; none if it is in force.
    pub(super) fn chosen(&self, plan: &Plan, index: usize) -> Option<Event> {
        if index == self.get(plan) {
            return None;
        }
        let mut changed = plan.clone();
        self.set(&mut changed, index);
        let changed = Box::new(changed);
        Some(if self.is_jump() {
            Event::Jump(changed)
        } else {
            Event::Edit(changed)
        })
    }

    /// The event for a toggle of the option of an index; none if it is in force.
    pub(super) fn toggled(&self, plan: &Plan, index: usize, is_on: bool) -> Option<Event> {
        let chosen = self.get(plan);
        let bit = 1_usize.checked_shl(index as u32).unwrap_or_default();
        self.chosen(plan, if is_on { chosen | bit } else { chosen & !bit })
    }
}

/// The words at the set bits: "tp dp", or a dash for none.
fn some_of(words: &[&'static str], bits: usize) -> String {
    let members = words.iter().enumerate();
    let members = members.filter(|(index, _)| bits & 1 << index != 0);
    let members: Vec<&str> = members.map(|(_, word)| *word).collect();
    if members.is_empty() {
        String::from("–")
    } else {
        members.join(" ")
    }
}
