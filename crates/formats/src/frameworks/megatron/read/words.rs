//! The options of a command line as a document, and those that the script leaves open.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::frameworks::megatron::table::READ;
use crate::frameworks::setting::{ReadStep, Takes};
use crate::import::budget::ReadBudget;
use crate::import::imported::{ImportNote, ImportRefusal};
use crate::import::launched::open_option;
use crate::import::reading::ImportReader;
use crate::import::shell::{Mark, is_known, plain};
use crate::import::value::ParsedValue;
use crate::import::words::{OptionStart, OptionWords};

/// Options that scripts of other programs also have.
const COMMON: [&str; 7] = [
    "--bf16",
    "--fp16",
    "--optimizer",
    "--vocab-size",
    "--window-size",
    "--deepspeed",
    "--zero-stage",
];

/// All options that decide a figure, as a map, since a text can have thousands of options.
static VALUES: LazyLock<BTreeMap<&str, Takes>> = LazyLock::new(|| {
    let rows = READ.iter().filter_map(ReadStep::decisive);
    let names = rows.flat_map(|(names, takes)| names.split(' ').map(move |name| (name, takes)));
    names.collect()
});

/// True if an option decides a figure.
pub(crate) fn is_read(name: &str) -> bool {
    VALUES.contains_key(name)
}

/// The values that an option takes.
pub(crate) fn takes(name: &str) -> Takes {
    VALUES.get(name).copied().unwrap_or(Takes::One)
}

/// True of options by which programs around Megatron-LM train an adapter.
pub(crate) fn asks_for_adapter(name: &str) -> bool {
    const ADAPTERS: [&str; 7] = [
        "--lora-r",
        "--lora-rank",
        "--lora-dim",
        "--use-lora",
        "--enable-lora",
        "--lora",
        "--peft",
    ];
    ADAPTERS.contains(&name)
}

/// The options of a command, each with its values.
type Words = Vec<(String, Vec<String>)>;

/// The options of a command as the fields of a document, and those that the script leaves open.
#[derive(Default)]
pub(crate) struct MegatronOptions {
    /// Options with their values.
    pub(crate) fields: Vec<(String, ParsedValue)>,
    open: Vec<(String, Mark)>,
    /// Variables that may hold further options.
    may_add: Vec<String>,
}

impl MegatronOptions {
    /// Reads the words of a command. The last mention of an option counts.
    ///
    /// # Errors
    /// If the words take too much work.
    pub(crate) fn of(words: &[String], budget: &ReadBudget) -> Result<Self, ImportRefusal> {
        let words = words.iter().flat_map(|word| parts(word));
        let OptionWords { options, mut open } = OptionWords::of(words, start, budget)?;
        let (mut known, mut may_add) = (Vec::new(), Vec::new());
        for (name, values) in last(options) {
            let own = usize::from(takes(&name) != Takes::Nothing);
            let mut marks = values.iter().map(|value| Mark::first(value));
            let value = marks.by_ref().take(own).next().flatten();
            match value.filter(|_| is_read(&name)) {
                Some(mark) => open.push((name, mark)),
                None => {
                    let others = marks.flatten().filter(|_| !name.starts_with("--data"));
                    may_add.extend(others.map(|mark| plain(mark.variable())));
                    known.push((name, values));
                }
            }
        }
        open.retain(|(name, _)| is_read(name));
        Ok(Self {
            open,
            may_add,
            ..Self::of_words(known)
        })
    }

    /// Options with their values, from a document.
    pub(crate) fn of_words(words: Words) -> Self {
        let fields = words.into_iter().map(|(name, values)| {
            let value = value(takes(&name), values);
            (name, value)
        });
        Self {
            fields: fields.collect(),
            ..Self::default()
        }
    }

    /// Records the open options, and the variables that may hold others.
    pub(crate) fn remark(&self, reading: &mut ImportReader) {
        for (option, mark) in &self.open {
            reading.remark(open_option(option, mark));
        }
        for variable in &self.may_add {
            reading.remark(ImportNote::MayAdd(variable.clone()));
        }
    }

    /// The names of the options that have values.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(name, _)| name.as_str())
    }

    /// The names of open options.
    pub(crate) fn open_names(&self) -> impl Iterator<Item = String> {
        self.open.iter().map(|(name, _)| name.clone())
    }

    /// The number of options that show that a text is for Megatron-LM, including open ones.
    pub(crate) fn count(&self) -> usize {
        let open = self.open.iter().map(|(name, _)| name.as_str());
        let names = self.names().chain(open);
        names
            .filter(|name| is_read(name) && !COMMON.contains(name))
            .count()
    }
}

/// The words of a quoted text that begins with an option.
fn parts(word: &str) -> Vec<&str> {
    if word.starts_with("--") && is_known(word) {
        word.split_whitespace().collect()
    } else {
        vec![word]
    }
}

fn start(word: &str) -> Option<OptionStart<'_>> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    word.starts_with("--").then(|| OptionStart {
        name: name.to_owned(),
        value,
        is_long: true,
    })
}

/// The last mention of each option.
fn last(options: Words) -> Words {
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut last: Words = options
        .into_iter()
        .rev()
        .filter(|(name, _)| names.insert(name.clone()))
        .collect();
    last.reverse();
    last
}

/// The value of an option. Without one it is an empty text, which no key takes.
fn value(takes: Takes, values: Vec<String>) -> ParsedValue {
    match takes {
        Takes::Nothing => ParsedValue::Switch(true),
        Takes::One => {
            let text = values.into_iter().next().unwrap_or_default();
            text.parse()
                .map_or(ParsedValue::Text(text), ParsedValue::Whole)
        }
        Takes::Several => ParsedValue::List(values.into_iter().map(ParsedValue::Text).collect()),
    }
}
