//! The other files that are read with a script.

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
}

impl Sources {
    /// Files, each a path with a text.
    #[must_use]
    pub const fn new(files: Vec<(String, String)>) -> Self {
        Self { files }
    }

    /// The text of the file that a path of a script names: that whose path shares most of its last
    /// parts, at least the name of the file. `None` if there is none, or more than one.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<&str> {
        let shared = |file: &str| {
            let pairs = parts(file).zip(parts(path));
            pairs.take_while(|(one, other)| one == other).count()
        };
        let most = self.files.iter().map(|(file, _)| shared(file)).max()?;
        let mut found = self.files.iter().filter(|(file, _)| shared(file) == most);
        let (_, text) = found.next().filter(|_| most > 0)?;
        found.next().is_none().then_some(text)
    }
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
