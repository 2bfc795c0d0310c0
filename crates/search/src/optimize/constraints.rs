//! Constraints of a search: the values that are allowed on each axis.

use std::ops::RangeInclusive;

use super::candidate::{Candidate, Shards};
use super::division::{Division, DivisionKind, LayerRuns};
use super::recompute::RecomputeLevel;
use cost::plan::{
    ContextKind, CrossEntropy, Dtype, Offload, Optimizer, Plan, Schedule, Word, WordSet, ZeroStage,
};
use cost::vocabularies;
use formats::export::Release;
use formats::link::Key;
use serde::{Deserialize, Serialize};

/// The values that a search may give each axis. The search omits those that give no legal plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constraints {
    /// GPUs of the cluster.
    pub gpus: Numbers,
    /// Tensor parallel degrees.
    pub tensor: Numbers,
    /// Sequence parallelism beside tensor parallelism.
    pub sequence_parallel: WordSet<Switch>,
    /// Context parallel degrees.
    pub context: Numbers,
    /// Exchange of keys and values, of every layout with context parallelism.
    pub context_kind: ContextKind,
    /// Pipeline stages.
    pub pipeline: Numbers,
    /// The division of layers among stages, if no list of layers is given.
    pub division: WordSet<DivisionKind>,
    /// Lists of the layers of each stage; if there are any, every pipeline has one of them.
    pub splits: Vec<LayerRuns>,
    /// Orders of the pipeline.
    pub schedule: WordSet<Schedule>,
    /// Virtual stages per rank.
    pub virtual_stages: Numbers,
    /// Expert parallel degrees.
    pub expert: Numbers,
    /// Tensor parallel degrees inside an expert.
    pub expert_tensor: Numbers,
    /// ZeRO stages.
    pub zero: WordSet<ZeroStage>,
    /// The ranks that shard one copy of the state.
    pub shards: WordSet<Shards>,
    /// Sequences per micro-batch.
    pub micro: Numbers,
    /// The part of forward that backward recomputes.
    pub recompute: WordSet<RecomputeLevel>,
    /// Tensors that move to the host; if empty, the plan's.
    pub offload: WordSet<OffloadChoice>,
    /// Types of the matrix products.
    pub dtype: WordSet<Dtype>,
    /// Implementations of the loss.
    pub loss: WordSet<CrossEntropy>,
    /// Optimizers.
    pub optimizer: WordSet<Optimizer>,
}

/// Numbers from one to another.
pub type Numbers = RangeInclusive<u64>;

vocabularies! {
    /// Something that is on or off.
    Switch {
        /// Off.
        Off = "0",
        /// On.
        On = "1",
    }
    /// A choice of state and activations that move to host memory.
    OffloadChoice {
        /// Nothing.
        Nothing = "none",
        /// The optimizer's state.
        Optimizer = "opt",
        /// The optimizer's state and the weights, as FSDP moves them.
        Shard = "opt+params",
        /// Activations.
        Activations = "acts",
        /// The optimizer's state and activations.
        Both = "opt+acts",
        /// All of them.
        Everything = "opt+params+acts",
    }
}

/// The reason why a restriction cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub enum Unread {
    /// No axis has this key.
    Axis(String),
    /// The axis has no such value.
    Value {
        /// The axis.
        key: &'static str,
        /// The text as written.
        value: String,
        /// The values that are allowed.
        offered: Offered,
    },
}

/// The values that an axis or a key takes.
#[derive(Clone, Debug, PartialEq)]
pub enum Offered {
    /// One of these words.
    Word(&'static [&'static str]),
    /// Some of these words, or `any`.
    Words(&'static [&'static str]),
    /// A number between these two, in the unit of links.
    Number([f64; 2]),
    /// A whole number, or a range of them.
    Range,
    /// Some of these words, `any`, or the layers of each stage.
    WordsOrLayers(&'static [&'static str]),
}

/// The keys of the axes: GPUs, and keys of links.
pub fn axis_keys() -> impl Iterator<Item = &'static str> {
    let keys = Key::all().filter(|key| key.is_fixed()).map(Key::name);
    std::iter::once("p").chain(keys)
}

const ANY: Numbers = 1..=u64::MAX;

fn all<W: Word>() -> WordSet<W> {
    WordSet::of(W::ALL)
}

