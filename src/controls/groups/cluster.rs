//! Controls of the cluster: GPU type, its figures, and the number of GPUs.

use cost::plan::limits;
use formats::catalog::GPUS;
use formats::link::Key;
use search::degrees;
use text::number::grouped;

use crate::controls::choice::{ChoiceControl, ChoiceTarget};
use crate::controls::slider::{Slider, SliderNumber, Stops, within};
use crate::controls::spec::{GroupSpec, Row};
use crate::store::LatePlace;

pub(super) const CLUSTER: GroupSpec = GroupSpec {
    heading: text::frame::group_cluster,
    is_folded: false,
    rows: &[
        Row::List(&GPU),
        Row::Slider(&GPU_COUNT),
        Row::Fold(text::frame::group_card, CARD),
    ],
};

/// The catalogue of GPUs.
static GPU: ChoiceControl = ChoiceControl {
    key: "gpu",
    target: ChoiceTarget::Entry {
        names: || GPUS.iter().map(text::presets::gpu).collect(),
        get: |plan| {
            let preset = plan.cluster.gpu.preset;
            let found = GPUS.iter().position(|entry| entry.gpu.preset == preset);
            found.unwrap_or(GPUS.len())
        },
        set: |plan, index| {
            if let Some(entry) = GPUS.get(index) {
                plan.move_to(entry.gpu);
            }
        },
    },
    is_by_recipe: false,
};

/// GPUs of the cluster, which a link has in its key `p`.
static GPU_COUNT: Slider = Slider {
    key: "gpus",
    stops: Stops::Of(|_| degrees::gpus()),
    number: SliderNumber::Own {
        get: |plan| plan.cluster.gpus as f64,
        set: |plan, value| plan.cluster.gpus = value as u64,
        limits: within(&limits::GPUS),
        spoken: |value| grouped(value as u64),
    },
};

/// The GPU's figures and links.
const CARD: &[Row] = &[
    slider!(
        peak,
        Stops::Fixed(&[
            65.0, 125.0, 165.0, 312.0, 383.0, 459.0, 660.0, 989.0, 1_307.0, 1_750.0, 2_250.0,
            2_500.0, 3_500.0, 5_000.0
        ])
    ),
    slider!(
        hbm,
        Stops::Fixed(&[
            16.0, 24.0, 32.0, 40.0, 48.0, 64.0, 80.0, 96.0, 128.0, 141.0, 160.0, 180.0, 192.0,
            256.0, 288.0, 384.0
        ])
    ),
    slider!(
        hbmbw,
        Stops::Fixed(&[
            320.0, 600.0, 900.0, 1_555.0, 2_039.0, 2_400.0, 3_350.0, 4_000.0, 4_800.0, 5_300.0,
            6_000.0, 8_000.0, 13_000.0, 20_000.0
        ])
    ),
    slider!(
        nvbw,
        Stops::Fixed(&[
            16.0, 32.0, 50.0, 64.0, 100.0, 150.0, 200.0, 300.0, 450.0, 600.0, 900.0, 1_800.0
        ])
    ),
    slider!(
        nicbw,
        Stops::Fixed(&[1.25, 3.125, 6.25, 12.5, 25.0, 50.0, 100.0, 200.0, 400.0])
    ),
    slider!(
        pciebw,
        Stops::Fixed(&[8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 450.0])
    ),
    slider!(node, Stops::Fixed(&[1.0, 2.0, 4.0, 8.0, 16.0])),
    slider!(
        nvl,
        Stops::Fixed(&[
            1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 36.0, 64.0, 72.0, 144.0, 256.0, 576.0
        ])
    ),
    slider!(
        pod,
        Stops::Fixed(&[
            0.0, 64.0, 128.0, 256.0, 512.0, 1_024.0, 2_048.0, 3_072.0, 4_096.0, 8_192.0, 16_384.0
        ])
    ),
    slider!(
        over,
        Stops::Fixed(&[1.0, 1.5, 2.0, 3.0, 4.0, 7.0, 8.0, 16.0])
    ),
    Row::Late(LatePlace::CardSource),
];
