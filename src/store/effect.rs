//! Effects: results of an event other than a change of the state.

use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;

use super::event::Event;
use super::letter::{Letter, PanelEvent};
use super::parts::Part;
use super::words::Words;

/// An effect, for `crate::app` to carry out.
pub(crate) enum Effect {
    /// A message is processed next.
    Send(Message),
    /// A message is processed after a pause.
    After(Duration, Message),
    /// The address gets this fragment, without a new entry in the history.
    ReplaceAddress(String),
    /// The address gets this fragment, and Back returns to the previous one.
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
    /// A panel begins long work, with a deadline. At its end the panel receives the event that the
    /// function makes: of `true` if all of it was done, of `false` if its time ran out.
    Work(&'static str, Duration, EndOfWork),
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
    Panel(Letter),
}

/// Makes the event of the end of some work; it is given whether all of it was done.
pub(crate) type EndOfWork = Box<dyn FnOnce(bool) -> Letter>;

/// Callback that delivers messages to the store, from the browser's callbacks.
pub(crate) type Courier = Rc<dyn Fn(Message)>;

/// Sender of events to one panel, from the browser's callbacks.
pub(crate) struct Sender<E> {
    courier: Courier,
    event: PhantomData<E>,
}

impl<E> Clone for Sender<E> {
    fn clone(&self) -> Self {
        Self {
            courier: Rc::clone(&self.courier),
            event: PhantomData,
        }
    }
}

impl<E: PanelEvent> Sender<E> {
    /// Sends an event to the panel.
    pub(crate) fn send(&self, event: E) {
        (self.courier)(Message::Panel(Letter::of(event)));
    }
}

/// Effects of a panel's update.
pub(crate) struct Effects<'a, E> {
    list: &'a mut Vec<Effect>,
    event: PhantomData<E>,
}

impl<'a, E: PanelEvent> Effects<'a, E> {
    /// A list of effects, to which the panel of these events adds.
    pub(crate) fn new(list: &'a mut Vec<Effect>) -> Self {
        Self {
            list,
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

    /// Sends an event to another panel, whose type says which. If that panel's part of the program
    /// is on its way, the event waits for it.
    pub(crate) fn tell(&mut self, event: impl PanelEvent) {
        self.push(Effect::Send(Message::Panel(Letter::of(event))));
    }

    /// Fetches the part of the program that has another panel, unless it is loaded, and sends an
    /// event to that panel.
    pub(crate) fn open(&mut self, part: Part, event: impl PanelEvent) {
        self.tell(event);
        self.send(Event::Load(part));
    }

    /// Sends an event to this panel after a pause.
    pub(crate) fn after(&mut self, pause: Duration, event: E) {
        self.push(Effect::After(pause, Message::Panel(Letter::of(event))));
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
    /// ended as far as it has come. `end` makes the event of the end: of `true` if all of it was
    /// done, of `false` if its time ran out.
    pub(crate) fn work(&mut self, deadline: Duration, end: fn(bool) -> E) {
        let end = Box::new(move |is_whole| Letter::of(end(is_whole)));
        self.push(Effect::Work(E::PANEL, deadline, end));
    }

    /// Cancels the work under way.
    pub(crate) fn stop_work(&mut self) {
        self.push(Effect::StopWork(E::PANEL));
    }

    /// Calls `act`, which only a browser can carry out, once the change is drawn. It sends results
    /// as events. Native tests never run it.
    pub(crate) fn run(&mut self, act: impl FnOnce(Sender<E>) + 'static) {
        self.push(Effect::Run(Box::new(move |courier| {
            act(Sender {
                courier: Rc::clone(courier),
                event: PhantomData,
            });
        })));
    }
}
