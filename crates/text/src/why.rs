//! The arithmetic of a figure: values with their units, operations, sources, and names of figures.
//! Names of the numbers stand in [`crate::why_names`].

use cost::amount::{Leaf, Op, Unit};
use cost::plan::Word as _;
use cost::why::{Entry, NotAFigure, Origin, Root};

use crate::number::{fixed, grouped};

messages!("why");

/// Prefixes of units, each a thousand times the one before.
const PREFIXES: [&str; 7] = ["", "k", "M", "G", "T", "P", "E"];

/// Prefixes of units, each a thousandth of the one before.
const SMALL_PREFIXES: [&str; 4] = ["", "m", "µ", "n"];

/// A value with four significant digits and its unit; a whole number without a unit has all of its
/// digits.
///
/// ```
/// use cost::amount::Unit;
/// use text::why::value;
/// assert_eq!(value(137_828_012.0, Unit::BYTES), "137.8\u{a0}MB");
/// assert_eq!(value(4.515_492e-4, Unit::SECONDS), "451.5\u{a0}µs");
/// assert_eq!(value(8_192.0, Unit::NONE), "8,192");
/// assert_eq!(value(0.875, Unit::NONE), "0.875");
/// ```
#[must_use]
pub fn value(value: f64, unit: Unit) -> String {
    const DOLLARS_PER_HOUR: Unit = Unit::DOLLARS.over(Unit::HOURS);
    match unit {
        Unit::NONE => number(value),
        Unit::BYTES => scaled(value, bytes),
        Unit::BYTES_PER_SECOND => scaled(value, bytes_per_second),
        Unit::FLOPS => scaled(value, flops),
        Unit::FLOPS_PER_SECOND => scaled(value, flops_per_second),
        Unit::SECONDS if value.abs() < 1e4 => scaled(value, seconds),
        Unit::SECONDS => seconds(&number(value), ""),
        Unit::HOURS => hours(&number(value)),
        Unit::DAYS => days(&number(value)),
        Unit::DOLLARS => dollars(&number(value)),
        DOLLARS_PER_HOUR => dollars_per_hour(&number(value)),
        Unit::WATTS => watts(&number(value)),
        Unit::MEGAWATT_HOURS => megawatt_hours(&number(value)),
        other => other_unit(&number(value), &self::unit(other)),
    }
}

/// A number with four significant digits; whole numbers have all of theirs.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1e15 || size > 0.0 && size < 1e-4 {
        return powered(value);
    }
    if value >= 0.0 && value.fract() == 0.0 {
        return grouped(value as u64);
    }
    trimmed(value, decimals_of_four(size))
}

/// A number as a power of ten times one between 1 and 10.
fn powered(value: f64) -> String {
    let (mut left, mut power) = (value, 0_i32);
    while left.abs() >= 9.9995 && power < 400 {
        left /= 10.0;
        power += 1;
    }
    while left.abs() < 0.99995 && power > -400 {
        left *= 10.0;
        power -= 1;
    }
    power_of_ten(&fixed(left, 3), &fixed(f64::from(power), 0))
}

/// Decimals with which a number has four significant digits.
pub(crate) fn decimals_of_four(size: f64) -> u32 {
    let limits = [999.95, 99.995, 9.9995, 0.99995, 0.099_995, 0.009_999_5];
    let decimals = limits.iter().filter(|limit| size < **limit).count();
    decimals as u32
}

/// A number with at most this many decimals, without zeros at its end.
pub(crate) fn trimmed(value: f64, decimals: u32) -> String {
    let power = |decimals: u32| 10_f64.powi(decimals.try_into().unwrap_or(i32::MAX));
    let written = |decimals| (value * power(decimals)).round() / power(decimals);
    let least = (0..decimals).find(|fewer| written(*fewer) == written(decimals));
    fixed(value, least.unwrap_or(decimals))
}

/// A value with the prefix of its unit that leaves it between 1 and 1,000.
fn scaled(value: f64, pattern: fn(&str, &str) -> String) -> String {
    let size = value.abs();
    if size >= 1e21 {
        return pattern(&powered(value), "");
    }
    if size == 0.0 || size >= 0.99995 {
        let large = |place: &usize| size < 999.95 * 1e3_f64.powi(*place as i32);
        let place = (0..PREFIXES.len())
            .find(large)
            .unwrap_or(PREFIXES.len() - 1);
        let left = value / 1e3_f64.powi(place as i32);
        return pattern(
            &trimmed(left, decimals_of_four(left.abs())),
            PREFIXES[place],
        );
    }
    let small = |place: &usize| size * 1e3_f64.powi(*place as i32) >= 0.99995;
    match (0..SMALL_PREFIXES.len()).find(small) {
        Some(place) => {
            let left = value * 1e3_f64.powi(place as i32);
            let written = trimmed(left, decimals_of_four(left.abs()));
            pattern(&written, SMALL_PREFIXES[place])
        }
        None => pattern(&powered(value), ""),
    }
}

