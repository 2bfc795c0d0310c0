//! Weighs the built page against its budgets.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::{programs::dist, release};

/// The most that all files of the first visit may weigh, in bytes, compressed with brotli: 1.25 s on
/// slow 4G (1.6 Mbit/s). Readable code comes before bytes within it.
const FIRST_LOAD_BUDGET: u64 = 250_000;
/// Files that are loaded later, their time of loading, and the most that they may weigh.
const BUDGETS: [(Load, &str, u64); 15] = [
    (
        Load::First,
        "everything of the first load",
        FIRST_LOAD_BUDGET,
    ),
    // With their style sheets: 126 kB. What a framework does not run of the plan, said beside the verdict
    // by the tables of frameworks: 15. Points of 494 published runs of adapters: 4. The line of changes,
    // with the repairs of illegal plans: 9. The button of predictions, and the frame of cards: 1.
    // Numbers in the bars, the fold of memory and time, bands below sliders, the limit and its warnings: 10.
    (Load::Figures, "the later figures", 170_000),
    // Numbers of the cut as buttons: 1. Captions in two lines on phones, the key of famous plans: 1.
    (Load::Views, "the other views of a plan", 173_000),
    // With what sweeps and comparisons know of adapters: 167 kB. Lengths of samples, objectives and
    // their reference models: 4. Without the terms of memory: 152.
    (
        Load::Plans,
        "the views of other plans and of the run",
        152_000,
    ),
    // The form and its answers: 58 kB. Marks of savings, and sentences on a search that was cut: 3.
    // Families of layouts, and wider searches where nothing fits: 3. The cheapest card, the longest
    // sequence and the largest model that fit, as tables, and what each framework refuses of them: 18.
    (Load::Search, "the search for the best layout", 84_000),
    // Sentences by what holds for the plan, and whole transfers beside their exposed part: 66 kB. A
    // condition for every sentence: 2. Layers of which nothing is trained: 1. The figure of the step that
    // a scene is about: 2. Headlines, words on the pieces, the pipeline with a bar a stage: 8.
    (Load::Watch, "the player of a step", 85_000),
    // The card: 119 kB. The letters of the formulas of memory, which the view of its terms had before: 1.
    (Load::Why, "the arithmetic of figures", 121_000),
    // Beside the arithmetic, which it loads too: a round and its figures, the parts of two plans, and
    // the views of question, outcome and table.
    (Load::Predict, "predictions", 53_000),
    // Made for speed: 124 kB; linear mixers, pods of the network and 8-bit gathers: 7; 104 models: 2;
    // the memory of hosts, which decides what may be offloaded: 5; uneven divisions of layers, savings
    // where nothing fits, and what a framework refuses: 11; families of layouts: 3;
    // adapters beside frozen weights: 3; the cheapest card, the longest sequence and the largest model
    // that fit, with their whole estimates: 12; frozen ends and layers: 4.
    (Load::Worker, "the program of the search's workers", 173_000),
    // Sixteen targets with notes on what each cannot express, goals, QR codes, and what it shares
    // with the panel of lessons: 148 kB. Several files, folders and archives, and what a file loses by
    // what it may change: 10.
    (
        Load::Share,
        "handing plans on and bringing them in",
        170_000,
    ),
    // Twelve formats, logs of five frameworks, parsers of TOML, YAML and shell scripts, one budget of
    // work for all of them: 135 kB. A program apart from the page has links, the catalogue, JSON and
    // the standard library once more: 72 kB. Scripts as bash runs them, and names of models on the hub:
    // 46 kB. Commands, the fields of programs that are not read, and Megatron-SWIFT: 8. Twelve programs
    // more, several files of one run, archives: 50. Every argument of Megatron-LM in one table: 2.
    // Adapters in eight formats, and that of PEFT: 7. Training by rewards with veRL, copies of ends and
    // layers that are trained: 2. It is fetched with the first file that a reader opens.
    (Load::Reader, "the worker that reads files", 329_000),
    // The reader of lessons, their texts, hints with the search behind them: 110 kB; texts by condition,
    // and numbers as people write them: 12; the reader of JSON: 6.
    (Load::Panel, "the panel of lessons", 135_000),
    // Four files; a reader opens one at a time.
    (Load::Lessons, "our lessons", 40_000),
    // The two pseudo-languages; a reader loads one at a time. Names of the numbers in a figure's
    // arithmetic: 9, and of the assumptions of textbooks: 2. Predictions: 1.
    (Load::Languages, "the languages beside English", 84_000),
    (
        Load::OnQuery,
        "what only a query or a frame asks for",
        15_000,
    ),
];

