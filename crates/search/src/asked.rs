//! A question to a search, as written in words and numbers.
//!
//! Tests: `crates/cli/tests/all/search_command.rs`, `crates/cli/tests/all/fleet.rs`.

use super::optimize::{Constraints, Margin, Objective, Offered, SearchQuestion, Unread};
use cost::plan::{Plan, Word};
use cost::vocabularies;
use formats::export::{Release, UnknownRelease};
use formats::link::Key;

vocabularies! {
    /// A goal by its word.
    GoalWord {
        /// The highest throughput.
        Fastest = "fastest",
        /// The least memory on the fullest GPU.
        Smallest = "smallest",
        /// The fewest GPUs that can train the model, within a limit of days if there is one.
        FewestGpus = "fewest-gpus",
        /// The cheapest run, within a limit of days if there is one.
        Cheapest = "cheapest",
        /// The shortest run that costs no more than a limit.
        Soonest = "soonest",
    }
    /// A part of the question, by the name of its option and of its column.
    Clause {
        /// The goal of the search.
        Goal = "goal",
        /// Days that the run may take.
        Days = "days",
        /// Dollars that the run may cost.
        Dollars = "dollars",
        /// Restrictions of axes.
        Fix = "fix",
        /// Memory that a layout has to leave free.
        Margin = "margin",
        /// The framework that has to run the layouts.
        For = "for",
    }
}

/// A question to a search as written.
///
/// ```
/// use formats::link;
/// use search::asked::{AskedSearch, Clause};
/// let (plan, _) = link::decode("#v=1&p=llama3-8b/h100x8");
/// let mut asked = AskedSearch::default();
/// asked.set(Clause::Fix, "tp=..2; ckpt=none").unwrap();
/// let (constraints, question) = asked.question(&plan, 3).unwrap();
/// assert_eq!((constraints.tensor, question.keep), (1..=2, 3));
/// assert!(asked.set(Clause::Days, "soon").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedSearch {
    /// The goal of the search.
    pub goal: GoalWord,
    /// Days from start to end that the run may take.
    pub days: Option<f64>,
    /// Dollars that the run may cost.
    pub dollars: Option<f64>,
    /// Restrictions of axes, as [`Constraints::restrict`] reads them.
    pub fix: Vec<String>,
    /// Memory that a layout must leave free, in per cent of its need; by default the model's error.
    pub margin: Option<f64>,
    /// The framework that has to run the layouts; by default that of the plan's recipe.
    pub runs_in: Option<RunsIn>,
}

/// The frameworks that have to run a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsIn {
    /// Any framework.
    Any,
    /// Only this framework, in this version.
    Only(Release),
}

/// The word for any framework.
pub const ANY_FRAMEWORK: &str = "any";

/// Reason why clauses make no question.
#[derive(Clone, Debug, PartialEq)]
pub enum Unasked {
    /// No goal has this name.
    Goal(String),
    /// The text names no framework, or no version of it.
    Framework(UnknownRelease),
    /// The text is not a number, or not a number that this clause allows.
    Number(Clause, String),
    /// The goal is the soonest run, but the limit of dollars is missing.
    NoDollars,
    /// A restriction cannot be read.
    Restriction(Unread),
}

/// Seconds after which a search ends with what it has found, unless a reader wants another limit.
pub const PATIENCE_SECONDS: u64 = 60;
/// Largest margin in per cent: a hundred times a layout's need.
const MOST_MARGIN: f64 = 10_000.0;

impl Default for GoalWord {
    /// The highest throughput.
    fn default() -> Self {
        Self::Fastest
    }
}

