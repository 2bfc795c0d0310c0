//! A whole run: its FLOPs, days, tokens and money.

use shardwise::catalog;
use shardwise::cost::params::ModelParams;
use shardwise::cost::plan::Dtype;
use shardwise::cost::run::{TOKENS_PER_PARAMETER, tokens, training_flops};
use shardwise::cost::utilisation::Waste;
use shardwise::text::number;

use crate::BILLION;
use crate::common::{close, estimated, plan, printed};

#[test]
fn gpt3_on_one_h100_takes_ten_years() {
    // 6·N·D for 175 B parameters and 300 B tokens at 989 TFLOP/s and 100 %.
    let flops = training_flops(175 * BILLION, 300 * BILLION);
    printed("FLOPs, 1e23", flops.0 / 1e23, "3.15");
    let h100 = catalog::gpu("h100").expect("a preset");
    let time = flops / h100.peak(Dtype::Bf16);
    printed("seconds, 1e8", time.0 / 1e8, "3.19");
    assert_eq!(number::days(time.0 / 86_400.0), "10.1\u{a0}years");
}

#[test]
fn seven_billion_parameters_on_one_h100_take_two_thousand_days() {
    // 7 B parameters, 2 T tokens, one H100 at 50 %: 8.4e22 FLOPs, about 1,966 days.
    let flops = training_flops(7 * BILLION, 2_000 * BILLION);
    printed("FLOPs, 1e22", flops.0 / 1e22, "8.4");
    let h100 = catalog::gpu("h100").expect("a preset");
    let time = flops / (h100.peak(Dtype::Bf16) * 0.5);
    printed("days", time.0 / 86_400.0, "1966");
}

#[test]
fn chinchilla_wants_twenty_tokens_for_each_parameter() {
    // Hoffmann 2022, table 3: 70 B parameters and 1.4 T tokens.
    assert_eq!(TOKENS_PER_PARAMETER, 20);
    let plan = plan("#v=1&p=llama3-70b/h100x64&tp=8");
    assert_eq!(tokens(&plan, 70 * BILLION), 1_400 * BILLION);
    let (plan, estimate) = estimated("#v=1&p=llama3-70b/h100x64&tp=8");
    assert_eq!(estimate.run.tokens, 20 * ModelParams::of(&plan.model).total);
}

#[test]
fn unused_peak_in_money() {
    // The lessons' run of $10 M: at 35 % where 50 % is attainable, 30 % or $3 M are wasted, or
    // 43 % more training would have cost the same; 65 % of the peak is unused. At 40 %, 60 %.
    let waste = Waste::of(0.35, 0.50);
    close("waste, $", 10e6 * waste.of_attainable, 3e6, 1e-9);
    printed("more training, %", 100.0 * waste.more_training, "43");
    close("peak unused", waste.of_peak, 0.65, 1e-9);
    close(
        "peak unused at 40 %",
        Waste::of(0.40, 0.50).of_peak,
        0.60,
        1e-9,
    );
}
