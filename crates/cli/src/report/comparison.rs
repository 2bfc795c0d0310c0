//! Plan A beside plan B, as plain text.

use std::fmt::Write;

use super::columns::width;
use cost::Estimate;
use cost::plan::Plan;
use cost::reading::{Amount, READINGS};
use formats::link;
use formats::number::Units;
use text::compare;
use text::number::{amount, listed, moved};

/// The report below that of plan A, a legal plan with its estimate. B is its rival, with an
/// estimate if it is legal.
///
/// ```
/// use cli::report::comparison;
/// use cost::estimate;
/// use formats::link;
/// use formats::number::Units;
/// let (plan, _) = link::decode("p=llama3-70b/h100x64&tp=8&pp=4&b.tp=4");
/// let rival = plan.rival.as_ref().unwrap();
/// let (a, b) = (estimate(&plan).unwrap(), estimate(rival).unwrap());
/// let report = comparison::report((&plan, &a), (rival, Some(&b)), Units::Gib);
/// assert!(report.contains("From A to B: tp 8 → 4"), "{report}");
/// ```
#[must_use]
pub fn report(
    (plan, now): (&Plan, &Estimate),
    (rival, pinned): (&Plan, Option<&Estimate>),
    units: Units,
) -> String {
    let mut text = String::from("\n");
    let _ = writeln!(text, "{}", compare::heading());
    let Some(pinned) = pinned else {
        let _ = writeln!(text, "{}", compare::impossible());
        return text;
    };
    let differing = link::differing(plan, rival);
    let changes: Vec<String> = differing
        .iter()
        .map(|(key, now, then)| [key, " ", now, " → ", then].concat())
        .collect();
    if changes.is_empty() {
        let _ = writeln!(text, "{}", compare::alike());
    } else {
        let _ = writeln!(text, "{}: {}", compare::differ(), listed(&changes));
    }
    let _ = writeln!(text, "{}", compare::sentence(now, pinned, units));
    table(&mut text, now, pinned, units);
    text.replace('\u{a0}', " ")
}

/// The table of readings, without those that are zero in both plans.
fn table(text: &mut String, now: &Estimate, pinned: &Estimate, units: Units) {
    let [what, first, second, change] = compare::headings();
    let name = width(compare::readings().into_iter().chain([what]), 28);
    let value = width([first, second], 12);
    let moves = width([change], 14);
    let _ = writeln!(
        text,
        "{what:<name$}{first:>value$}{second:>value$}{change:>moves$}"
    );
    for (reading, what) in READINGS.iter().zip(compare::readings()) {
        let both: [Amount; 2] = [now, pinned].map(reading.of);
        if both.iter().all(|amount| amount.number() == 0.0) {
            continue;
        }
        let change = moved(both[0], both[1]);
        let [first, second] = both.map(|each| amount(each, units));
        let _ = writeln!(
            text,
            "{what:<name$}{first:>value$}{second:>value$}{change:>moves$}"
        );
    }
}
