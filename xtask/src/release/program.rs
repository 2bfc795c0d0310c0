//! Builds the page's program, as Trunk's `build` hook: the part that the verdict needs, and parts
//! that may load later.
//!
//! `#[wasm_split]` marks the boundaries. The program is split between the compiler and wasm-bindgen,
//! which needs an option that Trunk cannot pass on. So Trunk does not build it.
//!
//! Two programs instead of parts would each have the cost model, 45 kB.

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
};

use anyhow::{Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use super::{
    esbuild, imports,
    names::PAGE,
    pack::{self, Pieces},
    trunk_hook::{is_release, staging},
};
use crate::{
    programs::{cargo, program, run, target},
    setup::TARGET,
};

/// File of the first part, as wasm-bindgen names it.
const FIRST: &str = "shardwise-page_bg.wasm";
/// Module of the loader of later parts, as the first part imports it.
const LOADER: &str = "./loader.js";

/// Builds the program into Trunk's folder.
pub fn build() -> Result<()> {
    let (staging, is_release) = (staging()?, is_release());
    let profile = if is_release { "page" } else { "dev" };
    let mut compiler = cargo(&["rustc", "--bin", PAGE, "--target", TARGET])?;
    compiler.args(["--profile", profile, "--", "-Clink-arg=--emit-relocs"]);
    run(compiler, "the page was not compiled; Cargo says why above")?;

    let folder = target().join("page").join(profile);
    // Files of an earlier build may be no parts any more.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let profile = if is_release { profile } else { "debug" };
    let compiled = target().join(TARGET).join(profile);
    let pieces = split(&compiled.join(format!("{PAGE}.wasm")), &folder)?;
    bind(&folder)?;
    let program = folder.join(format!("{PAGE}.js"));
    if is_release {
        imports::shorten(&folder.join(FIRST), &program)?;
        optimize_all(&folder)?;
    }
    fs::copy(folder.join(FIRST), staging.join(FIRST))?;
    let table = folder.join("pieces.json");
    fs::write(&table, pack::pack(&folder, &pieces, &staging)?.to_string())?;
    let script = esbuild::bundle(
        "src/browser/page.js",
        &[
            "--format=esm",
            // Only names inside the module: 0.6 kB.
            "--minify-identifiers",
            "--inject:src/browser/parts.js",
            // wasm-bindgen lists the loader once for each part.
            "--log-override:duplicate-object-key=silent",
            &format!("--alias:{PAGE}={}", program.display()),
            &format!("--alias:shardwise-pieces={}", table.display()),
        ],
    )?;
    fs::write(staging.join(format!("{PAGE}.js")), script)?;
    Ok(())
}

/// Splits the compiled program into `main.wasm`, later pieces and their loader.
fn split(compiled: &Path, folder: &Path) -> Result<Pieces> {
    let program = fs::read(compiled)?;
    let main = folder.join("main.wasm");
    let first = format!("./{PAGE}.js");
    let mut options = Options::new(&program);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = LOADER;
    options.main_module = &first;
    fs::create_dir_all(folder)?;
    let split = transform(options).map_err(|error| anyhow!("the page was not split: {error:?}"))?;
    Ok(split.prefetch_map)
}

/// Makes the first part's script and program of `main.wasm`.
fn bind(folder: &Path) -> Result<()> {
    let main = folder.join("main.wasm");
    let mut bindgen = program("wasm-bindgen")?;
    // The parts share the linker's table of functions.
    bindgen
        .args(["--target=web", "--no-typescript", "--keep-lld-exports"])
        .args(["--out-name", PAGE, "--out-dir"])
        .args([folder, &*main]);
    run(bindgen, "wasm-bindgen failed; it says why above")?;
    Ok(fs::remove_file(main)?)
}

/// Runs [`optimize`] on all files of a folder, on all cores: the optimizer itself uses one.
fn optimize_all(folder: &Path) -> Result<()> {
    let files = fs::read_dir(folder)?.map(|file| Ok(file?.path()));
    let files: Vec<PathBuf> = files.collect::<Result<_>>()?;
    let queue = Mutex::new(files.iter());
    let work = || -> Result<()> {
        while let Some(file) = queue.lock().ok().and_then(|mut files| files.next()) {
            optimize(file)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            let outcome = thread.join();
            outcome.map_err(|_| anyhow!("a thread with wasm-opt has panicked"))?
        })
    })
}

/// Makes a file smaller, if it is a program.
fn optimize(file: &Path) -> Result<()> {
    if file.extension() != Some("wasm".as_ref()) {
        return Ok(());
    }
    let mut optimizer = program("wasm-opt")?;
    // Until nothing more is gained, with knowledge of what functions change, and with control flow made
    // anew: the first load is 1.1 kB smaller than after one pass of `-Oz`.
    optimizer
        .args(["--generate-global-effects", "--flatten", "--rereloop"])
        .args(["-Oz", "--converge", "--strip-debug"])
        .args(FEATURES)
        .arg(file)
        .arg("-o")
        .arg(file);
    run(optimizer, "wasm-opt failed; it says why above")
}

/// Features of WebAssembly that the compiler uses: a later part does not name them itself.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
];
