//! Builds lessons with the programs that teachers build them with, and uses the planners in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::browser_tests::playwright_with;
use crate::browsers::Need;
use crate::programs::{program, run, say, target};
use crate::{page, setup};

/// The programs; Jupyter Book 1 brings Sphinx with a parser of MyST Markdown.
const PACKAGES: &str = "mkdocs==1.6.1 mkdocs-material==9.8.1 jupyter-book==1.0.4.post1";

/// Builds the page and the lessons, and drives both in the browsers; installs the programs first.
pub fn test() -> Result<()> {
    let browsers = setup::with_browsers(Need::Each { without: &[] })?;
    let target = target();
    let programs = install(&target.join("embed-python"))?;
    page::build(None)?;
    say("lessons of MkDocs, Sphinx and Jupyter Book");
    let mut tests = playwright_with("--config=tests/browser/embedded.config.mjs", &browsers)?;
    tests.env("SHARDWISE_PROGRAMS", programs);
    run(
        tests,
        "a planner does not work in a lesson; the list above says which",
    )
}

/// The folder of the programs, in a separate environment.
fn install(folder: &Path) -> Result<PathBuf> {
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    // Written last: whatever was interrupted is done again.
    let done = folder.join("installed");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == PACKAGES) {
        return Ok(programs);
    }
    say("programs that make lessons");
    let mut create = program("python3")?;
    create.args(["-m", "venv"]).arg(folder);
    run(create, "Python cannot create an environment")?;
    let mut pip = Command::new(programs.join("python"));
    pip.args(["-m", "pip", "install", "--quiet"])
        .args(PACKAGES.split_whitespace());
    run(pip, "pip cannot install the programs")?;
    fs::write(&done, PACKAGES).context("the environment cannot be written to")?;
    Ok(programs)
}
