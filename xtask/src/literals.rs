//! Finds sentences in code: literals of two words or more that are in no file of messages.
//!
//! Code that is compiled for tests alone is left out, as are attributes with docs. Literals that no
//! reader sees are exempt by the tables below.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ExprMethodCall, Item, LitStr, Macro};

use crate::modules;
use crate::programs::root;

/// Packages without texts for readers, with the reason.
const PACKAGES: &[(&str, &str)] = &[
    ("calibration", "a task for developers"),
    ("crates/messages", "its faults are for those who build"),
    ("crates/test-utils", "for tests alone"),
    ("fuzz", "a task for developers"),
    ("xtask", "tasks for developers"),
];

/// Folders and files whose literals are in the language of other programs, with the reason. Their
/// comments, lines that begin with `# `, are still sentences.
const FOREIGN: &[(&str, &str)] = &[
    (
        "crates/formats/src/exchange/formats.rs",
        "options of programs",
    ),
    (
        "crates/formats/src/exchange/log",
        "words that frameworks log",
    ),
    (
        "crates/formats/src/export",
        "code, commands and options of frameworks",
    ),
    (
        "crates/formats/src/frameworks",
        "options of frameworks and their values",
    ),
    ("crates/formats/src/import", "options of frameworks"),
    (
        "crates/runs/src/adapters.rs",
        "words by which published runs are recognised",
    ),
    (
        "crates/runs/src/finetune.rs",
        "words by which published runs are recognised",
    ),
    (
        "crates/runs/src/lengths.rs",
        "words by which published runs are recognised",
    ),
    (
        "crates/runs/src/measured.rs",
        "words by which published runs are recognised",
    ),
];

/// Macros whose text is for developers.
const MACROS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "panic",
    "unreachable",
];

/// Methods whose text is for developers, or compared with the text of others.
const METHODS: &[&str] = &["contains", "expect", "expect_err", "said_after", "split"];

/// Attributes of elements that are no text.
const ATTRIBUTES: &[&str] = &["class", "rel", "style"];

/// Checks that no program or library has a sentence in its code.
pub fn check() -> Result<()> {
    let styles = words_of_styles()?;
    for (place, _) in PACKAGES.iter().chain(FOREIGN) {
        ensure!(root().join(place).exists(), "there is no {place}");
    }
    let mut files = 0;
    let mut sentences = Vec::new();
    for file in modules::files()? {
        let path = file.strip_prefix(root()).unwrap_or(&file);
        let is_in = |table: &[(&str, &str)]| table.iter().any(|(place, _)| path.starts_with(place));
        if is_in(PACKAGES) {
            continue;
        }
        files += 1;
        let code = fs::read_to_string(&file)?;
        let mut found = literals(&code, &styles)
            .with_context(|| format!("{} cannot be parsed", path.display()))?;
        if is_in(FOREIGN) {
            found.retain(|text| has_comment(text));
        }
        sentences.extend(found.into_iter().map(|text| (path.to_owned(), text)));
    }
    ensure!(files > 100, "only {files} files were found");
    if sentences.is_empty() {
        println!("{files} files, none of which has a sentence in its code");
        return Ok(());
    }
    for (path, text) in &sentences {
        println!("{}: {text:?}", path.display());
    }
    bail!(
        "{} sentences are in code; make them messages (docs/translating.md)",
        sentences.len()
    )
}

/// The literals of a file that are sentences, those of [`FOREIGN`] among them.
fn literals(code: &str, styles: &BTreeSet<String>) -> Result<Vec<String>> {
    let mut finder = Finder {
        styles,
        found: Vec::new(),
    };
    finder.visit_file(&syn::parse_file(code)?);
    Ok(finder.found)
}

/// Collects literals that are sentences.
struct Finder<'a> {
    styles: &'a BTreeSet<String>,
    found: Vec<String>,
}

impl Visit<'_> for Finder<'_> {
    fn visit_item(&mut self, item: &Item) {
        if !modules::is_for_tests(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &Attribute) {}

    fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
        self.visit_expr(&call.receiver);
        if !METHODS.iter().any(|method| call.method == method) {
            for argument in &call.args {
                self.visit_expr(argument);
            }
        }
    }

    fn visit_macro(&mut self, code: &Macro) {
        if !MACROS.iter().any(|name| code.path.is_ident(name)) {
            self.visit_tokens(code.tokens.clone());
        }
    }

    fn visit_lit_str(&mut self, literal: &LitStr) {
        let text = literal.value();
        if is_sentence(&text, self.styles) {
            self.found.push(text);
        }
    }
}

impl Finder<'_> {
    /// Collects from the tokens of a macro.
    fn visit_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (place, token) in tokens.iter().enumerate() {
            let before = &tokens[..place];
            match token {
                TokenTree::Group(group) if !is_exempt(before, group.delimiter()) => {
                    self.visit_tokens(group.stream());
                }
                TokenTree::Literal(literal) if !is_value(before) => {
                    if let Ok(literal) = syn::parse_str::<LitStr>(&literal.to_string()) {
                        self.visit_lit_str(&literal);
                    }
                }
                _ => {}
            }
        }
    }
}

/// True for a group behind these tokens that is an attribute or arguments that no reader sees.
fn is_exempt(before: &[TokenTree], delimiter: Delimiter) -> bool {
    match before {
        [.., hash] if delimiter == Delimiter::Bracket && is_mark(hash, '#') => true,
        [.., hash, mark] if is_mark(hash, '#') && is_mark(mark, '!') => true,
        [.., TokenTree::Ident(name), mark] if is_mark(mark, '!') => {
            MACROS.iter().any(|known| name == known)
        }
        [.., dot, TokenTree::Ident(name)] if is_mark(dot, '.') => {
            METHODS.iter().any(|known| name == known)
        }
        _ => false,
    }
}

