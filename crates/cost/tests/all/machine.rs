//! Fit to my machine: one measured step rescales its own plan exactly and every other alike.

use cost::coverage::NotModelled;
use cost::units::Bytes;
use cost::{Estimate, estimate};
use formats::link;
use formats::number::Units;
use search::change::Change;
use test_utils::{close, estimated, plan};

const PLAN: &str = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
const OTHER: &str = "#v=1&p=llama3-70b/h100x64&tp=4&pp=8&mbs=2";

/// `link` with more pairs.
fn with(link: &str, more: &str) -> String {
    [link, more].concat()
}

#[test]
fn the_measured_plan_takes_what_was_measured() {
    let (_, raw) = estimated(PLAN);
    let (_, fitted) = estimated(&with(PLAN, "&mstep=100.5&mmem=60.25"));
    close("step", fitted.time.total().0, 100.5, 1e-12);
    assert_eq!(fitted.memory.peak(), Bytes::from_gib(60.25));
    let machine = fitted.machine.expect("a machine");
    assert_eq!(machine.predicted_step, raw.time.total());
    assert_eq!(machine.predicted_peak, raw.memory.peak());
    close("pace", machine.pace, 100.5 / raw.time.total().0, 1e-12);
    // Figures derived from the step follow the measured one.
    close(
        "MFU",
        fitted.utilisation.mfu * machine.pace,
        raw.utilisation.mfu,
        1e-12,
    );
    close("days", fitted.run.days, raw.run.days * machine.pace, 1e-12);
    close(
        "bubble",
        fitted.time.bubble_fraction(),
        raw.time.bubble_fraction(),
        1e-12,
    );
}

#[test]
fn another_plan_is_rescaled_by_the_measured_one() {
    let (_, raw) = estimated(OTHER);
    let (_, own) = estimated(&with(PLAN, "&mstep=100.5&mmem=60.25"));
    let (_, fitted) = estimated(&with(
        OTHER,
        "&mstep=100.5&mmem=60.25&m.tp=8&m.pp=4&m.mbs=1",
    ));
    assert_eq!(fitted.machine, own.machine, "it is the same machine");
    let machine = fitted.machine.expect("a machine");
    close(
        "step",
        fitted.time.total().0,
        raw.time.total().0 * machine.pace,
        1e-12,
    );
    let more = fitted.memory.peak().0 - raw.memory.peak().0;
    assert_eq!(Some(more), u64::try_from(machine.overhead).ok());
    for (fitted, raw) in fitted.memory.stages.iter().zip(&raw.memory.stages) {
        assert_eq!(fitted.allocated(), raw.allocated());
    }
}

#[test]
fn without_a_measurement_there_is_no_machine() {
    assert_eq!(estimated(PLAN).1.machine, None);
}

#[test]
fn a_measurement_stays_with_its_plan_when_something_changes() {
    let measured = plan(&with(PLAN, "&mstep=100.5"));
    let changed = Change::applied(&[Change::Pipeline(2), Change::Tensor(4)], &measured);
    let link = link::encode(&changed);
    assert_eq!(
        link,
        "#v=1&p=llama3-70b/h100x64&tp=4&pp=2&mstep=100.5&m.tp=8&m.pp=4"
    );
    assert_eq!(plan(&link), changed);
    // Brought back, it is of this very plan again.
    let back = Change::applied(&[Change::Pipeline(4), Change::Tensor(8)], &changed);
    assert_eq!(link::encode(&back), with(PLAN, "&mstep=100.5"));
}

#[test]
fn less_than_the_state_is_never_held() {
    // Memory below the model's comes off the activations: the measured plan shows the measured
    // memory.
    let (_, raw) = estimated(PLAN);
    let (_, fitted) = estimated(&with(PLAN, "&mmem=30"));
    assert_eq!(fitted.memory.peak(), Bytes::from_gib(30.0));
    let pairs = raw.memory.stages.iter().zip(&fitted.memory.stages);
    for (before, after) in pairs {
        assert_eq!(after.overhead, Bytes::ZERO);
        assert!(after.activations < before.activations);
        assert_eq!(after.state, before.state);
    }
    let (_, absurd) = estimated(&with(PLAN, "&mmem=5"));
    for stage in &absurd.memory.stages {
        assert_eq!(stage.total(), stage.state.total());
    }
}

/// The plan with the peak of another plan, in GiB.
fn measured_elsewhere(gib: &str) -> Estimate {
    let measured = ["&mmem=", gib, "&m.ckpt=none"].concat();
    estimated(&with(PLAN, &["&ckpt=full", &measured].concat())).1
}

#[test]
fn a_peak_far_from_the_model_is_of_its_own_plan_only() {
    let (_, own) = estimated(&with(PLAN, "&mmem=20"));
    let predicted = own.machine.expect("a measurement").predicted_peak;
    assert!(
        predicted > Bytes::from_gib(40.0),
        "less than half is measured"
    );
    assert_eq!(own.not_modelled, [NotModelled::FarPeak]);
    let said = text::coverage::not_modelled(NotModelled::FarPeak);
    assert!(said.contains("less than half of it"), "{said}");
    let (_, raw) = estimated(&with(PLAN, "&ckpt=full"));
    let far = measured_elsewhere("20");
    assert_eq!(far.memory, raw.memory);
    assert_eq!(
        (far.machine, far.not_modelled),
        (None, vec![NotModelled::FarPeak])
    );
}

