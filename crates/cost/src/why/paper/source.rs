//! Works whose formulas are computed beside figures.

use crate::vocabularies;

vocabularies! {
    /// A work, as `docs/bibliography.md` lists it.
    Source {
        /// Models' FLOPs: 6 for each parameter and token.
        Kaplan2020 = "Kaplan 2020",
        /// Model FLOPs utilisation.
        Chowdhery2022 = "Chowdhery 2022",
        /// Bubbles and transfers of pipelines.
        Narayanan2021 = "Narayanan 2021",
        /// Tensor parallelism.
        Shoeybi2019 = "Shoeybi 2019",
        /// Activations and their recomputation.
        Korthikanti2022 = "Korthikanti 2022",
        /// Model state and its sharding.
        Rajbhandari2020 = "Rajbhandari 2020",
        /// Layers that are gathered when they run.
        Zhao2023 = "Zhao 2023",
        /// Rings of keys and values.
        Liu2023 = "Liu 2023",
        /// Heads for tokens.
        Jacobs2023 = "Jacobs 2023",
        /// Exchange of experts.
        Lepikhin2020 = "Lepikhin 2020",
        /// Checkpoints against failures.
        Young1974 = "Young 1974",
        /// Energy of a run.
        Patterson2021 = "Patterson 2021",
    }
}

impl Source {
    /// Number of the work in arXiv, if it has one.
    #[must_use]
    pub const fn arxiv(self) -> Option<&'static str> {
        Some(match self {
            Self::Kaplan2020 => "2001.08361",
            Self::Chowdhery2022 => "2204.02311",
            Self::Narayanan2021 => "2104.04473",
            Self::Shoeybi2019 => "1909.08053",
            Self::Korthikanti2022 => "2205.05198",
            Self::Rajbhandari2020 => "1910.02054",
            Self::Zhao2023 => "2304.11277",
            Self::Liu2023 => "2310.01889",
            Self::Jacobs2023 => "2309.14509",
            Self::Lepikhin2020 => "2006.16668",
            Self::Young1974 => return None,
            Self::Patterson2021 => "2104.10350",
        })
    }
}
