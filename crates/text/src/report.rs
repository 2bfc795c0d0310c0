//! The report that `shardwise estimate` prints.

messages!("report");

/// Sentence on a model that the catalogue lacks, with the nearest names.
#[must_use]
pub fn unknown_model(given: &str, near: &[&str]) -> String {
    if near.is_empty() {
        no_model(given)
    } else {
        no_model_but(given, near)
    }
}

/// Sentence on a GPU that the catalogue lacks, with the nearest names.
#[must_use]
pub fn unknown_gpu(given: &str, near: &[&str]) -> String {
    if near.is_empty() {
        no_gpu(given)
    } else {
        no_gpu_but(given, near)
    }
}
