//! Fluent syntax trees as messages.
//!
//! Tests: `tests.rs`.

use std::collections::BTreeMap;
use std::path::Path;

use fluent_syntax::ast::{
    Comment, Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;
use fluent_syntax::unicode::unescape_unicode_to_string;

use crate::fault::Fault;
use crate::files::{File, SOURCE};
use crate::kind::{Cases, Kind};
use crate::message::{Argument, Catalogue, Key, Message, Piece};
use crate::plural;

/// Comment of a file whose messages the program finds by their names.
const FOUND: &str = "Found by name.";

/// Terms of a language by their names, with their texts and a mark if a message uses them.
type Terms = BTreeMap<String, Term>;

struct Term {
    text: String,
    is_used: bool,
}

/// Reads files of the source language.
pub(crate) fn source(files: &[File]) -> Result<Catalogue, Vec<Fault>> {
    Reader::new(SOURCE, None)?.read(files)
}

/// Reads files of another language; its messages have the arguments of the source's.
pub(crate) fn translation(
    files: &[File],
    tag: &str,
    source: &Catalogue,
) -> Result<Catalogue, Vec<Fault>> {
    Reader::new(tag, Some(source))?.read(files)
}

struct Reader<'a> {
    /// Plural rule of the language.
    rule: String,
    /// The source, for a translation.
    source: Option<&'a Catalogue>,
    terms: Terms,
    faults: Vec<Fault>,
}

/// A message while it is read.
struct Place<'a> {
    path: &'a Path,
    line: usize,
    arguments: &'a [Argument],
}

/// The parts of a message's comment.
struct Declared {
    description: String,
    /// Hash of the English text that the message translates: `@ 3f2a91c0`.
    translates: Option<String>,
    /// Arguments with their kinds: `$heads (count)`.
    arguments: Vec<Argument>,
}

impl<'a> Reader<'a> {
    fn new(tag: &str, source: Option<&'a Catalogue>) -> Result<Self, Vec<Fault>> {
        let Some(rule) = plural::rule(tag) else {
            let what = format!("the folder “{tag}” is not the tag of a language with plural rules");
            return Err(vec![Fault::new(Path::new(tag), 0, what)]);
        };
        Ok(Self {
            rule,
            source,
            terms: Terms::new(),
            faults: Vec::new(),
        })
    }

    fn read(mut self, files: &[File]) -> Result<Catalogue, Vec<Fault>> {
        let mut parsed = Vec::new();
        for file in files {
            match parser::parse(file.text.as_str()) {
                Ok(resource) => parsed.push((file, resource)),
                Err((_, errors)) => {
                    for error in errors {
                        let line = line_at(&file.text, error.pos.start);
                        self.faults
                            .push(Fault::new(&file.path, line, error.to_string()));
                    }
                }
            }
        }
        for (file, resource) in &parsed {
            for entry in &resource.body {
                if let Entry::Term(term) = entry {
                    let place = Place {
                        path: &file.path,
                        line: line_of(&file.text, term.id.name),
                        arguments: &[],
                    };
                    let text = self.term(&place, &term.value);
                    let term_before = self.terms.insert(
                        term.id.name.to_owned(),
                        Term {
                            text,
                            is_used: false,
                        },
                    );
                    if term_before.is_some() {
                        self.fault(&place, format!("the term “-{}” stands twice", term.id.name));
                    }
                }
            }
        }
        let mut messages = Vec::new();
        let mut found = Vec::new();
        for (file, resource) in &parsed {
            for entry in &resource.body {
                match entry {
                    Entry::Message(message) => self.message(file, message, &mut messages),
                    Entry::ResourceComment(comment) if comment.content.contains(&FOUND) => {
                        found.push(file.subject.clone());
                    }
                    _ => {}
                }
            }
        }
        for (file, resource) in &parsed {
            for entry in &resource.body {
                if let Entry::Term(term) = entry
                    && self
                        .terms
                        .get(term.id.name)
                        .is_some_and(|term| !term.is_used)
                {
                    let line = line_of(&file.text, term.id.name);
                    let what = format!("no message uses the term “-{}”", term.id.name);
                    self.faults.push(Fault::new(&file.path, line, what));
                }
            }
        }
        if self.faults.is_empty() {
            Ok(Catalogue { messages, found })
        } else {
            Err(self.faults)
        }
    }

