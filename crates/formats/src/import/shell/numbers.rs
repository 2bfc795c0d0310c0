//! Whole numbers of 64 bits as a shell writes and combines them.

/// A decimal number without a sign.
pub(super) fn plain(text: &str) -> Option<i64> {
    let is_plain = text == "0" || !text.starts_with('0');
    let is_number = is_plain && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// The number of a word: decimal, octal after `0`, hexadecimal after `0x`, of a base before `#`.
pub(super) fn number(word: &str) -> Option<i64> {
    let (base, digits) = if let Some((base, digits)) = word.split_once('#') {
        (base.parse::<i64>().ok()?, digits)
    } else if let Some(digits) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        (16, digits)
    } else if word.starts_with('0') {
        (8, word)
    } else {
        (10, word)
    };
    if !(2..=64).contains(&base) || digits.is_empty() {
        return None;
    }
    digits.chars().try_fold(0_i64, |sum, digit| {
        let value = match digit {
            '0'..='9' => i64::from(u32::from(digit) - u32::from('0')),
            'a'..='z' => i64::from(u32::from(digit) - u32::from('a')) + 10,
            'A'..='Z' if base <= 36 => i64::from(u32::from(digit) - u32::from('A')) + 10,
            'A'..='Z' => i64::from(u32::from(digit) - u32::from('A')) + 36,
            '@' => 62,
            '_' => 63,
            _ => return None,
        };
        (value < base).then(|| sum.wrapping_mul(base).wrapping_add(value))
    })
}

/// The value of a binary operator; `None` if it has none.
pub(super) fn apply(operator: &str, left: i64, right: i64) -> Option<i64> {
    // Shifts use the last bits of their distance.
    let distance = u32::try_from(right.rem_euclid(64)).ok()?;
    match operator {
        "|" => Some(left | right),
        "^" => Some(left ^ right),
        "&" => Some(left & right),
        "==" => Some(i64::from(left == right)),
        "!=" => Some(i64::from(left != right)),
        "<=" => Some(i64::from(left <= right)),
        ">=" => Some(i64::from(left >= right)),
        "<" => Some(i64::from(left < right)),
        ">" => Some(i64::from(left > right)),
        "<<" => Some(left.wrapping_shl(distance)),
        ">>" => Some(left.wrapping_shr(distance)),
        "+" => Some(left.wrapping_add(right)),
        "-" => Some(left.wrapping_sub(right)),
        "*" => Some(left.wrapping_mul(right)),
        "/" if right != 0 => Some(left.wrapping_div(right)),
        "%" if right != 0 => Some(left.wrapping_rem(right)),
        // Squares repeat after 64 bits, so that a large exponent takes few steps.
        "**" => power(left, u64::try_from(right).ok()?),
        _ => None,
    }
}

fn power(base: i64, exponent: u64) -> Option<i64> {
    let (mut result, mut square, mut left) = (1_i64, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        left /= 2;
    }
    Some(result)
}
