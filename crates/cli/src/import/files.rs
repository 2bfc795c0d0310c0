//! The files of an import: those that are named, those of a folder, those of a zip archive.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use formats::import::{
    ImportRefusal, LARGEST, MOST_FILES, MOST_ZIPPED, NamedFile, ReadBudget, gathered, is_shown,
    unzipped,
};

/// The file that stands for standard input.
pub(super) const INPUT: &str = "-";

/// A file that cannot be read, by its path.
pub(super) struct Unreadable {
    pub(super) path: String,
    pub(super) error: io::Error,
}

type Found<T> = Result<T, Unreadable>;

/// A path with the bytes of its file, unless it has too many.
type FileBytes = (String, Option<Vec<u8>>);

/// True if a path is that of a folder or of a zip archive, by its first bytes.
pub(super) fn has_several(path: &str) -> Found<bool> {
    if path == INPUT {
        return Ok(false);
    }
    let found = Path::new(path);
    if found.is_dir() {
        return Ok(true);
    }
    if !found.is_file() {
        return Ok(false);
    }
    let bytes = bytes(path, 4)?;
    Ok(unzipped(&bytes, &ReadBudget::new()).is_some())
}

/// The files of these paths, with those of folders and archives in their place.
///
/// # Errors
/// If a file cannot be read. A refusal is inside.
pub(super) fn files(
    paths: &[&str],
    budget: &ReadBudget,
) -> Found<Result<Vec<NamedFile>, ImportRefusal>> {
    let mut files = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            folder(Path::new(path), path, &mut files)?;
        } else {
            files.push(((*path).to_owned(), whole(path)?));
        }
    }
    Ok(gathered(files, budget))
}

/// Adds the files of a folder and of those in it, by name. Hidden ones are left out, and links to
/// folders are not followed. Stops behind the most files that are read.
fn folder(folder: &Path, name: &str, files: &mut Vec<FileBytes>) -> Found<()> {
    let unreadable = |error| Unreadable {
        path: name.to_owned(),
        error,
    };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = entries
        .collect::<io::Result<Vec<_>>>()
        .map_err(unreadable)?;
    paths.sort();
    for path in paths {
        let inside = path.to_string_lossy().into_owned();
        let last = path.file_name().map(|name| name.to_string_lossy());
        if files.len() > MOST_FILES || !last.is_some_and(|name| is_shown(&name)) {
            continue;
        }
        if path.is_dir() && !path.is_symlink() {
            self::folder(&path, &inside, files)?;
        } else if path.is_file() {
            let bytes = whole(&inside)?;
            files.push((inside, bytes));
        }
    }
    Ok(())
}

/// The bytes of a file; `None` if they are more than those of any text, or of an archive.
fn whole(path: &str) -> Found<Option<Vec<u8>>> {
    let is_long = |bytes: &Vec<u8>| bytes.len() > LARGEST;
    let short = bytes(path, LARGEST as u64 + 1)?;
    if !is_long(&short) {
        return Ok(Some(short));
    }
    let is_archive = unzipped(&short, &ReadBudget::new()).is_some();
    if path == INPUT || !is_archive {
        return Ok(None);
    }
    let long = bytes(path, MOST_ZIPPED as u64 + 1)?;
    Ok(Some(long).filter(|bytes| bytes.len() <= MOST_ZIPPED))
}

/// The first bytes of a file.
fn bytes(path: &str, most: u64) -> Found<Vec<u8>> {
    let mut bytes = Vec::new();
    let file: io::Result<Box<dyn Read>> = match path {
        INPUT => Ok(Box::new(io::stdin().lock())),
        path => File::open(path).map(|file| Box::new(file) as Box<dyn Read>),
    };
    let read = file.and_then(|file| file.take(most).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Unreadable {
            path: path.to_owned(),
            error,
        }),
    }
}
