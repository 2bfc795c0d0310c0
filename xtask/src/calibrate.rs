//! Fits the cost model to published runs, in a separate program.

use anyhow::{Result, bail};

use crate::programs::{cargo, say};

/// Exit status of the program where it has written constants that it was not compiled with.
const AGAIN: i32 = 3;
/// Fits after which constants no longer change; the third would be the first to surprise.
const MOST_RUNS: usize = 3;

/// Fits and prints. `--write` also writes constants, bands and the report, and runs again if the
/// report is to be made with the new constants; `--check` compares them with the repository.
pub fn calibrate(option: Option<&str>) -> Result<()> {
    for _ in 0..MOST_RUNS {
        let mut words = vec!["run", "--quiet", "--release", "--package", "calibration"];
        if let Some(option) = option {
            words.extend(["--", option]);
        }
        match cargo(&words)?.status()?.code() {
            Some(0) => return Ok(()),
            Some(AGAIN) => say("constants or bands have changed: once more with them"),
            _ => bail!("the fit has failed"),
        }
    }
    bail!("constants still change after {MOST_RUNS} fits")
}
