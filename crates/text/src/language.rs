//! The language of a program: English from its code, another one from a file.
//!
//! A thread speaks English until it [`choose`]s another language, once at its start. Functions of
//! messages look their line up by its number; what the language lacks stays English. The file's form
//! is described in `crates/messages/src/encode.rs`.

use std::borrow::Cow;
use std::cell::Cell;

use cost::band::Band;
use cost::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use formats::number::{
    Units, bandwidth, count, days, dollars, duration, exponent, fixed, gigabytes, grouped, percent,
    plain as digits_needed, rate, short_time, signed_percent, three_digits,
};

/// The source from which this program was built: a file of another one does not fit.
const FINGERPRINT: &str = include_str!(concat!(env!("OUT_DIR"), "/fingerprint.txt"));

/// Languages that native programs have with them: tags and files.
#[cfg(feature = "command")]
static LANGUAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Numbers of a list that are written out.
const LISTED: usize = 8;

thread_local! {
    static CHOSEN: Cell<Option<&'static Language>> = const { Cell::new(None) };
}

/// A language other than English.
#[derive(Debug)]
struct Language {
    tag: &'static str,
    is_right_to_left: bool,
    /// Letters of plural categories: of 0 to 99, of larger numbers by their last two digits, of
    /// multiples of a million.
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
pub fn choose(file: String) -> Result<(), NotALanguage> {
    let file: &'static str = Box::leak(file.into_boxed_str());
    let mut lines = file.split('\n');
    let mut line = || lines.next().ok_or(NotALanguage);
    let (tag, direction, plurals, fingerprint) = (line()?, line()?, line()?, line()?);
    if fingerprint != FINGERPRINT || plurals.len() < 201 {
        return Err(NotALanguage);
    }
    let language = Language {
        tag,
        is_right_to_left: direction == "rtl",
        plurals,
        messages: lines.collect(),
    };
    CHOSEN.set(Some(Box::leak(Box::new(language))));
    Ok(())
}

/// Makes this thread speak a language that native programs have with them: the one with this tag,
/// or the first one of the same language, `pt` for `pt-BR`.
///
/// # Errors
/// A tag of no language.
#[cfg(feature = "command")]
pub fn choose_tag(tag: &str) -> Result<(), NotALanguage> {
    let primary = |tag: &str| {
        tag.split(['-', '_'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    let wanted = tag.replace('_', "-");
    let is_exact = |known: &str| known.eq_ignore_ascii_case(&wanted);
    if is_exact("en") {
        return Ok(());
    }
    let exact = LANGUAGES.iter().find(|(known, _)| is_exact(known));
    if let Some((_, file)) = exact {
        return choose((*file).to_owned());
    }
    if primary(tag) == "en" {
        return Ok(());
    }
    // Pseudo-languages stand in for no language.
    let near = LANGUAGES.iter().find(|(known, _)| *known == primary(tag));
    choose((*near.ok_or(NotALanguage)?).1.to_owned())
}

/// Tag and direction of the language of this thread, as HTML's `lang` and `dir` have them.
#[must_use]
pub fn chosen() -> (&'static str, &'static str) {
    match CHOSEN.get() {
        None => ("en", "ltr"),
        Some(language) if language.is_right_to_left => (language.tag, "rtl"),
        Some(language) => (language.tag, "ltr"),
    }
}

/// A difference in points: `+4.1`, `−2.0`.
fn gain(points: f64) -> String {
    let plus = if points > 0.0 { "+" } else { "" };
    [plus, &fixed(points, 1)].concat()
}

/// An argument of a message.
pub(crate) struct Argument<'a> {
    text: Cow<'a, str>,
    /// The number or the position of the word by which a variant is chosen.
    case: u64,
}

macro_rules! written {
    ($($name:ident: $kind:ty => $write:expr;)*) => {
        $(
            pub(crate) fn $name(value: $kind) -> Self {
                let write: fn($kind) -> String = $write;
                Self::written(write(value))
            }
        )*
    };
}

macro_rules! bytes {
    ($($name:ident)*) => {
        $(
            pub(crate) fn $name(value: Bytes, units: Units) -> Self {
                Self::written(units.$name(value))
            }
        )*
    };
}

#[allow(dead_code, reason = "kinds of arguments that no message has yet")]
impl<'a> Argument<'a> {
    pub(crate) const fn text(text: &'a str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            case: 0,
        }
    }

    pub(crate) const fn case(case: u8) -> Self {
        Self {
            text: Cow::Borrowed(""),
            case: case as u64,
        }
    }

    const fn written(text: String) -> Self {
        Self {
            text: Cow::Owned(text),
            case: 0,
        }
    }

    pub(crate) fn count(value: u64) -> Self {
        Self {
            text: Cow::Owned(grouped(value)),
            case: value,
        }
    }

    pub(crate) fn short(value: u64) -> Self {
        Self {
            text: Cow::Owned(count(value)),
            case: value,
        }
    }

    /// `16384`, as links and launch files have it.
    pub(crate) fn ungrouped(value: u64) -> Self {
        Self {
            text: Cow::Owned(value.to_string()),
            case: value,
        }
    }

    written! {
        percent: f64 => percent;
        change: f64 => signed_percent;
        gain: f64 => gain;
        digits: f64 => three_digits;
        plain: f64 => digits_needed;
        whole: f64 => |value| fixed(value, 0);
        tenths: f64 => |value| fixed(value, 1);
        hundredths: f64 => |value| fixed(value, 2);
        dollars: f64 => dollars;
        days: f64 => days;
        duration: Seconds => duration;
        time: Seconds => short_time;
        rate: FlopsPerSecond => rate;
        bandwidth: BytesPerSecond => bandwidth;
        exponent: f64 => exponent;
        gigabytes: Bytes => gigabytes;
    }

    bytes! { size figure amount }

    /// `59.1–66.2 GiB`
    pub(crate) fn range((value, band): (Bytes, Band), units: Units) -> Self {
        Self::written([&units.range(value, band), "\u{a0}", units.symbol()].concat())
    }

    /// `−21.0 GiB`
    pub(crate) fn size_change(bytes: i64, units: Units) -> Self {
        let sign = if bytes < 0 { "−" } else { "+" };
        Self::written([sign, &units.size(Bytes(bytes.unsigned_abs()))].concat())
    }

    /// `+2.0`, `−0.4`
    pub(crate) fn points(points: f64) -> Self {
        let sign = if points > 0.0 { "+" } else { "" };
        Self::written([sign, &fixed(points, 1)].concat())
    }

    /// `1, 2, 4, 8…`
    pub(crate) fn counts(values: &[u64]) -> Self {
        let texts: Vec<String> = values
            .iter()
            .take(LISTED)
            .map(|value| grouped(*value))
            .collect();
        let mut text = texts.join(", ");
        if values.len() > LISTED {
            text.push('…');
        }
        Self::written(text)
    }

    /// `Megatron-LM, nanotron`
    pub(crate) fn names(names: &[impl AsRef<str>]) -> Self {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        Self::written(names.join(", "))
    }
}

/// A message without arguments.
pub(crate) fn plain(number: usize, english: &'static str) -> &'static str {
    match CHOSEN.get().and_then(|language| language.message(number)) {
        Some(text) => text,
        None => english,
    }
}

/// A message with its arguments filled in.
pub(crate) fn filled(number: usize, english: &str, arguments: &[Argument]) -> String {
    let language = CHOSEN.get();
    let found = language.and_then(|language| language.message(number));
    let mut filler = Filler {
        language: language.filter(|_| found.is_some()),
        arguments,
        out: String::new(),
    };
    filler.fill(found.unwrap_or(english));
    filler.out
}

impl Language {
    fn message(&self, number: usize) -> Option<&'static str> {
        self.messages
            .get(number)
            .copied()
            .filter(|text| !text.is_empty())
    }
}

/// Writes a message.
struct Filler<'a> {
    /// The language of the message, if it is not English.
    language: Option<&'static Language>,
    arguments: &'a [Argument<'a>],
    out: String,
}

