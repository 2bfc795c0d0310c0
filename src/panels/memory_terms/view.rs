//! View of a stage's memory in depth.

use cost::certainty::MEMORY;
use cost::memory::terms::{StageTerms, Term};
use cost::units::Bytes;
use formats::number::{Units, fixed};
use text::figures::TermsText;

use super::formula;
use super::state::{MemoryTerms, STAGES, terms};
use crate::dom::{Element, element};
use crate::panels::words;
use crate::store::Page;

impl MemoryTerms {
    /// The list of stages, and below it the open one.
    pub(super) fn depth(&self, page: &Page) -> Element {
        let words = &words().terms;
        let memory = &page.estimate.memory;
        let terms = terms(page);
        let open = terms.as_ref();
        let choice = (0..=memory.stages.len()).map(|place| {
            let name = match place.checked_sub(1) {
                None => words.none.to_owned(),
                Some(stage) => [words.stage, " ", &stage.to_string()].concat(),
            };
            let is_open = open.map_or(0, |terms| terms.stage + 1) == place;
            element("option")
                .attribute("value", place.to_string())
                .property("selected", is_open)
                .child(name)
        });
        let select = element("select")
            .id(STAGES)
            .attribute("autocomplete", "off")
            .children(choice.collect());
        let choose = element("p")
            .child(
                element("label")
                    .attribute("for", STAGES)
                    .child(words.choose),
            )
            .child(select);
        let sheet = OpenStage {
            words,
            units: page.units(),
            terms: open,
            before: self.before.as_ref(),
            kinds: self.kinds,
        };
        element("div")
            .class("depth")
            .child(choose)
            .children(sheet.stage(page))
    }
}

/// The terms of the open stage, and their presentation.
struct OpenStage<'a> {
    words: &'static TermsText,
    units: Units,
    terms: Option<&'a StageTerms>,
    before: Option<&'a StageTerms>,
    /// True for each open kind.
    kinds: [bool; 7],
}

impl OpenStage<'_> {
    /// The stage's peak moment, and its kinds of memory.
    fn stage(&self, page: &Page) -> Vec<Element> {
        let Some(terms) = self.terms else {
            return Vec::new();
        };
        let Some(stage) = page.estimate.memory.stages.get(terms.stage) else {
            return Vec::new();
        };
        // The plan before the drag may have had another number of stages.
        let before = page.before_drag.as_ref().zip(self.before);
        let before = before.and_then(|(before, terms)| before.memory.stages.get(terms.stage));
        let was = before.map(|before| self.was(&self.units.figure(before.total())));
        let moment = element("p")
            .class("moment")
            .child((self.words.moment)(terms, stage.total(), self.units))
            .children(was.into_iter().collect());
        let kinds = MEMORY.iter().enumerate().map(|(kind, term)| {
            let before = before.map(|before| (term.of)(before));
            let is_open = self.kinds[kind];
            self.kind(terms, kind, (term.of)(stage), before, is_open)
        });
        std::iter::once(moment).chain(kinds).collect()
    }

    fn was(&self, figure: &str) -> Element {
        element("small")
            .class("was")
            .child([self.words.was, figure].concat())
    }

    /// One of the seven kinds; collapsed unless it is open.
    fn kind(
        &self,
        terms: &StageTerms,
        kind: usize,
        bytes: Bytes,
        before: Option<Bytes>,
        is_open: bool,
    ) -> Element {
        let was = before.map(|before| self.was(&self.units.figure(before)));
        let summary = element("summary")
            .child(element("i").class(MEMORY[kind].key))
            .child(element("span").child(self.words.kinds[kind]))
            .children(was.into_iter().collect())
            .child(element("b").child(self.units.size(bytes)));
        let mut inside = Vec::new();
        if is_open {
            let rows = terms.of_kind(kind).map(|term| self.term(term));
            let rows: Vec<Element> = rows.collect();
            inside.push(if rows.is_empty() {
                element("p").child(self.words.nothing)
            } else {
                element("ul").children(rows)
            });
            let legend = formula::legend(self.words, terms.of_kind(kind));
            if !legend.is_empty() {
                inside.push(element("p").child(legend));
            }
        }
        element("details")
            .attribute("data-kind", kind.to_string())
            .attribute("open", is_open)
            .child(summary)
            .children(inside)
    }

    /// A term: its name and bytes, its formula with names and with numbers, its tag, its source.
    fn term(&self, term: &Term) -> Element {
        let (name, source) = (self.words.term)(term.name);
        let before = self.before.and_then(|before| {
            let like = |other: &&Term| other.kind == term.kind && other.name == term.name;
            before.terms.iter().find(like)
        });
        let was = self.before.map(|_| {
            let bytes = before.map_or(Bytes::ZERO, |term| term.bytes);
            self.was(&self.fine(bytes, term.is_less))
        });
        let [symbols, numbers] = formula::written(self.words, term);
        let equal = if numbers == symbols {
            String::new()
        } else {
            [" = ", &numbers].concat()
        };
        let formula = element("span")
            .class("formula")
            .child(symbols)
            .child(element("span").child(equal));
        let tag = [term.certainty.word(), " · ", source].concat();
        element("li")
            .child(element("span").child(name))
            .child(element("small").child(tag))
            .children(was.into_iter().collect())
            .child(element("b").child(self.fine(term.bytes, term.is_less)))
            .child(formula)
    }

    /// Bytes with three decimals, which add up to the total of their kind.
    fn fine(&self, bytes: Bytes, is_less: bool) -> String {
        let sign = if is_less { "−" } else { "" };
        [sign, &fixed(self.units.of(bytes), 3)].concat()
    }
}
