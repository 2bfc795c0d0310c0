//! Finds files whose modules import each other in a circle, and folders that do.
//!
//! The folders are those beside the first file of a library or program, each with all below it.
//!
//! A module depends on those that define what it names. A name that is re-exported by `pub use`
//! counts for the module that defines it, not for the ones that it passes. Declaring a module, or
//! re-exporting its names, is no dependency. Code that is compiled for tests alone is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Item, ItemUse, UseTree, Visibility};

use crate::programs::{package_folders, root};

/// Imports that are followed to find where a name comes from: more is a circle of re-exports.
const MOST_STEPS: usize = 16;

/// Checks that no file and no folder of any program or library of this workspace is in a circle.
pub fn check() -> Result<()> {
    let mut files = 0;
    let mut circles = Vec::new();
    for start in starts()? {
        let tree = Tree::read(&start)?;
        files += tree.modules.len();
        circles.extend(tree.circles());
    }
    ensure!(files > 100, "only {files} files were found");
    if circles.is_empty() {
        println!(
            "{files} files, none of which import each other in a circle, nor do their folders"
        );
        return Ok(());
    }
    for circle in &circles {
        println!("These import each other:\n{circle}");
    }
    bail!(
        "{} circles; the list above names the files in them",
        circles.len()
    )
}

/// The files at which libraries and programs begin.
fn starts() -> Result<Vec<PathBuf>> {
    let mut folders = package_folders()?;
    folders.sort();
    let files = folders
        .iter()
        .flat_map(|folder| ["src/lib.rs", "src/main.rs"].map(|file| folder.join(file)));
    Ok(files.filter(|file| file.exists()).collect())
}

/// Files of all libraries and programs of this workspace, without those that are compiled for tests
/// alone.
pub fn files() -> Result<BTreeSet<PathBuf>> {
    let mut files = BTreeSet::new();
    for start in starts()? {
        let tree = Tree::read(&start)?;
        files.extend(tree.modules.into_iter().map(|module| module.file));
    }
    Ok(files)
}

/// Names that modules import, by the importing module and the one that defines them.
type Imports = BTreeMap<(usize, usize), BTreeSet<String>>;

/// The modules of one library or program.
struct Tree {
    modules: Vec<Module>,
}

/// A module in a separate file.
struct Module {
    file: PathBuf,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// Names that it brings into its scope, with the paths that they stand for.
    imports: BTreeMap<String, Vec<String>>,
    /// Modules from which it imports everything.
    globs: Vec<Vec<String>>,
    /// Names that it re-exports.
    handed_on: BTreeSet<String>,
    /// Names of the items that it defines itself.
    defined: BTreeSet<String>,
    /// Paths and single names of its code, imports aside.
    paths: BTreeSet<Vec<String>>,
}

impl Tree {
    /// Reads the modules that begin at a file.
    fn read(start: &Path) -> Result<Self> {
        let mut tree = Self {
            modules: Vec::new(),
        };
        tree.read_module(start, None)?;
        Ok(tree)
    }

    fn read_module(&mut self, file: &Path, parent: Option<usize>) -> Result<usize> {
        let text = fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let code = syn::parse_file(&text)
            .with_context(|| format!("{} cannot be parsed", file.display()))?;
        let (module, declared) = Module::of(file, parent, &code.items);
        let index = self.modules.len();
        self.modules.push(module);
        for name in declared {
            let child = file_of(file, &name)?;
            let child = self.read_module(&child, Some(index))?;
            self.modules[index].children.insert(name, child);
        }
        Ok(index)
    }

    /// The circles of files and of folders, each as text: a line for each import in it.
    fn circles(&self) -> Vec<String> {
        let imports = self.imports();
        let mut circles = self.circles_of(&imports, |module| module);
        if circles.is_empty() {
            circles = self.circles_of(&imports, |module| self.folder(module));
        }
        circles
    }

    /// The names that each module imports from each other one.
    fn imports(&self) -> Imports {
        let mut names = Imports::new();
        for (index, module) in self.modules.iter().enumerate() {
            for path in module.used() {
                let Some(target) = self.defines(index, &path, 0).filter(|it| *it != index) else {
                    continue;
                };
                let name = path.last().cloned().unwrap_or_default();
                names.entry((index, target)).or_default().insert(name);
            }
        }
        names
    }

    /// The module beside the first file in whose folder a module is.
    fn folder(&self, module: usize) -> usize {
        match self.modules[module].parent {
            None | Some(0) => module,
            Some(parent) => self.folder(parent),
        }
    }

