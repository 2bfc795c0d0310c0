//! Layouts of published runs: each is legal, a search finds it when all axes are fixed to it, and
//! its place among all layouts is printed. `cargo xtask test --all` prints every row's.

use std::fmt::{self, Display, Formatter};
use std::time::{Duration, Instant};

use cli::report::search::json::settings;
use cost::legal::Legal;
use cost::plan::Plan;
use formats::export::Release;
use formats::famous::FAMOUS;
use formats::link;
use runs::plan::PlannedRun;
use search::asked::{AskedSearch, RunsIn};
use search::optimize::{
    Candidate, Margin, SearchLimit, SearchQuestion, search, search_in_parallel,
};
use serde_json::Value;
use test_utils::plan;

/// A published layout.
struct Published {
    name: String,
    plan: Plan,
}

/// Sources whose layouts people run: Megatron-Bridge and its `MoE` benchmarks, `NeMo`'s recipes of DGX
/// Cloud, `MLPerf`, torchtitan, Llama 3.
const SOURCES: [&str; 6] = [
    "megatron-bridge",
    "megatron-moe",
    "dgx-cloud",
    "mlperf",
    "torchtitan",
    "llama3",
];

/// Pipelines of mixtures, from reports and recipes of their own.
///
/// - DeepSeek-V3 2024, section 3: 16 stages of `DualPipe`, EP 64. Megatron-Bridge,
///   `recipes/deepseek/deepseek_v3.py`, has the layers of the stages.
/// - Megatron-Bridge's benchmark on 1,024 H100, with `Et*3|(tt|)*29m|L`.
/// - Kimi K2 2025 (arXiv 2507.20534), section 2.4.2: 16 virtual stages of interleaved 1F1B, EP 16,
///   ZeRO-1; layers as in Megatron-Bridge, `recipes/kimi/kimi_k2.py`.
/// - Megatron-Bridge, `recipes/glm/glm45.py`: TP 2, PP 8, EP 16 on 256 GPUs. 92 layers do not divide
///   by 8: the last stage has what is left. On 4 stages they do.
const REPORTS: [(&str, &str); 6] = [
    (
        "DeepSeek-V3, its report",
        "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&sched=dualpipe&split=3,4,4,4,4,4,4,4,4,4,4,4,4,4,4,2&gbs=15360&seq=4096&dtype=fp8b",
    ),
    (
        "DeepSeek-V3, 4 layers and the last with 1",
        "#v=1&p=deepseek-v3-671b/h800x2048&pp=16&ep=64&split=4,4,4,4,4,4,4,4,4,4,4,4,4,4,4,1&gbs=15360&seq=4096&dtype=fp8b",
    ),
    (
        "DeepSeek-V3, Megatron-Bridge",
        "#v=1&p=deepseek-v3-671b/h100x1024&tp=2&pp=8&vp=4&ep=64&split=3,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,0,0&gbs=8192&seq=4096&dtype=fp8&ckpt=sel&ckptmod=mlp,mlaup",
    ),
    (
        "Kimi K2, its report",
        "#v=1&p=kimi-k2-1t/h800x2048&pp=16&vp=2&ep=16&split=3,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,0,0&gbs=16384&seq=4096&ckpt=sel&ckptmod=norm,moeact,mlaup",
    ),
    (
        "GLM-4.5, Megatron-Bridge",
        "#v=1&p=glm4.5-355b-a32b/h100x256&tp=2&pp=8&ep=16&split=12,12,12,12,12,12,12,8&gbs=2048&seq=4096&ckpt=sel",
    ),
    (
        "GLM-4.5 on 4 stages",
        "#v=1&p=glm4.5-355b-a32b/h100x256&tp=8&pp=4&cp=2&ep=16&gbs=512&seq=16384&ckpt=full",
    ),
];

