//! The plan from which reading begins, with the keys that overrule a file.

use crate::link::{self, LinkWarning};
use cost::plan::Plan;

/// A plan that fills the settings that a file leaves open. The keys that its link names win over
/// the file.
#[derive(Clone, Debug)]
pub struct ImportBase {
    pub(crate) plan: Plan,
    named: Vec<&'static str>,
}

impl ImportBase {
    /// A plan that only fills open settings.
    #[must_use]
    pub fn filling(plan: &Plan) -> Self {
        Self {
            plan: plan.bare(),
            named: Vec::new(),
        }
    }

    /// The plan of a link, whose named keys win. Its presets only fill: a file's model and number
    /// of GPUs stay.
    ///
    /// ```
    /// use formats::import::{ImportBase, import_by};
    /// let arguments = "--num-layers 80 --hidden-size 8192 --seq-length 8192";
    /// let (base, _) = ImportBase::of_link("#v=1&p=custom/h100x64&seq=4096");
    /// let read = import_by(arguments, None, &base).unwrap();
    /// assert_eq!((read.plan.model.layers, read.plan.sequence()), (80, 4_096));
    /// ```
    #[must_use]
    pub fn of_link(link: &str) -> (Self, Vec<LinkWarning>) {
        let (plan, warnings) = link::decode(link);
        let mut base = Self {
            plan: plan.bare(),
            named: link::named(link),
        };
        if plan.measured.plan.is_none() {
            base.plan.measured = plan.measured;
        } else {
            // Measurements belong to another plan.
            base.named.retain(|key| !matches!(*key, "mstep" | "mmem"));
        }
        (base, warnings)
    }

    /// True if the link names a key, or a part of its presets.
    pub(crate) fn names(&self, key: &str) -> bool {
        self.named.contains(&key)
    }

    /// All names.
    pub(crate) fn named(&self) -> impl Iterator<Item = &'static str> {
        self.named.iter().copied()
    }
}
