//! Output: what builtins print, and the tools whose output follows from their words or input.

use super::mark::{self, Mark, is_known, plain};
use super::state::{Input, Shell, Status};
use crate::excerpt::excerpt;

/// Largest number of items that `seq` prints.
const MOST_ITEMS: i64 = 4_096;
/// Largest width of a printed field.
const WIDEST: usize = 64;

impl Shell<'_> {
    /// Adds to the output, if it is needed.
    pub(super) fn write(&mut self, text: &str) {
        if let Some(output) = &mut self.state.output
            && self.budget.take(text.len())
        {
            output.push_str(text);
        }
    }

    /// Adds a mark for the output of a program.
    pub(super) fn write_open(&mut self, name: &str) {
        if self.state.output.is_some() {
            self.write(&Mark::unknown(name));
        }
    }

    /// Carries out `echo`.
    pub(super) fn echo(&mut self, words: &[String]) -> Status {
        if self.state.output.is_none() {
            return Status::OK;
        }
        let is_option = |word: &&String| {
            word.len() > 1
                && word.starts_with('-')
                && word.chars().skip(1).all(|letter| "neE".contains(letter))
        };
        let options = words.iter().take_while(is_option);
        let letters: String = options
            .clone()
            .flat_map(|word| word.chars().skip(1))
            .collect();
        let words = words.get(options.count()..).unwrap_or_default();
        let text = words.join(" ");
        if letters.contains('e') {
            match unescaped(&text) {
                Some(text) => self.write(&text),
                None => self.write_open("echo"),
            }
        } else {
            self.write(&text);
        }
        if !letters.contains('n') {
            self.write("\n");
        }
        Status::OK
    }

    /// Carries out `printf`.
    pub(super) fn print(&mut self, words: &[String]) -> Status {
        let (target, words) = match words {
            [option, name, rest @ ..] if option == "-v" => (Some(name.clone()), rest),
            [option, rest @ ..] if option == "--" => (None, rest),
            words => (None, words),
        };
        let Some((format, arguments)) = words.split_first() else {
            return Status::Code(2);
        };
        let text = self.formatted(format, arguments);
        let is_open = text.is_none();
        let text = text.unwrap_or_else(|| {
            let words = words.iter().find_map(|word| Mark::first(word));
            let name =
                words.map_or_else(|| String::from("printf"), |mark| mark.variable().to_owned());
            Mark::undefined(&name)
        });
        match target {
            None => self.write(&text),
            Some(target) => {
                let (name, index) = Self::indexed(&target);
                let (name, index) = (name.to_owned(), index.map(str::to_owned));
                if super::name::is_name(&name) {
                    match index {
                        Some(index) => self.assign_item(&name, &index, text, false),
                        None => self.set_text(&name, text),
                    }
                }
            }
        }
        if is_open {
            Status::depends_on("printf")
        } else {
            Status::OK
        }
    }

    /// The text of a format with its arguments; `None` if it is open.
    fn formatted(&self, format: &str, arguments: &[String]) -> Option<String> {
        let format = unescaped(format)?;
        let mut arguments = arguments.iter();
        let mut text = String::new();
        loop {
            if !self.budget.take(format.len() + 1) {
                return None;
            }
            let left = arguments.len();
            let mut rest = format.as_str();
            while let Some((before, after)) = rest.split_once('%') {
                text.push_str(before);
                let end = after.find(|letter| !"-+ 0123456789.#".contains(letter))?;
                let (field, after) = after.split_at_checked(end)?;
                let kind = after.chars().next()?;
                rest = after.get(kind.len_utf8()..)?;
                if kind == '%' {
                    text.push('%');
                    continue;
                }
                let argument = arguments.next().map(String::as_str).unwrap_or_default();
                if !self.budget.take(argument.len() + WIDEST) {
                    return None;
                }
                text.push_str(&field_of(field, kind, argument)?);
            }
            text.push_str(rest);
            if arguments.len() == 0 || arguments.len() == left {
                return Some(text);
            }
        }
    }

    /// Carries out a tool whose output follows from its words or its input; `None` for any other.
    pub(super) fn tool(&mut self, name: &str, words: &[String]) -> Option<Status> {
        let input = |shell: &Self| {
            let input = shell.state.input.as_ref().map(Input::rest);
            input
                .filter(|text| shell.budget.take(text.len()))
                .map(str::to_owned)
        };
        let word = |place: usize| words.get(place).map(String::as_str).unwrap_or_default();
        let text = match name {
            "cat" if words.is_empty() || word(0) == "-" => input(self),
            "cat" => words.iter().map(|file| self.read_written(file)).collect(),
            "tee" => {
                let text = input(self);
                let is_appended = word(0) == "-a";
                let file = words.iter().find(|word| !word.starts_with('-')).cloned();
                if let (Some(file), Some(text)) = (file, &text) {
                    self.write_file(&file, text, is_appended);
                }
                text
            }
            "seq" => sequence(words),
            "basename" => base_name(word(0), word(1)),
            "dirname" => directory(word(0)),
            "expr" => Some([self.expression(words), String::from("\n")].concat()),
            "bc" if words.is_empty() => input(self).and_then(|text| {
                let is_whole = text
                    .chars()
                    .all(|letter| letter.is_ascii_digit() || " \n()+-*/%".contains(letter));
                is_whole.then(|| [self.number_text(text.trim()), String::from("\n")].concat())
            }),
            "wc" => input(self).filter(|text| is_known(text)).and_then(|text| {
                let count = match words {
                    [option] if option == "-l" => text.matches('\n').count(),
                    [option] if option == "-w" => text.split_whitespace().count(),
                    [option] if option == "-c" => text.len(),
                    _ => return None,
                };
                Some([count.to_string(), String::from("\n")].concat())
            }),
            _ => return None,
        };
        match text {
            Some(text) => self.write(&text),
            None => {
                let marks = input(self).and_then(|text| Mark::first(&text));
                let marks = marks.or_else(|| words.iter().find_map(|word| Mark::first(word)));
                let cause = marks.map(|mark| mark.variable().to_owned());
                self.write_open(cause.as_deref().unwrap_or(name));
            }
        }
        Some(Status::OK)
    }

    fn read_written(&self, file: &str) -> Option<String> {
        let (text, _) = self.written.get(file)?;
        self.budget.take(text.len()).then(|| text.clone())
    }

    /// The value of the words of `expr`.
    fn expression(&mut self, words: &[String]) -> String {
        let is_known = words.iter().all(|word| {
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            is_number || matches!(word.as_str(), "+" | "-" | "*" | "/" | "%" | "(" | ")")
        });
        if is_known {
            // Numbers are decimal here.
            let cut = |word: &String| {
                let cut = word.trim_start_matches('0');
                let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
                if is_number && cut.is_empty() {
                    String::from("0")
                } else {
                    cut.to_owned()
                }
            };
            let words: Vec<String> = words.iter().map(cut).collect();
            return self.number_text(&words.join(" "));
        }
        let mark = words.iter().find_map(|word| Mark::first(word));
        let name = mark.map(|mark| mark.variable().to_owned());
        Mark::undefined(&name.unwrap_or_else(|| excerpt(&plain(&words.join(" ")))))
    }
}

