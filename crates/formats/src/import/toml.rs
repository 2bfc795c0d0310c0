//! TOML into a value, from the events of a parser, as far as the options of a framework need it.
//!
//! Repeated keys are refused. A table that is opened again, or extended after it was written
//! inline, is accepted, as nothing is written back. So is a decimal of any length.
//!
//! The events of `toml_parser` weigh 15.6 kB in the page, half of the smallest ready-made document.
//! The parser needs no serde, and gives positions.

use toml_parser::decoder::{Encoding, IntegerRadix, ScalarKind};
use toml_parser::parser::{EventReceiver, parse_document};
use toml_parser::{ErrorSink, ParseError, Source, Span};

use super::budget::{COMPARED, FIELD, ITEM, ReadBudget, WORD};
use super::imported::{ImportRefusal, place};
use super::value::{DEEPEST, ParsedValue};

/// Units of a letter that the parser cuts into tokens.
const LETTER: usize = 8;

/// Reads TOML.
///
/// # Errors
/// If the text is no TOML, nested too deeply or takes too much work.
pub(crate) fn parse(text: &str, budget: &ReadBudget) -> Result<ParsedValue, ImportRefusal> {
    budget.charge(text.len().saturating_mul(LETTER), || None)?;
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut error: Option<ParseError> = None;
    let mut builder = Builder {
        text,
        source,
        budget,
        root: TomlFields::new(),
        table: Vec::new(),
        keys: Vec::new(),
        inside: Vec::new(),
        is_list: false,
        refused: None,
    };
    parse_document(&tokens, &mut builder, &mut error);
    if let Some(refused) = builder.refused {
        return Err(refused);
    }
    match error {
        None => Ok(ParsedValue::Fields(builder.root)),
        Some(error) => {
            let at = error.unexpected().or(error.context());
            Err(ImportRefusal::Syntax {
                said: error.description().to_owned(),
                at: at.map(|span| place(text, span.start())),
            })
        }
    }
}

type TomlFields = Vec<(String, ParsedValue)>;

/// A document under construction.
struct Builder<'a> {
    text: &'a str,
    source: Source<'a>,
    budget: &'a ReadBudget,
    root: TomlFields,
    /// The path of the latest table.
    table: Vec<String>,
    /// The path of the next value.
    keys: Vec<String>,
    /// Open lists and inline tables, each with its path.
    inside: Vec<(Vec<String>, ParsedValue)>,
    /// True if the header being read is that of a list of tables.
    is_list: bool,
    /// The reason why the document is refused.
    refused: Option<ImportRefusal>,
}