    /// The circles of groups of modules, by the group of each.
    fn circles_of(&self, names: &Imports, group: impl Fn(usize) -> usize) -> Vec<String> {
        let edges = names.keys().map(|(from, to)| (group(*from), group(*to)));
        let edges = edges.filter(|(from, to)| from != to);
        let graph: DiGraphMap<usize, ()> = DiGraphMap::from_edges(edges);
        let circles = tarjan_scc(&graph).into_iter();
        let circles = circles.filter(|groups| groups.len() > 1);
        circles
            .map(|groups| {
                let is_inside = |module: usize| groups.contains(&group(module));
                let inside = names.iter().filter(|((from, to), _)| {
                    is_inside(*from) && is_inside(*to) && group(*from) != group(*to)
                });
                let lines = inside.map(|((from, to), names)| {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let (from, to) = (self.shown(*from), self.shown(*to));
                    format!("  {from} -> {to}: {}\n", names.join(", "))
                });
                lines.collect()
            })
            .collect()
    }

    fn shown(&self, module: usize) -> String {
        let file = &self.modules[module].file;
        let file = file.strip_prefix(root()).unwrap_or(file);
        file.display().to_string()
    }

    /// The module that defines what a path means in a module; `None` for another crate's, and for a
    /// module itself.
    fn defines(&self, module: usize, path: &[String], steps: usize) -> Option<usize> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.defines_in(0, rest, steps),
            "self" => self.defines_in(module, rest, steps),
            "super" => self.defines_in(self.modules[module].parent?, rest, steps),
            _ => self.defines_in(module, path, steps),
        }
    }

    fn defines_in(&self, module: usize, path: &[String], steps: usize) -> Option<usize> {
        let here = &self.modules[module];
        let (first, rest) = path.split_first()?;
        if first == "super" {
            return self.defines_in(here.parent?, rest, steps);
        }
        if let Some(child) = here.children.get(first) {
            return self.defines_in(*child, rest, steps);
        }
        if here.defined.contains(first) {
            return Some(module);
        }
        if steps == MOST_STEPS {
            return None;
        }
        if let Some(import) = here.imports.get(first) {
            let whole: Vec<String> = import.iter().chain(rest).cloned().collect();
            // `use name::…` of another crate has the crate's own name in front.
            return if import.first() == Some(first) && import.len() == 1 {
                None
            } else {
                self.defines(module, &whole, steps + 1)
            };
        }
        here.globs.iter().find_map(|glob| {
            let whole: Vec<String> = glob.iter().chain(path).cloned().collect();
            self.defines(module, &whole, steps + 1)
        })
    }
}

/// File of a module's child.
fn file_of(file: &Path, name: &str) -> Result<PathBuf> {
    let stem = file.file_stem().context("a file without a name")?;
    let folder = file.parent().context("a file without a folder")?;
    let folder = match stem.to_str() {
        Some("lib" | "main" | "mod") => folder.to_owned(),
        _ => folder.join(stem),
    };
    let inside = folder.join(name).join("mod.rs");
    Ok(if inside.exists() {
        inside
    } else {
        folder.join(name).with_extension("rs")
    })
}

impl Module {
    /// A module of these items, and the modules that it declares.
    fn of(file: &Path, parent: Option<usize>, items: &[Item]) -> (Self, Vec<String>) {
        let mut module = Self {
            file: file.to_owned(),
            parent,
            children: BTreeMap::new(),
            imports: BTreeMap::new(),
            globs: Vec::new(),
            handed_on: BTreeSet::new(),
            defined: BTreeSet::new(),
            paths: BTreeSet::new(),
        };
        let mut declared = Vec::new();
        for item in items.iter().filter(|item| !is_for_tests(item)) {
            match item {
                Item::Use(import) => module.import(import),
                Item::Mod(child) if child.content.is_none() => {
                    declared.push(child.ident.to_string());
                }
                _ => {
                    module.defined.extend(name_of(item));
                    collect(item.to_token_stream(), &mut module.paths);
                }
            }
        }
        (module, declared)
    }

    fn import(&mut self, import: &ItemUse) {
        let is_public = !matches!(import.vis, Visibility::Inherited);
        self.import_tree(&import.tree, &mut Vec::new(), is_public);
    }

    fn import_tree(&mut self, tree: &UseTree, before: &mut Vec<String>, is_public: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import_tree(&path.tree, before, is_public);
                before.pop();
            }
            UseTree::Name(name) if name.ident == "self" => {
                let name = before.last().cloned().unwrap_or_default();
                self.bring_in(name, before.clone(), is_public);
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                let path = before.iter().cloned().chain([name.clone()]);
                self.bring_in(name, path.collect(), is_public);
            }
            UseTree::Rename(renamed) => {
                let path = before.iter().cloned().chain([renamed.ident.to_string()]);
                self.bring_in(renamed.rename.to_string(), path.collect(), is_public);
            }
            UseTree::Glob(_) => self.globs.push(before.clone()),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import_tree(tree, before, is_public);
                }
            }
        }
    }

    fn bring_in(&mut self, name: String, path: Vec<String>, is_public: bool) {
        if is_public {
            self.handed_on.insert(name.clone());
        }
        self.imports.insert(name, path);
    }

    /// The paths that it uses: those in its code, and what it imports for itself.
    fn used(&self) -> impl Iterator<Item = Vec<String>> {
        let imported = self.imports.iter();
        let imported = imported.filter(|(name, _)| !self.handed_on.contains(*name));
        let imported = imported.map(|(_, path)| path.clone());
        self.paths.iter().cloned().chain(imported)
    }
}