/// A field of `printf`; `None` if it is open.
fn field_of(field: &str, kind: char, argument: &str) -> Option<String> {
    if !is_known(argument) {
        // Only a whole text keeps its mark.
        return (field.is_empty() && matches!(kind, 's' | 'd' | 'i')).then(|| argument.to_owned());
    }
    let is_left = field.contains('-');
    let flags = field.trim_start_matches(['-', '0', ' ', '+', '#']);
    let is_zero = field
        .trim_start_matches(['-', '+', ' ', '#'])
        .starts_with('0');
    if field.contains(['+', ' ', '#', '.']) {
        return None;
    }
    let width: usize = if flags.is_empty() {
        0
    } else {
        flags.parse().ok()?
    };
    if width > WIDEST {
        return None;
    }
    let number = || -> Option<i64> {
        let text = argument.trim();
        match text {
            "" => Some(0),
            _ if text.len() > 1 && text.trim_start_matches('-').starts_with('0') => None,
            _ => text.parse().ok(),
        }
    };
    let text = match kind {
        's' => argument.to_owned(),
        'd' | 'i' => number()?.to_string(),
        'x' => std::format!("{:x}", number()?),
        'X' => std::format!("{:X}", number()?),
        'o' => std::format!("{:o}", number()?),
        'b' => unescaped(argument)?,
        'c' => argument.chars().take(1).collect(),
        _ => return None,
    };
    let missing = width.saturating_sub(text.len());
    Some(if is_left {
        text + &" ".repeat(missing)
    } else if is_zero && kind != 's' {
        match text.strip_prefix('-') {
            Some(digits) => ["-", &"0".repeat(missing), digits].concat(),
            None => "0".repeat(missing) + &text,
        }
    } else {
        " ".repeat(missing) + &text
    })
}

/// A text with the letters that its backslashes stand for; `None` if one is not known.
pub(super) fn unescaped(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            plain.push(letter);
            continue;
        }
        plain.push(match letters.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('\\') | None => '\\',
            Some(quote @ ('"' | '\'')) => quote,
            Some(_) => return None,
        });
    }
    Some(plain)
}

/// The lines of `seq`.
fn sequence(words: &[String]) -> Option<String> {
    let numbers: Option<Vec<i64>> = words.iter().map(|word| word.parse().ok()).collect();
    let (first, step, last) = match *numbers?.as_slice() {
        [last] => (1, 1, last),
        [first, last] => (first, 1, last),
        [first, step, last] => (first, step, last),
        _ => return None,
    };
    let count = last.checked_sub(first)?.checked_div(step)?;
    if count >= MOST_ITEMS {
        return None;
    }
    let items = 0..=count.max(-1);
    let lines = items.map(|item| {
        Some(
            [
                first.checked_add(item.checked_mul(step)?)?.to_string(),
                String::from("\n"),
            ]
            .concat(),
        )
    });
    lines.collect()
}

/// The last part of a path, without an end.
fn base_name(path: &str, end: &str) -> Option<String> {
    let known = mark::known_end(path).trim_end_matches('/');
    let name = match known.rsplit_once('/') {
        Some((_, name)) => name,
        // The part may begin inside an open value.
        None => Some(known).filter(|_| is_known(path) && !known.is_empty())?,
    };
    let cut = name.strip_suffix(end).filter(|rest| !rest.is_empty());
    Some([cut.unwrap_or(name), "\n"].concat())
}

/// A path without its last part.
fn directory(path: &str) -> Option<String> {
    if !is_known(path) || path.contains("//") {
        return None;
    }
    let trimmed = path.trim_end_matches('/');
    let parent = match trimmed.rsplit_once('/') {
        Some(("", _)) => "/",
        Some((parent, _)) => parent,
        None if trimmed.is_empty() && !path.is_empty() => "/",
        None => ".",
    };
    Some([parent, "\n"].concat())
}
