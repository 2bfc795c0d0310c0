//! `shardwise compare`: frameworks side by side, and the recipe of a search for a framework.

use serde_json::Value;

use crate::run;

fn shardwise(arguments: &[&str]) -> String {
    let output = run::shardwise(arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.is_empty(), "{said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn object(arguments: &[&str]) -> Value {
    let printed = shardwise(&[arguments, &["--json"]].concat());
    serde_json::from_str(&printed).expect("an object")
}

/// True if a row has the step of a plan, up to the digits that are printed.
fn has_step(row: &Value, plan: &[&str]) -> bool {
    let (row, plan) = (row["step_s"].as_f64().expect("a step"), step(plan));
    (row / plan - 1.0).abs() < 1e-9
}

/// The step of a plan, in seconds.
fn step(plan: &[&str]) -> f64 {
    let estimate = object(&[&["estimate"], plan].concat());
    estimate["time"]["step_s"].as_f64().expect("a step")
}

#[test]
fn a_framework_has_the_figures_of_the_plan_with_its_recipe() {
    let plan = ["llama3-70b/h100x64", "gbs=512", "zero=3", "ckpt=full"];
    let frameworks = ["--for", "megatron,accelerate,maxtext"];
    let compared = object(&[&["compare"], &plan[..], &frameworks].concat());
    let rows = compared["frameworks"].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    for (row, recipe) in rows
        .iter()
        .zip(["recipe=megatron", "recipe=hf", "recipe=maxtext"])
    {
        assert_eq!(row["runs"], true, "{row}");
        let with_recipe = [&plan[..], &[recipe]].concat();
        assert!(has_step(row, &with_recipe), "{recipe}: {row}");
    }
}

#[test]
fn a_framework_that_does_not_run_the_plan_has_no_figures() {
    let table = shardwise(&[
        "compare",
        "llama3-70b/h100x64",
        "tp=8",
        "pp=4",
        "--for",
        "megatron,accelerate",
    ]);
    let line = |name: &str| {
        let mut lines = table.lines();
        let line = lines.find(|line| line.starts_with(name));
        line.unwrap_or_default().to_owned()
    };
    assert!(line("Megatron-LM").contains("GiB"), "{table}");
    assert!(
        line("Accelerate").contains("does not run") && !line("Accelerate").contains("GiB"),
        "{table}"
    );
    assert!(
        table.contains("Accelerate 1.15 does not run: PP 4"),
        "{table}"
    );
}

#[test]
fn the_file_of_a_framework_decides_the_figures() {
    // PyTorch's context parallelism gathers or sends round the ring.
    let plan = ["llama3-70b/h100x64", "cp=2", "zero=3", "ckpt=full"];
    let heads = [&plan[..], &["cpkind=a2a"]].concat();
    let compared = object(&[&["compare"], &heads[..], &["--for", "accelerate"]].concat());
    let row = &compared["frameworks"][0];
    let exchange = [&plan[..], &["recipe=hf", "cpkind=ring"]].concat();
    assert!(has_step(row, &exchange), "{row}");
    let sentences = row["sentences"].to_string();
    assert!(
        sentences.contains("Exchange ring instead of all-to-all"),
        "{row}"
    );
}

#[test]
fn a_search_for_a_framework_has_its_recipe() {
    let plan = ["search", "llama3-70b/h100x64", "gbs=512"];
    let own = object(&[&plan[..], &["recipe=hf", "--top", "1"]].concat());
    let adopted = [&plan[..], &["--for", "accelerate", "--top", "1"]].concat();
    let found = object(&adopted);
    assert_eq!(found["recipe"], "hf");
    assert_eq!(found["best"], own["best"]);
    let printed = shardwise(&adopted);
    assert!(printed.contains("recipe=hf") && printed.contains("the plan has recipe=megatron"));
    let fixed = [&adopted[..], &["--fix", "recipe=megatron"]].concat();
    let printed = shardwise(&fixed);
    let sentence = "Time and memory are those of recipe=megatron, which is not Accelerate’s.";
    assert!(printed.contains(sentence), "{printed}");
}
