//! Runs of the command.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// The output of the command with these arguments.
pub(crate) fn shardwise(arguments: &[&str]) -> Output {
    fed(arguments, "")
}

/// The output of the command that reads this text.
pub(crate) fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shardwise"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that refuses its arguments, or has read enough, closes it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}
