//! Everything that ever failed: `tests/corpus/`, a file a target, an input a line, under it what
//! failed. A failing input is added as the report prints it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::target::{TARGETS, Target};

/// Before a line that says what failed.
const NOTE: &str = "// ";

/// An input that failed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The failure.
    pub note: String,
    /// The input.
    pub input: String,
}

/// The folder of the corpus.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus")
}

/// Every input that ever failed, with its target.
///
/// # Errors
/// If a file cannot be read, is of no target, or has a line that is no input.
pub fn all() -> io::Result<Vec<(&'static Target, Entry)>> {
    let mut all = Vec::new();
    for target in &TARGETS {
        let path = folder().join(target.name).with_extension("txt");
        if !path.exists() {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let entries = entries(&text).ok_or_else(|| io::Error::other(path.display().to_string()))?;
        all.extend(entries.into_iter().map(|entry| (target, entry)));
    }
    Ok(all)
}

/// The inputs of a file; `None` where a line is none.
fn entries(text: &str) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut note = String::new();
    for line in text.lines() {
        if let Some(more) = line.strip_prefix(NOTE) {
            if !note.is_empty() {
                note.push(' ');
            }
            note.push_str(more);
        } else if line.is_empty() {
            note.clear();
        } else {
            let input = unescaped(line)?;
            entries.push(Entry {
                note: note.clone(),
                input,
            });
        }
    }
    Some(entries)
}

/// An input as a line of a file.
#[must_use]
pub fn escaped(input: &str) -> String {
    let mut line = String::new();
    for letter in input.chars() {
        // A line break of any kind would end the line.
        let is_plain =
            !letter.is_control() && letter != '\\' && !"\u{2028}\u{2029}".contains(letter);
        if is_plain {
            line.push(letter);
        } else {
            line.extend(letter.escape_default());
        }
    }
    line
}

/// An input from a line; `None` where it has an escape that there is not.
#[must_use]
pub fn unescaped(line: &str) -> Option<String> {
    let mut input = String::new();
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            input.push(letter);
            continue;
        }
        input.push(match letters.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '\\' => '\\',
            'u' => {
                let digits: String = letters
                    .by_ref()
                    .take_while(|letter| *letter != '}')
                    .collect();
                let number = u32::from_str_radix(digits.strip_prefix('{')?, 16).ok()?;
                char::from_u32(number)?
            }
            _ => return None,
        });
    }
    Some(input)
}

#[cfg(test)]
mod tests {
    use super::{entries, escaped, folder, unescaped};
    use crate::target::Target;

    #[test]
    fn a_line_is_the_input_again() {
        for input in [
            "#v=1&p=x",
            "a\nb\r\t\\n",
            "\u{0}\u{85}\u{2028}é",
            "\"'\\u{41}",
        ] {
            let line = escaped(input);
            assert_eq!(line.lines().count(), 1, "{line}");
            assert_eq!(unescaped(&line).as_deref(), Some(input));
        }
        assert_eq!(unescaped("\\x"), None);
    }

    #[test]
    fn notes_belong_to_the_inputs_below_them() {
        let read = entries("// It\n// failed.\na\nb\n\nc\n").expect("a file");
        let read: Vec<_> = read
            .iter()
            .map(|entry| (entry.note.as_str(), entry.input.as_str()))
            .collect();
        assert_eq!(read, [("It failed.", "a"), ("It failed.", "b"), ("", "c")]);
    }

    /// No file of the corpus is overlooked because of its name.
    #[test]
    fn every_file_is_of_a_target() {
        for file in std::fs::read_dir(folder()).expect("a corpus") {
            let path = file.expect("a file").path();
            let name = path
                .file_stem()
                .and_then(|name| name.to_str())
                .expect("a name");
            let is_text = path.extension().is_some_and(|end| end == "txt");
            assert!(
                is_text && Target::named(name).is_some(),
                "{}",
                path.display()
            );
        }
    }
}
