//! What is printed of texts of strangers: nothing on which a terminal acts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use formats::excerpt::is_acted_on;

use crate::run::shardwise;

/// Controls of a terminal, and characters that turn the direction of text.
const HOSTILE: &str = "a\u{1b}[31m\u{7f}\u{9b}1m\u{7}\r\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{200e}\u{200f}\u{61c}b";

/// A file with this in it, whose name has hostile characters.
fn file(name: &str, content: &str) -> PathBuf {
    let name = [HOSTILE, name].concat();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the file can be written");
    path
}

/// The printed texts, in which nothing is acted on.
#[track_caller]
fn texts(output: &Output) -> [String; 2] {
    [&output.stdout, &output.stderr].map(|bytes| {
        let text = String::from_utf8(bytes.clone()).expect("output is UTF-8");
        let text = text.replace("\r\n", "\n");
        let is_bad = |letter: &char| is_acted_on(*letter) && !matches!(letter, '\n' | '\t');
        let bad: Vec<char> = text.chars().filter(is_bad).collect();
        assert!(bad.is_empty(), "{bad:?} in {text:?}");
        text
    })
}

#[test]
fn names_and_options_are_printed_plainly() {
    let inside = HOSTILE.replace('\r', "");
    let options = format!("--num-layers 2 --hidden-size 64 --vo{inside}cab-size 3 --{inside} 4\n");
    let path = file("options.sh", &options);
    let path = path.to_str().expect("UTF-8");
    for more in [&[][..], &["--report"], &["--json"]] {
        let output = shardwise(&[&["import", path], more].concat());
        let [out, err] = texts(&output);
        assert!(output.status.success(), "{err}");
        assert!([out, err].concat().contains("cab-size"), "{more:?}");
    }
    let lesson = file("lesson.json", &format!("{{\"title\": \"{HOSTILE}\"}}"));
    let absent = [HOSTILE, "absent"].concat();
    let link = format!("#v=1&p=llama3-8b/h100x8&{HOSTILE}={HOSTILE}&tp={HOSTILE}");
    let out = [HOSTILE, "/", HOSTILE].concat();
    for arguments in [
        &["import", &absent][..],
        &["import", "x", &absent],
        &["import", path, "--with", &link],
        &["import", path, "--from", HOSTILE],
        &["lesson", "check", lesson.to_str().expect("UTF-8")],
        &["lesson", "check", lesson.to_str().expect("UTF-8"), "--json"],
        &["lesson", "check", &absent],
        &["validate", &absent],
        &["fleet", &absent],
        &["estimate", &link],
        &["estimate", &link, "--json"],
        &["estimate", &link, "--goal", HOSTILE],
        &["search", &link, "--days", HOSTILE],
        &["trace", &link, HOSTILE],
        &["export", &link, "--to", "megatron", "--out", &out],
        &[HOSTILE],
    ] {
        let [out, err] = texts(&shardwise(arguments));
        assert!(!out.is_empty() || !err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn cells_are_printed_plainly_and_kept_in_files() {
    let head = format!("link,{HOSTILE}\n").replace('\r', "");
    let row = format!("#v=1&p=llama3-8b/h100x8,{HOSTILE}\n").replace('\r', "");
    let path = file("cells.csv", &[head, row].concat());
    let path = path.to_str().expect("UTF-8");
    let output = shardwise(&["fleet", path]);
    let [out, _] = texts(&output);
    assert_eq!(out.matches("[31m").count(), 2, "{out}");
    // What is written to a file is carried through.
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept-cells.csv");
    let _ = texts(&shardwise(&[
        "fleet",
        path,
        "--out",
        kept.to_str().expect("UTF-8"),
    ]));
    let kept = fs::read_to_string(&kept).expect("the answers");
    assert_eq!(kept.matches('\u{202e}').count(), 2, "{kept:?}");
}
