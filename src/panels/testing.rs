//! Helpers of panels' tests: a page without a browser.

use crate::dom::{Element, Heard, Kind};
use crate::store::{Effect, Effects, Event, Message, Moment, Page, Panel, Scope, Start, update};

/// The page of a link as it opens.
pub(crate) fn page(fragment: &str) -> Page {
    page_of("", fragment)
}

/// The page of a query and a link as it opens.
pub(crate) fn page_of(query: &str, fragment: &str) -> Page {
    Page::open(&Start {
        address: "https://planner.example/",
        fragment,
        query,
        is_framed: false,
        remembered: &|_| None,
    })
}

/// A panel in a page, as tests act on it.
pub(crate) struct Stand<P> {
    /// The page.
    pub(crate) page: Page,
    /// The panel.
    pub(crate) panel: P,
}

impl<P: Panel> Stand<P> {
    /// Puts a panel into a page.
    pub(crate) fn new(panel: P, page: Page) -> Self {
        let mut stand = Self { page, panel };
        let effects = stand.follow(Moment::Mounted);
        stand.settle(effects);
        stand
    }

    /// Presses the first element of the view that a selector fits; gives the effects that are not
    /// events of the page, which happen.
    pub(crate) fn press(&mut self, selector: &str) -> Vec<Effect> {
        self.hear(&Heard::at(
            Kind::Click,
            &self.panel.view(&self.page),
            selector,
        ))
    }

    /// Has the panel hear something.
    pub(crate) fn hear(&mut self, heard: &Heard) -> Vec<Effect> {
        let event = self.panel.hear(&self.page, heard);
        event.map_or(Vec::new(), |event| self.update(event))
    }

    /// Has something happen to the panel.
    pub(crate) fn update(&mut self, event: P::Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut into = Effects::new(&mut effects, P::NAME);
        self.panel.update(&self.page, event, &mut into);
        self.settle(effects)
    }

    /// Has something happen to the page.
    pub(crate) fn send(&mut self, event: Event) -> Vec<Effect> {
        self.settle(vec![Effect::Send(Message::Page(event))])
    }

    /// The plan comes to rest.
    pub(crate) fn rest(&mut self) -> Vec<Effect> {
        let mut effects = vec![Effect::Send(Message::Page(Event::Rest))];
        effects.extend(self.follow(Moment::Rested));
        self.settle(effects)
    }

    /// A moment in the page's life comes; gives what the panel leaves to be done.
    pub(crate) fn follow(&mut self, moment: Moment) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut into = Effects::new(&mut effects, P::NAME);
        self.panel.follow(&self.page, moment, &mut into);
        effects
    }

    /// The panel's work is over.
    pub(crate) fn end_work(&mut self, is_whole: bool) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut into = Effects::new(&mut effects, P::NAME);
        self.panel.end_work(&self.page, is_whole, &mut into);
        self.settle(effects)
    }

    /// The panel's view.
    pub(crate) fn view(&self) -> Element {
        self.panel.view(&self.page)
    }

    /// The view as HTML.
    pub(crate) fn html(&self) -> String {
        crate::dom::html::of(&self.panel.view(&self.page))
    }

    /// Carries out what is the page's own affair, until only other effects are left.
    fn settle(&mut self, effects: Vec<Effect>) -> Vec<Effect> {
        let mut left = Vec::new();
        let mut waiting: std::collections::VecDeque<Effect> = effects.into();
        while let Some(effect) = waiting.pop_front() {
            match effect {
                Effect::Send(Message::Page(event)) => {
                    let mut more = Vec::new();
                    let is_preview = matches!(event, Event::Preview(_));
                    if update(&mut self.page, event, &mut more) == Scope::All {
                        more.extend(self.follow(Moment::Changed));
                    }
                    if is_preview {
                        more.extend(self.follow(Moment::Previewed));
                    }
                    waiting.extend(more);
                }
                other => left.push(other),
            }
        }
        left
    }
}
