//! Names of variables and functions, and indices behind them.

/// True if a text can be the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    let is_start = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    is_start
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// True if a text can be the name of a function.
pub(super) fn is_function_name(text: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || "_-.:/+@".contains(letter);
    !text.is_empty() && text.chars().all(is_part)
}

/// The place of the bracket that ends an index.
pub(super) fn index_end(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (place, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' if depth == 0 => return Some(place),
            ']' => depth -= 1,
            _ => {}
        }
    }
    None
}