impl Constraints {
    /// Every layout of a plan's model, cluster and batch, with the plan's type and offloading.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        Self {
            gpus: plan.cluster.gpus..=plan.cluster.gpus,
            tensor: ANY,
            sequence_parallel: all(),
            context: ANY,
            context_kind: plan.layout.context_kind,
            pipeline: ANY,
            division: all(),
            splits: Vec::new(),
            schedule: all(),
            virtual_stages: ANY,
            expert: ANY,
            expert_tensor: ANY,
            zero: all(),
            shards: all(),
            micro: ANY,
            recompute: all(),
            offload: WordSet::EMPTY,
            dtype: WordSet::of(&[plan.levers.dtype]),
            loss: WordSet::of(&[plan.levers.cross_entropy]),
            optimizer: WordSet::of(&[plan.levers.optimizer]),
        }
    }

    /// Restricts one axis, as `tp=8`, `tp=..8`, `mbs=1..4`, `ckpt=none,core`, `dtype=any` or
    /// `split=9,11,11,9`: a number, a range with either end open, some words, all of them, or the
    /// layers of each stage.
    ///
    /// # Errors
    /// The axis or the value that cannot be read; then the constraints are unchanged.
    ///
    /// ```
    /// use formats::catalog;
    /// use search::optimize::Constraints;
    /// let mut constraints = Constraints::of(&catalog::default_plan());
    /// constraints.restrict("tp=..8").unwrap();
    /// assert_eq!(constraints.tensor, 1..=8);
    /// assert!(constraints.restrict("tp=many").is_err());
    /// ```
    pub fn restrict(&mut self, restriction: &str) -> Result<(), Unread> {
        let (key, value) = restriction
            .split_once('=')
            .ok_or_else(|| Unread::Axis(restriction.to_owned()))?;
        match key.trim() {
            "p" => numbers(&mut self.gpus, "p", value),
            "tp" => numbers(&mut self.tensor, "tp", value),
            "sp" => set(&mut self.sequence_parallel, "sp", value),
            "cp" => numbers(&mut self.context, "cp", value),
            "pp" => numbers(&mut self.pipeline, "pp", value),
            "split" => self.restrict_division(value),
            "sched" => set(&mut self.schedule, "sched", value),
            "vp" => numbers(&mut self.virtual_stages, "vp", value),
            "ep" => numbers(&mut self.expert, "ep", value),
            "etp" => numbers(&mut self.expert_tensor, "etp", value),
            "zero" => set(&mut self.zero, "zero", value),
            "hsdp" => set(&mut self.shards, "hsdp", value),
            "mbs" => numbers(&mut self.micro, "mbs", value),
            "ckpt" => set(&mut self.recompute, "ckpt", value),
            "off" => set(&mut self.offload, "off", value),
            "dtype" => set(&mut self.dtype, "dtype", value),
            _ => Err(Unread::Axis(key.to_owned())),
        }
    }

    fn restrict_division(&mut self, value: &str) -> Result<(), Unread> {
        let layers = value.split(',').map(|layers| layers.trim().parse());
        let layers: Option<Vec<u64>> = layers.map(Result::ok).collect();
        let given = layers.and_then(|layers| LayerRuns::of(&layers));
        let read = match given {
            Some(_) => Ok(()),
            None => set(&mut self.division, "split", value),
        };
        read.map_err(|_| Unread::Value {
            key: "split",
            value: value.to_owned(),
            offered: Offered::WordsOrLayers(DivisionKind::WORDS),
        })?;
        self.splits = given.into_iter().collect();
        Ok(())
    }

    /// True if the layers of a plan, written with this division, may be divided so.
    pub(super) fn allows_division(&self, division: Division, plan: &Plan) -> bool {
        if self.splits.is_empty() {
            return self.division.contains(division.kind());
        }
        let layers = LayerRuns::of(&division.layers(plan));
        layers.is_some_and(|runs| self.splits.contains(&runs))
    }

    /// Gives layouts with context parallelism the exchange that a framework runs, unless it runs that
    /// of the plan.
    ///
    /// ```
    /// use cost::plan::ContextKind;
    /// use formats::export::Release;
    /// use search::optimize::Constraints;
    /// let plan = formats::catalog::default_plan();
    /// let mut constraints = Constraints::of(&plan);
    /// constraints.exchange_as(Release::parse("deepspeed").unwrap(), &plan);
    /// assert_eq!(constraints.context_kind, ContextKind::AllToAll);
    /// ```
    pub fn exchange_as(&mut self, release: Release, plan: &Plan) {
        self.context_kind = release.exchange(plan);
    }

    /// Fixes one axis, given by its key in a link, to its value in a layout; other keys change
    /// nothing.
    ///
    /// ```
    /// use formats::catalog;
    /// use search::optimize::{Candidate, Constraints};
    /// let plan = catalog::default_plan();
    /// let mut constraints = Constraints::of(&plan);
    /// constraints.hold("tp", &Candidate::of(&plan).unwrap());
    /// assert_eq!(constraints.tensor, plan.layout.tensor..=plan.layout.tensor);
    /// ```
    pub fn hold(&mut self, key: &str, own: &Candidate) {
        match key {
            "p" | "gpus" => self.gpus = own.gpus..=own.gpus,
            "tp" => self.tensor = own.tensor..=own.tensor,
            "sp" if own.tensor > 1 => {
                let switch = Switch::ALL[usize::from(own.sequence_parallel)];
                self.sequence_parallel = WordSet::of(&[switch]);
            }
            "cp" => self.context = own.context..=own.context,
            "pp" => self.pipeline = own.pipeline..=own.pipeline,
            "split" | "ends" => {
                self.division = WordSet::of(&[own.division.kind()]);
                self.splits = match own.division {
                    Division::List(runs) => vec![runs],
                    _ => Vec::new(),
                };
            }
            "sched" => self.schedule = WordSet::of(&[own.schedule]),
            "vp" => self.virtual_stages = own.virtual_stages..=own.virtual_stages,
            "ep" => self.expert = own.expert..=own.expert,
            "etp" => self.expert_tensor = own.expert_tensor..=own.expert_tensor,
            "zero" => self.zero = WordSet::of(&[own.zero]),
            "hsdp" => self.shards = WordSet::of(&[own.shards]),
            "mbs" => self.micro = own.micro..=own.micro,
            "ckpt" | "ckptmod" | "ckptn" => self.recompute = WordSet::of(&[own.recompute.level()]),
            "off" | "offn" => self.offload = WordSet::EMPTY,
            "dtype" => self.dtype = WordSet::of(&[own.dtype]),
            _ => {}
        }
    }

    /// Keys of the restricted axes of a layout, in the order of [`Constraints`], without GPUs,
    /// offloading and types of products.
    #[must_use]
    pub fn restricted(&self) -> Vec<&'static str> {
        let is_numbers = |numbers: &Numbers| *numbers != ANY;
        let restricted = [
            ("tp", is_numbers(&self.tensor)),
            ("sp", self.sequence_parallel != all()),
            ("cp", is_numbers(&self.context)),
            ("pp", is_numbers(&self.pipeline)),
            ("split", self.division != all() || !self.splits.is_empty()),
            ("sched", self.schedule != all()),
            ("vp", is_numbers(&self.virtual_stages)),
            ("ep", is_numbers(&self.expert)),
            ("etp", is_numbers(&self.expert_tensor)),
            ("zero", self.zero != all()),
            ("hsdp", self.shards != all()),
            ("mbs", is_numbers(&self.micro)),
            ("ckpt", self.recompute != all()),
        ];
        let restricted = restricted.into_iter();
        let restricted = restricted.filter_map(|(key, is_restricted)| is_restricted.then_some(key));
        restricted.collect()
    }

    /// Sets of tensors that may move to the host; only the plan's set if none is named.
    #[must_use]
    pub fn offloads(&self, plan: &Plan) -> Vec<WordSet<Offload>> {
        if self.offload.is_empty() {
            return vec![plan.levers.offload];
        }
        let allowed = OffloadChoice::ALL.iter();
        let allowed = allowed.filter(|&&away| self.offload.contains(away));
        allowed.map(|away| away.parts()).collect()
    }
}

