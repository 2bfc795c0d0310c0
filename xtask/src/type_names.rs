//! Finds public types of one name that can meet in a file: in one crate, or in crates of which one
//! depends on the other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use syn::{Attribute, Ident, Item, Meta, Visibility};

use crate::programs::{package_folders, root};

/// A package's types.
#[derive(Default)]
struct Package {
    /// Packages whose public types it can import.
    dependencies: BTreeSet<String>,
    types: Vec<Type>,
}

/// A type that other files can import.
struct Type {
    name: String,
    /// The file that defines it.
    file: String,
    /// True if other crates can import it.
    is_for_all: bool,
}

/// Checks that public type names are unique in every package and its direct dependencies.
pub fn check() -> Result<()> {
    let mut packages = BTreeMap::new();
    for folder in package_folders()? {
        let (name, package) = read(&folder)?;
        packages.insert(name, package);
    }
    let count: usize = packages.values().map(|package| package.types.len()).sum();
    ensure!(count > 300, "only {count} types were found");
    let duplicates = duplicates(&packages);
    ensure!(
        duplicates.is_empty(),
        "types of one name can meet in a file; rename the narrower one:\n{}",
        duplicates.into_values().collect::<String>()
    );
    println!("{count} types, none of which can meet another of its name");
    Ok(())
}

/// Names that stand more than once, each with its files.
fn duplicates(packages: &BTreeMap<String, Package>) -> BTreeMap<String, String> {
    let mut duplicates = BTreeMap::new();
    for package in packages.values() {
        let imported = package
            .dependencies
            .iter()
            .filter_map(|it| packages.get(it));
        let imported = imported.flat_map(|it| it.types.iter().filter(|it| it.is_for_all));
        let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for it in &package.types {
            files.entry(&it.name).or_default().push(&it.file);
        }
        for it in imported {
            if let Some(files) = files.get_mut(it.name.as_str()) {
                files.push(&it.file);
            }
        }
        for (name, files) in files.into_iter().filter(|(_, files)| files.len() > 1) {
            let line = format!("  {name}: {}\n", files.join(", "));
            duplicates.insert(name.to_owned(), line);
        }
    }
    duplicates
}

/// Reads a package: its name, its dependencies and its types.
fn read(folder: &Path) -> Result<(String, Package)> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml"))
        .with_context(|| format!("{} has no Cargo.toml", folder.display()))?;
    let name = manifest
        .lines()
        .find_map(|line| line.strip_prefix("name = "));
    let name = name.context("a package without a name")?.trim_matches('"');
    // Dependencies are named by their library.
    let name = name.strip_prefix("shardwise-").unwrap_or(name);
    let mut package = Package {
        dependencies: dependencies(&manifest),
        types: Vec::new(),
    };
    let mut files = Vec::new();
    collect(&folder.join("src"), &mut files)?;
    for file in files {
        let text = fs::read_to_string(&file)?;
        let code = syn::parse_file(&text)
            .with_context(|| format!("{} cannot be parsed", file.display()))?;
        let shown = file.strip_prefix(root()).unwrap_or(&file);
        take(
            &shown.display().to_string(),
            &code.items,
            &mut package.types,
        );
    }
    Ok((name.to_owned(), package))
}

/// The packages that a manifest names as dependencies, those for tests alone left out.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut is_in_list = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_in_list = line == "[dependencies]";
        } else if is_in_list && let Some(end) = line.find([' ', '.', '=']) {
            names.insert(line[..end].to_owned());
        }
    }
    names
}

/// Rust files of a folder, those of tests aside.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("tests.rs")
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Takes the types among a file's items, and those in its modules.
fn take(file: &str, items: &[Item], types: &mut Vec<Type>) {
    for item in items {
        let (name, visibility, attributes): (&Ident, &Visibility, &[Attribute]) = match item {
            Item::Struct(item) => (&item.ident, &item.vis, &item.attrs),
            Item::Enum(item) => (&item.ident, &item.vis, &item.attrs),
            Item::Union(item) => (&item.ident, &item.vis, &item.attrs),
            Item::Trait(item) => (&item.ident, &item.vis, &item.attrs),
            Item::Type(item) => (&item.ident, &item.vis, &item.attrs),
            Item::Mod(item) => {
                if let Some((_, items)) = &item.content
                    && !item.attrs.iter().any(is_of_tests)
                {
                    take(file, items, types);
                }
                continue;
            }
            _ => continue,
        };
        if !matches!(visibility, Visibility::Inherited) && !attributes.iter().any(is_of_tests) {
            types.push(Type {
                name: name.to_string(),
                file: file.to_owned(),
                is_for_all: matches!(visibility, Visibility::Public(_)),
            });
        }
    }
}

/// True for `#[cfg(test)]`.
fn is_of_tests(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    list.path.is_ident("cfg") && list.tokens.to_string() == "test"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A package with these dependencies and this code in one file.
    fn package(name: &str, dependencies: &[&str], code: &str) -> (String, Package) {
        let mut package = Package {
            dependencies: dependencies.iter().map(|it| (*it).to_owned()).collect(),
            types: Vec::new(),
        };
        let code = syn::parse_file(code).expect("code");
        take(&format!("{name}.rs"), &code.items, &mut package.types);
        (name.to_owned(), package)
    }

    fn found<const N: usize>(packages: [(String, Package); N]) -> Vec<String> {
        let packages = BTreeMap::from(packages);
        duplicates(&packages).into_values().collect()
    }

    #[test]
    fn a_name_that_stands_twice_in_a_crate_is_found() {
        let code = "pub(super) struct Row; mod inner { pub enum Row {} pub trait Cell {} }";
        assert_eq!(
            found([package("one", &[], code)]),
            ["  Row: one.rs, one.rs\n"]
        );
    }

    #[test]
    fn a_name_of_a_dependency_is_found_and_one_of_a_stranger_is_not() {
        let one = || package("one", &[], "pub struct Row; pub(crate) struct Own;");
        let other =
            |dependencies| package("other", dependencies, "pub type Row = u8; pub struct Own;");
        assert_eq!(
            found([one(), other(&["one"])]),
            ["  Row: other.rs, one.rs\n"]
        );
        assert!(found([one(), other(&[])]).is_empty());
    }

    #[test]
    fn private_types_and_those_of_tests_do_not_count() {
        let code =
            "pub struct Row; mod a { struct Row; } #[cfg(test)] mod tests { pub struct Row; }";
        assert!(found([package("one", &[], code)]).is_empty());
    }

    #[test]
    fn dependencies_are_read_from_a_manifest() {
        let manifest = "[package]\nname = \"one\"\n\n[dependencies]\ncost.workspace = true\n\
                        search = { workspace = true }\n\n[dev-dependencies]\ntext.workspace = true\n";
        let names: Vec<String> = dependencies(manifest).into_iter().collect();
        assert_eq!(names, ["cost", "search"]);
    }

    #[test]
    fn the_types_of_this_repository_pass() {
        check().unwrap();
    }
}
