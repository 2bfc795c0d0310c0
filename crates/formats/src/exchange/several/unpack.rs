//! Files of a zip archive.
//!
//! The archive's directory is read here and its files by `miniz_oxide`, which stops at a number of
//! bytes: the crate `zip` has 130 kB more in the page's worker.
//!
//! Source of the layout: PKWARE, APPNOTE 6.3.10, sections 4.3.7, 4.3.12, 4.3.16.

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::{NamedFile, is_shown};
use crate::import::budget::{ITEM, ReadBudget};
use crate::import::imported::{ImportRefusal, LARGEST, MOST_FILES};

/// Most bytes of an archive, and of the files in it that are unpacked: the texts of a run have some
/// tens of thousands.
pub const MOST_ZIPPED: usize = 1 << 23;

/// The sign with which an archive begins.
const BEGIN: &[u8] = b"PK\x03\x04";
/// The sign of an entry of the directory.
const ENTRY: &[u8] = b"PK\x01\x02";
/// The sign of the end of the directory.
const END: &[u8] = b"PK\x05\x06";
/// Bytes of the directory's end without its comment, of an entry and of a file's head without names.
const LENGTHS: [usize; 3] = [22, 46, 30];
/// Bytes of the longest comment.
const COMMENT: usize = 0xffff;

/// The files of a zip archive; `None` if the bytes are none. Folders, hidden files and what is longer
/// than any text are left out or have no text.
///
/// ```
/// use formats::import::{ReadBudget, unzipped};
/// assert_eq!(unzipped(b"TP=2", &ReadBudget::new()), None);
/// ```
///
/// # Errors
/// If the archive is broken, has too many files or bytes in them, or takes too much work.
#[must_use]
pub fn unzipped(
    bytes: &[u8],
    budget: &ReadBudget,
) -> Option<Result<Vec<NamedFile>, ImportRefusal>> {
    bytes.starts_with(BEGIN).then(|| files(bytes, budget))
}

/// Files by their paths and bytes, with those of archives in their place. Bytes are absent if they are
/// more than [`MOST_ZIPPED`] or cannot be read.
///
/// # Errors
/// If there are too many files, or an archive cannot be unpacked.
pub fn gathered(
    files: Vec<(String, Option<Vec<u8>>)>,
    budget: &ReadBudget,
) -> Result<Vec<NamedFile>, ImportRefusal> {
    let mut gathered = Vec::new();
    for (path, bytes) in files {
        match bytes.as_ref().and_then(|bytes| unzipped(bytes, budget)) {
            Some(unpacked) => gathered.extend(unpacked?),
            None => gathered.push(match bytes {
                Some(bytes) => NamedFile::of(&path, bytes),
                None => NamedFile { path, text: None },
            }),
        }
        if gathered.len() > MOST_FILES {
            return Err(ImportRefusal::TooManyFiles);
        }
    }
    Ok(gathered)
}

fn files(bytes: &[u8], budget: &ReadBudget) -> Result<Vec<NamedFile>, ImportRefusal> {
    let (count, mut at) = directory(bytes).ok_or(ImportRefusal::BrokenZip)?;
    let mut files = Vec::new();
    let mut left = MOST_ZIPPED;
    for _ in 0..count {
        budget.charge(ITEM, || None)?;
        let entry = Entry::at(bytes, at).ok_or(ImportRefusal::BrokenZip)?;
        at = entry.end;
        if entry.path.ends_with('/') || !is_shown(&entry.path) {
            continue;
        }
        if files.len() == MOST_FILES {
            return Err(ImportRefusal::TooManyFiles);
        }
        budget.charge(entry.path.len(), || None)?;
        let text = if entry.size > LARGEST {
            None
        } else {
            left = left
                .checked_sub(entry.size)
                .ok_or(ImportRefusal::LargeZip)?;
            budget.charge(entry.packed.saturating_add(entry.size), || None)?;
            let content = entry.content(bytes).ok_or(ImportRefusal::BrokenZip)?;
            String::from_utf8(content).ok()
        };
        let path = entry.path;
        files.push(NamedFile { path, text });
    }
    Ok(files)
}

/// The number of entries of the directory, and the byte where it begins.
fn directory(bytes: &[u8]) -> Option<(usize, usize)> {
    let from = bytes.len().saturating_sub(COMMENT + LENGTHS[0]);
    let tail = bytes.get(from..)?;
    let end = tail.windows(END.len()).rposition(|part| part == END)? + from;
    bytes.get(end..end.checked_add(LENGTHS[0])?)?;
    Some((short(bytes, end + 10)?, long(bytes, end + 16)?))
}

/// An entry of the directory.
struct Entry {
    path: String,
    /// The method of packing.
    method: usize,
    /// Bytes in the archive.
    packed: usize,
    /// Bytes of the file.
    size: usize,
    /// The byte where the file's head begins.
    head: usize,
    /// The byte behind the entry.
    end: usize,
}

impl Entry {
    fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let is_entry = bytes.get(at..)?.starts_with(ENTRY);
        let is_encrypted = short(bytes, at + 8)? & 1 == 1;
        if !is_entry || is_encrypted {
            return None;
        }
        let [name, extra, comment] = [28, 30, 32].map(|place| short(bytes, at + place));
        let begin = at + LENGTHS[1];
        let end = begin.checked_add(name?)?;
        let path = String::from_utf8_lossy(bytes.get(begin..end)?);
        Some(Self {
            path: path.replace('\\', "/"),
            method: short(bytes, at + 10)?,
            packed: long(bytes, at + 20)?,
            size: long(bytes, at + 24)?,
            head: long(bytes, at + 42)?,
            end: end + extra? + comment?,
        })
    }

    /// The bytes of the file: as many as the directory says, or none.
    fn content(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let head = bytes.get(self.head..)?;
        if !head.starts_with(BEGIN) {
            return None;
        }
        let begin = LENGTHS[2] + short(head, 26)? + short(head, 28)?;
        let packed = head.get(begin..begin.checked_add(self.packed)?)?;
        let content = match self.method {
            0 => packed.to_vec(),
            8 => decompress_to_vec_with_limit(packed, self.size).ok()?,
            _ => return None,
        };
        (content.len() == self.size).then_some(content)
    }
}

/// The number of two bytes, the least first.
fn short(bytes: &[u8], at: usize) -> Option<usize> {
    let part = bytes.get(at..at.checked_add(2)?)?;
    Some(usize::from(u16::from_le_bytes(part.try_into().ok()?)))
}

/// The number of four bytes, the least first.
fn long(bytes: &[u8], at: usize) -> Option<usize> {
    let part = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(part.try_into().ok()?)).ok()
}
