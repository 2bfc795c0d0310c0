//! Choices of a sweep: preset questions, lists of controls, switches of the axes.

use leptos::prelude::*;
use search::sweep::{AXES, SweepReading, axis};
use web_sys::HtmlSelectElement;

use super::SweepFigure;
use super::state::{PRESETS, SweepChoice, SweepEvent};
use super::sweep_picture::SweepPicture;
use crate::components::toggle;
use crate::store::PanelStore;
use text::sweep as words;

/// Buttons of the preset questions.
pub(super) fn presets(panel: PanelStore<SweepFigure>, picture: Memo<SweepPicture>) -> AnyView {
    let buttons = move || {
        let asked = picture.with(|picture| picture.asked);
        let presets = PRESETS.iter().zip(words::presets()).enumerate();
        let buttons = presets.map(|(index, (preset, name))| {
            let ask = move || panel.send(SweepEvent::Ask(index));
            toggle("preset", preset.is(&asked), name, ask)
        });
        buttons.collect_view()
    };
    view! {
        <div class="asks" role="group" aria-label=words::questions()>
            {buttons}
        </div>
    }
    .into_any()
}

/// Lists of the reading, of the control across, and of the control between lines.
pub(super) fn choices(panel: PanelStore<SweepFigure>, picture: Memo<SweepPicture>) -> AnyView {
    let lists = LISTS.iter().zip(words::choices());
    let lists = lists.map(|(list, name)| list.draw(panel, picture, name));
    view! { <div class="asked">{lists.collect_view()}</div> }.into_any()
}

/// Switches between linear and logarithmic axes: across, up.
pub(super) fn scales(panel: PanelStore<SweepFigure>, are_logarithmic: [bool; 2]) -> AnyView {
    let switches = are_logarithmic
        .into_iter()
        .zip([words::log_across(), words::log_up()]);
    let switches = switches.enumerate().map(|(index, (is_logarithmic, name))| {
        let turn = move || panel.send(SweepEvent::TurnScale(index));
        toggle("scale", is_logarithmic, name, turn)
    });
    view! { <div class="asked">{switches.collect_view()}</div> }.into_any()
}

/// A list of which an option is chosen.
pub(super) struct ChoiceList {
    id: &'static str,
    /// The names of its options.
    names: fn() -> Vec<&'static str>,
    /// The index of the option in force.
    pub(super) chosen: fn(&SweepChoice) -> usize,
    /// The event for the option of an index; none if there is no such option.
    pub(super) event: fn(usize) -> Option<SweepEvent>,
}

/// The lists: the reading, the control across, the control between lines.
pub(super) static LISTS: [ChoiceList; 3] = [
    ChoiceList {
        id: "sweep-reading",
        names: || {
            let readings = SweepReading::ALL.iter();
            readings.map(|&reading| words::reading(reading)).collect()
        },
        chosen: |asked| asked.reading as usize,
        event: |index| SweepReading::ALL.get(index).copied().map(SweepEvent::Show),
    },
    ChoiceList {
        id: "sweep-across",
        names: || axis_names().collect(),
        chosen: |asked| asked.across().index(),
        event: |index| key(index).map(SweepEvent::VaryAcross),
    },
    ChoiceList {
        id: "sweep-between",
        names: || {
            let nothing = words::nothing();
            std::iter::once(nothing).chain(axis_names()).collect()
        },
        chosen: |asked| axis(asked.between).map_or(0, |axis| axis.index() + 1),
        event: |index| match index.checked_sub(1) {
            None => Some(SweepEvent::VaryBetween("")),
            Some(index) => key(index).map(SweepEvent::VaryBetween),
        },
    },
];

/// Names of all axes, in their order.
fn axis_names() -> impl Iterator<Item = &'static str> {
    AXES.iter().map(|axis| words::axis(axis.key))
}

/// The key of the axis of an index.
fn key(index: usize) -> Option<&'static str> {
    AXES.get(index).map(|axis| axis.key)
}

impl ChoiceList {
    /// The list with its name.
    fn draw(
        &'static self,
        panel: PanelStore<SweepFigure>,
        picture: Memo<SweepPicture>,
        name: &'static str,
    ) -> impl IntoView {
        let options = move || {
            let chosen = picture.with(|picture| (self.chosen)(&picture.asked));
            let names = (self.names)().into_iter().enumerate();
            let options = names.map(|(index, name)| {
                let is_chosen = index == chosen;
                view! { <option prop:selected=is_chosen>{name}</option> }
            });
            options.collect_view()
        };
        view! {
            <label>
                {name}
                <select
                    id=self.id
                    autocomplete="off"
                    on:change:target=move |ev| self.choose(panel, &ev.target())
                >
                    {options}
                </select>
            </label>
        }
    }

    /// Sends the event for the option that a reader has chosen.
    fn choose(&self, panel: PanelStore<SweepFigure>, list: &HtmlSelectElement) {
        let index = usize::try_from(list.selected_index()).ok();
        let event = index.and_then(self.event);
        event.into_iter().for_each(|event| panel.send(event));
        // Where the question has not followed, neither does the list.
        let chosen = panel.read(|sweep, _| (self.chosen)(&sweep.asked));
        list.set_selected_index(chosen as i32);
    }
}
