//! Reading fields of a document, and noting what is wrong with each.

use super::fault::{LessonFault, Why};
use super::figures::figure_and_path;
use super::markdown::{self, Text};
use cost::plan::{Plan, Word};
use cost::why::Figure;
use formats::excerpt::excerpt;
use formats::goal::{Goal, Quantity};
use formats::import::ParsedValue;
use formats::link;
use formats::link::presentation::{View, controls, named};

/// Most faults that are reported.
const MOST_FAULTS: usize = 40;
/// Most letters of a name.
const NAME: usize = 40;
/// Most letters of a title or a unit.
pub(super) const TITLE: usize = 120;
/// Most letters of a figure with the path below it.
const PATH: usize = 400;
/// Most letters of a text.
pub(super) const TEXT: usize = 4_000;

/// The faults of a document, as it is read.
#[derive(Default)]
pub(super) struct Faults {
    pub(super) list: Vec<LessonFault>,
}

/// Fields of a document, with their path.
pub(super) struct Fields<'a> {
    value: &'a ParsedValue,
    path: String,
    /// Names of the fields that are read.
    known: &'static [&'static str],
}

impl Faults {
    pub(super) fn add(&mut self, path: &str, why: Why) {
        if self.list.len() < MOST_FAULTS {
            let path = path.to_owned();
            self.list.push(LessonFault { path, why });
        }
    }
}

