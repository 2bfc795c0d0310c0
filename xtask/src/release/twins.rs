//! Compressed twins of the page's files, for hosts that send such: `*.br` and `*.gz`.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::programs::{program, root};

/// Writes both compressed files (twins) of each file. Node.js does it: it supports both formats,
/// and is needed anyway.
pub(super) fn write(dist: &Path, names: &[String]) -> Result<()> {
    let mut node = program("node")?;
    node.arg(root().join("xtask/src/release/twins.js"))
        .args(names)
        .current_dir(dist);
    let done = node.status().context("`node` does not run")?;
    ensure!(done.success(), "the page's files could not be compressed");
    Ok(())
}

/// True if a file is the twin of another one.
pub(super) fn is_one(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

/// Size of a file once compressed with brotli at quality 11.
pub(super) fn brotli_size(dist: &Path, name: &str) -> Result<u64> {
    let twin = fs::metadata(dist.join(format!("{name}.br")));
    let twin = twin.with_context(|| format!("{name} was not compressed"))?;
    Ok(twin.len())
}
