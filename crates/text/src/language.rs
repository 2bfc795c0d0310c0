//! The language of a program: English from its code, another one from a file.
//!
//! A thread speaks English until it [`choose`]s another language, once at its start. Functions of
//! messages look their line up by its number; what the language lacks stays English. The file's form
//! is described in `crates/messages/src/encode.rs`.

use std::cell::Cell;
use std::ops::RangeInclusive;

use cost::band::Band;
use cost::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use formats::number::{Digits, Marks, Units};

use crate::number::{self, BytesText as _};

/// The source from which this program was built: a file of another one does not fit.
const FINGERPRINT: &str = include_str!(concat!(env!("OUT_DIR"), "/_fingerprint.txt"));

/// The tag of the source language, which is in the code.
const SOURCE: &str = "en";

/// Tags of all other languages.
static TAGS: &[&str] = include!(concat!(env!("OUT_DIR"), "/_tags.rs"));

/// Their files, which native programs have with them.
#[cfg(feature = "command")]
static FILES: &[&str] = include!(concat!(env!("OUT_DIR"), "/_languages.rs"));

/// Number of letters in a plural rule.
const PLURALS: usize = 202;

thread_local! {
    static CHOSEN: Cell<Option<&'static Language>> = const { Cell::new(None) };
}

/// A language other than English.
#[derive(Debug)]
struct Language {
    tag: &'static str,
    is_right_to_left: bool,
    /// Letters of plural categories: of 0 to 99, of larger numbers by their last two digits, of
    /// multiples of a million, of numbers with decimals.
    plurals: &'static str,
    /// The messages by their numbers; empty if the language lacks one.
    messages: Vec<&'static str>,
}

/// A file that is not a language of this program: damaged, or of another version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotALanguage;

/// Makes this thread speak the language of a file. Call it once, before the first text is shown:
/// the language stays in memory.
///
/// # Errors
/// A file that is not a language of this program; the thread speaks English then.
pub fn choose(file: &str) -> Result<(), NotALanguage> {
    let file: &'static str = Box::leak(Box::from(file));
    let mut lines = file.split('\n');
    let mut line = || lines.next().ok_or(NotALanguage);
    let (tag, direction, plurals, fingerprint) = (line()?, line()?, line()?, line()?);
    if fingerprint != FINGERPRINT || plurals.len() < PLURALS {
        return Err(NotALanguage);
    }
    let mut messages: Vec<_> = lines.collect();
    if messages.pop() != Some(FINGERPRINT) {
        return Err(NotALanguage);
    }
    let language = Language {
        tag,
        is_right_to_left: direction == "rtl",
        plurals,
        messages,
    };
    CHOSEN.set(Some(Box::leak(Box::new(language))));
    Ok(())
}

/// The language for a tag, in any case and with `-` or `_`: the one with this tag, or the one of the
/// same primary language, `pt` for `pt-BR`. `None` if there is none.
///
/// ```
/// use text::language::find;
/// assert_eq!(find("EN_gb"), Some("en"));
/// assert_eq!(find("en-xa"), Some("en-XA"));
/// assert_eq!(find("tlh"), None);
/// ```
#[must_use]
pub fn find(tag: &str) -> Option<&'static str> {
    let wanted = tag.replace('_', "-");
    let primary = wanted.split('-').next().unwrap_or_default();
    // Pseudo-languages have two parts, so they stand in for no language.
    let named = |name: &str| {
        let mut all = [SOURCE].into_iter().chain(TAGS.iter().copied());
        all.find(|tag| tag.eq_ignore_ascii_case(name))
    };
    named(&wanted).or_else(|| named(primary))
}

/// Makes this thread speak a language that native programs have with them, as [`find`] finds it.
///
/// # Errors
/// A tag of no language.
#[cfg(feature = "command")]
pub fn choose_tag(tag: &str) -> Result<(), NotALanguage> {
    let found = find(tag).ok_or(NotALanguage)?;
    match TAGS.iter().position(|tag| *tag == found) {
        Some(place) => choose(FILES[place]),
        None => Ok(()),
    }
}

/// Tag and direction of the language of this thread, as HTML's `lang` and `dir` have them.
#[must_use]
pub fn chosen() -> (&'static str, &'static str) {
    match CHOSEN.get() {
        None => (SOURCE, "ltr"),
        Some(language) if language.is_right_to_left => (language.tag, "rtl"),
        Some(language) => (language.tag, "ltr"),
    }
}

