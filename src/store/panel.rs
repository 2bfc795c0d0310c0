//! Panels of the page: their interface.

use std::cell::RefCell;
use std::rc::Rc;

use formats::link::presentation::View;

use super::changes::Changes;
use super::effect::{Effect, Effects};
use super::letter::PanelEvent;
use super::page::Page;
use super::panel_store::PanelStore;
use leptos::prelude::{AnyView, IntoAny};

/// A region of the page with a state, events and a component.
///
/// [`Panel::update`] changes the state by an event, [`Panel::follow`] by what happens in the page,
/// and [`Panel::component`] shows the state and sends the reader's events. The first two use no
/// function of the browser; calls of the browser are effects.
pub(crate) trait Panel: 'static {
    /// The panel's events. Their type is the panel's address, and names it.
    type Event: PanelEvent;

    /// The panel's place in the page.
    fn mount(&self) -> Mount;

    /// A style sheet that comes with the panel. The page has those of the others from the start.
    fn late_style(&self) -> Option<&'static str> {
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
    /// left to do. An event says that it has ended.
    fn work(&mut self, _page: &Page) -> bool {
        false
    }

    /// The panel's component, made once, when it is first drawn. A panel without a place in the page
    /// has none.
    fn component(_: PanelStore<Self>) -> AnyView
    where
        Self: Sized,
    {
        ().into_any()
    }
}

/// Place of a panel in the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mount {
    /// In the element of this id, after its other children. It is always drawn.
    In(&'static str),
    /// In the tab of this view. It is drawn while the view is open and in sight, and at rest.
    View(View),
    /// After all else in the page: a dialog.
    Dialog,
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
    /// Updates by the event in the panel's inbox; returns whether there was one that is worth a
    /// drawing.
    fn update(&self, page: &Page, effects: &mut Vec<Effect>) -> bool;
    fn follow(&self, page: &Page, moment: PanelMoment, effects: &mut Vec<Effect>) -> bool;
    fn work(&self, page: &Page) -> bool;
    /// Makes the panel's component, where the context has the page's store. It follows the panel at
    /// each notice.
    fn component(&self) -> MakeComponent;
}

/// A function that makes a component; it is given the notice of each change.
pub(crate) type MakeComponent = Box<dyn FnOnce(Changes) -> AnyView>;

/// A panel, for the list of all.
pub(crate) fn boxed<P: Panel>(panel: P) -> Box<dyn AnyPanel> {
    Box::new(Rc::new(RefCell::new(panel)))
}

impl<P: Panel> AnyPanel for Rc<RefCell<P>> {
    fn name(&self) -> &'static str {
        P::Event::PANEL
    }

    fn mount(&self) -> Mount {
        self.borrow().mount()
    }

    fn late_style(&self) -> Option<&'static str> {
        self.borrow().late_style()
    }

    fn update(&self, page: &Page, effects: &mut Vec<Effect>) -> bool {
        let Some(event) = P::Event::take() else {
            return false;
        };
        let mut panel = self.borrow_mut();
        panel.update(page, event, &mut Effects::new(effects));
        panel.is_worth_drawing()
    }

    fn follow(&self, page: &Page, moment: PanelMoment, effects: &mut Vec<Effect>) -> bool {
        let mut effects = Effects::new(effects);
        self.borrow_mut().follow(page, moment, &mut effects)
    }

    fn work(&self, page: &Page) -> bool {
        self.borrow_mut().work(page)
    }

    fn component(&self) -> MakeComponent {
        let state = Self::clone(self);
        Box::new(move |changes| P::component(PanelStore::new(&state, changes)))
    }
}
