//! The part of forward that backward runs again.
//!
//! Tests: `tests/all/optimize/space.rs`.

use cost::plan::{Module, Plan, Recompute, WordSet};
use cost::vocabularies;
use serde::{Deserialize, Serialize};

vocabularies! {
    /// Amount of forward that backward runs again, from nothing to whole layers.
    RecomputeLevel {
        /// Nothing.
        None = "none",
        /// The attention core.
        Core = "core",
        /// Every module that can be dropped alone.
        Modules = "modules",
        /// Whole layers.
        Full = "full",
        /// The plan's own recomputation, if that is none of the others.
        Own = "own",
    }
}

/// The part of forward that backward runs again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Recomputed {
    /// [`RecomputeLevel::None`].
    None,
    /// [`RecomputeLevel::Core`].
    Core,
    /// [`RecomputeLevel::Modules`].
    Modules,
    /// [`RecomputeLevel::Full`].
    Full,
    /// [`RecomputeLevel::Own`]: some modules.
    SomeModules(WordSet<Module>),
    /// [`RecomputeLevel::Own`]: whole layers, this many a stage.
    SomeLayers(u64),
}

impl Recomputed {
    /// The amount.
    #[must_use]
    pub const fn level(self) -> RecomputeLevel {
        match self {
            Self::None => RecomputeLevel::None,
            Self::Core => RecomputeLevel::Core,
            Self::Modules => RecomputeLevel::Modules,
            Self::Full => RecomputeLevel::Full,
            Self::SomeModules(_) | Self::SomeLayers(_) => RecomputeLevel::Own,
        }
    }

    /// A plan's recomputation at a level; `None` for [`RecomputeLevel::Own`] if the plan recomputes
    /// as much as another level.
    pub(super) fn at(level: RecomputeLevel, plan: &Plan) -> Option<Self> {
        match level {
            RecomputeLevel::None => Some(Self::None),
            RecomputeLevel::Core => Some(Self::Core),
            RecomputeLevel::Modules => Some(Self::Modules),
            RecomputeLevel::Full => Some(Self::Full),
            RecomputeLevel::Own => {
                let own = Self::of(plan);
                (own.level() == RecomputeLevel::Own).then_some(own)
            }
        }
    }

    pub(super) fn write(self, plan: &mut Plan) {
        let core = WordSet::of(&[Module::Core]);
        let (amount, modules, layers) = match self {
            Self::None => (Recompute::None, core, None),
            Self::Core => (Recompute::Selective, core, None),
            Self::Modules => (Recompute::Selective, modules(plan), None),
            Self::Full => (Recompute::Full, core, None),
            Self::SomeModules(modules) => (Recompute::Selective, modules, None),
            Self::SomeLayers(layers) => (Recompute::Full, core, Some(layers)),
        };
        let levers = &mut plan.levers;
        (levers.recompute, levers.modules, levers.recompute_layers) = (amount, modules, layers);
    }

    /// The recomputation of a plan.
    pub(super) fn of(plan: &Plan) -> Self {
        let levers = &plan.levers;
        match (levers.recompute, levers.recompute_layers) {
            (Recompute::None, _) => Self::None,
            (Recompute::Full, None) => Self::Full,
            (Recompute::Full, Some(layers)) => Self::SomeLayers(layers),
            (Recompute::Selective, _) if levers.modules == WordSet::of(&[Module::Core]) => {
                Self::Core
            }
            (Recompute::Selective, _) if levers.modules == modules(plan) => Self::Modules,
            (Recompute::Selective, _) => Self::SomeModules(levers.modules),
        }
    }

    /// The least that every stage recomputes: the step is no shorter than with this.
    pub(super) const fn least(self) -> Self {
        match self {
            Self::SomeLayers(_) => Self::None,
            all => all,
        }
    }

    /// The most that every stage recomputes: it keeps no less than with this.
    pub(super) const fn most(self) -> Self {
        match self {
            Self::SomeLayers(_) => Self::Full,
            all => all,
        }
    }

    /// A number for each field, by which what is recomputed is ordered.
    pub(super) const fn order(self) -> [u64; 2] {
        let more = match self {
            Self::SomeModules(modules) => modules.bits() as u64,
            Self::SomeLayers(layers) => layers,
            _ => 0,
        };
        [self.level() as u64, more]
    }
}

/// Every module of a model that recompute can drop alone and that costs little to run again. The
/// only large matrix product among them is the MLP's, without which little would be saved beyond
/// the core.
fn modules(plan: &Plan) -> WordSet<Module> {
    let model = &plan.model;
    let mut modules = vec![Module::Core, Module::Norm];
    if model.moe.experts > 0 {
        modules.push(Module::MoeActivation);
    } else {
        modules.push(Module::Mlp);
    }
    if model.mla.is_some() {
        modules.push(Module::MlaUp);
    }
    WordSet::of(&modules)
}