    fn fault(&mut self, place: &Place, what: impl Into<String>) {
        self.faults.push(Fault::new(place.path, place.line, what));
    }

    /// The text of a term, which has no placeholders.
    fn term(&mut self, place: &Place, pattern: &Pattern<&str>) -> String {
        match self.pattern(place, pattern).as_slice() {
            [] => String::new(),
            [Piece::Text(text)] => text.clone(),
            _ => {
                self.fault(place, "a term has only text");
                String::new()
            }
        }
    }

    /// Reads a message and its attributes.
    fn message(
        &mut self,
        file: &File,
        message: &fluent_syntax::ast::Message<&str>,
        out: &mut Vec<Message>,
    ) {
        let line = line_of(&file.text, message.id.name);
        let Declared {
            description,
            translates,
            arguments: mut declared,
        } = self.declared(file, line, message.comment.as_ref());
        name_cases(message, &mut declared);
        let attributes = message.attributes.iter().map(|attribute| {
            let name = [message.id.name, attribute.id.name].join(".");
            (name, attribute.id.name, &attribute.value)
        });
        let value = message.value.as_ref();
        let value = value.map(|value| (message.id.name.to_owned(), message.id.name, value));
        let mut used = vec![false; declared.len()];
        for (name, place_in_file, pattern) in value.into_iter().chain(attributes) {
            let line = line_of(&file.text, place_in_file);
            let in_source = self.source.map(|source| source.find(&file.subject, &name));
            let arguments = match in_source {
                None => declared.clone(),
                Some(Some(original)) => original.arguments.clone(),
                Some(None) => {
                    let what =
                        format!("the source has no message “{name}” in {}.ftl", file.subject);
                    self.faults.push(Fault::new(&file.path, line, what));
                    continue;
                }
            };
            let place = Place {
                path: &file.path,
                line,
                arguments: &arguments,
            };
            let mut pattern = self.pattern(&place, pattern);
            let mut own = Vec::new();
            collect(&pattern, &mut own);
            if self.source.is_none() {
                for argument in &own {
                    used[*argument] = true;
                }
                own.sort_unstable();
                own.dedup();
                renumber(&mut pattern, &own);
            } else {
                for (index, argument) in arguments.iter().enumerate() {
                    if !own.contains(&index) {
                        self.fault(
                            &place,
                            format!("“{name}” lacks its argument ${}", argument.name),
                        );
                    }
                }
            }
            let arguments = match self.source {
                None => own.iter().map(|index| declared[*index].clone()).collect(),
                Some(_) => arguments.clone(),
            };
            out.push(Message {
                subject: file.subject.clone(),
                name,
                description: description.clone(),
                translates: translates.clone(),
                arguments,
                pattern,
                path: file.path.clone(),
                line,
            });
        }
        for (argument, is_used) in declared.iter().zip(used) {
            if !is_used && self.source.is_none() {
                let what = format!(
                    "“{}” does not use its argument ${}",
                    message.id.name, argument.name
                );
                self.faults.push(Fault::new(&file.path, line, what));
            }
        }
    }

