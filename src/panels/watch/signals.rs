//! Signals of the player that change with its scene or its moment, not with each frame.

use cost::legal::Legal;
use cost::plan::Word;
use cost::trace::TraceScene;
use leptos::prelude::*;

use super::clock::Clock;
use super::frame::WatchFrame;
use super::state::WatchFigure;
use super::texts::trace_words;
use super::variants::Variants;
use crate::store::{Page, PanelStore};

/// Number of the scenes.
const SCENES: usize = TraceScene::WORDS.len();

/// Signals of the player.
#[derive(Clone, Copy)]
pub(super) struct WatchSignals {
    /// Changes with the scene, its plan and the unit of memory.
    pub(super) scene: Memo<ShownScene>,
    /// The present moment.
    pub(super) moment: Memo<ShownMoment>,
    /// True while it plays to the end of the scene: its moments are not said aloud.
    pub(super) runs_on: Memo<bool>,
}

/// The scene that is shown, and those that the plan does not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ShownScene {
    /// The scene.
    pub(super) scene: Option<TraceScene>,
    /// For each scene the reason why the plan does not have it.
    pub(super) absent: [Option<&'static str>; SCENES],
    /// The result of the scene, or the reason why there is none.
    pub(super) result: String,
    /// Other values of the control that the scene is about.
    pub(super) variants: Option<Variants>,
}

/// The moment that is shown; at the end of the scene its conclusion.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ShownMoment {
    /// Its number, counted from 1, and the number of all.
    pub(super) number: [usize; 2],
    /// Its name, or the conclusion.
    pub(super) name: String,
    /// What happens in it, or the figures of the whole scene.
    pub(super) sentence: String,
}

impl WatchSignals {
    /// The signals of the player.
    pub(super) fn new(panel: PanelStore<WatchFigure>) -> Self {
        let scene = panel.slice(|figure, page| (figure.version, page.units()));
        let moment = panel.slice(|figure, page| {
            (
                figure.version,
                page.units(),
                figure.place.moment,
                figure.is_over(),
            )
        });
        Self {
            scene: Memo::new(move |_| {
                scene.track();
                panel.read(ShownScene::of)
            }),
            moment: Memo::new(move |_| {
                moment.track();
                let shown = panel.read(|figure, page| figure.with_frame(page, ShownMoment::of));
                shown.unwrap_or_default()
            }),
            runs_on: panel.slice(|figure, _| figure.is_playing && figure.stop.is_none()),
        }
    }
}

impl ShownScene {
    fn of(figure: &WatchFigure, page: &Page) -> Self {
        let Ok(legal) = Legal::check(&page.plan) else {
            return Self::default();
        };
        let shown = figure.scene(page);
        let words = trace_words();
        let result = figure.with_frame(page, |frame| {
            (words.result)(frame.legal, frame.trace).join(" ")
        });
        let mut absent = [None; SCENES];
        for (reason, scene) in absent.iter_mut().zip(TraceScene::ALL) {
            *reason = (!scene.is_in(&legal)).then(|| (words.absent)(&legal, *scene));
        }
        Self {
            scene: Some(shown),
            absent,
            variants: Variants::of(page, shown),
            result: result.unwrap_or_else(|| (words.absent)(&legal, shown).to_owned()),
        }
    }
}

impl ShownMoment {
    fn of(frame: &WatchFrame) -> Self {
        let (place, words) = (frame.place.moment, trace_words());
        let [name, sentence] = if frame.place == Clock::of(frame.trace).end() {
            let [_, figures] = (words.result)(frame.legal, frame.trace);
            [(words.conclusion)(frame.trace.scene).to_owned(), figures]
        } else {
            (words.moment)(frame.legal, frame.trace, place, frame.units)
        };
        Self {
            number: [place + 1, frame.trace.moments.len()],
            name,
            sentence,
        }
    }

    /// Its name and its sentence.
    pub(super) fn words(&self) -> String {
        [&self.name, " ", &self.sentence].concat()
    }
}
