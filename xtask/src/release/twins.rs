//! Compressed twins of the page's files, for hosts that send such: `*.br` and `*.gz`.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::programs::program;

/// Writes both compressed files (twins) of each file. Node.js does it: it supports both formats,
/// and is needed anyway.
pub(super) fn write(dist: &Path, names: &[String]) -> Result<()> {
    const SCRIPT: &str = "for (const file of process.argv.slice(1)) { \
        const bytes = fs.readFileSync(file); \
        fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params: { \
            [zlib.constants.BROTLI_PARAM_QUALITY]: 11, \
            [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })); \
        fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 })); }";
    let mut node = program("node")?;
    node.args(["-e", SCRIPT, "--"])
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