/// The published layouts: of each plan of the sources once, of famous runs, and of reports.
fn published() -> Vec<Published> {
    let path = test_utils::root().join("tests/data/runs.json");
    let entries = runs::read_file(&path).expect("the published runs");
    let mut known = Vec::new();
    let mut all = Vec::new();
    for entry in &entries {
        let Some(row) = entry.row.as_ref().ok() else {
            continue;
        };
        let is_there = SOURCES.contains(&entry.source_group.as_str());
        if !is_there || known.contains(&row.plan_id) {
            continue;
        }
        known.push(row.plan_id.clone());
        let run = PlannedRun::of(row).unwrap_or_else(|why| panic!("{}: {why:?}", entry.id));
        all.push(Published {
            name: entry.id.clone(),
            plan: run.plan,
        });
    }
    let famous = FAMOUS.iter().filter(|run| run.published.is_some());
    all.extend(famous.map(|run| Published {
        name: run.published.map_or("", |figure| figure.source).to_owned(),
        plan: plan(run.link),
    }));
    all.extend(REPORTS.map(|(name, link)| Published {
        name: name.to_owned(),
        plan: plan(link),
    }));
    all
}

/// Restrictions of all axes to those of a layout, as `--fix` reads them.
fn fixed(layout: &Candidate) -> Vec<String> {
    let settings = settings(layout);
    let settings = settings.as_object().expect("an object").iter();
    let value = |value: &Value| match value.as_str() {
        Some(word) => word.to_owned(),
        None => value.to_string(),
    };
    let fixed = settings.map(|(key, setting)| [key, "=", &value(setting)].concat());
    fixed.collect()
}

/// The fault of a published layout, if a search cannot find it.
fn fault(published: &Published) -> Option<String> {
    let plan = &published.plan;
    if let Err(reasons) = Legal::check(plan) {
        return Some(format!("{reasons:?}"));
    }
    let Some(layout) = Candidate::of(plan) else {
        return Some("no search chooses such a layout".to_owned());
    };
    let asked = AskedSearch {
        fix: fixed(&layout),
        runs_in: Some(RunsIn::Any),
        ..AskedSearch::default()
    };
    let settled = match asked.settled(plan) {
        Ok(settled) => settled,
        Err(why) => return Some(format!("{why:?}")),
    };
    let (constraints, question) = match asked.question(&settled, 2) {
        Ok(question) => question,
        Err(why) => return Some(format!("{why:?}")),
    };
    let question = SearchQuestion {
        // Whether the model sees room for the layout is another question.
        margin: Margin::Share(-1.0),
        ..question
    };
    let (best, _) = search(&settled, &constraints, &question);
    let found: Vec<Candidate> = best.found().iter().map(|found| found.candidate).collect();
    (found != [layout]).then(|| format!("found {found:?} instead of {layout:?}"))
}

#[test]
fn published_layouts_are_legal_and_found_when_they_are_fixed() {
    let all = published();
    assert!(all.len() > 150, "{}", all.len());
    let faults = all.iter().filter_map(|published| {
        let fault = fault(published)?;
        let link = link::encode(&published.plan);
        Some(format!("{}: {link}: {fault}", published.name))
    });
    let faults: Vec<String> = faults.collect();
    let count = faults.len();
    assert!(faults.is_empty(), "{count}:\n{}", faults.join("\n"));
}

/// Layouts that are counted before a published one.
const COUNTED: usize = 1_000;
/// The limit of the search for a row's place: all rows together take minutes.
const ESTIMATES: u64 = 3_000;
const SECONDS: u64 = 4;

/// The place of a published layout among all that its framework runs.
struct Place {
    /// Layouts found that take less time.
    ahead: usize,
    /// True if the layout is among those found.
    is_found: bool,
    /// True if all other layouts found take less time.
    is_last: bool,
    /// Lag behind the best, as a share of its step; below 0 if the search found nothing as good.
    behind: f64,
    /// True if the framework does not run the layout; then it is among those of any.
    is_elsewhere: bool,
    /// True if the search ended at its limit.
    is_cut: bool,
    /// Step, verdict, the layout, and the best one.
    words: String,
}

