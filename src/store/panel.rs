//! Panels of the page: their interface.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use formats::link::presentation::View;

use super::effect::{Effect, Effects, Message, PanelEvent};
use super::page::Page;
use super::panel_store::PanelStore;
use crate::dom::{Drawn, Element, UiEvent, element};
use leptos::prelude::{AnyView, Trigger};

/// A region of the page with a state, events and a view of its own.
///
/// Input of the reader arrives as [`UiEvent`]s. [`Panel::on_ui_event`] turns them into events of
/// the panel, [`Panel::update`] changes the state by these, and [`Panel::view`] shows the state.
/// None of the three uses the browser; calls of the browser are effects.
pub(crate) trait Panel: 'static {
    /// The panel's events.
    type Event: 'static;

    /// The panel's name, by which events reach it.
    const NAME: &'static str;

    /// The name of this instance: [`Panel::NAME`], unless there are several panels of the type.
    fn name(&self) -> &'static str {
        Self::NAME
    }

    /// Sends an event to the panel from another one, if it is mounted. There is only one panel of
    /// its type.
    fn tell<E: 'static>(effects: &mut Effects<E>, event: Self::Event)
    where
        Self: Sized,
    {
        let event = PanelEvent::of(Self::NAME, event);
        effects.push(Effect::Send(Message::Panel(event)));
    }

    /// The panel's place in the page.
    fn mount(&self) -> Mount;

    /// A style sheet that comes with the panel. The page has those of the others from the start.
    fn late_style(&self) -> Option<&'static str> {
        None
    }

    /// The panel's event for a UI event, if it concerns this panel.
    fn on_ui_event(&self, _page: &Page, _ui_event: &UiEvent) -> Option<Self::Event> {
        None
    }

    /// Changes the state by an event; the panel is drawn again after that.
    fn update(&mut self, page: &Page, event: Self::Event, effects: &mut Effects<Self::Event>);

    /// True if the changed state is worth a drawing. Changes that come dozens of times a second
    /// need not all be drawn.
    fn is_worth_drawing(&mut self) -> bool {
        true
    }

    /// Handles a moment in the page's life; returns whether the drawing changes.
    fn follow(
        &mut self,
        _page: &Page,
        moment: PanelMoment,
        _effects: &mut Effects<Self::Event>,
    ) -> bool {
        moment == PanelMoment::Changed
    }

    /// Does the smallest piece of the work that [`Effects::work`] began; `false` if nothing was
    /// left to do.
    fn work(&mut self, _page: &Page) -> bool {
        false
    }

    /// Handles the end of the work. `is_whole` is true if all of it was done, false if its time ran
    /// out.
    fn end_work(&mut self, _page: &Page, _is_whole: bool, _effects: &mut Effects<Self::Event>) {}

    /// The panel's view: a pure function of its state and the page's. A panel without a place in
    /// the page has none.
    fn view(&self, _page: &Page) -> Element {
        element("span")
    }

    /// Paints content that is not an element, such as a canvas, once the view is drawn.
    fn paint(&mut self, _page: &Page) {}

    /// True if the panel has a component in place of a view.
    const IS_COMPONENT: bool = false;

    /// The panel's component, if it has one.
    fn component(_: PanelStore<Self>) -> Option<AnyView>
    where
        Self: Sized,
    {
        None
    }
}

/// Place of a panel in the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mount {
    /// In the element of this id, after its other children. It is drawn while it is in sight, and
    /// at rest.
    In(&'static str),
    /// In the tab of this view. It is drawn while the view is open.
    View(View),
    /// In the element of this id, like [`Mount::In`], but drawn whether or not it is in sight.
    AlwaysIn(&'static str),
    /// After all else in the page: a dialog.
    Above,
    /// Nowhere: the panel has only a state.
    Nowhere,
}

/// A moment in the page's life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PanelMoment {
    /// The panel has been mounted.
    Mounted,
    /// The plan, or a view setting, has changed.
    Changed,
    /// State beside the plan has changed: a warning, a cure, the loading of a part. Only panels that
    /// show such state receive this moment.
    Noted,
    /// The plan has not changed for a while.
    Rested,
    /// The reader looks at another layout, or at none.
    Previewed,
    /// The panel comes into sight.
    Shown,
    /// The panel leaves the viewport.
    Hidden,
    /// Another tab has stored or removed something.
    Kept,
}