    /// The parts of a comment.
    fn declared(&mut self, file: &File, line: usize, comment: Option<&Comment<&str>>) -> Declared {
        let mut description = Vec::new();
        let mut translates = None;
        let mut arguments = Vec::new();
        for text in comment.iter().flat_map(|comment| &comment.content) {
            if let Some(hash) = text.trim_start().strip_prefix('@') {
                translates = Some(hash.trim().to_owned());
                continue;
            }
            if !text.trim_start().starts_with('$') {
                description.push(text.trim());
                continue;
            }
            for declaration in text.split('$').skip(1) {
                let parts = declaration
                    .split_once('(')
                    .and_then(|(name, rest)| Some((name.trim(), rest.split_once(')')?.0.trim())));
                let kind = parts.and_then(|(_, kind)| Kind::of(kind));
                match (parts, kind) {
                    (Some((name, _)), Some(kind)) => arguments.push(Argument {
                        name: name.to_owned(),
                        kind,
                    }),
                    _ => {
                        let what =
                            format!("“${}” names no argument and its kind", declaration.trim());
                        self.faults.push(Fault::new(&file.path, line, what));
                    }
                }
            }
        }
        Declared {
            description: description.join(" "),
            translates,
            arguments,
        }
    }

    fn pattern(&mut self, place: &Place, pattern: &Pattern<&str>) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => add_text(&mut pieces, &one_line(value)),
                PatternElement::Placeable { expression } => {
                    self.expression(place, expression, &mut pieces);
                }
            }
        }
        pieces
    }

    fn expression(&mut self, place: &Place, expression: &Expression<&str>, out: &mut Vec<Piece>) {
        match expression {
            Expression::Inline(inline) => self.inline(place, inline, out),
            Expression::Select { selector, variants } => {
                let InlineExpression::VariableReference { id } = selector else {
                    self.fault(place, "only an argument chooses among variants");
                    return;
                };
                if let Some(by) = self.argument(place, id.name) {
                    let variants = self.variants(place, &place.arguments[by], variants);
                    out.push(Piece::Choice { by, variants });
                }
            }
        }
    }

    fn inline(&mut self, place: &Place, inline: &InlineExpression<&str>, out: &mut Vec<Piece>) {
        match inline {
            InlineExpression::StringLiteral { value } => {
                add_text(out, &unescape_unicode_to_string(value));
            }
            InlineExpression::NumberLiteral { value } => add_text(out, value),
            InlineExpression::VariableReference { id } => {
                let Some(index) = self.argument(place, id.name) else {
                    return;
                };
                if let Kind::Case(_) = place.arguments[index].kind {
                    self.fault(place, format!("${} only chooses among variants", id.name));
                }
                out.push(Piece::Shown(index));
            }
            InlineExpression::TermReference {
                id,
                arguments: None,
                ..
            } => match self.terms.get_mut(id.name) {
                Some(term) => {
                    term.is_used = true;
                    add_text(out, &term.text);
                }
                None => self.fault(place, format!("there is no term “-{}”", id.name)),
            },
            InlineExpression::Placeable { expression } => self.expression(place, expression, out),
            InlineExpression::FunctionReference { id, .. } => self.fault(
                place,
                format!(
                    "there are no functions such as {}: an argument’s kind says how it is written",
                    id.name
                ),
            ),
            InlineExpression::MessageReference { id, .. } => self.fault(
                place,
                format!(
                    "“{}” is a message, and only terms can stand in others",
                    id.name
                ),
            ),
            InlineExpression::TermReference { id, .. } => {
                self.fault(place, format!("the term “-{}” takes no arguments", id.name));
            }
        }
    }

    fn argument(&mut self, place: &Place, name: &str) -> Option<usize> {
        let found = place
            .arguments
            .iter()
            .position(|argument| argument.name == name);
        if found.is_none() {
            self.fault(place, format!("there is no argument ${name}"));
        }
        found
    }

    /// Reads variants, which have to be complete.
    fn variants(
        &mut self,
        place: &Place,
        argument: &Argument,
        variants: &[Variant<&str>],
    ) -> Vec<(Key, Vec<Piece>)> {
        let mut read = Vec::new();
        let mut given: Vec<&str> = Vec::new();
        for variant in variants {
            let name = match variant.key {
                VariantKey::Identifier { name } => name,
                VariantKey::NumberLiteral { value } => value,
            };
            given.push(name);
            let key = self.key(&argument.kind, name);
            if key.is_none() {
                self.fault(place, format!("${} is never [{name}]", argument.name));
            }
            let key = if variant.default {
                Some(Key::Default)
            } else {
                key
            };
            let pattern = self.pattern(place, &variant.value);
            read.extend(key.map(|key| (key, pattern)));
        }
        let needed: Vec<&str> = match &argument.kind {
            Kind::Case(cases) => cases.words.iter().map(String::as_str).collect(),
            kind => self.categories(kind),
        };
        for form in needed {
            if !given.contains(&form) {
                self.fault(
                    place,
                    format!("the form [{form}] of ${} is missing", argument.name),
                );
            }
        }
        // The default fits always: it is tried last.
        read.sort_by_key(|(key, _)| *key == Key::Default);
        read
    }

    /// Plural categories of the language for an argument.
    fn categories(&self, kind: &Kind) -> Vec<&'static str> {
        plural::used(&self.rule, kind.has_decimals())
    }

    fn key(&self, kind: &Kind, name: &str) -> Option<Key> {
        if let Kind::Case(cases) = kind {
            return cases
                .words
                .iter()
                .position(|word| word == name)
                .map(Key::Case);
        }
        if !kind.is_count() {
            return None;
        }
        if let [digit @ b'0'..=b'9'] = name.as_bytes() {
            return Some(Key::Digit(digit - b'0'));
        }
        let is_used = self.categories(kind).contains(&name);
        let category = plural::CATEGORIES
            .iter()
            .find(|(category, _)| *category == name);
        category
            .filter(|_| is_used)
            .map(|(_, letter)| Key::Plural(*letter))
    }
}

