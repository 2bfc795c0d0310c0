//! Figures that lessons name: how they are written, whether a plan has them, and their values.

use cost::Estimate;
use cost::amount::Unit;
use cost::legal::Legal;
use cost::plan::Plan;
use cost::units::GIB;
use cost::why::{Figure, Why};

/// The figure that a text names, and the path of words below it: `time.tensor/of-rank/one-micro-batch`. The path is
/// empty if the text ends with the figure.
///
/// ```
/// use lesson::figure_and_path;
/// let (figure, path) = figure_and_path("memory.activations@0/held-in-backward").unwrap();
/// assert_eq!((figure.to_string().as_str(), path.as_str()), ("memory.activations@0", "held-in-backward"));
/// assert_eq!(figure_and_path("mfu").unwrap().1, "");
/// assert_eq!(figure_and_path("mfa"), None);
/// ```
#[must_use]
pub fn figure_and_path(text: &str) -> Option<(Figure, String)> {
    let (figure, path) = text.split_once('/').unwrap_or((text, ""));
    Some((figure.parse().ok()?, path.to_owned()))
}

/// The value of a figure in its unit as people read it: GiB of bytes, seconds, dollars, shares from 0
/// to 1; `None` of a stage that the plan does not have, and of a plan that cannot exist.
///
/// ```
/// use cost::estimate;
/// use lesson::figure_value;
/// let plan = formats::link::decode("#v=1&p=llama3-8b/h100x8").0;
/// let estimate = estimate(&plan).unwrap();
/// let value = |figure: &str| figure_value(figure.parse().unwrap(), &plan, &estimate);
/// let total = value("memory.total@0").unwrap();
/// assert!((total - estimate.memory.peak().gib()).abs() < 1e-6, "{total}");
/// assert_eq!(value("memory.total@1"), None);
/// ```
#[must_use]
pub fn figure_value(figure: Figure, plan: &Plan, estimate: &Estimate) -> Option<f64> {
    let why = arithmetic(figure, plan, estimate)?;
    let value = why.value(figure.root);
    // A figure that is zero has no node.
    let root = why.root(figure.root);
    let is_bytes = root.is_some_and(|root| root.unit() == Some(Unit::BYTES));
    Some(if is_bytes { value / GIB as f64 } else { value })
}

/// True if a plan has a figure, and the figure a number at the path. A figure that is zero has no
/// numbers below it.
pub(super) fn has_number(
    figure: Figure,
    path: &str,
    plan: &Plan,
    estimate: Option<&Estimate>,
) -> bool {
    let why = estimate.and_then(|estimate| arithmetic(figure, plan, estimate));
    why.is_some_and(|why| {
        let root = why.root(figure.root);
        path.is_empty() || root.is_some_and(|root| root.at(path).is_ok())
    })
}

/// The arithmetic of a figure, as the page shows it; `None` of a stage that the plan does not have.
fn arithmetic(figure: Figure, plan: &Plan, estimate: &Estimate) -> Option<Why> {
    let legal = Legal::check(plan).ok()?;
    let memory = &estimate.memory;
    let stage = figure.stage(memory.stages.len(), memory.peak_stage)?;
    let machine = estimate.machine.as_ref();
    Some(Why::of_figure(&legal, machine, stage, figure.root))
}
