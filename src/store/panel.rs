//! Panels.

use std::any::Any;

use super::effect::{Effect, Effects, Message, PanelEvent};
use super::page::Page;
use crate::dom::{Element, Heard, element};

/// A region of the page with a state, events and a view of its own.
///
/// Input of the reader arrives as [`Heard`]; [`Panel::hear`] turns it into events of the panel;
/// [`Panel::update`] changes the state by them; [`Panel::view`] shows the state. None of the three
/// touches the browser: what only that can do is left as an effect.
pub(crate) trait Panel: 'static {
    /// Its events.
    type Event: 'static;

    /// Its name, by which events reach it.
    const NAME: &'static str;

    /// Has something happen to the panel from another one, if it is there.
    fn tell<E: 'static>(effects: &mut Effects<E>, event: Self::Event)
    where
        Self: Sized,
    {
        let event = PanelEvent::of(Self::NAME, event);
        effects.push(Effect::Send(Message::Panel(event)));
    }

    /// Its place in the page.
    fn mount(&self) -> Mount;

    /// Its event for something heard, if it concerns this panel.
    fn hear(&self, _page: &Page, _heard: &Heard) -> Option<Self::Event> {
        None
    }

    /// Changes the state by an event; it is drawn again after that.
    fn update(&mut self, page: &Page, event: Self::Event, effects: &mut Effects<Self::Event>);

    /// Whether what an event has changed is worth a drawing: what comes in dozens of times a second
    /// need not be drawn as often.
    fn is_worth_drawing(&mut self) -> bool {
        true
    }

    /// Takes note of a moment in the page's life; tells whether there is anything new to draw.
    fn follow(
        &mut self,
        _page: &Page,
        moment: Moment,
        _effects: &mut Effects<Self::Event>,
    ) -> bool {
        moment == Moment::Changed
    }

    /// Does the smallest piece of the work that [`Effects::work`] began; `false` where nothing was
    /// left to do.
    fn work(&mut self, _page: &Page) -> bool {
        false
    }

    /// The work is over; `is_whole` says whether all of it was done: else its time was up.
    fn end_work(&mut self, _page: &Page, _is_whole: bool, _effects: &mut Effects<Self::Event>) {}

    /// Its view: a pure function of its state and the page's. A panel without a place in the page
    /// has none.
    fn view(&self, _page: &Page) -> Element {
        element("span")
    }

    /// Paints what is no element, once the view stands: a canvas.
    fn paint(&mut self, _page: &Page) {}
}

/// Place of a panel in the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mount {
    /// In the element of this id, behind what stands there. It is drawn while it is in sight, and
    /// at rest.
    In(&'static str),
    /// The same, and it is drawn wherever the reader looks.
    AlwaysIn(&'static str),
    /// Before the element of this id.
    Before(&'static str),
    /// Behind all else in the page: a dialog.
    Above,
    /// Nowhere: it has only a state.
    Nowhere,
}

/// A moment in the page's life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Moment {
    /// The panel has been put up.
    Mounted,
    /// The plan, or how it is shown, has changed.
    Changed,
    /// Nothing has changed for a while.
    Rested,
    /// The reader looks at another layout, or at none any more.
    Previewed,
    /// The panel comes into sight.
    Shown,
    /// It leaves it.
    Hidden,
    /// Another tab has kept or forgotten something.
    Kept,
}

/// A panel, whatever its events are.
pub(crate) trait AnyPanel {
    fn name(&self) -> &'static str;
    fn mount(&self) -> Mount;
    /// Makes an event of what was heard, and updates by it; tells whether it meant anything.
    fn hear(&mut self, page: &Page, heard: &Heard, effects: &mut Vec<Effect>) -> bool;
    /// Updates by an event; tells whether that is worth a drawing.
    fn update(&mut self, page: &Page, event: PanelEvent, effects: &mut Vec<Effect>) -> bool;
    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Vec<Effect>) -> bool;
    fn work(&mut self, page: &Page) -> bool;
    fn end_work(&mut self, page: &Page, is_whole: bool, effects: &mut Vec<Effect>);
    fn view(&self, page: &Page) -> Element;
    fn paint(&mut self, page: &Page);
}

impl<P: Panel> AnyPanel for P {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn mount(&self) -> Mount {
        Panel::mount(self)
    }

    fn hear(&mut self, page: &Page, heard: &Heard, effects: &mut Vec<Effect>) -> bool {
        let Some(event) = Panel::hear(self, page, heard) else {
            return false;
        };
        Panel::update(self, page, event, &mut Effects::new(effects, P::NAME));
        true
    }

    fn update(&mut self, page: &Page, event: PanelEvent, effects: &mut Vec<Effect>) -> bool {
        let event: Box<dyn Any> = event.event;
        if let Ok(event) = event.downcast() {
            Panel::update(self, page, *event, &mut Effects::new(effects, P::NAME));
        }
        self.is_worth_drawing()
    }

    fn follow(&mut self, page: &Page, moment: Moment, effects: &mut Vec<Effect>) -> bool {
        Panel::follow(self, page, moment, &mut Effects::new(effects, P::NAME))
    }

    fn work(&mut self, page: &Page) -> bool {
        Panel::work(self, page)
    }

    fn end_work(&mut self, page: &Page, is_whole: bool, effects: &mut Vec<Effect>) {
        Panel::end_work(self, page, is_whole, &mut Effects::new(effects, P::NAME));
    }

    fn view(&self, page: &Page) -> Element {
        Panel::view(self, page)
    }

    fn paint(&mut self, page: &Page) {
        Panel::paint(self, page);
    }
}
