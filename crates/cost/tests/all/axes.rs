//! Every axis of a plan, set to every kind of value that its control offers. The result is an
//! estimate, or reasons of which one can be fixed. A link carries all of it.

use cost::coverage::NotModelled;
use cost::estimate;
use cost::legal::{Legal, Reason};
use cost::plan::{Dtype, Plan, WeightStorage};
use formats::link::{self, Key, Values};
use search::repair::{nearest_legal, repairs};

/// Plans to start from: dense, routed, with latents, with windows, with a linear mixer.
const STARTS: [&str; 7] = [
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4",
    "#v=1&p=mixtral-8x7b/h100x64&ep=8&pp=4&gbs=256",
    "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&gbs=15360&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1",
    "#v=1&p=gpt-oss-120b/h200x256&pp=4&ep=32&zero=2",
    "#v=1&p=llama4-maverick-400b/b200x512&pp=8&ep=16&tp=4",
    "#v=1&p=qwen3-next-80b-a3b/h100x64&tp=2&pp=4&ep=8&gbs=256",
    "#v=1&p=gpt3-175b/a100-80x1024&tp=8&pp=8&vp=3&gbs=1536&ckpt=full",
];

/// Numbers of each key, ordinary ones and some that clash with the rest of a plan.
const NUMBERS: [(&str, &[&str]); 30] = [
    ("layers", &["1", "48", "61"]),
    ("window", &["0", "128", "8192"]),
    ("experts", &["0", "8", "64", "160", "512"]),
    ("topk", &["1", "6", "16"]),
    ("moeffn", &["768", "2048", "14336"]),
    ("shared", &["0", "1", "4"]),
    ("sharedffn", &["256", "2048"]),
    ("dense", &["0", "1", "16"]),
    ("every", &["0", "1", "2", "8"]),
    ("mla", &["none", "1536,512,128,64,128", "0,512,128,64,128"]),
    ("fullevery", &["0", "1", "4", "7", "1000"]),
    (
        "mixer",
        &[
            "none",
            "1,8,128,128,64,4",
            "1,1,32,64,64,4",
            "2,16,32,128,128,4",
        ],
    ),
    ("mtp", &["0", "1", "4"]),
    ("pciebw", &["16", "256"]),
    ("host", &["64", "2048"]),
    ("pod", &["0", "1", "16", "32"]),
    ("over", &["1", "2", "7.5"]),
    ("tp", &["1", "2", "8", "64"]),
    ("pp", &["1", "2", "8", "16", "61"]),
    ("cp", &["1", "2", "8"]),
    ("ep", &["1", "2", "8", "64"]),
    ("etp", &["1", "2", "8"]),
    ("vp", &["1", "2", "5"]),
    ("split", &["none", "20,20,20,20", "1,2"]),
    ("hsdp", &["0", "2", "8", "7"]),
    ("ckptn", &["none", "1", "100"]),
    ("offn", &["none", "1", "100"]),
    ("tiles", &["1", "2", "8", "100"]),
    ("fagen", &["1", "2", "3"]),
    ("imbal", &["1", "1.25", "4"]),
];

/// The values of a key that are tried: all of a vocabulary, and of its sets each word, none and all; of
/// numbers those above.
fn values(key: Key) -> Vec<String> {
    let words = key.values().words().iter().map(|word| (*word).to_owned());
    match key.values() {
        Values::Switch | Values::Word(_) => words.collect(),
        Values::Set(all) => words.chain(["none".to_owned(), all.join(",")]).collect(),
        Values::Whole(_) | Values::Number(_) | Values::List { .. } => {
            let numbers = NUMBERS.iter().find(|(name, _)| *name == key.name());
            let numbers = numbers.map_or(&[][..], |(_, values)| values);
            numbers.iter().map(|&value| value.to_owned()).collect()
        }
    }
}

fn plan(link: &str) -> Plan {
    let (plan, warnings) = link::decode(link);
    assert_eq!(warnings, [], "{link}");
    plan
}

/// Each start with each value of each key.
fn changed() -> impl Iterator<Item = (String, Plan)> {
    STARTS.into_iter().flat_map(|start| {
        Key::all().flat_map(move |key| {
            values(key).into_iter().map(move |value| {
                let mut plan = plan(start);
                assert!(key.set(&mut plan, &value), "{}={value}", key.name());
                (format!("{start} with {}={value}", key.name()), plan)
            })
        })
    })
}

