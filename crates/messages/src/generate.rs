//! Rust functions of messages.
//!
//! Tests: `tests.rs`.

use std::fmt::Write as _;

use crate::encode::encode;
use crate::kind::{Cases, Kind};
use crate::message::{Argument, Catalogue, Message, Piece, function};

/// The Rust code of a subject: a function for each message, and an enumeration for each argument
/// that chooses among words, unless a crate has it; one function `find` for a subject whose messages
/// are found by their names.
#[must_use]
pub fn rust(catalogue: &Catalogue, subject: &str) -> String {
    if catalogue.found.iter().any(|found| found == subject) {
        return found(catalogue, subject);
    }
    let mut code = String::new();
    let messages = catalogue.messages.iter().enumerate();
    let own = messages.filter(|(_, message)| message.subject == subject);
    let mut cases: Vec<&str> = Vec::new();
    for (index, message) in own {
        for argument in &message.arguments {
            if let Kind::Case(known) = &argument.kind
                && !cases.contains(&argument.name.as_str())
            {
                cases.push(&argument.name);
                case(&mut code, &argument.name, known);
            }
        }
        write(&mut code, index, message);
    }
    code
}

/// A table of messages, and the function that finds one by its name and its attribute.
fn found(catalogue: &Catalogue, subject: &str) -> String {
    let messages = catalogue.messages.iter().enumerate();
    let own = messages.filter(|(_, message)| message.subject == subject);
    let mut rows: Vec<_> = own
        .map(|(index, message)| {
            let name = message.name.split_once('.').unwrap_or((&message.name, ""));
            (name, index, encode(&message.pattern))
        })
        .collect();
    rows.sort();
    let mut code = String::from(
        "/// The messages with their attributes, in the order of their names.\n\
         static MESSAGES: &[((&str, &str), usize, &str)] = &[\n",
    );
    for row in rows {
        let _ = writeln!(code, "    {row:?},");
    }
    code.push_str(
        "];\n\n\
         /// The message with this name and this attribute, which is empty for the message itself.\n\
         pub(crate) fn find(name: &str, attribute: &str) -> Option<&'static str> {\n    \
             let place = MESSAGES.binary_search_by_key(&(name, attribute), |message| message.0);\n    \
             let (_, number, english) = MESSAGES.get(place.ok()?)?;\n    \
             Some(crate::language::plain(*number, english))\n\
         }\n",
    );
    code
}

/// Name of the enumeration of an argument, and of a variant of one: `out-of-memory` is
/// `OutOfMemory`.
pub(crate) fn enumeration(name: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        let first = letters.next().map(|first| first.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('-').map(part).collect()
}

/// The enumeration of an argument, or the positions of the variants of another crate's: a variant
/// without a word, or a word without a variant, does not compile.
fn case(code: &mut String, name: &str, cases: &Cases) {
    let words = &cases.words;
    if cases.of.is_some() {
        let kind = rust_type(name, cases);
        let _ = writeln!(
            code,
            "const fn {}(value: {kind}) -> u8 {{\n    match value {{",
            position(name)
        );
        for (place, word) in words.iter().enumerate() {
            let _ = writeln!(code, "        {kind}::{} => {place},", enumeration(word));
        }
        let _ = writeln!(code, "    }}\n}}\n");
        return;
    }
    let kind = enumeration(name);
    let _ = writeln!(code, "/// Values of the argument `{name}`.");
    let _ = writeln!(code, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
    let _ = writeln!(code, "pub enum {kind} {{");
    for word in words {
        let _ = writeln!(code, "    /// `[{word}]`\n    {},", enumeration(word));
    }
    let _ = writeln!(code, "}}\n");
}

/// The type of an argument that chooses among words.
fn rust_type(name: &str, cases: &Cases) -> String {
    match &cases.of {
        None => enumeration(name),
        Some(path) if path.starts_with("crate::") => path.clone(),
        Some(path) => format!("::{path}"),
    }
}

/// Name of the function that has the positions of another crate's variants.
fn position(name: &str) -> String {
    format!("position_of_{}", function(name))
}

fn write(code: &mut String, index: usize, message: &Message) {
    let name = function(&message.name);
    let text = encode(&message.pattern);
    if message.description.is_empty() {
        let _ = writeln!(code, "/// The message `{}`:", message.name);
    } else {
        let _ = writeln!(code, "/// {}", message.description);
    }
    let _ = writeln!(
        code,
        "///\n/// ```text\n/// {}\n/// ```",
        shown(&message.pattern, message)
    );
    let _ = writeln!(code, "#[must_use]");
    if message.arguments.is_empty() {
        let _ = writeln!(
            code,
            "pub fn {name}() -> &'static str {{\n    crate::language::plain({index}, {text:?})\n}}\n"
        );
        return;
    }
    let mut parameters: Vec<String> = message.arguments.iter().map(parameter).collect();
    if message
        .arguments
        .iter()
        .any(|argument| argument.kind.has_units())
    {
        parameters.push("units: ::formats::number::Units".to_owned());
    }
    if parameters.len() > 7 {
        let _ = writeln!(
            code,
            "#[expect(clippy::too_many_arguments, reason = \"one for each placeholder\")]"
        );
    }
    let values: Vec<String> = message.arguments.iter().map(value).collect();
    let _ = writeln!(
        code,
        "pub fn {name}({}) -> String {{\n    crate::language::filled({index}, {text:?}, &[{}])\n}}\n",
        parameters.join(", "),
        values.join(", ")
    );
}

fn parameter(argument: &Argument) -> String {
    let name = function(&argument.name);
    match &argument.kind {
        Kind::Value(kind) => format!("{name}: {}", kind.rust),
        Kind::Case(cases) => format!("{name}: {}", rust_type(&argument.name, cases)),
    }
}

/// The argument as `text::language` takes it: a variant named after its kind.
fn value(argument: &Argument) -> String {
    let name = function(&argument.name);
    let (kind, more) = match &argument.kind {
        Kind::Case(Cases { of: Some(_), .. }) => {
            let position = position(&argument.name);
            return format!("crate::language::Argument::Case({position}({name}))");
        }
        Kind::Case(_) => ("Case".to_owned(), " as u8"),
        Kind::Value(kind) if kind.has_units => (enumeration(kind.name), ", units"),
        Kind::Value(kind) => (enumeration(kind.name), ""),
    };
    let by_reference = if kind == "Names" { "&" } else { "" };
    format!("crate::language::Argument::{kind}({by_reference}{name}{more})")
}

/// The text of a message for its documentation.
fn shown(pattern: &[Piece], message: &Message) -> String {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Shown(place) => format!("{{ ${} }}", message.arguments[*place].name),
        Piece::Choice { variants, .. } => {
            let texts = variants.iter().map(|(_, pattern)| shown(pattern, message));
            format!("{{ {} }}", texts.collect::<Vec<_>>().join(" | "))
        }
    };
    pattern.iter().map(piece).collect()
}
