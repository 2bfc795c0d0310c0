//! Reading and writing the values of a link: plain ASCII, no locale, no exponent.

use std::ops::RangeInclusive;

/// Reads a whole number in decimal digits.
pub(super) fn whole(text: &str, limits: &RangeInclusive<u64>) -> Option<u64> {
    if text.is_empty() || text.len() > 19 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|value| limits.contains(value))
}

/// Reads a decimal number with at most six decimals.
pub(super) fn number(text: &str, limits: &RangeInclusive<f64>) -> Option<f64> {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    if after.len() > 6 || before.len() > 10 || before.len() + after.len() == 0 {
        return None;
    }
    let mut digits = 0_u64;
    for byte in before.bytes().chain(after.bytes()) {
        digits = digits * 10 + u64::from(byte.is_ascii_digit().then(|| byte - b'0')?);
    }
    let value = digits as f64 / 10_f64.powi(after.len() as i32);
    limits.contains(&value).then_some(value)
}

/// Writes a number as [`number`] reads it, without needless zeros.
pub(super) fn decimal(value: f64) -> String {
    // The whole part is separated first, as millionths of the largest numbers of tokens exceed any
    // integer.
    let rest = ((value - value.trunc()) * 1e6).round() as u64;
    let mut text = (value as u64 + rest / 1_000_000).to_string();
    let rest = rest % 1_000_000;
    if rest > 0 {
        // A leading one keeps the zeros after the point.
        let after: String = (1_000_000 + rest).to_string().chars().skip(1).collect();
        text.push('.');
        text.push_str(after.trim_end_matches('0'));
    }
    text
}

/// Undoes percent escapes; bytes that are not UTF-8 become the replacement character, which no
/// value contains.
pub(super) fn unescape(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let hex = |at: usize| {
        bytes
            .get(at)
            .and_then(|&byte| char::from(byte).to_digit(16))
    };
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                plain.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                plain.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

/// The longest prefix of at most `bytes` bytes that ends between characters.
pub(super) fn prefix(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn numbers_are_written_whatever_their_size() {
        let written = [0.0, 0.1, 3_350.25, 0.999_999_9, 2e13, 123_456_789_012_345.0].map(decimal);
        assert_eq!(
            written,
            [
                "0",
                "0.1",
                "3350.25",
                "1",
                "20000000000000",
                "123456789012345"
            ]
        );
    }
}
