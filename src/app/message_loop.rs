//! The loop: the state of the page and its panels, and the messages on their way to it.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::{GetUntracked, RwSignal, Set};

use super::runtime::{Arrival, Mounted, Runtime, Waiting};
use crate::browser::address;
use crate::store::{Effect, Event, Message, Page, PanelMoment, Scope, Store, update};

/// A handle to the loop, cheap to copy into every listener.
#[derive(Clone, Copy)]
pub(crate) struct MessageLoop {
    /// The shared state. It lives as long as the page.
    shared: &'static Shared,
}

/// State that all handles share.
struct Shared {
    /// The store of components, once the frame is mounted.
    store: OnceCell<Store>,
    frame: FrameSignals,
    runtime: RefCell<Runtime>,
    queue: RefCell<VecDeque<Arrival>>,
    /// True if a message is being processed; those that arrive meanwhile wait.
    is_busy: Cell<bool>,
}

/// Signals of the frame around the panels.
pub(super) struct FrameSignals {
    /// True if figures out of sight still show an earlier plan.
    pub(super) is_busy: RwSignal<bool>,
    /// True if nothing changes any more: all parts are loaded, drawn and worked out. Tests and
    /// other programs wait for this mark.
    pub(super) is_rested: RwSignal<bool>,
    /// True if figures show an earlier plan because the present one cannot exist.
    pub(super) is_stale: RwSignal<bool>,
    /// True for each region after the head that is mounted.
    pub(super) regions: [RwSignal<bool>; 2],
}

impl MessageLoop {
    pub(super) fn new(page: Page) -> Self {
        let is_stale = page.is_stale();
        let page = Arc::new(page);
        let runtime = Runtime {
            page,
            panels: Vec::new(),
            waiting: Waiting::default(),
        };
        let shared = Shared {
            store: OnceCell::new(),
            frame: FrameSignals {
                is_busy: RwSignal::new(false),
                is_rested: RwSignal::new(false),
                is_stale: RwSignal::new(is_stale),
                regions: [false; 2].map(RwSignal::new),
            },
            runtime: RefCell::new(runtime),
            queue: RefCell::default(),
            is_busy: Cell::new(false),
        };
        Self {
            shared: Box::leak(Box::new(shared)),
        }
    }

    /// The store for components.
    pub(super) fn store(self) -> Store {
        let page = self.with(|runtime| Arc::clone(&runtime.page));
        let courier = Rc::new(move |message: Message| self.send(message));
        *self.shared.store.get_or_init(|| Store::new(page, courier))
    }

    /// Processes an event, a message or another arrival, and all that it causes. What arrives
    /// meanwhile, such as a focus event caused by an effect, waits for its turn.
    pub(super) fn send(self, arrival: impl Into<Arrival>) {
        self.process_in_turn(arrival.into());
    }

    /// Follows changes of the address that the page did not make.
    pub(super) fn follow_address(self) {
        address::on_change(move || {
            let follow = Event::Follow(address::fragment());
            self.send_after_press(follow);
        });
    }

