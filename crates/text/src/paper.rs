//! A textbook's value of a figure, and the steps from it to ours.

use cost::amount::{Leaf, Op, Unit};
use cost::plan::Word as _;
use cost::why::paper::{Change, Source};
use cost::why::{Entry, Root};

use crate::why::{number, value};
use crate::why_names::names;

messages!("paper");

/// Name of the row with the textbook's value.
#[must_use]
pub fn name() -> &'static str {
    on_paper()
}

/// Name of a step: what takes the place of the assumption that it drops.
#[must_use]
pub fn change(change: Change) -> &'static str {
    match change {
        Change::Multiplied => change_multiplied(),
        Change::AttentionFlops => change_attention_flops(),
        Change::FrozenFlops => change_frozen_flops(),
        Change::Limit => change_limit(),
        Change::Counted => change_counted(),
        Change::WholeSteps => change_whole_steps(),
        Change::Failures => change_failures(),
        Change::Restart => change_restart(),
        Change::HigherOrder => change_higher_order(),
        Change::Saved => change_saved(),
        Change::Flash => change_flash(),
        Change::Exact => change_exact(),
        Change::Waits => change_waits(),
        Change::Frozen => change_frozen(),
        Change::Recompute => change_recompute(),
        Change::Schedule => change_schedule(),
        Change::Products => change_products(),
        Change::Attention => change_attention(),
        Change::Sides => change_sides(),
        Change::Kernels => change_kernels(),
        Change::Bandwidth => change_bandwidth(),
        Change::Buffers => change_buffers(),
        Change::Slack => change_slack(),
        Change::Context => change_context(),
        Change::Launch => change_launch(),
        Change::Lengths => change_lengths(),
        Change::Exchanges => change_exchanges(),
        Change::Links => change_links(),
        Change::Latency => change_latency(),
        Change::Overlap => change_overlap(),
        Change::Transfers => change_transfers(),
        Change::Slowdown => change_slowdown(),
        Change::Overhead => change_overhead(),
        Change::Precision => change_precision(),
        Change::Loss => change_loss(),
        Change::Framework => change_framework(),
        Change::Offload => change_offload(),
        Change::Machine => change_machine(),
    }
}

/// A work with its number in arXiv.
#[must_use]
pub fn source(source: Source) -> String {
    match source.arxiv() {
        Some(number) => with_number(source.word(), number),
        None => source.word().to_owned(),
    }
}

/// The difference of two values of a unit, with its sign.
#[must_use]
pub fn difference(before: f64, after: f64, unit: Unit) -> String {
    let size = value((after - before).abs(), unit);
    if after < before {
        less(&size)
    } else {
        more(&size)
    }
}

/// Sentence that a figure has no formula.
#[must_use]
pub fn absent(root: Root) -> String {
    no_formula(crate::why::root(root))
}

/// A formula in letters, and in names where it has none.
#[must_use]
pub fn formula(entry: &Entry) -> String {
    written(entry, Rank::Sum)
}

/// Binding of an operation's parts, the loosest first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Rank {
    Sum,
    Product,
    Power,
}

/// A number as a part of an operation that binds it this closely.
fn written(entry: &Entry, within: Rank) -> String {
    let (letter, name) = names(entry.node());
    if !letter.is_empty() || !name.is_empty() {
        return if letter.is_empty() { name } else { letter }.to_owned();
    }
    if let Some(Leaf::Number(_)) = entry.node().leaf {
        return number(entry.value());
    }
    let parts: Vec<Entry> = entry.below().collect();
    let all = |rank, sign: &str| {
        let parts = parts.iter().map(|part| written(part, rank));
        parts.collect::<Vec<_>>().join(sign)
    };
    let (rank, text) = match entry.op() {
        Some(Op::Sum | Op::Path) => (Rank::Sum, all(Rank::Sum, " + ")),
        Some(Op::Difference) => (Rank::Sum, all(Rank::Product, " − ")),
        Some(Op::Product | Op::Rounded) => (Rank::Product, all(Rank::Product, " · ")),
        Some(Op::Quotient | Op::Floor | Op::Ceil) => (Rank::Product, quotient(&parts)),
        Some(Op::Root) => (Rank::Power, ["√", &all(Rank::Power, "")].concat()),
        _ => (Rank::Power, crate::why::title(entry)),
    };
    if rank < within {
        ["(", &text, ")"].concat()
    } else {
        text
    }
}

/// The first over the product of the rest.
fn quotient(parts: &[Entry]) -> String {
    let Some((first, rest)) = parts.split_first() else {
        return String::new();
    };
    let over = written(first, Rank::Product);
    let under: Vec<String> = match rest {
        [one] => vec![written(one, Rank::Power)],
        many => many
            .iter()
            .map(|part| written(part, Rank::Product))
            .collect(),
    };
    let product = under.join(" · ");
    match under[..] {
        [_] => [&over, " / ", &product].concat(),
        _ => [&over, " / (", &product, ")"].concat(),
    }
}
