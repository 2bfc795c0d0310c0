//! The balance of communication and compute, in English.

use cost::balance::{AxisBalance, BalanceLimit, CommunicationBalance};
use formats::number::{count, fixed, grouped, three_digits};

/// Line above the limits.
pub(crate) const COMMUNICATION_BOUND: &str = "Communication-bound at rated speeds:";

/// Each axis with its limit, such as `below 2,472 tokens per GPU and step: 39.6 M tokens a step;
/// exchange is 4.83× the compute`.
pub(crate) fn balances(balance: &CommunicationBalance) -> Vec<(&'static str, String)> {
    let batch = match balance.least_batch() {
        Some(tokens) => [": ", &count(tokens.ceil() as u64), " tokens a step"].concat(),
        None => String::new(),
    };
    let axes = [
        ("data parallel", balance.data, batch.as_str()),
        ("tensor parallel", balance.tensor, ""),
        ("context parallel", balance.context, ""),
        ("expert parallel", balance.expert, ""),
        ("pipeline parallel", balance.pipeline, ""),
    ];
    let exchanging = axes.into_iter().filter_map(|(name, axis, more)| {
        let axis = axis?;
        let ratio = if axis.ratio < 0.01 {
            "below 0.01".to_owned()
        } else {
            three_digits(axis.ratio)
        };
        let now = ["exchange is ", &ratio, "× the compute"].concat();
        let limit = match limit(&axis) {
            Some(limit) => [&limit, more, "; ", &now].concat(),
            None => now,
        };
        Some((name, limit))
    });
    exchanging.collect()
}

fn limit(axis: &AxisBalance) -> Option<String> {
    let up = |value: f64| grouped(value.ceil() as u64);
    Some(match axis.limit? {
        BalanceLimit::StepTokens(tokens) => {
            ["below ", &up(tokens), " tokens per GPU and step"].concat()
        }
        BalanceLimit::MicroBatchTokens(tokens) => {
            ["below ", &up(tokens), " tokens per GPU and micro-batch"].concat()
        }
        BalanceLimit::SequenceTokens(tokens) => {
            ["below ", &up(tokens), " tokens of a sequence per rank"].concat()
        }
        BalanceLimit::Ranks(ranks) => ["above ", &fixed(ranks, 1), " ranks"].concat(),
        BalanceLimit::ExpertWidth(width) => ["with experts narrower than ", &up(width)].concat(),
        BalanceLimit::LayersOfStage(layers) => {
            ["below ", &three_digits(layers), " layers per stage"].concat()
        }
    })
}