impl<'a> Fields<'a> {
    /// The fields at a path; those that are not known are faults.
    pub(super) fn at(
        value: &'a ParsedValue,
        path: String,
        known: &'static [&'static str],
        faults: &mut Faults,
    ) -> Self {
        let fields = Self { value, path, known };
        match value {
            ParsedValue::Fields(given) => {
                for (name, _) in given {
                    if !known.contains(&name.as_str()) {
                        let nearest = fields.nearest(name);
                        faults.add(&fields.to(&excerpt(name)), Why::Unknown { nearest });
                    }
                }
            }
            _ => faults.add(&fields.path, Why::NoFields),
        }
        fields
    }

    /// The known field that begins as a name does.
    fn nearest(&self, name: &str) -> Option<&'static str> {
        let name = name.to_ascii_lowercase();
        let begins = |known: &&&str| name.starts_with(*known) || known.starts_with(name.as_str());
        self.known.iter().find(begins).copied()
    }

    /// Path of a field.
    pub(super) fn to(&self, name: &str) -> String {
        if self.path.is_empty() {
            return name.to_owned();
        }
        [&self.path, ".", name].concat()
    }

    pub(super) fn get(&self, name: &str) -> Option<&'a ParsedValue> {
        self.value.field(name)
    }

    /// A text of at most `most` letters; empty if there is none.
    pub(super) fn words(&self, name: &str, most: usize, faults: &mut Faults) -> &'a str {
        match self.get(name) {
            None => "",
            Some(ParsedValue::Text(text)) if text.chars().count() > most => {
                faults.add(&self.to(name), Why::TooLong { most });
                ""
            }
            Some(ParsedValue::Text(text)) => text,
            Some(_) => {
                faults.add(&self.to(name), Why::NoText);
                ""
            }
        }
    }

    /// A text that has to be there.
    pub(super) fn required(&self, name: &str, most: usize, faults: &mut Faults) -> &'a str {
        match self.get(name) {
            None => {
                faults.add(&self.to(name), Why::Missing);
                ""
            }
            Some(ParsedValue::Text(text)) if text.trim().is_empty() => {
                faults.add(&self.to(name), Why::Empty);
                ""
            }
            Some(_) => self.words(name, most, faults),
        }
    }

    /// A name of small letters, digits and hyphens.
    pub(super) fn name(&self, faults: &mut Faults) -> String {
        let name = self.required("id", NAME, faults);
        let is_of_name =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !name.bytes().all(is_of_name) {
            faults.add(&self.to("id"), Why::NoName);
        }
        name.to_owned()
    }

    /// A text of the small Markdown.
    pub(super) fn text(&self, name: &str, faults: &mut Faults) -> Text {
        let given = self.words(name, TEXT, faults);
        read_text(given, &self.to(name), faults)
    }

    /// The members of a list, at most `most` of them.
    pub(super) fn list(&self, name: &str, most: usize, faults: &mut Faults) -> &'a [ParsedValue] {
        match self.get(name) {
            None => &[],
            Some(ParsedValue::List(members)) if members.len() > most => {
                faults.add(&self.to(name), Why::TooMany { most });
                &[]
            }
            Some(ParsedValue::List(members)) => members,
            Some(_) => {
                faults.add(&self.to(name), Why::NoList);
                &[]
            }
        }
    }

    /// Views, by their words.
    pub(super) fn views(&self, name: &str, faults: &mut Faults) -> Vec<View> {
        self.known_words(name, View::WORDS.len(), View::named, faults)
    }

    /// Controls, by their keys.
    pub(super) fn controls(&self, name: &str, faults: &mut Faults) -> Vec<&'static str> {
        self.known_words(name, controls().count(), named, faults)
    }

    /// The members of a list that `read` knows, each once. A word may stand for several.
    fn known_words<T: PartialEq, R: IntoIterator<Item = T>>(
        &self,
        name: &str,
        most: usize,
        read: impl Fn(&str) -> R,
        faults: &mut Faults,
    ) -> Vec<T> {
        let mut words = Vec::new();
        for (place, value) in self.list(name, most, faults).iter().enumerate() {
            let path = member(&self.to(name), place);
            match value.text() {
                None => faults.add(&path, Why::NoText),
                Some(word) => {
                    let mut is_known = false;
                    for known in read(word) {
                        is_known = true;
                        if !words.contains(&known) {
                            words.push(known);
                        }
                    }
                    if !is_known {
                        let given = excerpt(word);
                        faults.add(&path, Why::NoWord { given });
                    }
                }
            }
        }
        words
    }

    /// A plan, by its link; anything that a link leaves in doubt is a fault.
    pub(super) fn plan(&self, name: &str, faults: &mut Faults) -> Option<Plan> {
        let given = self.words(name, link::LONGEST, faults);
        if given.is_empty() {
            return None;
        }
        let mut pairs = given.split(['#', '&']);
        if !pairs.any(|pair| pair.starts_with("p=")) {
            faults.add(&self.to(name), Why::NoLink);
            return None;
        }
        let (plan, warnings) = link::decode(given);
        for warning in warnings {
            faults.add(&self.to(name), Why::Link(warning));
        }
        Some(plan)
    }

    /// A goal.
    pub(super) fn goal(&self, name: &str, faults: &mut Faults) -> Option<Goal> {
        self.get(name)?;
        let given = self.required(name, formats::goal::LONGEST, faults);
        if given.is_empty() {
            return None;
        }
        let text = || given.to_owned();
        let fault = |fault| Why::Goal {
            fault,
            text: text(),
        };
        let goal = Goal::parse(given).map_err(fault);
        goal.map_err(|why| faults.add(&self.to(name), why)).ok()
    }

    /// A number to be worked out, which has to be there; JSON's own numbers are numbers too.
    pub(super) fn quantity(&self, name: &str, faults: &mut Faults) -> Option<Quantity> {
        let given = match self.get(name) {
            Some(ParsedValue::Whole(number)) => number.to_string(),
            Some(ParsedValue::Number(number)) => number.clone(),
            _ => self
                .required(name, formats::goal::LONGEST, faults)
                .to_owned(),
        };
        if given.is_empty() {
            return None;
        }
        Quantity::parse(&given)
            .map_err(|fault| {
                let text = given.clone();
                faults.add(&self.to(name), Why::Goal { fault, text });
            })
            .ok()
    }

    /// A number between bounds.
    pub(super) fn number(&self, name: &str, bounds: [f64; 2], faults: &mut Faults) -> Option<f64> {
        let value = self.get(name)?;
        number(value, &self.to(name), bounds, faults)
    }

    /// A figure, with a path of words below it.
    pub(super) fn figure_and_path(
        &self,
        name: &str,
        faults: &mut Faults,
    ) -> Option<(Figure, String)> {
        self.get(name)?;
        let given = self.required(name, PATH, faults);
        let figure = figure_and_path(given);
        if figure.is_none() && !given.is_empty() {
            let given = excerpt(given);
            faults.add(&self.to(name), Why::NoFigure { given });
        }
        figure
    }

    /// A figure that has to be there, without a path.
    pub(super) fn figure(&self, name: &str, faults: &mut Faults) -> Option<Figure> {
        let given = self.required(name, TITLE, faults);
        let figure = given.parse().ok();
        if figure.is_none() && !given.is_empty() {
            let given = excerpt(given);
            faults.add(&self.to(name), Why::NoFigure { given });
        }
        figure
    }
}

/// A number at a path, between bounds.
pub(super) fn number(
    value: &ParsedValue,
    path: &str,
    bounds: [f64; 2],
    faults: &mut Faults,
) -> Option<f64> {
    let number = match value {
        ParsedValue::Whole(number) => *number as f64,
        ParsedValue::Number(number) => number.parse().unwrap_or(f64::NAN),
        _ => f64::NAN,
    };
    if (bounds[0]..=bounds[1]).contains(&number) {
        return Some(number);
    }
    faults.add(path, Why::NoNumber(bounds));
    None
}

/// Reads a text of the small Markdown.
pub(super) fn read_text(given: &str, path: &str, faults: &mut Faults) -> Text {
    markdown::read(given).unwrap_or_else(|why| {
        faults.add(path, why);
        Text::default()
    })
}

/// Path of a member of a list, counted from one as people do.
pub(super) fn member(path: &str, place: usize) -> String {
    [path, "[", &(place + 1).to_string(), "]"].concat()
}
