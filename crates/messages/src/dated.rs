//! Translations and the texts that they translate: a comment such as `# @ 3f2a91c0` above a
//! translation has the hash of the English text.
//!
//! Tests: `tests/dated.rs`.

use crate::encode::encode;
use crate::message::{Catalogue, Message, hash};

/// Messages of the source that a language has to translate, or translate again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Messages without a translation.
    pub missing: Vec<Open>,
    /// Messages whose text is not the one that was translated.
    pub stale: Vec<Open>,
    /// Translations whose comment does not say which text they translate.
    pub not_dated: Vec<Open>,
}

/// A message that is open: its place, and the comment for its translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// Name of the file without its ending.
    pub subject: String,
    /// Name of the message, without that of an attribute.
    pub name: String,
    /// Hash of its English text with those of its attributes, as the comment has it.
    pub hash: String,
}

/// Compares a translation with the source. A message and its attributes are one entry.
#[must_use]
pub fn backlog(source: &Catalogue, translation: &Catalogue) -> Backlog {
    let mut backlog = Backlog::default();
    for entry in source.messages.chunk_by(is_of_one_entry) {
        let Some(first) = entry.first() else {
            continue;
        };
        let translated: Vec<&Message> = entry
            .iter()
            .filter_map(|message| translation.find(&message.subject, &message.name))
            .collect();
        let open = Open {
            subject: first.subject.clone(),
            name: entry_name(first).to_owned(),
            hash: hash_of(entry),
        };
        let dated = translated
            .first()
            .map(|message| message.translates.as_deref());
        match dated {
            _ if translated.len() < entry.len() => backlog.missing.push(open),
            Some(Some(hash)) if hash == open.hash => {}
            Some(Some(_)) => backlog.stale.push(open),
            _ => backlog.not_dated.push(open),
        }
    }
    backlog
}

fn is_of_one_entry(one: &Message, other: &Message) -> bool {
    (&one.subject, entry_name(one)) == (&other.subject, entry_name(other))
}

/// The name of a message without that of an attribute.
fn entry_name(message: &Message) -> &str {
    let name = message.name.split_once('.');
    name.map_or(message.name.as_str(), |(name, _)| name)
}

/// Eight hexadecimal digits that change with the texts of an entry.
fn hash_of(entry: &[Message]) -> String {
    let texts = entry
        .iter()
        .flat_map(|message| [message.name.clone(), encode(&message.pattern)]);
    let hash = hash(texts);
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}
