//! Reads exported files with the real parsers of the frameworks that they are for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::programs::{cargo, program, root, run, say, target};

/// Packages with the parsers, at the versions that the writers name, and what these need.
const PACKAGES: &str =
    "torch accelerate==1.15.0 deepspeed==0.19.8 hydra-core==1.3.8 tyro pyyaml tokenizers";
/// Packages of which only the configuration is read, without the dependencies of training.
const BARE: &str = "torchtitan==0.2.2 megatron-core==0.16.1";

/// Exports plans and has each file read; installs the parsers first, some gigabytes.
pub fn test() -> Result<()> {
    let target = target();
    let python = install(&target.join("exchange-python"))?;
    say("plans as files");
    let files = target.join("exchange-files");
    if files.exists() {
        fs::remove_dir_all(&files).context("old files are in the way")?;
    }
    let mut export = cargo(&[
        "test",
        "--quiet",
        "--package=shardwise-cli",
        "--test=all",
        "exchange::kept_for_parsers",
    ])?;
    export.env("SHARDWISE_EXPORTS", &files);
    run(export, "the plans cannot be exported")?;
    say("the parsers of their frameworks");
    let mut read = Command::new(python);
    read.current_dir(root())
        .args(["-W", "ignore", "crates/cli/tests/all/exchange/parsers.py"])
        .arg(files);
    run(read, "a framework cannot read what is written for it")
}

/// The Python of an environment that has the parsers.
fn install(folder: &Path) -> Result<PathBuf> {
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    // Written last: whatever was interrupted is done again.
    let done = folder.join("installed");
    let wanted = [PACKAGES, BARE].join("\n");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    say("parsers of the frameworks");
    let mut create = program("python3")?;
    create.args(["-m", "venv"]).arg(folder);
    run(create, "Python cannot create an environment")?;
    for (packages, options) in [(PACKAGES, &[][..]), (BARE, &["--no-deps"][..])] {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet"])
            .args(options)
            .args(packages.split_whitespace());
        run(pip, "pip cannot install the parsers")?;
    }
    fs::write(&done, wanted).context("the environment cannot be written to")?;
    Ok(python)
}
