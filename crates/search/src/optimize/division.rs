//! The division of a model's layers among the stages of a pipeline.
//!
//! Tests: `tests/all/optimize/division.rs`, `tests/all/optimize/space.rs`.

use crate::degrees;
use cost::legal::virtual_stages;
use cost::plan::Plan;
use cost::vocabularies;
use serde::{Deserialize, Serialize};

vocabularies! {
    /// A kind of division.
    DivisionKind {
        /// Each stage has equally many layers.
        Even = "even",
        /// Embedding and loss each count as a layer, if the number of layers does not divide evenly
        /// without them.
        Ends = "ends",
        /// Some inner stages have one layer more, as [`degrees::uneven`] divides; only if neither
        /// of these two is possible.
        Uneven = "uneven",
        /// A list of the layers of each stage.
        List = "list",
    }
}

/// The division of layers among the stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Division {
    /// [`DivisionKind::Even`].
    Even,
    /// [`DivisionKind::Ends`].
    Ends,
    /// [`DivisionKind::Uneven`].
    Uneven,
    /// [`DivisionKind::List`]: the layers of each stage, in a token's order.
    List(LayerRuns),
}

/// The layers of each stage, as runs of stages with equally many layers. Published pipelines have
/// three runs at most: DeepSeek-V3 in Megatron-Bridge has 3 layers, 2 on each of 29 stages, and none
/// on the last two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LayerRuns([(u16, u16); Self::MOST]);

impl LayerRuns {
    /// Largest number of runs.
    const MOST: usize = 8;
    /// Largest number of stages, as in a link (`split`).
    const MOST_STAGES: usize = 512;

    /// The runs of a list; `None` if they are too many, or if a number is beyond that of a link.
    ///
    /// ```
    /// use search::optimize::LayerRuns;
    /// let runs = LayerRuns::of(&[3, 4, 4, 4, 2]).unwrap();
    /// assert_eq!(runs.layers(), [3, 4, 4, 4, 2]);
    /// assert_eq!(LayerRuns::of(&[1, 2, 1, 2, 1, 2, 1, 2, 1]), None);
    /// ```
    #[must_use]
    pub fn of(layers: &[u64]) -> Option<Self> {
        if layers.len() > Self::MOST_STAGES {
            return None;
        }
        let mut runs = [(0, 0); Self::MOST];
        let mut count = 0;
        for stages in layers.chunk_by(|one, other| one == other) {
            let layers = u16::try_from(stages[0]).ok()?;
            *runs.get_mut(count)? = (layers, stages.len() as u16);
            count += 1;
        }
        (count > 0).then_some(Self(runs))
    }

    /// The layers of each stage.
    #[must_use]
    pub fn layers(self) -> Vec<u64> {
        let runs = self.0.into_iter();
        let layers = runs.flat_map(|(layers, stages)| {
            std::iter::repeat_n(u64::from(layers), usize::from(stages))
        });
        layers.take(Self::MOST_STAGES).collect()
    }

    /// True if these are the layers of a plan's stages.
    pub(super) fn fits(self, plan: &Plan) -> bool {
        let layers = self.layers();
        layers.len() as u64 == virtual_stages(plan)
            && layers.iter().sum::<u64>() == plan.model.layers
    }

    /// A number for each run, by which lists are ordered.
    pub(super) fn order(self) -> [u64; Self::MOST] {
        self.0
            .map(|(layers, stages)| u64::from(layers) << 16 | u64::from(stages))
    }
}

impl Division {
    /// The kind of the division.
    #[must_use]
    pub const fn kind(self) -> DivisionKind {
        match self {
            Self::Even => DivisionKind::Even,
            Self::Ends => DivisionKind::Ends,
            Self::Uneven => DivisionKind::Uneven,
            Self::List(_) => DivisionKind::List,
        }
    }

    pub(super) fn write(self, plan: &mut Plan) {
        plan.layout.ends_count = self == Self::Ends;
        match self {
            Self::Even | Self::Ends => plan.layout.split.clear(),
            Self::Uneven => plan.layout.split = degrees::uneven(plan),
            Self::List(runs) => plan.layout.split = runs.layers(),
        }
    }

    /// The division of a legal plan with several stages; `None` if its list has too many runs.
    pub(super) fn of(plan: &Plan) -> Option<Self> {
        let layout = &plan.layout;
        if layout.split.is_empty() {
            // With one or two stages the division is the same whether or not the ends count.
            let counts = layout.ends_count && virtual_stages(plan) > 2;
            return Some(if counts { Self::Ends } else { Self::Even });
        }
        // A list that says the same as a word has that word.
        let natural = Self::natural(plan);
        let is_natural = |natural: &Self| natural.layers(plan) == layout.split;
        match natural.filter(is_natural) {
            Some(natural) => Some(natural),
            None => LayerRuns::of(&layout.split).map(Self::List),
        }
    }

