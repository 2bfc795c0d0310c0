use super::{PRESETS, Presentation, Theme, Unit, View, controls};
use crate::link::{LONGEST, LinkWarning};
use cost::convention::{MemoryKind, MfuKind, PeakKind};
use cost::trace::TraceScene;

const EMBED: &str = include_str!("../../../../../static/embed.js");
const HOSTILE: &str = include_str!("../../../../../tests/browser/hostile.test.mjs");

/// A presentation that asks for everything.
fn all() -> Presentation {
    Presentation {
        embed: true,
        view: vec![View::Memory, View::KernelTimes],
        show: vec!["pp", "zero"],
        hide: vec!["p", "tp"],
        lock: vec!["gpus", "mstep"],
        lang: "pt-BR".into(),
        theme: Some(Theme::Projector),
        units: Some(Unit::Gb),
        mfu: Some(MfuKind::Hardware),
        peak: Some(PeakKind::SixteenBit),
        mem: Some(MemoryKind::Allocated),
        lesson: "https://example.org/a lesson?x=1&y=ü#z".into(),
        goal: "mfu >= 0.4 & \"fits\" + 100%".into(),
        table: true,
        tab: Some(View::Sweep),
        scene: Some(TraceScene::Zero),
        at: 3,
        why: Some((
            "memory.total@2".parse().expect("a figure"),
            "weights".into(),
        )),
        predict: "tp:4,gpus:128".into(),
        ask: "memory.total@0,idle".into(),
    }
}

/// Every key of a query, as it is written; the test below reads each of them again.
fn keys() -> Vec<&'static str> {
    all().pairs().into_iter().map(|(key, _)| key).collect()
}

/// The words of the list `const QUERY = ["…", "…"];` in a script.
fn listed<'a>(script: &'a str, name: &str) -> Vec<&'a str> {
    let list = script.split_once("const QUERY = [");
    let list = list.and_then(|(_, after)| after.split_once("];"));
    let (list, _) = list.unwrap_or_else(|| panic!("{name} has no list named QUERY"));
    let words = list.split(',').map(|word| word.trim().trim_matches('"'));
    // A list of several lines ends with a comma.
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_element_has_an_attribute_for_each_key() {
    // It says `embed=1` itself.
    let keys: Vec<&str> = keys().into_iter().filter(|key| *key != "embed").collect();
    assert_eq!(listed(EMBED, "static/embed.js"), keys);
}

#[test]
fn hostile_values_are_tried_for_each_key() {
    assert_eq!(listed(HOSTILE, "tests/browser/hostile.test.mjs"), keys());
}

#[test]
fn each_control_is_a_key_of_a_link() {
    let plan = crate::catalog::default_plan();
    for key in controls().filter(|key| *key != "p" && !PRESETS.contains(key)) {
        assert!(!crate::link::value(&plan, key).is_empty(), "{key}");
    }
    assert!(controls().count() > 70);
}

#[test]
fn what_is_written_is_read() {
    let asked = all();
    let query = asked.encode();
    assert!(
        query.is_ascii() && !query.contains([' ', '"', '#', '<']),
        "{query}"
    );
    assert_eq!(Presentation::decode(&query), (asked.clone(), Vec::new()));
    let address = ["https://example.org/?", &query, "#v=1&view=map"].concat();
    assert_eq!(Presentation::decode(&address), (asked, Vec::new()));
    assert_eq!(Presentation::default().encode(), "");
}

#[test]
fn what_is_not_understood_is_told_and_left_out() {
    let (asked, warnings) = Presentation::decode(
        "view=memory,nowhere,memory&hide=tp,colour&theme=pink&utm_source=x&table=2&theme=dark&lang=<b>&hide",
    );
    assert_eq!((asked.view, asked.hide), (vec![View::Memory], vec!["tp"]));
    assert_eq!((asked.theme, asked.table), (None, false));
    let expected = [
        "view=nowhere",
        "hide=colour",
        "theme=pink",
        "table=2",
        "lang=<b>",
    ];
    let expected = expected.map(|key| LinkWarning::UnknownKey { key: key.into() });
    assert_eq!(warnings, expected);
}

#[test]
fn an_old_key_stands_for_those_that_replaced_it() {
    let (asked, warnings) = Presentation::decode("lock=graph,moesw&hide=moesw,tp");
    assert_eq!(asked.lock, ["graph", "disp"]);
    assert_eq!(asked.hide, ["disp", "graph", "tp"]);
    assert_eq!(warnings, []);
}

#[test]
fn no_more_is_read_than_a_link_may_have() {
    let long = ["goal=", &"é".repeat(LONGEST)].concat();
    let (asked, warnings) = Presentation::decode(&long);
    assert_eq!(warnings, [LinkWarning::TooLong]);
    assert!(asked.goal.len() <= LONGEST);
    for text in ["", "?", "?&&==&=&%&%f&view=%ff,%", "a=b=c", "##??"] {
        let (asked, _) = Presentation::decode(text);
        assert_eq!(asked.encode(), "", "{text}");
    }
}
