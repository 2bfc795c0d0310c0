//! Variants of a scene: other values of the control that the scene is about. A variant changes the
//! plan, so that all of the page follows.

use std::sync::Arc;

use cost::legal::Legal;
use cost::plan::{Plan, Word};
use cost::trace::TraceScene;
use formats::link::Key;

use crate::store::Page;

/// The keys of the controls that the scenes are about, in the order of [`TraceScene`]. Numbers
/// among them begin at 1.
const KEYS: [&str; TraceScene::WORDS.len()] = [
    "tp", "zero", "vp", "zero", "ep", "ckpt", "cpkind", "zero", "flash",
];

/// The variants of a scene.
#[derive(Clone, Debug)]
pub(super) struct Variants {
    /// The name of the control.
    pub(super) name: &'static str,
    /// True if the control is locked.
    pub(super) is_locked: bool,
    /// The values that give a legal plan.
    pub(super) list: Vec<Variant>,
}

/// A value of the control.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// The value, as its control names it.
    pub(super) name: String,
    /// True if the page's plan has this value.
    pub(super) is_present: bool,
    /// The plan with this value.
    pub(super) plan: Arc<Plan>,
}

impl Variants {
    /// The variants of a scene of the page's plan: all values of a choice, or half and twice a
    /// number. `None` if only the present one gives a legal plan.
    pub(super) fn of(page: &Page, scene: TraceScene) -> Option<Self> {
        let key = Key::named(KEYS.get(scene as usize)?)?;
        let label = text::controls::label(key.name())?;
        let present = key.choice(&page.plan)?;
        let choices: Vec<(usize, String)> = if label.options.is_empty() {
            let number = present + 1;
            let numbers = [number / 2, number, number * 2].into_iter();
            let numbers = numbers.filter(|number| *number > 0);
            numbers
                .map(|number| (number - 1, number.to_string()))
                .collect()
        } else {
            let options = label.options.iter().enumerate();
            options
                .map(|(choice, name)| (choice, (*name).to_owned()))
                .collect()
        };
        let variants = choices.into_iter().filter_map(|(choice, name)| {
            let is_present = choice == present;
            let mut plan = (*page.plan).clone();
            let is_legal =
                is_present || key.choose(&mut plan, choice) && Legal::check(&plan).is_ok();
            is_legal.then(|| Variant {
                name,
                is_present,
                plan: Arc::new(plan),
            })
        });
        let list: Vec<Variant> = variants.collect();
        (list.len() > 1).then(|| Self {
            name: label.name,
            is_locked: page.is_locked(key.name()),
            list,
        })
    }
}
