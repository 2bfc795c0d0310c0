//! The balance of communication and compute.

use cost::balance::{AxisBalance, BalanceLimit, CommunicationBalance};

messages!("balance");

/// Ratio of exchange to compute below which no number is given.
const SMALL: f64 = 0.01;

/// Each axis with its limit, such as `below 2,472 tokens per GPU and step: 39.6 M tokens a step;
/// exchange is 4.83× the compute`.
#[must_use]
pub fn axes(balance: &CommunicationBalance) -> Vec<(&'static str, String)> {
    let tokens = balance.least_batch().map(|tokens| tokens.ceil() as u64);
    let axes = [
        (data(), balance.data, tokens),
        (tensor(), balance.tensor, None),
        (context(), balance.context, None),
        (expert(), balance.expert, None),
        (pipeline(), balance.pipeline, None),
    ];
    let exchanging = axes.into_iter().filter_map(|(name, axis, tokens)| {
        let axis = axis?;
        let now = if axis.ratio < SMALL {
            exchange_small().to_owned()
        } else {
            exchange(axis.ratio)
        };
        let words = match (limit(&axis), tokens) {
            (None, _) => now,
            (Some(limit), None) => limited(&limit, &now),
            (Some(limit), Some(tokens)) => limited_batch(&limit, tokens, &now),
        };
        Some((name, words))
    });
    exchanging.collect()
}

fn limit(axis: &AxisBalance) -> Option<String> {
    let up = |value: f64| value.ceil() as u64;
    Some(match axis.limit? {
        BalanceLimit::StepTokens(tokens) => step_tokens(up(tokens)),
        BalanceLimit::MicroBatchTokens(tokens) => micro_batch_tokens(up(tokens)),
        BalanceLimit::SequenceTokens(tokens) => sequence_tokens(up(tokens)),
        BalanceLimit::Ranks(most) => ranks(most),
        BalanceLimit::ExpertWidth(width) => expert_width(up(width)),
        BalanceLimit::LayersOfStage(layers) => layers_of_stage(layers),
    })
}
