//! A plan while it is being read, with what was not understood.

use super::imported::{Format, Imported, MissingSetting};
use super::shape::recognised;
use super::value::ParsedValue;
use crate::excerpt::excerpt;
use crate::link;
use cost::params::ModelParams;
use cost::plan::Plan;
use cost::plan::limits::TOKENS;
use cost::run;

/// Names of each kind that are kept: enough to fix a file, too few to flood a page.
const MOST_NAMES: usize = 100;

/// A plan while it is being read.
pub(super) struct ImportReader {
    /// The plan so far.
    pub(super) plan: Plan,
    unknown: Vec<String>,
    unfit: Vec<(String, String)>,
    missing: Vec<MissingSetting>,
}

impl ImportReader {
    /// Begins with a plan that supplies what the file leaves open.
    pub(super) fn of(base: &Plan) -> Self {
        Self {
            plan: base.bare(),
            unknown: Vec::new(),
            unfit: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// Sets a key of a link; notes a value that it cannot take under the option's own name.
    pub(super) fn set(&mut self, key: &'static str, option: &str, text: &str) {
        if !link::set_value(&mut self.plan, key, text) {
            self.unfit(option, text);
        }
    }

    /// Sets a key to a whole number that follows from others.
    pub(super) fn set_whole(&mut self, key: &'static str, option: &str, number: u64) {
        self.set(key, option, &number.to_string());
    }

    /// Sets a key from a field of a document, if it is there.
    pub(super) fn field(
        &mut self,
        key: &'static str,
        value: &ParsedValue,
        path: &str,
    ) -> Option<u64> {
        let found = value.at(path)?;
        match found {
            ParsedValue::Whole(number) => {
                self.set_whole(key, path, *number);
                return Some(*number);
            }
            ParsedValue::Switch(is_on) => self.set(key, path, if *is_on { "1" } else { "0" }),
            ParsedValue::Text(text) | ParsedValue::Number(text) => {
                let text = text.clone();
                self.unfit(path, &text);
            }
            _ => self.unfit(path, "…"),
        }
        None
    }

    /// Sets the tokens of the run to those of this many steps. Leaves them open if the model's
    /// default gives as many.
    pub(super) fn steps(&mut self, steps: Option<u64>, option: &str) {
        let Some(steps) = steps else { return };
        self.plan.run.tokens = None;
        let each = self
            .plan
            .global_batch()
            .saturating_mul(self.plan.sequence());
        let follows = run::tokens(&self.plan, ModelParams::of(&self.plan.model).total);
        if follows.div_ceil(each.max(1)) != steps {
            // The last step of the longest run goes beyond its tokens.
            let most = *TOKENS.end();
            let is_last = steps.saturating_sub(1).saturating_mul(each) < most;
            let tokens = steps.saturating_mul(each);
            self.set_whole(
                "tok",
                option,
                if is_last { tokens.min(most) } else { tokens },
            );
        }
    }

    /// Notes a name without a meaning here.
    pub(super) fn unknown(&mut self, name: &str) {
        let name = excerpt(name);
        if self.unknown.len() < MOST_NAMES && !self.unknown.contains(&name) {
            self.unknown.push(name);
        }
    }

    /// Notes a value that the plan cannot hold.
    pub(super) fn unfit(&mut self, option: &str, value: &str) {
        if self.unfit.len() < MOST_NAMES {
            self.unfit.push((excerpt(option), excerpt(value)));
        }
    }

    /// Notes what the file leaves open.
    pub(super) fn missing(&mut self, what: MissingSetting) {
        if !self.missing.contains(&what) {
            self.missing.push(what);
        }
    }

    /// Notes the fields of a document that are on none of the lists. A name with a dot at its end
    /// stands for all that is inside.
    pub(super) fn unlisted(&mut self, value: &ParsedValue, lists: &[&str]) {
        for path in value.paths() {
            let mut listed = lists.iter().flat_map(|list| list.split_ascii_whitespace());
            let is_listed =
                listed.any(|name| name == path || name.ends_with('.') && path.starts_with(name));
            if !is_listed {
                self.unknown(&path);
            }
        }
    }

    /// The plan, its model by its name where the catalogue has it, else as far as a link can say.
    pub(super) fn done(mut self, format: Format) -> Imported {
        let (model, unsaid) = recognised(&self.plan.model);
        self.plan.model = model;
        Imported {
            format,
            plan: self.plan,
            unknown: self.unknown,
            unfit: self.unfit,
            unsaid,
            missing: self.missing,
        }
    }
}
