//! A teacher's choices for a lesson's page.

use cost::plan::Word;
use formats::link::presentation::{Presentation, View};

use super::super::addresses;
use super::super::event::{Choice, Draft};
use super::fates;
use super::goal::Goal;
use super::preview::Preview;
use super::way::Way;
use crate::store::Page;

/// The pane of lessons.
#[derive(Default)]
pub(in super::super) struct Lesson {
    pub(super) choices: Choices,
    /// The lesson that is being written.
    pub(super) draft: Draft,
    pub(super) preview: Preview,
}

/// All choices; by default the whole page, as its reader likes it.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Choices {
    /// All but the goal.
    pub(super) asked: Presentation,
    pub(super) goal: Goal,
    pub(super) way: Way,
}

impl Lesson {
    /// The address at which the preview is. A lesson that is being written says itself what is
    /// shown, held and asked for.
    pub(super) fn previewed(&self, page: &Page) -> String {
        if self.draft.is_empty {
            return self.choices.address(page, true);
        }
        let asked = Presentation {
            embed: true,
            theme: self.choices.asked.theme,
            units: self.choices.asked.units,
            mfu: self.choices.asked.mfu,
            ..Presentation::default()
        };
        addresses::with(page, &asked.encode(), &page.link())
    }
}

impl Choices {
    /// Presentation of the page as the query has it.
    pub(super) fn presentation(&self) -> Presentation {
        Presentation {
            goal: self.goal.text(),
            ..self.asked.clone()
        }
    }

    /// The address with this query and the plan, for a frame or not.
    pub(super) fn address(&self, page: &Page, embed: bool) -> String {
        let asked = Presentation {
            embed,
            ..self.presentation()
        };
        addresses::with(page, &asked.encode(), &page.link())
    }

    /// Takes a choice over.
    pub(super) fn choose(&mut self, choice: Choice) {
        let asked = &mut self.asked;
        match choice {
            Choice::View(view, is_ticked) => tick_view(asked, view, is_ticked),
            Choice::Fate(key, chosen) => fates::choose(asked, key, chosen),
            Choice::Theme(chosen) => asked.theme = chosen_of(chosen),
            Choice::Units(chosen) => asked.units = chosen_of(chosen),
            Choice::Mfu(chosen) => asked.mfu = chosen_of(chosen),
            Choice::Tables(are_open) => asked.table = are_open,
            Choice::Lesson(name) => asked.lesson = name,
            Choice::Goal(choice) => self.goal.choose(choice),
            Choice::Way(way) => self.way = way,
        }
    }
}

/// Shows a view or not. They stand in the order of the page, whatever was ticked first.
fn tick_view(asked: &mut Presentation, view: View, is_ticked: bool) {
    asked.view.retain(|other| *other != view);
    if is_ticked {
        asked.view.push(view);
    }
    let ticked = View::ALL.iter().filter(|view| asked.view.contains(view));
    asked.view = ticked.copied().collect();
}

/// A choice of words; the first of a list stands for what nobody has chosen.
fn chosen_of<W: Word>(chosen: usize) -> Option<W> {
    W::ALL.get(chosen).copied().filter(|_| chosen > 0)
}
