//! Names all files of the page after the release, as Trunk's `post_build` hook. The name changes
//! with the content of any file, so an old page that is still open never loads a new part.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::PathBuf,
};

use anyhow::{Context, Result};

use super::{
    esbuild, html, languages,
    names::{NAMED, PAGE, RELEASE, STABLE, WORKER, WORKERS},
    patch,
};

/// End of the script of a worker, which starts its program.
const WORKER_START: &str = include_str!("worker_start.js");

/// The folder in which Trunk builds the page.
pub(super) fn staging() -> Result<PathBuf> {
    let staging = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from);
    staging.context("this is Trunk's hook; run `cargo xtask build`")
}

/// True if Trunk builds the page for release.
pub(super) fn is_release() -> bool {
    env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release")
}

/// Names everything in Trunk's folder after the release.
pub fn place() -> Result<()> {
    let staging = staging()?;
    languages::write(&staging)?;
    let mut hasher = DefaultHasher::new();
    let mut files = Vec::new();
    for entry in fs::read_dir(&staging)? {
        files.push(entry?.path());
    }
    files.sort();
    let mut named = Vec::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut content = fs::read(&file)?;
        if WORKERS
            .iter()
            .any(|own| name == format!("{WORKER}{own}.js"))
        {
            // To start a worker, the script's name is enough.
            content.extend(esbuild::script(WORKER_START)?.into_bytes());
        }
        (&name, &content).hash(&mut hasher);
        if !STABLE.contains(&&*name) {
            named.push((own_name(&name), content));
            fs::remove_file(&file)?;
        }
    }
    let release = format!("{NAMED}{:016x}", hasher.finish());
    for (own, content) in named {
        fs::write(staging.join(format!("{release}{own}")), content)?;
    }
    let index = staging.join("index.html");
    // Trunk leaves the link to the program that it does not build.
    let page = html::without_line(&fs::read_to_string(&index)?, "<link data-trunk")?;
    let page = released_page(&page, &release)?;
    Ok(fs::write(index, page)?)
}

/// End of the name of a file in the release.
fn own_name(name: &str) -> String {
    if let Some(own) = name.strip_prefix(PAGE) {
        return own.to_owned();
    }
    match name.strip_prefix(WORKER) {
        Some(own) => format!("_{}", own.replacen("_bg.", ".", 1)),
        None => format!("_{name}"),
    }
}

/// How often `index.html` names files of the release: it preloads its script and its program, and
/// starts the script.
const NAMES_IN_PAGE: usize = 3;

/// The page with its files under the name of a release.
fn released_page(html: &str, release: &str) -> Result<String> {
    let from = format!("\"./{PAGE}");
    let to = format!("\"./{release}");
    let html = patch::times(html, "the page's files", NAMES_IN_PAGE, &from, &to)?;
    html::with_attribute(&html, RELEASE, &format!("./{release}"))
}

#[cfg(test)]
mod tests {
    use super::{RELEASE, html, own_name, released_page};

    #[test]
    fn a_page_names_the_files_of_its_release() {
        let index = include_str!("../../../index.html");
        let page = released_page(index, "release-2").unwrap();
        assert_eq!(page.matches("\"./release-2.js\"").count(), 2, "{page}");
        assert_eq!(page.matches("\"./release-2_bg.wasm\"").count(), 1, "{page}");
        assert_eq!(html::attribute(&page, RELEASE), Some("./release-2"));
        let error = released_page(&page, "release-3").unwrap_err().to_string();
        assert!(error.starts_with("the page's files: "), "{error}");
    }

    #[test]
    fn each_file_keeps_the_end_of_its_name() {
        for (name, own) in [
            ("shardwise-page.js", ".js"),
            ("shardwise-page_views.pack", "_views.pack"),
            ("shardwise-search.js", "_search.js"),
            ("shardwise-search_bg.wasm", "_search.wasm"),
            ("shardwise-import.js", "_import.js"),
            ("shardwise-import_bg.wasm", "_import.wasm"),
            ("tour.json", "_tour.json"),
        ] {
            assert_eq!(own_name(name), own);
        }
    }
}
