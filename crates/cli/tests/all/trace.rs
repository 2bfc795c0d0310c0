//! `shardwise trace`: the table of each scene, and events of the Trace Event Format.

use cli::report::trace::{TraceForm, written};
use cost::estimate;
use cost::legal::Legal;
use cost::plan::Word;
use cost::trace::{Trace, TraceScene};
use formats::link;
use serde_json::Value;

/// A plan that has each scene.
const fn plan_of(scene: TraceScene) -> &'static str {
    match scene {
        TraceScene::Tensor => "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
        TraceScene::Zero => "#v=1&p=llama3-70b/h100x64&zero=3&ckpt=full&recipe=torchtitan",
        TraceScene::Pipeline => "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&vp=5&gbs=64",
        TraceScene::Data => "#v=1&p=llama3-8b/h100x64&zero=1",
        TraceScene::Experts => "#v=1&p=mixtral-8x7b/h100x64&tp=1&pp=4&ep=8&gbs=256",
        TraceScene::Checkpoint => "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&ckpt=full",
        TraceScene::Context => "#v=1&p=llama3-8b/h100x64&cp=8&cpkind=ring&seq=131072&gbs=64",
        TraceScene::Optimizer => "#v=1&p=llama3-8b/h100x64&zero=1&off=opt",
        TraceScene::Attention => "#v=1&p=gpt2-1.5b/a100-80x8&flash=0",
    }
}

/// A scene of its plan in a form.
fn trace(scene: TraceScene, form: TraceForm) -> String {
    let (plan, warnings) = link::decode(plan_of(scene));
    assert!(warnings.is_empty(), "{scene:?}: {warnings:?}");
    let legal = Legal::check(&plan).expect("legal");
    let estimate = estimate(&plan).expect("legal");
    let trace = Trace::of(&legal, &estimate, scene, 0).expect("the plan has the scene");
    written(&legal, &trace, form)
}

#[test]
fn a_table_of_each_scene() {
    for scene in TraceScene::ALL {
        insta::assert_snapshot!(
            ["trace_", scene.word()].concat(),
            trace(*scene, TraceForm::Table)
        );
    }
}

#[test]
fn events_name_their_lane_and_are_microseconds() {
    let text = trace(TraceScene::Tensor, TraceForm::Events);
    let events: Value = serde_json::from_str(&text).expect("JSON");
    let events = events["traceEvents"].as_array().expect("a list");
    let named = events.iter().filter(|event| event["ph"] == "M").count();
    assert_eq!(named, 2, "compute and communication");
    let complete = events.iter().filter(|event| event["ph"] == "X");
    let of_compute: f64 = complete
        .filter(|event| event["tid"] == 0)
        .filter_map(|event| event["dur"].as_f64())
        .sum();
    // One layer of 70B on 8 GPUs takes milliseconds.
    assert!((1_000.0..10_000.0).contains(&of_compute), "{of_compute}");
}
