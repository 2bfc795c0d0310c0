//! The texts of lessons: a small part of Markdown, read into spans.
//!
//! Paragraphs, lists, `**bold**`, `*emphasis*`, `` `code` ``, links, and `{{values}}` of the
//! present plan. There is no HTML: a view draws each span as a separate text.

use std::iter::Peekable;
use std::str::Chars;

use super::fault::Why;
use super::figures::figure_and_path;
use super::terms::Term;
use cost::plan::Word;
use cost::why::Figure;
use formats::excerpt::excerpt;
use formats::goal::Live;
use formats::link::presentation::{View, named};

/// A text, from top to bottom.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Text {
    /// Paragraphs and lists of the text.
    pub blocks: Vec<TextBlock>,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum TextBlock {
    /// A paragraph.
    Paragraph(Vec<TextSpan>),
    /// A list, and whether its items are counted.
    List(bool, Vec<Vec<TextSpan>>),
}

/// Words that look the same.
#[derive(Clone, Debug, PartialEq)]
pub struct TextSpan {
    /// The text.
    pub content: Content,
    /// True if they are bold.
    pub is_strong: bool,
    /// True if they are emphasised.
    pub is_emphasised: bool,
    /// Target of the characters, if they are a link.
    pub target: Option<LinkTarget>,
}

/// The content of a span.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Words.
    Words(String),
    /// Words of a program.
    Code(String),
    /// A value of the present plan.
    Live(Live),
}

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// To another page.
    Web(String),
    /// To the control of a key.
    Control(&'static str),
    /// To a view.
    View(View),
    /// To what a word means.
    Term(Term),
    /// To the arithmetic of a figure, at a path of words below it; an empty path for the figure.
    Figure(Figure, String),
}

impl Text {
    /// True if it says nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Its words on one line, without marks and links; `live` writes values of the plan.
    ///
    /// ```
    /// let text = lesson::markdown::read("**A** [b](view:memory):\n- `c` {{tp}}").unwrap();
    /// assert_eq!(text.plain(|_| "8".to_owned()), "A b: c 8");
    /// ```
    #[must_use]
    pub fn plain(&self, live: impl Fn(&Live) -> String) -> String {
        let words = |spans: &[TextSpan]| {
            let parts = spans.iter().map(|span| match &span.content {
                Content::Words(words) | Content::Code(words) => words.clone(),
                Content::Live(value) => live(value),
            });
            parts.collect::<String>()
        };
        let lines = self.blocks.iter().flat_map(|block| match block {
            TextBlock::Paragraph(spans) => vec![words(spans)],
            TextBlock::List(_, items) => items.iter().map(|item| words(item)).collect(),
        });
        lines.collect::<Vec<_>>().join(" ")
    }

    /// All of its spans, in order.
    pub fn spans(&self) -> impl Iterator<Item = &TextSpan> {
        self.blocks.iter().flat_map(|block| {
            let (paragraph, items): (&[TextSpan], &[Vec<TextSpan>]) = match block {
                TextBlock::Paragraph(spans) => (spans, &[]),
                TextBlock::List(_, items) => (&[], items),
            };
            paragraph.iter().chain(items.iter().flatten())
        })
    }
}

/// Reads a text.
///
/// ```
/// use lesson::markdown::{Content, TextBlock, read};
/// let text = read("Every GPU waits.\n\n- *Stages* take turns\n- {{100 * mfu}} % is left").unwrap();
/// assert!(matches!(&text.blocks[..], [TextBlock::Paragraph(_), TextBlock::List(false, items)] if items.len() == 2));
/// let html = read("<b>no</b>").unwrap();
/// let Some(span) = html.spans().next() else { panic!() };
/// assert_eq!(span.content, Content::Words("<b>no</b>".into()));
/// ```
///
/// # Errors
/// The first thing wrong with it.
pub fn read(text: &str) -> Result<Text, Why> {
    let mut blocks = Vec::new();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for part in lines.split(|line| line.is_empty()) {
        push_blocks(part, &mut blocks)?;
    }
    Ok(Text { blocks })
}

