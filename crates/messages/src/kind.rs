//! Kinds of arguments: what a placeholder stands for, and how it is written.
//!
//! Tests: `tests.rs`.

/// The kind of an argument, by the word in the comment of its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A value that is written by a function of the formatter.
    Value(&'static ValueKind),
    /// One of several words, which chooses among variants and is not written.
    Case(Cases),
}

/// The words of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cases {
    /// The words, a variant each.
    pub(crate) words: Vec<String>,
    /// Path of the enumeration in Rust, if a crate has it. Its words are those of the message.
    pub(crate) of: Option<String>,
}

/// A kind of values.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ValueKind {
    /// Name in comments.
    pub(crate) name: &'static str,
    /// Type of the argument in Rust.
    pub(crate) rust: &'static str,
    /// True if the reader's unit of bytes is an argument, too.
    pub(crate) has_units: bool,
    /// True if plural forms can be chosen by the value.
    pub(crate) is_count: bool,
    /// True if the value may be written with decimals.
    pub(crate) has_decimals: bool,
}

const fn kind(name: &'static str, rust: &'static str) -> ValueKind {
    ValueKind {
        name,
        rust,
        has_units: false,
        is_count: false,
        has_decimals: false,
    }
}

/// All kinds of values; `docs/translating.md` lists them with examples.
pub(crate) const VALUES: &[ValueKind] = &[
    kind("text", "&str"),
    kind("written", "&str"),
    ValueKind {
        is_count: true,
        ..kind("count", "u64")
    },
    ValueKind {
        is_count: true,
        ..kind("short", "u64")
    },
    ValueKind {
        is_count: true,
        ..kind("ungrouped", "u64")
    },
    kind("percent", "f64"),
    kind("change", "f64"),
    kind("gain", "f64"),
    ValueKind {
        is_count: true,
        has_decimals: true,
        ..kind("digits", "f64")
    },
    kind("plain", "f64"),
    kind("whole", "f64"),
    kind("tenths", "f64"),
    kind("hundredths", "f64"),
    kind("dollars", "f64"),
    kind("days", "f64"),
    kind("duration", "::cost::units::Seconds"),
    kind("time", "::cost::units::Seconds"),
    kind("rate", "::cost::units::FlopsPerSecond"),
    kind("bandwidth", "::cost::units::BytesPerSecond"),
    kind("exponent", "f64"),
    kind("gigabytes", "::cost::units::Bytes"),
    bytes("size"),
    bytes("figure"),
    bytes("amount"),
    ValueKind {
        rust: "(::cost::units::Bytes, ::cost::band::Band)",
        ..bytes("range")
    },
    ValueKind {
        rust: "i128",
        ..bytes("size-change")
    },
    kind("counts", "&[u64]"),
    kind("names", "&[impl AsRef<str>]"),
];

const fn bytes(name: &'static str) -> ValueKind {
    ValueKind {
        has_units: true,
        ..kind(name, "::cost::units::Bytes")
    }
}

impl Kind {
    /// The kind of this description: a name of [`VALUES`], words with `|` between them, or the path
    /// of an enumeration, whose words the message has.
    pub(crate) fn of(description: &str) -> Option<Self> {
        if let Some(kind) = VALUES.iter().find(|kind| kind.name == description) {
            return Some(Self::Value(kind));
        }
        if is_path(description) {
            return Some(Self::Case(Cases {
                words: Vec::new(),
                of: Some(description.to_owned()),
            }));
        }
        let words: Vec<String> = description
            .split('|')
            .map(|word| word.trim().to_owned())
            .collect();
        let is_word = |word: &String| {
            !word.is_empty()
                && word
                    .chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
        };
        let is_known = words.len() > 1 && words.iter().all(is_word);
        is_known.then_some(Self::Case(Cases { words, of: None }))
    }

    pub(crate) fn is_count(&self) -> bool {
        matches!(self, Self::Value(kind) if kind.is_count)
    }

    pub(crate) fn has_decimals(&self) -> bool {
        matches!(self, Self::Value(kind) if kind.has_decimals)
    }

    pub(crate) fn has_units(&self) -> bool {
        matches!(self, Self::Value(kind) if kind.has_units)
    }
}

/// True for a path of Rust, such as `cost::memory::Verdict`.
fn is_path(text: &str) -> bool {
    let is_part = |part: &str| {
        let mut letters = part.chars();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    text.contains("::") && text.split("::").all(is_part)
}
