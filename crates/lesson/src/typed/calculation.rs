//! Numbers and small calculations, as people type them: `1,966.5`, `12·10³`, `7/(8 + 7)`, `12k`.

/// The meaning of a single point or comma before exactly three digits, as in `1.966`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// It sets off decimals.
    Decimals,
    /// It sets off thousands.
    Thousands,
}

/// A calculation at the start of a text, with its result.
pub(super) struct Calculation<'a> {
    /// The result; finite.
    pub(super) value: f64,
    /// Factor of the letter behind a number that stands alone, such as 1,000 in `12k`; 1 without
    /// one. The value has this factor.
    pub(super) suffix: f64,
    /// True if it has a division.
    pub(super) is_quotient: bool,
    /// True if one of its numbers is 100.
    pub(super) has_hundred: bool,
    /// The text after it.
    pub(super) rest: &'a str,
}

/// Signs of a product, as typed and as printed. A colon divides.
const TIMES: [char; 7] = ['*', '·', '×', '⋅', '∙', 'x', 'X'];
const OVER: [char; 5] = ['/', '÷', ':', '∕', '⁄'];
/// Exponents that are printed above the line, in the order of their digits.
const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
/// Letters behind a number, and their factors.
const SUFFIXES: [(char, f64); 7] = [
    ('k', 1e3),
    ('K', 1e3),
    ('M', 1e6),
    ('G', 1e9),
    ('B', 1e9),
    ('T', 1e12),
    ('P', 1e15),
];

/// The factor of a letter behind a number. `B` is billions, except where it is bytes.
pub(super) fn suffix(letter: char, has_bytes: bool) -> Option<f64> {
    let is_bytes = letter == 'B' && has_bytes;
    let known = SUFFIXES.iter().find(|(known, _)| *known == letter);
    known.filter(|_| !is_bytes).map(|(_, factor)| *factor)
}

/// The digit of an exponent above the line.
pub(super) fn superscript(letter: char) -> Option<usize> {
    SUPERSCRIPTS.iter().position(|known| *known == letter)
}

/// Reads the calculation at the start of a text whose spaces are plain. `None` if there is none, or
/// if its result is not finite. `has_bytes` says that `B` stands for bytes.
pub(super) fn calculate(
    text: &str,
    separator: Separator,
    has_bytes: bool,
) -> Option<Calculation<'_>> {
    let mut reader = Reader {
        rest: text,
        separator,
        has_bytes,
        depth: 0,
        numbers: 0,
        suffix: 1.0,
        is_quotient: false,
        has_hundred: false,
    };
    let value = reader.sum().filter(|value| value.is_finite())?;
    Some(Calculation {
        value,
        suffix: if reader.numbers == 1 {
            reader.suffix
        } else {
            1.0
        },
        is_quotient: reader.is_quotient,
        has_hundred: reader.has_hundred,
        rest: reader.rest,
    })
}

struct Reader<'a> {
    rest: &'a str,
    separator: Separator,
    has_bytes: bool,
    /// Parentheses that are open. The caller bounds the length of the text, and so this depth.
    depth: usize,
    numbers: usize,
    suffix: f64,
    is_quotient: bool,
    has_hundred: bool,
}

impl<'a> Reader<'a> {
    fn next(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next letter if it is one of these.
    fn take(&mut self, letters: &[char]) -> Option<char> {
        let letter = self.next().filter(|letter| letters.contains(letter))?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches(' ');
    }

    /// Takes the digits that come next.
    fn digits(&mut self) -> &'a str {
        let end = self.rest.find(|letter: char| !letter.is_ascii_digit());
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        digits
    }

    /// A factor of −1 or 1, by the sign that comes next.
    fn sign(&mut self) -> f64 {
        let sign = self.take(&['+', '-']);
        self.skip_spaces();
        if sign == Some('-') { -1.0 } else { 1.0 }
    }

