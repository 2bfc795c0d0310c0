//! From the peak to the MFU. Arrays of causes are in the order of [`Cause::ALL`].

use cost::convention::{Conventions, MfuKind};
use cost::waterfall::{Cause, Tenths, Waterfall};

messages!("waterfall");

/// Keys of the controls that move each cause, the strongest first.
pub const LEVERS: [&[&str]; Cause::ALL.len()] = [
    &["gpu", "dtype"],
    &["tp", "mbs", "cp"],
    &["flash", "fagen", "seq"],
    &["kern", "sp"],
    &["tp", "vocab", "dtype"],
    &["mbs", "tp", "graph"],
    &["imbal", "ep"],
    &["pack", "slen", "mbs"],
    &["ckpt", "ckptmod", "ckptn"],
    &["obj", "refmodel"],
    &["tp", "overlap", "mbs"],
    &["cp", "cpkind", "cpbal", "overlap"],
    &["ep", "disp", "overlap"],
    &["pp", "vp", "overlap"],
    &["zero", "gbs", "overlap"],
    &["gbs", "pp", "mbs", "vp", "sched"],
    &["split", "ends", "pp", "vp"],
    &["zero", "opt", "gbs"],
];

/// Name of a control, by its key.
#[must_use]
pub fn lever(key: &'static str) -> &'static str {
    crate::controls::label(key).map_or(key, |label| label.name)
}

/// Names of the causes.
#[must_use]
pub fn causes() -> [&'static str; Cause::ALL.len()] {
    [
        cause_ceiling(),
        cause_shapes(),
        cause_attention(),
        cause_elementwise(),
        cause_head(),
        cause_launch(),
        cause_busy_experts(),
        cause_padding(),
        cause_recompute(),
        cause_forward_only(),
        cause_tensor(),
        cause_context(),
        cause_expert(),
        cause_pipeline(),
        cause_data(),
        cause_bubble(),
        cause_imbalance(),
        cause_optimizer(),
    ]
}

/// Explanations of the causes and ways to lower them, before their levers.
#[must_use]
pub fn explanations() -> [&'static str; Cause::ALL.len()] {
    [
        why_ceiling(),
        why_shapes(),
        why_attention(),
        why_elementwise(),
        why_head(),
        why_launch(),
        why_busy_experts(),
        why_padding(),
        why_recompute(),
        why_forward_only(),
        why_tensor(),
        why_context(),
        why_expert(),
        why_pipeline(),
        why_data(),
        why_bubble(),
        why_imbalance(),
        why_optimizer(),
    ]
}

/// Name of the last bar: MFU or HFU.
#[must_use]
pub fn end(conventions: Conventions) -> &'static str {
    match conventions.mfu {
        MfuKind::Hardware => end_hfu(),
        _ => end_mfu(),
    }
}

/// Sentence on the share of the peak that is left, and on the largest loss: "Of 100 points of the
/// peak, 39.4 remain as MFU. Kernels below the peak cost 16.2 points. The largest other loss: tensor
/// parallelism, 26.5 points."
#[must_use]
pub fn sentence(fall: &Waterfall, tenths: &Tenths, conventions: Conventions) -> String {
    let points = |tenths: u64| tenths as f64 / 10.0;
    let mut most = 1;
    for (index, loss) in fall.losses.iter().enumerate().skip(1) {
        if *loss > fall.losses[most] {
            most = index;
        }
    }
    left_of_peak(
        points(tenths.start),
        points(tenths.end),
        end(conventions),
        points(tenths.losses[0]),
        causes()[most],
        points(tenths.losses[most]),
    )
}

/// Headings of the table.
#[must_use]
pub fn headings() -> [&'static str; 4] {
    [
        heading_cause(),
        heading_points(),
        heading_share(),
        heading_certainty(),
    ]
}

#[cfg(test)]
mod tests {
    use super::LEVERS;

    #[test]
    fn each_lever_is_a_control() {
        for key in LEVERS.concat() {
            assert!(crate::controls::label(key).is_some(), "{key}");
        }
    }
}
