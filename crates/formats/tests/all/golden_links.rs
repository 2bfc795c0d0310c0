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
use text::EN;

const GOLDEN: &str = include_str!("../../../../tests/golden/links-v1.txt");

/// Keys of version 1 with a value that is not the default, in the order in which they are
/// written.
const KEYS: [(&str, &str); 92] = [
    ("layers", "40"),
    ("hidden", "5120"),
    ("ffn", "13824"),
    ("heads", "40"),
    ("kv", "10"),
    ("headdim", "64"),
    ("vocab", "32000"),
    ("gated", "0"),
    ("tied", "1"),
    ("bias", "1"),
    ("dropout", "1"),
    ("pos", "alibi"),
    ("window", "4096"),
    ("fullevery", "6"),
    ("experts", "8"),
    ("topk", "2"),
    ("moeffn", "1536"),
    ("shared", "1"),
    ("sharedffn", "2048"),
    ("dense", "3"),
    ("every", "2"),
    ("mla", "1536,512,128,64,128"),
    ("mixer", "1,8,128,128,64,4"),
    ("mtp", "1"),
    ("node", "4"),
    ("nvl", "72"),
    ("peak", "1979.5"),
    ("hbm", "141"),
    ("hbmbw", "4800"),
    ("nvbw", "900"),
    ("nicbw", "100"),
    ("pciebw", "32.25"),
    ("pod", "1024"),
    ("over", "2.5"),
    ("tp", "2"),
    ("pp", "4"),
    ("cp", "2"),
    ("ep", "8"),
    ("etp", "2"),
    // Beside tp = 2, where sequence parallelism is the default.
    ("sp", "0"),
    ("vp", "2"),
    ("sched", "zbv"),
    ("split", "1,2,3,4"),
    ("ends", "1"),
    ("cpkind", "a2a"),
    ("cpbal", "0"),
    ("zero", "3"),
    ("hsdp", "8"),
    ("seq", "4096"),
    ("mbs", "2"),
    ("gbs", "128"),
    ("dtype", "fp8b"),
    ("gather8", "1"),
    ("wstore", "int8"),
    ("recipe", "nemo"),
    ("opt", "muon"),
    ("master", "rem"),
    // Beside recipe = nemo, where gradients are 16-bit by default.
    ("grads", "fp32"),
    ("ckpt", "full"),
    ("ckptmod", "core,mlp"),
    ("ckptn", "2"),
    ("flash", "0"),
    ("ce", "chunked"),
    ("off", "opt,acts"),
    ("offn", "3"),
    ("offmod", "core,fc1"),
    ("tiles", "4"),
    ("overlap", "none"),
    ("kern", "eager"),
    ("fagen", "3"),
    ("msg", "layer"),
    ("gsync", "once"),
    ("optkern", "foreach"),
    ("disp", "hybridep"),
    ("graph", "partial"),
    ("imbal", "1.25"),
    ("det", "1"),
    ("gradfuse", "0"),
    ("tok", "15000000000000"),
    ("price", "1.99"),
    ("watts", "650"),
    ("mtbf", "40000"),
    ("ckptbw", "120.5"),
    ("restart", "5"),
    ("mstep", "12.5"),
    ("mmem", "61.75"),
    // The vocabularies' remaining corners.
    ("sched", "dualpipev"),
    ("overlap", "tp,pp,dp,cp,ep"),
    ("ckptmod", "core,norm,mlp,moeact,moe,mlaup,ops"),
    ("off", "opt,params,acts"),
    ("offmod", "norm,qkv,core,proj,fc1,act,fc2"),
    ("dtype", "nvfp4"),
];

