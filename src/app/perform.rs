//! Execution of effects.

use std::rc::Rc;
use std::time::Duration;

use leptos::task::spawn_local;

use super::message_loop::MessageLoop;
use super::parts;
use super::runtime::Arrival;
use crate::browser::control::reveal_control;
use crate::browser::slices::{self, SlicedWork};
use crate::browser::timing::after;
use crate::browser::{address, clipboard, focus, preferences, scroll_to, select};
use crate::panels::head::ADDRESS;
use crate::store::{AddressCopy, Effect, EndOfWork, Event, Message};

impl MessageLoop {
    pub(super) fn perform(self, effect: Effect) {
        match effect {
            Effect::Send(message) => self.send(message),
            Effect::After(pause, message) => {
                after(pause, move || self.send_after_press(message));
            }
            Effect::ReplaceAddress(fragment) => address::replace(&fragment),
            Effect::PushAddress(fragment) => address::push(&fragment),
            Effect::Remember(key, value) => {
                preferences::keep(key, value);
            }
            Effect::ShowTheme(theme) => preferences::show_theme(theme),
            Effect::CopyAddress(fragment) => self.copy_address(&fragment),
            // The element may appear only with the next drawing.
            Effect::Focus(id) => self.once_drawn(move || focus(&id)),
            Effect::ScrollTo(id) => self.once_drawn(move || scroll_to(&id)),
            Effect::RevealControl(key) => self.once_drawn(move || reveal_control(&key)),
            Effect::Load(part) => parts::load(self, part),
            Effect::LoadAgain => parts::load_again(),
            Effect::Work(panel, deadline, end) => self.begin_work(panel, deadline, end),
            Effect::StopWork(panel) => self.set_work(panel, None),
            Effect::Run(act) => {
                let courier = Rc::new(move |message: Message| self.send_after_press(message));
                self.once_drawn(move || act(&(courier as _)));
            }
        }
    }

    /// Draws what is due, then calls `act` in the same task: components are drawn by the tasks that
    /// their signals have woken, before the one that is spawned here.
    fn once_drawn(self, act: impl FnOnce() + 'static) {
        self.draw();
        spawn_local(async move { self.send(Arrival::Act(Box::new(act))) });
    }

    fn copy_address(self, fragment: &str) {
        clipboard::copy(&address::with_fragment(fragment), move |worked| {
            if worked {
                self.send(Event::Copied(AddressCopy::Yes));
            } else {
                // The address field is shown, follows the plan, and scrolls into sight with the
                // next drawing.
                self.send(Event::Copied(AddressCopy::ByHand));
                after(Duration::ZERO, move || {
                    // If that fails too, the text stays selected for the reader to copy.
                    select(ADDRESS);
                    if clipboard::copy_selected() {
                        self.send(Event::Copied(AddressCopy::Yes));
                    }
                });
            }
        });
    }

    /// Begins a panel's long work, in place of the work under way.
    fn begin_work(self, panel: &'static str, deadline: Duration, end: EndOfWork) {
        let work = PanelWork {
            message_loop: self,
            panel,
            end,
        };
        let begun = slices::begin(work, deadline);
        self.set_work(panel, Some(begun));
    }

    fn set_work(self, panel: &'static str, work: Option<slices::Begun>) {
        self.with(|runtime| {
            let mut panels = runtime.panels.iter_mut();
            if let Some(mounted) = panels.find(|mounted| mounted.panel.name() == panel) {
                mounted.work = work;
            }
        });
    }
}

/// Long work of a panel.
struct PanelWork {
    message_loop: MessageLoop,
    panel: &'static str,
    end: EndOfWork,
}

impl SlicedWork for PanelWork {
    fn step(&mut self) -> bool {
        let panel = self.panel;
        self.message_loop.with(|runtime| {
            let page = &runtime.page;
            let mut panels = runtime.panels.iter_mut();
            let mounted = panels.find(|mounted| mounted.panel.name() == panel);
            mounted.is_some_and(|mounted| mounted.panel.work(page))
        })
    }

    fn end(self: Box<Self>, is_whole: bool) {
        let done = Arrival::WorkDone((self.end)(is_whole));
        self.message_loop.send_after_press(done);
    }
}
