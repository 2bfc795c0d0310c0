//! The text of a step that is done, by condition: each passage says of which plans it is true.

use cost::Estimate;
use cost::plan::Plan;
use formats::goal::Goal;
use formats::link::presentation::several;
use search::goal_path::moves;

use super::markdown::Text;

/// A part of the text after a step, and the plans of which it is true.
///
/// ```
/// use formats::goal::Goal;
/// use formats::link::decode;
/// use lesson::{ChangedControls, Passage, markdown::read};
/// let passage = Passage {
///     when: Some(Goal::parse("zero = 3").unwrap()),
///     changed: vec!["zero"],
///     kept: vec!["tp"],
///     text: read("Each layer's weights are gathered before use.").unwrap(),
/// };
/// let plan = |link| decode(link).0;
/// let start = plan("#v=1&p=llama3-8b/h100x8&zero=0");
/// let is_true = |link| {
///     let plan = plan(link);
///     let changed = ChangedControls::between(Some(&start), &plan);
///     passage.is_true(&plan, cost::estimate(&plan).as_ref(), &changed)
/// };
/// assert!(is_true("#v=1&p=llama3-8b/h100x8&zero=3"));
/// assert!(!is_true("#v=1&p=llama3-8b/h100x8&zero=2"));
/// assert!(!is_true("#v=1&p=llama3-8b/h100x8&zero=3&tp=2"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// A condition on the plan, such as a goal; `None` if there is none.
    pub when: Option<Goal>,
    /// Keys of controls of which one at least differs from the start; empty for no condition.
    pub changed: Vec<&'static str>,
    /// Keys of controls of which none differs from the start; empty for no condition.
    pub kept: Vec<&'static str>,
    /// The text.
    pub text: Text,
}

/// The controls in which a plan differs from the start of a step; none without a start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedControls {
    keys: Vec<&'static str>,
}

impl ChangedControls {
    /// The controls that differ between a start and a plan.
    #[must_use]
    pub fn between(start: Option<&Plan>, plan: &Plan) -> Self {
        let moves = start.map(|start| moves(start, plan)).unwrap_or_default();
        let keys = moves.into_iter().map(|(key, _)| key).collect();
        Self { keys }
    }

    /// True if the control of a key differs, or one of those that the key stands for.
    #[must_use]
    pub fn contains(&self, key: &str) -> bool {
        let mut all = several(key).iter();
        self.keys.contains(&key) || all.any(|key| self.keys.contains(key))
    }
}

impl Passage {
    /// The passage of a text that is true of every plan.
    #[must_use]
    pub const fn of(text: Text) -> Self {
        Self {
            when: None,
            changed: Vec::new(),
            kept: Vec::new(),
            text,
        }
    }

    /// True if its conditions hold for a plan, which differs from the start in these controls.
    #[must_use]
    pub fn is_true<E>(
        &self,
        plan: &Plan,
        estimate: Result<&Estimate, E>,
        changed: &ChangedControls,
    ) -> bool {
        let when = self.when.as_ref();
        let has_changed = self.changed.iter().any(|key| changed.contains(key));
        let has_kept = !self.kept.iter().any(|key| changed.contains(key));
        when.is_none_or(|when| when.is_reached(plan, estimate))
            && (self.changed.is_empty() || has_changed)
            && has_kept
    }

    /// True if the conditions name the control of a key, so that the text may be about it.
    #[must_use]
    pub fn is_about(&self, key: &str) -> bool {
        let fields = self.when.as_ref().map(Goal::fields).unwrap_or_default();
        let is_field = fields.iter().any(|field| field.name() == key);
        is_field || self.changed.contains(&key) || self.kept.contains(&key)
    }
}
