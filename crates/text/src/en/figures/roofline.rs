//! Kernels against their roofs.

use crate::en::words::joined;
use crate::figures::RooflineText;
use cost::kernel_times::{Exchanged, KernelInStep, KernelTimes, Roof};
use cost::operation::{Kernel, Work};
use cost::placement::Carrier;
use cost::plan::{Gpu, Plan};
use formats::number::{Units, duration, fixed, grouped, percent, rate, three_digits};
use search::flash::{Attention, MeasuredAttention};

pub(super) const ROOFLINE: RooflineText = RooflineText {
    heading: "Roofline.",
    sentence,
    kernels: KERNELS,
    axes: ["FLOPs per byte", "FLOP/s"],
    ticks: [
        |intensity| short(intensity, ["", " K", " M", " B", ""]),
        |rate| short(rate / 1e9, [" G", " T", " P", " E", ""]),
    ],
    plot: "Kernels and communication against their roofs",
    roofs,
    kernel,
    exchange,
    hint: "Circles are kernels, sized by their share of the time. Diamonds are communication, by the bytes sent. Point at one, or move to it by Tab.",
    flash: |tokens| {
        joined(&[
            "With and without Flash Attention at ",
            &grouped(tokens),
            " tokens",
        ])
    },
    sides: ["with", "without"],
    compared: [
        "memory traffic per layer and micro-batch",
        "time per layer and micro-batch",
        "peak memory",
        "step",
    ],
    too_much: ", does not fit",
    checked,
    headings: [
        "kernel or exchange",
        "FLOPs",
        "bytes",
        "FLOPs/byte",
        "time",
        "share of kernels",
        "speed",
        "share of the roof",
    ],
    roof: ["of compute", "of memory", "of its link"],
};

const KERNELS: [&str; Kernel::ALL.len()] = [
    "embedding",
    "into latents",
    "into q, k, v",
    "attention core",
    "out of attention",
    "into the MLP",
    "out of the MLP",
    "router",
    "into experts",
    "out of experts",
    "norms, activations",
    "kernel starts",
    "output head",
    "loss",
    "optimizer",
];

fn sentence(plan: &Plan, times: &KernelTimes, sides: &[Attention; 2], units: Units) -> String {
    let [with, without] = sides.map(|side| units.amount(side.call.bytes));
    let attention = if plan.levers.flash {
        joined(&[
            "Attention reads and writes ",
            &with,
            " instead of ",
            &without,
            " per layer and micro-batch",
        ])
    } else {
        joined(&[
            "Attention reads and writes ",
            &without,
            " per layer and micro-batch; with Flash Attention it would be ",
            &with,
        ])
    };
    // The kernels below the roof of memory: what they take of the time, and do of the work.
    let total = times.total();
    let bound = times
        .kernels
        .iter()
        .filter(|spent| spent.roof == Roof::Memory);
    let (mut share, mut flops) = (0.0, 0.0);
    for spent in bound {
        share += spent.share;
        flops += spent.work.flops.0;
    }
    let few = match flops / total.flops.0 {
        share if share < 0.0005 => String::from("less than 0.1 %"),
        share => percent(share),
    };
    joined(&[
        &attention,
        ". Memory-bound kernels (the last inch) take ",
        &percent(share),
        " of the time for ",
        &few,
        " of the FLOPs.",
    ])
}

fn roofs(times: &KernelTimes, card: &Gpu) -> [String; 5] {
    let roofs = &times.roofs;
    let link = |name: &str, gb_s: f64| joined(&[name, " ", &fixed(gb_s, 0), " GB/s"]);
    let inside = crate::map::carrier(card, Carrier::Domain);
    [
        joined(&["peak ", &rate(roofs.peak)]),
        joined(&["matrix products reach ", &rate(roofs.ceiling)]),
        link("memory", card.hbm_gb_s),
        link(inside, card.nvlink_gb_s),
        link("network", card.nic_gb_s),
    ]
}

fn kernel(spent: &KernelInStep, units: Units) -> String {
    let work = &spent.work;
    let name = KERNELS[spent.kernel as usize];
    if work.flops.0 <= 0.0 {
        return joined(&[
            name,
            ": ",
            &duration(work.seconds),
            " of a step, ",
            &percent(spent.share),
            " of the kernels’ time, while the GPU waits for the host.",
        ]);
    }
    let roof = match spent.roof {
        Roof::Compute => "compute",
        Roof::Memory => "memory",
    };
    joined(&[
        name,
        ": ",
        &flops(work),
        " and ",
        &units.amount(work.bytes),
        " in ",
        &duration(work.seconds),
        " of a step, ",
        &percent(spent.share),
        " of the kernels’ time; ",
        &rate(work.rate()),
        ", ",
        &percent(spent.reached),
        " of the ",
        roof,
        " roof.",
    ])
}

fn exchange(exchanged: &Exchanged, units: Units) -> String {
    let work = &exchanged.work;
    joined(&[
        crate::map::routes()[exchanged.route as usize],
        " exchange: ",
        &units.amount(work.bytes),
        " sent in ",
        &duration(work.seconds),
        " of a step, ",
        &three_digits(work.intensity()),
        " FLOPs per byte. With this link as the only limit, the GPU would reach ",
        &rate(work.rate()),
        ".",
    ])
}

/// A power of ten: `0.1`, `100`, `10 K`.
fn short(value: f64, suffixes: [&str; 5]) -> String {
    let (mut value, mut thousands) = (value, 0);
    while value > 999.5 && thousands < 4 {
        value /= 1e3;
        thousands += 1;
    }
    let decimals = if value < 0.95 { 1 } else { 0 };
    joined(&[&fixed(value, decimals), suffixes[thousands]])
}

/// FLOPs in trillions: `1,847 TFLOP`.
fn flops(work: &Work) -> String {
    joined(&[&three_digits(work.flops.0 / 1e12), "\u{a0}TFLOP"])
}

fn checked(measured: &[MeasuredAttention; 2], predicted: &[Work; 2]) -> String {
    let [with, without] = [0, 1].map(|side| {
        let (measured, work) = (measured[side], &predicted[side]);
        joined(&[
            &fixed(measured.gigabytes, 1),
            " GB and ",
            &fixed(measured.milliseconds, 1),
            " ms (the model: ",
            &fixed(work.bytes.gb(), 1),
            " GB, ",
            &fixed(work.seconds.0 * 1e3, 1),
            " ms)",
        ])
    });
    joined(&[
        "Checked against FlashAttention’s own measurement (Dao 2022, figure 2: GPT-2 medium, 1,024 \
         tokens, A100): ",
        &with,
        " with it, ",
        &without,
        " without.",
    ])
}
