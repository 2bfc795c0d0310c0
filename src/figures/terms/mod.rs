//! Memory in depth, under the bars of the memory figure: a stage opens to its seven kinds, each
//! kind to its terms.
//!
//! The bars are the first program's, which has left an empty place below them.

mod formula;

use std::rc::Rc;

use crate::browser::by_id;
use crate::browser::events::target;
use crate::browser::visibility::Watch;
use crate::markup::{Drawn, Element, element};
use cost::certainty::MEMORY;
use cost::legal::Legal;
use cost::memory::terms::{StageTerms, Term};
use cost::units::Bytes;
use formats::number::{Units, fixed};
use text::figures::TermsText;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Event, HtmlSelectElement};

use super::desk::{Desk, at};
use crate::page::views::memory::barred;

/// Where the first program has left room.
const PLACE: &str = "memory-depth";
/// The list of stages.
const STAGES: &str = "terms-stage";
/// Marks the bar of the stage that is open.
const MARK: &str = "data-open";

/// What is open, and how it was before the present drag.
#[derive(Default)]
pub(crate) struct Terms {
    drawn: Option<Drawn>,
    is_in_sight: bool,
    /// The stage that is open.
    stage: Option<usize>,
    /// Kinds that are open, by their place in [`MEMORY`].
    kinds: [bool; 7],
    /// What is shown of it.
    shown: Option<Rc<StageTerms>>,
    /// What was shown of it when the present drag began.
    before: Option<Rc<StageTerms>>,
}

/// Shows the present plan's, if the place is in sight.
pub(super) fn show(desk: &mut Desk) {
    if desk.before.is_none() {
        desk.terms.before = None;
    } else if desk.terms.before.is_none() {
        desk.terms.before = desk.terms.shown.clone();
    }
    put(desk);
}

/// Puts it into the page as it is now, if the place is in sight.
fn put(desk: &mut Desk) {
    if desk.terms.drawn.is_none() || desk.terms.is_in_sight {
        catch_up(desk);
    }
}

/// Puts it into the page as it is now: out of sight it follows at rest.
pub(super) fn catch_up(desk: &mut Desk) {
    let Some(place) = by_id(PLACE) else {
        return;
    };
    desk.terms.shown = open_stage(desk);
    let markup = draw(desk);
    match &mut desk.terms.drawn {
        Some(drawn) => drawn.update(markup.into()),
        None => {
            let drawn = Drawn::new(markup.into());
            let _ = place.append_child(&drawn.node);
            desk.terms.drawn = Some(drawn);
            Watch::new(|_, is_in_sight| {
                at(|desk| {
                    desk.terms.is_in_sight = is_in_sight;
                    if is_in_sight {
                        put(desk);
                    }
                });
            })
            .add(&place);
        }
    }
    let shown = desk.terms.shown.as_ref().map(|terms| terms.stage);
    let bars = barred(&desk.estimate.memory);
    let bar = shown.and_then(|shown| bars.iter().position(|stage| *stage == shown));
    mark(&place, bar);
}

/// The terms of the stage that is open; of the last one where the plan has fewer by now.
fn open_stage(desk: &Desk) -> Option<Rc<StageTerms>> {
    let stage = desk.terms.stage?;
    let legal = Legal::check(&desk.plan).ok()?;
    Some(Rc::new(StageTerms::of(
        &legal,
        &desk.estimate.memory,
        stage,
    )))
}

/// Marks a bar by its place, and no other.
fn mark(place: &web_sys::Element, bar: Option<usize>) {
    let Ok(Some(figure)) = place.closest("figure") else {
        return;
    };
    if let Ok(Some(marked)) = figure.query_selector(".stage[data-open]") {
        let _ = marked.remove_attribute(MARK);
    }
    let bar = bar.and_then(|bar| {
        // The card's line stands before the bars.
        let bar = [".stage:nth-child(", &(bar + 2).to_string(), ")"].concat();
        figure.query_selector(&bar).ok()?
    });
    if let Some(bar) = bar {
        let _ = bar.set_attribute(MARK, "");
    }
}

