//! A plan to a fragment, and the differences of two plans.

use super::fields::FIELDS;
use super::row::LinkField;
use super::sides::{MEASURED, RIVAL, RIVAL_MEASURED, measured_alike, presets, rebase, same};
use crate::catalog;
use cost::plan::Plan;

/// Writes the canonical fragment of a plan: version, presets, then values that differ from the
/// defaults, in fixed order.
///
/// ```
/// use formats::link;
/// let (plan, _) = link::decode("pp=4&tp=8&sp=1&p=llama3-70b/h100x64");
/// assert_eq!(link::encode(&plan), "#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
/// ```
#[must_use]
pub fn encode(plan: &Plan) -> String {
    let mut link = String::from("#v=1&p=");
    link.push_str(&presets(plan));
    // The plan of a reader at each point of the link: first that of the presets alone.
    let mut read = catalog::default_plan();
    rebase(&mut read, plan);
    push_differences(&mut link, "", &mut read, plan);
    if let (Some(other), false) = (&plan.measured.plan, plan.measured.is_empty()) {
        push_side(&mut link, MEASURED, &mut read.bare(), &other.bare());
    }
    if let Some(rival) = &plan.rival {
        let alone = link.len();
        push_side(&mut link, RIVAL, &mut read, rival);
        if link.len() == alone {
            link.push_str("&b.same=1");
        }
        push_measured_of_rival(&mut link, plan, rival);
    }
    link
}

/// Writes the plan measured on plan B's machine, if a reader would take another one.
fn push_measured_of_rival(link: &mut String, plan: &Plan, rival: &Plan) {
    let measured = measured_plan(rival);
    let read = if measured_alike(rival, plan) {
        measured_plan(plan)
    } else {
        rival
    };
    if rival.measured.is_empty() || same(&read.bare(), &measured.bare()) {
        return;
    }
    let alone = link.len();
    push_side(link, RIVAL_MEASURED, &mut rival.bare(), &measured.bare());
    if link.len() == alone {
        link.push_str("&b.m.same=1");
    }
}

/// The plan of the measurements.
fn measured_plan(plan: &Plan) -> &Plan {
    plan.measured.plan.as_deref().unwrap_or(plan)
}

/// Pairs that a link to `plan` has and a link to `read` lacks, without measurements and rivals.
///
/// ```
/// use formats::link::{self, decode};
/// let (plan, _) = decode("p=llama3-70b/h100x64&tp=8&pp=4");
/// let (other, _) = decode("p=llama3-70b/h100x64&tp=4&pp=4&mbs=2");
/// assert_eq!(link::differences(&plan, &other), ["tp=4", "mbs=2"]);
/// ```
#[must_use]
pub fn differences(read: &Plan, plan: &Plan) -> Vec<String> {
    let mut link = String::new();
    push_side(&mut link, "", &mut read.bare(), &plan.bare());
    link.split('&')
        .filter(|pair| !pair.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Differences of two plans: each key with its current values in both. Measurements and rivals are
/// left out; presets come as the key `p`.
///
/// ```
/// use formats::link::{self, decode};
/// let (plan, _) = decode("p=llama3-70b/h100x64&tp=8&pp=4");
/// let (other, _) = decode("p=llama3-70b/h100x64&tp=4&pp=4");
/// let [(key, before, after)] = &link::differing(&plan, &other)[..] else { panic!() };
/// assert_eq!((*key, before.as_str(), after.as_str()), ("tp", "8", "4"));
/// ```
#[must_use]
pub fn differing(one: &Plan, other: &Plan) -> Vec<(&'static str, String, String)> {
    let mut differing = Vec::new();
    let (before, after) = (presets(one), presets(other));
    if before != after {
        differing.push(("p", before, after));
    }
    let mut read = one.bare();
    rebase(&mut read, other);
    each_difference(&mut read, &other.bare(), &mut |field, after| {
        differing.push((field.key, (field.get)(one).text(), after));
    });
    differing
}

/// Writes the values of a plan that `read` lacks, its presets first. The plan of a reader starts as
/// a copy of `read`, so that presets change figures only if they are others.
fn push_side(link: &mut String, side: &str, read: &mut Plan, plan: &Plan) {
    if presets(plan) != presets(read) {
        for piece in ["&", side, "p=", &presets(plan)] {
            link.push_str(piece);
        }
    }
    rebase(read, plan);
    push_differences(link, side, read, plan);
}

/// Writes every current value of `plan` that `read` does not have.
fn push_differences(link: &mut String, side: &str, read: &mut Plan, plan: &Plan) {
    each_difference(read, plan, &mut |field, text| {
        for piece in ["&", side, field.key, "=", &text] {
            link.push_str(piece);
        }
    });
}

/// Passes every current value of `plan` that `read` does not have. Reads it back at once, because
/// later defaults follow from earlier values.
fn each_difference(read: &mut Plan, plan: &Plan, pass: &mut dyn FnMut(&LinkField, String)) {
    for field in FIELDS {
        let value = (field.get)(plan);
        if value != (field.get)(read) {
            let text = value.text();
            if let Some(value) = field.read(&text) {
                let _ = field.set(read, &value);
            }
            pass(field, text);
        }
    }
}
