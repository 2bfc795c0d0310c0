//! A property that does not hold.

/// A property that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Name of the property.
    pub property: &'static str,
    /// The observation.
    pub said: String,
    /// Share by which a figure moves in the wrong direction; infinite if the failure has no such
    /// figure.
    pub by: f64,
}

/// Outcome of a check: nothing, or how it failed.
pub type Holds = Result<(), Failure>;

/// Fails a property where a condition is not met.
pub(crate) fn ensure(property: &'static str, is_met: bool, said: impl FnOnce() -> String) -> Holds {
    if is_met {
        return Ok(());
    }
    Err(Failure {
        property,
        said: said(),
        by: f64::INFINITY,
    })
}
