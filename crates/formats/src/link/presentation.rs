//! The query of the page's address: how a teacher presents a plan. The page rewrites only the open
//! tab in it (`tab.rs`).

use super::text::{prefix, unescape, whole};
use super::v1;
use super::{LONGEST, LinkWarning};
use crate::excerpt::excerpt;
use std::ops::RangeInclusive;

use cost::convention::{MemoryKind, MfuKind, PeakKind};
use cost::plan::Word;
use cost::trace::TraceScene;
use cost::vocabularies;

/// The presentation that a query asks for; it leaves the rest to the reader.
///
/// ```
/// use formats::link::presentation::{Presentation, Theme, View};
/// let (asked, warnings) = Presentation::decode("?embed=1&view=memory,map&lock=tp&theme=dark");
/// assert!(asked.embed && warnings.is_empty());
/// assert_eq!(asked.view, [View::Memory, View::Map]);
/// assert_eq!(asked.theme, Some(Theme::Dark));
/// assert_eq!(asked.encode(), "embed=1&view=memory,map&lock=tp&theme=dark");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presentation {
    /// True if the page is a part of another one, which owns the history.
    pub embed: bool,
    /// The views that are shown alone; all where none is named.
    pub view: Vec<View>,
    /// Keys of the controls that are shown alone, of [`controls`]; all where none is named.
    pub show: Vec<&'static str>,
    /// Keys of the controls that are taken away, of [`controls`].
    pub hide: Vec<&'static str>,
    /// Keys of the controls that are shown and cannot be moved, of [`controls`].
    pub lock: Vec<&'static str>,
    /// The language, as an HTML `lang`; empty if the query names none. English if the page has no
    /// such table.
    pub lang: String,
    /// Colours and sizes.
    pub theme: Option<Theme>,
    /// In which unit memory is shown.
    pub units: Option<Unit>,
    /// FLOPs that the shown utilisation counts.
    pub mfu: Option<MfuKind>,
    /// Against which peak.
    pub peak: Option<PeakKind>,
    /// The bytes that a shown figure of memory counts.
    pub mem: Option<MemoryKind>,
    /// The id or the address of a lesson; empty where there is none.
    pub lesson: String,
    /// Goal of the reader, as its text, which is not read here; may be empty.
    pub goal: String,
    /// True if the tables behind all figures are open.
    pub table: bool,
    /// The view whose tab is open, of [`View::TABS`]. The page keeps this key as readers open tabs;
    /// it rewrites no other.
    pub tab: Option<View>,
    /// The scene that the player of a step shows.
    pub scene: Option<TraceScene>,
    /// The moment of the scene at which the player stands, counted from 1; 0 where none is named.
    pub at: u64,
}

vocabularies! {
    /// A view that can be shown alone.
    View {
        /// The verdict, with the figures beside it.
        Verdict = "verdict",
        /// The five overheads.
        Overheads = "tolls",
        /// The limit of the plan, and changes that help.
        Diagnosis = "diagnosis",
        /// The memory of each stage.
        Memory = "memory",
        /// The memory of one stage, term by term.
        Terms = "terms",
        /// The part of the model that each GPU holds.
        Cut = "cut",
        /// A part of the step, played.
        Watch = "watch",
        /// The step as it runs.
        Timeline = "timeline",
        /// From the peak to the MFU.
        Waterfall = "waterfall",
        /// The map of the cluster.
        Map = "map",
        /// Kernels under their roofs.
        KernelTimes = "lastinch",
        /// One axis from end to end.
        Sweep = "sweep",
        /// The best layout.
        Search = "search",
        /// The whole run.
        Run = "run",
        /// The bill as lessons write it.
        Bill = "bill",
        /// The six decisions.
        Recipe = "recipe",
        /// Plans side by side.
        Compare = "compare",
        /// Published runs.
        Accuracy = "accuracy",
    }
    /// Colours and sizes of the page.
    Theme {
        /// The setting of the reader's system.
        Auto = "auto",
        /// Ink on paper.
        Light = "light",
        /// The reverse.
        Dark = "dark",
        /// Light, with more contrast and larger, for a lecture hall.
        Projector = "projector",
    }
    /// The unit in which memory is shown.
    Unit {
        /// 2³⁰ bytes.
        Gib = "gib",
        /// 10⁹ bytes.
        Gb = "gb",
    }
}

