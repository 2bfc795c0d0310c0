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
    heading: "Memory and compute bill.",
    sentence: |bill| {
        joined(&[
            &count(bill.params),
            " parameters × 16 bytes = ",
            &gb(bill.state),
            ": at least ",
            &grouped(bill.least_gpus),
            if bill.least_gpus == 1 {
                " GPU"
            } else {
                " GPUs"
            },
            " of ",
            &gb(bill.gpu_memory),
            ", without activations.",
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
    headings: ["quantity", "calculation", "result"],
};

pub(super) const RECIPE: RecipeText = RecipeText {
    heading: "Recipe: six decisions in order.",
    sentence: |open| match open {
        None => String::from("All six decisions are done."),
        Some(index) => joined(&[
            "Current decision: ",
            &grouped(index as u64 + 1),
            " of 6. Each decision builds on those before it.",
        ]),
    },
    steps: [
        "Compute the memory of the model state",
        "Tensor parallelism inside the node",
        "Pipeline across nodes, with enough micro-batches",
        "Shard the remaining state over the replicas",
        "Set the global batch in tokens",
        "Judge by MFU, and overlap communication",
    ],
    finding,
    states: ["done", "current", "to do"],
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
            "GPUs that hold it",
            &[&gb(bill.state), " ÷ ", &gb(bill.gpu_memory), ", rounded up"],
            grouped(bill.least_gpus),
        ),
        line(
            "state on the fullest GPU of this plan",
            &["after parallelism and sharding"],
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
                " layers; with dropout and an MLP of 4·h (Korthikanti 2022)",
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
                " tokens, plus ",
                &percent(bill.attention.max(0.0)),
                " for attention",
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
            ": at least ",
            &grouped(gpus),
            " of the ",
            &grouped(at_hand),
            " GPUs.",
        ]),
        Finding::Tensor {
            tensor,
            domain,
            state,
            capacity,
        } => joined(&[
            "TP ",
            &grouped(tensor),
            ", with at most ",
            &grouped(domain),
            " GPUs on a fast link: 16 N / t = ",
            &units.size(state),
            " per GPU. GPU memory: ",
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
            " micro-batches: the pipeline bubble is ",
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
            if data == 1 {
                " replica: "
            } else {
                " replicas: "
            },
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
            "; exposed communication ",
            &percent(exposed),
            " of the step.",
        ]),
    }
}
