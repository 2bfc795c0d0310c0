//! Finds and runs the programs that the tasks are made of.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

/// A command that runs a program in the repository's root.
///
/// The pinned npm tools and Cargo's own bin folder come first on its search path. So the versions
/// installed by [`crate::setup`] take precedence over any other of the machine.
pub fn program(name: &str) -> Result<Command> {
    let path = search_path(None)?;
    // The full path is needed on Windows, where npm and its tools are `.cmd` files.
    let file = which::which_in(name, Some(&path), root()).with_context(|| {
        format!("`{name}` was not found; install it and see that it is on PATH")
    })?;
    let mut command = Command::new(file);
    command.current_dir(root()).env("PATH", path);
    Ok(command)
}

/// A `cargo` command.
pub fn cargo(arguments: &[&str]) -> Result<Command> {
    let mut command = program("cargo")?;
    command.args(arguments);
    Ok(command)
}

/// Runs a command to its end; `failure` is the sentence to fail with.
pub fn run(mut command: Command, failure: &str) -> Result<()> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        _ => bail!("{failure}"),
    }
}

/// Times that a download is tried: registries sometimes fail for a moment.
const TRIES: usize = 3;

/// Runs a command that downloads something, up to three times.
pub fn download(command: impl Fn() -> Result<Command>, failure: &str) -> Result<()> {
    for attempt in 1..TRIES {
        if run(command()?, failure).is_ok() {
            return Ok(());
        }
        say(&format!(
            "{failure}; trying again ({attempt} of {TRIES} tries failed)"
        ));
    }
    run(command()?, failure)
}

/// Runs a command that lasts until it is interrupted.
///
/// Runs a command in place of this process where the system can, so that whatever ends the task
/// ends the command, too.
pub fn hand_over(command: Command, failure: &str) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let mut command = command;
        // Returns only where the command cannot be started.
        let error = command.exec();
        bail!("{failure} ({error})")
    }
    #[cfg(not(unix))]
    run(command, failure)
}

/// Standard output of a command, if it succeeds.
pub fn output(mut command: Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The version that a program reports: the first word of its answer that holds a number.
pub fn version(mut command: Command) -> Option<String> {
    command.arg("--version");
    output(command)?
        .split_whitespace()
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
}

/// The folder that Cargo installs programs into.
pub fn cargo_bin() -> Result<PathBuf> {
    Ok(cargo_home()?.join("bin"))
}

/// Cargo's own folder.
pub fn cargo_home() -> Result<PathBuf> {
    env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")))
        .context("Cargo's folder was not found; set CARGO_HOME to it")
}

/// The root of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the repository's root")
}

/// The folders of the workspace's packages, in no order.
///
/// # Errors
/// If `crates/` cannot be read.
pub fn package_folders() -> Result<Vec<PathBuf>> {
    let crates = fs::read_dir(root().join("crates")).context("crates/ cannot be read")?;
    let mut folders: Vec<PathBuf> = crates
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    folders.extend(["calibration", "fuzz", "xtask", ""].map(|name| root().join(name)));
    Ok(folders)
}

/// Cargo's folder of build outputs: that of `CARGO_TARGET_DIR`, or `target` in the repository.
pub fn target() -> PathBuf {
    let named = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    root().join(named.unwrap_or_else(|| "target".into()))
}

/// The folder into which the page is built.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Prints the one line that a step has to say.
pub fn say(line: &str) {
    println!("• {line}");
}

/// The search path of the programs that a task runs, with this folder at its beginning.
pub fn search_path(first: Option<&Path>) -> Result<OsString> {
    let mut folders: Vec<PathBuf> = first.map(Path::to_owned).into_iter().collect();
    folders.extend([root().join("node_modules/.bin"), cargo_bin()?]);
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    env::join_paths(folders)
        .context("PATH cannot be extended; move this repository to a path without a separator")
}