/// True for a literal behind these tokens that is the value of an attribute without text.
fn is_value(before: &[TokenTree]) -> bool {
    match before {
        [.., dash, TokenTree::Ident(_), _] if is_mark(dash, '-') => false,
        [.., TokenTree::Ident(name), mark] if is_mark(mark, '=') => {
            ATTRIBUTES.iter().any(|known| name == known)
        }
        _ => false,
    }
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punctuation) if punctuation.as_char() == mark)
}

/// True for a text of two words or more, one of which has three letters. A text whose words all
/// stand in style sheets is a list of classes, a selector or a query of media.
fn is_sentence(text: &str, styles: &BTreeSet<String>) -> bool {
    let text = without_placeholders(text);
    let words: Vec<&str> = text.split_whitespace().filter_map(word).collect();
    words.len() > 1
        && words.iter().any(|word| word.chars().count() > 2)
        && !words.iter().all(|word| styles.contains(*word))
}

/// The word in a text without white space, maybe between marks of punctuation: letters, with
/// hyphens, apostrophes or strokes between them.
fn word(text: &str) -> Option<&str> {
    let word = text
        .trim_start_matches(['(', '[', '“', '‘', '"', '\'', '…', '|'])
        .trim_end_matches(|mark: char| ".,:;!?)]”’\"'…|".contains(mark));
    let mut parts = word.split(['-', '’', '\'', '/']);
    parts
        .all(|part| !part.is_empty() && part.chars().all(char::is_alphabetic))
        .then_some(word)
}

/// The text with a mark in place of each `{…}`.
fn without_placeholders(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                out.push('#');
            }
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    out
}

/// True if a line of the text is a comment of a script or a configuration.
fn has_comment(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("# "))
}

/// All words of style sheets, comments aside: elements, classes, properties and values.
fn words_of_styles() -> Result<BTreeSet<String>> {
    let mut words = BTreeSet::new();
    for folder in ["style", "src"] {
        add_words(&root().join(folder), &mut words)?;
    }
    Ok(words)
}

fn add_words(folder: &Path, words: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            add_words(&path, words)?;
        } else if path.extension().is_some_and(|ending| ending == "css") {
            let sheet = fs::read_to_string(&path)?;
            let parts = sheet.split("/*");
            for code in parts.map(|part| part.split_once("*/").map_or(part, |(_, code)| code)) {
                let is_part = |letter: char| letter.is_alphanumeric() || "-_".contains(letter);
                let parts = code.split(|letter| !is_part(letter));
                // The units of numbers are words, too: `12px`.
                let units = |part: &str| part.trim_start_matches(char::is_numeric).to_owned();
                words.extend(parts.map(units));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, has_comment, literals};

    /// The sentences in the code of a function.
    fn found(code: &str) -> Vec<String> {
        let styles = ["point", "over", "and", "min-width", "px"].map(str::to_owned);
        let code = ["fn of() {", code, "}"].concat();
        literals(&code, &BTreeSet::from(styles)).expect("code")
    }

    #[test]
    fn sentences_are_found_in_macros_and_in_elements() {
        assert_eq!(found(r#"say("A step takes long.");"#).len(), 1);
        assert_eq!(found(r#"format!("{step} of {all} steps");"#).len(), 1);
        assert_eq!(found(r#"view! { <p>"The step"</p> };"#).len(), 1);
        assert_eq!(found(r#"view! { <p aria-label="The step"/> };"#).len(), 1);
        assert_eq!(found(r#"match word { "no step" => {} _ => {} }"#).len(), 1);
        assert_eq!(
            found(r#"const A: &str = concat!("two words", "one");"#).len(),
            1
        );
    }

    #[test]
    fn words_names_and_code_are_no_sentences() {
        for code in [
            r#"say("step");"#,
            r#"format!("{step} GB of {all}");"#,
            r#"say("tp = 8 or pp > 1");"#,
            r#"say("--config_file train.yaml");"#,
        ] {
            assert!(found(code).is_empty(), "{code}");
        }
    }

    #[test]
    fn words_of_style_sheets_are_no_sentences() {
        assert!(found(r#"say("point over");"#).is_empty());
        assert!(found(r#"say("(min-width: 12px) and (min-width: 7px)");"#).is_empty());
        assert_eq!(found(r#"say("point over there");"#).len(), 1);
    }

    #[test]
    fn texts_for_developers_are_exempt() {
        for code in [
            r#"panic!("there is no step");"#,
            r#"view! { {assert!(is, "there is no step")} };"#,
            r#"step.expect("there is a step");"#,
            r#"view! { {step.expect("there is a step")} };"#,
            r#"let is = log.contains("step time");"#,
            r#"view! { <a rel="opens another"/> };"#,
            r#"#[expect(unused, reason = "a step of two")] let a = 1;"#,
            r#"view! { #[cfg(the_step = "a step")] <p/> };"#,
        ] {
            assert!(found(code).is_empty(), "{code}");
        }
    }

    #[test]
    fn code_for_tests_is_left_out() {
        let code = r#"#[cfg(test)] mod tests { const A: &str = "a long sentence"; }"#;
        assert!(literals(code, &BTreeSet::new()).expect("code").is_empty());
    }

    #[test]
    fn comments_are_sentences_in_other_languages_too() {
        assert!(has_comment("import re\n  # Data are not part of it.\n"));
        assert!(!has_comment("#SBATCH --nodes\nimport re\n"));
    }
}
