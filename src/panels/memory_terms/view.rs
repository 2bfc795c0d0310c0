//! View of a stage's memory in depth.

use cost::certainty::MEMORY;
use cost::memory::terms::{StageTerms, Term};
use cost::units::Bytes;
use formats::number::Units;
use leptos::prelude::*;
use text::number::{BytesText as _, fixed, locale};
use text::terms;
use web_sys::HtmlSelectElement;

use super::formula;
use super::state::{MemoryTerms, STAGES, chosen, folded};
use crate::store::{Page, PanelStore};

/// The list of stages, and below it the open one.
pub(super) fn depth(panel: PanelStore<MemoryTerms>) -> AnyView {
    let choose = move |list: &HtmlSelectElement| {
        let place = usize::try_from(list.selected_index());
        panel.send_if(|_, page| chosen(page, place.ok()?));
    };
    view! {
        <div class="depth">
            <h2 class="unseen">{terms::heading()}</h2>
            <p>
                <label for=STAGES>{terms::choose()}</label>
                <select
                    id=STAGES
                    autocomplete="off"
                    on:change:target=move |ev| choose(&ev.target())
                >
                    {move || panel.follow(|_, page| choice(page))}
                </select>
            </p>
            {move || panel.follow(|terms, page| open_stage(panel, terms, page))}
        </div>
    }
    .into_any()
}

/// The options of the list: none, and each stage.
fn choice(page: &Page) -> Vec<impl IntoView + use<>> {
    let open = page.stage_in_depth().map_or(0, |stage| stage + 1);
    let places = 0..=page.estimate.memory.stages.len();
    places
        .map(|place| {
            let name = match place.checked_sub(1) {
                None => terms::none().to_owned(),
                Some(stage) => terms::stage(stage as u64),
            };
            view! {
                <option value=place.to_string() prop:selected=open == place>
                    {name}
                </option>
            }
        })
        .collect()
}

/// The open stage, if there is one.
fn open_stage(
    panel: PanelStore<MemoryTerms>,
    state: &MemoryTerms,
    page: &Page,
) -> Option<impl IntoView + use<>> {
    let terms = page.terms()?;
    let sheet = OpenStage {
        panel,
        units: page.units(),
        terms,
        before: state.before.as_ref(),
        kinds: state.kinds,
    };
    sheet.stage(page)
}

/// The terms of the open stage, and their presentation.
struct OpenStage<'a> {
    panel: PanelStore<MemoryTerms>,
    units: Units,
    terms: &'a StageTerms,
    before: Option<&'a StageTerms>,
    /// True for each open kind.
    kinds: [bool; 7],
}

impl OpenStage<'_> {
    /// The stage's peak moment, and its kinds of memory.
    fn stage(&self, page: &Page) -> Option<impl IntoView + use<>> {
        let stage = page.estimate.memory.stages.get(self.terms.stage)?;
        // The plan before the drag may have had another number of stages.
        let before = page.before_drag.as_ref().zip(self.before);
        let before = before.and_then(|(before, terms)| before.memory.stages.get(terms.stage));
        let before_drag = before.map(|before| self.before_drag(&self.units.figure(before.total())));
        let kinds = MEMORY.iter().enumerate().map(|(kind, term)| {
            let before = before.map(|before| (term.of)(before));
            self.kind(kind, (term.of)(stage), before)
        });
        let kinds: Vec<_> = kinds.collect();
        Some(view! {
            <p class="moment">
                {terms::moment(self.terms, stage.total(), self.units)}
                {before_drag}
            </p>
            {kinds}
        })
    }

    /// A value before the present drag.
    fn before_drag(&self, figure: &str) -> AnyView {
        view! { <small class="was">{terms::was(figure)}</small> }.into_any()
    }

    /// One of the seven kinds; collapsed unless it is open.
    fn kind(&self, kind: usize, bytes: Bytes, before: Option<Bytes>) -> impl IntoView + use<> {
        let (panel, is_open) = (self.panel, self.kinds[kind]);
        view! {
            <details
                data-kind=kind.to_string()
                open=is_open
                on:toggle:target=move |ev| {
                    panel.send_if(|terms, _| folded(terms, kind, ev.target().open()));
                }
            >
                <summary>
                    <i class=MEMORY[kind].key></i>
                    <span>{terms::kinds()[kind]}</span>
                    {before.map(|before| self.before_drag(&self.units.figure(before)))}
                    <b>{self.units.size(bytes)}</b>
                </summary>
                {is_open.then(|| self.inside(kind))}
            </details>
        }
    }

    /// The terms of a kind, and the explanations of the names in their formulas.
    fn inside(&self, kind: usize) -> AnyView {
        let terms: Vec<_> = self
            .terms
            .of_kind(kind)
            .map(|term| self.term(term))
            .collect();
        let list = if terms.is_empty() {
            view! { <p>{terms::nothing()}</p> }.into_any()
        } else {
            view! { <ul>{terms}</ul> }.into_any()
        };
        let legend = formula::legend(self.terms.of_kind(kind));
        let legend = (!legend.is_empty()).then(|| view! { <p>{legend}</p> });
        view! {
            {list}
            {legend}
        }
        .into_any()
    }

    /// A term: its name and bytes, its formula with names and with numbers, its tag, its source.
    fn term(&self, term: &Term) -> impl IntoView + use<> {
        let (name, source) = terms::term(term.name);
        let before_drag = self.before.map(|before| {
            let like = |other: &&Term| other.kind == term.kind && other.name == term.name;
            let before = before.terms.iter().find(like);
            let bytes = before.map_or(Bytes::ZERO, |term| term.bytes);
            self.before_drag(&self.fine(bytes, term.is_less))
        });
        let [symbols, numbers] = formula::written(term);
        let equal = if numbers == symbols {
            String::new()
        } else {
            [" = ", &numbers].concat()
        };
        view! {
            <li>
                <span>{name}</span>
                <small>{[text::kinds::certainty(term.certainty), " · ", source].concat()}</small>
                {before_drag}
                <b>{self.fine(term.bytes, term.is_less)}</b>
                <span class="formula">
                    {symbols}
                    <span>{equal}</span>
                </span>
            </li>
        }
    }

    /// Bytes with three decimals, which add up to the total of their kind.
    fn fine(&self, bytes: Bytes, is_less: bool) -> String {
        let sign = if is_less { locale::minus_sign() } else { "" };
        [sign, &fixed(self.units.of(bytes), 3)].concat()
    }
}