/// The files of the built page, largest first.
pub struct Sizes(Vec<Asset>);

impl Sizes {
    /// Weighs the files of `dist`.
    pub fn measure() -> Result<Self> {
        let names = release::files(&dist());
        let names = names.context("dist/ cannot be read; run `cargo xtask build`")?;
        let index = fs::read_to_string(dist().join("index.html"))
            .context("dist/index.html is missing; run `cargo xtask build`")?;
        let mut assets = names
            .into_iter()
            .map(|name| {
                Ok(Asset {
                    raw: fs::metadata(dist().join(&name))?.len(),
                    brotli: release::brotli_size(&dist(), &name)?,
                    load: Load::of(&name, &index),
                    name,
                })
            })
            .collect::<Result<Vec<_>>>()?;
        assets.sort_by_key(|asset| std::cmp::Reverse(asset.brotli));
        Ok(Self(assets))
    }

    /// Prints a line for each file, then the budgets.
    pub fn print(&self) {
        println!("\n{:>10} {:>10}  file", "raw", "brotli");
        for asset in &self.0 {
            let later = match asset.load {
                Load::First => "",
                Load::Figures => "  (later)",
                Load::Views => "  (views)",
                Load::Plans => "  (plans)",
                Load::Search => "  (search)",
                Load::Watch => "  (player)",
                Load::Why => "  (arithmetic)",
                Load::Predict => "  (predictions)",
                Load::Worker => "  (workers)",
                Load::Share => "  (sharing)",
                Load::Reader => "  (reading files)",
                Load::Panel => "  (the panel of lessons)",
                Load::Lessons => "  (lesson)",
                Load::Languages => "  (language)",
                Load::OnQuery => "  (if asked)",
                Load::Never => "  (not by the page)",
            };
            println!(
                "{:>10} {:>10}  {}{later}",
                kilobytes(asset.raw),
                kilobytes(asset.brotli),
                asset.name
            );
        }
        println!();
        for check in self.checks() {
            println!("{check}");
        }
    }

    /// Fails where the page is heavier than its budgets.
    pub fn check(&self) -> Result<()> {
        for check in self.checks() {
            ensure!(
                check.is_within(),
                "the page is too heavy ({check}); see the sizes above, and what is linked with `twiggy top`"
            );
        }
        Ok(())
    }

    fn checks(&self) -> Vec<Check> {
        let of = |load: Load| self.0.iter().filter(move |asset| asset.load == load);
        let weight = |load: Load| of(load).map(|asset| asset.brotli).sum();
        let checks = BUDGETS.map(|(load, what, budget)| Check {
            what,
            weight: weight(load),
            budget,
        });
        checks.into()
    }
}

struct Asset {
    /// The path below `dist`, with slashes.
    name: String,
    raw: u64,
    brotli: u64,
    load: Load,
}

/// First occasion on which a file is loaded.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Load {
    /// Any visit.
    First,
    /// The later figures.
    Figures,
    /// The other views of a plan.
    Views,
    /// The views of other plans and of the run.
    Plans,
    /// The view of the search for the best layout.
    Search,
    /// The player of a step.
    Watch,
    /// The arithmetic of figures.
    Why,
    /// Predictions of figures.
    Predict,
    /// The workers of that search.
    Worker,
    /// The dialog that exports and imports plans.
    Share,
    /// A text that is no link, in that dialog.
    Reader,
    /// The panel of lessons.
    Panel,
    /// A lesson of ours.
    Lessons,
    /// A language that the query names.
    Languages,
    /// A query, or a page around this one.
    OnQuery,
    /// Nothing of the page: browsers and other sites do.
    Never,
}

