//! The report that `shardwise estimate` prints.

use cost::balance::CommunicationBalance;

use crate::balance;

messages!("report");

/// Line above the limits of axes that exchange something.
#[must_use]
pub fn communication_bound() -> &'static str {
    balance::communication_bound()
}

/// Each axis that exchanges something, with the limit from which it is communication-bound.
#[must_use]
pub fn balances(balance: &CommunicationBalance) -> Vec<(&'static str, String)> {
    balance::axes(balance)
}

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