/// An argument of a message: a value with the way in which it is written, as `docs/translating.md`
/// lists them. It owns nothing, so that the hundreds of functions of messages are small.
#[derive(Clone, Copy)]
pub(crate) enum Argument<'a> {
    Text(&'a str),
    /// A number that is written already.
    Written(&'a str),
    /// The position of the word by which a variant is chosen.
    Case(u8),
    Count(u64),
    Short(u64),
    Ungrouped(u64),
    Percent(f64),
    Change(f64),
    Gain(f64),
    Digits(f64),
    Plain(f64),
    Whole(f64),
    Tenths(f64),
    Hundredths(f64),
    Dollars(f64),
    Days(f64),
    Exponent(f64),
    Duration(Seconds),
    Time(Seconds),
    Rate(FlopsPerSecond),
    Bandwidth(BytesPerSecond),
    Gigabytes(Bytes),
    Size(Bytes, Units),
    Figure(Bytes, Units),
    Amount(Bytes, Units),
    Range((Bytes, Band), Units),
    SizeChange(i128, Units),
    Counts(&'a [u64]),
    Names(&'a dyn Names),
}

/// Names of any type that are written one after the other.
pub(crate) trait Names {
    /// `Megatron-LM, nanotron`
    fn listed(&self) -> String;
}

impl<T: AsRef<str>> Names for &[T] {
    fn listed(&self) -> String {
        number::listed(self)
    }
}

impl Argument<'_> {
    /// The number or the position of the word by which a variant is chosen; none for a number with
    /// decimals.
    fn case(self) -> Option<u64> {
        match self {
            Self::Case(case) => Some(u64::from(case)),
            Self::Count(value) | Self::Short(value) | Self::Ungrouped(value) => Some(value),
            Self::Digits(value) if number::decimals_of_three(value) == 0 => {
                Some(value.abs().round() as u64)
            }
            _ => None,
        }
    }

    /// Writes the argument as it stands in a message.
    fn write(self, out: &mut String) {
        let text = match self {
            Self::Text(text) | Self::Written(text) => return out.push_str(text),
            Self::Case(_) => return,
            Self::Count(value) => return put(out, number::whole(value)),
            Self::Ungrouped(value) => return put(out, Digits::exact(value, 0, Marks::PLAIN)),
            Self::Digits(value) => {
                return put(
                    out,
                    number::rounded(value, number::decimals_of_three(value)),
                );
            }
            Self::Whole(value) => return put(out, number::rounded(value, 0)),
            Self::Tenths(value) => return put(out, number::rounded(value, 1)),
            Self::Hundredths(value) => return put(out, number::rounded(value, 2)),
            Self::Short(value) => number::count(value),
            Self::Percent(share) => number::percent(share),
            Self::Change(share) => number::signed_percent(share),
            Self::Gain(points) => number::gain(points),
            Self::Plain(value) => number::plain(value),
            Self::Dollars(amount) => number::dollars(amount),
            Self::Days(value) => number::days(value),
            Self::Exponent(value) => number::exponent(value),
            Self::Duration(time) => number::duration(time),
            Self::Time(time) => number::short_time(time),
            Self::Rate(value) => number::rate(value),
            Self::Bandwidth(value) => number::bandwidth(value),
            Self::Gigabytes(bytes) => number::gigabytes(bytes),
            Self::Size(bytes, units) => units.size(bytes),
            Self::Figure(bytes, units) => units.figure(bytes),
            Self::Amount(bytes, units) => units.amount(bytes),
            Self::Range((bytes, band), units) => units.written(&units.range(bytes, band)),
            Self::SizeChange(bytes, units) => number::size_change(bytes, units),
            Self::Counts(values) => number::counts(values),
            Self::Names(names) => names.listed(),
        };
        out.push_str(&text);
    }
}

fn put(out: &mut String, digits: Digits) {
    out.push_str(digits.text());
}

/// A message without arguments.
pub(crate) fn plain(number: usize, english: &'static str) -> &'static str {
    match CHOSEN.get().and_then(|language| language.message(number)) {
        Some(text) => text,
        None => english,
    }
}

/// Bytes of an argument for which a message has room at first.
const ARGUMENT: usize = 8;

/// A message with its arguments filled in.
pub(crate) fn filled(number: usize, english: &str, arguments: &[Argument]) -> String {
    let language = CHOSEN.get();
    let found = language.and_then(|language| language.message(number));
    let mut filler = Filler {
        language: language.filter(|_| found.is_some()),
        arguments,
        out: String::with_capacity(english.len() + ARGUMENT * arguments.len()),
    };
    filler.fill(found.unwrap_or(english));
    filler.out
}

impl Language {
    fn message(&self, number: usize) -> Option<&'static str> {
        match *self.messages.get(number)? {
            "" => None,
            // An end alone is a text of nothing.
            text => Some(text.strip_prefix(END).unwrap_or(text)),
        }
    }
}

/// Writes a message.
struct Filler<'a> {
    /// The language of the message, if it is not English.
    language: Option<&'static Language>,
    arguments: &'a [Argument<'a>],
    out: String,
}

