//! Kinds of real files: a framework, a version of it, and a way of writing, with the values that
//! must come out.
//!
//! Each file of `tests/data/exchange/corpus/` has the kinds of a format, under whose word it is
//! named. `README.md` there has the syntax.
//!
//! Tests: `crates/formats/tests/all/corpus.rs`.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use cost::plan::Word as _;
use formats::import::Format;

/// Kinds of files of a format.
#[derive(Debug)]
pub struct Corpus {
    /// The format.
    pub format: Format,
    /// Options that change no figure, as files name them.
    pub idle: Vec<String>,
    /// Options whose figure is that of a key which another option names, and these keys.
    pub beside: Vec<(String, Vec<String>)>,
    /// The kinds.
    pub kinds: Vec<Kind>,
}

/// A kind of files.
#[derive(Debug)]
pub struct Kind {
    /// The format.
    pub format: Format,
    /// The name, which is unique in its format.
    pub name: String,
    /// The files of one run: each with its path and its text. The first one starts it.
    pub files: Vec<(String, String)>,
    facts: Vec<(String, String)>,
}

impl Kind {
    /// The words of a heading, in all of its lines.
    #[must_use]
    pub fn words(&self, heading: &str) -> Vec<&str> {
        let facts = self.facts.iter().filter(|(name, _)| name == heading);
        facts
            .flat_map(|(_, words)| words.split_whitespace())
            .collect()
    }

    /// The values of a heading by their keys.
    #[must_use]
    pub fn values(&self, heading: &str) -> Vec<(&str, &str)> {
        let words = self.words(heading).into_iter();
        words.filter_map(|word| word.split_once('=')).collect()
    }
}

/// The kinds of every format.
///
/// # Panics
/// If a file of the corpus breaks its syntax.
pub fn corpus() -> &'static [Corpus] {
    static ALL: LazyLock<Vec<Corpus>> = LazyLock::new(|| {
        let folder = super::root().join("tests/data/exchange/corpus");
        let entries = fs::read_dir(folder).expect("the corpus");
        let paths = entries.map(|entry| entry.expect("a file").path());
        let mut paths: Vec<_> = paths
            .filter(|path| path.extension().is_some_and(|end| end == "txt"))
            .collect();
        paths.sort();
        paths.iter().map(|path| read(path)).collect()
    });
    &ALL
}

/// The text of the only file of a kind.
///
/// # Panics
/// If the format has no such kind.
#[must_use]
pub fn text(format: Format, name: &str) -> &'static str {
    let kind = kinds(format).find(|kind| kind.name == name);
    let [(_, text)] = kind.expect(name).files.as_slice() else {
        panic!("{name} has several files")
    };
    text
}

/// The kinds of a format.
pub fn kinds(format: Format) -> impl Iterator<Item = &'static Kind> {
    let all = corpus()
        .iter()
        .filter(move |corpus| corpus.format == format);
    all.flat_map(|corpus| &corpus.kinds)
}

fn read(path: &Path) -> Corpus {
    let text = fs::read_to_string(path).expect("a text");
    let word = path.file_stem().and_then(|stem| stem.to_str());
    let format = word.and_then(Format::parse).expect("the word of a format");
    let mut corpus = Corpus {
        format,
        idle: Vec::new(),
        beside: Vec::new(),
        kinds: Vec::new(),
    };
    for line in text.lines() {
        let kind = corpus.kinds.last_mut();
        if let Some(name) = line.strip_prefix("== ") {
            corpus.kinds.push(Kind {
                format,
                name: name.to_owned(),
                files: Vec::new(),
                facts: Vec::new(),
            });
            continue;
        }
        match kind {
            Some(kind) if line.starts_with("-- ") => {
                kind.files.push((line[3..].to_owned(), String::new()));
            }
            Some(kind) if !kind.files.is_empty() => {
                let (_, file) = kind.files.last_mut().expect("a file");
                file.push_str(line);
                file.push('\n');
            }
            Some(kind) => kind.facts.push(heading(line, path)),
            None if line.starts_with('#') || line.is_empty() => {}
            None => {
                let (name, words) = heading(line, path);
                let words = words.split_whitespace().map(str::to_owned);
                match name.as_str() {
                    "idle" => corpus.idle.extend(words),
                    "beside" => corpus.beside.extend(words.map(|word| {
                        let (option, keys) = word.split_once('=').expect("option=keys");
                        let keys = keys.split(',').map(str::to_owned).collect();
                        (option.to_owned(), keys)
                    })),
                    other => panic!("{}: {other}", path.display()),
                }
            }
        }
    }
    corpus
}

/// The name and the words of a heading.
fn heading(line: &str, path: &Path) -> (String, String) {
    let parts = line.split_once(':');
    let (name, words) = parts.unwrap_or_else(|| panic!("{}: {line}", path.display()));
    (name.to_owned(), words.to_owned())
}
