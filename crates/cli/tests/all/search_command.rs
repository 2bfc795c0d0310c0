//! `shardwise search`: its table, its object, its questions and its exit status.

use std::process::{Command, Output};

use serde_json::Value;
use test_utils::{estimated, plan};

/// A plan whose space is small under these restrictions, and who is not best as it is.
const LINK: &str = "#v=1&p=llama3-8b/h100x8&tp=8&gbs=16";
const FEW: [&str; 4] = ["--fix", "cp=1", "--fix", "pp=..2"];

fn search(link: &str, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(["search", link])
        .args(options)
        .output()
        .expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// The object for the small space under further options.
fn object(options: &[&str]) -> Value {
    let output = search(LINK, &[&FEW, options, &["--json"]].concat());
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{options:?}: {errors}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

fn best(object: &Value) -> &[Value] {
    object["best"].as_array().expect("a list")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

#[test]
fn the_table_is_as_it_was() {
    let output = search(LINK, &[&FEW[..], &["--axes", "--top", "4"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    // The outcome of layouts that are not among the best depends on which thread was first.
    let counts = table.lines().nth(3).expect("a line of counts");
    assert!(counts.ends_with(" estimated in full."), "{counts}");
    let short: Vec<&str> = table.lines().filter(|line| *line != counts).collect();
    insta::assert_snapshot!("search_table", short.join("\n"));
    let widest = table.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(120), "{widest:?}");
}

/// The table of another goal says on how many GPUs, how long and for how much.
#[test]
fn a_table_where_gpus_vary_names_them() {
    let output = search(
        LINK,
        &[&FEW[..], &["--goal", "cheapest", "--top", "1"]].concat(),
    );
    let table = text(&output.stdout);
    let heading = table.lines().nth(5).expect("a heading");
    let words: Vec<&str> = heading.split_whitespace().collect();
    let expected =
        "layout alike GPUs step MFU memory bubble imbalance exposed recompute rest run cost";
    assert_eq!(words.join(" "), expected, "{table}");
}

#[test]
fn the_object_has_its_keys() {
    let object = object(&["--axes", "--top", "2"]);
    let expected = [
        "goal",
        "days",
        "dollars",
        "link",
        "hardware_validated",
        "counts",
        "for",
        "recipe",
        "elsewhere",
        "complete",
        "limit",
        "with_savings",
        "nothing",
        "best",
        "tied",
        "more_may_tie",
        "tie_within",
        "second_behind",
        "next_behind",
        "plainest",
        "left_out",
        "way",
        "without",
    ];
    assert_eq!(keys(&object), expected);
    let counts = &object["counts"];
    let expected = [
        "considered",
        "without_room",
        "too_slow",
        "not_run",
        "refused",
        "estimated",
    ];
    assert_eq!(keys(counts), expected);
    let sum: f64 = expected[1..].iter().map(|key| number(&counts[key])).sum();
    assert_eq!(sum, number(&counts["considered"]));
    let first = &best(&object)[0];
    let expected = [
        "link",
        "layout",
        "savings",
        "alike",
        "gpus",
        "step_s",
        "mfu",
        "peak_gib",
        "verdict",
        "bubble",
        "imbalance",
        "cable",
        "recompute",
        "forward_only",
        "state",
        "ceiling",
        "last_inch",
        "padding",
        "days",
        "cost_usd",
    ];
    assert_eq!(keys(first), expected);
    let shares = [
        "mfu",
        "bubble",
        "imbalance",
        "cable",
        "recompute",
        "forward_only",
        "state",
        "ceiling",
        "last_inch",
        "padding",
    ];
    let sum: f64 = shares.iter().map(|key| number(&first[key])).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    let way = object["way"].as_array().expect("a way");
    assert_eq!(
        keys(&way[0]),
        ["axes", "link", "step_s", "peak_gib", "verdict"]
    );
    let without = object["without"].as_array().expect("a list");
    assert_eq!(keys(&without[0]), ["axis", "best"]);
    assert_eq!(object["link"], LINK);
}

/// The printed figures are those of the link's estimate, and its step is shorter than the plan's
/// own.
#[test]
fn the_best_is_its_links_estimate() {
    let object = object(&[]);
    let first = &best(&object)[0];
    let (_, estimate) = estimated(first["link"].as_str().expect("a link"));
    // A search adds up the same seconds, but not always in the same order.
    let ratio = number(&first["step_s"]) / estimate.time.total().0;
    assert!((ratio - 1.0).abs() < 1e-12, "{ratio}");
    assert_eq!(number(&first["peak_gib"]), estimate.memory.peak().gib());
    let (_, own) = estimated(LINK);
    assert!(estimate.time.total() < own.time.total());
}

#[test]
fn a_restriction_holds_in_every_answer() {
    let tensor = |options: &[&str]| -> Vec<u64> {
        let object = object(options);
        let links = best(&object).iter().map(|one| one["link"].as_str());
        links
            .map(|link| plan(link.expect("a link")).layout.tensor)
            .collect()
    };
    assert!(tensor(&[]).iter().any(|degree| *degree != 8));
    let fixed = tensor(&["--fix", "tp=8"]);
    assert!(
        fixed.len() > 3 && fixed.iter().all(|degree| *degree == 8),
        "{fixed:?}"
    );
}

#[test]
fn so_many_are_shown_as_are_asked_for() {
    let three = object(&["--top", "3"]);
    assert_eq!(best(&three).len(), 3);
    let one = object(&["--top", "1"]);
    assert_eq!(best(&one), &best(&three)[..1]);
    // The number of ties does not depend on the number of layouts shown.
    assert_eq!(one["tied"], three["tied"]);
    assert!(number(&one["tied"]) > 1.0, "{}", one["tied"]);
    let output = search(LINK, &[&FEW[..], &["--top", "3"]].concat());
    let table = text(&output.stdout);
    let links = table.lines().filter(|line| line.contains("#v=1"));
    assert_eq!(links.count(), 3, "{table}");
    assert_eq!(search(LINK, &["--top", "0"]).status.code(), Some(2));
}

#[test]
fn limits_are_kept() {
    let fewest = object(&["--goal", "fewest-gpus", "--top", "1"]);
    let (gpus, days) = (&best(&fewest)[0]["gpus"], number(&best(&fewest)[0]["days"]));
    assert!(gpus.as_u64() < Some(8), "{gpus}");
    let limit = (0.9 * days).to_string();
    let sooner = object(&["--goal", "fewest-gpus", "--days", &limit, "--top", "1"]);
    let first = &best(&sooner)[0];
    assert!(first["gpus"].as_u64() > gpus.as_u64(), "{first}");
    assert!(number(&first["days"]) <= 0.9 * days, "{first}");

    let smallest = object(&["--goal", "smallest", "--top", "1"]);
    let fastest = object(&["--top", "1"]);
    let peak = |object: &Value| number(&best(object)[0]["peak_gib"]);
    assert!(peak(&smallest) < peak(&fastest));
}

/// A limit of dollars that the soonest run would break is kept by a later one.
#[test]
fn the_soonest_run_keeps_its_limit() {
    let link = "#v=1&p=llama3-8b/h100x16&gbs=8";
    let first = |options: &[&str]| -> Value {
        let options = [&FEW[..], options, &["--top", "1", "--json"]].concat();
        let output = search(link, &options);
        assert_eq!(output.status.code(), Some(0), "{options:?}");
        let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        best(&object)[0].clone()
    };
    let soonest = |dollars: f64| first(&["--goal", "soonest", "--dollars", &dollars.to_string()]);
    let figure = |found: &Value, key: &str| number(&found[key]);
    let free = soonest(1e12);
    let least = figure(&first(&["--goal", "cheapest"]), "cost_usd");
    let limit = (least + figure(&free, "cost_usd")) / 2.0;
    assert!(
        limit > 1.01 * least,
        "{least} and {limit} tell nothing apart"
    );
    let limited = soonest(limit);
    assert!(figure(&limited, "cost_usd") <= limit, "{limited}");
    assert!(
        figure(&limited, "days") > figure(&free, "days"),
        "{limited}"
    );
}

#[test]
fn nothing_found_is_one_and_says_why() {
    let cases: [(&str, &[&str], &str); 4] = [
        (
            "#v=1&p=llama3-405b/h100x8&gbs=16",
            &[],
            "No layout fits on these GPUs.",
        ),
        (LINK, &["--margin", "1000"], "No layout fits on these GPUs."),
        (
            LINK,
            &["--goal", "soonest", "--dollars", "1"],
            "No layout fits on these GPUs and is done for at most $1.",
        ),
        (
            LINK,
            &["--fix", "tp=3"],
            "No legal layout is among those allowed.",
        ),
    ];
    for (link, options, sentence) in cases {
        let options = [&FEW[..], options].concat();
        let output = search(link, &options);
        let table = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{options:?}: {table}");
        // The soonest run may have fewer GPUs.
        let gpus = if options.contains(&"soonest") {
            ""
        } else {
            "8 GPUs, "
        };
        let fixed = "8,192 tokens a sequence, 16 sequences a step, bf16.\nRestricted: ";
        let said = [sentence, "\nFixed: ", gpus, fixed].concat();
        assert!(table.contains(&said), "{table}");
        // What frees memory in the framework is tried without a request.
        let untried = "Not tried: more GPUs, shorter sequences.\n";
        assert!(table.contains(untried), "{table}");
        let output = search(link, &[&options[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(best(&object), &[] as &[Value]);
        let said = object["nothing"].as_str().expect("a text");
        assert!(said.starts_with("Fixed: "), "{said}");
        assert_eq!((&object["tied"], &object["way"]), (&0.into(), &Value::Null));
    }
}

/// Rows that need savings that were not in the question are marked.
#[test]
fn savings_that_were_not_asked_for_are_marked() {
    let link = "#v=1&p=llama3-8b/a100-40x2&gbs=16&seq=2048";
    let output = search(link, &["--top", "3"]);
    let table = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{table}");
    assert!(table.contains("No layout fits as the plan is."), "{table}");
    assert!(table.contains("offload opt"), "{table}");
    let output = search(link, &["--top", "3", "--json"]);
    let object: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(object["with_savings"].is_string());
    for row in best(&object) {
        let savings = row["savings"].as_array().expect("keys");
        assert!(savings.contains(&"off".into()), "{row}");
    }
    let output = search(
        link,
        &[
            "--fix",
            "off=none",
            "--fix",
            "opt=adamw",
            "--fix",
            "ce=plain",
        ],
    );
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
}

/// A search that ends at its limit says so, and has what it found until then.
#[test]
fn a_search_that_ends_at_its_limit_says_so() {
    let whole = object(&[]);
    assert_eq!(
        (&whole["complete"], &whole["limit"]),
        (&true.into(), &Value::Null)
    );
    let output = search(LINK, &["--estimates", "1"]);
    let table = text(&output.stdout);
    assert!(
        table.contains("Ended after 1 layouts estimated in full"),
        "{table}"
    );
    let cut = search(LINK, &["--estimates", "1", "--json"]);
    let cut: Value = serde_json::from_slice(&cut.stdout).expect("JSON");
    assert_eq!(cut["complete"], false);
    assert!(!best(&cut).is_empty());
}

/// A restriction of a setting that no search varies changes the plan.
#[test]
fn a_setting_that_no_search_varies_can_be_fixed() {
    for link in best(&object(&["--fix", "opt=muon", "--fix", "gbs=32"])) {
        let plan = plan(link["link"].as_str().expect("a link"));
        assert_eq!(plan.levers.optimizer, cost::plan::Optimizer::Muon);
        assert_eq!(plan.global_batch(), 32);
    }
}

/// The plainest of the layouts that tie is one of them, with the fewest axes in use.
#[test]
fn the_plainest_of_those_that_tie_is_named() {
    let object = object(&["--top", "100"]);
    let plainest = &object["plainest"];
    let place = plainest["place"].as_u64().expect("a place") as usize;
    assert!(place <= object["tied"].as_u64().expect("a number") as usize);
    assert_eq!(best(&object)[place - 1]["layout"], plainest["layout"]);
    assert!(plainest["axes"].as_u64() <= plainest["axes_of_first"].as_u64());
}

#[test]
fn what_cannot_be_asked_is_two_and_says_why() {
    let cases: [(&[&str], &str); 10] = [
        (
            &["--fix", "tp=many"],
            "“many” does not restrict tp; it takes 8, ..8, 2.. or 2..8",
        ),
        (&["--fix", "tp=0"], "“0” does not restrict tp"),
        (
            &["--fix", "ckpt=some"],
            "it takes any, or some of none, core, modules, full",
        ),
        (
            &["--fix", "colour=8"],
            "there is no axis “colour” to restrict; there are p, tp,",
        ),
        (
            &["--fix", "opt=red"],
            "“red” does not restrict opt; it takes adamw, ",
        ),
        (&["--fix", "tp"], "there is no axis “tp” to restrict"),
        (
            &["--goal", "soonest"],
            "the goal soonest needs a limit of dollars",
        ),
        (&["--days", "-0"], "“-0” is not a number of days above 0"),
        (&["--margin", "nan"], "“nan” is not a margin"),
        (
            &["--dollars", "1e400"],
            "“1e400” is not a number of dollars above 0",
        ),
    ];
    for (options, sentence) in cases {
        // Spelled as one argument where a value looks like an option.
        let joined = options.join("=");
        let output = search(LINK, &[joined.as_str()]);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {errors}");
        assert!(errors.starts_with("shardwise: "), "{errors}");
        assert!(
            errors.ends_with(".\n") && errors.contains(sentence),
            "{errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(output.stdout.is_empty(), "{options:?}");
    }
    for wrong in [&["--goal", "best"][..], &["--top", "x"], &["--units", "tb"]] {
        assert_eq!(search(LINK, wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_part_that_is_not_understood_is_left_out_if_that_is_allowed() {
    let link = [LINK, "&colour=red"].concat();
    let lenient = ["--top", "1", "--units", "gb", "--lenient"];
    let output = search(&link, &[&FEW[..], &lenient].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).contains("colour"));
    let table = text(&output.stdout);
    assert!(table.contains(" GB") && !table.contains("GiB"), "{table}");
}