// The constants SHOWN, CHOICE, VARIANT and END: characters that begin an argument, a choice and a
// variant, and end a choice.
include!(concat!(env!("OUT_DIR"), "/_control_characters.rs"));
/// Their bytes.
const MARKS: RangeInclusive<u8> = SHOWN as u8..=END as u8;

impl<'a> Filler<'a> {
    /// Writes the text up to its end, or up to the end of the variant in which it stands; returns
    /// the rest.
    fn fill<'t>(&mut self, mut text: &'t str) -> &'t str {
        while let Some(place) = text.bytes().position(|byte| MARKS.contains(&byte)) {
            let (before, rest) = text.split_at(place);
            self.out.push_str(before);
            let mut letters = rest.chars();
            text = match letters.next() {
                Some(SHOWN) => {
                    if let Some(argument) = self.argument(letters.next()) {
                        self.show(*argument);
                    }
                    letters.as_str()
                }
                Some(CHOICE) => {
                    let case = self
                        .argument(letters.next())
                        .and_then(|argument| argument.case());
                    self.choose(case, letters.as_str())
                }
                _ => return rest,
            };
        }
        self.out.push_str(text);
        ""
    }

    fn argument(&self, letter: Option<char>) -> Option<&'a Argument<'a>> {
        let place = (letter? as usize).checked_sub(usize::from(b' '))?;
        self.arguments.get(place)
    }

    /// Writes an argument. In a text from right to left it keeps its direction between the two
    /// isolating characters of Unicode. A number before its unit needs none, and stands in columns.
    fn show(&mut self, argument: Argument) {
        let is_number = matches!(argument, Argument::Written(_) | Argument::Digits(_));
        let is_isolated = self
            .language
            .is_some_and(|language| language.is_right_to_left && !is_number);
        if is_isolated {
            self.out.push('\u{2068}');
        }
        argument.write(&mut self.out);
        if is_isolated {
            self.out.push('\u{2069}');
        }
    }

    /// Writes the first variant that fits; returns the text behind the choice.
    fn choose<'t>(&mut self, case: Option<u64>, mut text: &'t str) -> &'t str {
        let mut is_done = false;
        while let Some(variant) = text.strip_prefix(VARIANT) {
            let mut letters = variant.chars();
            let fits = letters.next().is_some_and(|key| self.fits(key, case));
            if fits && !is_done {
                is_done = true;
                text = self.fill(letters.as_str());
            } else {
                text = skipped(letters.as_str());
            }
        }
        text.strip_prefix(END).unwrap_or(text)
    }

    fn fits(&self, key: char, case: Option<u64>) -> bool {
        match key {
            '*' => true,
            '0'..='9' => Some(u64::from(key as u32 - '0' as u32)) == case,
            'A'..='Z' => Some(u64::from(key as u32 - 'A' as u32)) == case,
            _ => self.plural(case) == key,
        }
    }

    /// The letter of the plural category of a number; none for one with decimals.
    fn plural(&self, number: Option<u64>) -> char {
        let Some(language) = self.language else {
            return if number == Some(1) { 'o' } else { '*' };
        };
        let place = match number {
            None => 201,
            Some(number @ 0..100) => number,
            Some(number) if number.is_multiple_of(1_000_000) => 200,
            Some(number) => 100 + number % 100,
        };
        language
            .plurals
            .as_bytes()
            .get(place as usize)
            .map_or('*', |letter| char::from(*letter))
    }
}

/// The text behind a variant that is not written.
fn skipped(text: &str) -> &str {
    let mut depth = 0;
    for (place, letter) in text.char_indices() {
        match letter {
            CHOICE => depth += 1,
            VARIANT | END if depth == 0 => return &text[place..],
            END => depth -= 1,
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::{Argument, choose, filled};

    const TEXT: &str = "TP \u{1}  of \u{2}!\u{3}0no head\u{3}oa head\u{3}*\u{1}! heads\u{4}, \
                        \u{2}\"\u{3}A\u{2}!\u{3}oone\u{3}*many\u{4}\u{3}*out\u{4}.";

    fn text(heads: u64, case: u8) -> String {
        let arguments = [
            Argument::Count(2),
            Argument::Count(heads),
            Argument::Case(case),
        ];
        filled(usize::MAX, TEXT, &arguments)
    }

    #[test]
    fn arguments_and_variants_are_filled_in() {
        assert_eq!(text(0, 0), "TP 2 of no head, many.");
        assert_eq!(text(1, 0), "TP 2 of a head, one.");
        assert_eq!(text(4_096, 1), "TP 2 of 4,096 heads, out.");
    }

    #[test]
    fn a_file_of_another_program_is_no_language() {
        assert!(choose("").is_err());
        let rule = "o".repeat(super::PLURALS);
        assert!(
            choose(&format!(
                "pl
ltr
{rule}
0
Inne"
            ))
            .is_err()
        );
    }
}
