//! The words, numbers and signs of which a goal is written.

use crate::excerpt::excerpt;
use crate::goal::code::Comparison;
use crate::goal::{Fault, Number, Wrong};

/// A text that is read token by token, from left to right.
pub(super) struct Tokens<'a> {
    text: &'a str,
    /// Number of bytes read.
    pub(super) at: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text, none of them read yet.
    pub(super) const fn of(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// A number with its unit (`%`, `K`, `M`, `B`, `T`); `None` if none stands here.
    pub(super) fn number(&mut self) -> Option<Number> {
        let (mut digits, mut decimals, mut count, mut is_behind) = (0_u64, 0, 0, false);
        let mut length = 0;
        for byte in self.rest().bytes() {
            match byte {
                b'0'..=b'9' => {
                    digits = digits
                        .checked_mul(10)?
                        .checked_add(u64::from(byte - b'0'))?;
                    decimals += u32::from(is_behind);
                    count += 1;
                }
                b'.' if !is_behind => is_behind = true,
                _ => break,
            }
            length += 1;
        }
        self.at += length;
        if count == 0 {
            return None;
        }
        let end = self.at;
        if self.takes("%") {
            return Number::new(digits, decimals + 2, 0);
        }
        self.at = end;
        let power = match self.rest().bytes().next() {
            Some(b'K' | b'k') => 3,
            Some(b'M' | b'm') => 6,
            Some(b'B' | b'b') => 9,
            Some(b'T' | b't') => 12,
            _ => 0,
        };
        self.at += usize::from(power > 0);
        if self.rest().starts_with(is_inside_name) {
            return None;
        }
        Number::new(digits, decimals, power)
    }

    /// The comparison that stands here, if any.
    pub(super) fn comparison(&mut self) -> Option<Comparison> {
        let signs = [
            ("<=", Comparison::AtMost),
            ("≤", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("≥", Comparison::AtLeast),
            ("==", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("≠", Comparison::Unequal),
            ("<", Comparison::Less),
            (">", Comparison::More),
            ("=", Comparison::Equal),
        ];
        let found = signs.into_iter().find(|(sign, _)| self.takes(sign));
        found.map(|(_, comparison)| comparison)
    }

    /// The position of the next part.
    pub(super) fn start(&mut self) -> usize {
        self.skip();
        self.at
    }

    /// Skips white space.
    pub(super) fn skip(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes a sign if it comes next; returns true if it did.
    pub(super) fn takes(&mut self, sign: &str) -> bool {
        self.skip();
        let takes = self.rest().starts_with(sign);
        if takes {
            self.at += sign.len();
        }
        takes
    }

    /// Passes a word of the grammar if it comes next; returns true if it did.
    pub(super) fn takes_name(&mut self, name: &str) -> bool {
        self.skip();
        let takes = self.name().eq_ignore_ascii_case(name);
        if takes {
            self.at += name.len();
        }
        takes
    }

    /// The name that stands here; empty if none does.
    pub(super) fn name(&self) -> &str {
        let rest = self.rest();
        if !rest.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return "";
        }
        let end = rest.find(|letter| !is_inside_name(letter));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    }

    /// The fault that another token was expected here.
    pub(super) fn unexpected(&self) -> Fault {
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let given = excerpt(rest.get(..end).unwrap_or_default());
        Fault {
            at: self.at,
            wrong: Wrong::Unexpected { given },
        }
    }

    /// The value of a field of words that stands here; empty if none does.
    pub(super) fn word(&self) -> &str {
        let rest = self.rest();
        let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.".contains(byte);
        let length = rest.bytes().take_while(|byte| is_inside(byte)).count();
        rest.get(..length).unwrap_or_default()
    }

    /// True if a number begins here.
    pub(super) fn is_at_number(&self) -> bool {
        let is_first = |letter: char| letter.is_ascii_digit() || letter == '.';
        self.rest().starts_with(is_first)
    }
}

fn is_inside_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '.'
}
