//! The card as it is shown: its head, its lines, and the text beside them.

use cost::amount::{Op, Unit};
use cost::convention::Conventions;
use cost::units::Seconds;
use cost::why::{Entry, Figure, Line, LinePart, Rests, Root};
use text::number::{BytesText as _, between, duration, percent};
use text::why_card as why;

use super::equation::{Column, columns};
use super::mark::mark;
use super::state::{Rival, WhyCard, line_id};
use crate::store::Page;

/// The head of the card.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Head {
    /// The class of the figure's mark; empty if it has none.
    pub(super) mark: &'static str,
    pub(super) title: String,
    pub(super) value: String,
    /// Its share of the stage or of the step, and the exact value.
    pub(super) beside: String,
    /// The value of the plan from before the present drag, or of the pinned plan; empty if there is
    /// none.
    pub(super) was: String,
}

/// A line of the card.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ShownLine {
    pub(super) id: String,
    pub(super) path: String,
    pub(super) level: usize,
    pub(super) place: [usize; 2],
    /// True if it is open; none if it cannot be opened.
    pub(super) is_open: Option<bool>,
    pub(super) letter: &'static str,
    pub(super) name: String,
    /// The class of the figure's mark, which is that of the bar.
    pub(super) mark: &'static str,
    /// Length of its bar, as a share of the sum that it is a part of.
    pub(super) bar: Option<f64>,
    pub(super) value: String,
    /// The value of the plan from before the present drag, or of the pinned plan; empty if there is
    /// none.
    pub(super) was: String,
    /// The source of the number, or those of the numbers below.
    pub(super) source: String,
    /// True if the source is a guess or a fit, which is marked.
    pub(super) is_uncertain: bool,
    /// The formula, if the line is open.
    pub(super) formula: Option<Formula>,
    /// True if the Tab key reaches it.
    pub(super) is_reached: bool,
    /// The operation that gives the number, for screen readers.
    pub(super) operation: String,
}

/// A formula.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Formula {
    /// Words in front of the columns.
    pub(super) prefix: &'static str,
    pub(super) columns: Vec<Column>,
}

impl WhyCard {
    /// The head; none if no figure is open.
    pub(super) fn head(&self, page: &Page) -> Option<Head> {
        let figure = self.figure?;
        let units = page.units();
        let root = self.root();
        let value = why::of_root(figure.root, root.as_ref(), units);
        let exact = root.map_or_else(String::new, |root| why::exact(&root));
        let share = root.and_then(|root| share(figure, &root, page));
        let was = self.other().map_or_else(String::new, |other| {
            let before = why::of_root(figure.root, other.root.as_ref(), units);
            if before == value {
                return String::new();
            }
            said(other.rival, &before)
        });
        Some(Head {
            mark: mark(figure.root),
            title: title(figure, page),
            value,
            beside: [share.unwrap_or_default(), exact].join(" "),
            was,
        })
    }

    /// The formula of the figure itself.
    pub(super) fn formula(&self, page: &Page) -> Option<Formula> {
        let (prefix, columns) = columns(&self.root()?, page.units())?;
        Some(Formula { prefix, columns })
    }

    /// The lines as they are shown.
    pub(super) fn shown_lines(&self, page: &Page) -> Vec<ShownLine> {
        let lines = self.lines();
        lines.iter().map(|line| self.shown(line, page)).collect()
    }

    fn shown(&self, line: &Line, page: &Page) -> ShownLine {
        let units = page.units();
        let (value, unit) = line.value();
        let value = why::value(value, unit, units);
        let was = self.beside(line, &value, page).unwrap_or_default();
        let (letter, name, source, is_uncertain) = match &line.part {
            LinePart::Entry(entry) => {
                let rests = self.rests(entry);
                let source = why::source(entry, rests);
                (
                    why::letter(entry),
                    why::name(entry),
                    source,
                    rests != Rests::default(),
                )
            }
            LinePart::Small { parts, .. } => ("", text::why::small(*parts), String::new(), false),
        };
        let formula = match &line.part {
            LinePart::Entry(entry) if line.is_open => columns(entry, units),
            _ => None,
        };
        let operation = match &line.part {
            LinePart::Entry(entry) => why::operation_of(entry),
            LinePart::Small { .. } => String::new(),
        };
        ShownLine {
            id: line_id(&line.path),
            path: line.path.clone(),
            level: line.level,
            place: line.place,
            is_open: line.can_open().then_some(line.is_open),
            letter,
            name,
            mark: self.figure.map_or("", |figure| mark(figure.root)),
            bar: line.share.filter(|_| line.place[1] > 1),
            value,
            was,
            source,
            is_uncertain,
            formula: formula.map(|(prefix, columns)| Formula { prefix, columns }),
            is_reached: line.path == self.at,
            operation,
        }
    }

