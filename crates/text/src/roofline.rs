//! Kernels against their roofs.

use crate::number::{Pattern, fixed, locale};
use cost::kernel_times::{Exchanged, KernelInStep, KernelTimes, Roof};
use cost::operation::{Kernel, Work};
use cost::placement::Carrier;
use cost::plan::{Gpu, Plan};
use formats::number::Units;
use search::flash::{Attention, MeasuredAttention};

use crate::map;

messages!("roofline");

/// Sentence on the memory traffic of attention with and without Flash Attention, and on memory-bound
/// kernels.
#[must_use]
pub fn sentence(plan: &Plan, times: &KernelTimes, sides: &[Attention; 2], units: Units) -> String {
    let [with, without] = sides.map(|side| side.call.bytes);
    let attention = if plan.levers.flash {
        attention_flash(with, without, units)
    } else {
        attention_plain(without, with, units)
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
    let bound = match flops / total.flops.0 {
        few if few < 0.0005 => memory_bound_few(share),
        flops => memory_bound(share, flops),
    };
    [&attention, " ", &bound].concat()
}

/// Names of the kernels, in the order of [`Kernel::ALL`].
#[must_use]
pub fn kernels() -> [&'static str; Kernel::ALL.len()] {
    [
        kernel_embedding(),
        kernel_into_latents(),
        kernel_into_qkv(),
        kernel_core(),
        kernel_out_of_attention(),
        kernel_into_mlp(),
        kernel_out_of_mlp(),
        kernel_router(),
        kernel_into_experts(),
        kernel_out_of_experts(),
        kernel_norms(),
        kernel_starts(),
        kernel_head(),
        kernel_loss(),
        kernel_optimizer(),
    ]
}

/// The axes of the plot.
#[must_use]
pub fn axes() -> [&'static str; 2] {
    [axis_intensity(), axis_rate()]
}

/// Labels of a grid line of each axis: `100`, `10 K`.
pub const TICKS: [fn(f64) -> String; 2] = [
    |intensity| {
        let patterns: [Pattern; 4] = [
            str::to_owned,
            locale::thousands,
            locale::millions,
            locale::billions,
        ];
        short(intensity, patterns)
    },
    |rate| {
        let patterns: [Pattern; 4] = [locale::giga, locale::tera, locale::peta, locale::exa];
        short(rate / 1e9, patterns)
    },
];

/// A power of ten with the pattern of its thousands: `0.1`, `100`, `10 K`.
fn short(value: f64, patterns: [Pattern; 4]) -> String {
    let (mut value, mut thousands) = (value, 0);
    while value > 999.5 && thousands < patterns.len() {
        value /= 1e3;
        thousands += 1;
    }
    let decimals = if value < 0.95 { 1 } else { 0 };
    let number = fixed(value, decimals);
    let pattern = patterns.get(thousands);
    // A label has a space that may break.
    pattern.map_or_else(
        || number.clone(),
        |pattern| pattern(&number).replace('\u{a0}', " "),
    )
}

/// The roofs, each with its figure: peak, best rate of matrix products, memory, domain, network.
#[must_use]
pub fn roofs(times: &KernelTimes, card: &Gpu) -> [String; 5] {
    let roofs = &times.roofs;
    [
        roof_peak(roofs.peak),
        roof_products(roofs.ceiling),
        roof_memory(card.hbm_gb_s),
        roof_domain(map::carrier(card, Carrier::Domain), card.nvlink_gb_s),
        roof_network(card.nic_gb_s),
    ]
}

/// Work, time and rate of a kernel in a step, and its share of the roof that limits it.
#[must_use]
pub fn kernel(spent: &KernelInStep, units: Units) -> String {
    let work = &spent.work;
    let name = kernels()[spent.kernel as usize];
    if work.flops.0 <= 0.0 {
        return waiting_kernel(name, work.seconds, spent.share);
    }
    computing_kernel(
        name,
        work.flops.0 / 1e12,
        work.bytes,
        work.seconds,
        spent.share,
        work.rate(),
        spent.reached,
        spent.roof,
        units,
    )
}

/// Bytes, time and FLOPs for each byte of an exchange in a step.
#[must_use]
pub fn exchange(exchanged: &Exchanged, units: Units) -> String {
    let work = &exchanged.work;
    exchange_in_step(
        map::routes()[exchanged.route as usize],
        work.bytes,
        work.seconds,
        work.intensity(),
        work.rate(),
        units,
    )
}

/// With Flash Attention and without.
#[must_use]
pub fn sides() -> [&'static str; 2] {
    [side_with(), side_without()]
}

/// Quantities that are compared: memory traffic, time, peak memory, step.
#[must_use]
pub fn compared() -> [&'static str; 4] {
    [
        compared_traffic(),
        compared_time(),
        compared_peak(),
        compared_step(),
    ]
}

/// Published measurements of attention with and without Flash Attention, beside the predictions.
#[must_use]
pub fn checked(measured: &[MeasuredAttention; 2], predicted: &[Work; 2]) -> String {
    let [with, without] = [0, 1].map(|side| {
        let (measured, work) = (measured[side], &predicted[side]);
        checked_side(
            measured.gigabytes,
            measured.milliseconds,
            work.bytes.gb(),
            work.seconds.0 * 1e3,
        )
    });
    checked_with(&with, &without)
}

/// Headings of the table.
#[must_use]
pub fn headings() -> [&'static str; 8] {
    [
        heading_kernel(),
        heading_flops(),
        heading_bytes(),
        heading_intensity(),
        heading_time(),
        heading_share(),
        heading_speed(),
        heading_reached(),
    ]
}

/// The roofs in the table: computing, memory, a link.
#[must_use]
pub fn limits() -> [&'static str; 3] {
    [limit_compute(), limit_memory(), limit_link()]
}
