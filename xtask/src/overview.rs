//! Prints the size of the source, crate by crate, and the flows that ARCHITECTURE.md names, hop by
//! hop.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::programs::root;

/// Heading of the flows in ARCHITECTURE.md.
const HEADING: &str = "### Three flows";
/// Most hops, source files outside the cost model, that each flow should have.
const AIMS: [usize; 3] = [8, 8, 10];

/// Prints both.
pub fn print() -> Result<()> {
    print_sizes()?;
    let text = fs::read_to_string(root().join("ARCHITECTURE.md"));
    let text = text.context("ARCHITECTURE.md cannot be read")?;
    let flows = flows(&text);
    ensure!(
        flows.len() == AIMS.len(),
        "ARCHITECTURE.md has {} flows under `{HEADING}`, not {}",
        flows.len(),
        AIMS.len()
    );
    for (flow, aim) in flows.iter().zip(AIMS) {
        print_flow(flow, aim)?;
    }
    Ok(())
}

/// Files and lines of Rust.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Size {
    files: usize,
    lines: usize,
}

impl Size {
    /// Adds a file of this many lines; 0 lines add no file.
    const fn add(&mut self, lines: usize) {
        if lines > 0 {
            self.files += 1;
            self.lines += lines;
        }
    }
}

/// Prints files and lines of every package, its tests apart.
fn print_sizes() -> Result<()> {
    let mut packages = vec![("the page".to_owned(), root().to_owned())];
    for folder in fs::read_dir(root().join("crates"))? {
        let folder = folder?;
        let name = folder.file_name().to_string_lossy().into_owned();
        packages.push((name, folder.path()));
    }
    packages[1..].sort();
    for name in ["calibration", "fuzz", "xtask"] {
        packages.push((name.to_owned(), root().join(name)));
    }
    println!(
        "{:<16}{:>6}{:>8}{:>14}{:>8}",
        "", "files", "lines", "with tests", "lines"
    );
    let mut all = [Size::default(); 2];
    for (name, folder) in packages {
        let [code, tests] = sizes(&folder)?;
        let row = [code.files, code.lines, tests.files, tests.lines];
        print_row(&name, row);
        for (sum, size) in all.iter_mut().zip([code, tests]) {
            sum.files += size.files;
            sum.lines += size.lines;
        }
    }
    let [code, tests] = all;
    print_row("all", [code.files, code.lines, tests.files, tests.lines]);
    Ok(())
}

fn print_row(name: &str, [files, lines, tests, test_lines]: [usize; 4]) {
    println!("{name:<16}{files:>6}{lines:>8}{tests:>14}{test_lines:>8}");
}

/// The size of a package's code, and that of its tests. Tests are its folder `tests`, files of this
/// name, and modules of this name at the end of a file.
fn sizes(package: &Path) -> Result<[Size; 2]> {
    let mut size = [Size::default(); 2];
    for file in rust_files(&package.join("src"))? {
        let text = fs::read_to_string(&file)?;
        let [code, tests] = lines(&text);
        if file.ends_with("tests.rs") {
            size[1].add(code + tests);
        } else {
            size[0].add(code);
            size[1].add(tests);
        }
    }
    for file in rust_files(&package.join("tests"))? {
        size[1].add(fs::read_to_string(file)?.lines().count());
    }
    Ok(size)
}

/// Lines of a file before its module of tests, and those of that module.
fn lines(text: &str) -> [usize; 2] {
    let all = text.lines().count();
    let code = text
        .split_once("#[cfg(test)]\nmod tests {")
        .map_or(all, |(code, _)| code.lines().count());
    [code, all - code]
}

/// The Rust files of a folder and of those within it, in the order of their names; none where there
/// is no folder.
fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A flow: its title, for each hop the name of the file that it goes through, and the stated number
/// of hops.
#[derive(Debug, PartialEq)]
struct Flow<'a> {
    title: &'a str,
    hops: Vec<&'a str>,
    stated: usize,
}

/// The flows of ARCHITECTURE.md.
fn flows(text: &str) -> Vec<Flow<'_>> {
    let section = text.split_once(HEADING).map_or("", |(_, after)| after);
    let section = section.split("\n#").next().unwrap_or_default();
    let listed = section.lines().filter_map(|line| {
        let (_, line) = line.split_once(". *")?;
        let (title, line) = line.split_once(".* ")?;
        let (line, stated) = line.rsplit_once(": ").unwrap_or((line, ""));
        let stated = stated.split(' ').next().unwrap_or_default();
        Some(Flow {
            title,
            hops: line.split(" → ").map(name).collect(),
            stated: stated.parse().unwrap_or_default(),
        })
    });
    listed.collect()
}

/// The name of a hop's file, without what is done there.
fn name(hop: &str) -> &str {
    hop.split('`').nth(1).unwrap_or(hop)
}

/// Prints a flow, each hop with its link to an earlier one as far as the code shows it. A hop
/// without one is called by code between them, such as the page's loop.
fn print_flow(flow: &Flow, aim: usize) -> Result<()> {
    let found = files(flow)?;
    let hops = hops(&found);
    ensure!(
        hops == flow.stated,
        "ARCHITECTURE.md says that `{}` has {} hops; it lists {hops}",
        flow.title,
        flow.stated
    );
    let verdict = if hops <= aim { "met" } else { "not met" };
    println!(
        "\n{}: {hops} hops outside the cost model (aim: {aim}, {verdict})",
        flow.title
    );
    for (at, hop) in flow.hops.iter().enumerate() {
        println!("  {hop:<44}{}", link(flow, &found, at)?);
    }
    Ok(())
}

