//! A figure's arithmetic as a tree.

use std::collections::HashMap;

use super::figures::Figures;
use super::root::Root;
use crate::amount::{
    Amount as _, Leaf, Node, NodeId, Op, Recording, Symbol, Traced, TracedCount, Unit,
};
use crate::calibration::{self, CONSTANTS};
use crate::legal::Legal;
use crate::machine::Machine;
use crate::memory::{self, Memory, StageMemory};
use crate::plan::Word as _;
use crate::schedule::{Pipeline, Program};
use crate::vocabularies;

/// The arithmetic of the figures of one plan.
#[derive(Clone, Debug)]
pub struct Why {
    recording: Recording,
    roots: Vec<(Root, f64, Option<NodeId>)>,
}

vocabularies! {
    /// The source of a number that no operation gives.
    Origin {
        /// A setting of the plan, or a number of its model's shape.
        Plan = "plan",
        /// A data sheet.
        Sheet = "sheet",
        /// A plain number of the formula.
        Counted = "counted",
        /// Fitted to published runs.
        Fitted = "fitted",
        /// Read off a machine or a paper's table.
        Measured = "measured",
        /// Plausible, not measured.
        Assumed = "assumed",
        /// A result of the simulation of the pipeline.
        Simulated = "simulated",
        /// Measured on the reader's machine.
        Machine = "machine",
    }
}

/// A node of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    why: &'a Why,
    id: NodeId,
    node: &'a Node,
}

impl Why {
    /// The arithmetic of a legal plan's figures, on the reader's machine if one was measured. The
    /// memory is that of one stage, so that a plan of many stages stays cheap: that of the last if
    /// the plan does not have the stage.
    #[must_use]
    pub fn of(legal: &Legal, machine: Option<&Machine>, stage: usize) -> Self {
        let program = Program::of(&Pipeline::of(legal));
        let stage = stage.min(program.pipeline().ranks.saturating_sub(1));
        Self::recorded(|| {
            let memory = stage_memory(legal, &program, machine, stage);
            let figures = Figures::<Traced>::of(legal, &program, machine, stage, memory);
            Root::ALL.iter().map(|root| root.of(&figures)).collect()
        })
    }

    /// The arithmetic of one figure, as [`Self::of`] has it. Figures of memory are quick, because
    /// the times of the step are not recorded; all others are zero then.
    ///
    /// ```
    /// use cost::{legal::Legal, why::{Root, Why}};
    /// let plan = formats::link::decode("p=llama3-70b/h100x64&tp=8&pp=4").0;
    /// let legal = Legal::check(&plan).unwrap();
    /// let (all, one) = (Why::of(&legal, None, 1), Why::of_figure(&legal, None, 1, Root::MemoryLogits));
    /// assert_eq!(all.value(Root::MemoryTotal), one.value(Root::MemoryTotal));
    /// assert_eq!(one.value(Root::Step), 0.0);
    /// ```
    #[must_use]
    pub fn of_figure(legal: &Legal, machine: Option<&Machine>, stage: usize, root: Root) -> Self {
        if !root.is_of_memory() {
            return Self::of(legal, machine, stage);
        }
        let program = Program::of(&Pipeline::of(legal));
        let stage = stage.min(program.pipeline().ranks.saturating_sub(1));
        Self::recorded(|| {
            let memory = stage_memory(legal, &program, machine, stage);
            Root::ALL
                .iter()
                .map(|root| root.of_memory(&memory))
                .collect()
        })
    }

    /// The recording of code that gives the figures in the order of [`Root::ALL`].
    fn recorded(figures: impl FnOnce() -> Vec<Traced>) -> Self {
        let (roots, recording) = Recording::of(|| {
            let figures = Root::ALL.iter().zip(figures());
            let roots = figures.map(|(root, amount)| (*root, amount.value(), amount.node()));
            roots.collect()
        });
        Self { recording, roots }
    }

    /// Value of a figure.
    #[must_use]
    pub fn value(&self, root: Root) -> f64 {
        self.roots[root.index()].1
    }

    /// The node of a figure; `None` of a figure that is zero.
    #[must_use]
    pub fn root(&self, root: Root) -> Option<Entry<'_>> {
        self.entry(self.roots[root.index()].2?)
    }

    /// All numbers, each after those below it.
    pub(super) fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let nodes = self.recording.entries();
        nodes.map(|(id, node)| Entry {
            why: self,
            id,
            node,
        })
    }

    /// Arithmetic that belongs to no figure.
    pub(super) const fn of_recording(recording: Recording) -> Self {
        Self {
            recording,
            roots: Vec::new(),
        }
    }

    /// The number of a node.
    pub(super) fn entry(&self, id: NodeId) -> Option<Entry<'_>> {
        let node = self.recording.node(id)?;
        Some(Entry {
            why: self,
            id,
            node,
        })
    }
}