    /// The value of another plan beside that of a line, and the difference: of parts of a sum that
    /// between them, of factors their ratio. None where no other plan is compared, or the values are
    /// the same.
    fn beside(&self, line: &Line, value: &str, page: &Page) -> Option<String> {
        let other = self.other()?;
        let LinePart::Entry(entry) = line.part else {
            return None;
        };
        let before = other.root.and_then(|root| root.at(&line.path).ok());
        let Some(before) = before else {
            return Some(why::new_here().to_owned());
        };
        let units = page.units();
        let written = why::written(&before, units);
        if written == value {
            return None;
        }
        let change = match line.within {
            Some(Op::Sum | Op::Path) => {
                let unit = entry.unit().unwrap_or(Unit::NONE);
                why::signed(entry.value() - before.value(), unit, units)
            }
            Some(Op::Product | Op::Rounded | Op::Quotient) => {
                why::ratio(entry.value() / before.value())
            }
            _ => String::new(),
        };
        Some([&said(other.rival, &written), " ", &change].concat())
    }

    /// The sources below a number.
    pub(super) fn rests(&self, entry: &Entry) -> Rests {
        let now = self.now.as_ref();
        now.map_or_else(Rests::default, |now| now.sources.below(entry))
    }

    /// The card as text.
    pub(super) fn text(&self, page: &Page) -> String {
        let Some(head) = self.head(page) else {
            return String::new();
        };
        let mut text = [&head.title, ": ", &head.value, "\n"].concat();
        for line in self.shown_lines(page) {
            let name = match line.letter {
                "" => line.name,
                letter => [letter, " ", &line.name].concat(),
            };
            text.push_str(&"  ".repeat(line.level));
            text.push_str(&[&name, ": ", &line.value].concat());
            if !line.source.is_empty() {
                text.push_str(&[" (", &line.source, ")"].concat());
            }
            text.push('\n');
        }
        text.push_str(&page.draft_address());
        text
    }
}

/// A value of another plan.
fn said(rival: Rival, value: &str) -> String {
    match rival {
        Rival::Before => why::was(value),
        Rival::Pinned => why::pinned(value),
    }
}

/// Name of a figure, with its stage if it has one.
fn title(figure: Figure, page: &Page) -> String {
    let memory = &page.estimate.memory;
    why::title(
        figure.root,
        figure.stage(memory.stages.len(), memory.peak_stage),
    )
}

/// The share of a figure in the memory of its stage or in the time of the step.
fn share(figure: Figure, root: &Entry, page: &Page) -> Option<String> {
    let estimate = &page.estimate;
    let memory = &estimate.memory;
    if figure.root.is_of_stage() {
        let stage = figure.stage(memory.stages.len(), memory.peak_stage)?;
        let total = memory.stages.get(stage)?.total();
        return (figure.root != Root::MemoryTotal)
            .then(|| why::share_of_stage(root.value() / total.0 as f64));
    }
    why::is_part_of_step(figure.root)
        .then(|| why::share_of_step(root.value() / estimate.time.total().0))
}

/// The number that has the focus.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Number {
    /// Names from the figure down to it.
    pub(super) path: String,
    pub(super) value: String,
    pub(super) exact: String,
    pub(super) source: String,
}

impl WhyCard {
    /// The number that has the focus; none if no line has it.
    pub(super) fn number(&self, page: &Page) -> Option<Number> {
        let root = self.root()?;
        let entry = root.at(&self.at).ok()?;
        let mut names = vec![title(self.figure?, page)];
        let ends = self.at.match_indices('/').map(|(end, _)| end);
        for end in ends.chain([self.at.len()]) {
            let above = root.at(&self.at[..end]).ok()?;
            names.push(text::why::title(&above));
        }
        Some(Number {
            path: names.join(" ▸ "),
            value: why::written(&entry, page.units()),
            exact: why::exact(&entry),
            source: why::full_source(&entry),
        })
    }

    /// Sentence that the head has the MFU by another definition, if the reader has chosen one.
    pub(super) fn definition(&self, page: &Page) -> Option<String> {
        let conventions = page.settings.conventions();
        let usual = Conventions::default();
        let is_usual = (conventions.mfu, conventions.peak) == (usual.mfu, usual.peak);
        let is_other = self.figure?.root == Root::Mfu && !is_usual;
        let shown = percent(conventions.utilisation(&page.estimate.utilisation));
        is_other.then(|| why::other_definition(text::conventions::name(conventions), &shown))
    }

    /// The range around the figure, if it is the step, the memory of a stage, or a part of them.
    pub(super) fn range(&self, page: &Page) -> Option<String> {
        let figure = self.figure?;
        let estimate = &page.estimate;
        if figure.root.is_of_stage() {
            let memory = &estimate.memory;
            let stage = figure.stage(memory.stages.len(), memory.peak_stage)?;
            let total = memory.stages.get(stage)?.total();
            let ends = [memory.band.low, memory.band.high];
            let [low, high] = ends.map(|end| page.units().size(total.scaled(end)));
            return Some(why::range_of_memory(&between(&low, &high)));
        }
        let is_time = why::is_part_of_step(figure.root) || figure.root == Root::Step;
        is_time.then(|| {
            let ends = estimate.step_band.around(estimate.time.total().0);
            let [low, high] = ends.map(|seconds| duration(Seconds(seconds)));
            why::range_of_step(&between(&low, &high))
        })
    }
}
