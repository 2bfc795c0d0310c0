//! A whole run: its FLOPs, days, tokens and money.

use cost::failures::Failures;
use cost::params::ModelParams;
use cost::plan::Dtype;
use cost::run::{
    TOKENS_PER_PARAMETER, set_tokens_per_parameter, tokens, tokens_per_parameter, training_flops,
};
use cost::units::{Bytes, Seconds};
use cost::utilisation::Waste;
use formats::catalog;
use formats::link;

use super::BILLION;
use test_utils::{close, estimated, plan, printed};
use text::number;

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
fn adapters_have_the_tokens_of_a_usual_fine_tuning_run() {
    // Dettmers 2023, appendix B.2: 1,875 steps of 16 samples of at most 512 tokens, of 7 B as of 13 B.
    for link in [
        "#v=1&p=llama3-8b/rtx4090x1&recipe=hf&ft=qlora&gbs=16&seq=512",
        "#v=1&p=llama2-13b/a100-80x1&recipe=hf&ft=lora&gbs=16&seq=512",
    ] {
        let (mut plan, estimate) = estimated(link);
        assert_eq!(estimate.run.tokens, 1_875 * 16 * 512, "{link}");
        assert_eq!(estimate.run.steps, 1_875, "{link}");
        assert!(estimate.run.days < 3.0, "{link}: {}", estimate.run.days);
        let params = ModelParams::of(&plan.model).total;
        plan.run.tokens = Some(5);
        assert_eq!(tokens(&plan, params), 5);
        plan.run.tokens = None;
        plan.tuning.tuned = cost::plan::Tuned::All;
        assert_eq!(tokens(&plan, params), 20 * params);
    }
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

/// A run on preferences or rewards starts from a trained model, whatever part of it is trained.
#[test]
fn preferences_and_rewards_are_no_compute_optimal_run() {
    let of = |more: &str| {
        let plan = plan(&format!("#v=1&p=llama3-8b/h100x8{more}"));
        tokens(&plan, ModelParams::of(&plan.model).total)
    };
    let adapters = of("&ft=lora");
    assert_eq!(adapters, 1_875 * 16 * 512);
    for more in ["&obj=dpo", "&obj=grpo", "&obj=dpo&ft=qlora"] {
        assert_eq!(of(more), adapters, "{more}");
    }
    assert_eq!(of(""), 20 * 8_030_261_248);
    assert_eq!(of("&obj=dpo&tok=7000000"), 7_000_000);
}

#[test]
fn tokens_far_beyond_twenty_for_each_parameter() {
    // Llama 3 8B (2024): 15 T tokens, some 1,900 for each parameter, beyond compute-optimal by far.
    let mut plan = plan("#v=1&p=llama3-8b/h100x64&tok=15000000000000");
    let ratio = tokens_per_parameter(&plan);
    assert!((1_800.0..2_000.0).contains(&ratio), "{ratio}");
    let before = plan.clone();
    set_tokens_per_parameter(&mut plan, ratio);
    assert_eq!(plan.run.tokens, before.run.tokens);
    // Back at 20 the link says nothing of tokens.
    set_tokens_per_parameter(&mut plan, 20.0);
    assert_eq!(link::encode(&plan), "#v=1&p=llama3-8b/h100x64");
    set_tokens_per_parameter(&mut plan, f64::INFINITY);
    assert!(
        plan.run
            .tokens
            .is_some_and(|tokens| tokens <= 1_000_000_000_000_000_000)
    );
}

/// Failures of this mean time between them and this time of writing, with ten minutes of restart.
fn failures(between: f64, write: f64) -> Failures {
    let [between, write, restart] = [between, write, 600.0].map(Seconds);
    Failures {
        between,
        checkpoint: Bytes::ZERO,
        write,
        restart,
    }
}

#[test]
fn a_cluster_of_sixteen_thousand_cards_fails_every_three_hours() {
    // Llama 3 (2024), table 5: 419 unexpected interruptions in 54 days on 16,384 GPUs.
    let plan = plan("#v=1&p=llama3-405b/h100x16384&tp=8&pp=16&gbs=2048");
    let failures: Failures = Failures::of(&plan);
    let expected = 54.0 * 86_400.0 / failures.between.0;
    close("failures in 54 days", expected, 419.0, 0.02);
    printed(
        "hours between failures",
        failures.between.0 / 3_600.0,
        "3.05",
    );
}

#[test]
fn checkpoint_of_bloom() {
    // 14 N: 2 of weights, 12 of master weights and moments. BLOOM (Le Scao 2022) writes 329 GiB of
    // weights and 2.3 TiB in all; lessons round 14 N to 16 N.
    let plan = plan("#v=1&p=bloom-176b/a100-80x384&tp=4&pp=12");
    let params = ModelParams::of(&plan.model).total;
    let failures: Failures = Failures::of(&plan);
    assert_eq!(failures.checkpoint, Bytes(14 * params));
    close("weights, GiB", Bytes(2 * params).gib(), 329.0, 0.01);
    close(
        "checkpoint, TiB",
        failures.checkpoint.gib() / 1_024.0,
        2.3,
        0.03,
    );
    // 48 nodes at 2 GB/s each.
    close(
        "seconds to write",
        failures.write.0,
        14.0 * params as f64 / 96e9,
        1e-9,
    );
}

#[test]
fn intervals_of_young_and_daly() {
    // √(2δM) (Young 1974); Daly 2006, equation 37, takes the write off and adds higher orders.
    let failures = failures(11_160.0, 60.0);
    close(
        "Young",
        failures.young().0,
        (2.0_f64 * 60.0 * 11_160.0).sqrt(),
        1e-12,
    );
    let ratio = (60.0_f64 / (2.0 * 11_160.0)).sqrt();
    let daly = failures.young().0 * (1.0 + ratio / 3.0 + ratio * ratio / 9.0) - 60.0;
    close("Daly", failures.daly().0, daly, 1e-12);
    // A write longer than twice the time between failures: Daly says M.
    assert_eq!(self::failures(20.0, 60.0).daly(), Seconds(20.0));
}

#[test]
fn the_curve_of_waste_is_least_where_daly_says() {
    for (between, write) in [(11_160.0, 60.0), (2.8e6, 120.0), (1e5, 10.0), (1e5, 900.0)] {
        let failures = failures(between, write);
        let curve = failures.waste_curve();
        let (at, least) = curve
            .iter()
            .copied()
            .min_by(|one, other| one.1.total_cmp(&other.1))
            .expect("points");
        let apart = (at.0 / failures.daly().0).log2().abs();
        assert!(
            apart <= 0.26,
            "δ = {write}, M = {between}: {apart} doublings off"
        );
        // Neither formula wastes noticeably more than the least; a factor of ten does.
        for interval in [failures.young(), failures.daly()] {
            let waste = 1.0 - failures.goodput(interval);
            assert!(waste < least + 0.002, "{waste} against {least}");
        }
        let [first, last] = [curve[0], curve[40]];
        assert!(first.1 > least && last.1 > least);
        close("from a 32nd", failures.daly().0 / first.0.0, 32.0, 1e-9);
        close("to 32 times", last.0.0 / failures.daly().0, 32.0, 1e-9);
    }
}

#[test]
fn shares_of_the_days_add_up() {
    for (between, write) in [(11_160.0, 60.0), (500.0, 60.0), (50.0, 60.0), (1e9, 1e-3)] {
        let failures = failures(between, write);
        for (interval, waste) in failures.waste_curve() {
            let shares = failures.shares(interval);
            let all = shares.useful + shares.writing + shares.again + shares.restarting;
            close("all", all, 1.0, 1e-9);
            close("useful", shares.useful, 1.0 - waste, 1e-9);
            let parts = [shares.writing, shares.again, shares.restarting];
            assert!(
                parts.iter().all(|part| (0.0..=1.0).contains(part)),
                "{shares:?}"
            );
        }
    }
}
