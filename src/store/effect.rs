//! Effects: all that follows from an event beside a change of the state.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;

use super::event::Event;
use super::parts::Part;
use crate::dom::Words;

/// Something to do.
pub(crate) enum Effect {
    /// Something happens then.
    Send(Message),
    /// The same, after a while.
    After(Duration, Message),
    /// The fragment takes the place of the address's own.
    ReplaceAddress(String),
    /// The fragment becomes the address; Back returns to the one before.
    PushAddress(String),
    /// Something is kept for the next visit, if the browser keeps anything.
    Remember(&'static str, &'static str),
    /// The whole page takes on a theme.
    ShowTheme(&'static str),
    /// The address with this fragment is copied.
    CopyAddress(String),
    /// The focus goes to the element of an id, without scrolling to it.
    Focus(Words),
    /// The element of an id is brought into sight.
    ScrollTo(Words),
    /// The control of a key is unfolded and gets the focus.
    RevealControl(String),
    /// A part of the program is fetched.
    Load(Part),
    /// Parts that are on their way are asked for once more.
    LoadAgain,
    /// A panel begins with long work, which takes at most so long.
    Work(&'static str, Duration),
    /// It gives that up.
    StopWork(&'static str),
    /// Something that only the browser can do; what it brings is sent.
    Run(Box<dyn FnOnce(&Courier)>),
}

/// Something that happens, and to whom.
pub(crate) enum Message {
    /// To the page.
    Page(Event),
    /// To a panel.
    Panel(PanelEvent),
}

/// An event of a panel, whose type only that panel knows.
pub(crate) struct PanelEvent {
    /// The panel's name.
    pub(crate) panel: &'static str,
    /// Its event.
    pub(crate) event: Box<dyn Any>,
}

/// Carries messages to the store, from wherever the browser calls back.
pub(crate) type Courier = Rc<dyn Fn(Message)>;

/// Sends events to one panel, from wherever the browser calls back.
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
    /// Has the event happen.
    pub(crate) fn send(&self, event: E) {
        (self.courier)(Message::Panel(PanelEvent::of(self.panel, event)));
    }

    /// Has an event happen to the page.
    pub(crate) fn send_to_page(&self, event: Event) {
        (self.courier)(Message::Page(event));
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
    /// Effects of a panel, put into a list.
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

    /// Has something happen to the page.
    pub(crate) fn send(&mut self, event: Event) {
        self.push(Effect::Send(Message::Page(event)));
    }

    /// Has something happen to this panel after a while.
    pub(crate) fn after(&mut self, pause: Duration, event: E) {
        let event = PanelEvent::of(self.panel, event);
        self.push(Effect::After(pause, Message::Panel(event)));
    }

    /// Moves the focus to the element of an id, once what has changed is drawn.
    pub(crate) fn focus(&mut self, id: impl Into<Words>) {
        self.push(Effect::Focus(id.into()));
    }

    /// Has a screen reader say something.
    pub(crate) fn announce(&mut self, words: impl Into<String>) {
        self.send(Event::Announce(words.into()));
    }

    /// Begins with [`Panel::work`], in slices, in place of what was under way. When it has taken
    /// so long, it is ended as it is then.
    pub(crate) fn work(&mut self, deadline: Duration) {
        self.push(Effect::Work(self.panel, deadline));
    }

    /// Gives up the work that is under way.
    pub(crate) fn stop_work(&mut self) {
        self.push(Effect::StopWork(self.panel));
    }

    /// Does something that only the browser can do, once what has changed is drawn; what comes of
    /// it is sent back. Tests on this machine never run it.
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
