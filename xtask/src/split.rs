//! Splits the page's program in parts: what the verdict needs, and what may come after it; and puts
//! all that comes after it beside the page.
//!
//! `#[wasm_split]` marks where. The toolchain's linker knows nothing of it, and nor does Trunk:
//! so this program stands in for the linker, takes its output apart before wasm-bindgen sees it,
//! and as Trunk's `post_build` hook puts the later parts beside the first.

use std::{
    env,
    ffi::OsStr,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, anyhow, bail};
use wasm_split_cli_support::{Options, transform};

use crate::programs::{program, run};

/// Names the folder for what is split off, from [`arrange`] to [`link`] and [`place`].
const PARTS: &str = "SHARDWISE_PARTS";
/// What loads the parts, as the first part imports it.
const LOADER: &str = "./parts.js";
/// Where the loader imports the first part from; only [`place`] knows under which name it lies.
const FIRST: &str = "./first.js";

/// The program of the page's workers, as Trunk names it.
const WORKER: &str = "shardwise-search";

/// What the compiler must be told so that its output can be split.
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

/// What all parts call their table of functions, and what it is renamed to: wasm-bindgen takes
/// away exports of the first name. The names are of one length, so nothing else moves.
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

/// Puts what was split off beside the first part, as Trunk's `post_build` hook.
///
/// The loader becomes a piece of the first part's script, and the names of all files change with
/// the content of any: who has an old page open never meets a new part.
pub fn place() -> Result<()> {
    let staging = env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from);
    let staging = staging.context("this is Trunk's hook; run `cargo xtask build`")?;
    let parts = parts()?;
    let is_release = env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release");

    let old = name_of_page(&staging)?;
    let script = fs::read_to_string(staging.join(format!("{old}.js")))?;
    let first = fs::read(staging.join(format!("{old}_bg.wasm")))?;
    let mut loader = fs::read_to_string(parts.join(LOADER))?;
    let worker = Worker::built(&staging)?;
    let mut later = Vec::new();
    for file in later_parts(&parts)? {
        later.push((stem(&file), bytes(&file, is_release)?));
    }

    let mut hasher = DefaultHasher::new();
    (&script, &first, &later, &loader, &worker).hash(&mut hasher);
    let new = format!("shardwise-page-{:016x}", hasher.finish());
    for (stem, part) in later {
        let name = format!("{new}_{}.wasm", stem.trim_start_matches(SPLIT));
        loader = loader.replace(&format!("\"./{stem}.wasm\""), &format!("\"./{name}\""));
        fs::write(staging.join(name), part)?;
    }
    let script = with_loader(&script, &loader)?;

    fs::write(staging.join(format!("{new}.js")), script)?;
    fs::write(staging.join(format!("{new}_bg.wasm")), first)?;
    worker.place(&staging, &new)?;
    for name in [old.as_str(), WORKER] {
        for ending in [".js", "_bg.wasm"] {
            fs::remove_file(staging.join(format!("{name}{ending}")))?;
        }
    }
    let index = staging.join("index.html");
    let html = fs::read_to_string(&index)?.replace(&old, &new);
    fs::write(index, html)?;
    Ok(())
}

/// The program of the page's workers, as Trunk has built it.
#[derive(Hash)]
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

    /// Puts it beside the page, under the page's name with `_search` at its end. Its script starts
    /// its program: whoever starts a worker names nothing but the script. What it is told before
    /// its program can hear is kept for it, for the browser would let that fall.
    fn place(&self, staging: &Path, page: &str) -> Result<()> {
        let name = format!("{page}_search");
        let start = format!(
            "const early = [];\n\
             onmessage = (event) => early.push(event);\n\
             wasm_bindgen({{ module_or_path: \"{name}.wasm\" }})\
             .then(() => early.forEach((event) => onmessage(event)));"
        );
        fs::write(staging.join(format!("{name}.wasm")), &self.program)?;
        fs::write(
            staging.join(format!("{name}.js")),
            format!("{}\n{start}\n", self.script),
        )?;
        Ok(())
    }
}

/// The loader in place of its imports, as the wasm-bindgen script wants it: that imports it once for
/// each part.
fn with_loader(script: &str, loader: &str) -> Result<String> {
    let from = format!("from \"{LOADER}\"");
    let is_import = |line: &&str| line.starts_with("import * as ") && line.contains(&from);
    let name = |import: &str| {
        import
            .split_whitespace()
            .nth(3)
            .unwrap_or_default()
            .to_owned()
    };
    let imports: Vec<&str> = script.lines().filter(is_import).collect();
    let (first, others) = imports
        .split_first()
        .context("the script does not import the loader as it used to")?;
    let loader = loader.replace(&format!("import {{ initSync }} from \"{FIRST}\";"), "");
    let exported: Vec<&str> = loader
        .lines()
        .filter_map(|line| {
            line.strip_prefix("export const ")?
                .split_whitespace()
                .next()
        })
        .collect();
    let loader = format!(
        "const {} = (() => {{\n{}\nreturn {{ {} }};\n}})();",
        name(first),
        loader.replace("export const ", "const "),
        exported.join(", ")
    );
    let mut script = script.replacen(first, &loader, 1);
    for other in others {
        script = script.replacen(
            other,
            &format!("const {} = {};", name(other), name(first)),
            1,
        );
    }
    Ok(script)
}

/// How [`transform`] begins the name of a part that something is split off for; what several of
/// them share are chunks.
const SPLIT: &str = "split_";

/// The parts that come later, in the order of their names.
fn later_parts(parts: &Path) -> Result<Vec<PathBuf>> {
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

/// What the compiler uses of WebAssembly: a part does not say so itself.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// How the files of the page begin: Trunk adds a hash.
fn name_of_page(staging: &Path) -> Result<String> {
    for entry in fs::read_dir(staging)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some(name) = name.strip_suffix("_bg.wasm").filter(|name| *name != WORKER) {
            return Ok(name.to_owned());
        }
    }
    bail!("Trunk has built no page")
}

fn parts() -> Result<PathBuf> {
    let parts = env::var_os(PARTS).map(PathBuf::from);
    parts.context("the page is built by `cargo xtask build`, not by Trunk alone")
}

#[cfg(test)]
mod tests {
    use super::{TABLE, replace_all, with_loader};

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

    #[test]
    fn the_loader_stands_where_it_was_imported() {
        let loader =
            "import { initSync } from \"./first.js\";\nfunction f() {}\nexport const load_a = f;";
        let script = "import * as import7 from \"./parts.js\"\nimport7.load_a();";
        let whole = with_loader(script, loader).unwrap();
        assert!(
            !whole.contains("import {") && !whole.contains("export"),
            "{whole}"
        );
        assert!(
            whole.contains("const load_a = f;\nreturn { load_a };"),
            "{whole}"
        );
        assert!(whole.starts_with("const import7 = "), "{whole}");
        assert!(whole.ends_with("import7.load_a();"), "{whole}");
        assert!(with_loader("no import here", loader).is_err());
        let script =
            format!("{script}\nimport * as import8 from \"./parts.js\"\nimport8.load_a();");
        let whole = with_loader(&script, loader).unwrap();
        assert!(
            whole.ends_with("const import8 = import7;\nimport8.load_a();"),
            "{whole}"
        );
    }
}