impl GoalWord {
    /// The word of an objective, and its limits in days and in dollars.
    ///
    /// ```
    /// use search::asked::GoalWord;
    /// use search::optimize::Objective;
    /// let within = Objective::FewestGpusWithin { days: 30.0 };
    /// assert_eq!(GoalWord::of(within), (GoalWord::FewestGpus, Some(30.0), None));
    /// ```
    #[must_use]
    pub const fn of(objective: Objective) -> (Self, Option<f64>, Option<f64>) {
        match objective {
            Objective::Fastest => (Self::Fastest, None, None),
            Objective::Smallest => (Self::Smallest, None, None),
            Objective::FewestGpus => (Self::FewestGpus, None, None),
            Objective::FewestGpusWithin { days } => (Self::FewestGpus, Some(days), None),
            Objective::Cheapest { days } => (Self::Cheapest, days, None),
            Objective::SoonestFor { dollars } => (Self::Soonest, None, Some(dollars)),
        }
    }

    /// The objective, with limits in days and in dollars of the whole run; goals without such a
    /// limit ignore it. `None` for the soonest run without a limit in dollars.
    ///
    /// ```
    /// use search::asked::GoalWord;
    /// use search::optimize::Objective;
    /// let within = GoalWord::FewestGpus.objective(Some(30.0), None);
    /// assert_eq!(within, Some(Objective::FewestGpusWithin { days: 30.0 }));
    /// assert_eq!(GoalWord::Soonest.objective(Some(30.0), None), None);
    /// ```
    #[must_use]
    pub fn objective(self, days: Option<f64>, dollars: Option<f64>) -> Option<Objective> {
        Some(match (self, days) {
            (Self::Fastest, _) => Objective::Fastest,
            (Self::Smallest, _) => Objective::Smallest,
            (Self::FewestGpus, Some(days)) => Objective::FewestGpusWithin { days },
            (Self::FewestGpus, None) => Objective::FewestGpus,
            (Self::Cheapest, days) => Objective::Cheapest { days },
            (Self::Soonest, _) => Objective::SoonestFor { dollars: dollars? },
        })
    }
}

/// The constraints of a plan under an objective, before any axis is restricted. They allow every
/// layout of its model, cluster and batch. If the objective varies the number of GPUs, they allow
/// any number up to the plan's.
#[must_use]
pub fn constraints(plan: &Plan, objective: Objective) -> Constraints {
    let mut constraints = Constraints::of(plan);
    if objective.varies_gpus() {
        constraints.gpus = 1..=plan.cluster.gpus;
    }
    constraints
}

impl AskedSearch {
    /// Reads a clause: a goal's word, a number, or restrictions with spaces or semicolons between
    /// them, which replace earlier ones.
    ///
    /// # Errors
    /// If the text is no value of the clause; then nothing changes. Restrictions are not examined
    /// before [`Self::question`].
    pub fn set(&mut self, clause: Clause, text: &str) -> Result<(), Unasked> {
        let text = text.trim();
        match clause {
            Clause::Goal => {
                let goal = GoalWord::parse(text);
                self.goal = goal.ok_or_else(|| Unasked::Goal(text.to_owned()))?;
            }
            Clause::Days => self.days = Some(above_zero(clause, text)?),
            Clause::Dollars => self.dollars = Some(above_zero(clause, text)?),
            Clause::Fix => {
                let parts = text.split(|letter: char| letter.is_whitespace() || letter == ';');
                let parts = parts.filter(|part| !part.is_empty());
                self.fix = parts.map(str::to_owned).collect();
            }
            Clause::Margin => {
                let margin = number(text).filter(|margin| (0.0..=MOST_MARGIN).contains(margin));
                self.margin = Some(margin.ok_or_else(|| unread(clause, text))?);
            }
            Clause::For if text == ANY_FRAMEWORK => self.runs_in = Some(RunsIn::Any),
            Clause::For => {
                let release = Release::parse(text).map_err(Unasked::Framework)?;
                self.runs_in = Some(RunsIn::Only(release));
            }
        }
        Ok(())
    }