    /// The layers of each stage of a plan that is divided so.
    pub(super) fn layers(self, plan: &Plan) -> Vec<u64> {
        let (layers, stages) = (plan.model.layers, virtual_stages(plan).max(1));
        match self {
            Self::Even => vec![layers / stages; stages as usize],
            Self::Ends => {
                let mut all = vec![(layers + 2) / stages; stages as usize];
                for end in [0, stages as usize - 1] {
                    all[end] = all[end].saturating_sub(1);
                }
                all
            }
            Self::Uneven => degrees::uneven(plan),
            Self::List(runs) => runs.layers(),
        }
    }

    /// The division of the layers of a plan, legal or not, among its stages: even if possible, else
    /// with the ends counted, else uneven. `None` if there is none. Several virtual stages a rank
    /// are only uneven if no number of them divides the layers of this pipeline.
    pub(super) fn natural(plan: &Plan) -> Option<Self> {
        let (layers, stages) = (plan.model.layers, virtual_stages(plan));
        let pipeline = plan.layout.pipeline;
        if plan.schedule().facts().is_bidirectional() && !pipeline.is_multiple_of(2) {
            return None;
        }
        if let Some(equal) = Self::equal(layers, stages) {
            return Some(equal);
        }
        let is_open = plan.layout.virtual_stages == 1 || !has_equal_chunks(layers, pipeline);
        (is_open && stages <= layers).then_some(Self::Uneven)
    }

    /// The division by which each stage has equally many layers, if there is one.
    fn equal(layers: u64, stages: u64) -> Option<Self> {
        if layers.is_multiple_of(stages) {
            Some(Self::Even)
        } else if (layers + 2).is_multiple_of(stages) {
            Some(Self::Ends)
        } else {
            None
        }
    }

    /// Every division that a search offers for a pipeline: the natural one and, if that is uneven,
    /// those whose last stage has what is left. They have room for the loss and for layers that
    /// predict further tokens.
    ///
    /// ```
    /// use search::optimize::Division;
    /// let mut plan = formats::catalog::plan("deepseek-v3-671b", "h800", 2_048).unwrap();
    /// plan.layout.pipeline = 16;
    /// let offered = Division::offered(&plan);
    /// let lists: Vec<Vec<u64>> = offered.iter().map(|division| {
    ///     let mut plan = plan.clone();
    ///     search::optimize::Candidate { division: *division, ..search::optimize::Candidate::of(&{
    ///         plan.layout.split = search::degrees::uneven(&plan);
    ///         plan.clone()
    ///     }).unwrap() }.write(&mut plan);
    ///     plan.layout.split
    /// }).collect();
    /// // Megatron-Bridge's layouts of DeepSeek-V3 and of Kimi K2.
    /// assert!(lists.contains(&[vec![4; 15], vec![1]].concat()));
    /// assert!(lists.contains(&[vec![3], vec![4; 14], vec![2]].concat()));
    /// ```
    #[must_use]
    pub fn offered(plan: &Plan) -> Vec<Self> {
        let Some(natural) = Self::natural(plan) else {
            return Vec::new();
        };
        let mut offered = vec![natural];
        if natural == Self::Uneven {
            let lists = short_at_the_end(plan.model.layers, virtual_stages(plan));
            let known = natural.layers(plan);
            let lists = lists.into_iter().filter(|list| *list != known);
            offered.extend(lists.filter_map(|list| LayerRuns::of(&list).map(Self::List)));
        }
        offered
    }
}

/// True if interleaved stages of this pipeline can have equally many layers.
fn has_equal_chunks(layers: u64, pipeline: u64) -> bool {
    let most = layers / pipeline.max(1) + 2;
    (2..=most).any(|chunks| Division::equal(layers, pipeline * chunks).is_some())
}

/// Stages without layers at the end: one for the loss, and one for layers that predict further
/// tokens (Megatron-Bridge, `recipes/deepseek/deepseek_v3.py`).
const MOST_EMPTY: usize = 2;

/// Divisions whose stages have equally many layers until none are left. The first stage, which has
/// the embedding, has as many as the others, one less, or one more if its layers are dense, as
/// Megatron-Bridge's layouts have it.
fn short_at_the_end(layers: u64, stages: u64) -> Vec<Vec<u64>> {
    let share = layers.div_ceil(stages.max(1));
    let firsts = [Some(share), share.checked_sub(1), Some(share + 1)];
    let mut lists = Vec::new();
    for first in firsts.into_iter().flatten() {
        let Some(mut left) = layers.checked_sub(first) else {
            continue;
        };
        let mut list = vec![first];
        for _ in 1..stages {
            let next = share.min(left);
            list.push(next);
            left -= next;
        }
        let empty = list.iter().rev().take_while(|&&layers| layers == 0).count();
        if left == 0 && empty <= MOST_EMPTY {
            lists.push(list);
        }
    }
    lists
}
