//! Faults that show only when all messages of a language are read.
//!
//! Tests: `tests.rs`.

use std::collections::HashMap;

use crate::fault::Fault;
use crate::generate::enumeration;
use crate::kind::{Cases, Kind};
use crate::message::{Catalogue, function};

/// Words that Rust keeps for itself in the edition 2024.
const KEYWORDS: [&str; 52] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Checks the source: each name gives one function, each kind of case one type.
pub(crate) fn source(catalogue: Catalogue) -> Result<Catalogue, Vec<Fault>> {
    let mut faults = twice(&catalogue);
    let mut cases: HashMap<(&str, String), &Cases> = HashMap::new();
    for message in &catalogue.messages {
        let mut fault = |what: String| faults.push(Fault::new(&message.path, message.line, what));
        let arguments = message.arguments.iter().map(|argument| &argument.name);
        let is_found = catalogue.found.contains(&message.subject);
        if is_found && !message.arguments.is_empty() {
            fault(format!(
                "“{}” is found by its name, and cannot have arguments",
                message.name
            ));
        }
        for name in arguments.chain([&message.name]) {
            if !is_found && KEYWORDS.contains(&function(name).as_str()) {
                fault(format!("“{name}” is a keyword of Rust"));
            }
        }
        for argument in &message.arguments {
            let Kind::Case(known) = &argument.kind else {
                continue;
            };
            let name = (message.subject.as_str(), enumeration(&argument.name));
            if *cases.entry(name).or_insert(known) != known {
                fault(format!(
                    "${} has other words in another message of this file",
                    argument.name
                ));
            }
        }
    }
    result(catalogue, faults)
}

/// Checks a translation.
pub(crate) fn translation(catalogue: Catalogue) -> Result<Catalogue, Vec<Fault>> {
    let faults = twice(&catalogue);
    result(catalogue, faults)
}

fn result(catalogue: Catalogue, faults: Vec<Fault>) -> Result<Catalogue, Vec<Fault>> {
    if faults.is_empty() {
        Ok(catalogue)
    } else {
        Err(faults)
    }
}

fn twice(catalogue: &Catalogue) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut names = HashMap::new();
    for message in &catalogue.messages {
        let name = (message.subject.as_str(), function(&message.name));
        if let Some(first) = names.insert(name, message.line) {
            let what = format!("“{}” stands in line {first}, too", message.name);
            faults.push(Fault::new(&message.path, message.line, what));
        }
    }
    faults
}
