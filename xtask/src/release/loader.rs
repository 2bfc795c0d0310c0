//! The loader of later parts, as a piece of the first part's script.

use anyhow::{Context, Result, ensure};

use super::link::{FIRST, LOADER};

/// Call by which the loader starts a part.
const STREAMED: &str = "WebAssembly.instantiateStreaming(src, imports)";

/// The loader in place of its imports, as the wasm-bindgen script wants it: that imports it once for
/// each part.
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
    // The first part's own way, which also takes a program from a server that does not know its type.
    ensure!(
        script.contains("async function __wbg_load(") || !loader.contains(STREAMED),
        "the script does not load its program as it used to"
    );
    let loader = loader.replace(STREAMED, "src.then((part) => __wbg_load(part, imports))");
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

#[cfg(test)]
mod tests {
    use super::with_loader;

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

    #[test]
    fn parts_are_loaded_as_the_first_one_is() {
        let loader =
            "export const load_a = (imports) => WebAssembly.instantiateStreaming(src, imports);";
        let script = "import * as import7 from \"./parts.js\"\n";
        assert!(with_loader(script, loader).is_err());
        let script = format!("{script}async function __wbg_load(module, imports) {{}}\n");
        let whole = with_loader(&script, loader).unwrap();
        assert!(whole.contains("__wbg_load(part, imports)"), "{whole}");
        assert!(!whole.contains("instantiateStreaming(src"), "{whole}");
    }
}
