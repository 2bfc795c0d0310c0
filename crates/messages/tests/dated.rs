//! Translations whose English text changed, in a small folder of messages.

use std::fs;
use std::path::PathBuf;

use messages::{Backlog, backlog, source, tags, translation};

const ENGLISH: &str = "# $count (count)
heads = { $count ->
        [one] a head
       *[other] { $count } heads
    }
    .help = Attention heads.
layers = Layers
width = Width
";

/// The backlog of Polish messages, with files in a folder of this name.
fn compared(folder: &str, english: &str, polish: &str) -> Backlog {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    for (tag, text) in [("en", english), ("pl", polish)] {
        let language = folder.join(tag);
        fs::create_dir_all(&language).expect("a folder");
        fs::write(language.join("model.ftl"), text).expect("a file");
    }
    assert_eq!(tags(&folder).expect("a folder of languages"), ["pl"]);
    let source = source(&folder).expect("English messages");
    let polish = translation(&folder, "pl", &source).expect("Polish messages");
    backlog(&source, &polish)
}

/// Names and hashes of the open messages: missing, stale, not dated.
fn names(backlog: &Backlog) -> [Vec<(&str, &str)>; 3] {
    [&backlog.missing, &backlog.stale, &backlog.not_dated].map(|open| {
        let each = open.iter();
        each.map(|open| (open.name.as_str(), open.hash.as_str()))
            .collect()
    })
}

const POLISH: &str = "heads = { $count ->
        [one] głowica
        [few] { $count } głowice
        [many] { $count } głowic
       *[other] { $count } głowicy
    }
    .help = Głowice uwagi.
layers = Warstwy
";

#[test]
fn translations_without_a_date_are_listed_with_the_hashes_of_their_texts() {
    let backlog = compared("no_dates", ENGLISH, POLISH);
    let not_dated = vec![("heads", "bbdf6d7c"), ("layers", "7086d540")];
    assert_eq!(
        names(&backlog),
        [vec![("width", "70b97bde")], Vec::new(), not_dated]
    );
}

#[test]
fn a_translation_is_stale_when_its_english_text_changed() {
    let dated = POLISH
        .replace("heads = {", "# @ bbdf6d7c\nheads = {")
        .replace("layers =", "# @ 7086d540\nlayers =");
    let names_after = |folder: &str, from: &str, to: &str| {
        let backlog = compared(folder, &ENGLISH.replace(from, to), &dated);
        let stale = backlog.stale.into_iter().map(|open| open.name);
        (stale.collect::<Vec<_>>(), backlog.not_dated.len())
    };
    let none: [&str; 0] = [];
    let changed = |names: &[&str]| (names.iter().map(|&name| name.to_owned()).collect(), 0);
    assert_eq!(names_after("same", "Width", "Wide"), changed(&none));
    assert_eq!(
        names_after("text", "Layers", "All layers"),
        changed(&["layers"])
    );
    assert_eq!(
        names_after("attribute", "Attention heads", "Heads"),
        changed(&["heads"])
    );
    assert_eq!(
        names_after("variant", "[one] a head", "[one] one head"),
        changed(&["heads"])
    );
}

#[test]
fn a_message_with_an_attribute_less_is_missing() {
    let backlog = compared(
        "attribute_less",
        ENGLISH,
        &POLISH.replace("    .help = Głowice uwagi.\n", ""),
    );
    let [missing, ..] = names(&backlog);
    assert_eq!(missing[0].0, "heads");
}
