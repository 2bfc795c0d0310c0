//! Training frameworks by version, and their ability to run a plan's layout.
//!
//! Tests: `tests/all/releases.rs`, `crates/search/tests/all/optimize/releases.rs`.

use crate::export::Target;
use crate::export::aspect::{Aspect, Note};
use crate::export::facts::Facts;
use crate::frameworks::lacks;
use cost::legal::Legal;
use cost::plan::{ContextKind, Layout, Plan, Recipe, Word};
use cost::vocabularies;
use serde::{Deserialize, Serialize};

vocabularies! {
    /// A training framework whose limits are known.
    Framework {
        /// Megatron-LM.
        Megatron = "megatron",
        /// Megatron-Bridge, on which NeMo is built.
        MegatronBridge = "megatron-bridge",
        /// torchtitan.
        TorchTitan = "torchtitan",
        /// DeepSpeed.
        DeepSpeed = "deepspeed",
        /// nanotron.
        Nanotron = "nanotron",
        /// `MaxText`.
        MaxText = "maxtext",
        /// Hugging Face Accelerate, with FSDP.
        Accelerate = "accelerate",
    }
}

impl Framework {
    /// Versions whose limits are known, the oldest first. A name stands for the releases from it to
    /// the next: `0.18` of Megatron-LM begins with core 0.18.2.
    #[must_use]
    pub const fn versions(self) -> &'static [&'static str] {
        match self {
            Self::Megatron => &["0.16", "0.17", "0.18", "0.19"],
            Self::MegatronBridge => &["0.6"],
            Self::TorchTitan => &["0.2", "0.3"],
            Self::DeepSpeed => &["0.19"],
            Self::Nanotron => &["2026-04"],
            Self::MaxText => &["2026-08"],
            Self::Accelerate => &["1.15"],
        }
    }

    /// The target of an export to the framework.
    #[must_use]
    pub const fn target(self) -> Target {
        match self {
            Self::Megatron => Target::Megatron,
            Self::MegatronBridge => Target::MegatronBridge,
            Self::TorchTitan => Target::TorchTitan,
            Self::DeepSpeed => Target::DeepSpeed,
            Self::Nanotron => Target::Nanotron,
            Self::MaxText => Target::MaxText,
            Self::Accelerate => Target::Accelerate,
        }
    }

    /// The framework of a recipe; `None` if its limits are not known.
    #[must_use]
    pub const fn of_recipe(recipe: Recipe) -> Option<Self> {
        Some(match recipe {
            Recipe::Megatron => Self::Megatron,
            Recipe::Nemo => Self::MegatronBridge,
            Recipe::TorchTitan => Self::TorchTitan,
            Recipe::DeepSpeed | Recipe::HuggingFaceDeepSpeed => Self::DeepSpeed,
            Recipe::Nanotron => Self::Nanotron,
            Recipe::HuggingFace => Self::Accelerate,
            Recipe::MaxText => Self::MaxText,
            Recipe::ZeroPaper | Recipe::LlmFoundry | Recipe::Verl | Recipe::OpenRlhf => {
                return None;
            }
        })
    }

    /// The recipe that estimates plans of the framework.
    #[must_use]
    pub const fn recipe(self) -> Recipe {
        match self {
            Self::Megatron => Recipe::Megatron,
            Self::MegatronBridge => Recipe::Nemo,
            Self::TorchTitan => Recipe::TorchTitan,
            Self::DeepSpeed => Recipe::DeepSpeed,
            Self::Nanotron => Recipe::Nanotron,
            Self::MaxText => Recipe::MaxText,
            Self::Accelerate => Recipe::HuggingFace,
        }
    }

    /// Gives a plan a recipe of the framework, unless it has one, or its card does not run the
    /// framework.
    ///
    /// ```
    /// use cost::plan::Recipe;
    /// use formats::catalog;
    /// use formats::export::Framework;
    /// let mut plan = catalog::default_plan();
    /// Framework::Accelerate.adopt(&mut plan);
    /// assert_eq!(plan.stack.recipe, Recipe::HuggingFace);
    /// plan.move_to(catalog::gpu("tpu-v5p").unwrap());
    /// Framework::Megatron.adopt(&mut plan);
    /// assert_eq!(plan.stack.recipe, Recipe::MaxText);
    /// ```
    pub fn adopt(self, plan: &mut Plan) {
        let has_own = Self::of_recipe(plan.stack.recipe) == Some(self);
        if !has_own && plan.cluster.gpu.family.runs(self.recipe()) {
            plan.stack.recipe = self.recipe();
        }
    }
}

