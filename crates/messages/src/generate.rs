//! Rust functions of messages.

use std::fmt::Write as _;

use crate::encode::encode;
use crate::kind::Kind;
use crate::message::{Argument, Catalogue, Message, Piece};

/// The Rust code of a subject: a function for each message, and an enumeration for each argument
/// that chooses among words.
#[must_use]
pub fn rust(catalogue: &Catalogue, subject: &str) -> String {
    let mut code = String::new();
    let messages = catalogue.messages.iter().enumerate();
    let own = messages.filter(|(_, message)| message.subject == subject);
    let mut cases: Vec<&str> = Vec::new();
    for (index, message) in own {
        for argument in &message.arguments {
            if let Kind::Case(words) = &argument.kind
                && !cases.contains(&argument.name.as_str())
            {
                cases.push(&argument.name);
                case(&mut code, &argument.name, words);
            }
        }
        write(&mut code, index, message);
    }
    code
}

/// Name of the function of a message: `tensor-heads` is `tensor_heads`, `tp.help` is `tp_help`.
pub(crate) fn function(name: &str) -> String {
    name.replace(['-', '.'], "_").to_lowercase()
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

fn case(code: &mut String, name: &str, words: &[String]) {
    let kind = enumeration(name);
    let _ = writeln!(code, "/// Values of the argument `{name}`.");
    let _ = writeln!(code, "#[derive(Clone, Copy, Debug, PartialEq, Eq)]");
    let _ = writeln!(code, "pub enum {kind} {{");
    for word in words {
        let _ = writeln!(code, "    /// `[{word}]`\n    {},", enumeration(word));
    }
    let _ = writeln!(code, "}}\n");
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
        parameters.push("units: formats::number::Units".to_owned());
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
        Kind::Case(_) => format!("{name}: {}", enumeration(&argument.name)),
    }
}

fn value(argument: &Argument) -> String {
    let name = function(&argument.name);
    match &argument.kind {
        Kind::Value(kind) if kind.has_units => {
            format!(
                "crate::language::Argument::{}({name}, units)",
                kind.constructor
            )
        }
        Kind::Value(kind) => format!("crate::language::Argument::{}({name})", kind.constructor),
        Kind::Case(_) => format!("crate::language::Argument::case({name} as u8)"),
    }
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
