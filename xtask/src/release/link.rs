//! Splits the page's program into the part that the verdict needs and parts that may load later.
//!
//! `#[wasm_split]` marks the boundaries. Neither the toolchain's linker nor Trunk knows it. So this
//! program runs in the linker's place, calls it, and splits its output before wasm-bindgen sees it.

use std::{
    env, fs,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, anyhow, ensure};
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

/// Makes `trunk` link with this program.
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
    // The first part exports the table. A later one imports it, unless it makes no indirect call.
    rename_table(output, 1..=1)?;
    rename_table(&parts.join(LOADER), IN_LOADER..=IN_LOADER)?;
    let mut imports = 0;
    for part in later_parts(&parts)? {
        imports += rename_table(&part, 0..=1)?;
    }
    ensure!(imports > 0, "no later part imports the table of functions");
    Ok(())
}

/// Name of the parts' common table of functions, and its new name. wasm-bindgen takes away exports
/// of the first name, and Trunk 0.21 cannot pass on its option `--keep-lld-exports`. The names are
/// of one length, so nothing else moves.
const TABLE: (&str, &str) = ("__indirect_function_table", "__wasm_split_shared_table");
/// How often the loader names the table: it takes it from the first part, gives it to the others, and
/// calls a function of it.
const IN_LOADER: usize = 3;

/// Gives the table its new name in a file; returns how often it stands there.
///
/// # Errors
/// If the file does not name the table as often as expected.
fn rename_table(file: &Path, expected: RangeInclusive<usize>) -> Result<usize> {
    let (renamed, found) = with_shared_table(&fs::read(file)?);
    ensure!(
        expected.contains(&found),
        "{} names the table of functions {found} times, not {expected:?}; what splits the program \
         has changed its output",
        file.display()
    );
    fs::write(file, renamed)?;
    Ok(found)
}

/// A file with the table's new name, and how often it stands there.
fn with_shared_table(bytes: &[u8]) -> (Vec<u8>, usize) {
    let (from, to) = (TABLE.0.as_bytes(), TABLE.1.as_bytes());
    let mut replaced = Vec::with_capacity(bytes.len());
    let mut found = 0;
    let mut rest = bytes;
    while let Some(&byte) = rest.first() {
        if let Some(after) = rest.strip_prefix(from) {
            replaced.extend(to);
            found += 1;
            rest = after;
        } else {
            replaced.push(byte);
            rest = &rest[1..];
        }
    }
    (replaced, found)
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
    use super::{TABLE, rename_table, with_shared_table};

    #[test]
    fn the_table_is_renamed_wherever_it_stands_and_nothing_moves() {
        assert_eq!(TABLE.0.len(), TABLE.1.len());
        let program = format!("a{0}{0}b", TABLE.0);
        let renamed = format!("a{0}{0}b", TABLE.1).into_bytes();
        assert_eq!(with_shared_table(program.as_bytes()), (renamed, 2));
        let other = b"__indirect".to_vec();
        assert_eq!(with_shared_table(&other), (other.clone(), 0));
    }

    #[test]
    fn a_program_that_does_not_name_the_table_as_expected_is_an_error() {
        let file = std::env::temp_dir().join(format!("shardwise-table-{}", std::process::id()));
        let twice = TABLE.0.repeat(2);
        for (program, expected) in [("", 1..=1), (TABLE.1, 1..=1), (&twice, 0..=1)] {
            std::fs::write(&file, program).unwrap();
            assert!(rename_table(&file, expected).is_err(), "{program:?}");
            assert_eq!(std::fs::read_to_string(&file).unwrap(), program);
        }
        std::fs::write(&file, TABLE.0).unwrap();
        assert_eq!(rename_table(&file, 0..=1).unwrap(), 1);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), TABLE.1);
        std::fs::remove_file(&file).unwrap();
    }
}
