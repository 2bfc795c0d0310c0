//! Links that were shared once keep their meaning: a golden file that is only ever appended to,
//! and every key of the grammar.
//!
//! `tests/golden/links-v1.txt` holds one link a line: a given link, a tab, and the canonical link
//! of the plan it means. `\n`, `\r`, `\t` and `\\` stand for those characters, `{…×n}` for n copies
//! of what is between. Lines are appended, never changed, but for the right side of links with a
//! key that other keys have replaced.

use std::collections::HashSet;

use cost::plan::{Measured, Plan};
use formats::link::{self, Key, LinkWarning, Values};

const GOLDEN: &str = include_str!("../../../../tests/golden/links-v1.txt");

/// The start of golden lines that are understood in full, a value that is a default among them.
const START: &str = "#v=1&p=llama3-8b/h100x64&";

/// The golden links, with their canonical forms.
fn golden() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = (1..).zip(GOLDEN.lines());
    lines.map(|(number, line)| {
        line.split_once('\t')
            .unwrap_or_else(|| panic!("line {number}: no tab"))
    })
}

/// The keys and values of a link.
fn pairs(link: &str) -> impl Iterator<Item = (&str, &str)> {
    link.split('&').filter_map(|pair| pair.split_once('='))
}

/// The golden links of all keys at once, with values that are not the default, and of more such values.
fn of_keys() -> impl Iterator<Item = &'static str> {
    golden().filter_map(|(_, canonical)| canonical.strip_prefix("#v=1&p=custom/customx64&"))
}

/// Undoes the escapes of the golden file.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\\', '{']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix('{') {
            let (inside, tail) = after.split_once('}').expect("a closed brace");
            let (piece, times) = inside.rsplit_once('×').expect("a repeated piece");
            plain.push_str(&piece.repeat(times.parse().expect("a number of times")));
            rest = tail;
        } else {
            let mut letters = rest.chars();
            letters.next();
            plain.push(match letters.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some('\\') => '\\',
                other => panic!("no escape: {other:?}"),
            });
            rest = letters.as_str();
        }
    }
    plain.push_str(rest);
    plain
}

#[test]
fn golden_links_keep_their_meaning() {
    let mut seen = HashSet::new();
    for (number, (given, canonical)) in (1..).zip(golden()) {
        assert!(seen.insert(given), "line {number} stands twice: {given}");
        let (plan, warnings) = link::decode(&unescaped(given));
        assert_eq!(link::encode(&plan), canonical, "line {number}: {given}");
        let is_understood = warnings.is_empty() || !given.starts_with(START);
        assert!(is_understood, "line {number}: {given}: {warnings:?}");
    }
    assert!(
        seen.len() > 200,
        "only {} lines: something was taken away",
        seen.len()
    );
}

#[test]
fn canonical_links_are_understood_in_full() {
    for (number, (_, canonical)) in (1..).zip(golden()) {
        let (plan, warnings) = link::decode(canonical);
        assert_eq!(warnings, [], "line {number}: {canonical}");
        assert_eq!(link::encode(&plan), canonical, "line {number}");
        assert!(
            canonical.is_ascii() && canonical.len() <= link::LONGEST,
            "line {number}"
        );
    }
}

#[test]
fn every_key_is_known_and_written_back() {
    let values: HashSet<(&str, &str)> = of_keys().flat_map(pairs).collect();
    for (key, value) in values {
        // The default of these depends on other keys.
        let start = match (key, value) {
            ("sp", _) => "#v=1&p=llama3-8b/h100x64&tp=2",
            ("grads", _) => "#v=1&p=llama3-8b/h100x64&recipe=nemo",
            ("trainends", "embedding,head") => "#v=1&p=llama3-8b/h100x64&ft=lora",
            _ => "#v=1&p=llama3-8b/h100x64",
        };
        let written = [start, "&", key, "=", value].concat();
        let (plan, warnings) = link::decode(&written);
        assert_eq!(warnings, [], "{written}");
        assert_eq!(link::encode(&plan), written);
        // The same key of plan B.
        let written = [start, "&b.", key, "=", value].concat();
        let (plan, warnings) = link::decode(&written);
        assert_eq!(warnings, [], "{written}");
        assert_eq!(link::encode(&plan), written);
        assert!(plan.rival.is_some(), "{written}");
        // The same key of the plan that was measured.
        if key == "mstep" || key == "mmem" {
            continue;
        }
        let written = [start, "&mstep=9&m.", key, "=", value].concat();
        let (plan, warnings) = link::decode(&written);
        assert_eq!(warnings, [], "{written}");
        assert_eq!(link::encode(&plan), written);
        assert!(plan.measured.plan.is_some(), "{written}");
        // The same key of the plan that was measured on plan B's machine.
        let written = [start, "&b.mstep=9&b.m.", key, "=", value].concat();
        let (plan, warnings) = link::decode(&written);
        assert_eq!(warnings, [], "{written}");
        assert_eq!(link::encode(&plan), written);
        let measured = plan.rival.map(|rival| rival.measured.plan.is_some());
        assert_eq!(measured, Some(true), "{written}");
    }
}

