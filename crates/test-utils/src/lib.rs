//! Shared parts of the tests of several crates: plans from links, random inputs of every kind, and
//! comparisons that print their operands.
//!
//! Tests: by use, in `crates/cli/tests/all/properties/mod.rs`.

pub mod corpus;
pub mod draw;
pub mod drawn;
mod english;
pub mod given;
mod seed;
mod share;
mod thread_time;

pub use english::english;
pub use seed::{config, plans, seed, seed_number};
pub use share::share;
pub use thread_time::ThreadClock;

use std::path::Path;

use cost::plan::{MixtureOfExperts, Model, Norm, Plan, Positions};
use cost::units::Bytes;
use cost::{Estimate, estimate};
use formats::catalog;
use formats::link;

/// The folder of the workspace.
#[must_use]
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// The plan of a link that has to be understood in full.
pub fn plan(link: &str) -> Plan {
    let (plan, warnings) = link::decode(link);
    assert!(warnings.is_empty(), "{link}: {warnings:?}");
    plan
}

/// The estimate of a link that has to be understood in full and legal.
pub fn estimated(link: &str) -> (Plan, Estimate) {
    let plan = plan(link);
    match estimate(&plan) {
        Ok(estimate) => (plan, estimate),
        Err(reasons) => panic!("{link}: {reasons:?}"),
    }
}

/// A GPT of this shape: GELU MLP of 4h, full heads, layer norms, dropout, tied embeddings.
pub fn gpt(layers: u64, hidden: u64, heads: u64, vocab: u64, sequence: u64) -> Model {
    Model {
        preset: catalog::CUSTOM,
        layers,
        hidden,
        ffn: 4 * hidden,
        heads,
        kv_heads: heads,
        head_dim: hidden / heads,
        vocab,
        gated: false,
        tied: true,
        bias: true,
        dropout: true,
        positions: Positions::Learned,
        norm: Norm::Layer,
        window: 0,
        full_attention_every: 0,
        trained_sequence: sequence,
        moe: MixtureOfExperts::default(),
        mla: None,
        mixer: None,
        multi_token_layers: 0,
    }
}

/// Asserts that two figures agree within a relative tolerance, and prints both if not.
#[track_caller]
pub fn close(what: &str, value: f64, expected: f64, tolerance: f64) {
    let error = value / expected - 1.0;
    assert!(
        error.abs() <= tolerance,
        "{what}: {value} instead of {expected}, {:+.3} % off, {:.3} % allowed",
        100.0 * error,
        100.0 * tolerance,
    );
}

/// Asserts that a value is what a paper prints, give or take one in the last printed digit,
/// because some tables truncate and others round.
#[track_caller]
pub fn printed(what: &str, value: f64, text: &str) {
    let decimals = text.split_once('.').map_or(0, |(_, after)| after.len());
    let figure: f64 = text.parse().expect("a printed figure is a number");
    let last_digit = 10_f64.powi(-(decimals as i32));
    // A value half-way between two digits may be printed as either.
    assert!(
        (value - figure).abs() <= last_digit * 1.000_001,
        "{what}: {value} instead of the printed {text}"
    );
}

/// Nominal parameters on decimal bytes, as the lessons write them.
pub fn gb(bytes: Bytes) -> f64 {
    bytes.gb()
}
