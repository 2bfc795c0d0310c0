//! Properties of every goal.

use cost::estimate;
use formats::goal::{Goal, LONGEST};
use formats::link;

use crate::failure::{Holds, ensure};

/// Plans on which goals are tried, one of them none that can exist.
const PLANS: [&str; 3] = [
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&ckpt=full",
    "#v=1&p=llama3-8b/h100x8&tp=3",
];

/// Checks a goal.
///
/// # Errors
/// The property that does not hold.
pub fn goal(input: &str) -> Holds {
    answers(input)?;
    let goal = match Goal::parse(input) {
        Ok(goal) => goal,
        Err(fault) => {
            let sentence = text::goal::fault(&fault, input);
            let is_said = fault.at <= input.len() && !sentence.is_empty();
            return ensure("a fault has a place and a sentence", is_said, || {
                format!("{fault:?}")
            });
        }
    };
    returns(&goal)?;
    let is_written = !goal.written(&text::goal::STYLE).is_empty();
    ensure("a goal is written for people", is_written, || goal.text())?;
    let parts = goal.parts();
    for part in &parts {
        returns(part)?;
    }
    for link in PLANS {
        let (plan, _) = link::decode(link);
        let now = estimate(&plan);
        let is_reached = goal.is_reached(&plan, now.as_ref());
        let all = parts
            .iter()
            .all(|part| part.is_reached(&plan, now.as_ref()));
        // A plan that cannot exist reaches only goals that name `legal`, and not all parts do.
        let is_same = now.is_err() || all == is_reached;
        ensure("a goal is reached where all its parts are", is_same, || {
            goal.text()
        })?;
    }
    Ok(())
}

/// A text is read as an answer in any unit, as finite numbers or as none.
fn answers(input: &str) -> Holds {
    for unit in ["", "%", "GB", "× 10²² FLOPs"] {
        let read = lesson::TypedAnswer::read(input, unit, true);
        let is_finite = match &read {
            lesson::TypedAnswer::Number(number) => number.is_finite(),
            lesson::TypedAnswer::Ambiguous(numbers) => {
                numbers.len() > 1 && numbers.iter().all(|number| number.is_finite())
            }
            lesson::TypedAnswer::OtherUnit | lesson::TypedAnswer::NoNumber => true,
        };
        ensure("an answer is read as finite numbers", is_finite, || {
            format!("{read:?}")
        })?;
    }
    Ok(())
}

/// A goal that was read is written as a text that is the same goal.
fn returns(goal: &Goal) -> Holds {
    let text = goal.text();
    let is_short = text.len() <= LONGEST;
    ensure(
        "a goal is not written longer than it can be read",
        is_short,
        || text.clone(),
    )?;
    let again = Goal::parse(&text);
    ensure(
        "a goal that is written is read as the same goal",
        again.as_ref() == Ok(goal),
        || format!("{text}: {again:?}"),
    )
}