#[test]
fn numbers_are_of_keys_of_numbers() {
    for (name, values) in NUMBERS {
        let key = Key::named(name).unwrap_or_else(|| panic!("no link has the key {name}"));
        assert_eq!(self::values(key), values, "{name}");
    }
}

#[test]
fn no_value_of_any_axis_leads_into_a_dead_end() {
    for (what, plan) in changed() {
        let Err(reasons) = Legal::check(&plan) else {
            let estimate = estimate(&plan).expect("a legal plan");
            assert!(estimate.time.total().0 > 0.0, "{what}");
            assert!(estimate.utilisation.mfu > 0.0, "{what}");
            continue;
        };
        for reason in &reasons {
            let said = text::reasons::reason(reason, &plan);
            assert!(said.len() > 20, "{what}: {reason:?} is not explained");
        }
        // Experts without a width are no plan yet, and no repair can guess it.
        if matches!(reasons[..], [Reason::OutOfRange { .. }]) {
            continue;
        }
        let offers = reasons
            .iter()
            .any(|reason| !repairs(&plan, reason).is_empty());
        assert!(offers, "{what}: nothing mends {reasons:?}");
        assert!(nearest_legal(&plan).is_some(), "{what}: no legal plan near");
    }
}

#[test]
fn a_link_carries_every_axis() {
    for (what, plan) in changed() {
        let link = link::encode(&plan);
        let (read, warnings) = link::decode(&link);
        assert_eq!(warnings, [], "{what}: {link}");
        assert_eq!(link::encode(&read), link, "{what}");
        assert_eq!(
            format!("{:?}", estimate(&read)),
            format!("{:?}", estimate(&plan)),
            "{what}: {link} means another plan"
        );
    }
}

#[test]
fn nothing_that_an_axis_offers_is_left_out_of_the_numbers() {
    for (what, plan) in changed() {
        if let Ok(estimate) = estimate(&plan) {
            // Full training on weights stored in 4 bits is computed; the caveat is about adapters, which
            // no axis offers.
            let has_4_bits = plan.levers.weight_storage == WeightStorage::Int4;
            let caveats: &[NotModelled] = if has_4_bits {
                &[NotModelled::Adapters]
            } else {
                &[]
            };
            assert_eq!(estimate.not_modelled, caveats, "{what}");
        }
    }
}

#[test]
fn types_that_a_card_cannot_multiply_and_heads_that_cannot_be_dealt_out_are_refused() {
    let reasons =
        |link: &str| Legal::check(&plan(link)).map_or_else(|reasons| reasons, |_| Vec::new());
    let refused = [
        ("#v=1&p=llama3-8b/a100-80x8&dtype=fp8", Dtype::Fp8),
        (
            "#v=1&p=llama3-8b/tpu-v5px8&recipe=maxtext&zero=3&dtype=fp8b",
            Dtype::Fp8Block,
        ),
        ("#v=1&p=llama3-8b/h100x8&dtype=mxfp8", Dtype::MxFp8),
        ("#v=1&p=llama3-8b/l40sx8&dtype=nvfp4", Dtype::NvFp4),
    ];
    for (link, dtype) in refused {
        assert_eq!(reasons(link), [Reason::Dtype { dtype }], "{link}");
    }
    for link in [
        "h100x8&dtype=fp8",
        "l40sx8&dtype=fp8b",
        "b200x8&dtype=nvfp4",
        "gb300x8&dtype=mxfp8",
    ] {
        assert_eq!(reasons(&format!("#v=1&p=llama3-8b/{link}")), [], "{link}");
    }
    // 32 heads on 4 ranks are 8 for each.
    let dealt = |context: u64| {
        reasons(&format!(
            "#v=1&p=llama3-8b/h100x64&tp=4&cp={context}&cpkind=a2a&zero=3"
        ))
    };
    assert_eq!(dealt(8), []);
    assert_eq!(
        dealt(16),
        [Reason::ContextHeads {
            context: 16,
            heads: 8
        }]
    );
}
