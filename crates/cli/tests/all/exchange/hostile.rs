//! Hostile words in a plan stay inside their quotes and comments.

use cost::plan::{Plan, Word};
use formats::export::{Export, Target};

use super::options::options;
use super::{LINKS, exported, plan};

/// Texts that end quotes, lines, comments, strings and commands in one syntax or another.
const HOSTILE: [&str; 7] = [
    "'; touch /tmp/owned; '",
    "\"; $(touch owned) `touch owned`\n--num-layers 1",
    "x\"\nowned = true\n[owned]",
    "x: y\r\nowned: true\u{2028}owned: true\u{85}owned: true",
    "\\\" } ] , \u{0} \u{7f} \u{1b}[31m",
    "} % \\input{owned} ~ ^ # $ & _ |",
    "</script><b>|owned|",
];

/// A plan with a name that no user would choose.
fn named(link: &str, name: &'static str) -> Plan {
    let mut plan = plan(link);
    plan.model.preset = name;
    plan.cluster.gpu.preset = name;
    plan
}

/// The file with the line ends of all others: tables for spreadsheets have a carriage return
/// before each.
fn without_returns(export: Export, target: Target) -> Export {
    if target != Target::Csv {
        return export;
    }
    let text = export.text.replace("\r\n", "\n");
    assert_eq!(
        export.text.matches('\n').count(),
        export.text.len() - text.len()
    );
    Export { text, ..export }
}

#[test]
fn hostile_names_break_nothing() {
    for &target in Target::ALL {
        for link in [LINKS[0], LINKS[1], LINKS[12]] {
            let usual = exported(&named(link, "nothing special"), target);
            for name in HOSTILE {
                let export = exported(&named(link, name), target);
                assert_eq!(
                    options(&export, target),
                    options(&usual, target),
                    "{target:?} with {name:?}"
                );
                let export = without_returns(export, target);
                // As many lines, each of the same kind: no name has added one.
                let kinds = |text: &str| -> Vec<bool> {
                    text.lines().map(|line| line.starts_with('#')).collect()
                };
                assert_eq!(kinds(&export.text), kinds(&usual.text), "{name:?}");
                let mut letters = export.text.chars();
                let is_odd = |letter: char| letter.is_control() && letter != '\n';
                assert!(!letters.any(is_odd), "{target:?} with {name:?}");
                assert!(!export.text.contains("\n--num"), "{target:?} with {name:?}");
            }
        }
    }
}

/// A real shell reads the arguments as the plan has them.
#[cfg(unix)]
#[test]
fn a_shell_reads_the_arguments_as_they_are() {
    use std::process::Command;
    for link in LINKS {
        for name in HOSTILE {
            let text = exported(&named(link, name), Target::Megatron).text;
            let script = [&text, "\nprintf '%s\\n' \"${MEGATRON_ARGS[@]}\"\n"].concat();
            let output = Command::new("bash").args(["-c", &script]).output();
            let output = output.expect("bash, which every Unix of the tests has");
            assert!(output.stderr.is_empty(), "{script}");
            let words = String::from_utf8(output.stdout).expect("UTF-8");
            let first: Vec<&str> = words.lines().take(2).collect();
            let layers = plan(link).model.layers.to_string();
            assert_eq!(first, ["--num-layers", layers.as_str()]);
        }
    }
}
