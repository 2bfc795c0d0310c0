//! The files of this repository, and the docs at their head.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::programs::root;

/// Folders that are built or installed.
const BUILT: [&str; 5] = ["target", "node_modules", "dist", "dist-single", ".git"];

/// The files and folders of this repository, relative to its root.
pub(super) struct Files {
    /// Files, and folders with a slash at their end.
    pub(super) paths: Vec<String>,
}

impl Files {
    pub(super) fn read() -> Result<Self> {
        let mut paths = Vec::new();
        collect(root(), "", &mut paths)?;
        Ok(Self { paths })
    }

    /// Rust files below a folder.
    pub(super) fn rust<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        let paths = self.paths.iter().map(String::as_str);
        paths.filter(move |path| path.starts_with(folder) && path.ends_with(".rs"))
    }
}

fn collect(folder: &Path, path: &str, paths: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type()?.is_dir() {
            paths.push(format!("{path}{name}"));
        } else if !BUILT.contains(&&*name) {
            let path = format!("{path}{name}/");
            collect(&entry.path(), &path, paths)?;
            paths.push(path);
        }
    }
    Ok(())
}

/// The text of a file of this repository.
pub(super) fn read(path: &str) -> Result<String> {
    let file: PathBuf = root().join(path);
    fs::read_to_string(&file).with_context(|| format!("{path} cannot be read"))
}

/// The docs at the head of a Rust file, without their marks.
pub(super) fn module_docs(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map_while(|line| line.strip_prefix("//!"))
}