impl View {
    /// The views that have a tab, from left to right: those of the present plan, those of other
    /// plans, those of the run. The first one is open unless an address names another.
    pub const TABS: [Self; 15] = [
        Self::Cut,
        Self::Watch,
        Self::Timeline,
        Self::Waterfall,
        Self::Map,
        Self::KernelTimes,
        Self::Terms,
        Self::Diagnosis,
        Self::Sweep,
        Self::Search,
        Self::Compare,
        Self::Run,
        Self::Bill,
        Self::Accuracy,
        Self::Recipe,
    ];

    /// The view of a tab, by its word; none for a view that is always in sight.
    fn of_tab(word: &str) -> Option<Self> {
        Self::parse(word).filter(|view| Self::TABS.contains(view))
    }
}

/// Keys that a link writes as one, `p`, and that are three controls.
pub const PRESETS: [&str; 3] = ["model", "gpu", "gpus"];

/// The controls of latent attention, which its key `mla` stands for.
const LATENT: [&str; 6] = ["mla", "mlaq", "mlakv", "mlanope", "mlarope", "mlav"];

/// The controls that a key of `hide` or `lock` stands for, if they are several; else none.
///
/// ```
/// use formats::link::presentation::several;
/// assert_eq!(several("p"), ["model", "gpu", "gpus"]);
/// assert!(several("tp").is_empty());
/// ```
#[must_use]
pub fn several(key: &str) -> &'static [&'static str] {
    match key {
        "p" => &PRESETS,
        "mla" => &LATENT,
        _ => &[],
    }
}

/// Numbers of a moment: a trace has no more of them.
const MOMENTS: RangeInclusive<u64> = 1..=400;

/// Most bytes of a language's name, as RFC 5646 recommends to allow.
const LONGEST_LANGUAGE: usize = 35;

/// Every key that `hide` and `lock` take: those of a link, and what its `p` is made of.
pub fn controls() -> impl Iterator<Item = &'static str> {
    let presets = std::iter::once("p").chain(PRESETS);
    presets.chain(v1::keys())
}

/// The keys of [`controls`] that a name stands for. This is the key itself; for a key that links
/// had once, those that replaced it; none for any other name.
///
/// ```
/// use formats::link::presentation::named;
/// assert_eq!(named("tp"), ["tp"]);
/// assert_eq!(named("moesw"), ["disp", "graph"]);
/// assert!(named("colour").is_empty());
/// ```
#[must_use]
pub fn named(name: &str) -> Vec<&'static str> {
    let replacing = v1::replacing(name);
    controls()
        .filter(|key| *key == name || replacing.contains(key))
        .collect()
}

