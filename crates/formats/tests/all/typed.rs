//! Plans as people type them: words, links, their faults and what they lack.

use formats::link::typed::{PlanFault, PlanPart, typed};
use formats::link::{self, LinkWarning};

/// The link of a plan without faults.
fn link_of(words: &[&str]) -> String {
    let read = typed(words);
    assert_eq!(read.faults, [], "{words:?}");
    assert_eq!(read.lacks, [], "{words:?}");
    assert_eq!(read.warnings, [], "{words:?}");
    link::encode(&read.plan)
}

#[test]
fn words_and_links_are_one_plan() {
    let expected = "#v=1&p=llama3-70b/h100x64&tp=8&pp=4";
    for words in [
        &["llama3-70b/h100x64", "tp=8", "pp=4"][..],
        &["tp=8", "llama3-70b/h100x64", "pp=4"],
        &["llama3-70b/h100x64 tp=8 pp=4"],
        &["Llama3-70B/H100x64", "tp=8", "pp=4"],
        &["LLAMA3-70B/H100X64", "tp=8", "pp=4"],
        &["meta-llama/Llama-3.1-70B/h100x64", "tp=8", "pp=4"],
        &[
            "meta-llama/Llama-3.3-70B-Instruct",
            "h100x64",
            "tp=8",
            "pp=4",
        ],
        &["llama3-70b", "h100x64", "tp=8", "pp=4"],
        &["llama3-70b/h100", "gpus=64", "tp=8", "pp=4"],
        &["model=llama3-70b", "gpu=h100", "gpus=64", "tp=8", "pp=4"],
        &[expected],
        &["v=1&p=llama3-70b/h100x64&tp=8&pp=4"],
        &["p=llama3-70b/h100x64&tp=8&pp=4"],
        &["p=meta-llama/Llama-3.1-70B/H100x64&tp=8&pp=4"],
        &["https://example.org/plan/?tab=map#v=1&p=llama3-70b/h100x64&tp=8&pp=4"],
        &["#v=1&p=llama3-70b%2Fh100x64&tp=8", "pp=4"],
    ] {
        assert_eq!(link_of(words), expected, "{words:?}");
    }
    // GPUs whose names have the sign of the number.
    assert_eq!(
        link_of(&["llama3-8b/MI300Xx8"]),
        "#v=1&p=llama3-8b/mi300xx8"
    );
    assert_eq!(
        link_of(&["llama3-8b/tpu-v7xx64"]),
        "#v=1&p=llama3-8b/tpu-v7xx64"
    );
    assert_eq!(link_of(&["custom/customx8"]), "#v=1&p=custom/customx8");
    // The plans beside it.
    let both = "#v=1&p=llama3-8b/h100x8&b.tp=2";
    assert_eq!(link_of(&[both]), both);
}

#[test]
fn what_is_missing_is_said() {
    for (words, lacks) in [
        (&[""][..], vec![PlanPart::All]),
        (&[], vec![PlanPart::All]),
        (&["tp=8"], vec![PlanPart::All]),
        (&["#v=1&tp=8"], vec![PlanPart::All]),
        (
            &["llama3-70b"],
            vec![PlanPart::Cluster(Some("llama3-70b".into()))],
        ),
        (
            &["meta-llama/Llama-3.1-70B"],
            vec![PlanPart::Cluster(Some("meta-llama/Llama-3.1-70B".into()))],
        ),
        (&["llama3-70b/h100"], vec![PlanPart::Number("h100".into())]),
        (&["llama3-70b/h100x"], vec![PlanPart::Number("h100".into())]),
        (&["h100x64"], vec![PlanPart::Model]),
        (&["/h100x64"], vec![PlanPart::Model]),
        (
            &["h100"],
            vec![PlanPart::Model, PlanPart::Number("h100".into())],
        ),
    ] {
        let read = typed(words);
        assert_eq!(read.lacks, lacks, "{words:?}");
        assert_eq!(read.faults, [], "{words:?}");
    }
}

#[test]
fn all_faults_are_listed_with_the_nearest_names() {
    let words = [
        "llama3-71b/h100x64",
        "tpp=4",
        "tp=banana",
        "ckpt=ful",
        "b.tpp=2",
        "gbs=0",
        "sp=1",
        "sp=0",
    ];
    let faults = typed(&words).faults;
    let value = |key: &str, given: &str, near: &[&'static str]| PlanFault::Value {
        key: key.into(),
        given: given.into(),
        near: near.to_vec(),
    };
    let PlanFault::Model { given, near } = &faults[0] else {
        panic!("{faults:?}")
    };
    assert_eq!((&**given, near[0]), ("llama3-71b", "llama3-70b"));
    let keys = faults.iter().filter_map(|fault| match fault {
        PlanFault::Key { given, near } => Some((&**given, near[0])),
        _ => None,
    });
    assert_eq!(keys.collect::<Vec<_>>(), [("tpp", "tp"), ("b.tpp", "tp")]);
    for fault in [
        value("tp", "banana", &[]),
        value("ckpt", "ful", &["full"]),
        value("gbs", "0", &[]),
        PlanFault::Link(LinkWarning::Repeated { key: "sp".into() }),
    ] {
        assert!(faults.contains(&fault), "{fault:?}: {faults:?}");
    }
    assert_eq!(faults.len(), 7, "{faults:?}");
}

#[test]
fn parts_of_presets_are_judged_one_by_one() {
    let faults = |word: &str| typed(&[word]).faults;
    let gpu = |given: &str, near: &[&'static str]| PlanFault::Gpu {
        given: given.into(),
        near: near.to_vec(),
    };
    assert_eq!(
        faults("llama3-8b/a100x8"),
        [gpu("a100", &["a100-40", "a100-80", "v100"])]
    );
    assert_eq!(faults("llama3-8b/h100x0"), [PlanFault::Gpus("0".into())]);
    assert_eq!(
        faults("llama3-8b/h100xmany"),
        [PlanFault::Gpus("many".into())]
    );
    assert_eq!(
        faults("llama3-8b/h100x9999999"),
        [PlanFault::Gpus("9999999".into())]
    );
    let [PlanFault::Model { given, .. }] = &faults("foo/bar-9b")[..] else {
        panic!("{:?}", faults("foo/bar-9b"))
    };
    assert_eq!(given, "foo/bar-9b");
    let twice = typed(&["llama3-8b/h100x8", "gpus=16"]).faults;
    let key = "gpus".to_owned();
    assert_eq!(twice, [PlanFault::Link(LinkWarning::Repeated { key })]);
    let later = typed(&["#v=2&p=llama3-8b/h100x8"]).faults;
    let given = "2".to_owned();
    assert_eq!(later, [PlanFault::Link(LinkWarning::Version { given })]);
    // Plan B's model.
    let [PlanFault::Model { given, .. }] =
        &typed(&["#p=llama3-8b/h100x8&b.p=foo/h100x8"]).faults[..]
    else {
        panic!("plan B has a model that is not there")
    };
    assert_eq!(given, "foo");
    let long = ["llama3-8b/h100x8", &["tp=8&"; 600].concat()].join(" ");
    let too_long = PlanFault::Link(LinkWarning::TooLong);
    assert!(typed(&[long]).faults.contains(&too_long));
}