/// A framework in one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// The framework.
    pub framework: Framework,
    /// Place of the version among [`Framework::versions`].
    version: usize,
}

/// A text that names no release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownRelease {
    /// No framework has this name.
    Framework(String),
    /// The framework has no such version.
    Version(Framework, String),
}

impl Release {
    /// The newest version of a framework.
    #[must_use]
    pub const fn newest(framework: Framework) -> Self {
        Self {
            framework,
            version: framework.versions().len() - 1,
        }
    }

    /// The version whose files an export writes.
    #[must_use]
    pub fn exported(target: Target) -> Option<Self> {
        if target == Target::TorchTitanPython {
            return Some(Self::newest(Framework::TorchTitan));
        }
        let all = Framework::ALL.iter().copied();
        let framework = all.into_iter().find(|each| each.target() == target)?;
        Some(match framework {
            // The options also exist in 0.16; torchtitan's 0.3 reads no TOML.
            Framework::Megatron | Framework::TorchTitan => Self {
                framework,
                version: 0,
            },
            _ => Self::newest(framework),
        })
    }

    /// The versions that read an exported file; one without a name for a target without a framework.
    pub(crate) fn reading(target: Target) -> &'static [&'static str] {
        let Some(release) = Self::exported(target) else {
            return &[""];
        };
        let later = release.framework.versions().split_at(release.version).1;
        match release.framework {
            // Later releases read the same arguments.
            Framework::Megatron => later,
            _ => later.split_at(1).0,
        }
    }

    /// The newest release of the framework of a recipe; `None` if its limits are not known.
    #[must_use]
    pub fn of_recipe(recipe: Recipe) -> Option<Self> {
        Framework::of_recipe(recipe).map(Self::newest)
    }

    /// The target of an export to the release.
    #[must_use]
    pub fn target(self) -> Target {
        match self.framework {
            Framework::TorchTitan if self == Self::newest(Framework::TorchTitan) => {
                Target::TorchTitanPython
            }
            framework => framework.target(),
        }
    }

    /// Reads `megatron`, its newest version, or `megatron@0.18`.
    ///
    /// # Errors
    /// If there is no such framework or version.
    ///
    /// ```
    /// use formats::export::{Framework, Release, UnknownRelease};
    /// assert_eq!(Release::parse("torchtitan"), Ok(Release::newest(Framework::TorchTitan)));
    /// assert_eq!(Release::parse("megatron@0.17").unwrap().name(), "megatron@0.17");
    /// assert!(matches!(Release::parse("megatron@9"), Err(UnknownRelease::Version(..))));
    /// assert!(matches!(Release::parse("fairseq"), Err(UnknownRelease::Framework(_))));
    /// ```
    pub fn parse(text: &str) -> Result<Self, UnknownRelease> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version)),
            None => (text, None),
        };
        let framework =
            Framework::parse(name).ok_or_else(|| UnknownRelease::Framework(name.to_owned()))?;
        let Some(version) = version else {
            return Ok(Self::newest(framework));
        };
        let versions = framework.versions().iter();
        let place = versions.into_iter().position(|known| *known == version);
        let version =
            place.ok_or_else(|| UnknownRelease::Version(framework, version.to_owned()))?;
        Ok(Self { framework, version })
    }

    /// The newest release of each framework.
    pub fn newest_of_each() -> impl Iterator<Item = Self> {
        Framework::ALL.iter().copied().map(Self::newest)
    }

    /// Every release.
    pub fn all() -> impl Iterator<Item = Self> {
        let frameworks = Framework::ALL.iter().copied();
        frameworks.flat_map(|framework| {
            let versions = 0..framework.versions().len();
            versions.map(move |version| Self { framework, version })
        })
    }

    /// The version.
    #[must_use]
    pub fn version(self) -> &'static str {
        let versions = self.framework.versions();
        versions.get(self.version).copied().unwrap_or_default()
    }

    /// The release as [`Release::parse`] reads it.
    #[must_use]
    pub fn name(self) -> String {
        [self.framework.word(), "@", self.version()].concat()
    }

    /// True if the framework runs the plan's layout.
    ///
    /// ```
    /// use cost::legal::Legal;
    /// use formats::export::Release;
    /// let runs = |release: &str, link: &str| {
    ///     let (plan, _) = formats::link::decode(link);
    ///     Release::parse(release).unwrap().runs(&Legal::check(&plan).unwrap())
    /// };
    /// let zero_bubble = "p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv&zero=2";
    /// assert!(runs("torchtitan", zero_bubble) && !runs("megatron", zero_bubble));
    /// ```
    #[must_use]
    pub fn runs(self, legal: &Legal) -> bool {
        let facts = Facts::of(legal);
        let mut lacks = lacks::stopping(self.framework.target());
        !lacks.any(|lack| lack.stops(&facts, self.version()))
    }

    /// True if the framework runs no layout that differs from the plan's only in its sharding and in
    /// the order of its pipeline.
    ///
    /// ```
    /// use cost::legal::Legal;
    /// use formats::export::Release;
    /// let (plan, _) = formats::link::decode("#v=1&p=mixtral-8x7b/h100x64&ep=8");
    /// let never = |release: &str| {
    ///     Release::parse(release).unwrap().never_runs(&Legal::check(&plan).unwrap())
    /// };
    /// // nanotron has no expert parallelism.
    /// assert!(never("nanotron") && !never("megatron"));
    /// ```
    #[must_use]
    pub fn never_runs(self, legal: &Legal) -> bool {
        let facts = Facts::of(legal);
        let mut lacks = lacks::stopping(self.framework.target());
        lacks.any(|lack| lack.stops_all(&facts, self.version()))
    }

    /// True if the framework runs no layout that differs from the plan's only in its sharding.
    ///
    /// ```
    /// use cost::legal::Legal;
    /// use formats::export::Release;
    /// let (plan, _) = formats::link::decode("#v=1&p=llama3-70b/h100x64&tp=8&pp=4&sched=zbv");
    /// let never = |release: &str| {
    ///     let legal = Legal::check(&plan).unwrap();
    ///     Release::parse(release).unwrap().never_runs_in_order(&legal)
    /// };
    /// // Megatron-LM has no zero-bubble schedule.
    /// assert!(never("megatron") && !never("torchtitan"));
    /// ```
    #[must_use]
    pub fn never_runs_in_order(self, legal: &Legal) -> bool {
        let facts = Facts::of(legal);
        let mut lacks = lacks::stopping(self.framework.target());
        lacks.any(|lack| lack.stops_in_order(&facts, self.version()))
    }

    /// The exchange of keys and values between context-parallel ranks that the framework's file has:
    /// the plan's, if the framework runs it; else the first that it runs.
    ///
    /// ```
    /// use cost::plan::ContextKind;
    /// use formats::export::Release;
    /// let plan = formats::catalog::default_plan();
    /// let of = |release: &str| Release::parse(release).unwrap().exchange(&plan);
    /// assert_eq!(of("megatron"), ContextKind::Ring);
    /// assert_eq!(of("deepspeed"), ContextKind::AllToAll);
    /// ```
    #[must_use]
    pub fn exchange(self, plan: &Plan) -> ContextKind {
        let mut alone = plan.bare();
        // Two ranks stand for any number: their layout is the simplest with an exchange.
        alone.layout = Layout {
            context: 2,
            ..Layout::default()
        };
        let mut runs = |kind| {
            alone.layout.context_kind = kind;
            Legal::check(&alone).is_ok_and(|legal| {
                let facts = Facts::of(&legal);
                let mut lacks = lacks::stopping(self.framework.target());
                !lacks.any(|lack| lack.changes(Aspect::ContextKind, &facts, self.version()))
            })
        };
        let own = plan.layout.context_kind;
        let mut kinds = std::iter::once(own).chain(ContextKind::ALL.iter().copied());
        kinds.find(|kind| runs(*kind)).unwrap_or(own)
    }

    /// Aspects of the plan's layout that keep the framework from running it.
    #[must_use]
    pub fn stopping(self, legal: &Legal) -> Vec<Note> {
        let facts = Facts::of(legal);
        let lacks = lacks::stopping(self.framework.target());
        let stopping = lacks.filter(|lack| lack.stops(&facts, self.version()));
        stopping
            .filter_map(|lack| lack.note(&facts, &[self.version()]))
            .collect()
    }
}
