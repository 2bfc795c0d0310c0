//! Effects: results of an event other than a change of the state.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;

use super::event::Event;
use super::parts::Part;
use super::words::Words;

/// An effect, for `crate::app` to carry out.
pub(crate) enum Effect {
    /// A message is processed next.
    Send(Message),
    /// A message is processed after a pause.
    After(Duration, Message),
    /// The fragment replaces that of the address.
    ReplaceAddress(String),
    /// The fragment becomes that of the address; Back returns to the previous one.
    PushAddress(String),
    /// A value is stored for the next visit, if the browser stores anything.
    Remember(&'static str, &'static str),
    /// The whole page takes a theme.
    ShowTheme(&'static str),
    /// The address with this fragment is copied.
    CopyAddress(String),
    /// The focus goes to the element of an id, without scrolling to it.
    Focus(Words),
    /// The element of an id is scrolled into sight.
    ScrollTo(Words),
    /// The control of a key is unfolded and gets the focus.
    RevealControl(String),
    /// A part of the program is fetched.
    Load(Part),
    /// Parts that are on their way are requested once more.
    LoadAgain,
    /// A panel begins long work, with a deadline.
    Work(&'static str, Duration),
    /// A panel's long work is cancelled.
    StopWork(&'static str),
    /// A call that only the browser can carry out; results arrive as messages.
    Run(Box<dyn FnOnce(&Courier)>),
}

/// An event, and its receiver.
pub(crate) enum Message {
    /// An event for the page.
    Page(Event),
    /// An event for a panel.
    Panel(PanelEvent),
}

/// An event of a panel, whose type only that panel knows.
pub(crate) struct PanelEvent {
    /// The panel's name.
    pub(crate) panel: &'static str,
    /// The panel's event.
    pub(crate) event: Box<dyn Any>,
}

/// Callback that delivers messages to the store, from the browser's callbacks.
pub(crate) type Courier = Rc<dyn Fn(Message)>;

/// Sender of events to one panel, from the browser's callbacks.
pub(crate) struct Sender<E> {
    courier: Courier,
    panel: &'static str,
    event: PhantomData<E>,
}

impl<E> Clone for Sender<E> {
    fn clone(&self) -> Self {
        Self {
            courier: Rc::clone(&self.courier),
            panel: self.panel,
            event: PhantomData,
        }
    }
}

impl<E: 'static> Sender<E> {
    /// Sends an event to the panel.
    pub(crate) fn send(&self, event: E) {
        (self.courier)(Message::Panel(PanelEvent::of(self.panel, event)));
    }
}

impl PanelEvent {
    /// An event of a panel.
    pub(crate) fn of<E: 'static>(panel: &'static str, event: E) -> Self {
        Self {
            panel,
            event: Box::new(event),
        }
    }
}

/// Effects of a panel's update.
pub(crate) struct Effects<'a, E> {
    list: &'a mut Vec<Effect>,
    panel: &'static str,
    event: PhantomData<E>,
}

impl<'a, E: 'static> Effects<'a, E> {
    /// A list of effects, with the name of the panel that adds to it.
    pub(crate) fn new(list: &'a mut Vec<Effect>, panel: &'static str) -> Self {
        Self {
            list,
            panel,
            event: PhantomData,
        }
    }

    /// Any effect.
    pub(crate) fn push(&mut self, effect: Effect) {
        self.list.push(effect);
    }

    /// Sends an event to the page.
    pub(crate) fn send(&mut self, event: Event) {
        self.push(Effect::Send(Message::Page(event)));
    }

    /// Sends an event to this panel after a pause.
    pub(crate) fn after(&mut self, pause: Duration, event: E) {
        let event = PanelEvent::of(self.panel, event);
        self.push(Effect::After(pause, Message::Panel(event)));
    }

    /// Focuses the element of an id, once the change is drawn.
    pub(crate) fn focus(&mut self, id: impl Into<Words>) {
        self.push(Effect::Focus(id.into()));
    }

    /// Announces a text to screen readers.
    pub(crate) fn announce(&mut self, words: impl Into<String>) {
        self.send(Event::Announce(words.into()));
    }

    /// Begins [`Panel::work`], in slices, in place of the work under way. At its deadline it is
    /// ended as far as it has come.
    pub(crate) fn work(&mut self, deadline: Duration) {
        self.push(Effect::Work(self.panel, deadline));
    }

    /// Cancels the work under way.
    pub(crate) fn stop_work(&mut self) {
        self.push(Effect::StopWork(self.panel));
    }

    /// Calls `act`, which only a browser can carry out, once the change is drawn. It sends results
    /// as events. Native tests never run it.
    pub(crate) fn run(&mut self, act: impl FnOnce(Sender<E>) + 'static) {
        let panel = self.panel;
        self.push(Effect::Run(Box::new(move |courier| {
            act(Sender {
                courier: Rc::clone(courier),
                panel,
                event: PhantomData,
            });
        })));
    }
}
