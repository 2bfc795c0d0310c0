//! Parts of the figures that are fetched when they are first wanted, and what stands in for one
//! that is late or has not come. Only a reader asks again for a part that has not come.

use std::cell::Cell;
use std::future::Future;
use std::time::Duration;

use crate::browser::events::target;
use crate::browser::late::ask_again;
use crate::browser::timing::after;
use crate::markup::{Element, element};
use leptos::task::spawn_local;
use text::EN_FIGURES;
use web_sys::Event;

use super::pieces::said;

/// How long a part may take until the reader hears that it is late. It is waited for nevertheless:
/// the network may be slow.
pub(crate) const PATIENCE: Duration = Duration::from_secs(8);
/// The attribute of the buttons that ask again, which names the part.
const AGAIN: &str = "data-again";

/// A part, as far as it is there.
#[derive(Default)]
pub(super) enum Loaded<P: 'static> {
    /// Nobody has asked for it.
    #[default]
    No,
    /// It is on its way, since the attempt of this number.
    Soon(u32),
    /// The same, for longer than a reader should wait without a word.
    Late(u32),
    /// It has not come.
    Failed,
    /// It is there.
    Yes(&'static P),
}

// Not derived: that would ask the same of the part itself.
impl<P> Clone for Loaded<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Loaded<P> {}

impl<P> Loaded<P> {
    /// What is said of a part that is late or has not come, of the words for both.
    pub(super) fn said(self, words: [&'static str; 2]) -> Option<&'static str> {
        match self {
            Self::No | Self::Soon(_) | Self::Yes(_) => None,
            Self::Late(_) => Some(words[0]),
            Self::Failed => Some(words[1]),
        }
    }

    /// Begins to wait anew; gives the attempt's number.
    fn begin(&mut self) -> u32 {
        thread_local! {
            static ATTEMPTS: Cell<u32> = const { Cell::new(0) };
        }
        let number = ATTEMPTS.get().wrapping_add(1);
        ATTEMPTS.set(number);
        *self = Self::Soon(number);
        number
    }

    /// Whether the attempt of this number is the one that is waited for.
    fn awaits(self, number: u32) -> bool {
        matches!(self, Self::Soon(last) | Self::Late(last) if last == number)
    }
}

/// What is done with a note of how far a part is.
type Noting<'a, P> = &'a mut dyn FnMut(&mut Loaded<P>);

/// Where it is noted how far a part is.
pub(super) struct Place<P: 'static> {
    /// Does something with the note.
    pub(super) with: fn(Noting<P>),
    /// Shows what has become of it.
    pub(super) show: fn(),
}

// As for the part.
impl<P> Clone for Place<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Place<P> {}

/// Fetches a part of the program, unless it is there or on its way; one that is late is asked for
/// once more, and whichever answer comes first counts.
pub(super) fn fetch<P, E, F>(loaded: &mut Loaded<P>, load: fn() -> F, place: Place<P>)
where
    F: Future<Output = Result<&'static P, E>> + 'static,
{
    match loaded {
        Loaded::Soon(_) | Loaded::Yes(_) => {}
        Loaded::Late(_) => {
            wait(loaded.begin(), place);
            ask_again();
        }
        Loaded::No | Loaded::Failed => {
            wait(loaded.begin(), place);
            spawn_local(async move {
                let mut part = Some(load().await);
                (place.with)(&mut |loaded| {
                    if let Some(part) = part.take() {
                        *loaded = part.map_or(Loaded::Failed, Loaded::Yes);
                    }
                });
                (place.show)();
            });
        }
    }
}

/// The same of what else is fetched: `ask` begins to, with the attempt's number and whether it is not
/// the first; its answer is given to [`arrive`].
pub(super) fn fetch_by<P>(loaded: &mut Loaded<P>, ask: fn(u32, bool), place: Place<P>) {
    if !matches!(loaded, Loaded::Soon(_) | Loaded::Yes(_)) {
        let is_again = !matches!(loaded, Loaded::No);
        let number = loaded.begin();
        wait(number, place);
        ask(number, is_again);
    }
}

/// What the attempt of this number has brought. One that was given up may bring it yet, but cannot
/// fail any more.
pub(super) fn arrive<P>(loaded: &mut Loaded<P>, number: u32, part: Option<&'static P>) {
    match part {
        Some(part) => *loaded = Loaded::Yes(part),
        None if loaded.awaits(number) => *loaded = Loaded::Failed,
        None => {}
    }
}

/// Notes that a part is late once it is.
fn wait<P>(number: u32, place: Place<P>) {
    after(PATIENCE, move || {
        let mut is_late = false;
        (place.with)(&mut |loaded| {
            if loaded.awaits(number) {
                *loaded = Loaded::Late(number);
                is_late = true;
            }
        });
        if is_late {
            (place.show)();
        }
    });
}

/// What stands in for a part: a sentence, and the button that asks for it again.
pub(super) fn stand_in(part: &'static str, sentence: &'static str) -> Element {
    said("span", "unloaded", sentence.into())
        .child(" ")
        .child(again(part))
}

/// The button that asks again for a part.
pub(super) fn again(part: &'static str) -> Element {
    element("button")
        .attribute("type", "button")
        .attribute(AGAIN, part)
        .child(EN_FIGURES.frame.again)
}

/// Whether the button that asks again for this part is pressed.
pub(super) fn is_asked(event: &Event, part: &str) -> bool {
    let named = target(event).and_then(|button| button.get_attribute(AGAIN));
    event.type_() == "click" && named.as_deref() == Some(part)
}
