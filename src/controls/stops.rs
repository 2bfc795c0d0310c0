//! Stops of the controls that are marked before they are tried: each leads to a plan that fits, is
//! tight, does not fit, or cannot exist.
//!
//! Tests: `src/panels/stops/tests.rs`.

use cost::plan::Plan;

use super::choice::ChoiceControl;
use super::groups::{self, GROUPS, concerns};
use super::label::label;
use super::slider::Slider;
use super::spec::Row;

/// Keys of the marked controls, the most used first.
pub(super) const MARKED: [&str; 14] = [
    "tp", "pp", "zero", "mbs", "gpus", "cp", "ckpt", "vp", "gbs", "seq", "sched", "ep", "etp",
    "hsdp",
];

/// A control with stops.
enum Stepped {
    Slider(&'static Slider),
    Choice(&'static ChoiceControl),
}

/// A marked control.
pub(crate) struct MarkedControl {
    /// Its key.
    pub(crate) key: &'static str,
    control: Stepped,
}

/// The marked controls that concern a plan, the most used first.
pub(crate) fn marked(plan: &Plan) -> Vec<MarkedControl> {
    let concerned = |key: &&str| GROUPS.iter().any(|group| concerns(group.rows, plan, key));
    let keys = MARKED.into_iter().filter(concerned);
    keys.filter_map(MarkedControl::of).collect()
}

impl MarkedControl {
    /// The marked control of a key.
    pub(crate) fn of(key: &str) -> Option<Self> {
        let row = groups::row(key)?;
        let control = match row {
            Row::Slider(slider) => Stepped::Slider(slider),
            Row::Options(choice) | Row::List(choice) => Stepped::Choice(choice),
            _ => return None,
        };
        Some(Self {
            key: row.key()?,
            control,
        })
    }

    /// The number of its stops for a plan.
    pub(crate) fn count(&self, plan: &Plan) -> usize {
        match self.control {
            Stepped::Slider(slider) => slider.values(plan).len(),
            Stepped::Choice(choice) => choice.options().len(),
        }
    }

    /// The index of the stop nearest to the value in force, where a slider has its thumb.
    pub(crate) fn present(&self, plan: &Plan) -> usize {
        match self.control {
            Stepped::Slider(slider) => slider.stop(plan),
            Stepped::Choice(choice) => choice.get(plan),
        }
    }

    /// The plan to which a stop leads.
    pub(crate) fn led_to(&self, plan: &Plan, stop: usize) -> Plan {
        let mut plan = plan.clone();
        plan.hold_measured();
        match self.control {
            Stepped::Slider(slider) => {
                if let Some(value) = slider.values(&plan).get(stop) {
                    slider.set(&mut plan, *value);
                }
            }
            Stepped::Choice(choice) => choice.set(&mut plan, stop),
        }
        plan
    }

    /// True if two plans differ at most in this control. Then its stops lead to the same plans from
    /// both.
    pub(crate) fn is_all_between(&self, from: &Plan, to: &Plan) -> bool {
        let mut changed = from.clone();
        match self.control {
            Stepped::Slider(slider) => slider.set(&mut changed, slider.get(to)),
            Stepped::Choice(choice) => choice.set(&mut changed, choice.get(to)),
        }
        changed == *to
    }

    /// A stop in words: "Tensor 4".
    pub(crate) fn named(&self, plan: &Plan, stop: usize) -> String {
        let name = label(self.key).name;
        let value = match self.control {
            Stepped::Slider(slider) => {
                let value = slider.values(plan).get(stop).copied();
                value.map(|value| slider.spoken(value))
            }
            Stepped::Choice(choice) => {
                let option = choice.options().get(stop).copied();
                option.map(str::to_owned)
            }
        };
        [name, " ", &value.unwrap_or_default()].concat()
    }
}
