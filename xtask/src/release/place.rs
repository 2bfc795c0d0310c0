//! Puts all that belongs to the page beside it, as Trunk's `post_build` hook. The names change with
//! the content of any file, so an old page that is still open never loads a new part.

use std::{
    env,
    ffi::OsStr,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use super::{
    NAMED, RELEASE, STABLE, html,
    link::{LOADER, SPLIT, later_parts, parts},
    loader::with_loader,
    minify, pack, panels, patch,
};
use crate::programs::{program, run};

/// The program of the page's workers, as Trunk names it.
const WORKER: &str = "shardwise-search";
/// End of the script of the workers, which starts their program.
const SEARCH_START: &str = include_str!("search_start.js");

/// Names everything that Trunk has built after the release. Later parts come beside the first one,
/// and their loader becomes a piece of its script.
pub fn place() -> Result<()> {
    let staging = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from);
    let staging = staging.context("this is Trunk's hook; run `cargo xtask build`")?;
    let is_release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");
    let built = Built::read(&staging, is_release)?;

    // What the files say depends on their names only where these stand in them.
    let mut hasher = DefaultHasher::new();
    built.files(NAMED, is_release)?.hash(&mut hasher);
    let release = format!("{NAMED}{:016x}", hasher.finish());

    for name in fs::read_dir(&staging)? {
        let file = name?.path();
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if file.is_file() && !STABLE.contains(&&*name) {
            fs::remove_file(file)?;
        }
    }
    for (name, content) in built.files(&release, is_release)? {
        fs::write(staging.join(name), content)?;
    }
    Ok(())
}

/// A file's name and what it holds.
type File = (String, Vec<u8>);

/// Output of Trunk and the linker.
struct Built {
    /// Trunk's name of the page's own files.
    name: String,
    html: String,
    script: String,
    program: Vec<u8>,
    /// The loader of later parts.
    loader: String,
    /// Each later part with its name.
    later: Vec<File>,
    worker: Worker,
    /// Files that are part of the page as they are.
    copied: Vec<File>,
}

impl Built {
    fn read(staging: &Path, is_release: bool) -> Result<Self> {
        let name = name_of_page(staging)?;
        let parts = parts()?;
        let mut later = Vec::new();
        for file in later_parts(&parts)? {
            later.push((stem(&file), bytes(&file, is_release)?));
        }
        Ok(Self {
            html: panels::with_styles(&fs::read_to_string(staging.join("index.html"))?)?,
            script: fs::read_to_string(staging.join(format!("{name}.js")))?,
            program: fs::read(staging.join(format!("{name}_bg.wasm")))?,
            loader: fs::read_to_string(parts.join(LOADER))?,
            later,
            worker: Worker::built(staging)?,
            copied: copied(staging, &name)?,
            name,
        })
    }

    /// All files of the page, under the name of a release.
    fn files(&self, release: &str, is_release: bool) -> Result<Vec<File>> {
        let mut files = Vec::new();
        let mut loader = self.loader.clone();
        let packed = pack::pack(&mut loader, &self.later, release)?;
        files.extend(packed.files);
        for (stem, part) in packed.others {
            let name = format!("{release}_{}.wasm", stem.trim_start_matches(SPLIT));
            let from = format!("\"./{stem}.wasm\"");
            loader = patch::once(&loader, "a part's name", &from, &format!("\"./{name}\""))?;
            files.push((name, part.clone()));
        }
        let script = with_loader(&self.script, &loader)?;
        let html = released_page(&self.html, &self.name, release)?;
        let (script, html) = if is_release {
            (minify::script(&script)?, minify::page(&html)?)
        } else {
            (script, html)
        };
        files.push((format!("{release}.js"), script.into_bytes()));
        files.push((format!("{release}_bg.wasm"), self.program.clone()));
        files.extend(self.worker.files(release, is_release)?);
        for (name, content) in &self.copied {
            files.push((format!("{release}_{name}"), content.clone()));
        }
        files.push(("index.html".to_owned(), html.into_bytes()));
        Ok(files)
    }
}

/// How often Trunk's page names its own files: where it preloads its script and its program, and
/// where it imports the one and starts the other.
const NAMES_IN_PAGE: usize = 4;

