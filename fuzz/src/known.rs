//! Violations that are known: where a property does not hold, and why not. A run prints how often
//! each was met; none is passed over in silence, and none is left here once it is mended.

use shardwise::cost::plan::Plan;

/// A violation that is known.
pub struct Known {
    /// The property that does not hold.
    pub property: &'static str,
    /// The plans of which it does not.
    pub of: fn(&Plan) -> bool,
    /// Which they are, and why it does not hold of them.
    pub why: &'static str,
}

/// All of them.
pub static KNOWN: [Known; 0] = [];

impl Known {
    /// The property with the reason.
    #[must_use]
    pub fn name(&self) -> String {
        [self.property, ": ", self.why].concat()
    }
}

/// The known violation of a property by a plan, if it is one.
#[must_use]
pub fn known(property: &str, plan: &Plan) -> Option<&'static Known> {
    let mut all = KNOWN.iter();
    all.find(|known| known.property == property && (known.of)(plan))
}
