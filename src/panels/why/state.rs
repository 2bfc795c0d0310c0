//! State of the card: the arithmetic of the open figure, and the lines that are open.

use std::collections::BTreeSet;
use std::time::Duration;

use cost::plan::Plan;
use cost::why::paper::Paper;
use cost::why::{Entry, Figure, Line, Sources, Why, lines, opened_at_first};

use super::keys::Key;
use super::notch;
use crate::address;
use crate::browser::clipboard;
use crate::store::{Effect, Effects, Event, Page};

/// The id of the card.
pub(super) const ID: &str = "why";

/// The id of the button that closes the card.
pub(super) const CLOSE: &str = "why-close";

/// Lines that are open at first.
const FIRST_LINES: usize = 7;
/// Lines that *Open all* opens at most.
const MOST_LINES: usize = 120;

/// The card.
#[derive(Default)]
pub(crate) struct WhyCard {
    /// The open figure.
    pub(super) figure: Option<Figure>,
    /// The arithmetic of the plan's figures, while a figure is open.
    pub(super) now: Option<Arithmetic>,
    /// A textbook's value of the figure, of the plan that last came to rest.
    pub(super) paper: Option<Paper>,
    /// The arithmetic when the present drag began.
    pub(super) before: Option<Why>,
    /// The pinned plan and its arithmetic.
    pub(super) pinned: Option<(Plan, Why)>,
    /// Paths of the open lines.
    pub(super) open: BTreeSet<String>,
    /// Path of the line that the Tab key reaches.
    pub(super) at: String,
    /// The number that the address or a lesson names, until its figure is open.
    asked: Option<AskedNumber>,
    /// Words of a number that the address names and the figure does not have.
    pub(super) missing: Option<String>,
    /// The button whose text was copied last, and true if the browser copied it.
    pub(super) copied: Option<(Copied, bool)>,
}

/// A number that the address or a lesson names.
struct AskedNumber {
    /// Words from the figure to the number; empty for the figure.
    path: String,
    /// True if a reader has pressed a link: the focus goes to the number.
    is_pressed: bool,
}

/// The arithmetic of a plan's figures.
pub(super) struct Arithmetic {
    pub(super) why: Why,
    pub(super) sources: Sources,
}

/// The figure of another plan.
#[derive(Clone, Copy)]
pub(super) struct Other<'a> {
    /// The figure; none if it is zero.
    pub(super) root: Option<Entry<'a>>,
    pub(super) rival: Rival,
}

/// A plan beside which the present one stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rival {
    /// The plan from before the present drag.
    Before,
    /// The pinned plan.
    Pinned,
}

/// A text that the card copies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Copied {
    /// The address with the open figure.
    Link,
    /// The lines.
    Text,
}

/// An event of the card.
#[derive(Debug, PartialEq)]
pub(crate) enum WhyEvent {
    /// A line is opened or closed, by its path.
    Toggle(String),
    /// A lesson opens a figure, down to the number at a path; true if a reader has pressed a link.
    OpenAt(Figure, String, bool),
    /// A key is pressed on the line at a path.
    Press(String, Key),
    /// All lines are opened, or all but those of the beginning are closed.
    OpenAll,
    /// The figure is drawn: the textbook's value is computed.
    ReadPaper,
    /// Request to copy a text.
    Copy(Copied),
    /// Outcome of copying.
    Copied(Copied, bool),
}

