//! Reading of a query.

use std::ops::RangeInclusive;

use cost::plan::Word;

use super::{Presentation, View, named};
use crate::excerpt::excerpt;
use crate::link::text::{prefix, unescape, whole};
use crate::link::{LONGEST, LinkWarning};

/// Numbers of moments that a trace can have.
const MOMENTS: RangeInclusive<u64> = 1..=400;

/// Largest number of bytes of a language's name, which RFC 5646 recommends.
const LONGEST_LANGUAGE: usize = 35;

impl Presentation {
    /// Reads a query, with or without its `?`, or that of a whole address. Keys that are not the
    /// page's are ignored, as hosts and mailers add theirs. Invalid values of a key are omitted
    /// with a warning, such as `theme=pink`.
    #[must_use]
    pub fn decode(query: &str) -> (Self, Vec<LinkWarning>) {
        let mut warnings = Vec::new();
        let query = query.split('#').next().unwrap_or_default();
        let query = query.split_once('?').map_or(query, |(_, query)| query);
        let read = prefix(query, LONGEST);
        if read.len() < query.len() {
            warnings.push(LinkWarning::TooLong);
        }
        let mut asked = Self::default();
        let mut seen: Vec<String> = Vec::new();
        for part in read.split('&') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let (key, value) = (plain(key), plain(value));
            // The first value of a key counts, as in the browser.
            if !seen.contains(&key) {
                asked.set(&key, &value, &mut warnings);
                seen.push(key);
            }
        }
        (asked, warnings)
    }

    /// Takes over a pair, if the key is one of the page's.
    fn set(&mut self, key: &str, value: &str, warnings: &mut Vec<LinkWarning>) {
        // An element's attribute may be empty.
        if value.is_empty() {
            return;
        }
        let mut unknown = |key, given: &str| {
            let key = [key, "=", &excerpt(given)].concat();
            warnings.push(LinkWarning::UnknownKey { key });
        };
        match key {
            "embed" => self.embed = flag("embed", value, &mut unknown),
            "view" => self.view = each("view", value, View::named, &mut unknown),
            "show" => self.show = each("show", value, named, &mut unknown),
            "hide" => self.hide = each("hide", value, named, &mut unknown),
            "lock" => self.lock = each("lock", value, named, &mut unknown),
            "lang" if is_language(value) => value.clone_into(&mut self.lang),
            "lang" => unknown("lang", value),
            "theme" => self.theme = one("theme", value, &mut unknown),
            "units" => self.units = one("units", value, &mut unknown),
            "mfu" => self.mfu = one("mfu", value, &mut unknown),
            "peak" => self.peak = one("peak", value, &mut unknown),
            "mem" => self.mem = one("mem", value, &mut unknown),
            "lesson" => value.clone_into(&mut self.lesson),
            "goal" => value.clone_into(&mut self.goal),
            "table" => self.table = flag("table", value, &mut unknown),
            "tab" => {
                let view = View::named(value);
                // The others are always in sight.
                self.tab = view.filter(|view| View::TABS.contains(view));
                if view.is_none() {
                    unknown("tab", value);
                }
            }
            "scene" => self.scene = one("scene", value, &mut unknown),
            "at" => match whole(value, &MOMENTS) {
                Some(at) => self.at = at,
                None => unknown("at", value),
            },
            "why" => {
                let (figure, path) = value.split_once('/').unwrap_or((value, ""));
                self.why = figure.parse().ok().map(|figure| (figure, path.to_owned()));
                if self.why.is_none() {
                    unknown("why", value);
                }
            }
            "predict" => value.clone_into(&mut self.predict),
            "ask" => value.clone_into(&mut self.ask),
            _ => {}
        }
    }
}

/// Receives a key and a value that the key cannot have.
type Tell<'a> = dyn FnMut(&'static str, &str) + 'a;

fn flag(key: &'static str, value: &str, unknown: &mut Tell) -> bool {
    if value != "0" && value != "1" {
        unknown(key, value);
    }
    value == "1"
}

fn one<W: Word>(key: &'static str, value: &str, unknown: &mut Tell) -> Option<W> {
    let word = W::parse(value);
    if word.is_none() {
        unknown(key, value);
    }
    word
}

/// The known members of a list, each once. A text may stand for several members.
fn each<T: PartialEq, R: IntoIterator<Item = T>>(
    key: &'static str,
    value: &str,
    read: impl Fn(&str) -> R,
    unknown: &mut Tell,
) -> Vec<T> {
    let mut members = Vec::new();
    for text in value.split(',').filter(|text| !text.is_empty()) {
        let mut is_known = false;
        for member in read(text) {
            is_known = true;
            if !members.contains(&member) {
                members.push(member);
            }
        }
        if !is_known {
            unknown(key, text);
        }
    }
    members
}

fn is_language(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    text.len() <= LONGEST_LANGUAGE && text.bytes().all(is_part)
}

/// Undoes the escapes of forms and browsers in a query's text.
pub(in crate::link) fn plain(text: &str) -> String {
    unescape(&text.replace('+', " "))
}
