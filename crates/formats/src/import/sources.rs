//! The other files that are read with a script.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// The files that were given with a script: those that it may source or run.
///
/// ```
/// use formats::import::Sources;
/// let sources = Sources::new(vec![("conf/m7b.sh".to_owned(), "TP=2".to_owned())]);
/// assert_eq!(sources.find("/models/conf/m7b.sh"), Some("TP=2"));
/// assert_eq!(sources.find("m7b.sh"), Some("TP=2"));
/// assert_eq!(sources.find("m13b.sh"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    files: Vec<(String, String)>,
    /// Places of the files that were found.
    used: RefCell<BTreeSet<usize>>,
}

impl Sources {
    /// Files, each a path with a text.
    #[must_use]
    pub const fn new(files: Vec<(String, String)>) -> Self {
        let used = RefCell::new(BTreeSet::new());
        Self { files, used }
    }

    /// The text of the file that a path of a script names: that whose path shares most of its last
    /// parts, at least the name of the file. `None` if there is none, or more than one.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&str> {
        let place = self.place(path)?;
        self.used.borrow_mut().insert(place);
        self.files.get(place).map(|(_, text)| text.as_str())
    }

    /// Number of files.
    pub(crate) const fn len(&self) -> usize {
        self.files.len()
    }

    /// The place of the file that [`Self::find`] finds.
    pub(crate) fn place(&self, path: &str) -> Option<usize> {
        named(self.files.iter().map(|(file, _)| file.as_str()), path)
    }

    /// The places of the files that were found since the last call.
    pub(crate) fn take_used(&self) -> BTreeSet<usize> {
        self.used.take()
    }
}

/// The place of the file that a path names: that whose path shares most of its last parts, at least
/// the name of the file. `None` if there is none, or more than one.
pub(crate) fn named<'a>(files: impl Iterator<Item = &'a str>, path: &str) -> Option<usize> {
    let (mut found, mut most) = (None, 0);
    for (place, file) in files.enumerate() {
        let shared = shared(file, path);
        if shared > most {
            (found, most) = (Some(place), shared);
        } else if shared == most {
            found = None;
        }
    }
    found
}

/// The number of last parts that two paths share.
pub(crate) fn shared(file: &str, path: &str) -> usize {
    let pairs = parts(file).zip(parts(path));
    pairs.take_while(|(one, other)| one == other).count()
}

/// The parts of a path, the last one first.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.rsplit(['/', '\\'])
        .filter(|part| !matches!(*part, "" | "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_finds_the_file_that_shares_most_of_it() {
        let file = |path: &str| (path.to_owned(), path.to_owned());
        let sources = Sources::new(vec![file("a/x.sh"), file("b/x.sh"), file("y.sh")]);
        for (path, found) in [
            ("a/x.sh", Some("a/x.sh")),
            ("/home/me/./b//x.sh", Some("b/x.sh")),
            ("x.sh", None),
            ("c/x.sh", None),
            ("c/y.sh", Some("y.sh")),
            ("", None),
            ("z.sh", None),
        ] {
            assert_eq!(sources.find(path), found, "{path}");
        }
    }
}