    /// Terms are subtracted only inside parentheses: `5-6` may be a range.
    fn sum(&mut self) -> Option<f64> {
        let mut sum = self.sign() * self.product()?;
        loop {
            let before = self.rest;
            self.skip_spaces();
            let signs: &[char] = if self.depth > 0 { &['+', '-'] } else { &['+'] };
            let Some(sign) = self.take(signs) else {
                self.rest = before;
                return Some(sum);
            };
            self.skip_spaces();
            let term = self.product()?;
            sum += if sign == '-' { -term } else { term };
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut product = self.power()?;
        loop {
            let before = self.rest;
            self.skip_spaces();
            let is_times = self.take(&TIMES).is_some();
            let is_over = !is_times && self.take(&OVER).is_some();
            self.skip_spaces();
            // In `450 GB/s` and `8 × GPUs` no number follows.
            let is_number = |letter: char| letter.is_ascii_digit() || ".,(".contains(letter);
            if !(is_times || is_over) || !self.next().is_some_and(is_number) {
                self.rest = before;
                return Some(product);
            }
            let factor = self.power()?;
            self.is_quotient |= is_over;
            product = if is_over {
                product / factor
            } else {
                product * factor
            };
        }
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.atom()?;
        let before = self.rest;
        let raised = self.raised();
        if let Some(exponent) = raised {
            return Some(power(base, exponent));
        }
        self.skip_spaces();
        let is_power = self.take(&['^']).is_some() || {
            let rest = self.rest.strip_prefix("**");
            self.rest = rest.unwrap_or(self.rest);
            rest.is_some()
        };
        if !is_power {
            self.rest = before;
            return Some(base);
        }
        self.skip_spaces();
        let exponent = self.sign() * self.atom()?;
        Some(power(base, exponent))
    }

    /// Takes an exponent above the line.
    fn raised(&mut self) -> Option<f64> {
        let before = self.rest;
        let sign = if self.take(&['⁻']).is_some() {
            -1.0
        } else {
            1.0
        };
        let mut exponent = None;
        while let Some(letter) = self.take(&SUPERSCRIPTS) {
            let digit = superscript(letter)? as f64;
            exponent = Some(exponent.unwrap_or(0.0) * 10.0 + digit);
        }
        if exponent.is_none() {
            self.rest = before;
        }
        exponent.map(|exponent| sign * exponent)
    }

    fn atom(&mut self) -> Option<f64> {
        if self.take(&['(']).is_none() {
            return self.number();
        }
        self.depth += 1;
        self.skip_spaces();
        let value = self.sum()?;
        self.skip_spaces();
        self.take(&[')'])?;
        self.depth -= 1;
        Some(value)
    }

    fn number(&mut self) -> Option<f64> {
        let mut groups = vec![self.digits()];
        let mut signs = Vec::new();
        while let Some(sign) = self.separator() {
            signs.push(sign);
            groups.push(self.digits());
        }
        if groups[0].is_empty() && signs.is_empty() {
            return None;
        }
        // The full stop of a sentence.
        self.take(&['.']);
        let exponent = self.exponent();
        let [whole, decimals] = parts(&groups, &signs, exponent.is_some(), self.separator)?;
        let text = ["0", &whole, ".", &decimals, "0e", exponent.unwrap_or("0")].concat();
        let mut value: f64 = text.parse().ok()?;
        self.has_hundred |= (value - 100.0).abs() < f64::EPSILON;
        let mut letters = self.rest.chars();
        let factor = letters
            .next()
            .and_then(|letter| suffix(letter, self.has_bytes));
        if let Some(factor) = factor.filter(|_| !letters.next().is_some_and(char::is_alphabetic)) {
            self.rest = letters_after_first(self.rest);
            self.suffix = factor;
            value *= factor;
        }
        self.numbers += 1;
        Some(value)
    }

    /// Takes a separator that has digits behind it; a space needs exactly three of them.
    fn separator(&mut self) -> Option<char> {
        let sign = self.next()?;
        let rest = &self.rest[sign.len_utf8()..];
        let end = rest.find(|letter: char| !letter.is_ascii_digit());
        let behind = end.unwrap_or(rest.len());
        let is_separator = match sign {
            '.' | ',' | '\'' | '_' => behind > 0,
            ' ' => behind == 3,
            _ => false,
        };
        is_separator.then(|| {
            self.rest = rest;
            sign
        })
    }

    /// Takes the exponent of `1.2e-4`.
    fn exponent(&mut self) -> Option<&'a str> {
        let rest = self.rest.strip_prefix(['e', 'E'])?;
        let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        let end = digits.find(|letter: char| !letter.is_ascii_digit());
        let end = end.unwrap_or(digits.len());
        let length = rest.len() - digits.len() + end;
        let (exponent, after) = rest.split_at(length);
        (end > 0).then(|| {
            self.rest = after;
            exponent
        })
    }
}

/// The text without its first letter, which has one byte.
fn letters_after_first(text: &str) -> &str {
    text.get(1..).unwrap_or_default()
}

/// A power; one of ten is as exact as when it is typed as `1e22`.
fn power(base: f64, exponent: f64) -> f64 {
    let is_of_ten = (base - 10.0).abs() < f64::EPSILON && exponent.fract() == 0.0;
    if is_of_ten && exponent.abs() < 400.0 {
        let text = ["1e", &(exponent as i32).to_string()].concat();
        return text.parse().unwrap_or(f64::NAN);
    }
    base.powf(exponent)
}

/// The digits before and after the decimal sign; `None` if the groups are those of no number.
fn parts(
    groups: &[&str],
    signs: &[char],
    has_exponent: bool,
    separator: Separator,
) -> Option<[String; 2]> {
    let is_grouped = |groups: &[&str]| {
        let is_first = groups
            .first()
            .is_some_and(|first| (1..=3).contains(&first.len()));
        is_first && groups.iter().skip(1).all(|group| group.len() == 3)
    };
    let is_same = |signs: &[char]| signs.windows(2).all(|pair| pair[0] == pair[1]);
    let is_decimal = |sign: &char| matches!(sign, '.' | ',');
    let (&last, before) = groups.split_last()?;
    match signs {
        [] => Some([last.to_owned(), String::new()]),
        [sign] if is_decimal(sign) => {
            let first = groups[0];
            // Nobody sets thousands off in `0.179`, `.179`, `1966.125` or `1.234e5`.
            let is_certain = !is_grouped(groups) || *sign == '.' && (first == "0" || has_exponent);
            if is_certain || separator == Separator::Decimals {
                Some([first.to_owned(), last.to_owned()])
            } else {
                Some([groups.concat(), String::new()])
            }
        }
        signs if is_same(signs) => is_grouped(groups).then(|| [groups.concat(), String::new()]),
        [thousands @ .., sign] => {
            let is_number = is_decimal(sign) && is_same(thousands) && is_grouped(before);
            is_number.then(|| [before.concat(), last.to_owned()])
        }
    }
}