fn draw(desk: &Desk) -> Element {
    let words = &desk.words.terms;
    let memory = &desk.estimate.memory;
    let open = desk.terms.shown.as_deref();
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
    let sheet = Sheet {
        words,
        units: desk.sight.units,
        terms: open,
        before: desk.terms.before.as_deref(),
    };
    element("div")
        .class("depth")
        .child(choose)
        .children(sheet.stage(desk))
}

/// What is open, and how it is shown.
struct Sheet<'a> {
    words: &'static TermsText,
    units: Units,
    terms: Option<&'a StageTerms>,
    before: Option<&'a StageTerms>,
}

impl Sheet<'_> {
    /// Its moment, and its kinds.
    fn stage(&self, desk: &Desk) -> Vec<Element> {
        let Some(terms) = self.terms else {
            return Vec::new();
        };
        let stage = &desk.estimate.memory.stages[terms.stage];
        // The stage that was open then: it may be gone by now.
        let before = desk.before.as_ref().zip(self.before);
        let before = before.and_then(|(before, terms)| before.memory.stages.get(terms.stage));
        let was = before.map(|before| self.was(&self.units.figure(before.total())));
        let moment = element("p")
            .class("moment")
            .child((self.words.moment)(terms, stage.total(), self.units))
            .children(was.into_iter().collect());
        let kinds = MEMORY.iter().enumerate().map(|(kind, term)| {
            let before = before.map(|before| (term.of)(before));
            let is_open = desk.terms.kinds[kind];
            self.kind(terms, kind, (term.of)(stage), before, is_open)
        });
        std::iter::once(moment).chain(kinds).collect()
    }

    fn was(&self, figure: &str) -> Element {
        element("small")
            .class("was")
            .child([self.words.was, figure].concat())
    }

    /// One of the seven kinds, folded unless it is open.
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

    /// Bytes with three decimals, which add up to the one of their kind.
    fn fine(&self, bytes: Bytes, is_less: bool) -> String {
        let sign = if is_less { "−" } else { "" };
        [sign, &fixed(self.units.of(bytes), 3)].concat()
    }
}

/// A bar is pressed: its stage opens, or closes if it was open.
pub(super) fn press(desk: &mut Desk, event: &Event) -> bool {
    let bar = target(event).and_then(|pressed| pressed.closest("#memory .stage").ok()?);
    let Some(bar) = bar else {
        return false;
    };
    let (mut place, mut before) = (0, bar.previous_element_sibling());
    while let Some(other) = before {
        place += usize::from(other.class_list().contains("stage"));
        before = other.previous_element_sibling();
    }
    let stage = barred(&desk.estimate.memory).get(place).copied();
    let is_open = desk
        .terms
        .shown
        .as_ref()
        .is_some_and(|terms| Some(terms.stage) == stage);
    open(desk, stage.filter(|_| !is_open));
    false
}

/// A stage is chosen from the list.
pub(super) fn choose(desk: &mut Desk, event: &Event) -> bool {
    let select = target(event).filter(|list| list.id() == STAGES);
    if let Some(select) = select.and_then(|list| list.dyn_into::<HtmlSelectElement>().ok()) {
        let place = usize::try_from(select.selected_index()).unwrap_or_default();
        open(desk, place.checked_sub(1));
    }
    false
}

fn open(desk: &mut Desk, stage: Option<usize>) {
    desk.terms.stage = stage;
    desk.terms.is_in_sight = true;
    put(desk);
}

/// A kind is opened or closed.
pub(super) fn fold(desk: &mut Desk, event: &Event) -> bool {
    let kind = target(event).and_then(|details| {
        let kind = details.get_attribute("data-kind")?.parse::<usize>().ok()?;
        Some((kind, details.has_attribute("open")))
    });
    if let Some((kind, is_open)) = kind
        && let Some(known) = desk.terms.kinds.get_mut(kind)
        && *known != is_open
    {
        *known = is_open;
        put(desk);
    }
    false
}
