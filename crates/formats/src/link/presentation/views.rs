//! Words of a presentation: views, themes and units.

use cost::plan::Word;
use cost::vocabularies;

vocabularies! {
    /// A view that can be shown alone.
    View {
        /// The verdict, with the figures beside it.
        Verdict = "verdict",
        /// The five overheads.
        Overheads = "tolls",
        /// The limit of the plan, and the change that helps most.
        Diagnosis = "diagnosis",
        /// The memory of each stage.
        Memory = "memory",
        /// The part of the model that each GPU holds.
        Cut = "cut",
        /// A part of the step, played.
        Watch = "watch",
        /// The timeline of the step.
        Timeline = "timeline",
        /// The losses from the peak to the MFU.
        Waterfall = "waterfall",
        /// The map of the cluster.
        Map = "map",
        /// Kernels under their roofs.
        KernelTimes = "lastinch",
        /// A sweep of one axis.
        Sweep = "sweep",
        /// The best layout.
        Search = "search",
        /// The whole run.
        Run = "run",
        /// The bill of the lessons.
        Bill = "bill",
        /// The six decisions.
        Recipe = "recipe",
        /// Plans side by side.
        Compare = "compare",
        /// Published runs.
        Accuracy = "accuracy",
    }
    /// Colours and sizes of the page.
    Theme {
        /// The setting of the reader's system.
        Auto = "auto",
        /// Dark text on a light background.
        Light = "light",
        /// Light text on a dark background.
        Dark = "dark",
        /// Light, with more contrast and larger, for a lecture hall.
        Projector = "projector",
    }
    /// The unit in which memory is shown.
    Unit {
        /// 2³⁰ bytes.
        Gib = "gib",
        /// 10⁹ bytes.
        Gb = "gb",
    }
}

impl View {
    /// The views that have a tab, from left to right, in the groups of [`GROUPS`](Self::GROUPS). The
    /// first one is open unless an address names another. The last one has a tab only in a lesson's
    /// step that names it.
    pub const TABS: [Self; 13] = [
        Self::Cut,
        Self::Watch,
        Self::Timeline,
        Self::Waterfall,
        Self::Map,
        Self::KernelTimes,
        Self::Sweep,
        Self::Search,
        Self::Compare,
        Self::Run,
        Self::Bill,
        Self::Accuracy,
        Self::Recipe,
    ];

    /// The first view of each group of tabs: of the present plan, of other plans, of the run, of
    /// lessons.
    pub const GROUPS: [Self; 4] = [Self::Cut, Self::Sweep, Self::Run, Self::Recipe];

    /// Words of former views, with the views that show the same now. A link keeps its meaning.
    const FORMER: [(&str, Self); 1] = [("terms", Self::Memory)];

    /// The view of a word, of a former one too.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        let former = || {
            let found = Self::FORMER.into_iter().find(|(former, _)| *former == word);
            found.map(|(_, view)| view)
        };
        Self::parse(word).or_else(former)
    }

    /// True if the view needs the height of the window: memory and time above it fold to a few lines
    /// while it is open.
    #[must_use]
    pub const fn is_tall(self) -> bool {
        matches!(
            self,
            Self::Watch | Self::Timeline | Self::KernelTimes | Self::Search
        )
    }
}