    /// The plan with the settings that restrictions fix and no search varies, such as the optimizer,
    /// and with the recipe of the framework that has to run the layouts, unless a restriction fixes
    /// it.
    ///
    /// # Errors
    /// If a setting has no such value.
    ///
    /// ```
    /// use cost::plan::{Optimizer, Recipe};
    /// use search::asked::{AskedSearch, Clause};
    /// let mut asked = AskedSearch::default();
    /// asked.set(Clause::Fix, "tp=8 opt=muon").unwrap();
    /// let plan = asked.settled(&formats::catalog::default_plan()).unwrap();
    /// assert_eq!(plan.levers.optimizer, Optimizer::Muon);
    /// asked.set(Clause::For, "accelerate").unwrap();
    /// let plan = asked.settled(&formats::catalog::default_plan()).unwrap();
    /// assert_eq!(plan.stack.recipe, Recipe::HuggingFace);
    /// ```
    pub fn settled(&self, plan: &Plan) -> Result<Plan, Unasked> {
        let mut plan = plan.clone();
        for (key, value) in self.fix.iter().filter_map(|text| setting(text)) {
            if !key.set(&mut plan, value) {
                return Err(Unasked::Restriction(Unread::Value {
                    key: key.name(),
                    value: value.to_owned(),
                    offered: offered(key),
                }));
            }
        }
        let has_recipe = self.fixes("recipe");
        if let (Some(RunsIn::Only(release)), false) = (self.runs_in, has_recipe) {
            release.framework.adopt(&mut plan);
        }
        Ok(plan)
    }

    /// Wider constraints to try if no layout fits, as [`Constraints::wider`] has them, without the
    /// settings that a restriction fixes.
    #[must_use]
    pub fn wider(&self, plan: &Plan, constraints: &Constraints) -> Vec<Constraints> {
        constraints.wider(plan, |key| self.fixes(key))
    }

    /// True if a restriction fixes a setting that no search varies.
    fn fixes(&self, name: &str) -> bool {
        let mut settings = self.fix.iter().filter_map(|text| setting(text));
        settings.any(|(key, _)| key.name() == name)
    }

    /// The question, for this many of the best layouts of a plan, with its constraints.
    ///
    /// # Errors
    /// If the clauses do not go together or a restriction cannot be read.
    pub fn question(
        &self,
        plan: &Plan,
        keep: usize,
    ) -> Result<(Constraints, SearchQuestion), Unasked> {
        let objective = self.goal.objective(self.days, self.dollars);
        let objective = objective.ok_or(Unasked::NoDollars)?;
        let mut constraints = constraints(plan, objective);
        let of_axes = self.fix.iter().filter(|text| setting(text).is_none());
        for restriction in of_axes {
            constraints
                .restrict(restriction)
                .map_err(Unasked::Restriction)?;
        }
        let margin = self
            .margin
            .map_or(Margin::Band, |percent| Margin::Share(percent / 100.0));
        let release = match self.runs_in {
            Some(RunsIn::Any) => None,
            Some(RunsIn::Only(release)) => Some(release),
            None => Release::of_recipe(plan.stack.recipe),
        };
        let has_exchange = self.fixes("cpkind");
        if let (Some(release), false) = (release, has_exchange) {
            constraints.exchange_as(release, plan);
        }
        let question = SearchQuestion {
            keep,
            margin,
            release,
            ..SearchQuestion::of(objective)
        };
        Ok((constraints, question))
    }
}

/// The key and the value of a restriction of a setting that no search varies. Measurements are no
/// such settings.
fn setting(restriction: &str) -> Option<(Key, &str)> {
    let (name, value) = restriction.split_once('=')?;
    let key = Key::named(name.trim())?;
    let is_setting = !key.is_fixed() && !matches!(key.name(), "mstep" | "mmem");
    is_setting.then_some((key, value.trim()))
}

/// The values of a key: its words, or the limits of its numbers.
fn offered(key: Key) -> Offered {
    match key.limits() {
        Some(limits) => Offered::Number([*limits.start(), *limits.end()]),
        None => Offered::Word(key.values().words()),
    }
}

fn above_zero(clause: Clause, text: &str) -> Result<f64, Unasked> {
    let read = number(text).filter(|number| *number > 0.0);
    read.ok_or_else(|| unread(clause, text))
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn unread(clause: Clause, text: &str) -> Unasked {
    Unasked::Number(clause, text.to_owned())
}
