//! Old keys of links. They are read as the keys that replaced them, and never written.

use super::fields::FIELDS;
use crate::link::text::number;
use cost::plan::limits::SHARE;
use cost::plan::{Dispatcher, Family, GraphScope, Plan};

/// A key that other keys have replaced.
pub(super) struct OldKey {
    pub(super) key: &'static str,
    /// The keys that replaced it.
    pub(super) sets: &'static [&'static str],
    /// The setter of these keys. `None` leaves the plan unchanged, as the text is no value of the
    /// old key.
    pub(super) set: fn(&mut Plan, &str) -> Option<()>,
}

/// All old keys.
static OLD_KEYS: [OldKey; 1] = [
    // The level of the software of a mixture of experts, from 0 (plain) to 1 (tuned). The limits
    // are halfway between its named levels 0, 0.5 and 1.
    OldKey {
        key: "moesw",
        sets: &["disp", "graph"],
        set: |plan, text| {
            let level = number(text, &SHARE)?;
            let tuned = match plan.cluster.gpu.family {
                Family::Blackwell | Family::BlackwellUltra => Dispatcher::HybridEp,
                _ => Dispatcher::DeepEp,
            };
            let (dispatcher, graphs) = match level {
                level if level < 0.25 => (Dispatcher::AllToAll, GraphScope::None),
                level if level < 0.75 => (tuned, GraphScope::None),
                _ => (tuned, GraphScope::Partial),
            };
            // The key had no effect on a dense model.
            if plan.model.moe.experts > 0 {
                plan.stack.dispatcher = Some(dispatcher);
                plan.stack.graphs = Some(graphs);
            }
            Some(())
        },
    },
];

/// The old key with this name.
pub(super) fn old_key(name: &str) -> Option<&'static OldKey> {
    OLD_KEYS.iter().find(|old| old.key == name)
}

/// The keys that an old key sets; empty for any other text.
///
/// ```
/// assert_eq!(formats::link::replacing("moesw"), ["disp", "graph"]);
/// assert!(formats::link::replacing("tp").is_empty());
/// ```
#[must_use]
pub fn replacing(key: &str) -> &'static [&'static str] {
    old_key(key).map_or(&[], |old| old.sets)
}

impl OldKey {
    /// A plan's values of the keys that replaced this one: `disp=a2a, graph=none`.
    pub(super) fn now(&self, plan: &Plan) -> String {
        let fields = FIELDS.iter().filter(|field| self.sets.contains(&field.key));
        let pairs: Vec<String> = fields
            .map(|field| [field.key, "=", &(field.get)(plan).text()].concat())
            .collect();
        pairs.join(", ")
    }
}
