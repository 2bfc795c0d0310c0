//! Splits the page's program into the part that the verdict needs and parts that may load later.
//!
//! `#[wasm_split]` marks the boundaries. The toolchain's linker does not know it, nor does Trunk:
//! so this program runs in the linker's place, calls it, and splits its output before wasm-bindgen
//! sees it.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use crate::programs::run;

/// Names the folder for what is split off, from [`arrange`] to [`link`] and the hook.
const PARTS: &str = "SHARDWISE_PARTS";
/// Module of the loader of later parts, as the first part imports it.
pub(super) const LOADER: &str = "./parts.js";
/// Module of the first part, as the loader imports it; only the hook knows its name.
pub(super) const FIRST: &str = "./first.js";
/// Beginning of the name of a part that [`transform`] splits off; code that several of them share
/// is in chunks.
pub(super) const SPLIT: &str = "split_";

/// Flags of the compiler without which its output could not be split.
pub const FLAGS: &str = "-Clink-arg=--emit-relocs";
const RELOCATIONS: &str = "--emit-relocs";

/// Has `trunk` link with this program.
pub fn arrange(trunk: &mut Command, profile: &str) -> Result<()> {
    let this = env::current_exe().context("this program does not know its own path")?;
    let parts = this.with_file_name(format!("page-parts-{profile}"));
    trunk
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", this)
        .env(PARTS, parts);
    Ok(())
}

/// Links like the toolchain's own linker, then splits what came of it if it is the page.
pub fn link(arguments: &[&str]) -> Result<()> {
    let mut words = arguments.iter().skip_while(|word| **word != "-o");
    let output = words
        .nth(1)
        .map(Path::new)
        .context("the linker was not told where to write")?;
    let is_page = output
        .file_name()
        .is_some_and(|name| name.to_string_lossy().starts_with("shardwise_page"));
    // The compiler puts its own linker on the search path.
    let mut linker = Command::new("rust-lld");
    // What only a split needs would stay in the worker.
    let wanted = arguments
        .iter()
        .filter(|word| is_page || **word != RELOCATIONS);
    linker.args(wanted);
    run(linker, "the page was not linked; the linker says why above")?;
    if !is_page {
        return Ok(());
    }
    let program = fs::read(output)?;
    let parts = parts()?;
    // What an earlier link has left there may be no part any more.
    if parts.exists() {
        fs::remove_dir_all(&parts)?;
    }
    let mut options = Options::new(&program);
    options.output_dir = &parts;
    options.main_out_path = output;
    options.link_name = LOADER;
    options.main_module = FIRST;
    transform(options).map_err(|error| anyhow!("the page was not split: {error:?}"))?;
    let mut files = later_parts(&parts)?;
    files.extend([output.to_owned(), parts.join(LOADER)]);
    for file in files {
        let renamed = replace_all(&fs::read(&file)?, TABLE.0.as_bytes(), TABLE.1.as_bytes());
        fs::write(file, renamed)?;
    }
    Ok(())
}

/// Name of the parts' common table of functions, and its new name: wasm-bindgen takes away exports
/// of the first name. The names are of one length, so nothing else moves.
const TABLE: (&str, &str) = ("__indirect_function_table", "__wasm_split_shared_table");

fn replace_all(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut replaced = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(from) {
            replaced.extend(to);
            rest = after;
        } else {
            replaced.push(byte);
            rest = &rest[1..];
        }
    }
    replaced
}

/// The parts that come later, in the order of their names.
pub(super) fn later_parts(parts: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(parts);
    for entry in entries.context("nothing was split off; run `cargo clean` and build again")? {
        let file = entry?.path();
        if file.extension() == Some("wasm".as_ref()) {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

/// The folder of what is split off.
pub(super) fn parts() -> Result<PathBuf> {
    let parts = env::var_os(PARTS).map(PathBuf::from);
    parts.context("the page is built by `cargo xtask build`, not by Trunk alone")
}

#[cfg(test)]
mod tests {
    use super::{TABLE, replace_all};

    #[test]
    fn a_name_is_replaced_wherever_it_stands_and_nothing_moves() {
        assert_eq!(TABLE.0.len(), TABLE.1.len());
        let program = format!("a{0}{0}b", TABLE.0);
        let renamed = replace_all(program.as_bytes(), TABLE.0.as_bytes(), TABLE.1.as_bytes());
        assert_eq!(renamed, format!("a{0}{0}b", TABLE.1).as_bytes());
        assert_eq!(
            replace_all(b"__indirect", b"__indirect_", b"x"),
            b"__indirect"
        );
    }
}
