//! A file among several, and its kind.

use crate::exchange::detect::{self, Syntax};
use crate::exchange::formats::FileKind;
use crate::import::budget::ReadBudget;
use crate::import::imported::{Format, ImportRefusal, LARGEST};
use crate::import::value::ParsedValue;
use crate::import::{json, toml, yaml};

/// One of several files.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NamedFile {
    /// Its path, as far as it is known.
    pub path: String,
    /// Its text; absent if it is longer than [`LARGEST`](crate::import::LARGEST) or no text.
    pub text: Option<String>,
}

impl NamedFile {
    /// A file with a path and its bytes.
    ///
    /// ```
    /// use formats::import::NamedFile;
    /// assert_eq!(NamedFile::of("a.sh", b"TP=2".to_vec()).text.as_deref(), Some("TP=2"));
    /// assert_eq!(NamedFile::of("a.bin", vec![0xff]).text, None);
    /// ```
    #[must_use]
    pub fn of(path: &str, bytes: Vec<u8>) -> Self {
        let bytes = Some(bytes).filter(|bytes| bytes.len() <= LARGEST);
        Self {
            path: path.to_owned(),
            text: bytes.and_then(|bytes| String::from_utf8(bytes).ok()),
        }
    }
}

/// Kind of a file.
#[derive(Clone, Debug)]
pub(super) enum FileContent {
    /// Fields of a format, of a program that is not read, or of none that is known.
    Document(ParsedValue, Option<FileKind>),
    /// A text that may start programs.
    Script,
    /// A text that alone gives a plan: arguments that a log prints, or a plan's link.
    Whole(Format),
    /// The log of a run with its figures.
    Log,
    /// None of these.
    Unknown,
    /// A document with a fault.
    Faulty(ImportRefusal),
}

/// Formats of parts of a training, which start none.
const PARTS: [Format; 3] = [Format::HuggingFace, Format::DeepSpeed, Format::Accelerate];

/// Ends of the names of scripts.
const SCRIPTS: &[&str] = &[
    "sh", "bash", "zsh", "slurm", "sbatch", "sub", "job", "pbs", "lsf", "cmd", "txt", "env", "conf",
];
/// Ends of the names of files that set nothing, although their texts may show options.
const OTHERS: &[&str] = &[
    "py", "ipynb", "rst", "js", "ts", "c", "cc", "cpp", "cu", "h", "rs", "go", "patch", "diff",
];

/// The kind of a file by its name and text.
///
/// # Errors
/// If the files take too much work.
pub(super) fn kind(file: &NamedFile, budget: &ReadBudget) -> Result<FileContent, ImportRefusal> {
    let Some(text) = &file.text else {
        return Ok(FileContent::Unknown);
    };
    let end = end(&file.path);
    if OTHERS.contains(&end.as_str()) {
        return Ok(FileContent::Unknown);
    }
    let text = text.trim_start_matches('\u{feff}');
    let syntax = match Syntax::guess(text, budget) {
        Some(syntax @ (Syntax::Log | Syntax::Printed)) => Some(syntax),
        guess => match end.as_str() {
            "json" => Some(Syntax::Json),
            "yaml" | "yml" => Some(Syntax::Yaml),
            "toml" => Some(Syntax::Toml),
            "md" => guess.filter(|syntax| *syntax == Syntax::Linked),
            _ if SCRIPTS.contains(&end.as_str()) || text.starts_with("#!") => {
                guess.or(Some(Syntax::Arguments))
            }
            _ => guess,
        },
    };
    budget.charge(0, || None)?;
    let parsed = match syntax {
        Some(Syntax::Json) => json::parse(text).or_else(|why| {
            // Files of GPT-NeoX have braces, and commas and words that JSON does not allow.
            let is_neox = |value: &ParsedValue| {
                detect::kind_of(value) == Some(FileKind::Read(Format::GptNeoX))
            };
            yaml::parse(text, budget).ok().filter(is_neox).ok_or(why)
        }),
        Some(Syntax::Yaml) => yaml::parse(text, budget),
        Some(Syntax::Toml) => toml::parse(text, budget),
        Some(Syntax::Arguments | Syntax::Overrides) => return Ok(FileContent::Script),
        Some(Syntax::Printed) => return Ok(FileContent::Whole(Format::Megatron)),
        Some(Syntax::Linked) => return Ok(FileContent::Whole(Format::Linked)),
        Some(Syntax::Log) => return Ok(FileContent::Log),
        None => return Ok(FileContent::Unknown),
    };
    match parsed {
        Ok(value) => {
            budget.charge(value.units(), || None)?;
            let kind = detect::kind_of(&value);
            Ok(match kind {
                Some(FileKind::Read(Format::Linked)) => FileContent::Whole(Format::Linked),
                kind => FileContent::Document(value, kind),
            })
        }
        Err(why @ ImportRefusal::TooMuch { .. }) => Err(why),
        Err(why) => Ok(FileContent::Faulty(why)),
    }
}

/// The end of a file's name behind its last dot, in small letters; empty if it has none.
fn end(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let end = name.rsplit_once('.').map(|(_, end)| end);
    end.unwrap_or_default().to_ascii_lowercase()
}

impl FileContent {
    /// The file as one of a format that the reader names.
    pub(super) fn of_format(self, format: Format) -> Self {
        match self {
            Self::Document(value, _) => Self::Document(value, Some(FileKind::Read(format))),
            kind => kind,
        }
    }

    /// The format of a file, as far as it is known without its start.
    pub(super) const fn format(&self) -> Option<Format> {
        match self {
            Self::Document(_, Some(FileKind::Read(format))) | Self::Whole(format) => Some(*format),
            _ => None,
        }
    }

    /// True of a document that is a part of a training and starts none.
    pub(super) fn is_part(&self) -> bool {
        self.format().is_some_and(|format| PARTS.contains(&format))
    }

    /// True of a document that alone describes a training.
    pub(super) fn is_training(&self) -> bool {
        matches!(self, Self::Document(_, Some(_))) && !self.is_part()
    }
}
