//! Messages as they are read.
//!
//! Tests: `tests.rs`.

use std::path::PathBuf;

use crate::kind::Kind;

/// The messages of a language.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    /// The messages: by file in alphabetical order, in the order of each file.
    pub messages: Vec<Message>,
    /// Subjects whose messages the program finds by their names; a comment of the file says so:
    /// `### Found by name.`
    pub found: Vec<String>,
}

impl Catalogue {
    /// The message with this name of a subject.
    #[must_use]
    pub fn find(&self, subject: &str, name: &str) -> Option<&Message> {
        self.messages
            .iter()
            .find(|message| message.subject == subject && message.name == name)
    }

    /// The subjects in their order.
    #[must_use]
    pub fn subjects(&self) -> Vec<&str> {
        let mut subjects: Vec<&str> = self
            .messages
            .iter()
            .map(|message| message.subject.as_str())
            .collect();
        subjects.dedup();
        subjects
    }

    /// A number that changes with any name, argument or order of the messages: a table of another
    /// program does not fit.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let texts = self.messages.iter().flat_map(|message| {
            let arguments = message
                .arguments
                .iter()
                .flat_map(|argument| [argument.name.clone(), format!("{:?}", argument.kind)]);
            let names = [message.subject.clone(), message.name.clone()];
            names.into_iter().chain(arguments)
        });
        format!("{:016x}", hash(texts))
    }
}

/// A number that changes with each of these texts: FNV-1a, with the byte 0 behind each.
pub(crate) fn hash(texts: impl Iterator<Item = String>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for text in texts {
        for byte in text.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// Name of its file without the ending.
    pub subject: String,
    /// Its name in the file; an attribute's name is behind a full stop.
    pub name: String,
    /// Text of its comment, without the arguments.
    pub description: String,
    /// Hash of the English text that it translates, if its comment has one (`@ 3f2a91c0`).
    pub translates: Option<String>,
    /// Its arguments, in the order of the comment.
    pub arguments: Vec<Argument>,
    /// Its text.
    pub pattern: Vec<Piece>,
    /// Its file.
    pub path: PathBuf,
    /// Its line, from 1 on.
    pub line: usize,
}

impl Message {
    /// Name of its function in Rust: `tensor-heads` is `tensor_heads`, `tp.help` is `tp_help`.
    #[must_use]
    pub fn function(&self) -> String {
        function(&self.name)
    }
}

/// Name of the function of a message, or of a parameter.
pub(crate) fn function(name: &str) -> String {
    name.replace(['-', '.'], "_").to_lowercase()
}

/// An argument of a message.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Name without the dollar sign.
    pub name: String,
    pub(crate) kind: Kind,
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(String),
    /// The argument at this position, written out.
    Shown(usize),
    /// One of several texts, chosen by an argument.
    Choice {
        /// Position of the argument.
        by: usize,
        /// The texts; the first whose key fits is taken, and the key `Default` fits always.
        variants: Vec<(Key, Vec<Piece>)>,
    },
}

/// The key of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A plural category of the language, as the first letter of its name.
    Plural(char),
    /// A digit.
    Digit(u8),
    /// A word of the argument, by its position.
    Case(usize),
    /// Any other value.
    Default,
}
