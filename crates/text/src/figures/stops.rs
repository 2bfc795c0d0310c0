//! Words about the stops of controls.

/// Words about what the stops of controls lead to.
#[derive(Clone, Copy, Debug)]
pub struct StopsText {
    /// States of a plan: fits, tight, out of memory, impossible.
    pub states: [&'static str; 4],
    /// A stop in words and why it is impossible: "Pipeline 5: impossible. …".
    pub impossible: fn(&str, &str) -> String,
}
