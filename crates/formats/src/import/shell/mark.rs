//! Marks inside a text for values that a script leaves open.
//!
//! A mark holds the name of the variable, so that an option with such a value can be named. It
//! consists of control characters that [`clean`] removes from every text read. Names and causes are
//! shortened, as a script can have thousands of marks with one cause.

use crate::excerpt::excerpt;

const OPEN: char = '\u{1}';
const CAUSE: char = '\u{2}';
const CLOSE: char = '\u{3}';

/// A value that a script leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A variable that the script does not define.
    Undefined(String),
    /// A variable whose value depends on another one.
    Undecided {
        /// The variable.
        name: String,
        /// The variable on which it depends.
        cause: String,
    },
    /// A word that exists or not, depending on a variable.
    Maybe {
        /// The word.
        word: String,
        /// The variable.
        cause: String,
    },
}

impl Mark {
    /// The mark as a text.
    pub(crate) fn text(&self) -> String {
        let (kind, name, cause) = match self {
            Self::Undefined(name) => ('u', excerpt(&plain(name)), ""),
            Self::Undecided { name, cause } => ('d', excerpt(&plain(name)), cause.as_str()),
            Self::Maybe { word, cause } => ('m', plain(word), cause.as_str()),
        };
        let mut text = String::from(OPEN);
        text.push(kind);
        text.push_str(&name);
        text.push(CAUSE);
        text.push_str(&excerpt(&plain(cause)));
        text.push(CLOSE);
        text
    }

    /// The first mark of a text.
    pub(crate) fn first(text: &str) -> Option<Self> {
        let (_, rest) = text.split_once(OPEN)?;
        let (inner, _) = rest.split_once(CLOSE)?;
        let (name, cause) = inner.split_once(CAUSE)?;
        let mut letters = name.chars();
        let kind = letters.next()?;
        let (name, cause) = (letters.as_str().to_owned(), cause.to_owned());
        Some(match kind {
            'u' => Self::Undefined(name),
            'd' => Self::Undecided { name, cause },
            _ => Self::Maybe { word: name, cause },
        })
    }

    /// True if a text is a single variable that the script does not define.
    pub(crate) fn is_undefined(text: &str) -> bool {
        let inner = text
            .strip_prefix(OPEN)
            .and_then(|text| text.strip_suffix(CLOSE));
        inner.is_some_and(|inner| inner.starts_with('u') && !inner.contains(OPEN))
    }

    /// The variable that a reader can look up.
    pub(crate) fn variable(&self) -> &str {
        match self {
            Self::Undefined(name) => name,
            Self::Undecided { cause, .. } | Self::Maybe { cause, .. } => cause,
        }
    }
}

/// True if a text has no mark.
pub(crate) fn is_known(text: &str) -> bool {
    !text.contains(OPEN)
}

/// A text without the characters of marks.
pub(crate) fn clean(text: &str) -> String {
    text.replace([OPEN, CAUSE, CLOSE], " ")
}

/// A text with the names of variables instead of marks.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        plain.push_str(before);
        let (inner, after) = after.split_once(CLOSE).unwrap_or((after, ""));
        let name = inner.split(CAUSE).next().unwrap_or_default();
        let is_word = name.starts_with('m');
        plain.push_str(if is_word { "" } else { "$" });
        plain.push_str(name.get(1..).unwrap_or_default());
        rest = after;
    }
    plain.push_str(rest);
    plain
}