#[test]
fn each_plan_keeps_the_plan_that_was_measured() {
    const A: &str = "#v=1&p=llama3-8b/h100x64&tp=4";
    const B: &str = "#v=1&p=llama3-8b/h100x64&tp=8";
    let measured = |step_s: Option<f64>, plan: Option<&str>| Measured {
        step_s,
        memory_gib: None,
        plan: plan.map(|link| Box::new(link::decode(link).0)),
    };
    let all = [
        measured(None, None),
        measured(Some(9.0), None),
        measured(Some(9.0), Some(A)),
        measured(Some(9.0), Some(B)),
        measured(Some(8.0), None),
        measured(Some(8.0), Some(A)),
        measured(Some(8.0), Some("#v=1&p=llama3-70b/a100x64&pp=2")),
    ];
    // The plan that was measured; `None` where nothing was.
    let run = |plan: &Plan| {
        let other = plan.measured.plan.as_deref();
        let run = (!plan.measured.is_empty()).then(|| other.unwrap_or(plan).bare());
        (plan.measured.step_s, run)
    };
    for of_a in &all {
        for of_b in &all {
            let [mut plan, mut rival] = [A, B].map(|link| link::decode(link).0);
            plan.measured = of_a.clone();
            rival.measured = of_b.clone();
            plan.rival = Some(Box::new(rival.clone()));
            let written = link::encode(&plan);
            let (read, warnings) = link::decode(&written);
            assert_eq!(warnings, [], "{written}");
            assert_eq!(link::encode(&read), written);
            assert_eq!(run(&read), run(&plan), "{written}");
            assert_eq!(
                read.rival.as_deref().map(run),
                Some(run(&rival)),
                "{written}"
            );
        }
    }
}

/// A new key fails here until a line of the golden file has all keys: in any order, and in the one
/// that is promised.
#[test]
fn a_golden_link_has_every_key() {
    let all: Vec<&str> = Key::all().map(Key::name).collect();
    let mut links = of_keys().map(|link| pairs(link).map(|(key, _)| key).collect::<Vec<_>>());
    assert!(links.any(|keys| keys == all), "no link has {all:?}");
}

/// A new word fails here until a line of the golden file has it.
#[test]
fn every_word_is_promised() {
    let promised: HashSet<(&str, &str)> = golden()
        .flat_map(|(given, canonical)| [given.strip_prefix(START).unwrap_or_default(), canonical])
        .flat_map(pairs)
        .flat_map(|(key, words)| words.split(',').map(move |word| (key, word)))
        .collect();
    for key in Key::all() {
        let (Values::Word(words) | Values::Set(words)) = key.values() else {
            continue;
        };
        for word in *words {
            let name = key.name();
            let is_promised = promised.contains(&(name, *word));
            assert!(is_promised, "no golden link has {name}={word}");
        }
    }
}

#[test]
fn every_key_refuses_nonsense_and_says_so() {
    for key in Key::all().map(Key::name) {
        let (plan, _) = link::decode("");
        for bad in [
            "",
            "-1",
            "1e3",
            "0x10",
            "NaN",
            " 1",
            "1,",
            "<b>",
            "99999999999999999999",
        ] {
            let (read, warnings) = link::decode(&[key, "=", bad].concat());
            let [
                LinkWarning::BadValue {
                    key: said, given, ..
                },
            ] = warnings.as_slice()
            else {
                panic!("{key}={bad}: {warnings:?}");
            };
            assert_eq!((said.as_str(), given.as_str()), (key, bad));
            assert_eq!(read, plan, "{key}={bad} changed the plan");
        }
    }
}