    /// Signals of the frame around the panels.
    pub(super) fn frame(self) -> &'static FrameSignals {
        &self.shared.frame
    }

    /// Reads the state.
    pub(crate) fn read<T>(self, read: impl FnOnce(&Page) -> T) -> T {
        read(&self.shared.runtime.borrow().page)
    }

    /// Calls `act` with the state that the loop holds.
    pub(super) fn with<T>(self, act: impl FnOnce(&mut Runtime) -> T) -> T {
        act(&mut self.shared.runtime.borrow_mut())
    }

    fn process_in_turn(self, arrival: Arrival) {
        let shared = self.shared;
        shared.queue.borrow_mut().push_back(arrival);
        if shared.is_busy.replace(true) {
            return;
        }
        loop {
            let Some(arrival) = shared.queue.borrow_mut().pop_front() else {
                break;
            };
            let mut effects = Vec::new();
            self.process(arrival, &mut effects);
            for effect in effects {
                self.perform(effect);
            }
        }
        shared.is_busy.set(false);
        self.draw();
        self.mark_rest();
    }

    /// Marks whether the page is at rest.
    pub(super) fn mark_rest(self) {
        let mark = &self.frame().is_rested;
        let is_rested = self.with(|runtime| runtime.is_rested());
        if mark.get_untracked() != is_rested {
            mark.set(is_rested);
        }
    }

    fn process(self, arrival: Arrival, effects: &mut Vec<Effect>) {
        match arrival {
            Arrival::Message(Message::Page(event)) => {
                let is_rest = matches!(event, Event::Rest);
                let is_preview = matches!(event, Event::Preview(_));
                let scope =
                    self.with(|runtime| update(Arc::make_mut(&mut runtime.page), event, effects));
                if let (true, Some(store)) = (scope != Scope::Nothing, self.shared.store.get()) {
                    store.publish(self.with(|runtime| Arc::clone(&runtime.page)));
                }
                self.page_changed(scope, effects);
                self.open_views();
                if is_preview {
                    self.moment_of_all(PanelMoment::Previewed, effects);
                }
                if is_rest {
                    self.rest(effects);
                }
            }
            Arrival::Message(Message::Panel(letter)) => self.with(|runtime| {
                let panel = letter.deliver();
                let Runtime { page, panels, .. } = runtime;
                let mut panels = panels.iter_mut();
                if let Some(mounted) = panels.find(|mounted| mounted.panel.name() == panel) {
                    mounted.receive(page, effects);
                }
            }),
            Arrival::Press(change) => self.change_press(change),
            Arrival::Moment(panel, moment) => self.with(|runtime| {
                let Runtime { page, panels, .. } = runtime;
                for mounted in panels {
                    if mounted.panel.name() == panel {
                        mounted.notice(page, moment, effects);
                    }
                }
            }),
            Arrival::MomentOfAll(moment) => self.moment_of_all(moment, effects),
            Arrival::Mount(panel) => self.put_up(panel, effects),
            Arrival::WorkDone(end) => self.with(|runtime| {
                let panel = end.deliver();
                let Runtime { page, panels, .. } = runtime;
                let mut panels = panels.iter_mut();
                if let Some(mounted) = panels.find(|mounted| mounted.panel.name() == panel) {
                    mounted.work = None;
                    mounted.is_due |= mounted.panel.update(page, effects);
                }
            }),
            Arrival::NextOutOfSight => {
                if !self.with(|runtime| runtime.waiting.press.is_held) {
                    self.draw_one(Mounted::is_due_out_of_sight);
                }
            }
            Arrival::WholePage => while self.draw_one(Mounted::is_due_out_of_sight) {},
            Arrival::Act(act) => act(),
        }
    }

    /// Passes a moment to all panels.
    pub(super) fn moment_of_all(self, moment: PanelMoment, effects: &mut Vec<Effect>) {
        self.with(|runtime| {
            let Runtime { page, panels, .. } = runtime;
            for mounted in panels {
                mounted.notice(page, moment, effects);
            }
        });
    }

    /// Opens and closes panels as their views are shown. One that opens is drawn after this message.
    fn open_views(self) {
        self.with(|runtime| {
            let Runtime { page, panels, .. } = runtime;
            for mounted in panels {
                mounted.open_as_shown(page);
            }
        });
    }

    /// Marks panels whose content depends on the changed state as due.
    fn page_changed(self, scope: Scope, effects: &mut Vec<Effect>) {
        match scope {
            Scope::Nothing | Scope::Signals => {}
            Scope::First => self.with(|runtime| {
                let panels = runtime.panels.iter_mut();
                for mounted in panels.filter(|mounted| mounted.shows_notes()) {
                    mounted.is_due = true;
                }
            }),
            Scope::All => {
                self.frame().is_stale.set(self.read(Page::is_stale));
                self.moment_of_all(PanelMoment::Changed, effects);
                self.await_rest();
            }
        }
    }
}
