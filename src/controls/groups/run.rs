//! Controls of the framework's settings, and of the run as a whole.

use cost::params::ModelParams;
use cost::run;
use formats::link::Key;
use text::number::count;

use crate::controls::choice::{ChoiceControl, ChoiceTarget};
use crate::controls::slider::{Slider, SliderNumber, Stops};
use crate::controls::spec::{GroupSpec, Row};
use crate::store::LatePlace;

pub(super) const RUN: GroupSpec = GroupSpec {
    heading: text::frame::group_run,
    is_folded: true,
    rows: &[
        Row::Slider(&TOKENS),
        slider!(
            price,
            Stops::Fixed(&[
                0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0,
                6.0, 8.0, 10.0
            ])
        ),
        choice!(List, recipe),
        Row::Fold(
            text::frame::group_habits,
            &[
                choice!(Toggles, overlap, by recipe),
                choice!(List, kern, by recipe),
                choice!(Options, fagen, by recipe),
                choice!(Options, msg, by recipe),
                choice!(Options, gsync, by recipe),
                choice!(Options, optkern, by recipe),
                choice!(Options, gradfuse),
                choice!(Options, det),
            ],
        ),
        Row::Fold(text::frame::group_failures, FAILURES),
        Row::Late(LatePlace::Machine),
    ],
};

/// The training tokens, in billions.
static TOKENS: Slider = Slider {
    key: "tok",
    // 1, 2 and 5 of each power of ten, from a billion to a hundred trillion.
    stops: Stops::Fixed(&[
        1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0,
        20_000.0, 50_000.0, 100_000.0,
    ]),
    number: SliderNumber::Own {
        get: |plan| run::tokens(plan, ModelParams::of(&plan.model).total) as f64 / BILLION,
        set: |plan, value| plan.run.tokens = Some((value * BILLION) as u64),
        limits: 0.001..=1e9,
        spoken: |value| count((value * BILLION) as u64),
    },
};

/// Tokens in a unit of the slider, which counts in billions.
const BILLION: f64 = 1e9;

/// Failures, and the time to recover from one.
const FAILURES: &[Row] = &[
    slider!(
        watts,
        Stops::Fixed(&[
            70.0, 150.0, 300.0, 350.0, 400.0, 450.0, 560.0, 700.0, 750.0, 1_000.0, 1_200.0, 1_400.0
        ])
    ),
    slider!(
        mtbf,
        Stops::Fixed(&[
            1_000.0, 2_000.0, 5_000.0, 10_000.0, 20_000.0, 50_000.0, 100_000.0, 200_000.0,
            500_000.0
        ])
    ),
    slider!(
        ckptbw,
        Stops::Fixed(&[
            1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0
        ])
    ),
    slider!(
        restart,
        Stops::Fixed(&[1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 120.0])
    ),
];
