//! Tests of what is refused, and of what the program gets.

use std::path::PathBuf;

use crate::files::File;
use crate::message::Catalogue;
use crate::{Fault, check, encode, generate, language_file, parse, pseudo::Pseudo};

fn file(text: &str) -> Vec<File> {
    vec![File {
        path: PathBuf::from("en/reasons.ftl"),
        subject: "reasons".to_owned(),
        text: text.to_owned(),
    }]
}

fn source(text: &str) -> Result<Catalogue, Vec<Fault>> {
    check::source(parse::source(&file(text))?)
}

fn faults(text: &str) -> Vec<String> {
    let faults = source(text).expect_err("faults");
    faults.iter().map(ToString::to_string).collect()
}

fn polish(source: &Catalogue, text: &str) -> Result<Catalogue, Vec<String>> {
    let shown = |faults: Vec<Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>();
    parse::translation(&file(text), "pl", source)
        .and_then(check::translation)
        .map_err(shown)
}

const HEADS: &str = "# $tensor (count), $heads (count)
heads = TP { $tensor } does not divide { $heads ->
        [one] a head
       *[other] { $heads } heads
    }.
";

#[test]
fn a_message_is_a_typed_function() {
    let source = source(HEADS).unwrap();
    let code = generate::rust(&source, "reasons");
    assert!(
        code.contains("pub fn heads(tensor: u64, heads: u64) -> String"),
        "{code}"
    );
    assert_eq!(
        encode::encode(&source.messages[0].pattern),
        "TP \u{1}  does not divide \u{2}!\u{3}oa head\u{3}*\u{1}! heads\u{4}."
    );
}

#[test]
fn an_attribute_is_a_function_and_a_case_an_enumeration() {
    let text = "# $verdict (fits | out-of-memory)
head = { $verdict ->
        [fits] Fits
       *[out-of-memory] Out of memory
    }
    .help = The verdict.
";
    let code = generate::rust(&source(text).unwrap(), "reasons");
    assert!(code.contains("pub enum Verdict"), "{code}");
    assert!(code.contains("OutOfMemory,"), "{code}");
    assert!(
        code.contains("pub fn head(verdict: Verdict) -> String"),
        "{code}"
    );
    assert!(
        code.contains("pub fn head_help() -> &'static str"),
        "{code}"
    );
}

const VERDICT: &str = "# $verdict (cost::memory::Verdict)
head = { $verdict ->
        [fits] Fits
       *[out-of-memory] Out of memory
    }
";

#[test]
fn a_case_can_be_an_enumeration_of_another_crate() {
    let source = source(VERDICT).unwrap();
    let code = generate::rust(&source, "reasons");
    assert!(!code.contains("enum"), "{code}");
    let function = "pub fn head(verdict: ::cost::memory::Verdict) -> String";
    assert!(code.contains(function), "{code}");
    // A match names each variant: one that is missing does not compile.
    let cases = "        ::cost::memory::Verdict::Fits => 0,
        ::cost::memory::Verdict::OutOfMemory => 1,
    }
";
    assert!(code.contains(cases), "{code}");
    let lacking = "head = { $verdict ->\n  *[fits] Mieści się\n}\n";
    assert_eq!(
        polish(&source, lacking).unwrap_err(),
        ["en/reasons.ftl:1: the form [out-of-memory] of $verdict is missing"]
    );
}

#[test]
fn messages_of_a_file_have_the_same_cases() {
    let other = "# $verdict (cost::memory::Verdict)
help = { $verdict ->
       *[fits] Fits
    }
";
    assert_eq!(
        faults(&[VERDICT, other].concat()),
        ["en/reasons.ftl:7: $verdict has other words in another message of this file"]
    );
}

#[test]
fn faults_of_the_source_have_a_line() {
    assert_eq!(
        faults("# $tensor (count)\nheads = TP { $tensr }.\n"),
        [
            "en/reasons.ftl:2: there is no argument $tensr",
            "en/reasons.ftl:2: “heads” does not use its argument $tensor"
        ]
    );
    assert_eq!(
        faults("# $tensor (number)\nheads = TP { $tensor }.\n")[0],
        "en/reasons.ftl:2: “$tensor (number)” names no argument and its kind"
    );
    assert_eq!(
        faults("heads = TP\nheads = PP\n"),
        ["en/reasons.ftl:2: “heads” stands in line 1, too"]
    );
    assert_eq!(
        faults("heads = { -card }\n"),
        ["en/reasons.ftl:1: there is no term “-card”"]
    );
    assert_eq!(
        faults("-card = GPU\n"),
        ["en/reasons.ftl:1: no message uses the term “-card”"]
    );
    assert_eq!(
        faults("# $n (count)\nheads = { $n ->\n   *[other] { $n } heads\n}\n"),
        ["en/reasons.ftl:2: the form [one] of $n is missing"]
    );
    assert_eq!(
        faults("# $n (yes | no)\nheads = { $n ->\n   [maybe] x\n   [yes] x\n  *[no] { $n }\n}\n"),
        [
            "en/reasons.ftl:2: $n is never [maybe]",
            "en/reasons.ftl:2: $n only chooses among variants"
        ]
    );
    assert!(faults("heads = {\n")[0].starts_with("en/reasons.ftl:"));
}

