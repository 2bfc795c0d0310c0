//! Runs the native tests, one program after the other, and says which tests took longest.

use std::{
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{
    programs::{cargo, run, say},
    steps::in_words,
};

/// Number of the slowest tests that are named.
const SLOWEST: usize = 10;

/// Longest time of a program of tests: the longest takes a few minutes on two cores.
const LIMIT: Duration = Duration::from_secs(15 * 60);

/// Time between two looks at a program that runs.
const PAUSE: Duration = Duration::from_millis(50);

/// Longest wait for what a program has printed, once it has ended.
const DRAIN: Duration = Duration::from_secs(1);

/// Number of the last lines that are shown of a program that is ended.
const LAST_LINES: usize = 20;

/// A program of tests.
struct Program {
    /// Name of the program in Cargo.
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
        let end = ended_within(tests, LIMIT);
        let end = end.with_context(|| format!("the tests of {} cannot start", self.name))?;
        let text = &end.output;
        let Some(status) = end.status else {
            bail!("{}", self.too_long(&end));
        };
        if !status.success() {
            print!("{text}");
            eprint!("{}", end.errors);
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

    /// What is said of tests that were ended.
    fn too_long(&self, end: &End) -> String {
        format!(
            "the tests of {} took longer than {} and were ended; a test hangs, perhaps one of those that ran for over a minute. The last lines:\n{}{}",
            self.name,
            in_words(LIMIT),
            last_lines(&end.output),
            last_lines(&end.errors),
        )
    }

    /// Time of the test in a line of the harness: `test NAME ... ok <0.120s>`.
    fn took(&self, line: &str) -> Option<Took> {
        let (name, outcome) = line.strip_prefix("test ")?.split_once(" ... ")?;
        let seconds = outcome.strip_prefix("ok <")?.strip_suffix("s>")?;
        let name = [&self.name, ": ", name].concat();
        Some((seconds.parse().ok()?, name))
    }
}

/// The end of a program.
struct End {
    /// Its exit status; `None` if it was ended as it took too long.
    status: Option<ExitStatus>,
    /// What it has printed.
    output: String,
    /// What it has printed as errors.
    errors: String,
}

/// Runs a program, and ends it after this time.
fn ended_within(mut command: Command, limit: Duration) -> io::Result<End> {
    let start = Instant::now();
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // Read while it runs, as it stops where nobody reads what it prints.
    let output = child.stdout.take().map(Aside::of);
    let errors = child.stderr.take().map(Aside::of);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break None;
        }
        thread::sleep(PAUSE);
    };
    let text = |aside: Option<Aside>| aside.map_or_else(String::new, Aside::text);
    Ok(End {
        status,
        output: text(output),
        errors: text(errors),
    })
}

/// A stream that is read in a thread of its own.
struct Aside {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: JoinHandle<()>,
}

impl Aside {
    /// Reads this stream from now on.
    fn of(mut stream: impl Read + Send + 'static) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&bytes);
        let reader = thread::spawn(move || {
            let mut piece = [0; 8192];
            // What was read before an error is shown.
            while let Ok(count @ 1..) = stream.read(&mut piece) {
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.extend_from_slice(&piece[..count]);
            }
        });
        Self { bytes, reader }
    }

    /// All that has come. A program that the ended one has started may keep the stream open: it is
    /// not waited for.
    fn text(self) -> String {
        let start = Instant::now();
        while !self.reader.is_finished() && start.elapsed() < DRAIN {
            thread::sleep(PAUSE);
        }
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The last lines of a text, each with its line end.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.len().saturating_sub(LAST_LINES);
    lines[first..]
        .iter()
        .flat_map(|line| [line, "\n"])
        .collect()
}

#[cfg(test)]
mod tests {
    use std::{
        process::Command,
        time::{Duration, Instant},
    };

    use super::{End, LAST_LINES, Program, ended_within, last_lines};

    /// A program of `sh`.
    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_program_that_hangs_is_ended_and_its_last_lines_are_said() {
        let start = Instant::now();
        let script = "echo test one ... ok; echo trouble >&2; sleep 20; exit";
        let end = ended_within(shell(script), Duration::from_millis(500)).expect("a program");
        // The program that it waits for still runs then, and has its streams open.
        assert!(start.elapsed() < Duration::from_secs(19));
        assert!(end.status.is_none());
        let program = Program {
            name: "slow".into(),
            file: "slow".into(),
            folder: ".".into(),
        };
        let said = program.too_long(&end);
        for part in ["tests of slow", "test one ... ok", "trouble"] {
            assert!(said.contains(part), "{said}");
        }
    }

    #[test]
    fn a_program_that_ends_in_time_has_its_status_and_all_that_it_printed() {
        // More than a pipe holds.
        let script = "yes line | head -n 100000; echo trouble >&2; exit 3";
        let end = ended_within(shell(script), Duration::from_secs(60)).expect("a program");
        let End {
            status,
            output,
            errors,
        } = end;
        assert_eq!(status.and_then(|status| status.code()), Some(3));
        assert_eq!(
            (output.lines().count(), errors.as_str()),
            (100_000, "trouble\n")
        );
        assert_eq!(last_lines(&output), "line\n".repeat(LAST_LINES));
        assert_eq!(last_lines("one"), "one\n");
    }

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
