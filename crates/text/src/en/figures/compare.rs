//! Two plans beside each other.

use crate::en::words::{filled, if_it_fit, joined};
use crate::figures::CompareText;
use cost::Estimate;
use cost::units::Bytes;
use formats::number::{Units, dollars, fixed, percent};

pub(super) const COMPARE: CompareText = CompareText {
    heading: "Plans A and B.",
    invitation: "Pin this plan as B, then change it: every figure shows its difference from B.",
    sentence,
    impossible: "Plan B cannot exist, so there is nothing to compare with.",
    readings: [
        "Memory of the fullest GPU",
        "its model state",
        "its activations",
        "MFU",
        "HFU",
        "Tokens/s per GPU",
        "Step",
        "Bubble share",
        "Idle share, mean of the stages",
        "compute",
        "recompute",
        "tensor parallel",
        "context parallel",
        "expert parallel",
        "pipeline",
        "data parallel",
        "bubble",
        "imbalance",
        "optimizer",
        "Run",
        "Goodput",
        "Cost",
        "Energy",
    ],
    headings: ["figure", "A, now", "B, pinned", "difference"],
    differ: "B has",
    alike: "Both plans are the same.",
    acts: [
        "Pin this plan as B",
        "Swap A and B",
        "Go back to B",
        "Unpin B",
    ],
    beside: "B",
    preview: |figure| filled("→\u{a0}~", &[figure]),
    bar: ["Undo", "Redo", "A/B: pin this plan and compare"],
    kept: "Saved in this browser",
    name: "Name",
    keep: "Save this plan",
    kept_acts: ["Go to", "Pin", "Delete"],
    refused: [
        "Not saved: this browser stores nothing for this page. Copy the link instead.",
        "Not saved: this browser has no room left for this page. Delete a plan, or copy the link instead.",
    ],
    full: |most| {
        filled(
            "Not saved: the list is full, with ~ plans. Delete one first, or copy the link instead.",
            &[&most.to_string()],
        )
    },
    numbered: |name, number| filled("~ (~)", &[name, &number.to_string()]),
};

/// "A is 12 % faster than B, needs 3.1 GiB more and costs $120,000 less."
fn sentence(now: &Estimate, pinned: &Estimate, units: Units) -> String {
    let speed = now.utilisation.tokens_per_second / pinned.utilisation.tokens_per_second - 1.0;
    let speed = if speed.abs() < 0.0005 {
        String::from("is as fast as B")
    } else {
        let word = if speed > 0.0 { " faster" } else { " slower" };
        joined(&["is ", &percent(speed.abs()), word, " than B"])
    };
    let (held, before) = (now.memory.peak(), pinned.memory.peak());
    let memory = match (held.saturating_sub(before), before.saturating_sub(held)) {
        (Bytes::ZERO, Bytes::ZERO) => String::from("needs as much memory"),
        (more, Bytes::ZERO) => joined(&["needs ", &units.size(more), " more"]),
        (_, less) => joined(&["needs ", &units.size(less), " less"]),
    };
    let saved = pinned.run.cost_usd - now.run.cost_usd;
    let cost = match saved {
        by if by.abs() < 1.0 => String::from("costs the same"),
        by if by > 0.0 => joined(&["costs ", &dollars(by), " less"]),
        by => joined(&["costs ", &dollars(-by), " more"]),
    };
    let points = (now.utilisation.mfu - pinned.utilisation.mfu) * 100.0;
    let plus = if points > 0.0 { "+" } else { "" };
    joined(&[
        "A ",
        &speed,
        " (MFU ",
        plus,
        &fixed(points, 1),
        " points), ",
        &memory,
        " and ",
        &cost,
        if_it_fit(now),
        ".",
    ])
}
