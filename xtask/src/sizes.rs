//! Weighs the built page against its budgets.

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::{
    page::dist,
    programs::{output, program},
};

/// The most that the page's WebAssembly may weigh, in bytes, compressed with brotli.
const WASM_BUDGET: u64 = 120_000;
/// The most that everything may weigh which the first visit loads, in bytes, compressed likewise.
const FIRST_LOAD_BUDGET: u64 = 140_000;
/// The most that everything may weigh which is loaded only when it is asked for, but for the search.
const LATER_BUDGET: u64 = 120_000;
/// The most that the search for the best layout may weigh: its view, and the workers' program, which
/// is made for speed. Both are loaded when the view comes into sight.
const SEARCH_BUDGET: u64 = 130_000;

/// The files of the built page, largest first.
pub struct Sizes(Vec<Asset>);

impl Sizes {
    /// Weighs the files of `dist`.
    pub fn measure() -> Result<Self> {
        let mut names = Vec::new();
        list(&dist(), "", &mut names).context("dist/ cannot be read; run `cargo xtask build`")?;
        let index = fs::read_to_string(dist().join("index.html"))
            .context("dist/index.html is missing; run `cargo xtask build`")?;
        let mut assets = names
            .iter()
            .zip(brotli_sizes(&names)?)
            .map(|(name, brotli)| {
                Ok(Asset {
                    raw: fs::metadata(dist().join(name))?.len(),
                    brotli,
                    first_load: name == "index.html" || is_named_in(&index, name),
                    name: name.clone(),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        assets.sort_by_key(|asset| std::cmp::Reverse(asset.brotli));
        Ok(Self(assets))
    }

    /// Prints a line for each file, then the budgets.
    pub fn print(&self) {
        println!("\n{:>10} {:>10}  file", "raw", "brotli");
        for asset in &self.0 {
            let later = if asset.first_load { "" } else { "  (later)" };
            println!(
                "{:>10} {:>10}  {}{later}",
                kilobytes(asset.raw),
                kilobytes(asset.brotli),
                asset.name
            );
        }
        println!();
        for check in self.checks() {
            println!("{check}");
        }
    }

    /// Fails where the page is heavier than its budgets.
    pub fn check(&self) -> Result<()> {
        for check in self.checks() {
            ensure!(
                check.is_within(),
                "the page is too heavy ({check}); see the sizes above, and what is linked with `twiggy top`"
            );
        }
        Ok(())
    }

    fn checks(&self) -> [Check; 4] {
        let first_load = || self.0.iter().filter(|asset| asset.first_load);
        let later = || self.0.iter().filter(|asset| !asset.first_load);
        let is_search = |asset: &&Asset| {
            ["_search.", "_best."]
                .iter()
                .any(|part| asset.name.contains(part))
        };
        let is_wasm = |asset: &&Asset| Path::new(&asset.name).extension() == Some("wasm".as_ref());
        [
            Check {
                what: "WebAssembly of the first load",
                weight: first_load().filter(is_wasm).map(|a| a.brotli).sum(),
                budget: WASM_BUDGET,
            },
            Check {
                what: "everything of the first load",
                weight: first_load().map(|a| a.brotli).sum(),
                budget: FIRST_LOAD_BUDGET,
            },
            Check {
                what: "what is loaded when asked for",
                weight: later().filter(|a| !is_search(a)).map(|a| a.brotli).sum(),
                budget: LATER_BUDGET,
            },
            Check {
                what: "the search for the best layout",
                weight: later().filter(is_search).map(|a| a.brotli).sum(),
                budget: SEARCH_BUDGET,
            },
        ]
    }
}

struct Asset {
    /// The path below `dist`, with slashes.
    name: String,
    raw: u64,
    brotli: u64,
    /// Whether the first visit loads it.
    first_load: bool,
}

struct Check {
    what: &'static str,
    weight: u64,
    budget: u64,
}

impl Check {
    fn is_within(&self) -> bool {
        self.weight <= self.budget
    }
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (weight, budget) = (kilobytes(self.weight), kilobytes(self.budget));
        let verdict = if self.is_within() { "within" } else { "OVER" };
        write!(
            f,
            "{}: {weight} brotli, {verdict} the budget of {budget}",
            self.what
        )
    }
}

/// Whether the page's HTML names a file as a whole word of a path, quoted or after a slash.
fn is_named_in(html: &str, name: &str) -> bool {
    html.match_indices(name).any(|(at, _)| {
        // What a script imports comes when it is asked for.
        !html[..at].ends_with("import(\"./")
            && html[..at].ends_with(['/', '"', '\'', '='])
            && !html[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '.')
    })
}

/// Sizes after compression at quality 11. Node.js does it: it brings brotli, and must be there
/// anyway.
fn brotli_sizes(names: &[String]) -> Result<Vec<u64>> {
    const SCRIPT: &str = "for (const file of process.argv.slice(1)) \
                          console.log(zlib.brotliCompressSync(fs.readFileSync(file)).length)";
    let mut node = program("node")?;
    node.args(["-e", SCRIPT, "--"])
        .args(names)
        .current_dir(dist());
    output(node)
        .and_then(|sizes| sizes.lines().map(|size| size.parse().ok()).collect())
        .context("dist/ could not be compressed; see that `node` runs")
}

fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}

/// In kB of 1000 bytes, with one decimal.
fn kilobytes(bytes: u64) -> String {
    let tenths = (bytes + 50) / 100;
    format!("{}.{} kB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::{is_named_in, kilobytes};

    #[test]
    fn a_file_is_named_by_its_whole_path_only() {
        let html = r#"<script src="./page.js"></script><link href=style/a.css>"#;
        assert!(is_named_in(html, "page.js"));
        assert!(is_named_in(html, "style/a.css"));
        assert!(!is_named_in(html, "age.js"));
        assert!(!is_named_in(html, "page.j"));
        assert!(!is_named_in(html, "b.css"));
        assert!(!is_named_in(r#"import("./later.js")"#, "later.js"));
    }

    #[test]
    fn sizes_are_rounded_to_the_nearest_tenth() {
        assert_eq!(kilobytes(119_949), "119.9 kB");
        assert_eq!(kilobytes(119_950), "120.0 kB");
    }
}
