//! The words that a language has for a plan and its estimate.
//!
//! This crate writes no sentence: the caller passes in these words and those of exported files
//! ([`ExportText`](crate::export::ExportText)), which the crate `text` fills from messages. So
//! formats know nothing of languages.
//!
//! Tests: `crates/cli/tests/all/reports.rs`.

use cost::coverage::NotModelled;
use cost::legal::Reason;
use cost::plan::Plan;

use crate::link::LinkWarning;

/// Words about a plan and its estimate.
#[derive(Clone, Copy, Debug)]
pub struct PlanText {
    /// The plan in one line: model and cluster.
    pub title: fn(&Plan) -> String,
    /// The reason why a plan cannot exist.
    pub reason: fn(&Reason, &Plan) -> String,
    /// The parts of a link that were not understood.
    pub link_warning: fn(&LinkWarning) -> String,
    /// The features of a plan that the estimate leaves out.
    pub not_modelled: fn(NotModelled) -> String,
    /// Parts of a plan that the framework of its recipe does not run.
    pub refusals: fn(&Plan) -> Vec<RefusalText>,
}

/// An aspect of a plan that the framework of its recipe does not run, in codes and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalText {
    /// Code of the aspect: a word of [`Aspect`](crate::export::Aspect).
    pub code: &'static str,
    /// Code of the framework's treatment: a word of [`Fate`](crate::export::Fate).
    pub fate: &'static str,
    /// Name of the framework in JSON.
    pub framework: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Keys of a link that decide, with the plan's values.
    pub settings: Vec<(&'static str, String)>,
    /// The sentence of a report.
    pub sentence: String,
}
