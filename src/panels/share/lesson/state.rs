//! State of the pane of lessons: a teacher's choices, the draft, and the preview.

use cost::plan::Word;
use formats::link::presentation::{Presentation, View};

use super::super::event::{Draft, LessonPaneChoice, LessonPaneEvent, ShareEvent};
use super::control_access;
use super::goal::{GoalFields, GoalJudgement};
use super::preview::Preview;
use super::snippet_kind::SnippetKind;
use crate::address;
use crate::store::Page;

/// The pane of lessons.
#[derive(Default)]
pub(in super::super) struct LessonPane {
    pub(super) choices: LessonPaneChoices,
    /// The judgement of the plan by the chosen goal.
    pub(super) judgement: GoalJudgement,
    /// The lesson being written.
    pub(super) draft: Draft,
    pub(super) preview: Preview,
}

/// All choices; by default the whole page, without any preset.
#[derive(Clone, Default, PartialEq)]
pub(super) struct LessonPaneChoices {
    /// All choices but the goal.
    pub(super) asked: Presentation,
    pub(super) goal: GoalFields,
    pub(super) snippet_kind: SnippetKind,
}

impl LessonPane {
    /// Event for a choice, unless it changes nothing.
    pub(super) fn chosen(&self, choice: LessonPaneChoice) -> Option<ShareEvent> {
        let mut choices = self.choices.clone();
        choices.choose(choice.clone());
        let is_new = choices != self.choices;
        is_new.then_some(ShareEvent::Lesson(LessonPaneEvent::Choose(choice)))
    }

    /// Judges the plan by the chosen goal.
    pub(in super::super) fn judge(&mut self, page: &Page) {
        self.judgement = GoalJudgement::of(&self.choices.goal.text(), page);
    }

    /// The address of the preview. A lesson being written has its own settings for what is shown,
    /// locked and required.
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
        address::with_query(&page.address, &asked.encode(), &page.link())
    }
}

impl LessonPaneChoices {
    /// Presentation of the page as the query has it.
    pub(super) fn presentation(&self) -> Presentation {
        Presentation {
            goal: self.goal.text(),
            ..self.asked.clone()
        }
    }

    /// The address with this query and the plan; `embed` is true for a frame.
    pub(super) fn address(&self, page: &Page, embed: bool) -> String {
        let asked = Presentation {
            embed,
            ..self.presentation()
        };
        address::with_query(&page.address, &asked.encode(), &page.link())
    }

    /// Applies a choice.
    pub(super) fn choose(&mut self, choice: LessonPaneChoice) {
        let asked = &mut self.asked;
        match choice {
            LessonPaneChoice::View(view, is_ticked) => tick_view(asked, view, is_ticked),
            LessonPaneChoice::Fate(key, chosen) => control_access::choose(asked, key, chosen),
            LessonPaneChoice::Theme(chosen) => asked.theme = chosen_of(chosen),
            LessonPaneChoice::Units(chosen) => asked.units = chosen_of(chosen),
            LessonPaneChoice::Mfu(chosen) => asked.mfu = chosen_of(chosen),
            LessonPaneChoice::Tables(are_open) => asked.table = are_open,
            LessonPaneChoice::Lesson(name) => asked.lesson = name,
            LessonPaneChoice::Goal(choice) => self.goal.choose(choice),
            LessonPaneChoice::SnippetKind(way) => self.snippet_kind = way,
        }
    }
}

/// Shows or hides a view. The list keeps the order of the page.
fn tick_view(asked: &mut Presentation, view: View, is_ticked: bool) {
    asked.view.retain(|other| *other != view);
    if is_ticked {
        asked.view.push(view);
    }
    let ticked = View::ALL.iter().filter(|view| asked.view.contains(view));
    asked.view = ticked.copied().collect();
}

/// A choice of words; the first option of the list means none.
fn chosen_of<W: Word>(chosen: usize) -> Option<W> {
    W::ALL.get(chosen).copied().filter(|_| chosen > 0)
}
