//! Words about the stops of controls.

/// Words about what the stops of controls lead to.
#[derive(Clone, Copy, Debug)]
pub struct StopsText {
    /// States of a plan: fits, tight, out of memory, impossible.
    pub states: [&'static str; 4],
    /// A stop in words and what it leads to, its state, memory and MFU: "Tensor 4: tight, 84.2 GiB,
    /// MFU 48.3 %".
    pub leads_to: fn(&str, [&str; 3]) -> String,
    /// A stop in words and why it is impossible: "Pipeline 5: impossible. …".
    pub impossible: fn(&str, &str) -> String,
}