impl WhyCard {
    /// The figure as a number of the arithmetic; none if it is zero, or if no figure is open.
    pub(super) fn root(&self) -> Option<Entry<'_>> {
        let now = self.now.as_ref()?;
        now.why.root(self.figure?.root)
    }

    /// The arithmetic beside which the present one stands: that from before a drag, or that of the
    /// pinned plan.
    pub(super) fn other(&self) -> Option<Other<'_>> {
        let before = self.before.as_ref().map(|why| (why, Rival::Before));
        let pinned = self.pinned.as_ref().map(|(_, why)| (why, Rival::Pinned));
        let (why, rival) = before.or(pinned)?;
        let root = why.root(self.figure?.root);
        Some(Other { root, rival })
    }

    /// The lines of the card.
    pub(super) fn lines(&self) -> Vec<Line<'_>> {
        let root = self.root();
        root.map_or_else(Vec::new, |root| lines(&root, &self.open))
    }

    /// Follows the page; returns whether the drawing changes.
    pub(super) fn take(&mut self, page: &Page, effects: &mut Effects<WhyEvent>) -> bool {
        let Some(figure) = page.opened else {
            let was_open = self.figure.is_some();
            if was_open {
                *self = Self::default();
            }
            return was_open;
        };
        let is_drag = page.before_drag.is_some();
        if is_drag && self.before.is_none() && self.figure == Some(figure) {
            self.before = self.now.take().map(|now| now.why);
        }
        if !is_drag {
            self.before = None;
        }
        self.follow_pinned(page, figure);
        let why = page.why(figure);
        let sources = Sources::of(&why);
        self.now = Some(Arithmetic { why, sources });
        if self.figure != Some(figure) {
            self.figure = Some(figure);
            self.before = None;
            self.copied = None;
            self.paper = None;
            // It takes as long as a dozen estimates, so the card is drawn before.
            effects.after(Duration::ZERO, WhyEvent::ReadPaper);
            effects.run(|_| notch::remember());
            self.open_first();
            match self.asked.take() {
                Some(asked) => self.show_asked(&asked, effects),
                // The reader has pressed the figure.
                None => effects.focus(self.first_focus()),
            }
        }
        effects.run(|_| notch::place(ID));
        true
    }

    /// Follows the pinned plan, whose arithmetic is computed once.
    fn follow_pinned(&mut self, page: &Page, figure: Figure) {
        let pinned = page.plan.rival.as_deref();
        let is_known =
            self.figure == Some(figure) && self.pinned.as_ref().map(|(plan, _)| plan) == pinned;
        if !is_known {
            self.pinned = pinned.and_then(|plan| Some((plan.clone(), page.why_of_pinned(figure)?)));
        }
    }

    /// Computes the textbook's value of the figure.
    pub(super) fn read_paper(&mut self, page: &Page) {
        let ours = self.root().map(|root| root.value());
        let of = |figure| page.paper(figure, ours?);
        self.paper = self.figure.and_then(of);
    }

    /// Opens the lines of the beginning.
    fn open_first(&mut self) {
        let root = self.root();
        self.open = root.map_or_else(BTreeSet::new, |root| opened_at_first(&root, FIRST_LINES));
        let first = self.lines().first().map(|line| line.path.clone());
        self.at = first.unwrap_or_default();
        self.missing = None;
    }

    /// The id of the element that gets the focus when the card opens: the first line, or in a card
    /// without lines the button that closes it.
    fn first_focus(&self) -> String {
        if self.at.is_empty() {
            CLOSE.to_owned()
        } else {
            line_id(&self.at)
        }
    }

    /// Opens the lines down to the number at a path.
    fn open_to(&mut self, path: &str) {
        let Some(root) = self.root() else { return };
        if root.at(path).is_err() {
            self.missing = Some(path.to_owned());
            return;
        }
        let ends = path.match_indices('/').map(|(end, _)| end);
        let above = ends.chain([path.len()]).map(|end| path[..end].to_owned());
        self.open.extend(above.collect::<Vec<_>>());
        path.clone_into(&mut self.at);
    }

    /// Opens the lines down to a number that is asked for.
    fn show_asked(&mut self, asked: &AskedNumber, effects: &mut Effects<WhyEvent>) {
        if !asked.path.is_empty() {
            self.missing = None;
            self.open_to(&asked.path);
        }
        if asked.is_pressed {
            effects.push(Effect::ScrollTo(ID.into()));
            effects.focus(self.first_focus());
        }
    }

    /// Opens a figure down to the number that is asked for.
    fn open_at(
        &mut self,
        page: &Page,
        figure: Figure,
        asked: AskedNumber,
        effects: &mut Effects<WhyEvent>,
    ) {
        if page.opened == Some(figure) && self.figure == page.opened {
            self.show_asked(&asked, effects);
        } else {
            self.asked = Some(asked);
            effects.send(Event::OpenFigure(Some(figure)));
        }
    }

    /// Opens the figure that the address names.
    pub(super) fn open_asked(&mut self, page: &Page, effects: &mut Effects<WhyEvent>) {
        if let Some((figure, path)) = &page.presentation.why
            && self.figure.is_none()
        {
            self.asked = Some(AskedNumber {
                path: path.clone(),
                is_pressed: false,
            });
            effects.send(Event::OpenFigure(Some(*figure)));
        }
    }

    /// Changes the state by an event.
    pub(super) fn change(&mut self, page: &Page, event: WhyEvent, effects: &mut Effects<WhyEvent>) {
        match event {
            WhyEvent::Toggle(path) => {
                self.toggle(&path);
                self.at = path;
            }
            WhyEvent::OpenAt(figure, path, is_pressed) => {
                let asked = AskedNumber { path, is_pressed };
                self.open_at(page, figure, asked, effects);
            }
            WhyEvent::Press(path, key) => self.press(&path, key, effects),
            WhyEvent::OpenAll => self.open_all(),
            WhyEvent::ReadPaper => self.read_paper(page),
            WhyEvent::Copy(what) => {
                let text = match what {
                    Copied::Link => self.link(page),
                    Copied::Text => self.text(page),
                };
                effects.run(move |sender| {
                    clipboard::copy(&text, move |worked| {
                        sender.send(WhyEvent::Copied(what, worked));
                    });
                });
            }
            WhyEvent::Copied(what, worked) => {
                self.copied = Some((what, worked));
                effects.announce(text::why_card::copied_words(worked));
            }
        }
    }

    fn toggle(&mut self, path: &str) {
        if !self.open.remove(path) {
            self.open.insert(path.to_owned());
        }
    }

    /// Opens every line, or those of the beginning if all are open.
    fn open_all(&mut self) {
        let before = self.open.len();
        loop {
            let lines = self.lines();
            let closed = lines.iter().filter(|line| line.can_open() && !line.is_open);
            let more: Vec<String> = closed.map(|line| line.path.clone()).collect();
            if more.is_empty() || lines.len() > MOST_LINES {
                break;
            }
            self.open.extend(more);
        }
        if self.open.len() == before
            && let Some(root) = self.root()
        {
            self.open = opened_at_first(&root, FIRST_LINES);
        }
    }

    /// Acts on a key that is pressed on a line.
    fn press(&mut self, path: &str, key: Key, effects: &mut Effects<WhyEvent>) {
        if key == Key::Close {
            effects.send(Event::OpenFigure(None));
            effects.run(|_| notch::focus_figure());
            return;
        }
        let lines = self.lines();
        let Some(place) = lines.iter().position(|line| line.path == path) else {
            return;
        };
        let step = key.on(&lines, place);
        let (at, toggled) = (lines[step.place].path.clone(), step.toggled);
        for path in toggled {
            self.toggle(&path);
        }
        effects.focus(line_id(&at));
        self.at = at;
    }

    /// The address at which the card is open.
    fn link(&self, page: &Page) -> String {
        let mut asked = page.presentation.clone();
        asked.why = self.figure.map(|figure| (figure, self.at.clone()));
        address::with_query(&page.address, &asked.encode(), &page.link())
    }
}

/// The id of the line at a path.
pub(super) fn line_id(path: &str) -> String {
    [ID, "-", path].concat()
}
