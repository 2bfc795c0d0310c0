//! The parts of a figure before and after a change, over drawn plans.

use cost::legal::Legal;
use cost::plan::{Plan, Word as _};
use cost::why::{Difference, Miss, PairedPart, Root, Why};
use formats::link::NewValues;
use formats::number::Units;
use proptest::prelude::*;
use text::predict::{Shown, outcome};

use test_utils::drawn::{Drawn, legal_plan};
use test_utils::{config, plans};

const FIGURES: [Root; 5] = [
    Root::MemoryTotal,
    Root::Step,
    Root::Tensor,
    Root::Idle,
    Root::Cost,
];

const CHANGES: [&str; 6] = [
    "mbs:2",
    "tp:2",
    "ckpt:full",
    "ckpt:none",
    "zero:3",
    "seq:1024",
];

/// Share of a figure by which the tests round.
const ROUNDING: f64 = 1e-9;

proptest! {
    #![proptest_config(config(plans(60)))]

    #[test]
    fn a_changed_figure_is_explained_by_its_parts(
        Drawn(plan) in legal_plan(),
        change in prop::sample::select(&CHANGES[..]),
    ) {
        let change: NewValues = change.parse().expect("a change");
        let changed = change.applied(&plan);
        let (Some(now), Some(then)) = (why(&plan), why(&changed)) else {
            return Ok(());
        };
        for root in FIGURES {
            let difference = Difference::of(now.root(root), then.root(root));
            let figure = [now.value(root), then.value(root)];
            prop_assert_eq!(fault(&difference, figure), None, "{}", root.word());
            let shown = Shown::of([now.root(root), then.root(root)], Units::Gib);
            for tenth in 0..=20 {
                let guess = figure[1] * f64::from(tenth) / 10.0;
                let said = outcome(root.into(), &difference, guess, figure, 0.05, &shown);
                prop_assert_eq!(unsaid(&said, guess, figure), None, "{:?}", said);
            }
        }
    }
}

fn why(plan: &Plan) -> Option<Why> {
    Some(Why::of(&Legal::check(plan).ok()?, None, 0))
}

/// The first sentence about a prediction that lacks a name or a number, or that says that it is too
/// small or too large where it is not.
fn unsaid(said: &[String; 2], guess: f64, [_, after]: [f64; 2]) -> Option<&'static str> {
    let all = said.join(" ");
    if ["NaN", "inf", " ,", " :", " at ."]
        .iter()
        .any(|hole| all.contains(hole))
    {
        return Some("a hole");
    }
    let is_close = (guess - after).abs() <= 0.05 * after.abs();
    let says = |end: &str| said[0].ends_with(end);
    let is_right = match (is_close, guess < after) {
        (true, _) => says("of the outcome."),
        (false, true) => says(" more."),
        (false, false) => says(" less."),
    };
    let has_second = is_close || !said[1].is_empty();
    (!is_right || !has_second).then_some("the wrong sentence")
}

/// The first statement about a difference that does not hold.
fn fault(difference: &Difference, figure: [f64; 2]) -> Option<String> {
    let [before, after] = figure;
    let scale = before.abs().max(after.abs());
    let change: f64 = difference.parts.iter().map(PairedPart::change).sum();
    let is_off = (change - (after - before)).abs() > ROUNDING * scale;
    if difference.are_summed && is_off {
        return Some(format!(
            "parts grow by {change}, the figure by {}",
            after - before
        ));
    }
    for part in &difference.parts {
        for [one, other] in part.causes(3) {
            let is_cause =
                one.op().is_none() && other.op().is_none() && one.value() != other.value();
            if !is_cause || one.word() != other.word() {
                return Some(format!("{} is no cause of {}", one.word(), part.word));
            }
        }
    }
    let guesses = (0..=30).map(|tenth| after * f64::from(tenth) / 10.0);
    for guess in guesses.chain([before]) {
        let value = match difference.miss(guess, figure, 0.05) {
            Miss::AsNow => before,
            Miss::Scaled(factor) => before * factor,
            Miss::Without(parts) if parts.iter().all(|part| difference.parts[*part].differs()) => {
                let changes = parts.iter().map(|part| difference.parts[*part].change());
                after - changes.sum::<f64>()
            }
            Miss::Without(_) => return Some("a part that does not differ is left out".to_owned()),
            Miss::Other => continue,
        };
        if (value - guess).abs() > 0.03 * scale || (value - after).abs() <= 0.05 * after.abs() {
            return Some(format!("{guess} is not {value}"));
        }
    }
    None
}