/// The file of each hop.
fn files(flow: &Flow) -> Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = Vec::new();
    for name in &flow.hops {
        let path = find(name, &found);
        let path = path.with_context(|| format!("{}: there is no file {name}", flow.title))?;
        ensure!(!found.contains(&path), "{}: {name} twice", flow.title);
        found.push(path);
    }
    Ok(found)
}

/// Number of files outside the cost model.
fn hops(files: &[PathBuf]) -> usize {
    let model = root().join("crates/cost");
    let outside = files.iter().filter(|path| !path.starts_with(&model));
    outside.count()
}

/// The link of a hop to the latest earlier one whose code names it, or whose module it names.
fn link(flow: &Flow, found: &[PathBuf], at: usize) -> Result<String> {
    for before in (0..at).rev() {
        let name = flow.hops[before];
        if names_next(&found[before], &found[at])? {
            return Ok(format!("named by {name}"));
        }
        if names_next(&found[at], &found[before])? {
            return Ok(format!("names {name}"));
        }
    }
    Ok(String::new())
}

/// The file of a name. It is looked up from this repository's folder, from `src/`, from `crates/`,
/// or beside an earlier hop. A function of a crate is in its `lib.rs`.
fn find(name: &str, earlier: &[PathBuf]) -> Option<PathBuf> {
    if let Some((package, _)) = name.split_once("::") {
        let library = root().join("crates").join(package).join("src/lib.rs");
        return library.is_file().then_some(library);
    }
    let folders = ["", "src", "crates"].map(|folder| root().join(folder));
    let beside = earlier.iter().rev();
    let beside = beside.filter_map(|path| Some(path.parent()?.to_owned()));
    let mut paths = folders.into_iter().chain(beside);
    paths.find_map(|folder| Some(folder.join(name)).filter(|path| path.is_file()))
}

/// Returns true if the code of one hop names the module or crate of the next.
fn names_next(hop: &Path, next: &Path) -> Result<bool> {
    let text = fs::read_to_string(hop)?;
    let names = module_names(next);
    Ok(names.iter().any(|name| is_path_part(&text, name)))
}

/// Returns true if the code has a path with this module or crate in it, or imports it.
fn is_path_part(text: &str, name: &str) -> bool {
    let code = text.lines().map(str::trim_start);
    let mut code = code.filter(|line| !line.starts_with("//"));
    code.any(|line| {
        let is_import = line.starts_with("use ") || line.contains(" use ");
        line.match_indices(name).any(|(at, _)| {
            let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
            is_whole && (is_import || after.starts_with("::"))
        })
    })
}

/// The names by which code speaks of a file: its module, or its crate.
fn module_names(path: &Path) -> Vec<String> {
    let path = path.strip_prefix(root()).unwrap_or(path);
    let names = path.components().map(|part| {
        let part = part.as_os_str().to_string_lossy();
        part.trim_end_matches(".rs").replace('-', "_")
    });
    let mut names =
        names.filter(|name| !["src", "crates", "mod", "lib", "main"].contains(&&**name));
    names.next_back().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flows_are_read_from_the_section_of_this_name() {
        let text = "# A\n\n### Three flows\n\n1. *Slider → bar.* `a.rs` → `b/c.rs` (locks, `c`: d) → \
                    `d::e`: 2 hops.\n2. *Link.* `g.rs` → `h.rs`.\n\n### How\n\n3. *No.* `i.rs`.\n";
        let flow = |title, hops, stated| Flow {
            title,
            hops,
            stated,
        };
        assert_eq!(
            flows(text),
            [
                flow("Slider → bar", vec!["a.rs", "b/c.rs", "d::e"], 2),
                flow("Link", vec!["g.rs", "h.rs"], 0),
            ]
        );
    }

    #[test]
    fn every_file_of_a_flow_is_here() {
        let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
        let flows = flows(&text);
        assert_eq!(flows.len(), AIMS.len());
        for (flow, aim) in flows.iter().zip(AIMS) {
            print_flow(flow, aim).unwrap();
            assert!(flow.hops.len() > 3, "{flow:?}");
        }
    }

    #[test]
    fn a_module_of_tests_is_no_code() {
        let text = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n";
        assert_eq!(lines(text), [2, 4]);
        assert_eq!(lines("fn a() {}\n"), [1, 0]);
        let [code, tests] = sizes(&root().join("crates/cost")).unwrap();
        assert!(code.files > 50 && tests.lines > 1_000, "{code:?} {tests:?}");
    }

    #[test]
    fn a_module_is_named_in_paths_and_imports_alone() {
        let is_named = |code| is_path_part(code, "update");
        assert!(is_named("    update::run(page);"));
        assert!(is_named("pub(super) use state::{State, update};"));
        assert!(!is_named(
            "// update::run\npage.update(event);\nupdates::run();"
        ));
    }

    #[test]
    fn a_file_is_spoken_of_by_its_module_or_crate() {
        let name = |path: &str| module_names(&root().join(path));
        assert_eq!(name("src/panels/memory/mod.rs"), ["memory"]);
        assert_eq!(name("src/app/drawn.rs"), ["drawn"]);
        assert_eq!(name("crates/search-worker"), ["search_worker"]);
        assert_eq!(name("crates/cost/src/lib.rs"), ["cost"]);
    }
}
