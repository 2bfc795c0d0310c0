//! Helpers for tests of panels: a page without a browser.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

pub(crate) use super::outline::outline;

use crate::store::{
    AnyPanel, Changes, Effect, Effects, Event, Message, Page, Panel, PanelEvent, PanelMoment,
    Scope, Start, Store, update,
};

/// The page as a link opens it.
pub(crate) fn page(fragment: &str) -> Page {
    page_of("", fragment)
}

/// The page as a query and a link open it.
pub(crate) fn page_of(query: &str, fragment: &str) -> Page {
    Page::open(&Start {
        address: "https://planner.example/",
        fragment,
        query,
        is_framed: false,
        language: None,
        remembered: &|_| None,
    })
}

/// A component in a page as HTML, an element a line. Properties, such as the position of a slider, are no part of it.
pub(crate) fn html_of<V: IntoView>(page: &Page, view: impl FnOnce() -> V) -> String {
    let owner = Owner::new();
    owner.with(|| {
        provide_context(Store::new(Arc::new(page.clone()), Rc::new(|_| ())));
        let html = view().into_view().to_html();
        check_numbers(&html);
        html.replace("<!>", "").replace("><", ">\n<")
    })
}

/// Attributes whose numbers a browser reads.
const NUMBERS: [&str; 19] = [
    "x",
    "y",
    "width",
    "height",
    "viewBox",
    "d",
    "points",
    "transform",
    "style",
    "value",
    "min",
    "max",
    "step",
    "cx",
    "cy",
    "r",
    "x1",
    "x2",
    "y1",
];

/// Checks that no number of an attribute is written for people: a browser refuses commas between
/// thousands and a typographic minus.
fn check_numbers(html: &str) {
    for (name, value) in attributes(html) {
        if NUMBERS.contains(&name) {
            assert!(!is_for_people(value), "{name}=\"{value}\"");
        }
    }
}

/// The attributes of all elements, with their values.
pub(crate) fn attributes(html: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = html.split("=\"");
    let mut before = parts.next().unwrap_or_default();
    parts.map(move |part| {
        let name = before.rsplit([' ', '"']).next().unwrap_or_default();
        before = part;
        (name, part.split('"').next().unwrap_or_default())
    })
}

/// True if a text has a number with a comma before three digits, a typographic minus, or marks of the
/// pseudo-language from right to left.
fn is_for_people(text: &str) -> bool {
    let digits =
        |part: &str| part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut parts = text.split(',');
    let mut before = parts.next().unwrap_or_default();
    let is_grouped = parts.any(|part| {
        let is_after_digit = before.ends_with(|c: char| c.is_ascii_digit());
        before = part;
        is_after_digit && digits(part) == 3
    });
    is_grouped || text.contains(['\u{2212}', '٫', '٬'])
}

#[test]
fn numbers_for_people_are_found_in_attributes() {
    for html in [
        "<rect x=\"1,097.1\">",
        "<svg viewBox=\"0 0 1,286.0 606.0\">",
        "<input value=\"−1\">",
        "<input value=\"1٫5\">",
    ] {
        let caught = std::panic::catch_unwind(|| check_numbers(html));
        assert!(caught.is_err(), "{html}");
    }
    check_numbers("<p title=\"1,097 GPUs\" style=\"color:rgb(1,2,3)\"><path d=\"M1097.1 2,30\">");
}

/// Applies an event to a page, and the events of the page that follow from it; returns the other
/// effects.
pub(crate) fn send(page: &mut Page, event: Event) -> Vec<Effect> {
    let mut effects = Vec::new();
    update(page, event, &mut effects);
    let mut left = Vec::new();
    for effect in effects {
        match effect {
            Effect::Send(Message::Page(event)) => left.extend(send(page, event)),
            other => left.push(other),
        }
    }
    left
}

/// All components that follow the page's state alone, those of later parts among them.
pub(crate) fn components(page: &Page) -> String {
    html_of(page, || {
        view! {
            <super::head::Head/>
            <super::head::Menu/>
            <crate::controls::Controls/>
            <super::notices::Notices/>
            <super::memory::MemoryFigure/>
            <super::overheads::TimeFigure/>
            <super::notices::ChangeLine/>
            <super::share::ShareButtons/>
            <super::lesson::LessonButton/>
            <super::memory_moment::MemoryMoment/>
            <super::bill::Bill/>
            <super::recipe::Recipe/>
        }
    })
}

/// Panels that show, or do, more than follows from the plan, the settings and what the page
/// remembers, and why.
const APART: [&str; 2] = [
    // It has no view. Its long work has separate tests, and what it finds is an event.
    "advice", // Nor has this.
    "stops",
];

