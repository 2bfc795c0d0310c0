//! Figures to which lessons lead: links in texts, and the figure that a step opens.

use cost::why::Figure;
use leptos::prelude::*;

use super::event::LessonEvent;
use super::state::LessonPanel;
use crate::panels::why::WhyEvent;
use crate::store::{Effects, Event, Page, PanelStore, Part};

/// A link of a text that opens the arithmetic of a figure. Without a path a second press closes it;
/// with one it leads to the line of that number, as often as it is pressed.
pub(super) fn figure_link(
    panel: PanelStore<LessonPanel>,
    figure: Figure,
    path: &str,
    words: String,
) -> AnyView {
    let opens_and_closes = path.is_empty();
    let path = path.to_owned();
    let is_open = panel.slice(move |_, page| page.opened == Some(figure));
    let expanded = move || if is_open.get() { "true" } else { "false" };
    view! {
        <button
            type="button"
            class="link"
            data-why=figure.to_string()
            aria-expanded=move || opens_and_closes.then(expanded)
            on:click=move |_| panel.send(LessonEvent::OpenFigure(figure, path.clone()))
        >
            {words}
        </button>
    }
    .into_any()
}

/// Opens the figure of a link, at the path of a number below it, or closes it.
pub(super) fn open(page: &Page, figure: Figure, path: String, effects: &mut Effects<LessonEvent>) {
    if path.is_empty() && page.opened == Some(figure) {
        effects.send(Event::OpenFigure(None));
    } else {
        effects.open(Part::Why, WhyEvent::OpenAt(figure, path, true));
    }
}

impl LessonPanel {
    /// Opens the figure that the step names. The focus stays.
    pub(super) fn open_figure(&mut self, effects: &mut Effects<LessonEvent>) {
        let run = self.run.as_ref();
        let Some((figure, path)) = run.and_then(|run| run.step().why.clone()) else {
            return;
        };
        self.opened = Some(figure);
        effects.open(Part::Why, WhyEvent::OpenAt(figure, path, false));
    }

    /// Closes the figure that a step has opened, once that step is left, unless the reader has opened
    /// another one.
    pub(super) fn close_left_figure(&mut self, page: &Page, effects: &mut Effects<LessonEvent>) {
        let run = self.run.as_ref();
        if run.is_some_and(|run| run.step().why.is_some()) {
            return;
        }
        let left = self.opened.take();
        if left.is_some() && page.opened == left {
            effects.send(Event::OpenFigure(None));
        }
    }
}
