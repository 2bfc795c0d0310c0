//! Fuzzing: random inputs that follow a grammar on any toolchain, then the same guided by coverage
//! if cargo-fuzz and a nightly compiler are installed.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::programs::{cargo, root, run, say};

/// Cases and seconds of the run that belongs to all checks. There are as many as take about a minute
/// on two cores. A run whose seconds end before its cases fails.
const SHORT: [&str; 4] = ["--cases", "12000", "--seconds", "600"];
/// Minutes of a run that does not say how many.
const MINUTES: f64 = 5.0;
/// Bytes of the longest coverage-guided input: four or eight a choice, for the longest lessons.
const LONGEST: &str = "-max_len=16384";
/// Seconds and megabytes that one such input may take.
const HANGS: &str = "-timeout=25";
const HELD: &str = "-rss_limit_mb=4096";

/// Fuzzes as the words say; what they do not name is left to the program itself.
pub fn fuzz(words: &[&str]) -> Result<()> {
    let minutes = minutes(words)?;
    let is_one = words
        .iter()
        .any(|word| ["--case", "--input"].contains(word));
    // A single input, or one target, is not for the tool that takes all.
    if is_one || words.contains(&"--target") || !has_coverage() {
        return random(words);
    }
    let rest: Vec<&str> = without_minutes(words);
    let half = (30.0 * minutes).to_string();
    random(&[&rest[..], &["--seconds", &half]].concat())?;
    guided(&half)
}

/// A short run with this seed, for all checks.
pub fn short(seed: u64) -> Result<()> {
    let seed = seed.to_string();
    random(&[&["--seed", &seed], &SHORT[..]].concat())
}

fn random(words: &[&str]) -> Result<()> {
    let mut fuzz = cargo(&["run", "--quiet", "--profile=fuzz", "--package=fuzz", "--"])?;
    fuzz.args(words);
    run(
        fuzz,
        "an input failed; the report above says which, and how to repeat it",
    )
}

/// Every target, guided by coverage, for this many seconds.
fn guided(seconds: &str) -> Result<()> {
    say("fuzzing guided by coverage");
    // The workspace's own toolchain is named in a file, which this overrules.
    let mut fuzz = Command::new("cargo");
    fuzz.current_dir(root())
        .env("RUSTUP_TOOLCHAIN", "nightly")
        .args(["fuzz", "run", "--fuzz-dir=fuzz/libfuzzer", "all", "--"])
        .arg(format!("-max_total_time={seconds}"))
        .args([LONGEST, HANGS, HELD]);
    run(
        fuzz,
        "an input failed; the report above says which one, as a line of tests/corpus",
    )
}

/// True if both cargo-fuzz and a nightly compiler are installed.
fn has_coverage() -> bool {
    let answers = |words: &[&str]| {
        let mut command = Command::new("cargo");
        command.env("RUSTUP_TOOLCHAIN", "nightly").args(words);
        let silent = command.stdout(Stdio::null()).stderr(Stdio::null());
        silent.status().is_ok_and(|status| status.success())
    };
    let has = answers(&["--version"]) && answers(&["fuzz", "--version"]);
    if !has {
        println!("without coverage: it needs a nightly toolchain and `cargo install cargo-fuzz`");
    }
    has
}

fn minutes(words: &[&str]) -> Result<f64> {
    let Some(place) = words.iter().position(|word| *word == "--minutes") else {
        return Ok(MINUTES);
    };
    let value = words.get(place + 1).context("--minutes needs a number")?;
    let minutes: f64 = value.parse().context("--minutes needs a number")?;
    ensure!(minutes > 0.0, "--minutes needs a number above nought");
    Ok(minutes)
}

fn without_minutes<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let place = words.iter().position(|word| *word == "--minutes");
    let is_left = |at: usize| place.is_none_or(|place| at != place && at != place + 1);
    let words = words.iter().enumerate().filter(|(at, _)| is_left(*at));
    words.map(|(_, word)| *word).collect()
}

#[cfg(test)]
mod tests {
    use super::{MINUTES, minutes, without_minutes};

    #[test]
    fn minutes_are_read_and_taken_out() {
        let words = ["--seed", "1", "--minutes", "2.5"];
        assert_eq!(minutes(&words).expect("minutes"), 2.5);
        assert_eq!(without_minutes(&words), ["--seed", "1"]);
        assert_eq!(minutes(&["--seed", "1"]).expect("minutes"), MINUTES);
        for wrong in [&["--minutes"][..], &["--minutes", "0"], &["--minutes", "x"]] {
            assert!(minutes(wrong).is_err(), "{wrong:?}");
        }
    }
}