/// A unit as a product of powers: `B/FLOP`, `s/h`; nothing for a pure number.
#[must_use]
pub fn unit(unit: Unit) -> String {
    let side = |sign: i8| {
        let powers = unit.powers().into_iter().zip(Unit::BASES);
        let names = powers.filter(|(power, _)| power.signum() == sign);
        let names = names.map(|(power, base)| match power.abs() {
            1 => base.to_owned(),
            power => [base, "^", &power.to_string()].concat(),
        });
        names.collect::<Vec<_>>().join("·")
    };
    match (side(1), side(-1)) {
        (over, under) if under.is_empty() => over,
        (over, under) if over.is_empty() => ["1/", &under].concat(),
        (over, under) => [over, under].join("/"),
    }
}

/// Name of an operation.
#[must_use]
pub fn operation(op: Op) -> &'static str {
    match op {
        Op::Sum => op_sum(),
        Op::Product => op_product(),
        Op::Rounded => op_rounded(),
        Op::Quotient => op_quotient(),
        Op::Floor => op_floor(),
        Op::Ceil => op_ceil(),
        Op::Difference => op_difference(),
        Op::Max => op_max(),
        Op::Min => op_min(),
        Op::Power => op_power(),
        Op::Log2 => op_log2(),
        Op::Root => op_root(),
        Op::Path => op_path(),
        Op::Either => op_either(),
    }
}

/// Name of a source.
#[must_use]
pub fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Plan => origin_plan(),
        Origin::Sheet => origin_sheet(),
        Origin::Counted => origin_counted(),
        Origin::Fitted => origin_fitted(),
        Origin::Measured => origin_measured(),
        Origin::Assumed => origin_assumed(),
        Origin::Simulated => origin_simulated(),
        Origin::Machine => origin_machine(),
    }
}

/// Name of a figure.
#[must_use]
pub fn root(root: Root) -> &'static str {
    match root {
        Root::Mfu => root_mfu(),
        Root::Idle => root_idle(),
        Root::Step => root_step(),
        Root::Compute => root_compute(),
        Root::Recompute => root_recompute(),
        Root::ForwardOnly => root_forward_only(),
        Root::Communication => root_communication(),
        Root::Tensor => root_tensor(),
        Root::Context => root_context(),
        Root::Expert => root_expert(),
        Root::Pipeline => root_pipeline(),
        Root::Data => root_data(),
        Root::Bubble => root_bubble(),
        Root::Imbalance => root_imbalance(),
        Root::Optimizer => root_optimizer(),
        Root::Steps => root_steps(),
        Root::Goodput => root_goodput(),
        Root::Days => root_days(),
        Root::GpuHours => root_gpu_hours(),
        Root::Cost => root_cost(),
        Root::Energy => root_energy(),
        Root::MemoryTotal => root_memory_total(),
        Root::MemoryWeights => root_memory_weights(),
        Root::MemoryGradients => root_memory_gradients(),
        Root::MemoryOptimizer => root_memory_optimizer(),
        Root::MemoryActivations => root_memory_activations(),
        Root::MemoryLogits => root_memory_logits(),
        Root::MemoryBuffers => root_memory_buffers(),
        Root::MemoryOverhead => root_memory_overhead(),
        Root::MemoryState => root_memory_state(),
        Root::MemoryMust => root_memory_must(),
        Root::MemoryAtRest => root_memory_at_rest(),
        Root::RunTokens => root_run_tokens(),
        Root::BetweenFailures => root_between_failures(),
        Root::Checkpoint => root_checkpoint(),
        Root::CheckpointWrite => root_write(),
        Root::YoungInterval => root_young(),
        Root::DalyInterval => root_daly(),
        Root::Writing => root_writing(),
        Root::Again => root_again(),
        Root::Restarting => root_restarting(),
        Root::BillState => root_bill_state(),
        Root::BillGpus => root_bill_least_gpus(),
        Root::BillActivations => root_bill_activations(),
        Root::BillFlops => root_bill_flops(),
        Root::BillAttention => root_bill_attention(),
        Root::BillAtPeak => root_bill_at_peak(),
        Root::BillAtPace => root_bill_at_pace(),
        Root::BelowPeak => root_below(),
        Root::LossCeiling => root_loss_ceiling(),
        Root::LossKernels => root_loss_kernels(),
        Root::LossPadding => root_loss_padding(),
        Root::LossRecompute => root_loss_recompute(),
        Root::LossForwardOnly => root_loss_forward_only(),
        Root::LossTensor => root_loss_tensor(),
        Root::LossContext => root_loss_context(),
        Root::LossExpert => root_loss_expert(),
        Root::LossPipeline => root_loss_pipeline(),
        Root::LossData => root_loss_data(),
        Root::LossBubble => root_loss_bubble(),
        Root::LossImbalance => root_loss_imbalance(),
        Root::LossOptimizer => root_loss_optimizer(),
        Root::TrafficTensor => root_traffic_tensor(),
        Root::TrafficContext => root_traffic_context(),
        Root::TrafficExpert => root_traffic_expert(),
        Root::TrafficPipeline => root_traffic_pipeline(),
        Root::TrafficData => root_traffic_data(),
    }
}

