//! Waterfall: losses from the GPU's peak down to the MFU, a bar for each cause. A cause opens to
//! the controls that lower it, as links.
//!
//! Tests: `tests.rs`, `tests/browser/waterfall.test.mjs`.

mod state;
#[cfg(test)]
mod tests;
mod view;

use formats::link::presentation::View;
use leptos::prelude::AnyView;
use text::waterfall::LEVERS;

use crate::store::{Effects, Event, Mount, Page, Panel, PanelMoment, PanelStore, panel_event};
pub(crate) use state::WaterfallFigure;
use state::{ID, Toggled};

panel_event!(Toggled, ID);

impl Panel for WaterfallFigure {
    type Event = Toggled;

    fn mount(&self) -> Mount {
        Mount::View(View::Waterfall)
    }

    fn late_style(&self) -> Option<&'static str> {
        Some(include_str!("late.css"))
    }

    fn update(&mut self, _: &Page, Toggled(cause): Toggled, effects: &mut Effects<Toggled>) {
        self.cause = (self.cause != Some(cause)).then_some(cause);
        let open = self.cause.and_then(|cause| LEVERS.get(cause));
        if let Some(levers) = open {
            let keys = levers.iter().map(|&key| key.to_owned());
            effects.send(Event::MarkControls(keys.collect()));
        }
    }

    fn follow(&mut self, page: &Page, moment: PanelMoment, _: &mut Effects<Toggled>) -> bool {
        match moment {
            PanelMoment::Mounted | PanelMoment::Shown | PanelMoment::Rested => {
                page.shows(View::Waterfall)
                    && (self.keep_choices(page) | self.keep_rows(page, true))
            }
            PanelMoment::Changed => {
                if page.shows(View::Waterfall) && !page.is_covered() {
                    self.keep_choices(page);
                    self.keep_rows(page, false);
                }
                true
            }
            PanelMoment::Hidden => {
                self.kept = Default::default();
                false
            }
            PanelMoment::Kept | PanelMoment::Previewed => false,
        }
    }

    fn component(panel: PanelStore<Self>) -> AnyView {
        view::figure(panel)
    }
}