/// The panels of the page's second and third part whose views follow from the page's state alone.
pub(crate) fn panels_of_the_page() -> Vec<Box<dyn AnyPanel>> {
    let mut panels = super::later();
    panels.extend(super::views_of_plan());
    panels.extend(super::views_of_plans());
    for apart in APART {
        let place = panels.iter().position(|panel| panel.name() == apart);
        panels.remove(place.unwrap_or_else(|| panic!("there is no panel {apart}")));
    }
    panels
}

/// Calls `act` with the store of a page, and returns the effects of what it sends to the page, with
/// events for panels among them.
pub(crate) fn sent(page: &mut Page, act: impl FnOnce(Store)) -> Vec<Effect> {
    let owner = Owner::new();
    let messages = Rc::new(RefCell::new(Vec::new()));
    let into = Rc::clone(&messages);
    owner.with(|| {
        let courier = Rc::new(move |message| into.borrow_mut().push(message));
        act(Store::new(Arc::new(page.clone()), courier));
    });
    let mut effects = Vec::new();
    for message in messages.take() {
        match message {
            Message::Page(event) => effects.extend(send(page, event)),
            letter => effects.push(Effect::Send(letter)),
        }
    }
    effects
}

/// The events of one panel among effects.
pub(crate) fn events_of<E: PanelEvent>(effects: Vec<Effect>) -> Vec<E> {
    let events = effects.into_iter().filter_map(|effect| match effect {
        Effect::Send(Message::Panel(letter)) => {
            (letter.deliver() == E::PANEL).then(E::take).flatten()
        }
        _ => None,
    });
    events.collect()
}

/// A panel as HTML, in a page.
pub(crate) fn html(panel: &dyn AnyPanel, page: &Page) -> String {
    html_of(page, || panel.component()(Changes::new()))
}

/// A panel in a page, for tests.
pub(crate) struct Stand<P> {
    /// The page.
    pub(crate) page: Page,
    /// The panel.
    pub(crate) state: Rc<RefCell<P>>,
}

impl<P: Panel> Stand<P> {
    /// Mounts a panel in a page.
    pub(crate) fn new(panel: P, page: Page) -> Self {
        let mut stand = Self::mounted(panel, page);
        let effects = stand.follow(PanelMoment::Mounted);
        stand.settle(effects);
        stand
    }

    /// A panel that has been mounted before.
    pub(crate) fn mounted(panel: P, page: Page) -> Self {
        Self {
            page,
            state: Rc::new(RefCell::new(panel)),
        }
    }

    /// True if a moment changes the drawing.
    pub(crate) fn changes(&mut self, moment: PanelMoment) -> bool {
        AnyPanel::follow(&self.state, &self.page, moment, &mut Vec::new())
    }

    /// The panel's state.
    pub(crate) fn panel(&self) -> Ref<'_, P> {
        self.state.borrow()
    }

    /// The panel's state, to change.
    pub(crate) fn panel_mut(&self) -> RefMut<'_, P> {
        self.state.borrow_mut()
    }

    /// Passes an event to the panel.
    pub(crate) fn update(&mut self, event: P::Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut into = Effects::new(&mut effects);
        self.state.borrow_mut().update(&self.page, event, &mut into);
        self.settle(effects)
    }

    /// Passes an event to the page.
    pub(crate) fn send(&mut self, event: Event) -> Vec<Effect> {
        self.settle(vec![Effect::Send(Message::Page(event))])
    }

    /// Brings the plan to rest.
    pub(crate) fn rest(&mut self) -> Vec<Effect> {
        let mut effects = vec![Effect::Send(Message::Page(Event::Rest))];
        effects.extend(self.follow(PanelMoment::Rested));
        self.settle(effects)
    }

    /// Passes a moment to the panel; returns the remaining effects.
    pub(crate) fn follow(&mut self, moment: PanelMoment) -> Vec<Effect> {
        let mut effects = Vec::new();
        AnyPanel::follow(&self.state, &self.page, moment, &mut effects);
        effects
    }

    /// The view as HTML.
    pub(crate) fn html(&self) -> String {
        html(&self.state, &self.page)
    }

    /// Processes events of the page, until only other effects are left.
    fn settle(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let mut left = Vec::new();
        let mut waiting: std::collections::VecDeque<Effect> = effects.into();
        while let Some(effect) = waiting.pop_front() {
            match effect {
                Effect::Send(Message::Page(event)) => {
                    let mut more = Vec::new();
                    let is_preview = matches!(event, Event::Preview(_));
                    match update(&mut self.page, event, &mut more) {
                        Scope::Nothing | Scope::Signals | Scope::First => {}
                        Scope::All => more.extend(self.follow(PanelMoment::Changed)),
                    }
                    if is_preview {
                        more.extend(self.follow(PanelMoment::Previewed));
                    }
                    waiting.extend(more);
                }
                other => left.push(other),
            }
        }
        left
    }
}