/// Later parts of the page. A piece that several of them load bears the name of one.
const PARTS: [(&str, Load); 13] = [
    ("figures", Load::Figures),
    ("views", Load::Views),
    ("plans", Load::Plans),
    ("best", Load::Search),
    ("watch", Load::Watch),
    ("why", Load::Why),
    ("predict", Load::Predict),
    ("share", Load::Share),
    ("lesson", Load::Panel),
    // Where teachers write some, with what the panel reads them with.
    ("writer", Load::Panel),
    ("embed", Load::OnQuery),
    // Programs of workers.
    ("search", Load::Worker),
    ("import", Load::Reader),
];

impl Load {
    fn of(name: &str, index: &str) -> Self {
        if name == "index.html" || is_named_in(index, name) && !release::is_beside(name) {
            return Self::First;
        }
        if release::is_beside(name) {
            return Self::Never;
        }
        if release::is_language(name) {
            return Self::Languages;
        }
        let (_, own) = name.split_once('_').unwrap_or_default();
        if release::is_lesson(own) {
            return Self::Lessons;
        }
        let own = own.split(['.', '_']).next().unwrap_or_default();
        let part = PARTS.iter().find(|(part, _)| own == *part);
        // What the page's scripts load belongs to the figures.
        part.map_or(Self::Figures, |(_, load)| *load)
    }
}

struct Check {
    what: &'static str,
    weight: u64,
    budget: u64,
}

impl Check {
    fn is_within(&self) -> bool {
        self.weight <= self.budget
    }
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (weight, budget) = (kilobytes(self.weight), kilobytes(self.budget));
        let verdict = if self.is_within() { "within" } else { "OVER" };
        write!(
            f,
            "{}: {weight} brotli, {verdict} the budget of {budget}",
            self.what
        )
    }
}

/// True if the page's HTML names a file as a whole word of a path, quoted or after a slash.
fn is_named_in(html: &str, name: &str) -> bool {
    html.match_indices(name).any(|(at, _)| {
        html[..at].ends_with(['/', '"', '\'', '='])
            && !html[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '.')
    })
}

/// In kB of 1000 bytes, with one decimal.
fn kilobytes(bytes: u64) -> String {
    let tenths = (bytes + 50) / 100;
    format!("{}.{} kB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::{Load, is_named_in, kilobytes};

    #[test]
    fn a_file_is_named_by_its_whole_path_only() {
        let html = r#"<script src="./page.js"></script><link href=style/a.css>"#;
        assert!(is_named_in(html, "page.js"));
        assert!(is_named_in(html, "style/a.css"));
        assert!(!is_named_in(html, "age.js"));
        assert!(!is_named_in(html, "page.j"));
        assert!(!is_named_in(html, "b.css"));
    }

    #[test]
    fn a_file_is_loaded_with_the_part_in_its_name() {
        let of = |name| Load::of(name, "href=\"./page-1.js\"");
        assert_eq!(of("page-1.js"), Load::First);
        assert_eq!(of("page-1_figures.pack"), Load::Figures);
        assert_eq!(of("page-1_share_chunk_2.wasm"), Load::Share);
        assert_eq!(of("page-1_share.wasm"), Load::Share);
        assert_eq!(of("page-1_search.wasm"), Load::Worker);
        assert_eq!(of("page-1_import.js"), Load::Reader);
        assert_eq!(of("page-1_best.wasm"), Load::Search);
        assert_eq!(of("page-1_keep.js"), Load::Figures);
        assert_eq!(of("page-1_tour.json"), Load::Lessons);
        assert_eq!(of("page-1_accuracy.json"), Load::Figures);
        assert_eq!(of("embed.js"), Load::Never);
    }

    #[test]
    fn sizes_are_rounded_to_the_nearest_tenth() {
        assert_eq!(kilobytes(119_949), "119.9 kB");
        assert_eq!(kilobytes(119_950), "120.0 kB");
    }
}
