//! Controls of the framework's settings, and of the run as a whole.

use cost::params::ModelParams;
use cost::plan::{
    Dispatcher, GradientSync, GraphScope, Kernels, Messages, Overlap, Plan, Recipe, Word, WordSet,
    limits,
};
use cost::run;
use formats::number::{count, three_digits};

use super::{by_recipe, habit, no_note, one_of};
use crate::controls::spec::{ChoiceControl, Slider};

pub(in crate::controls) static RUN: [Slider; 2] = [
    Slider {
        key: "tok",
        label: |controls| &controls.tok,
        values: |_| run_lengths(),
        get: |plan| run::tokens(plan, ModelParams::of(&plan.model).total) as f64 / BILLION,
        set: |plan, value| plan.run.tokens = Some((value * BILLION) as u64),
        limits: 0.001..=1e9,
        spoken: |value| count((value * BILLION) as u64),
    },
    rate!(
        price,
        cluster.gpu.price,
        [
            0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0,
            8.0, 10.0
        ]
    ),
];

/// Tokens in a unit of the slider, which counts in billions.
const BILLION: f64 = 1e9;

/// 1, 2 and 5 of each power of ten, from a billion to a hundred trillion tokens, in billions.
fn run_lengths() -> Vec<f64> {
    let powers = [1.0, 10.0, 100.0, 1_000.0, 10_000.0];
    powers
        .into_iter()
        .flat_map(|power| [power, 2.0 * power, 5.0 * power])
        .chain([100_000.0])
        .collect()
}

/// Failures, and the time to recover from one.
pub(in crate::controls) static FAILURES: [Slider; 4] = [
    rate!(
        watts,
        cluster.gpu.watts,
        [
            70.0, 150.0, 300.0, 350.0, 400.0, 450.0, 560.0, 700.0, 750.0, 1_000.0, 1_200.0, 1_400.0
        ]
    ),
    rate!(
        mtbf,
        run.mtbf_hours,
        [
            1_000.0, 2_000.0, 5_000.0, 10_000.0, 20_000.0, 50_000.0, 100_000.0, 200_000.0,
            500_000.0
        ]
    ),
    Slider {
        key: "ckptbw",
        label: |controls| &controls.ckptbw,
        values: |_| {
            vec![
                1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0, 5_000.0,
            ]
        },
        get: Plan::checkpoint_gb_s,
        set: |plan, value| plan.run.checkpoint_gb_s = Some(value),
        limits: limits::NUMBER,
        spoken: three_digits,
    },
    rate!(
        restart,
        run.restart_minutes,
        [1.0, 2.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 120.0]
    ),
];

pub(in crate::controls) static RECIPE: ChoiceControl = word!(recipe, Recipe, recipe, stack.recipe);

/// The words at the set bits: "tp dp", or a dash for none.
fn some_of(words: &[&'static str], bits: usize) -> String {
    let mut text = String::new();
    for (index, word) in words.iter().enumerate() {
        if bits & 1 << index != 0 {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
        }
    }
    if text.is_empty() {
        text.push('–');
    }
    text
}

pub(in crate::controls) static OVERLAP: ChoiceControl = habit!(
    overlap,
    overlap,
    stack.overlap,
    Plan::overlap,
    |set: WordSet<Overlap>| set.bits() as usize,
    |bits| Some(WordSet::from_bits(bits as u32)),
    some_of
);
pub(in crate::controls) static KERNELS: ChoiceControl =
    word_habit!(kern, Kernels, kernels, stack.kernels, Plan::kernels);
pub(in crate::controls) static FLASH_GENERATION: ChoiceControl = habit!(
    fagen,
    flash_generation,
    stack.flash_generation,
    Plan::flash_generation,
    |generation| generation as usize - 1,
    |index| Some(index as u64 + 1),
    one_of
);
pub(in crate::controls) static MESSAGES: ChoiceControl =
    word_habit!(msg, Messages, messages, stack.messages, Plan::messages);
pub(in crate::controls) static GRADIENT_SYNC: ChoiceControl = word_habit!(
    gsync,
    GradientSync,
    gradient_sync,
    stack.gradient_sync,
    Plan::gradient_sync
);
pub(in crate::controls) static DISPATCHER: ChoiceControl = word_habit!(
    disp,
    Dispatcher,
    dispatcher,
    stack.dispatcher,
    Plan::dispatcher
);
pub(in crate::controls) static GRAPHS: ChoiceControl =
    word_habit!(graph, GraphScope, graphs, stack.graphs, Plan::graphs);

/// Load balance of the experts.
pub(in crate::controls) static IMBALANCE: Slider = Slider {
    key: "imbal",
    label: |controls| &controls.imbal,
    values: |_| {
        vec![
            1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0,
        ]
    },
    get: Plan::imbalance,
    set: |plan, value| {
        plan.stack.imbalance = None;
        if value != plan.imbalance() {
            plan.stack.imbalance = Some(value);
        }
    },
    limits: 1.0..=1_000.0,
    spoken: three_digits,
};
