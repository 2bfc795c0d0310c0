//! Makes a release from what Trunk builds: files that bear its name, a policy of what may run, and
//! rules for those who serve it. Also compressed twins, a worker that keeps it for use without a
//! network, and all of it as one file.

mod esbuild;
mod hosts;
mod html;
mod imports;
mod languages;
mod names;
mod offline;
mod pack;
mod patch;
mod policy;
mod program;
mod single;
mod social;
mod trunk_hook;
mod twins;

use crate::programs::root;
use anyhow::{Context, Result};
pub use esbuild::inline_files;
use names::{NAMED, RELEASE, STABLE};
pub use program::build as build_program;
pub use single::write as write_single;
pub use social::Site;
use std::{fs, path::Path};
pub use trunk_hook::place;

/// Finishes what Trunk has built in a folder, so that any host can serve it. With `site`, the
/// address where it will lie, other pages can show links to it.
pub fn complete(dist: &Path, site: Option<&Site>) -> Result<()> {
    let index = dist.join("index.html");
    let html = fs::read_to_string(&index).context("Trunk has built no page")?;
    let release = html::attribute(&html, RELEASE).context("the page does not name its release")?;
    let stem = release.trim_start_matches("./").to_owned();
    let html = html::with_attribute(&html, "data-offline", offline::WORKER)?;
    let html = match site {
        None => html,
        Some(site) => {
            fs::write(dist.join(social::OEMBED), site.oembed(&html)?)?;
            fs::copy(
                root().join("docs").join(social::PICTURE),
                dist.join(social::PICTURE),
            )?;
            site.with_cards(&html)?
        }
    };
    let policy = policy::hosted(&html);
    fs::write(&index, html::with_policy(&html, &policy)?)?;
    // The worker keeps a language once a reader has chosen it.
    let mut kept = released(dist)?;
    kept.retain(|name| !languages::is_one(name));
    fs::write(dist.join(offline::WORKER), offline::worker(&stem, &kept)?)?;
    hosts::write(dist, &policy, &files(dist)?)?;
    twins::write(dist, &files(dist)?)
}

/// The files that a visit may ask for, without compressed twins and what only servers read, in the
/// order of their names.
pub fn files(dist: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dist)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_file() && !hosts::is_one(&name) && !twins::is_one(&name) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// True if the page itself never loads this file: the browser, or another site does.
pub fn is_beside(name: &str) -> bool {
    name != "index.html" && STABLE.contains(&name)
}

/// True if a file of the page, by its name without the release's, is one of our lessons.
pub fn is_lesson(name: &str) -> bool {
    root().join("lessons").join(name).is_file()
}

/// True if a file of the page is a language.
pub fn is_language(name: &str) -> bool {
    languages::is_one(name)
}

/// Size of a file of the page once compressed with brotli.
pub fn brotli_size(dist: &Path, name: &str) -> Result<u64> {
    twins::brotli_size(dist, name)
}

/// The files that bear the release's name.
fn released(dist: &Path) -> Result<Vec<String>> {
    let mut names = files(dist)?;
    names.retain(|name| name.starts_with(NAMED));
    Ok(names)
}