#[test]
fn warnings_name_what_was_not_understood_and_what_is_used() {
    let cases: [(&str, &str); 15] = [
        (
            "colour=red",
            "There is no setting called “colour”; it was left out.",
        ),
        (
            "b.colour=red",
            "There is no setting called “b.colour”; it was left out.",
        ),
        (
            "mstep=9&m.mstep=5",
            "There is no setting called “m.mstep”; it was left out.",
        ),
        (
            "m.tp=2",
            "It says which plan was measured, but not what: that was left out.",
        ),
        ("tp=2&tp=4", "“tp” stands twice; the first one counts."),
        ("tp=x", "“x” is not a value of “tp”; using 1."),
        ("zero=4", "“4” is not a value of “zero”; using 1."),
        (
            "p=atlantis-1b/h100x8",
            "There is no model “atlantis-1b” in the catalogue; using llama3-8b.",
        ),
        (
            "p=llama3-8b/z9000x8",
            "There is no GPU “z9000” in the catalogue; using h100.",
        ),
        (
            "p=llama3-8b/h100x0",
            "“llama3-8b/h100x0” is not a value of “p”; using llama3-8b/h100x8.",
        ),
        (
            "v=9",
            "It was made by version “9” of this planner and is read as version 1.",
        ),
        ("gbs=none", "“none” is not a value of “gbs”; using 512."),
        ("split=1,x", "“1,x” is not a value of “split”; using none."),
        (
            "moesw=1.01",
            "“1.01” is not a value of “moesw”; using disp=a2a, graph=none.",
        ),
        ("=5", "There is no setting called “”; it was left out."),
    ];
    for (given, said) in cases {
        let (_, warnings) = link::decode(given);
        let said_of: Vec<String> = warnings.iter().map(text::links::warning).collect();
        assert_eq!(said_of, [said], "{given}");
    }
}

/// The level of MoE software that links had before a dispatcher and graphs.
#[test]
fn an_old_key_means_the_keys_that_replaced_it() {
    let cases = [
        ("p=mixtral-8x7b/h100x64&ep=8&moesw=0.249", "a2a", "none"),
        ("p=mixtral-8x7b/h100x64&ep=8&moesw=0.25", "deepep", "none"),
        ("p=mixtral-8x7b/h100x64&ep=8&moesw=0.749", "deepep", "none"),
        (
            "p=mixtral-8x7b/h100x64&ep=8&moesw=0.75",
            "deepep",
            "partial",
        ),
        ("p=mixtral-8x7b/b200x64&ep=8&moesw=0.5", "hybridep", "none"),
        ("moesw=1&p=mixtral-8x7b/b300x64", "hybridep", "partial"),
        ("moesw=0&p=mixtral-8x7b/b300x64&recipe=nemo", "a2a", "none"),
        // What a link says by the new keys counts, wherever it stands.
        ("p=mixtral-8x7b/h100x64&disp=a2a&moesw=1", "a2a", "partial"),
        (
            "p=mixtral-8x7b/h100x64&moesw=1&graph=full",
            "deepep",
            "full",
        ),
        // No value at all leaves the defaults.
        ("p=mixtral-8x7b/h100x64&recipe=nemo", "deepep", "none"),
    ];
    for (given, dispatcher, graphs) in cases {
        let (plan, warnings) = link::decode(given);
        assert_eq!(warnings, [], "{given}");
        let now = ["disp", "graph"].map(|key| link::value(&plan, key));
        assert_eq!(now, [dispatcher, graphs], "{given}");
        assert!(!link::encode(&plan).contains("moesw"), "{given}");
    }
    // Likewise of plan B and of the plan that was measured.
    let (plan, warnings) = link::decode("p=mixtral-8x7b/h100x64&b.moesw=0.5&mstep=9&m.moesw=1");
    assert_eq!(warnings, []);
    assert_eq!(
        link::encode(&plan),
        "#v=1&p=mixtral-8x7b/h100x64&mstep=9&m.disp=deepep&m.graph=partial&b.disp=deepep"
    );
}

#[test]
fn a_link_is_read_up_to_its_limit() {
    let long = ["tp=2&", &"x".repeat(3_000), "&pp=2"].concat();
    let (plan, warnings) = link::decode(&long);
    assert_eq!(plan.layout.tensor, 2);
    assert_eq!(plan.layout.pipeline, 1, "beyond the limit");
    assert!(warnings.contains(&LinkWarning::TooLong), "{warnings:?}");
    for warning in &warnings {
        let text = text::links::warning(warning);
        assert!(
            text.chars().count() < 120,
            "a warning repeats too much: {text}"
        );
    }
}

#[test]
fn strangers_text_is_repeated_without_control_characters() {
    let (_, warnings) = link::decode("tp=%00%1b[31m%0a<script>alert(1)</script>");
    let [LinkWarning::BadValue { given, .. }] = warnings.as_slice() else {
        panic!("{warnings:?}");
    };
    // A space for each of them.
    assert_eq!(given, "  [31m <script>alert(1)</script>");
}