/// Gives arguments of another crate's enumerations the words of a message.
fn name_cases(message: &fluent_syntax::ast::Message<&str>, declared: &mut [Argument]) {
    for argument in declared {
        if let Kind::Case(Cases {
            words, of: Some(_), ..
        }) = &mut argument.kind
        {
            let attributes = message.attributes.iter().map(|attribute| &attribute.value);
            for pattern in message.value.iter().chain(attributes) {
                add_words(pattern, &argument.name, words);
            }
            words.sort();
            words.dedup();
        }
    }
}

/// Adds the keys of all variants that an argument chooses in a pattern.
fn add_words(pattern: &Pattern<&str>, argument: &str, words: &mut Vec<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable {
            expression: Expression::Select { selector, variants },
        } = element
        else {
            continue;
        };
        let is_chosen = matches!(
            selector,
            InlineExpression::VariableReference { id } if id.name == argument
        );
        for variant in variants {
            if let (true, VariantKey::Identifier { name }) = (is_chosen, &variant.key) {
                words.push((*name).to_owned());
            }
            add_words(&variant.value, argument, words);
        }
    }
}

/// Adds text, to the last piece if that is text.
fn add_text(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        Some(Piece::Text(before)) => before.push_str(text),
        _ => pieces.push(Piece::Text(text.to_owned())),
    }
}

/// A message is one line: an end of line in a file is a space.
fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

/// Adds the positions of all arguments in a pattern.
fn collect(pattern: &[Piece], out: &mut Vec<usize>) {
    for piece in pattern {
        match piece {
            Piece::Text(_) => {}
            Piece::Shown(place) => out.push(*place),
            Piece::Choice { by, variants } => {
                out.push(*by);
                for (_, pattern) in variants {
                    collect(pattern, out);
                }
            }
        }
    }
}

/// Replaces each position by its rank among those in use.
fn renumber(pattern: &mut [Piece], used: &[usize]) {
    let rank = |place: &mut usize| {
        *place = used.iter().position(|used| used == place).unwrap_or(*place);
    };
    for piece in pattern {
        match piece {
            Piece::Text(_) => {}
            Piece::Shown(place) => rank(place),
            Piece::Choice { by, variants } => {
                rank(by);
                for (_, pattern) in variants {
                    renumber(pattern, used);
                }
            }
        }
    }
}

/// The line of a part of a text.
fn line_of(text: &str, part: &str) -> usize {
    line_at(
        text,
        (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize),
    )
}

fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().get(..byte).unwrap_or(text.as_bytes());
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}