impl<'a> Entry<'a> {
    /// The node's value, in SI units.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.node.value
    }

    /// Unit of the value; `None` where the units of a formula do not agree, which no formula of the
    /// model has.
    #[must_use]
    pub const fn unit(&self) -> Option<Unit> {
        self.node.unit
    }

    /// The node itself.
    #[must_use]
    pub const fn node(&self) -> &'a Node {
        self.node
    }

    /// Place of the node, the same wherever it appears.
    #[must_use]
    pub const fn id(&self) -> NodeId {
        self.id
    }

    /// The operation that gives the number; `None` of a leaf.
    #[must_use]
    pub fn op(&self) -> Option<Op> {
        self.node.made.as_ref().map(|(op, _)| *op)
    }

    /// The numbers below.
    pub fn below(&self) -> impl Iterator<Item = Entry<'a>> + use<'a> {
        let why = self.why;
        let ids = self.node.made.iter().flat_map(|(_, ids)| ids);
        ids.filter_map(move |id| why.entry(*id))
    }

    /// The source of a leaf; `None` of a number that an operation gives.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        if self.node.made.is_some() {
            return None;
        }
        Some(match self.node.leaf? {
            Leaf::Number(_) | Leaf::Times => Origin::Counted,
            Leaf::Symbol(Symbol::PowerUsage) => Origin::Assumed,
            Leaf::Symbol(_) => Origin::Plan,
            Leaf::Sheet(_) => Origin::Sheet,
            Leaf::Constant(name) => constant_origin(name),
            Leaf::Simulated(_) => Origin::Simulated,
            Leaf::Machine(_) => Origin::Machine,
        })
    }

    /// The number at a path of words below this one; `Err` with the last number that was found and
    /// the first word that it does not have.
    ///
    /// # Errors
    /// If a number on the path has none of the next word below it.
    pub fn at<'w>(&self, path: &'w str) -> Result<Self, (Self, &'w str)> {
        let steps = path.split('/').filter(|word| !word.is_empty());
        let mut here = *self;
        for step in steps {
            let found = words(&here).into_iter().find(|(word, _)| word == step);
            match found {
                Some((_, below)) => here = below,
                None => return Err((here, step)),
            }
        }
        Ok(here)
    }

    /// The word of the node in a path.
    #[must_use]
    pub fn word(&self) -> &'static str {
        if let Some(part) = self.node.part {
            return part.word();
        }
        match self.node.leaf {
            Some(Leaf::Symbol(symbol)) => symbol.word(),
            Some(Leaf::Constant(name)) => name,
            Some(Leaf::Sheet(sheet)) => sheet.word(),
            Some(Leaf::Simulated(time)) => time.word(),
            Some(Leaf::Machine(_)) => "machine",
            Some(Leaf::Times) => "times",
            Some(Leaf::Number(_)) => "number",
            None => self.op().map_or("number", |op| op.word()),
        }
    }
}

/// The words of the nodes below one: each its own, and a number behind those that come again.
#[must_use]
pub fn words<'a>(entry: &Entry<'a>) -> Vec<(String, Entry<'a>)> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let numbered = |below: Entry<'a>| {
        let word = below.word();
        let count = counts.entry(word).or_default();
        *count += 1;
        match count {
            1 => (word.to_owned(), below),
            count => (format!("{word}-{count}"), below),
        }
    };
    entry.below().map(numbered).collect()
}

/// Memory of a stage, on the reader's machine if one was measured.
fn stage_memory(
    legal: &Legal,
    program: &Program,
    machine: Option<&Machine>,
    stage: usize,
) -> StageMemory<TracedCount> {
    let memory = memory::numbers_of_stage(legal, program, stage);
    match machine {
        Some(machine) => machine.on_stage(&Memory::of_program(legal, program), memory),
        None => memory,
    }
}

impl Origin {
    /// The origin of a constant of the calibration.
    pub(super) const fn of_constant(origin: calibration::Origin) -> Self {
        match origin {
            calibration::Origin::Calibrated => Self::Fitted,
            calibration::Origin::Measured => Self::Measured,
            calibration::Origin::Assumed => Self::Assumed,
        }
    }
}

fn constant_origin(name: &str) -> Origin {
    let constant = CONSTANTS.iter().find(|constant| constant.name == name);
    constant.map_or(Origin::Assumed, |constant| {
        Origin::of_constant(constant.origin)
    })
}