/// Reads lines with none empty between them: each item of a list begins a line, and all other lines
/// are joined.
fn push_blocks(lines: &[&str], blocks: &mut Vec<TextBlock>) -> Result<(), Why> {
    let mut parts: Vec<(Option<bool>, String)> = Vec::new();
    for line in lines {
        match (item(line), parts.last_mut()) {
            (Some((is_counted, rest)), _) => parts.push((Some(is_counted), rest.to_owned())),
            (None, Some((_, words))) => {
                words.push(' ');
                words.push_str(line);
            }
            (None, None) => parts.push((None, (*line).to_owned())),
        }
    }
    for (kind, words) in parts {
        let spans = spans(&words)?;
        match (kind, blocks.last_mut()) {
            (None, _) => blocks.push(TextBlock::Paragraph(spans)),
            (Some(is_counted), Some(TextBlock::List(same, items))) if *same == is_counted => {
                items.push(spans);
            }
            (Some(is_counted), _) => blocks.push(TextBlock::List(is_counted, vec![spans])),
        }
    }
    Ok(())
}

/// The item of a list that a line begins: true if it is counted, and the text behind the sign.
fn item(line: &str) -> Option<(bool, &str)> {
    if let Some(rest) = line.strip_prefix("- ") {
        return Some((false, rest));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?.strip_prefix(". ")?;
    (1..=2).contains(&digits).then_some((true, rest))
}

/// The spans of a paragraph.
fn spans(words: &str) -> Result<Vec<TextSpan>, Why> {
    let mut reader = Reader {
        rest: words.chars().peekable(),
        before: ' ',
        words: String::new(),
        is_strong: false,
        is_emphasised: false,
        target: None,
        spans: Vec::new(),
    };
    reader.read()?;
    let open = [(reader.is_strong, "**"), (reader.is_emphasised, "*")];
    match open.into_iter().find(|(is_open, _)| *is_open) {
        Some((_, sign)) => Err(Why::Unclosed { sign }),
        None => Ok(reader.spans),
    }
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    /// The letter before.
    before: char,
    /// Words that are no span yet.
    words: String,
    is_strong: bool,
    is_emphasised: bool,
    target: Option<LinkTarget>,
    spans: Vec<TextSpan>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Why> {
        while let Some(letter) = self.rest.next() {
            match letter {
                '\\' => {
                    let next = self.rest.next();
                    self.words.extend(next);
                }
                '*' => self.star(),
                '`' => {
                    let code = self.until("`", "`")?;
                    self.push(Content::Code(code));
                }
                '{' if self.rest.next_if_eq(&'{').is_some() => {
                    let text = self.until("}}", "{{")?;
                    let live = Live::parse(&text).map_err(|fault| Why::Live { fault, text })?;
                    self.push(Content::Live(live));
                }
                '[' => self.link()?,
                letter => self.words.push(letter),
            }
            self.before = letter;
        }
        self.end_words();
        Ok(())
    }

    /// One or two stars begin or end emphasis; a star between spaces is a multiplication sign.
    fn star(&mut self) {
        if self.rest.next_if_eq(&'*').is_some() {
            self.end_words();
            self.is_strong = !self.is_strong;
        } else if self.before.is_whitespace() && self.rest.peek() == Some(&' ') {
            self.words.push('*');
        } else {
            self.end_words();
            self.is_emphasised = !self.is_emphasised;
        }
    }

    /// `[words](target)`; the words are plain.
    fn link(&mut self) -> Result<(), Why> {
        let words = self.until("]", "[")?;
        if self.rest.next_if_eq(&'(').is_none() {
            // What stands in brackets alone is in brackets.
            for part in ["[", &words, "]"] {
                self.words.push_str(part);
            }
            return Ok(());
        }
        let given = self.until(")", "(")?;
        let target = target(&given).ok_or_else(|| Why::NoTarget {
            given: excerpt(&given),
        })?;
        self.end_words();
        self.target = Some(target);
        self.push(Content::Words(words));
        self.target = None;
        Ok(())
    }

    /// All up to a sign, which is passed over.
    fn until(&mut self, sign: &'static str, opened: &'static str) -> Result<String, Why> {
        let mut inside = String::new();
        for letter in self.rest.by_ref() {
            inside.push(letter);
            if inside.ends_with(sign) {
                inside.truncate(inside.len() - sign.len());
                return Ok(inside);
            }
        }
        Err(Why::Unclosed { sign: opened })
    }

    /// Ends the words before something else.
    fn end_words(&mut self) {
        if !self.words.is_empty() {
            let words = std::mem::take(&mut self.words);
            self.spans.push(self.span(Content::Words(words)));
        }
    }

    fn push(&mut self, content: Content) {
        self.end_words();
        self.spans.push(self.span(content));
    }

    fn span(&self, content: Content) -> TextSpan {
        TextSpan {
            content,
            is_strong: self.is_strong,
            is_emphasised: self.is_emphasised,
            target: self.target.clone(),
        }
    }
}

/// Target of a link, if it is one that is allowed.
fn target(text: &str) -> Option<LinkTarget> {
    if text.starts_with("https://") || text.starts_with("http://") {
        return Some(LinkTarget::Web(text.to_owned()));
    }
    let (kind, name) = text.split_once(':')?;
    match kind {
        "control" => named(name).first().copied().map(LinkTarget::Control),
        "view" => View::named(name).map(LinkTarget::View),
        "term" => Term::parse(name).map(LinkTarget::Term),
        "why" => figure_and_path(name).map(|(figure, path)| LinkTarget::Figure(figure, path)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<TextSpan> {
        read(text).unwrap().spans().cloned().collect()
    }

    #[test]
    fn signs_turn_on_and_off() {
        let spans = words("a **b** *c* `d*` 2 * 3 \\*e\\*");
        let looks: Vec<_> = spans
            .iter()
            .map(|span| (&span.content, span.is_strong, span.is_emphasised))
            .collect();
        let plain = |text: &str| Content::Words(text.to_owned());
        assert_eq!(looks.len(), 7);
        assert_eq!(looks[1], (&plain("b"), true, false));
        assert_eq!(looks[3], (&plain("c"), false, true));
        assert_eq!(looks[5].0, &Content::Code("d*".into()));
        assert_eq!(looks[6].0, &plain(" 2 * 3 *e*"));
    }

    #[test]
    fn lists_end_with_an_empty_line() {
        let text = read("Two:\n- one\n  and more\n- two\n\nEnd\n\n1. first\n2. second").unwrap();
        let kinds: Vec<_> = text
            .blocks
            .iter()
            .map(|block| match block {
                TextBlock::Paragraph(_) => (0, false),
                TextBlock::List(is_counted, items) => (items.len(), *is_counted),
            })
            .collect();
        assert_eq!(kinds, [(0, false), (2, false), (0, false), (2, true)]);
    }

    #[test]
    fn links_lead_where_they_may() {
        let targets = [
            (
                "https://example.org/a?b=c#d",
                Some(LinkTarget::Web("https://example.org/a?b=c#d".into())),
            ),
            ("control:tp", Some(LinkTarget::Control("tp"))),
            ("view:memory", Some(LinkTarget::View(View::Memory))),
            ("term:bubble", Some(LinkTarget::Term(Term::Bubble))),
            (
                "why:memory.activations@0",
                Some(LinkTarget::Figure(
                    "memory.activations@0".parse().unwrap(),
                    String::new(),
                )),
            ),
            (
                "why:time.tensor/of-rank/one-micro-batch",
                Some(LinkTarget::Figure(
                    "time.tensor".parse().unwrap(),
                    "of-rank/one-micro-batch".into(),
                )),
            ),
            ("why:time.tensors", None),
            ("why:mfu@0", None),
            ("why:", None),
            ("javascript:alert(1", None),
            ("data:text/html,x", None),
            ("control:colour", None),
            ("/etc", None),
        ];
        for (given, expected) in targets {
            let text = ["[x](", given, ")"].concat();
            match (read(&text), expected) {
                (Ok(text), Some(target)) => {
                    assert_eq!(text.spans().next().unwrap().target, Some(target));
                }
                (Err(Why::NoTarget { .. }), None) => {}
                (read, _) => panic!("{given}: {read:?}"),
            }
        }
        assert_eq!(words("a [b] c").len(), 1);
    }

    #[test]
    fn what_is_not_closed_is_told() {
        for (text, sign) in [
            ("**a", "**"),
            ("a *b", "*"),
            ("`a", "`"),
            ("{{mfu}", "{{"),
            ("[a", "["),
        ] {
            assert_eq!(read(text), Err(Why::Unclosed { sign }), "{text}");
        }
        assert!(matches!(read("{{mfa}}"), Err(Why::Live { .. })));
        assert_eq!(read(""), Ok(Text::default()));
    }
}