/// The page with its files under the name of a release instead of Trunk's name.
fn released_page(html: &str, name: &str, release: &str) -> Result<String> {
    let html = patch::times(html, "the page's files", NAMES_IN_PAGE, name, release)?;
    html::with_attribute(&html, RELEASE, &format!("./{release}"))
}

/// The program of the page's workers, as Trunk has built it.
struct Worker {
    script: String,
    program: Vec<u8>,
}

impl Worker {
    fn built(staging: &Path) -> Result<Self> {
        let script = fs::read_to_string(staging.join(format!("{WORKER}.js")));
        let program = fs::read(staging.join(format!("{WORKER}_bg.wasm")));
        Ok(Self {
            script: script.context("Trunk has built no worker")?,
            program: program.context("Trunk has built no worker")?,
        })
    }

    /// Files of the worker beside the page, under the page's name with `_search` at its end. Its
    /// script starts its program: to start a worker, the script's name is enough.
    fn files(&self, page: &str, is_release: bool) -> Result<[File; 2]> {
        let name = format!("{page}_search");
        let start = if is_release {
            minify::script(SEARCH_START)?
        } else {
            SEARCH_START.to_owned()
        };
        let program = format!("{name}.wasm");
        let script = format!("{}\nconst PROGRAM = {program:?};\n{start}\n", self.script);
        Ok([
            (program, self.program.clone()),
            (format!("{name}.js"), script.into_bytes()),
        ])
    }
}

/// Files of the page that Trunk has copied.
fn copied(staging: &Path, page: &str) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(staging)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_program = name.starts_with(page) || name.starts_with(WORKER);
        if entry.file_type()?.is_file() && !is_program && !STABLE.contains(&&*name) {
            files.push((name, fs::read(entry.path())?));
        }
    }
    files.sort();
    Ok(files)
}

fn stem(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// A part's bytes, as small as they become for a release.
fn bytes(part: &Path, is_release: bool) -> Result<Vec<u8>> {
    if !is_release {
        return Ok(fs::read(part)?);
    }
    let small = part.with_extension("small");
    let mut optimizer = program("wasm-opt")?;
    optimizer
        .args(["-Oz", "--low-memory-unused", "--strip-debug"])
        .args(FEATURES)
        .args([part.as_os_str(), OsStr::new("-o"), small.as_os_str()]);
    run(optimizer, "wasm-opt failed; it says why above")?;
    Ok(fs::read(small)?)
}

/// Features of WebAssembly that the compiler uses: a part does not name them itself.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// Beginning of the names of the page's files: Trunk adds a hash.
fn name_of_page(staging: &Path) -> Result<String> {
    for entry in fs::read_dir(staging)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix("_bg.wasm").filter(|name| *name != WORKER) {
            return Ok(name.to_owned());
        }
    }
    bail!("Trunk has built no page")
}

#[cfg(test)]
mod tests {
    use super::{RELEASE, html, released_page};

    /// A page as Trunk 0.21 writes it.
    const BUILT: &str = "<html lang=\"en\"><head><script type=\"module\">\
        import init from './page-1.js';\
        const wasm = await init({ module_or_path: './page-1_bg.wasm' });</script>\
        <link rel=\"modulepreload\" href=\"./page-1.js\">\
        <link rel=\"preload\" href=\"./page-1_bg.wasm\"></head></html>";

    #[test]
    fn a_page_names_the_files_of_its_release() {
        let page = released_page(BUILT, "page-1", "release-2").unwrap();
        assert!(!page.contains("page-1"), "{page}");
        assert_eq!(page.matches("./release-2.js").count(), 2, "{page}");
        assert_eq!(page.matches("./release-2_bg.wasm").count(), 2, "{page}");
        assert_eq!(html::attribute(&page, RELEASE), Some("./release-2"));
    }

    #[test]
    fn a_page_that_names_its_files_otherwise_is_an_error() {
        let other = BUILT.replace("<link rel=\"preload\" href=\"./page-1_bg.wasm\">", "");
        for (page, name) in [(BUILT, "page-2"), (other.as_str(), "page-1")] {
            let error = released_page(page, name, "release-2").unwrap_err();
            assert!(
                error.to_string().starts_with("the page's files: "),
                "{error}"
            );
        }
    }
}
