//! Replacements in generated files, which fail where a generator has changed its output.

use anyhow::{Result, ensure};

/// Replaces a text that stands exactly once in a generated file; `what` names the patch.
///
/// # Errors
/// If it stands there never or more than once.
pub(super) fn once(generated: &str, what: &str, from: &str, to: &str) -> Result<String> {
    times(generated, what, 1, from, to)
}

/// Replaces a text that occurs exactly this many times in a generated file; `what` names the patch.
///
/// # Errors
/// If it stands there more or less often.
pub(super) fn times(
    generated: &str,
    what: &str,
    count: usize,
    from: &str,
    to: &str,
) -> Result<String> {
    let found = generated.matches(from).count();
    ensure!(
        found == count,
        "{what}: the generated file has `{from}` {found} times, not {count}; \
         its generator has changed its output"
    );
    Ok(generated.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::{once, times};

    #[test]
    fn a_text_that_is_not_there_as_often_as_expected_is_an_error() {
        assert_eq!(once("a-b", "a patch", "-", "+").unwrap(), "a+b");
        assert_eq!(times("a-b-c", "a patch", 2, "-", "+").unwrap(), "a+b+c");
        for (text, found) in [("ab", 0), ("a-b-c", 2)] {
            let error = once(text, "the sign", "-", "+").unwrap_err().to_string();
            let said = format!("the sign: the generated file has `-` {found} times, not 1");
            assert!(error.starts_with(&said), "{error}");
        }
    }
}
