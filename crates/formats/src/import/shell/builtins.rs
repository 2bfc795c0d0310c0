//! Builtins that change variables, arguments and options of the shell.

use super::arithmetic::Number;
use super::assign::Assignment;
use super::mark::{self, Mark};
use super::name::{index_end, is_name};
use super::split::Separators;
use super::state::{Shell, Status};
use super::variable::Variable;

impl Shell<'_> {
    /// The arguments of the function that runs, or a mark for those of the script.
    pub(super) fn arguments(&self) -> Vec<String> {
        match &self.state.arguments {
            Some(Variable::List(items)) if self.budget.take_items(items.len(), 0) => items.clone(),
            Some(_) => Vec::new(),
            None => vec![mark::unquoted(&Mark::undefined("@"))],
        }
    }

    /// Carries out `declare` and its relatives, by their words as written.
    pub(super) fn declare(&mut self, words: &[String]) -> Status {
        let name = words.first().map(String::as_str).unwrap_or_default();
        if name == "local" && self.calls == 0 {
            return Status::FAILED;
        }
        let mut options: Vec<(bool, char)> = Vec::new();
        let mut status = Status::OK;
        self.substituted = None;
        for word in words.iter().skip(1) {
            if let Some(letters) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) {
                options.extend(letters.chars().map(|letter| (true, letter)));
            } else if let Some(letters) = word.strip_prefix('+') {
                options.extend(letters.chars().map(|letter| (false, letter)));
            } else if Assignment::of(word).is_some() {
                self.declare_one(name, &options, word);
            } else {
                for word in self.expand(word) {
                    self.declare_one(name, &options, &word);
                }
            }
            if self.flow != super::state::Flow::Next {
                status = Status::FAILED;
            }
        }
        status
    }

    fn declare_one(&mut self, command: &str, options: &[(bool, char)], word: &str) {
        let assignment = Assignment::of(word);
        let name = assignment.map_or(word, |assignment| assignment.name);
        let name = name.split('[').next().unwrap_or_default();
        let has = |letter: char| options.contains(&(true, letter));
        // Functions, and what is printed.
        if !is_name(name) || has('f') || has('F') || has('p') {
            return;
        }
        let is_local = matches!(command, "local" | "declare" | "typeset");
        let is_global = command == "readonly" || command == "export" || has('g');
        // The value is that from before the declaration.
        let assigned = assignment
            .filter(|assignment| assignment.index.is_none() && !assignment.value.starts_with('('));
        let text = assigned.map(|assignment| self.expand_text(assignment.value));
        let is_there = self.state.variables.entry(name).is_some();
        if !self.budget.take_items(2, name.len()) {
            return;
        }
        if is_local || !is_there {
            self.state.variables.declare(name, is_global);
        }
        let mut attributes = self.state.variables.attributes(name);
        for (is_set, letter) in options {
            match letter {
                'i' => attributes.is_integer = *is_set,
                'x' => attributes.is_exported = *is_set,
                'u' => attributes.capitals = is_set.then_some(true),
                'l' => attributes.capitals = is_set.then_some(false),
                _ => {}
            }
        }
        if command == "export" {
            attributes.is_exported = !has('n');
        }
        let is_new = self.state.variables.get(name).is_none();
        if has('A') && is_new {
            let empty = Variable::Map(std::collections::BTreeMap::new());
            self.state.variables.set(name, empty);
        }
        // Attributes hold for the value that is assigned with them.
        self.state.variables.set_attributes(name, attributes);
        match (assignment, text) {
            (Some(assignment), Some(text)) => {
                let before = if assignment.is_appended {
                    self.state
                        .variables
                        .text(name)
                        .unwrap_or_default()
                        .to_owned()
                } else {
                    String::new()
                };
                let joined = if attributes.is_integer && !before.is_empty() {
                    ["(", &before, ")+(", &text, ")"].concat()
                } else {
                    [before, text].concat()
                };
                if attributes.is_readonly {
                    self.flow = super::state::Flow::Discard;
                } else {
                    self.set_text(name, joined);
                }
            }
            (Some(assignment), None) => self.assign(&assignment),
            (None, _) => {}
        }
        if command == "readonly" || has('r') {
            attributes.is_readonly = true;
        }
        if has('n') && command != "export" {
            attributes.is_reference = true;
        }
        self.state.variables.set_attributes(name, attributes);
    }

    pub(super) fn unset_names(&mut self, words: &[String]) -> Status {
        let is_function = words.first().is_some_and(|word| word == "-f");
        for word in words.iter().filter(|word| !word.starts_with('-')) {
            if is_function {
                self.state.functions.remove(word);
            } else if let Some((name, index)) = word.split_once('[') {
                self.unset_item(name, index.trim_end_matches(']'));
            } else if is_name(word) {
                if self.state.variables.attributes(word).is_readonly {
                    return Status::FAILED;
                }
                let is_there = self.state.variables.get(word).is_some();
                self.state.variables.unset(word);
                if !is_there {
                    self.state.functions.remove(word);
                }
            }
        }
        Status::OK
    }

    fn unset_item(&mut self, name: &str, index: &str) {
        let place = match self.state.variables.get(name) {
            Some(Variable::Map(items)) if items.contains_key(index) => {
                let remove = |value: &mut Variable| {
                    if let Variable::Map(items) = value {
                        items.remove(index);
                    }
                };
                self.state.variables.change(name, remove, 0);
                return;
            }
            Some(Variable::List(items)) => items.len(),
            _ => return,
        };
        let is_last = self.place_of(index)
            == place
                .checked_sub(1)
                .and_then(|last| i64::try_from(last).ok());
        if is_last {
            let remove = |value: &mut Variable| {
                if let Variable::List(items) = value {
                    items.pop();
                }
            };
            self.state.variables.change(name, remove, 0);
        } else {
            // An array with gaps stays open.
            let open = Variable::Text(Mark::undecided(name, name));
            self.state.variables.set(name, open);
        }
    }

    pub(super) fn shift(&mut self, words: &[String]) -> Status {
        let count = words
            .first()
            .map_or(Some(1), |word| word.parse::<usize>().ok());
        match (&mut self.state.arguments, count) {
            (Some(Variable::List(items)), Some(count)) => {
                if items
                    .iter()
                    .take(count)
                    .any(|item| mark::may_be_several(item))
                {
                    *items = vec![Mark::undecided("@", "@")];
                    return Status::depends_on("@");
                }
                if count > items.len() {
                    return Status::FAILED;
                }
                items.drain(..count);
                Status::OK
            }
            (Some(arguments), None) => {
                *arguments = Variable::List(vec![Mark::undecided("@", "@")]);
                Status::depends_on("@")
            }
            _ => Status::depends_on("#"),
        }
    }

    pub(super) fn set_options(&mut self, words: &[String]) -> Status {
        let mut words_left = words.iter();
        while let Some(word) = words_left.next() {
            let is_set = word.starts_with('-');
            match word.as_str() {
                "--" => {
                    let rest: Vec<String> = words_left.cloned().collect();
                    self.set_arguments(rest);
                    break;
                }
                "-o" | "+o" => {
                    let name = words_left.next().map(String::as_str);
                    self.set_option(name.unwrap_or_default(), is_set);
                }
                "-" | "+" => {}
                _ if is_set || word.starts_with('+') => {
                    for letter in word.chars().skip(1) {
                        match letter {
                            'e' => self.set_option("errexit", is_set),
                            'a' => self.set_option("allexport", is_set),
                            'o' => {
                                let name = words_left.next().map(String::as_str);
                                self.set_option(name.unwrap_or_default(), is_set);
                            }
                            _ => {}
                        }
                    }
                }
                _ => {
                    let rest: Vec<String> = [word].into_iter().chain(words_left).cloned().collect();
                    self.set_arguments(rest);
                    break;
                }
            }
        }
        Status::OK
    }

    fn set_arguments(&mut self, words: Vec<String>) {
        let letters = words.iter().map(String::len).sum();
        if self.budget.take_items(words.len(), letters) {
            self.state.arguments = Some(Variable::List(words));
        }
    }

    fn set_option(&mut self, name: &str, is_set: bool) {
        match name {
            "errexit" => self.state.ends_on_failure = is_set,
            "allexport" => self.state.exports_all = is_set,
            "pipefail" => self.state.fails_in_pipes = is_set,
            _ => {}
        }
    }

    pub(super) fn let_all(&mut self, words: &[String]) -> Status {
        let mut status = Status::FAILED;
        for word in words {
            status = self.number_status(word);
        }
        status
    }

    /// The result of `((…))`.
    pub(super) fn arithmetic_command(&mut self, text: &str) -> Status {
        let text = self.expand_text(text);
        self.number_status(&text)
    }

    fn number_status(&mut self, text: &str) -> Status {
        match self.compute(text) {
            Ok(Number::Known(number)) => Status::of(number != 0),
            Ok(Number::Open(mark)) => match Mark::first(&mark) {
                Some(mark) => Status::depends_on(mark.variable()),
                None => Status::depends_on(text),
            },
            Err(_) => Status::FAILED,
        }
    }

    /// Reads a line of the input into variables.
    pub(super) fn read(&mut self, words: &[String]) -> Status {
        let (mut names, mut is_raw, mut is_list, mut is_plain) = (Vec::new(), false, false, true);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(letters) = word.strip_prefix('-') else {
                names.push(word.clone());
                continue;
            };
            for letter in letters.chars() {
                match letter {
                    'r' => is_raw = true,
                    'a' => is_list = true,
                    'p' | 't' | 'u' => {
                        words.next();
                    }
                    'd' | 'n' | 'N' | 'i' => {
                        is_plain = false;
                        words.next();
                    }
                    _ => is_plain = false,
                }
            }
        }
        if names.is_empty() {
            names.push(String::from("REPLY"));
        }
        let line = self.input_line().filter(|_| is_plain);
        let Some((line, is_whole)) = line else {
            for name in &names {
                let mark = Mark::undecided(name, "read");
                if is_name(name) && self.budget.take_items(2, name.len()) {
                    self.state.variables.set(name, Variable::Text(mark));
                }
            }
            return Status::depends_on("read");
        };
        // A line is joined with the next one by a backslash.
        if !is_raw && line.contains('\\') {
            for name in names.iter().filter(|name| is_name(name)) {
                self.set_text(name, Mark::undecided(name, "read"));
            }
            return Status::depends_on("read");
        }
        let separators = Separators::of(self.state.variables.text("IFS"));
        let is_open = !mark::is_known(&line) && (names.len() > 1 || is_list);
        let budget = self.budget;
        if is_list {
            let items = separators.split(&line, usize::MAX, budget).into_iter();
            let items = items.map(|item| mark::split(&item)).collect();
            if let Some(name) = names.first().filter(|name| is_name(name)) {
                self.state.variables.set(name, Variable::List(items));
            }
        } else {
            let items = separators.split(&line, names.len(), budget);
            let mut items = items.into_iter();
            for name in names.iter().filter(|name| is_name(name)) {
                let item = items.next().unwrap_or_default();
                let item = if is_open {
                    Mark::first(&line).map_or(item, |mark| Mark::undecided(name, mark.variable()))
                } else {
                    item
                };
                self.set_text(name, item);
            }
        }
        Status::of(is_whole)
    }

    /// The next line of the input, with true if it ends; `None` if the input is not known.
    fn input_line(&mut self) -> Option<(String, bool)> {
        let input = self.state.input.as_mut()?;
        let rest = input.rest();
        let (line, is_whole) = match rest.split_once('\n') {
            Some((line, _)) => (line, true),
            None => (rest, false),
        };
        if !self.budget.take_items(1, line.len()) {
            return None;
        }
        let line = line.to_owned();
        input.at += line.len() + usize::from(is_whole);
        Some((line, is_whole))
    }

    /// Reads the lines of the input into an array.
    pub(super) fn read_lines(&mut self, words: &[String]) -> Status {
        let is_trimmed = words.iter().any(|word| word == "-t");
        let mut others = words.iter().filter(|word| *word != "-t");
        let name = others.next().map_or("MAPFILE", String::as_str).to_owned();
        if !is_name(&name) {
            return Status::depends_on("mapfile");
        }
        let mut items = Vec::new();
        let is_open = self.state.input.is_none() || !is_trimmed || others.next().is_some();
        while let Some((line, is_whole)) = self.input_line().filter(|_| !is_open) {
            if !is_whole && line.is_empty() {
                break;
            }
            items.push(mark::split(&line));
        }
        let value = if is_open {
            Variable::Text(Mark::undecided(&name, "mapfile"))
        } else {
            Variable::List(items)
        };
        self.state.variables.set(&name, value);
        Status::OK
    }

    /// Carries out `getopts`: the script has no arguments as far as it says.
    pub(super) fn options_of_arguments(&mut self, words: &[String]) -> Status {
        if self.state.arguments.is_none() && words.len() < 3 {
            return Status::FAILED;
        }
        for name in words
            .iter()
            .skip(1)
            .take(1)
            .map(String::as_str)
            .chain(["OPTARG", "OPTIND"])
        {
            if is_name(name) {
                self.set_text(name, Mark::undecided(name, "getopts"));
            }
        }
        Status::depends_on("getopts")
    }

    /// The part of a name before its index, and the index.
    pub(super) fn indexed(text: &str) -> (&str, Option<&str>) {
        match text.split_once('[') {
            Some((name, rest)) => (name, index_end(rest).and_then(|end| rest.get(..end))),
            None => (text, None),
        }
    }
}
