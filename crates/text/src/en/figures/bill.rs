//! The bill, and the ordered recipe.

use crate::en::words::joined;
use crate::figures::{BillText, Lever, RecipeText};
use cost::Estimate;
use cost::bill::{BYTES_PER_PARAMETER, Bill};
use cost::guide::Finding;
use cost::plan::{Plan, Word};
use cost::units::Bytes;
use formats::number::{Units, count, days, fixed, grouped, percent};

pub(super) const BILL: BillText = BillText {
    heading: "The bill.",
    sentence: |bill| {
        joined(&[
            &count(bill.params),
            " parameters × 16 bytes = ",
            &gb(bill.state),
            ": ",
            &grouped(bill.least_gpus),
            if bill.least_gpus == 1 {
                " card"
            } else {
                " cards"
            },
            " of ",
            &gb(bill.gpu_memory),
            " before a single activation.",
        ])
    },
    parts: [
        "weights, 16 bit",
        "gradients, 16 bit",
        "master weights, 32 bit",
        "momentum, 32 bit",
        "variance, 32 bit",
    ],
    lines,
    headings: ["what", "working", "comes to"],
};

pub(super) const RECIPE: RecipeText = RecipeText {
    heading: "The recipe.",
    sentence: |open| match open {
        None => String::from("The plan holds all six decisions, in their order."),
        Some(index) => joined(&[
            "The plan is at step ",
            &grouped(index as u64 + 1),
            " of 6: each decision rests on those before it.",
        ]),
    },
    steps: [
        "Compute the bill",
        "Tensor parallelism inside the node",
        "Pipeline across nodes, with enough micro-batches",
        "Shard what remains over the copies",
        "Set the global batch in tokens",
        "Score by MFU, and hide the exchange",
    ],
    finding,
    states: ["held", "here", "open"],
    levers: [
        &[lever("model", "model"), lever("gpus", "GPUs")],
        &[lever("tp", "TP"), lever("sp", "sequence parallelism")],
        &[
            lever("pp", "PP"),
            lever("vp", "virtual stages"),
            lever("gbs", "global batch"),
        ],
        &[lever("zero", "ZeRO"), lever("ckpt", "checkpointing")],
        &[
            lever("gbs", "global batch"),
            lever("mbs", "micro-batch"),
            lever("seq", "sequence"),
        ],
        &[
            lever("mbs", "micro-batch"),
            lever("tp", "TP"),
            lever("ckpt", "checkpointing"),
        ],
    ],
    controls: "Decided by",
    headings: ["step", "this plan", "state"],
};

const fn lever(key: &'static str, name: &'static str) -> Lever {
    Lever { key, name }
}

/// Decimal gigabytes, as the lessons count.
fn gb(bytes: Bytes) -> String {
    let amount = bytes.gb();
    let digits = u32::from(amount < 99.95 && amount.fract() > 0.0);
    joined(&[&fixed(amount, digits), "\u{a0}GB"])
}

fn lines(bill: &Bill, plan: &Plan, estimate: &Estimate, units: Units) -> [[String; 3]; 6] {
    let line =
        |name: &str, working: &[&str], result: String| [name.to_owned(), working.concat(), result];
    let model = &plan.model;
    let bytes: u64 = BYTES_PER_PARAMETER.iter().sum();
    let scores = if plan.levers.flash {
        String::new()
    } else {
        joined(&[
            " + 5·",
            &grouped(model.heads),
            "·",
            &grouped(plan.sequence()),
            "²",
        ])
    };
    let fullest = estimate.memory.fullest();
    let gpus = grouped(plan.cluster.gpus);
    let mfu = percent(estimate.utilisation.mfu);
    [
        line(
            "state",
            &[&grouped(bytes), " × ", &count(bill.params)],
            gb(bill.state),
        ),
        line(
            "cards for it",
            &[&gb(bill.state), " ÷ ", &gb(bill.gpu_memory), ", rounded up"],
            grouped(bill.least_gpus),
        ),
        line(
            "in this plan, on the fullest GPU",
            &["sliced and sharded as laid out"],
            units.size(fullest.state.total()),
        ),
        line(
            "activations of one sequence",
            &[
                "(34·",
                &grouped(plan.sequence()),
                "·",
                &grouped(model.hidden),
                &scores,
                ") × ",
                &grouped(model.layers),
                " layers",
            ],
            gb(bill.activations),
        ),
        line(
            "training, 6·N·D",
            &[
                "6 × ",
                &count(estimate.params.active),
                " × ",
                &count(estimate.run.tokens),
                " tokens, and ",
                &percent(bill.attention.max(0.0)),
                " of attention",
            ],
            joined(&[&exponent(bill.flops.0), " FLOPs"]),
        ),
        line(
            "time",
            &[
                &days(bill.at_peak.0 / 86_400.0),
                " on ",
                &gpus,
                " GPUs at their peak; at an MFU of ",
                &mfu,
            ],
            days(bill.at_pace.0 / 86_400.0),
        ),
    ]
}

/// A large number with a power of ten: `3.15e23`.
fn exponent(value: f64) -> String {
    let (mut left, mut power) = (value, 0_u64);
    while left >= 9.995 {
        left /= 10.0;
        power += 1;
    }
    joined(&[&fixed(left, 2), "e", &grouped(power)])
}

fn finding(finding: &Finding, units: Units) -> String {
    match *finding {
        Finding::Bill {
            state,
            gpus,
            at_hand,
        } => joined(&[
            "16 N = ",
            &gb(state),
            " fill ",
            &grouped(gpus),
            " of the ",
            &grouped(at_hand),
            " cards.",
        ]),
        Finding::Tensor {
            tensor,
            domain,
            state,
            capacity,
        } => joined(&[
            "TP ",
            &grouped(tensor),
            " of at most ",
            &grouped(domain),
            " GPUs on a fast link leaves 16 N / t = ",
            &units.size(state),
            " for a card of ",
            &units.size(capacity),
            ".",
        ]),
        Finding::Pipeline {
            stages,
            micro_batches,
            bubble,
        } => joined(&[
            &grouped(stages),
            if stages == 1 { " stage, " } else { " stages, " },
            &grouped(micro_batches),
            " micro-batches: the bubble takes ",
            &percent(bubble),
            ".",
        ]),
        Finding::Shard {
            zero,
            data,
            held,
            capacity,
        } => joined(&[
            "ZeRO-",
            zero.word(),
            " over ",
            &grouped(data),
            if data == 1 { " copy: " } else { " copies: " },
            &units.figure(held),
            " of ",
            &units.size(capacity),
            ".",
        ]),
        Finding::Batch { tokens, critical } => joined(&[
            &count(tokens),
            " tokens a step; the critical batch is about ",
            &count(critical as u64),
            ".",
        ]),
        Finding::Score { mfu, exposed } => joined(&[
            "MFU ",
            &percent(mfu),
            "; exchange in plain sight ",
            &percent(exposed),
            " of the step.",
        ]),
    }
}