/// Every word that a key takes.
const WORDS: [(&str, &[&str]); 22] = [
    ("pos", &["rope", "learned", "alibi", "none"]),
    (
        "sched",
        &[
            "gpipe",
            "1f1b",
            "int",
            "zbh1",
            "zbh2",
            "zbv",
            "vhalf",
            "vmin",
            "dualpipe",
            "dualpipev",
        ],
    ),
    ("cpkind", &["ring", "a2a", "ag"]),
    ("zero", &["0", "1", "2", "3"]),
    (
        "dtype",
        &["fp32", "fp16", "bf16", "fp8", "fp8b", "mxfp8", "nvfp4"],
    ),
    ("wstore", &["dtype", "int8", "int4"]),
    (
        "recipe",
        &[
            "megatron",
            "zeropaper",
            "deepspeed",
            "torchtitan",
            "llmfoundry",
            "nemo",
            "nanotron",
            "maxtext",
            "hf",
            "hf-deepspeed",
        ],
    ),
    (
        "opt",
        &[
            "adamw",
            "adamw8",
            "adamwbf16",
            "adafactor",
            "sgdm",
            "lion",
            "muon",
        ],
    ),
    ("master", &["fp32", "rem", "none"]),
    ("grads", &["fp32", "16bit"]),
    ("ckpt", &["none", "sel", "full"]),
    (
        "ckptmod",
        &["core", "norm", "mlp", "moeact", "moe", "mlaup", "ops"],
    ),
    (
        "ce",
        &[
            "plain", "fused", "chunked", "native", "eager", "parallel", "compiled",
        ],
    ),
    ("off", &["opt", "params", "acts"]),
    ("overlap", &["tp", "pp", "dp", "cp", "ep"]),
    ("kern", &["eager", "compiled", "early-fused", "fused"]),
    ("msg", &["tensor", "layer", "bucket"]),
    ("gsync", &["each", "once"]),
    (
        "offmod",
        &["norm", "qkv", "core", "proj", "fc1", "act", "fc2"],
    ),
    ("optkern", &["fused", "foreach"]),
    ("disp", &["a2a", "deepep", "hybridep"]),
    ("graph", &["none", "partial", "full"]),
];

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
    for (number, line) in (1..).zip(GOLDEN.lines()) {
        let (given, canonical) = line
            .split_once('\t')
            .unwrap_or_else(|| panic!("line {number}: no tab"));
        assert!(seen.insert(given), "line {number} stands twice: {given}");
        let (plan, _) = link::decode(&unescaped(given));
        assert_eq!(link::encode(&plan), canonical, "line {number}: {given}");
    }
    assert!(
        seen.len() > 200,
        "only {} lines: something was taken away",
        seen.len()
    );
}

#[test]
fn canonical_links_are_understood_in_full() {
    for (number, line) in (1..).zip(GOLDEN.lines()) {
        let (_, canonical) = line.split_once('\t').expect("a tab");
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
    for (key, value) in KEYS {
        let start = match key {
            "sp" => "#v=1&p=llama3-8b/h100x64&tp=2",
            "grads" => "#v=1&p=llama3-8b/h100x64&recipe=nemo",
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

#[test]
fn keys_are_written_in_the_promised_order() {
    // All keys at once, back to front, come out in the order of the table; those whose value is
    // a default beside the others stay away.
    let mut shuffled = String::from("p=custom/customx64");
    let mut ordered = String::from("#v=1&p=custom/customx64");
    let mut seen = HashSet::new();
    for (key, value) in KEYS {
        if seen.insert(key) {
            ordered.push_str(&["&", key, "=", value].concat());
        }
    }
    for pair in ordered
        .split('&')
        .skip(2)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        shuffled.push('&');
        shuffled.push_str(pair);
    }
    let (plan, warnings) = link::decode(&shuffled);
    assert_eq!(warnings, [], "{shuffled}");
    assert_eq!(link::encode(&plan), ordered);
}

#[test]
fn every_word_is_known() {
    for (key, words) in WORDS {
        for word in words {
            let (plan, warnings) = link::decode(&[key, "=", word].concat());
            assert_eq!(warnings, [], "{key}={word}");
            let (again, _) = link::decode(&link::encode(&plan));
            assert_eq!(link::encode(&again), link::encode(&plan), "{key}={word}");
        }
    }
}

/// A new key fails here until it has a value above and a line in the golden file.
#[test]
fn every_key_has_golden_links() {
    for key in Key::all() {
        let name = key.name();
        assert!(
            KEYS.iter().any(|(other, _)| *other == name),
            "KEYS has no value of the key {name}"
        );
        let pair = ["&", name, "="].concat();
        let mut canonical = GOLDEN.lines().filter_map(|line| line.split_once('\t'));
        assert!(
            canonical.any(|(_, canonical)| canonical.contains(&pair)),
            "no canonical link in tests/golden/links-v1.txt has the key {name}"
        );
    }
    for (name, _) in KEYS {
        assert!(Key::named(name).is_some(), "no link has the key {name}");
    }
}

/// A new word fails here until it is promised above.
#[test]
fn every_word_is_promised() {
    for key in Key::all() {
        let (Values::Word(words) | Values::Set(words)) = key.values() else {
            continue;
        };
        let name = key.name();
        let promised = WORDS.iter().find(|(other, _)| *other == name);
        let (_, promised) = promised.unwrap_or_else(|| panic!("WORDS lacks the key {name}"));
        for word in *words {
            assert!(promised.contains(word), "WORDS lacks {name}={word}");
        }
    }
}

#[test]
fn every_key_refuses_nonsense_and_says_so() {
    for (key, _) in KEYS {
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
        let said_of: Vec<String> = warnings.iter().map(EN.link_warning).collect();
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
    // Of plan B and of the plan that was measured, too.
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
        let text = (EN.link_warning)(warning);
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
