//! Parts of a plan that the framework of its recipe does not run.
//!
//! Tests: `crates/formats/tests/all/refusals.rs`.

use crate::export::aspect::{Fate, Note};
use crate::export::aspect_keys::deciding_keys;
use crate::export::facts::Facts;
use crate::frameworks::lacks;
use crate::frameworks::release::Release;
use crate::link;
use cost::legal::Legal;
use cost::plan::Plan;

/// An aspect of a plan that keeps the framework of its recipe from running it as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Refusal {
    /// The framework, in its newest version.
    pub release: Release,
    /// The aspect, and how the framework treats it.
    pub note: Note,
}

impl Refusal {
    /// Keys of a link that decide the refusal, with the plan's values.
    #[must_use]
    pub fn settings(&self, plan: &Plan) -> Vec<(&'static str, String)> {
        let keys = deciding_keys(self.note.aspect).iter();
        keys.map(|key| (*key, link::value(plan, key))).collect()
    }
}

/// Parts of a plan that the framework of its recipe does not run, the hardest first; empty if the
/// framework runs it, or if its limits are not known.
///
/// ```
/// use cost::legal::Legal;
/// use formats::export::{Aspect, Fate, refusals};
/// let (plan, _) = formats::link::decode("p=llama3-8b/h100x8&pp=2&zero=3&recipe=deepspeed");
/// let found = refusals(&Legal::check(&plan).unwrap());
/// assert_eq!(found[0].note.aspect, Aspect::ZeroInPipeline);
/// assert_eq!(found[0].note.fate, Fate::Refused);
/// ```
#[must_use]
pub fn refusals(legal: &Legal) -> Vec<Refusal> {
    let Some(release) = Release::of_recipe(legal.plan.stack.recipe) else {
        return Vec::new();
    };
    let facts = Facts::of(legal);
    let lacks = lacks::stopping(release.target());
    let notes = lacks.filter_map(|lack| lack.refusal(&facts, release.version()));
    let mut found: Vec<Refusal> = Vec::new();
    for note in notes {
        let refusal = Refusal { release, note };
        match found
            .iter_mut()
            .find(|known| known.note.aspect == note.aspect)
        {
            Some(known) if hardness(note.fate) < hardness(known.note.fate) => *known = refusal,
            Some(_) => {}
            None => found.push(refusal),
        }
    }
    found.sort_by_key(|refusal| hardness(refusal.note.fate));
    found
}

/// Place of a treatment from the one that stops a plan to the one that only changes it.
const fn hardness(fate: Fate) -> u8 {
    match fate {
        Fate::Refused => 0,
        Fate::NoOption => 1,
        Fate::Untested => 2,
        Fate::Nearest | Fate::InCode | Fate::Usual | Fate::Yours => 3,
    }
}
