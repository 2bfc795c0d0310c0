//! Builds the page with Trunk.

use std::{env, path::PathBuf, process::Command, time::Instant};

use crate::{
    programs::{dist, hand_over, output, program, root, run, say, search_path},
    release::{self, Site},
    sizes::Sizes,
    steps::in_words,
};
use anyhow::{Context, Result};

/// Builds the page for release into [`dist`], for a site if one is named, and weighs it.
pub fn build(site: Option<&Site>) -> Result<Sizes> {
    say("page: building it into dist/");
    run(
        trunk(&["build", "--release"])?,
        "the page was not built; Trunk says why above",
    )?;
    release::complete(&dist(), site)?;
    Sizes::measure()
}

/// Builds the page for the checks: within its budgets, and as one file. Prints its sizes and how long
/// it took.
pub fn build_checked() -> Result<()> {
    let start = Instant::now();
    let sizes = build(None)?;
    sizes.print();
    sizes.check()?;
    single()?;
    say(&format!("page: {}", in_words(start.elapsed())));
    Ok(())
}

/// Writes the page that [`build`] has built as one file, and says where; gives its path.
pub fn single() -> Result<PathBuf> {
    let file = release::write_single(&dist(), &root().join("dist-single"))?;
    let kilobytes = std::fs::metadata(&file)?.len() / 1000;
    say(&format!(
        "the page as one file, {kilobytes} kB: {}",
        file.display()
    ));
    Ok(file)
}

/// Serves a development build of the page until interrupted.
pub fn serve() -> Result<()> {
    say("page: http://127.0.0.1:8080, rebuilt on every change; Ctrl+C ends it");
    // Not into `dist`, which holds what was last built for release.
    hand_over(
        trunk(&["serve", "--dist", "target/serve"])?,
        "Trunk could not be started; run `cargo xtask setup`",
    )
}

fn trunk(arguments: &[&str]) -> Result<Command> {
    let mut trunk = program("trunk")?;
    // Its hooks run this program, not `cargo xtask`, which waits while Cargo builds anything else.
    let this = env::current_exe()?;
    let folder = this.parent().context("this program lies in no folder")?;
    trunk
        .args(arguments)
        .env("PATH", search_path(Some(folder))?)
        .env("TRUNK_SKIP_VERSION_CHECK", "true");
    // Panic messages name source files: leave out the folders of the machine that builds the page.
    trunk.env(
        "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        remapped_paths(),
    );
    // Trunk refuses every value but `true` and `false`, where any value means yes.
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        trunk.env("NO_COLOR", "true");
    } else {
        trunk.env_remove("NO_COLOR");
    }
    Ok(trunk)
}

/// Flags that cut the machine's own folders from the paths inside the page.
fn remapped_paths() -> String {
    let home = |name: &str, default: &str| {
        let home = env::var_os("HOME")
            .or_else(|| env::var_os("USERPROFILE"))
            .unwrap_or_default();
        env::var_os(name).map_or_else(|| PathBuf::from(home).join(default), PathBuf::from)
    };
    let registry = home("CARGO_HOME", ".cargo").join("registry");
    let mut paths = format!(
        "--remap-path-prefix={}=r --remap-path-prefix={}=s",
        registry.display(),
        root().display()
    );
    if let Some(path) = standard_library() {
        paths.push_str(&format!(" --remap-path-prefix={path}=l"));
    }
    paths
}

/// Folder of the standard library's sources, where they are installed.
fn standard_library() -> Option<String> {
    let mut compiler = Command::new("rustc");
    compiler.args(["--print", "sysroot"]);
    let sysroot = output(compiler)?;
    Some(format!("{}/lib/rustlib/src/rust/library", sysroot.trim()))
}