/// A panel with any type of events.
pub(crate) trait AnyPanel {
    fn name(&self) -> &'static str;
    fn mount(&self) -> Mount;
    fn late_style(&self) -> Option<&'static str>;
    /// Translates a UI event to an event and updates by it; returns true if there was one.
    fn on_ui_event(&self, page: &Page, ui_event: &UiEvent, effects: &mut Vec<Effect>) -> bool;
    /// Updates by an event; returns whether that is worth a drawing.
    fn update(&self, page: &Page, event: PanelEvent, effects: &mut Vec<Effect>) -> bool;
    fn follow(&self, page: &Page, moment: PanelMoment, effects: &mut Vec<Effect>) -> bool;
    fn work(&self, page: &Page) -> bool;
    fn end_work(&self, page: &Page, is_whole: bool, effects: &mut Vec<Effect>);
    #[cfg(test)]
    fn view(&self, page: &Page) -> Element;
    /// Draws the view, or makes what is drawn show it.
    fn draw(&self, page: &Page, drawn: &mut Option<Drawn>);
    fn paint(&self, page: &Page);
    fn is_component(&self) -> bool;
    /// Makes the panel's component, where the context has the page's store. It follows the panel at
    /// each notice.
    fn component(&self) -> MakeComponent;
}

/// A function that makes a component; it is given the notice of each change.
pub(crate) type MakeComponent = Box<dyn FnOnce(Trigger) -> Option<AnyView>>;

/// A panel, for the list of all.
pub(crate) fn boxed<P: Panel>(panel: P) -> Box<dyn AnyPanel> {
    Box::new(Rc::new(RefCell::new(panel)))
}

impl<P: Panel> AnyPanel for Rc<RefCell<P>> {
    fn name(&self) -> &'static str {
        self.borrow().name()
    }

    fn mount(&self) -> Mount {
        self.borrow().mount()
    }

    fn late_style(&self) -> Option<&'static str> {
        self.borrow().late_style()
    }

    fn on_ui_event(&self, page: &Page, ui_event: &UiEvent, effects: &mut Vec<Effect>) -> bool {
        let mut panel = self.borrow_mut();
        let Some(event) = panel.on_ui_event(page, ui_event) else {
            return false;
        };
        let mut effects = Effects::new(effects, panel.name());
        panel.update(page, event, &mut effects);
        true
    }

    fn update(&self, page: &Page, event: PanelEvent, effects: &mut Vec<Effect>) -> bool {
        let mut panel = self.borrow_mut();
        let event: Box<dyn Any> = event.event;
        if let Ok(event) = event.downcast() {
            let mut effects = Effects::new(effects, panel.name());
            panel.update(page, *event, &mut effects);
        }
        panel.is_worth_drawing()
    }

    fn follow(&self, page: &Page, moment: PanelMoment, effects: &mut Vec<Effect>) -> bool {
        let mut panel = self.borrow_mut();
        let mut effects = Effects::new(effects, panel.name());
        panel.follow(page, moment, &mut effects)
    }

    fn work(&self, page: &Page) -> bool {
        self.borrow_mut().work(page)
    }

    fn end_work(&self, page: &Page, is_whole: bool, effects: &mut Vec<Effect>) {
        let mut panel = self.borrow_mut();
        let mut effects = Effects::new(effects, panel.name());
        panel.end_work(page, is_whole, &mut effects);
    }

    #[cfg(test)]
    fn view(&self, page: &Page) -> Element {
        self.borrow().view(page)
    }

    fn draw(&self, page: &Page, drawn: &mut Option<Drawn>) {
        let view = self.borrow().view(page).into();
        match drawn {
            Some(drawn) => drawn.update(view),
            None => *drawn = Some(Drawn::new(view)),
        }
    }

    fn paint(&self, page: &Page) {
        self.borrow_mut().paint(page);
    }

    fn is_component(&self) -> bool {
        P::IS_COMPONENT
    }

    fn component(&self) -> MakeComponent {
        let state = Self::clone(self);
        Box::new(move |drawn| P::component(PanelStore::new(&state, drawn)))
    }
}