impl Presentation {
    /// Reads a query, with or without its `?`, or that of a whole address. Keys that are not the
    /// page's own are ignored: hosts and mailers add theirs. Invalid values of a key are left out,
    /// with the same warning as unknown keys: `theme=pink`.
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
            // The first of a key counts, as it does for the browser.
            if !seen.contains(&key) {
                asked.set(&key, &value, &mut warnings);
                seen.push(key);
            }
        }
        (asked, warnings)
    }

    /// Writes the query without its `?`, in fixed order; keys without a value are left out.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut query = String::new();
        for (key, value) in self.pairs() {
            query.push_str(if query.is_empty() { "" } else { "&" });
            query.push_str(key);
            query.push('=');
            escape(&value, &mut query);
        }
        query
    }

    /// The keys with their values, in fixed order; keys without a value are left out.
    ///
    /// ```
    /// use formats::link::presentation::Presentation;
    /// let (asked, _) = Presentation::decode("theme=dark&view=map");
    /// assert_eq!(asked.pairs(), [("view", "map".into()), ("theme", "dark".into())]);
    /// ```
    #[must_use]
    pub fn pairs(&self) -> Vec<(&'static str, String)> {
        let flag = |on: bool| String::from(if on { "1" } else { "" });
        let views: Vec<&str> = self.view.iter().map(|view| view.word()).collect();
        let pairs = [
            ("embed", flag(self.embed)),
            ("view", views.join(",")),
            ("show", self.show.join(",")),
            ("hide", self.hide.join(",")),
            ("lock", self.lock.join(",")),
            ("lang", self.lang.clone()),
            ("theme", written(self.theme)),
            ("units", written(self.units)),
            ("mfu", written(self.mfu)),
            ("peak", written(self.peak)),
            ("mem", written(self.mem)),
            ("lesson", self.lesson.clone()),
            ("goal", self.goal.clone()),
            ("table", flag(self.table)),
            ("tab", written(self.tab)),
            ("scene", written(self.scene)),
            ("at", self.moment()),
        ];
        let is_asked = |(_, value): &(&str, String)| !value.is_empty();
        pairs.into_iter().filter(is_asked).collect()
    }

    /// The number of the moment as it is written; empty where none is named.
    fn moment(&self) -> String {
        if self.at == 0 {
            return String::new();
        }
        self.at.to_string()
    }

    /// The word of a key whose values are a list of words: `theme`, `units`, `mfu`, `peak` or
    /// `mem`.
    #[must_use]
    pub fn choice(&self, key: &str) -> Option<&'static str> {
        match key {
            "theme" => self.theme.map(Word::word),
            "units" => self.units.map(Word::word),
            "mfu" => self.mfu.map(Word::word),
            "peak" => self.peak.map(Word::word),
            "mem" => self.mem.map(Word::word),
            _ => None,
        }
    }

    /// Takes over a pair, if the key is one of the page's.
    fn set(&mut self, key: &str, value: &str, warnings: &mut Vec<LinkWarning>) {
        // An element's attribute may be there and empty.
        if value.is_empty() {
            return;
        }
        let mut unknown = |key, given: &str| {
            let key = [key, "=", &excerpt(given)].concat();
            warnings.push(LinkWarning::UnknownKey { key });
        };
        match key {
            "embed" => self.embed = flag("embed", value, &mut unknown),
            "view" => self.view = each("view", value, View::parse, &mut unknown),
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
                self.tab = View::of_tab(value);
                if self.tab.is_none() {
                    unknown("tab", value);
                }
            }
            "scene" => self.scene = one("scene", value, &mut unknown),
            "at" => match whole(value, &MOMENTS) {
                Some(at) => self.at = at,
                None => unknown("at", value),
            },
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

/// The members of a list that are known, each once. A text may stand for several.
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

fn written<W: Word>(word: Option<W>) -> String {
    word.map_or_else(String::new, |word| word.word().to_owned())
}

/// Undoes what forms and browsers do to a query's text.
pub(super) fn plain(text: &str) -> String {
    unescape(&text.replace('+', " "))
}

/// Writes text so that nothing in it ends the value or the address; lists stay readable.
fn escape(text: &str, query: &mut String) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,:/".contains(&byte) {
            query.push(char::from(byte));
        } else {
            query.push('%');
            query.push(char::from(HEX[usize::from(byte >> 4)]));
            query.push(char::from(HEX[usize::from(byte & 15)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMBED: &str = include_str!("../../../../static/embed.js");
    const HOSTILE: &str = include_str!("../../../../tests/browser/hostile.test.mjs");

    /// A presentation that asks for everything.
    fn all() -> Presentation {
        Presentation {
            embed: true,
            view: vec![View::Memory, View::KernelTimes],
            show: vec!["pp", "zero"],
            hide: vec!["p", "tp"],
            lock: vec!["gpus", "mstep"],
            lang: "pt-BR".into(),
            theme: Some(Theme::Projector),
            units: Some(Unit::Gb),
            mfu: Some(MfuKind::Hardware),
            peak: Some(PeakKind::SixteenBit),
            mem: Some(MemoryKind::Allocated),
            lesson: "https://example.org/a lesson?x=1&y=ü#z".into(),
            goal: "mfu >= 0.4 & \"fits\" + 100%".into(),
            table: true,
            tab: Some(View::Sweep),
            scene: Some(TraceScene::Zero),
            at: 3,
        }
    }

    /// Every key of a query, as it is written; the test below reads each of them again.
    fn keys() -> Vec<&'static str> {
        all().pairs().into_iter().map(|(key, _)| key).collect()
    }

    /// The words of the list `const QUERY = ["…", "…"];` in a script.
    fn listed<'a>(script: &'a str, name: &str) -> Vec<&'a str> {
        let list = script.split_once("const QUERY = [");
        let list = list.and_then(|(_, after)| after.split_once("];"));
        let (list, _) = list.unwrap_or_else(|| panic!("{name} has no list named QUERY"));
        let words = list.split(',').map(|word| word.trim().trim_matches('"'));
        // A list of several lines ends with a comma.
        words.filter(|word| !word.is_empty()).collect()
    }

    #[test]
    fn the_element_has_an_attribute_for_each_key() {
        // It says `embed=1` itself.
        let keys: Vec<&str> = keys().into_iter().filter(|key| *key != "embed").collect();
        assert_eq!(listed(EMBED, "static/embed.js"), keys);
    }

    #[test]
    fn hostile_values_are_tried_for_each_key() {
        assert_eq!(listed(HOSTILE, "tests/browser/hostile.test.mjs"), keys());
    }

    #[test]
    fn each_control_is_a_key_of_a_link() {
        let plan = crate::catalog::default_plan();
        for key in controls().filter(|key| *key != "p" && !PRESETS.contains(key)) {
            assert!(!crate::link::value(&plan, key).is_empty(), "{key}");
        }
        assert!(controls().count() > 70);
    }

    #[test]
    fn what_is_written_is_read() {
        let asked = all();
        let query = asked.encode();
        assert!(
            query.is_ascii() && !query.contains([' ', '"', '#', '<']),
            "{query}"
        );
        assert_eq!(Presentation::decode(&query), (asked.clone(), Vec::new()));
        let address = ["https://example.org/?", &query, "#v=1&view=map"].concat();
        assert_eq!(Presentation::decode(&address), (asked, Vec::new()));
        assert_eq!(Presentation::default().encode(), "");
    }

    #[test]
    fn what_is_not_understood_is_told_and_left_out() {
        let (asked, warnings) = Presentation::decode(
            "view=memory,nowhere,memory&hide=tp,colour&theme=pink&utm_source=x&table=2&theme=dark&lang=<b>&hide",
        );
        assert_eq!((asked.view, asked.hide), (vec![View::Memory], vec!["tp"]));
        assert_eq!((asked.theme, asked.table), (None, false));
        let expected = [
            "view=nowhere",
            "hide=colour",
            "theme=pink",
            "table=2",
            "lang=<b>",
        ];
        let expected = expected.map(|key| LinkWarning::UnknownKey { key: key.into() });
        assert_eq!(warnings, expected);
    }

    #[test]
    fn an_old_key_stands_for_those_that_replaced_it() {
        let (asked, warnings) = Presentation::decode("lock=graph,moesw&hide=moesw,tp");
        assert_eq!(asked.lock, ["graph", "disp"]);
        assert_eq!(asked.hide, ["disp", "graph", "tp"]);
        assert_eq!(warnings, []);
    }

    #[test]
    fn no_more_is_read_than_a_link_may_have() {
        let long = ["goal=", &"é".repeat(LONGEST)].concat();
        let (asked, warnings) = Presentation::decode(&long);
        assert_eq!(warnings, [LinkWarning::TooLong]);
        assert!(asked.goal.len() <= LONGEST);
        for text in ["", "?", "?&&==&=&%&%f&view=%ff,%", "a=b=c", "##??"] {
            let (asked, _) = Presentation::decode(text);
            assert_eq!(asked.encode(), "", "{text}");
        }
    }
}