/// Name of the row of a sum's small parts.
#[must_use]
pub fn small(parts: usize) -> String {
    small_parts(parts as u64)
}

/// Name of a number of a figure's arithmetic: its letter and name, or else its operation.
#[must_use]
pub fn title(entry: &Entry) -> String {
    let (letter, name) = crate::why_names::names(entry.node());
    match (letter, name) {
        ("", "") => unnamed(entry),
        ("", name) => name.to_owned(),
        (letter, name) => [letter, " ", name].concat(),
    }
}

/// Name of a number that has none: its formula in letters if it has one, else its operation.
fn unnamed(entry: &Entry) -> String {
    let Some(op) = entry.op() else {
        return plain_number().to_owned();
    };
    let parts: Vec<Entry> = entry.below().collect();
    if let (Op::Product, [times, part]) = (op, &parts[..])
        && times.node().leaf == Some(Leaf::Times)
    {
        return multiple(&number(times.value()), &title(part));
    }
    formula(entry, 2).unwrap_or_else(|| operation(op).to_owned())
}

/// The formula of a number in letters, at most `levels` operations deep; `None` if a part has none.
fn formula(entry: &Entry, levels: u32) -> Option<String> {
    let (letter, name) = crate::why_names::names(entry.node());
    if !letter.is_empty() {
        return Some(letter.to_owned());
    }
    if let Some(Leaf::Number(_) | Leaf::Times) = entry.node().leaf {
        return Some(number(entry.value()));
    }
    let sign = match entry.op()? {
        _ if !name.is_empty() || levels == 0 => return None,
        Op::Sum => " + ",
        Op::Difference => " − ",
        Op::Product | Op::Rounded => " · ",
        Op::Quotient | Op::Floor | Op::Ceil => " / ",
        _ => return None,
    };
    let part = |part: Entry| {
        let written = formula(&part, levels - 1)?;
        let is_whole = !written.contains(' ');
        Some(if is_whole {
            written
        } else {
            ["(", &written, ")"].concat()
        })
    };
    let parts: Option<Vec<String>> = entry.below().map(part).collect();
    Some(parts?.join(sign))
}

/// The value of a number of a figure's arithmetic, with its unit.
#[must_use]
pub fn written(entry: &Entry) -> String {
    value(entry.value(), entry.unit().unwrap_or(Unit::NONE))
}

/// A value beside that of another plan.
#[must_use]
pub fn against(now: &str, before: Option<&str>) -> String {
    match before {
        Some(before) if before == now => now.to_owned(),
        Some(before) => beside(now, before),
        None => only_here(now),
    }
}

/// Reference to the path at which a number's parts stand.
#[must_use]
pub fn again(path: &str) -> String {
    known_at(path)
}

/// Sentence that a figure is zero, so that it has no arithmetic.
#[must_use]
pub fn zero(figure: Root) -> String {
    is_zero(root(figure))
}

/// Sentence with the reason why a text is no figure.
#[must_use]
pub fn not_a_figure(fault: NotAFigure) -> String {
    match fault {
        NotAFigure::UnknownFigure => unknown_figure(Root::WORDS),
        NotAFigure::UnknownPlace => unknown_place().to_owned(),
        NotAFigure::HasNoStages(figure) => has_no_stages(root(figure)),
    }
}

/// Sentence that a plan with this many stages does not have the stage of a figure.
#[must_use]
pub fn no_such_stage(stages: usize) -> String {
    match stages {
        1 => one_stage().to_owned(),
        _ => last_stage(stages as u64 - 1),
    }
}

/// Sentence that a figure's arithmetic has no number at a path, with the words of those that it has
/// at the last one that was found.
#[must_use]
pub fn absent(path: &str, words: &[String]) -> String {
    no_such_path(path, words)
}
