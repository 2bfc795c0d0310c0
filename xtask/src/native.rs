//! Runs the native tests, one program after the other, and says which tests took longest.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{
    programs::{cargo, run, say},
    steps::in_words,
};

/// Number of the slowest tests that are named.
const SLOWEST: usize = 10;

/// A program of tests.
struct Program {
    /// Its name in Cargo.
    name: String,
    file: PathBuf,
    /// The folder of its package, in which it runs.
    folder: PathBuf,
}

/// A test with the seconds that it took.
type Took = (f64, String);

/// Builds all programs of tests.
pub fn build() -> Result<()> {
    let mut build = cargo(&["test", "--quiet", "--workspace", "--no-run"])?;
    build.env("CARGO_TERM_COLOR", "never");
    run(
        build,
        "the tests cannot be compiled; repeat it with `cargo test --workspace --no-run`",
    )
}

/// Runs every test of the workspace, and those in its documentation.
pub fn test() -> Result<()> {
    let mut took = Vec::new();
    for program in programs()? {
        took.extend(program.run()?);
    }
    run(
        cargo(&["test", "--quiet", "--workspace", "--doc"])?,
        "an example in the documentation failed; repeat it with `cargo test --workspace --doc`",
    )?;
    took.sort_by(|one, other| other.0.total_cmp(&one.0));
    say(&format!(
        "{} tests passed; the {SLOWEST} slowest:",
        took.len()
    ));
    for (seconds, name) in took.iter().take(SLOWEST) {
        println!("{seconds:>9.1} s  {name}");
    }
    Ok(())
}

/// The programs of tests, as Cargo lists them.
fn programs() -> Result<Vec<Program>> {
    let mut list = cargo(&["test", "--quiet", "--workspace", "--no-run"])?;
    list.arg("--message-format=json");
    let output = list.output().context("Cargo cannot be started")?;
    ensure!(
        output.status.success(),
        "the tests cannot be compiled; repeat it with `cargo test --workspace --no-run`"
    );
    let lines = String::from_utf8_lossy(&output.stdout);
    let programs: Vec<Program> = lines.lines().filter_map(Program::of_line).collect();
    ensure!(
        !programs.is_empty(),
        "Cargo lists no tests, so nothing would be tested"
    );
    Ok(programs)
}

impl Program {
    /// Reads a test program from a line of Cargo's messages, if the line reports one.
    fn of_line(line: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(line).ok()?;
        if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
            return None;
        }
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?;
        Some(Self {
            name: message["target"]["name"].as_str()?.to_owned(),
            file: message["executable"].as_str()?.into(),
            folder: folder.to_owned(),
        })
    }

    /// Runs its tests as Cargo would; what they print is shown where one fails.
    fn run(&self) -> Result<Vec<Took>> {
        let start = Instant::now();
        let mut tests = Command::new(&self.file);
        tests
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            // The harness tells of times only so, and the toolchain, with it, is a fixed one.
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["-Zunstable-options", "--report-time"]);
        let output = tests.output();
        let output = output.with_context(|| format!("the tests of {} cannot start", self.name))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            print!("{text}");
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            bail!(
                "a test of {} failed; repeat it with `cargo test --workspace`",
                self.name
            );
        }
        let took: Vec<Took> = text.lines().filter_map(|line| self.took(line)).collect();
        say(&format!(
            "{}: {} tests, {}",
            self.name,
            took.len(),
            in_words(start.elapsed())
        ));
        Ok(took)
    }

    /// Time of the test in a line of the harness: `test NAME ... ok <0.120s>`.
    fn took(&self, line: &str) -> Option<Took> {
        let (name, outcome) = line.strip_prefix("test ")?.split_once(" ... ")?;
        let seconds = outcome.strip_prefix("ok <")?.strip_suffix("s>")?;
        let name = [&self.name, ": ", name].concat();
        Some((seconds.parse().ok()?, name))
    }
}

#[cfg(test)]
mod tests {
    use super::Program;

    #[test]
    fn programs_and_times_are_read_off_what_cargo_and_the_harness_print() {
        let line = r#"{"reason":"compiler-artifact","manifest_path":"/a/calibration/Cargo.toml",
            "target":{"name":"calibration"},"profile":{"test":true},"executable":"/a/b"}"#;
        let program = Program::of_line(&line.replace('\n', "")).expect("a program");
        assert_eq!(program.folder.to_str(), Some("/a/calibration"));
        assert!(Program::of_line("{\"reason\":\"build-finished\"}").is_none());
        assert!(Program::of_line("warning: no JSON").is_none());
        let took = program.took("test fit::steps ... ok <1.250s>");
        assert_eq!(took, Some((1.25, String::from("calibration: fit::steps"))));
        assert_eq!(program.took("test result: ok. 5 passed; 0 failed"), None);
    }
}
