//! The plan from which reading begins, with the keys that overrule a file.

use super::imported::{ImportedSetting, SettingOrigin};
use crate::link::{self, LinkWarning};
use cost::plan::Plan;

/// A plan that fills the settings that a file leaves open. The keys that its link names win over
/// the file.
#[derive(Clone, Debug)]
pub struct ImportBase {
    pub(crate) plan: Plan,
    named: Vec<&'static str>,
    /// Statements of other files.
    given: Option<Box<Given>>,
}

/// Statements of files beside the one that is read, which stands nearer to the start of the program. They
/// win over the defaults of its framework and fill what it leaves open.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    /// The plan of these files, from which reading begins.
    pub(crate) plan: Plan,
    /// Their settings: one for each key.
    pub(crate) settings: Vec<ImportedSetting>,
    /// True if one of them is the configuration of the model, whose shape then counts.
    pub(crate) has_model: bool,
}

impl ImportBase {
    /// A plan that only fills open settings.
    #[must_use]
    pub fn filling(plan: &Plan) -> Self {
        Self {
            plan: plan.bare(),
            named: Vec::new(),
            given: None,
        }
    }

    /// The base with what other files say.
    pub(crate) fn beside(&self, given: Given) -> Self {
        Self {
            plan: self.plan.clone(),
            named: self.named.clone(),
            given: Some(Box::new(given)),
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
            given: None,
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

    /// The plan from which reading begins.
    pub(crate) fn start(&self) -> &Plan {
        self.given.as_ref().map_or(&self.plan, |given| &given.plan)
    }

    /// The settings of other files.
    pub(crate) fn given(&self) -> &[ImportedSetting] {
        self.given.as_ref().map_or(&[], |given| &given.settings)
    }

    /// The setting of another file that wins over a framework's default. The longest sequence of a
    /// model is not that of its training.
    pub(crate) fn stated(&self, key: &str) -> Option<&ImportedSetting> {
        let is_longest = key == "seq" && self.has_model();
        let mut given = self.given().iter();
        given.find(|one| one.key == key && one.origin == SettingOrigin::Read && !is_longest)
    }

    /// True if the shape of the model is that of another file.
    pub(crate) fn has_model(&self) -> bool {
        self.given.as_ref().is_some_and(|given| given.has_model)
    }
}