impl Builder<'_> {
    /// Takes units of the budget; returns false once the document is refused.
    fn charge(&mut self, units: usize, span: Span) -> bool {
        let at = || Some(place(self.text, span.start()));
        if self.refused.is_none() {
            self.refused = self.budget.charge(units, at).err();
        }
        self.refused.is_none()
    }

    /// Opens a list or an inline table; returns true if it may be opened.
    fn open(&mut self, value: ParsedValue) -> bool {
        let keys = std::mem::take(&mut self.keys);
        self.inside.push((keys, value));
        let may = self.inside.len() < DEEPEST;
        if !may {
            self.refused.get_or_insert(ImportRefusal::TooDeep);
        }
        may
    }

    /// Closes the list or table opened last, and adds it at its path.
    fn close(&mut self, span: Span, error: &mut dyn ErrorSink) {
        if let Some((keys, value)) = self.inside.pop() {
            self.keys = keys;
            self.put(value, span, error);
        }
    }

    /// Adds a value at the current position.
    fn put(&mut self, value: ParsedValue, span: Span, error: &mut dyn ErrorSink) {
        let keys = std::mem::take(&mut self.keys);
        let is_named = !matches!(self.inside.last(), Some((_, ParsedValue::List(_))));
        let path = self.table.iter().chain(&keys).filter(|_| is_named);
        let named = path.map(|name| ITEM + name.len() / WORD);
        let field = if is_named { FIELD } else { ITEM };
        if !self.charge(named.sum::<usize>() + field, span) {
            return;
        }
        let around = self.inside.iter().map(|(path, _)| path.len() + 1);
        if self.table.len() + around.sum::<usize>() + keys.len() > DEEPEST {
            self.refused.get_or_insert(ImportRefusal::TooDeep);
            return;
        }
        let is_put = match self.inside.last_mut() {
            Some((_, ParsedValue::List(items))) => {
                items.push(value);
                true
            }
            Some((_, ParsedValue::Fields(fields))) => insert(fields, &keys, value, self.budget),
            _ => within(&mut self.root, &self.table, self.budget)
                .is_some_and(|fields| insert(fields, &keys, value, self.budget)),
        };
        if !self.charge(0, span) {
            return;
        }
        if !is_put {
            error.report_error(ParseError::new(TWICE).with_unexpected(span));
        }
    }

    /// Begins the table of a header.
    fn begin(&mut self, span: Span, error: &mut dyn ErrorSink) {
        self.table = std::mem::take(&mut self.keys);
        if self.table.len() >= DEEPEST {
            self.refused.get_or_insert(ImportRefusal::TooDeep);
        }
        if !self.charge(FIELD, span) {
            return;
        }
        let begun = match self.table.split_last() {
            Some((name, path)) if self.is_list => within(&mut self.root, path, self.budget)
                .is_some_and(|fields| add(fields, name, self.budget)),
            _ => within(&mut self.root, &self.table, self.budget).is_some(),
        };
        if !self.charge(0, span) {
            return;
        }
        if !begun {
            error.report_error(ParseError::new(TWICE).with_unexpected(span));
        }
    }
}

/// The error of a repeated name, in the style of the parser, which does not check for it.
const TWICE: &str = "duplicate key";

impl EventReceiver for Builder<'_> {
    fn std_table_open(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.keys.clear();
        self.is_list = false;
    }

    fn std_table_close(&mut self, span: Span, error: &mut dyn ErrorSink) {
        self.begin(span, error);
    }

    fn array_table_open(&mut self, _: Span, _: &mut dyn ErrorSink) {
        self.keys.clear();
        self.is_list = true;
    }

    fn array_table_close(&mut self, span: Span, error: &mut dyn ErrorSink) {
        self.begin(span, error);
    }

    fn inline_table_open(&mut self, _: Span, _: &mut dyn ErrorSink) -> bool {
        self.open(ParsedValue::Fields(Vec::new()))
    }

    fn inline_table_close(&mut self, span: Span, error: &mut dyn ErrorSink) {
        self.close(span, error);
    }

    fn array_open(&mut self, _: Span, _: &mut dyn ErrorSink) -> bool {
        self.open(ParsedValue::List(Vec::new()))
    }

    fn array_close(&mut self, span: Span, error: &mut dyn ErrorSink) {
        self.close(span, error);
    }

    fn simple_key(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        let mut name = String::new();
        if let Some(raw) = self.source.get(span) {
            let raw = toml_parser::Raw::new_unchecked(raw.as_str(), kind, span);
            raw.decode_key(&mut name, error);
        }
        self.keys.push(name);
    }

    fn scalar(&mut self, span: Span, kind: Option<Encoding>, error: &mut dyn ErrorSink) {
        let mut text = String::new();
        let Some(raw) = self.source.get(span) else {
            return;
        };
        if !self.charge(ITEM + raw.as_str().len(), span) {
            return;
        }
        let raw = toml_parser::Raw::new_unchecked(raw.as_str(), kind, span);
        let value = match raw.decode_scalar(&mut text, error) {
            ScalarKind::Boolean(is_on) => ParsedValue::Switch(is_on),
            kind @ ScalarKind::Integer(radix) => whole(text, radix).unwrap_or_else(|text| {
                let fault = ParseError::new(kind.invalid_description());
                error.report_error(fault.with_unexpected(span));
                ParsedValue::Number(text)
            }),
            ScalarKind::Float => ParsedValue::Number(text),
            ScalarKind::String | ScalarKind::DateTime => ParsedValue::Text(text),
        };
        self.put(value, span, error);
    }
}

