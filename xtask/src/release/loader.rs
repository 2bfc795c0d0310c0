//! The loader of later parts, as a piece of the first part's script.

use anyhow::{Context, Result, ensure};

use super::link::{FIRST, LOADER};
use super::patch;

/// Call by which the loader fetches a part, as it is made.
const FETCHED: &str = "const src = ";
/// Call by which the loader starts a part.
const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";

/// The loader in place of its imports, as the wasm-bindgen script needs it: the script imports it
/// once for each part.
///
/// A patch, since the script and the loader import each other. As two files they would be one more
/// request before the verdict. Neither wasm-bindgen nor `wasm_split_cli_support` 0.2.4 can write
/// them as one.
pub(super) fn with_loader(script: &str, loader: &str) -> Result<String> {
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
    let loader = as_the_first_part(script, loader)?;
    let import = format!("import {{ initSync }} from \"{FIRST}\";");
    let loader = patch::once(
        &loader,
        "the loader's import of the first part",
        &import,
        "",
    )?;
    let exported: Vec<&str> = loader
        .lines()
        .filter_map(|line| {
            line.strip_prefix("export const ")?
                .split_whitespace()
                .next()
        })
        .collect();
    ensure!(
        !exported.is_empty(),
        "the loader does not export its calls as it used to"
    );
    let calls = patch::times(
        &loader,
        "an export of the loader",
        exported.len(),
        "export const ",
        "const ",
    )?;
    let loader = format!(
        "const {} = (() => {{\n{}\nreturn {{ {} }};\n}})();",
        name(first),
        calls,
        exported.join(", ")
    );
    let import = "an import of the loader";
    let mut script = patch::once(script, import, first, &loader)?;
    for other in others {
        let same = format!("const {} = {};", name(other), name(first));
        script = patch::once(&script, import, other, &same)?;
    }
    Ok(script)
}

/// The loader, which starts each part as the script starts the first one. This also works with a
/// server that does not know a program's type.
///
/// A patch, since the loader of `wasm_split_cli_support` 0.2.4 can only stream.
fn as_the_first_part(script: &str, loader: &str) -> Result<String> {
    const LOAD: &str = "async function __wbg_load(";
    patch::once(script, "the script's own way to load a program", LOAD, LOAD)?;
    let parts = loader.matches(FETCHED).count();
    let started = "src.then((part) => __wbg_load(part, imports))";
    patch::times(loader, "the start of a part", parts, STREAMED, started)
}

#[cfg(test)]
mod tests {
    use super::with_loader;

    const LOADER: &str = "import { initSync } from \"./first.js\";\n\
        export const load_a = () => {\n    const src = fetch(\"a\");\n    \
        return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n};\n";
    const SCRIPT: &str = "import * as import7 from \"./parts.js\"\n\
        async function __wbg_load(module, imports) {}\nimport7.load_a();";

    #[test]
    fn the_loader_stands_where_it_was_imported() {
        let whole = with_loader(SCRIPT, LOADER).unwrap();
        assert!(
            !whole.contains("import {") && !whole.contains("export"),
            "{whole}"
        );
        assert!(whole.contains("\nconst load_a = () => {"), "{whole}");
        assert!(whole.contains("return { load_a };"), "{whole}");
        assert!(whole.starts_with("const import7 = "), "{whole}");
        assert!(whole.ends_with("import7.load_a();"), "{whole}");
        let script =
            format!("{SCRIPT}\nimport * as import8 from \"./parts.js\"\nimport8.load_a();");
        let whole = with_loader(&script, LOADER).unwrap();
        assert!(
            whole.ends_with("const import8 = import7;\nimport8.load_a();"),
            "{whole}"
        );
    }

    #[test]
    fn parts_are_loaded_as_the_first_one_is() {
        let whole = with_loader(SCRIPT, LOADER).unwrap();
        assert!(whole.contains("__wbg_load(part, imports)"), "{whole}");
        assert!(!whole.contains("instantiateStreaming(src"), "{whole}");
    }

    #[test]
    fn what_is_not_generated_as_expected_is_an_error() {
        let fails = |script: &str, loader: &str, says: &str| {
            let error = with_loader(script, loader).unwrap_err().to_string();
            assert!(error.starts_with(says), "{error}");
        };
        let without = |text: &str, gone: &str| text.replace(gone, "");
        fails(
            "no import here",
            LOADER,
            "the script does not import the loader",
        );
        fails(
            &without(SCRIPT, "async function __wbg_load("),
            LOADER,
            "the script's own way to load a program: ",
        );
        fails(
            SCRIPT,
            &without(LOADER, "Streaming"),
            "the start of a part: ",
        );
        fails(
            SCRIPT,
            &without(LOADER, "import { initSync } "),
            "the loader's import of the first part: ",
        );
        fails(
            SCRIPT,
            &without(LOADER, "export "),
            "the loader does not export",
        );
        fails(
            SCRIPT,
            &LOADER.replace("    const src", "    export const src"),
            "an export of the loader: ",
        );
        let twice = format!("{SCRIPT}\nimport * as import7 from \"./parts.js\"");
        fails(&twice, LOADER, "an import of the loader: ");
    }
}
