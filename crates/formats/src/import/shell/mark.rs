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

    /// The mark of a variable that the script does not define.
    pub(super) fn undefined(name: &str) -> String {
        Self::Undefined(name.to_owned()).text()
    }

    /// The mark of a value that is there, such as the output of a program or a sum, by the name
    /// of the program or of a variable that the script does not define.
    pub(super) fn unknown(name: &str) -> String {
        Self::set(&Self::undefined(name))
    }

    /// A mark of a value that is there, with the name of another mark.
    pub(super) fn set(mark: &str) -> String {
        match mark.strip_prefix([OPEN]) {
            Some(rest) if rest.starts_with(['u', 'v']) => {
                let mut text = String::from(OPEN);
                text.push('n');
                text.push_str(rest.get(1..).unwrap_or_default());
                text
            }
            _ => mark.to_owned(),
        }
    }

    /// The mark of a variable that depends on another one.
    pub(super) fn undecided(name: &str, cause: &str) -> String {
        let (name, cause) = (name.to_owned(), cause.to_owned());
        Self::Undecided { name, cause }.text()
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
            'u' | 'v' | 'n' | 'w' => Self::Undefined(name),
            'd' => Self::Undecided { name, cause },
            _ => Self::Maybe { word: name, cause },
        })
    }

    /// True if a text is a single variable that the script does not define.
    pub(crate) fn is_undefined(text: &str) -> bool {
        let inner = text
            .strip_prefix(OPEN)
            .and_then(|text| text.strip_suffix(CLOSE));
        inner.is_some_and(|inner| inner.starts_with(['u', 'v']) && !inner.contains(OPEN))
    }

    /// True if a text begins with a mark.
    pub(super) fn begins(text: &str) -> bool {
        text.starts_with(OPEN)
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

/// The number of letters of the mark that begins here.
pub(super) fn letters(text: &[char]) -> Option<usize> {
    if text.first() != Some(&OPEN) {
        return None;
    }
    let end = text.iter().position(|letter| *letter == CLOSE);
    end.map(|end| end + 1)
}

/// Parts of a text, each a mark, with true, or what stands between marks.
pub(super) fn parts(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_mark = rest.starts_with(OPEN);
        let end = if is_mark {
            rest.find(CLOSE).map(|end| end + CLOSE.len_utf8())
        } else {
            rest.find(OPEN)
        };
        let (part, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        (!part.is_empty()).then_some((part, is_mark))
    })
}

/// The words of a text between blanks. A mark may have blanks.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let mut is_inside = false;
        let end = rest.find(|letter: char| {
            is_inside = letter != CLOSE && (is_inside || letter == OPEN);
            !is_inside && letter.is_whitespace()
        });
        let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// The text behind the last mark.
pub(super) fn known_end(text: &str) -> &str {
    text.rsplit(CLOSE).next().unwrap_or_default()
}

/// A mark without quotes, which may stand for any number of words.
pub(super) fn unquoted(mark: &str) -> String {
    let rest = mark.strip_prefix(OPEN).unwrap_or_default();
    let several = match rest.chars().next() {
        Some('u') => 'v',
        Some('n') => 'w',
        _ => return mark.to_owned(),
    };
    let mut text = String::from(OPEN);
    text.push(several);
    text.push_str(rest.get(1..).unwrap_or_default());
    text
}

/// A text whose marks may stand for any number of words.
pub(super) fn split(text: &str) -> String {
    parts(text).map(|(part, _)| unquoted(part)).collect()
}

/// True if an item has a mark that may stand for any number of items.
pub(super) fn may_be_several(item: &str) -> bool {
    let mut marks = parts(item).filter(|(_, is_mark)| *is_mark);
    marks.any(|(mark, _)| !mark.trim_start_matches(OPEN).starts_with(['u', 'n']))
}

/// True if a text ends inside no mark.
pub(super) fn is_whole(text: &str) -> bool {
    text.matches(OPEN).count() == text.matches(CLOSE).count()
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
