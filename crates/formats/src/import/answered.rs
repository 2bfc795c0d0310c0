//! Numbers that an answer of the reader changes: those that its file computes from the GPUs.
//!
//! Tests: `crates/formats/tests/all/import_accounts.rs`, `src/panels/share/import/tests.rs`.

use super::following::Following;
use super::imported::{Imported, MissingSetting};
use crate::link;

impl Imported {
    /// Sets the number that follows from the ranks, after an answer has changed these. A key that was
    /// answered follows no more.
    pub fn follow(&mut self, answered: &str) {
        self.following = self.following.filter(|rule| rule.key() != answered);
        if let Some(rule) = self.following {
            let number = rule.sequences(&self.plan) as f64;
            let _ = link::set_number(&mut self.plan, rule.key(), number);
        }
    }

    /// The number that follows from GPUs which the file does not have.
    #[must_use]
    pub fn following_open_gpus(&self) -> Option<Following> {
        let is_open = self.missing.contains(&MissingSetting::Cluster);
        self.following.filter(|_| is_open)
    }
}
