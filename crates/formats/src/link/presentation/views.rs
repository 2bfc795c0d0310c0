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
        /// The limit of the plan, and changes that help.
        Diagnosis = "diagnosis",
        /// The memory of each stage.
        Memory = "memory",
        /// The terms of one stage's memory.
        Terms = "terms",
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
    /// The views that have a tab, from left to right: those of the present plan, those of other
    /// plans, those of the run. The first one is open unless an address names another.
    pub const TABS: [Self; 15] = [
        Self::Cut,
        Self::Watch,
        Self::Timeline,
        Self::Waterfall,
        Self::Map,
        Self::KernelTimes,
        Self::Terms,
        Self::Diagnosis,
        Self::Sweep,
        Self::Search,
        Self::Compare,
        Self::Run,
        Self::Bill,
        Self::Accuracy,
        Self::Recipe,
    ];

    /// The view of a tab, by its word; `None` for a view that is always in sight.
    pub(super) fn of_tab(word: &str) -> Option<Self> {
        Self::parse(word).filter(|view| Self::TABS.contains(view))
    }
}