/// A whole number from its digits, or the digits again if it is none: the parser does not check what
/// follows the first underscore. Decimals may exceed 64 bits, as in the reader of Python's own
/// library, with which torchtitan reads its files.
fn whole(digits: String, radix: IntegerRadix) -> Result<ParsedValue, String> {
    if let Ok(number) = u64::from_str_radix(&digits, radix.value()) {
        return Ok(ParsedValue::Whole(number));
    }
    let unsigned = digits.trim_start_matches(['+', '-']);
    let is_decimal = radix == IntegerRadix::Dec
        && !unsigned.is_empty()
        && unsigned.bytes().all(|digit| digit.is_ascii_digit());
    if is_decimal {
        Ok(ParsedValue::Number(digits))
    } else {
        Err(digits)
    }
}

/// The place of a name among fields. Each comparison takes units of the budget; the builder records
/// its end.
fn find(fields: &TomlFields, name: &str, budget: &ReadBudget) -> Option<usize> {
    let _ = budget.take(fields.len() * COMPARED);
    fields.iter().position(|(known, _)| known == name)
}

/// The fields at a path, created if missing; in a list, those of its last table. `None` if another
/// value is there.
fn within<'a>(
    mut fields: &'a mut TomlFields,
    path: &[String],
    budget: &ReadBudget,
) -> Option<&'a mut TomlFields> {
    for name in path {
        let place = find(fields, name, budget).unwrap_or_else(|| {
            fields.push((name.clone(), ParsedValue::Fields(Vec::new())));
            fields.len() - 1
        });
        fields = match fields.get_mut(place) {
            Some((_, ParsedValue::Fields(inner))) => inner,
            Some((_, ParsedValue::List(items))) => match items.last_mut() {
                Some(ParsedValue::Fields(inner)) => inner,
                _ => return None,
            },
            _ => return None,
        };
    }
    Some(fields)
}

/// Adds a value at a path. Returns false if the path is taken or does not lead through tables.
fn insert(
    fields: &mut TomlFields,
    path: &[String],
    value: ParsedValue,
    budget: &ReadBudget,
) -> bool {
    let Some((name, path)) = path.split_last() else {
        return false;
    };
    let Some(fields) = within(fields, path, budget) else {
        return false;
    };
    let is_free = find(fields, name, budget).is_none();
    if is_free {
        fields.push((name.clone(), value));
    }
    is_free
}