const SHOWN: char = '\u{1}';
const CHOICE: char = '\u{2}';
const VARIANT: char = '\u{3}';
const END: char = '\u{4}';

impl<'a> Filler<'a> {
    /// Writes the text up to its end, or up to the end of the variant in which it stands; returns
    /// the rest.
    fn fill<'t>(&mut self, mut text: &'t str) -> &'t str {
        while let Some(place) = text.find([SHOWN, CHOICE, VARIANT, END]) {
            let (before, rest) = text.split_at(place);
            self.out.push_str(before);
            let mut letters = rest.chars();
            text = match letters.next() {
                Some(SHOWN) => {
                    if let Some(argument) = self.argument(letters.next()) {
                        self.show(&argument.text);
                    }
                    letters.as_str()
                }
                Some(CHOICE) => {
                    let case = self
                        .argument(letters.next())
                        .map_or(0, |argument| argument.case);
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
    /// isolating characters of Unicode.
    fn show(&mut self, text: &str) {
        let is_isolated = self
            .language
            .is_some_and(|language| language.is_right_to_left);
        if is_isolated {
            self.out.push('\u{2068}');
        }
        self.out.push_str(text);
        if is_isolated {
            self.out.push('\u{2069}');
        }
    }

    /// Writes the first variant that fits; returns the text behind the choice.
    fn choose<'t>(&mut self, case: u64, mut text: &'t str) -> &'t str {
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

    fn fits(&self, key: char, case: u64) -> bool {
        match key {
            '*' => true,
            '0'..='9' => u64::from(key as u32 - '0' as u32) == case,
            'A'..='Z' => u64::from(key as u32 - 'A' as u32) == case,
            _ => self.plural(case) == key,
        }
    }

    /// The letter of the plural category of a number.
    fn plural(&self, number: u64) -> char {
        let Some(language) = self.language else {
            return if number == 1 { 'o' } else { '*' };
        };
        let place = match number {
            0..100 => number,
            _ if number.is_multiple_of(1_000_000) => 200,
            _ => 100 + number % 100,
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
            Argument::count(2),
            Argument::count(heads),
            Argument::case(case),
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
        assert!(choose(String::new()).is_err());
        assert!(choose(format!("pl\nltr\n{}\n0\nInne", "o".repeat(201))).is_err());
    }
}