/// True if an item is compiled for tests alone.
pub fn is_for_tests(item: &Item) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg") && attribute.to_token_stream().to_string().contains("test")
    };
    attributes(item).iter().any(is_test)
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The name of what an item defines.
fn name_of(item: &Item) -> Option<String> {
    Some(
        match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Macro(item) => item.ident.as_ref()?,
            Item::Mod(item) => &item.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            _ => return None,
        }
        .to_string(),
    )
}

/// Collects every path of a code, `a::b::c`, and every single name, macros' arguments included.
fn collect(code: TokenStream, paths: &mut BTreeSet<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in code {
        match token {
            TokenTree::Ident(name) => {
                if colons != 2 && !path.is_empty() {
                    paths.insert(std::mem::take(&mut path));
                }
                path.push(name.to_string());
                colons = 0;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
            other => {
                if !path.is_empty() {
                    paths.insert(std::mem::take(&mut path));
                }
                colons = 0;
                if let TokenTree::Group(group) = other {
                    collect(group.stream(), paths);
                }
            }
        }
    }
    if !path.is_empty() {
        paths.insert(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree of modules that are all beside their parent.
    fn tree(modules: &[(&str, &str)]) -> Tree {
        let mut tree = Tree {
            modules: Vec::new(),
        };
        for (name, text) in modules {
            let code = syn::parse_file(text).expect("code");
            let parent = (!tree.modules.is_empty()).then_some(0);
            let (module, _) = Module::of(Path::new(name), parent, &code.items);
            let index = tree.modules.len();
            tree.modules.push(module);
            if index > 0 {
                tree.modules[0].children.insert((*name).to_owned(), index);
            }
        }
        tree
    }

    #[test]
    fn files_that_import_each_other_are_found() {
        let circles = tree(&[
            ("lib", "mod one; mod other;"),
            ("one", "use super::other::Thing; pub struct Part(Thing);"),
            (
                "other",
                "pub struct Thing; fn of(part: &crate::one::Part) {}",
            ),
        ])
        .circles();
        assert_eq!(circles, ["  one -> other: Thing\n  other -> one: Part\n"]);
    }

    #[test]
    fn a_parent_that_works_with_its_child_is_in_a_circle_with_it() {
        let modules = |code: &'static str| tree(&[("lib", code), ("one", "use crate::Whole;")]);
        let circle = modules("mod one; use one::make; pub struct Whole; fn all() { make(); }");
        assert_eq!(circle.circles().len(), 0, "one defines no `make`");
        let circle = tree(&[
            (
                "lib",
                "mod one; pub struct Whole; fn all() { one::make(); }",
            ),
            ("one", "use crate::Whole; pub fn make() {}"),
        ]);
        assert_eq!(
            circle.circles(),
            ["  lib -> one: make\n  one -> lib: Whole\n"]
        );
    }

    #[test]
    fn a_name_counts_for_the_module_that_defines_it() {
        let facade = tree(&[
            (
                "lib",
                "mod one; mod other; pub use one::Part; pub use other::*;",
            ),
            ("one", "use crate::Thing; pub struct Part(Thing);"),
            ("other", "pub struct Thing;"),
        ]);
        assert!(facade.circles().is_empty());
        let circle = tree(&[
            (
                "lib",
                "mod one; mod other; pub use one::Part; pub use other::*;",
            ),
            ("one", "use crate::Thing; pub struct Part(Thing);"),
            ("other", "pub struct Thing; fn of(part: &super::Part) {}"),
        ]);
        assert_eq!(
            circle.circles(),
            ["  one -> other: Thing\n  other -> one: Part\n"]
        );
    }

    #[test]
    fn folders_that_import_each_other_are_found() {
        let mut tree = tree(&[
            ("lib", "mod one; mod other;"),
            ("one", "mod inner; pub struct Part;"),
            (
                "other",
                "pub struct Thing; fn of(part: &crate::one::Part) {}",
            ),
        ]);
        assert!(tree.circles().is_empty());
        let code = syn::parse_file("use crate::other::Thing;").expect("code");
        let (inner, _) = Module::of(Path::new("inner"), Some(1), &code.items);
        tree.modules.push(inner);
        tree.modules[1].children.insert("inner".to_owned(), 3);
        let circle = "  other -> one: Part\n  inner -> other: Thing\n";
        assert_eq!(tree.circles(), [circle]);
    }

    #[test]
    fn what_tests_import_does_not_count() {
        let tested = tree(&[
            ("lib", "mod one; mod other;"),
            ("one", "pub struct Part;"),
            (
                "other",
                "pub struct Thing; #[cfg(test)] mod tests { use crate::one::Part; }",
            ),
        ]);
        assert!(tested.circles().is_empty());
    }
}
