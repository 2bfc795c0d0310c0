//! `shardwise estimate`: output, options, goals, errors and exit status.

use serde_json::Value;

use crate::reports::{PLANS, printed, rounded};
use crate::run::shardwise;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[test]
fn the_command_prints_the_report_and_succeeds() {
    let link = PLANS[0].1;
    let output = shardwise(&["estimate", link]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), printed(link).0);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn the_command_prints_json_and_succeeds() {
    let link = PLANS[1].1;
    let output = shardwise(&["estimate", "--json", link]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(rounded(&object), rounded(&printed(link).1));
    // The option may stand behind the link too.
    let output = shardwise(&["estimate", link, "--json"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_command_ends_with_two_and_reasons_where_a_plan_is_illegal() {
    let link = "#v=1&p=llama3-405b/h100x1000&pp=16";
    for json in [false, true] {
        let arguments: &[&str] = if json {
            &["estimate", link, "--json"]
        } else {
            &["estimate", link]
        };
        let output = shardwise(arguments);
        assert_eq!(output.status.code(), Some(2), "json {json}");
        let errors = text(&output.stderr);
        let lines: Vec<&str> = errors.lines().collect();
        assert_eq!(lines.len(), 2, "{errors}");
        assert!(
            lines
                .iter()
                .all(|line| line.starts_with("shardwise: ") && line.ends_with('.')),
            "{errors}"
        );
        assert!(
            errors.contains("126 layers do not divide into 16 equal stages"),
            "{errors}"
        );
        assert!(errors.contains("does not divide 1,000 GPUs"), "{errors}");
        if json {
            let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
            assert_eq!(object["legal"], false);
            assert_eq!(object["reasons"].as_array().map(Vec::len), Some(2));
        }
    }
}

/// A script would take the figures of another model for those of the named one.
#[test]
fn the_command_refuses_names_that_the_catalogue_lacks() {
    for (link, sentence) in [
        (
            "p=foo",
            "There is no model “foo” in the catalogue. `shardwise list models` lists all.",
        ),
        (
            "#v=1&p=llama3-8b/h1000x64",
            "There is no GPU “h1000” in the catalogue. The nearest: h100,",
        ),
        (
            "#v=1&p=lama3-8b/h100x64",
            "There is no model “lama3-8b” in the catalogue. The nearest: llama3-8b,",
        ),
        (
            "#v=1&p=<b>/<i>x8",
            "There is no GPU “<i>” in the catalogue.",
        ),
    ] {
        for arguments in [
            &["estimate", link][..],
            &["search", link],
            &["export", link, "--to", "megatron"],
        ] {
            let output = shardwise(arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
            assert_eq!(text(&output.stdout), "", "{arguments:?}");
            let said = text(&output.stderr);
            assert!(said.contains(sentence), "{arguments:?}: {said}");
        }
    }
}

#[test]
fn the_command_explains_itself() {
    let output = shardwise(&["--help"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("estimate"));
    let output = shardwise(&["--version"]);
    assert!(text(&output.stdout).starts_with("shardwise "));
    for wrong in [
        &["guess"][..],
        &["estimate"],
        &["estimate", "--yaml", ""],
        &[],
    ] {
        let output = shardwise(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(!output.stderr.is_empty(), "{wrong:?}");
    }
}

#[test]
fn the_command_counts_as_its_options_say() {
    let link = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&ckpt=full&dtype=fp32";
    let object = |flags: &[&str]| -> Value {
        let output = shardwise(&[&["estimate", "--json", link], flags].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let number = |object: &Value, key: &str| object[key].as_f64().expect("a number");
    let plain = object(&[]);
    let hfu = object(&["--mfu", "hfu"]);
    assert_eq!(hfu["mfu_convention"], "hfu");
    assert_eq!((&hfu["mfu"], &hfu["hfu"]), (&plain["hfu"], &plain["hfu"]));
    let causal = object(&["--mfu", "causal", "--peak", "16bit"]);
    assert_eq!(causal["mfu_convention"], "causal");
    assert!(number(&causal, "mfu") < number(&plain, "mfu") / 2.0);
    assert_eq!(
        number(&causal, "peak_tflops"),
        2.0 * number(&plain, "peak_tflops")
    );
    let allocated = object(&["--memory", "allocated"]);
    let reserved = object(&["--memory", "reserved"]);
    assert_eq!(reserved["memory"]["kind"], "max_memory_reserved");
    let (memory, before) = (&allocated["memory"], &plain["memory"]);
    assert_eq!(memory["kind"], "allocated");
    assert_eq!(memory["verdict"], before["verdict"]);
    assert!(number(memory, "peak_gib") < number(before, "peak_gib"));
    assert_eq!(memory["stages"], before["stages"]);

    let output = shardwise(&["estimate", link, "--memory", "allocated", "--units", "gb"]);
    let report = text(&output.stdout);
    assert!(report.contains("GB allocated"), "{report}");
    assert!(!report.contains("GiB"), "{report}");
    assert_eq!(
        shardwise(&["estimate", link, "--mfu", "x"]).status.code(),
        Some(2)
    );
}

#[test]
fn the_command_says_whether_a_goal_is_reached() {
    let (link, illegal) = (PLANS[1].1, PLANS[3].1);
    for (link, goal, status, end) in [
        (
            link,
            "fits, gpus <= 64",
            0,
            "\nGoal: the plan fits, and GPUs at most 64. Reached.\n",
        ),
        (
            link,
            "mfu > 90%",
            1,
            "\nGoal: MFU more than 90\u{a0}%. Not reached.\n",
        ),
        (illegal, "fits", 1, "\nGoal: the plan fits. Not reached.\n"),
        (
            illegal,
            "not legal",
            0,
            "\nGoal: it is not true that the plan is possible. Reached.\n",
        ),
    ] {
        let output = shardwise(&["estimate", link, "--goal", goal]);
        assert_eq!(output.status.code(), Some(status), "{goal}");
        let printed = text(&output.stdout);
        assert!(printed.ends_with(end), "{goal}: {printed}");
        let output = shardwise(&["estimate", link, "--goal", goal, "--json"]);
        assert_eq!(output.status.code(), Some(status), "{goal}");
        let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(object["goal"]["reached"], status == 0, "{goal}");
    }
    let output = shardwise(&["estimate", link, "--goal", "mfa > 40%"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(
        text(&output.stderr),
        "shardwise: there is no field “mfa” at character 1: did you mean “mfu”.\n"
    );
}
