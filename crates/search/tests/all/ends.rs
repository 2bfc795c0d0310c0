//! The step at both ends of choices of software.

use cost::plan::Plan;
use cost::{Estimate, estimate};
use search::ends::{ChoiceEnds, LEAST_FACTOR, ends};

use test_utils::{close, estimated};

fn found(link: &str) -> (Plan, Estimate, Vec<ChoiceEnds>) {
    let (plan, now) = estimated(&["#v=1&p=", link].concat());
    let found = ends(&plan, &now);
    (plan, now, found)
}

fn of(link: &str, key: &str) -> Option<ChoiceEnds> {
    let (_, _, found) = found(link);
    found.into_iter().find(|ends| ends.key.name() == key)
}

#[test]
fn a_dispatcher_decided_a_factor() {
    // Megatron-Bridge, pull request 5123: Qwen3-30B-A3B on 16 H100 with HybridEP and forced balance
    // takes 20.15 s a step. The plan in the thread names no dispatcher. In the model HybridEP takes
    // as long as DeepEP, which is the default.
    let link = "qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&ce=fused&imbal=1&recipe=nemo";
    let dispatcher = of(link, "disp").expect("the dispatcher decides a factor");
    let [shortest, longest] = &dispatcher.ends;
    assert_eq!([&*shortest.value, &*longest.value], ["deepep", "a2a"]);
    assert!(dispatcher.factor() > 1.5, "{}", dispatcher.factor());
    let (_, now) = estimated(&["#v=1&p=", link, "&disp=hybridep"].concat());
    close("step", now.time.total().0, shortest.step.0, 1e-12);
    // The measured step is next to the shorter end, and outside the range of the longer one.
    let distance = |step: f64| (step / 20.15).ln().abs();
    assert!(distance(shortest.step.0) < 0.5 * distance(longest.step.0));
    assert!(now.step_band.around(longest.step.0)[0] > 20.15);
}

#[test]
fn launches_decide_a_factor_on_fast_cards() {
    // Megatron-MoE-ModelZoo, issue 7: 8 B200 with plain settings reach 150 TFLOP/s each, about
    // 5.0 s a step. Graphs are the first advice in such threads.
    let link = "qwen3-30b-a3b/b200x8&ep=8&seq=4096&gbs=64&imbal=1";
    let graphs = of(link, "graph").expect("launches decide a factor");
    assert_eq!(graphs.own, "none");
    assert_eq!(graphs.ends[0].value, "partial");
    // A graph of whole layers that are recomputed is refused.
    assert_eq!(of(&[link, "&ckpt=full"].concat(), "graph"), None);
}

#[test]
fn ends_are_what_the_framework_runs() {
    let link = |recipe: &str| {
        format!("qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&disp=a2a&recipe={recipe}")
    };
    assert!(of(&link("megatron"), "disp").is_some());
    // DeepSpeed has its own all-to-all only.
    assert_eq!(of(&link("deepspeed"), "disp"), None);
    // DeepEP runs on no TPU.
    let tpu = "qwen3-30b-a3b/tpu-v5px64&ep=16&seq=4096&gbs=1024&zero=3";
    assert_eq!(of(tpu, "disp"), None);
}

#[test]
fn plans_without_such_a_choice_have_no_ends() {
    for link in [
        "llama3-8b/a100-80x8",
        "llama3-8b/h100x8&ckpt=full&recipe=torchtitan&zero=3",
        "llama2-70b/tpu-v5px64&zero=3&seq=4096&mbs=2&gbs=128&ckpt=full",
    ] {
        let (_, _, found) = found(link);
        assert_eq!(found, [], "{link}");
    }
}

#[test]
fn the_largest_factor_comes_first() {
    let (_, _, found) = found("qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&recipe=zeropaper");
    assert!(found.len() > 1);
    assert!(found.is_sorted_by(|one, other| one.factor() >= other.factor()));
    assert!(found.iter().all(|ends| ends.factor() >= LEAST_FACTOR));
}

#[test]
fn ends_are_those_of_the_machine() {
    let link = "qwen3-30b-a3b/h100x16&ep=16&seq=4096&gbs=1024&disp=a2a";
    let (plan, now, model) = found(link);
    let mut measured = plan;
    measured.measured.step_s = Some(1.2 * now.time.total().0);
    let now = estimate(&measured).expect("a legal plan");
    let machine = ends(&measured, &now);
    assert_eq!(machine.len(), model.len());
    for (machine, model) in machine.iter().zip(&model) {
        for (machine, model) in machine.ends.iter().zip(&model.ends) {
            close("step", machine.step.0, 1.2 * model.step.0, 1e-9);
        }
    }
}
