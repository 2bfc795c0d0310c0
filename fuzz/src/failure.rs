//! A property that does not hold.

/// A property that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Its name.
    pub property: &'static str,
    /// The observation.
    pub said: String,
    /// By what share a figure goes the wrong way, where it is one; else without bounds.
    pub by: f64,
}

/// Whether something holds.
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
