//! Installs what the page is built and tested with, in exactly the versions it needs.

use std::{env::consts::EXE_SUFFIX, fs, process::Command, thread};

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::{
    browsers::{self, Browsers, Need},
    programs::{
        cargo, cargo_bin, cargo_home, download, output, program, root, say, target, version,
    },
};

/// The compiler's name for WebAssembly in browsers.
pub const TARGET: &str = "wasm32-unknown-unknown";
const TRUNK: &str = "0.21.14";
const OLDEST_NODE: u32 = 20;

/// Installs what `build` needs and, at the same time, the browsers.
pub fn with_browsers(need: Need) -> Result<Browsers> {
    thread::scope(|scope| {
        let browsers = scope.spawn(move || browsers::install(need));
        page_tools()?;
        let found = browsers.join();
        found.map_err(|_| anyhow!("the search for browsers has panicked"))?
    })
}

/// Installs everything that `build` and `serve` need; quick where all is there.
pub fn page_tools() -> Result<()> {
    wasm_target()?;
    cargo_tool("trunk", TRUNK, &["--locked"])?;
    // Not `--locked`: the lock file in its package names versions that can be missing.
    cargo_tool("wasm-bindgen-cli", &wasm_bindgen_version()?, &[])?;
    npm_packages()
}

fn wasm_target() -> Result<()> {
    let mut rustc = program("rustc")?;
    rustc.args(["--print", "target-libdir", "--target", TARGET]);
    if output(rustc).is_some_and(|folder| fs::exists(folder.trim()).unwrap_or(false)) {
        say(&format!("target {TARGET}: there already"));
        return Ok(());
    }
    say(&format!("target {TARGET}: installing it"));
    let rustup = || {
        let mut rustup = program("rustup")?;
        rustup.args(["target", "add", TARGET]);
        Ok(rustup)
    };
    download(
        rustup,
        &format!("the target {TARGET} could not be added; run `rustup target add {TARGET}`"),
    )
}

/// Installs a package of programs, unless Cargo's bin folder holds the exact version already.
///
/// They are compiled without optimisation, which takes 3 minutes instead of 8 on two cores: they
/// spend their time in Cargo, and in `wasm-opt`. One folder for both, as they share dependencies.
fn cargo_tool(package: &str, wanted: &str, options: &[&str]) -> Result<()> {
    let name = package.trim_end_matches("-cli");
    let file = cargo_bin()?.join(format!("{name}{EXE_SUFFIX}"));
    let found = || version(Command::new(&file)).is_some_and(|found| found == wanted);
    if found() {
        say(&format!("{name} {wanted}: there already"));
        return Ok(());
    }
    say(&format!(
        "{name} {wanted}: compiling it, once, for a minute or three"
    ));
    let package = format!("{package}@{wanted}");
    let install = || {
        let mut install = cargo(&["install", "--debug", "--force", "--quiet", &package])?;
        install
            .args(options)
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .env("CARGO_TARGET_DIR", target().join("tools"))
            .arg("--root")
            .arg(cargo_home()?);
        Ok(install)
    };
    download(
        install,
        &format!(
            "{name} {wanted} could not be installed; repeat it with `cargo install {package}`"
        ),
    )?;
    ensure!(
        found(),
        "{name} {wanted} was installed but does not run; remove {} and try again",
        file.display()
    );
    Ok(())
}

/// The version of wasm-bindgen that the page is linked with: its command line tool must be the
/// same one.
fn wasm_bindgen_version() -> Result<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))
        .context("Cargo.lock is missing; run `cargo generate-lockfile`")?;
    locked_version(&lock, "wasm-bindgen")
        .context("Cargo.lock names no wasm-bindgen; run `cargo generate-lockfile`")
}

fn locked_version(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    let version = lines.nth(1)?.strip_prefix("version = \"")?;
    version.strip_suffix('"').map(str::to_owned)
}

fn npm_packages() -> Result<()> {
    check_node()?;
    if npm_packages_are_current() {
        say("npm packages: there already");
        return Ok(());
    }
    say("npm packages: installing those of package-lock.json");
    let npm = || {
        let mut npm = program("npm")?;
        npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
        Ok(npm)
    };
    download(
        npm,
        "the npm packages could not be installed; see why with `npm ci`",
    )
}

/// Fails unless Node.js is there and recent enough.
fn check_node() -> Result<()> {
    let found = program("node").ok().and_then(version);
    let major = found
        .as_deref()
        .and_then(|version| version.split('.').next()?.parse::<u32>().ok());
    match major {
        Some(major) if major >= OLDEST_NODE => Ok(()),
        Some(major) => bail!(
            "Node.js {major} is too old; install version {OLDEST_NODE} or later from nodejs.org"
        ),
        None => bail!(
            "Node.js was not found; install version {OLDEST_NODE} or later, with npm, from nodejs.org"
        ),
    }
}

/// True if the packages were installed after their lock file last changed.
fn npm_packages_are_current() -> bool {
    let changed = |file: &str| fs::metadata(root().join(file))?.modified();
    match (
        changed("package-lock.json"),
        changed("node_modules/.package-lock.json"),
    ) {
        (Ok(locked), Ok(installed)) => installed >= locked,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        let lock = "\
[[package]]
name = \"wasm-bindgen-macro\"
version = \"0.2.1\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
";
        assert_eq!(
            locked_version(lock, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(locked_version(lock, "leptos"), None);
    }
}