impl Place {
    fn of(published: &Published) -> Self {
        let plan = &published.plan;
        let layout = Candidate::of(plan).expect("a layout");
        let legal = Legal::check(plan).expect("a legal layout");
        let release = Release::of_recipe(plan.stack.recipe);
        let is_run = release.is_none_or(|release| release.runs(&legal));
        let asked = AskedSearch {
            runs_in: (!is_run).then_some(RunsIn::Any),
            ..AskedSearch::default()
        };
        let (constraints, question) = asked.question(plan, COUNTED).expect("a question");
        let limit = SearchLimit {
            until: Instant::now().checked_add(Duration::from_secs(SECONDS)),
            estimates: Some(ESTIMATES),
        };
        let outcome = search_in_parallel(plan, &constraints, &question, limit, &|_| {});
        let best = outcome.best.found();
        let own = cost::estimate(plan).expect("a legal layout");
        let step = own.time.total();
        let ahead = best.iter().take_while(|found| found.step < step).count();
        let first = best.first();
        let name = |layout| text::search::layout(layout);
        Self {
            ahead,
            is_found: best.iter().any(|found| found.candidate == layout),
            is_last: ahead == best.len(),
            behind: first.map_or(0.0, |first| step.0 / first.step.0 - 1.0),
            is_elsewhere: !is_run,
            is_cut: !outcome.is_complete,
            words: format!(
                "{}, {:?} | {} | best {}",
                text::number::duration(step),
                own.memory.verdict,
                name(&layout),
                first.map_or(String::new(), |found| name(&found.candidate)),
            ),
        }
    }
}

impl Display for Place {
    fn fmt(&self, to: &mut Formatter) -> fmt::Result {
        let place = match (self.is_found, self.is_last) {
            (true, _) => format!("{}", self.ahead + 1),
            (false, true) => format!("after {}", self.ahead),
            (false, false) => format!("would be {}", self.ahead + 1),
        };
        let more = [
            self.is_elsewhere.then_some(" of any framework"),
            self.is_cut.then_some(" of those until the limit"),
        ];
        let more: String = more.into_iter().flatten().collect();
        let behind = 100.0 * self.behind;
        write!(to, "{place:>12}{more}, {behind:+.1} %, {}", self.words)
    }
}

/// The places in numbers: first, among ten, near the best, and how many searches were cut.
fn summary(places: &[Place]) -> String {
    let count = |is_there: &dyn Fn(&Place) -> bool| places.iter().filter(|it| is_there(it)).count();
    format!(
        "{} layouts: {} first, {} among the first ten, {} within 5 % of the best; {} searches ended \
         at their limit",
        places.len(),
        count(&|it| it.is_found && it.ahead == 0),
        count(&|it| it.is_found && it.ahead < 10),
        count(&|it| it.behind <= 0.05),
        count(&|it| it.is_cut),
    )
}

/// Rows whose place every check prints: few enough for seconds.
const IN_EACH_CHECK: [&str; 3] = ["Liang 2024", "Narayanan 2021", "BLOOM 2022"];

#[test]
fn places_of_a_few_published_layouts() {
    let all = published();
    let few = all
        .iter()
        .filter(|it| IN_EACH_CHECK.contains(&it.name.as_str()));
    assert_eq!(printed(few).len(), IN_EACH_CHECK.len());
}

#[test]
#[ignore = "takes minutes, in `cargo xtask test --all`"]
fn places_of_all_published_layouts() {
    let all = published();
    let places = printed(&all);
    assert!(places.len() > 150, "{}", places.len());
    eprintln!("{}", summary(&places));
}

/// The places of layouts, each printed once it is known.
fn printed<'a>(all: impl IntoIterator<Item = &'a Published>) -> Vec<Place> {
    let all = all.into_iter();
    let places = all.map(|published| {
        let place = Place::of(published);
        eprintln!("{:<90} {place}", published.name);
        place
    });
    places.collect()
}
