//! Words of the command's report on a plan.

use cost::balance::CommunicationBalance;
use cost::params::ModelParams;
use cost::run::Run;

/// Words of the report that `shardwise estimate` prints: the names of its lines, and lines that
/// only the command has.
#[derive(Clone, Copy, Debug)]
pub struct ReportText {
    /// Line above the figures of a plan that is out of memory.
    pub if_it_fit: &'static str,
    /// Name of the number of parameters.
    pub parameters: &'static str,
    /// Number of parameters of a model with experts: all, and those that a token passes through.
    pub expert_parameters: fn(&ModelParams) -> String,
    /// Name of the layout of the experts.
    pub experts: &'static str,
    /// Name of the data-parallel degree.
    pub data_parallel: &'static str,
    /// Name of the time of a step.
    pub step: &'static str,
    /// Name of the share of the pipeline bubble.
    pub bubble: &'static str,
    /// Name of the share of the time in which stages are idle.
    pub idle: &'static str,
    /// Name of the tokens of a second and a GPU.
    pub tokens_per_second: &'static str,
    /// Name of the tokens of the run.
    pub tokens: &'static str,
    /// Tokens of a run, and its steps.
    pub tokens_in_steps: fn(&Run) -> String,
    /// Name of the days, dollars and energy of the run.
    pub run: &'static str,
    /// Name of the goodput.
    pub goodput: &'static str,
    /// Line above the limits of axes that exchange something.
    pub communication_bound: &'static str,
    /// Each axis that exchanges something, with the limit from which it is communication-bound.
    pub balances: fn(&CommunicationBalance) -> Vec<(&'static str, String)>,
    /// Name of the conventions that the figures follow.
    pub counted_as: &'static str,
    /// Sentence on a model that the catalogue lacks, with the nearest names.
    pub no_model: fn(&str, &[&str]) -> String,
    /// Sentence on a GPU that the catalogue lacks, with the nearest names.
    pub no_gpu: fn(&str, &[&str]) -> String,
    /// Sentence on a part of a link with names and without a key.
    pub no_key: fn(&str) -> String,
    /// Note on the number of stages that are not listed.
    pub more_stages: fn(usize) -> String,
}
