//! What a plan asks for and the estimate leaves out: kept and reported.

/// A part of a plan that the estimate leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// Its key in a link.
    pub key: &'static str,
}

/// Everything in a plan that the estimate leaves out: `refused`, the keys of measurements that
/// cannot be right.
#[must_use]
pub fn not_modelled(refused: &[&'static str]) -> Vec<NotModelled> {
    refused.iter().map(|&key| NotModelled { key }).collect()
}