#[test]
fn no_plan_loses_a_larger_share_than_the_measured_one() {
    // 9 GiB less were measured; full recompute leaves 4 GiB beside the state.
    let (_, raw) = estimated(&with(PLAN, "&ckpt=full"));
    let other = measured_elsewhere("40");
    let machine = other.machine.expect("a measurement");
    let share = |less: Bytes, of: Bytes| less.0 as f64 / of.0 as f64;
    let measured = share(machine.overhead_size(), machine.predicted_beside_state);
    let fullest = raw.memory.fullest();
    let less = raw.memory.peak().saturating_sub(other.memory.peak());
    let lost = share(less, fullest.total().saturating_sub(fullest.state.total()));
    close("share", lost, measured, 1e-6);
    assert!(machine.overhead_size() > less);
    assert!(other.memory.fullest().activations > Bytes::ZERO);
}

#[test]
fn what_cannot_be_right_is_left_out_and_said() {
    let cases = [
        ("&mstep=0.001", "The measured step is left out: "),
        ("&mstep=1000000", "The measured step is left out: "),
        ("&mmem=0.01", "The measured peak is left out: "),
        ("&mmem=100000", "The measured peak is left out: "),
        (
            "&mstep=100&m.tp=6",
            "The measurement is left out: its plan cannot exist.",
        ),
    ];
    let (_, raw) = estimated(PLAN);
    for (measured, said) in cases {
        let (_, estimate) = estimated(&with(PLAN, measured));
        assert_eq!(estimate.machine, None, "{measured}");
        assert_eq!(estimate.time, raw.time, "{measured}");
        assert_eq!(estimate.memory, raw.memory, "{measured}");
        let [part] = estimate.not_modelled[..] else {
            panic!("{measured}: {:?}", estimate.not_modelled);
        };
        let sentence = text::coverage::not_modelled(part);
        assert!(sentence.starts_with(said), "{sentence}");
    }
    // One figure that is wrong does not take the other with it.
    let (_, estimate) = estimated(&with(PLAN, "&mstep=0.001&mmem=60"));
    let machine = estimate.machine.expect("a machine");
    assert_eq!((machine.pace, machine.measured_step), (1.0, None));
    assert_eq!(estimate.memory.peak(), Bytes::from_gib(60.0));
}

#[test]
fn a_step_shorter_than_the_peak_allows_is_left_out_and_said() {
    // 7.5 B weights that are multiplied, 6 FLOPs each for 4,194,304 tokens, on 8 × 989 TFLOP/s:
    // 24 s at the whole peak. An MFU of 171 % is impossible.
    let link = "#v=1&p=llama3-8b/h100x8";
    let (_, raw) = estimated(link);
    let (_, fitted) = estimated(&with(link, "&mstep=18"));
    assert_eq!((fitted.machine, &fitted.time), (None, &raw.time));
    assert_eq!(fitted.not_modelled, [NotModelled::StepBeyondPeak]);
    let said = text::coverage::not_modelled(NotModelled::StepBeyondPeak);
    assert_eq!(
        said,
        "The measured step is left out: in so short a time the GPUs would compute more than their \
         peak."
    );
    // Faster than the model says is another matter.
    let faster = raw.time.total().0 * 0.8;
    let (_, fitted) = estimated(&with(link, &format!("&mstep={faster:.3}")));
    assert_eq!(fitted.not_modelled, []);
    close("step", fitted.time.total().0, faster, 1e-4);
}

#[test]
fn a_pace_says_nothing_of_a_plan_that_it_takes_beyond_the_peak() {
    // If nothing overlaps across a slow network, most of a step is exchange, and a machine may well
    // take a fifth of it. At that pace the plan without any would pass its peak.
    let slow = "&zero=3&overlap=none&nicbw=1&mbs=1";
    let (_, raw) = estimated(&with("#v=1&p=llama3-8b/h100x64&gbs=512", slow));
    let fifth = raw.time.total().0 / 5.0;
    let measured = format!(
        "#v=1&p=llama3-8b/h100x64&gbs=512&nicbw=1&mstep={fifth:.3}&m.zero=3&m.overlap=none&m.mbs=1"
    );
    let (_, fitted) = estimated(&measured);
    assert_eq!(fitted.not_modelled, [NotModelled::PaceBeyondPeak]);
    assert_eq!(fitted.machine, None);
    let (_, own) = estimated(&with(
        "#v=1&p=llama3-8b/h100x64&gbs=512",
        &format!("{slow}&mstep={fifth:.3}"),
    ));
    assert_eq!(own.not_modelled, []);
}

#[test]
fn sentences_set_measured_beside_predicted() {
    let (plan, estimate) = estimated(&with(PLAN, "&mstep=100.5&mmem=60.25&m.mbs=2"));
    let machine = estimate.machine.expect("a machine");
    let sentences = text::machine::sentences(&plan, &machine, Units::Gib);
    let [step, peak, of] = &sentences[..] else {
        panic!("{sentences:?}");
    };
    assert!(
        step.starts_with("Measured 101\u{a0}s, the model says "),
        "{step}"
    );
    assert!(
        peak.starts_with("Measured 60.3\u{a0}GiB, the model says "),
        "{peak}"
    );
    assert_eq!(of, "Measured with mbs=2.");
}

#[test]
fn a_rival_runs_on_the_same_machine_unless_it_was_measured_itself() {
    let shared = plan(&with(PLAN, "&mstep=100.5&b.pp=2"));
    let rival = shared.rival.as_deref().expect("a rival");
    assert_eq!(
        estimate(rival).expect("legal").machine,
        estimate(&shared).expect("legal").machine
    );
    let own = plan(&with(PLAN, "&mstep=100.5&b.pp=2&b.mstep=120"));
    let rival = own.rival.as_deref().expect("a rival");
    assert_eq!(rival.measured.plan, None);
    let step = estimate(rival).expect("legal").time.total().0;
    close("its own step", step, 120.0, 1e-12);
}
