//! Names of variables.

/// True if a text can be the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    let is_start = text.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_');
    is_start
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
