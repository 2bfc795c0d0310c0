//! The search for the best layout: nothing missing, nothing twice, nothing lost by pruning.

mod bounds;
mod division;
mod drawn;
mod experts;
mod families;
mod held;
mod questions;
mod reasons;
mod releases;
mod space;
mod wider;
mod winners;

use cost::plan::Plan;
use formats::link;

/// A plan from a link that says nothing that is not understood.
fn plan(link: &str) -> Plan {
    let (plan, warnings) = link::decode(link);
    assert!(warnings.is_empty(), "{link}: {warnings:?}");
    plan
}