#[test]
fn a_translation_has_the_names_and_arguments_of_the_source_and_forms_of_its_language() {
    let source = source(HEADS).unwrap();
    assert_eq!(
        polish(&source, "head = TP\n").unwrap_err(),
        ["en/reasons.ftl:1: the source has no message “head” in reasons.ftl"]
    );
    assert_eq!(
        polish(&source, "heads = TP { $tensor }\n").unwrap_err(),
        ["en/reasons.ftl:1: “heads” lacks its argument $heads"]
    );
    assert_eq!(
        polish(
            &source,
            "heads = TP { $tensor } { $heads ->\n  [one] 1\n *[other] { $heads }\n}\n"
        )
        .unwrap_err(),
        [
            "en/reasons.ftl:1: the form [few] of $heads is missing",
            "en/reasons.ftl:1: the form [many] of $heads is missing"
        ]
    );
}

/// A language may have a form for numbers with decimals alone, as Czech.
#[test]
fn forms_of_decimals_are_needed_where_decimals_can_stand() {
    let czech = |kind: &str| {
        let text = ["# $n (", kind, ")\ndays = { $n } days\n"].concat();
        let forms = "days = { $n ->\n [one] den\n [few] dny\n *[other] { $n } dní\n}\n";
        let read = parse::translation(&file(forms), "cs", &source(&text).unwrap());
        read.map_err(|faults| faults[0].to_string())
    };
    assert!(czech("count").is_ok());
    assert_eq!(
        czech("digits").unwrap_err(),
        "en/reasons.ftl:1: the form [many] of $n is missing"
    );
}

#[test]
fn a_language_has_a_line_for_each_message_of_the_source() {
    let source = source(&[HEADS, "other = Other\n"].concat()).unwrap();
    let read = polish(&source, "other = Inne\n").unwrap();
    let file = language_file("pl", &source, &read);
    let lines: Vec<&str> = file.split('\n').collect();
    let [tag, direction, rule, fingerprint, first, second, end] = lines[..] else {
        panic!("{file}");
    };
    assert_eq!([tag, direction, first, second], ["pl", "ltr", "", "Inne"]);
    assert_eq!([fingerprint, end], [&source.fingerprint(); 2]);
    assert_eq!((rule.len(), &rule[..6]), (202, "mofffm"));
}

#[test]
fn a_pseudo_language_keeps_placeholders() {
    let source = source(HEADS).unwrap();
    let [accented, arabic] = Pseudo::ALL.map(|pseudo| {
        let messages = crate::pseudo(&source, pseudo);
        encode::encode(&messages.messages[0].pattern)
    });
    assert!(accented.starts_with("ŤƤ"), "{accented}");
    assert!(accented.contains('\u{1}') && !accented.contains("heads"));
    assert!(
        arabic.starts_with("رن") || !arabic.contains("TP"),
        "{arabic}"
    );
}

/// Units can be read and are as long as they were, and numbers have the marks of their language.
#[test]
fn marks_and_units_of_pseudo_languages_can_be_read() {
    let text = "decimal-mark = .\n# $value (written)\ngib = { $value } GiB\n";
    let file = vec![File {
        path: PathBuf::from("en/locale.ftl"),
        subject: "locale".to_owned(),
        text: text.to_owned(),
    }];
    let source = check::source(parse::source(&file).unwrap()).unwrap();
    let [accented, arabic] = Pseudo::ALL.map(|pseudo| {
        let messages = crate::pseudo(&source, pseudo).messages;
        [0, 1].map(|place: usize| encode::encode(&messages[place].pattern))
    });
    assert_eq!(accented, [".", "\u{1}  ĜíƁ"]);
    assert_eq!(arabic, ["٫", "\u{1}  ĜíƁ"]);
}

#[test]
fn numbers_inside_pseudo_texts_have_their_marks() {
    let source = source("share = Less 0.5 % of 1,024, i.e. little.\n").unwrap();
    let messages = crate::pseudo(&source, Pseudo::RightToLeft).messages;
    let text = encode::encode(&messages[0].pattern);
    assert!(
        text.contains(" 0٫5 % ") && text.contains(" 1٬024,"),
        "{text}"
    );
}