/// Adds a table to the list of a name.
fn add(fields: &mut TomlFields, name: &str, budget: &ReadBudget) -> bool {
    let table = ParsedValue::Fields(Vec::new());
    let found = find(fields, name, budget).and_then(|place| fields.get_mut(place));
    match found {
        None => fields.push((name.to_owned(), ParsedValue::List(vec![table]))),
        Some((_, ParsedValue::List(tables))) => tables.push(table),
        Some(_) => return false,
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::{LARGEST, TextPosition};

    fn parse(text: &str) -> Result<ParsedValue, ImportRefusal> {
        super::parse(text, &ReadBudget::new())
    }

    fn text(words: &str) -> ParsedValue {
        ParsedValue::Text(words.to_owned())
    }

    #[test]
    fn tables_are_put_together() {
        let value = parse(
            "top = 1_024 # so many\n\
             [a.b]\nc.d = \"x\\ny\"\ne = [1, {f = 'g', h = [true]}, [],]\n\
             [[list]]\nname = 'one'\n[list.inner]\nx = 0x10\n[[list]]\nname = \"\"\"\ntwo\"\"\"\n\
             [a]\n\"odd key\" = 1e-8\nwhen = 2024-05-01\nless = -3\n",
        )
        .expect("TOML");
        assert_eq!(value.at("top"), Some(&ParsedValue::Whole(1_024)));
        assert_eq!(value.at("a.b.c.d"), Some(&text("x\ny")));
        let inline = ParsedValue::Fields(vec![
            ("f".to_owned(), text("g")),
            (
                "h".to_owned(),
                ParsedValue::List(vec![ParsedValue::Switch(true)]),
            ),
        ]);
        let expected = vec![ParsedValue::Whole(1), inline, ParsedValue::List(Vec::new())];
        assert_eq!(value.at("a.b.e"), Some(&ParsedValue::List(expected)));
        assert_eq!(
            value.at("a.odd key"),
            Some(&ParsedValue::Number("1e-8".into()))
        );
        assert_eq!(value.at("a.when"), Some(&text("2024-05-01")));
        assert_eq!(value.at("a.less"), Some(&ParsedValue::Number("-3".into())));
        let Some(ParsedValue::List(tables)) = value.at("list") else {
            panic!("{value:?}")
        };
        assert_eq!(tables[0].at("inner.x"), Some(&ParsedValue::Whole(16)));
        assert_eq!(tables[1].at("name"), Some(&text("two")));
        assert_eq!(tables.len(), 2);
    }

    #[test]
    fn decimals_beyond_64_bits_are_kept_as_written() {
        let value = parse("most = 18_446_744_073_709_551_615\nmore = 18446744073709551616\n");
        let value = value.expect("TOML");
        assert_eq!(value.at("most"), Some(&ParsedValue::Whole(u64::MAX)));
        let more = ParsedValue::Number("18446744073709551616".into());
        assert_eq!(value.at("more"), Some(&more));
    }

    #[test]
    fn faults_have_their_place() {
        for (text, line, column) in [
            ("a = 1\nb = ", 2, 5),
            ("a = 1\nb = \"", 2, 6),
            ("a = 1\na = 2", 2, 5),
            ("[a\n", 1, 3),
            ("ü = 1", 1, 1),
            ("a = {b = 1", 1, 11),
            ("a = 1\n[a]\n", 2, 3),
            ("a = 1\n[[a]]\n", 2, 4),
            ("a = 1\na.b = 2", 2, 7),
            ("a = 1_0000x1F", 1, 5),
            ("a = 1_000xyz", 1, 5),
            ("a = 0xFFFF_FFFF_FFFF_FFFF_F", 1, 5),
        ] {
            let Err(ImportRefusal::Syntax { said, at }) = parse(text) else {
                panic!("{text} is read")
            };
            assert_eq!(at, Some(TextPosition { line, column }), "{text}: {said}");
            assert!(!said.is_empty());
        }
    }

    #[test]
    fn hostile_documents_are_refused() {
        let deep = |open: &str, close: &str, levels| {
            ["a = ", &open.repeat(levels), &close.repeat(levels)].concat()
        };
        for (open, close) in [("[", "]"), ("{b = ", "}")] {
            for levels in [DEEPEST, 1_000, 100_000] {
                let read = parse(&deep(open, close, levels));
                assert_eq!(read, Err(ImportRefusal::TooDeep), "{open} {levels}");
            }
        }
        assert!(parse(&deep("[", "]", DEEPEST - 2)).is_ok());
        let path = "a.".repeat(50_000);
        for text in [
            [&path, "a = 1"].concat(),
            ["[", &path, "a]"].concat(),
            ["[[", &path, "a]]"].concat(),
            ["a = {", &path, "a = 1}"].concat(),
        ] {
            assert_eq!(parse(&text), Err(ImportRefusal::TooDeep));
        }
        let names = |before: &str, after: &str| -> String {
            (0..12_000)
                .map(|n| format!("{before}{n}{after}\n"))
                .collect()
        };
        for text in [names("a", "=1"), names("[t", "]")] {
            assert!(text.len() < LARGEST);
            let Err(ImportRefusal::TooMuch { at: Some(at) }) = parse(&text) else {
                panic!("{} bytes are read", text.len())
            };
            assert!((2_000..12_000).contains(&at.line), "{at:?}");
        }
    }
}
