//! Signals of the player that change with its scene or its moment, not with each frame.

use cost::legal::Legal;
use cost::plan::Word;
use cost::trace::TraceScene;
use formats::number::Units;
use leptos::prelude::*;

use super::state::WatchFigure;
use super::variants::Variants;
use crate::store::{Page, PanelStore};
use text::{moments, trace};

/// The number of the scene that is played, and the unit of memory.
type SceneKey = (u64, Units);
/// The key of a scene with the position of a moment, and true if the scene is over.
type MomentKey = (u64, Units, usize, bool);

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
#[derive(Debug, Default)]
pub(super) struct ShownScene {
    key: SceneKey,
    /// The scene.
    pub(super) scene: Option<TraceScene>,
    /// For each scene the reason why the plan does not have it.
    pub(super) absent: [Option<&'static str>; SCENES],
    /// The sentence to which the scene leads; empty if there is no scene.
    pub(super) headline: String,
    /// The result of the scene, or the reason why there is none.
    pub(super) result: String,
    /// Other values of the control that the scene is about.
    pub(super) variants: Option<Variants>,
}

/// The moment that is shown; at the end of the scene its conclusion.
#[derive(Debug, Default)]
pub(super) struct ShownMoment {
    key: MomentKey,
    /// Its number, counted from 1, and the number of all.
    pub(super) number: [usize; 2],
    /// Its name, or the conclusion.
    pub(super) name: String,
    /// A sentence on its event; none at the end, where the caption has the figures of the scene.
    pub(super) sentence: String,
}

impl WatchSignals {
    /// The signals of the player. Each keeps its value until its key changes.
    pub(super) fn new(panel: PanelStore<WatchFigure>) -> Self {
        let scene = Memo::new_owning(move |before: Option<ShownScene>| {
            panel.follow(|figure, page| {
                let key = (figure.version, page.units());
                match before.filter(|before| before.key == key) {
                    Some(before) => (before, false),
                    None => (ShownScene::of(figure, page, key), true),
                }
            })
        });
        let moment = Memo::new_owning(move |before: Option<ShownMoment>| {
            panel.follow(|figure, page| {
                let place = figure.place.moment;
                let key = (figure.version, page.units(), place, figure.is_over());
                match before.filter(|before| before.key == key) {
                    Some(before) => (before, false),
                    None => (ShownMoment::of(figure, page, key), true),
                }
            })
        });
        Self {
            scene,
            moment,
            runs_on: panel.slice(|figure, _| figure.is_playing && figure.stop.is_none()),
        }
    }
}

impl ShownScene {
    fn of(figure: &WatchFigure, page: &Page, key: SceneKey) -> Self {
        let Ok(legal) = Legal::check(&page.plan) else {
            return Self {
                key,
                ..Self::default()
            };
        };
        let shown = figure.scene(page);
        let words = figure.with_words(page, |frame, legal| {
            let (trace, units) = (frame.trace, frame.units);
            [
                trace::headline(legal, trace, units),
                trace::result(legal, trace, units).join(" "),
            ]
        });
        let lacks = || [String::new(), trace::absent(&legal, shown).to_owned()];
        let [headline, result] = words.unwrap_or_else(lacks);
        let mut absent = [None; SCENES];
        for (reason, scene) in absent.iter_mut().zip(TraceScene::ALL) {
            *reason = (!scene.is_in(&legal)).then(|| trace::absent(&legal, *scene));
        }
        Self {
            key,
            scene: Some(shown),
            absent,
            variants: Variants::of(page, shown),
            headline,
            result,
        }
    }
}

impl ShownMoment {
    fn of(figure: &WatchFigure, page: &Page, key: MomentKey) -> Self {
        let shown = figure.with_words(page, |frame, legal| {
            let place = frame.place.moment;
            let [name, sentence] = if figure.is_over() {
                let conclusion = trace::conclusion(legal, frame.trace, frame.units);
                [conclusion, String::new()]
            } else {
                moments::moment(legal, frame.trace, place, frame.units)
            };
            let number = [place + 1, frame.trace.moments.len()];
            Self {
                key,
                number,
                name,
                sentence,
            }
        });
        shown.unwrap_or(Self {
            key,
            ..Self::default()
        })
    }

    /// Its name and its sentence.
    pub(super) fn words(&self) -> String {
        [&self.name, " ", &self.sentence].concat()
    }
}