impl OffloadChoice {
    /// The parts that move.
    #[must_use]
    pub fn parts(self) -> WordSet<Offload> {
        use Offload::{Activations, Optimizer, Parameters};
        WordSet::of(match self {
            Self::Nothing => &[],
            Self::Optimizer => &[Optimizer],
            Self::Shard => &[Optimizer, Parameters],
            Self::Activations => &[Activations],
            Self::Both => &[Optimizer, Activations],
            Self::Everything => &[Optimizer, Parameters, Activations],
        })
    }
}

fn numbers(range: &mut Numbers, key: &'static str, value: &str) -> Result<(), Unread> {
    let unread = || Unread::Value {
        key,
        value: value.to_owned(),
        offered: Offered::Range,
    };
    let end = |text: &str, open: u64| match text.trim() {
        "" => Some(open),
        text => text.parse().ok().filter(|&number: &u64| number > 0),
    };
    let read = match value.split_once("..") {
        Some((low, high)) => end(low, 1).zip(end(high.trim_start_matches('='), u64::MAX)),
        None => end(value, 0).filter(|&one| one > 0).map(|one| (one, one)),
    };
    let (low, high) = read.filter(|(low, high)| low <= high).ok_or_else(unread)?;
    *range = low..=high;
    Ok(())
}

fn set<W: Word>(set: &mut WordSet<W>, key: &'static str, value: &str) -> Result<(), Unread> {
    if value.trim() == "any" {
        *set = all();
        return Ok(());
    }
    let words: Option<Vec<W>> = value.split(',').map(|word| W::parse(word.trim())).collect();
    let words = words.ok_or_else(|| Unread::Value {
        key,
        value: value.to_owned(),
        offered: Offered::Words(W::WORDS),
    })?;
    *set = WordSet::of(&words);
    Ok(())
}
