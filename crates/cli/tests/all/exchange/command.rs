//! `shardwise export` and `shardwise import`: output, errors and exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use super::LINKS;

fn shardwise(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that has read enough closes it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[test]
fn what_is_exported_is_imported() {
    let exported = shardwise(&["export", LINKS[0], "--to", "megatron"], "");
    assert_eq!(exported.status.code(), Some(0));
    assert!(exported.stderr.is_empty(), "{}", text(&exported.stderr));
    let with = ["import", "-", "--with", "#v=1&p=custom/h100x64"];
    let imported = shardwise(&with, &text(&exported.stdout));
    assert_eq!(imported.status.code(), Some(0));
    assert_eq!(text(&imported.stdout), [LINKS[0], "\n"].concat());
    let account = text(&imported.stderr);
    assert!(account.starts_with("shardwise: Read: "), "{account}");
    assert!(
        account.contains("From --with: gpu=h100, gpus=64."),
        "{account}"
    );
    assert!(!account.contains("Missing"), "{account}");
}

/// JSON has no comments: what it lacks goes to stderr.
#[test]
fn notes_of_a_file_without_comments_go_to_stderr() {
    let output = shardwise(&["export", LINKS[0], "--to", "deepspeed"], "");
    let errors = text(&output.stderr);
    assert!(
        errors.contains("PP 4") && errors.contains("deepspeed --num_nodes 8"),
        "{errors}"
    );
    assert!(text(&output.stdout).starts_with('{'));
}

#[test]
fn what_cannot_be_done_is_said_with_status_2() {
    let cases: [(&[&str], &str, &str); 6] = [
        (
            &["export", "#v=1&p=llama3-8b/h100x8&tp=5", "--to", "slurm"],
            "",
            "5",
        ),
        (&["export", LINKS[0], "--to", "colossal"], "", "colossal"),
        (
            &[
                "export",
                LINKS[0],
                "--to",
                "slurm",
                "--out",
                "no/such/folder",
            ],
            "",
            "cannot write",
        ),
        (&["import", "no such file"], "", "cannot read no such file"),
        (&["import", "-"], "{\"model_type\": \"rwkv\"}", "“rwkv”"),
        (
            &["import", "-", "--from", "torchtitan"],
            "= 3",
            "cannot be parsed",
        ),
    ];
    for (arguments, input, said) in cases {
        let output = shardwise(arguments, input);
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(said), "{arguments:?}: {errors}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
