//! The cards, sequences and models with which a plan fits, as tables for a terminal and as the JSON
//! object that scripts rely on.
//!
//! Tests: `tests/all/fits_command.rs`.

use serde_json::{Value, json as value};

use super::columns::{Align, write as write_columns};
use cost::memory::Verdict;
use cost::plan::{Plan, Word};
use formats::goal::verdict_word;
use formats::link;
use formats::number::Units;
use search::change::Change;
use search::fits::{FitRow, LongestSequence, first_that_fits, near_answers};
use text::fits as words;
use text::number::{BytesText as _, count, dollars, duration, grouped, plain};

/// The answers about a plan; `None` where a question was not asked.
pub struct FitsReport<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The plan on each card, the cheapest first.
    pub cards: Option<Vec<FitRow>>,
    /// The longest sequences.
    pub longest: Option<LongestSequence>,
    /// The plan with each model, the largest first.
    pub models: Option<Vec<FitRow>>,
}

impl FitsReport<'_> {
    /// True if every question that was asked has an answer that fits.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        let fits =
            |rows: &Option<Vec<FitRow>>| rows.as_deref().is_none_or(|rows| fitting(rows).is_some());
        let longest = self.longest.as_ref();
        fits(&self.cards) && fits(&self.models) && longest.is_none_or(|found| found.fits.is_some())
    }
}

/// The answers as sentences and tables. Ends with a line break.
#[must_use]
pub fn report(answer: &FitsReport, units: Units) -> String {
    let pen = Pen {
        plan: answer.plan,
        units,
        text: [&text::plan::title_of(answer.plan), "\n"].concat(),
    };
    let pen = match &answer.cards {
        Some(rows) => pen.cards(rows),
        None => pen,
    };
    let pen = match &answer.longest {
        Some(found) => pen.longest(found),
        None => pen,
    };
    let pen = match &answer.models {
        Some(rows) => pen.models(rows),
        None => pen,
    };
    pen.text.replace('\u{a0}', " ")
}

/// The style of a report, and its text so far.
struct Pen<'a> {
    plan: &'a Plan,
    units: Units,
    text: String,
}

impl Pen<'_> {
    fn cards(mut self, rows: &[FitRow]) -> Self {
        let name = |row: &FitRow| vec![words::card(&row.plan).to_owned()];
        let price = |row: &FitRow| Some(plain(row.plan.cluster.gpu.price));
        let heading = [words::column_card()];
        self.answer(&words::cards_answer(rows));
        self.table(words::cards_heading(), &heading, rows, name, price);
        self.notes(&words::noted(rows, self.plan, words::card));
        self.links(&words::answers(rows), words::card);
        self
    }

    fn longest(mut self, found: &LongestSequence) -> Self {
        let rows: Vec<FitRow> = found.rows().into_iter().cloned().collect();
        self.answer(&words::longest_answer(self.plan, found));
        let name = |row: &FitRow| vec![grouped(row.plan.sequence())];
        let heading = [words::column_sequence()];
        if !rows.is_empty() {
            self.table(words::longest_heading(), &heading, &rows, name, |_| None);
        }
        let notes = found.fits.as_ref().or(found.tight.as_ref());
        self.notes(&notes.map_or_else(Vec::new, |row| words::notes(row, self.plan)));
        let rows: Vec<Option<&FitRow>> = rows.iter().map(Some).collect();
        self.links(&rows, |_| "");
        self
    }

    fn models(mut self, rows: &[FitRow]) -> Self {
        let name = |row: &FitRow| {
            let parameters = words::parameters(&row.plan);
            vec![words::model(&row.plan).to_owned(), count(parameters)]
        };
        let near = near_answers(rows);
        let shown: Vec<FitRow> = near.of(rows).cloned().collect();
        let heading = [words::column_model(), words::column_parameters()];
        self.answer(&words::models_answer(self.plan, rows));
        self.table(words::models_heading(), &heading, &shown, name, |_| None);
        let mut notes = words::noted(&shown, self.plan, words::model);
        notes.extend((near.more > 0).then(|| words::more_models(near.more as u64)));
        self.notes(&notes);
        self.links(&words::answers(rows), words::model);
        self
    }

    fn answer(&mut self, sentences: &[String]) {
        self.text.extend(["\n", &sentences.join("\n"), "\n"]);
    }

    fn notes(&mut self, sentences: &[String]) {
        if !sentences.is_empty() {
            self.text.extend(["\n", &sentences.join("\n"), "\n"]);
        }
    }

    /// Writes a line for each row.
    fn table(
        &mut self,
        title: &str,
        heading: &[&str],
        rows: &[FitRow],
        name: fn(&FitRow) -> Vec<String>,
        price: fn(&FitRow) -> Option<String>,
    ) {
        let has_price = rows.iter().any(|row| price(row).is_some());
        let figures = [
            words::column_memory(),
            words::column_capacity(),
            words::column_verdict(),
        ];
        let mut lines = vec![heading.iter().chain(&figures).copied().collect::<Vec<_>>()];
        lines[0].extend(has_price.then(words::column_price));
        lines[0].extend([words::column_step(), words::column_cost()]);
        let mut lines: Vec<Vec<String>> = lines
            .into_iter()
            .map(|line| line.into_iter().map(str::to_owned).collect())
            .collect();
        for row in rows {
            let mut line = name(row);
            let figures = row.figures();
            let size = |bytes| self.units.size(bytes);
            line.push(figures.map_or_else(String::new, |it| size(it.peak)));
            line.push(figures.map_or_else(String::new, |it| size(it.capacity)));
            line.push(words::outcome(row).to_owned());
            line.extend(price(row));
            line.push(figures.map_or_else(String::new, |it| duration(it.step)));
            line.push(figures.map_or_else(String::new, |it| dollars(it.dollars)));
            lines.push(line);
        }
        let (left, right) = (Align::Left, Align::Right);
        let mut aligned = vec![left];
        aligned.extend(heading.iter().skip(1).map(|_| right));
        aligned.extend([right, right, left]);
        self.text.extend(["\n", title, ":\n"]);
        write_columns(&mut self.text, &lines, &aligned, "  ");
    }

    /// Writes the links of the rows that are answers.
    fn links(&mut self, rows: &[Option<&FitRow>], name: fn(&Plan) -> &'static str) {
        let rows = rows.iter().flatten();
        let lines: Vec<Vec<String>> = rows
            .map(|row| vec![name(&row.plan).to_owned(), link::encode(&row.plan)])
            .collect();
        if !lines.is_empty() {
            self.text.push('\n');
            write_columns(&mut self.text, &lines, &[Align::Left, Align::Left], "  ");
        }
    }
}

fn fitting(rows: &[FitRow]) -> Option<&FitRow> {
    first_that_fits(rows, Verdict::Fits)
}

/// The object of `--json`: the plan's link, and a member for each question that was asked.
///
/// - `card`: `fits` and `tight` are the names of the cheapest cards that fit and that fit or are
///   tight, or null, and `rows` the plan on each card, the cheapest first.
/// - `longest`: `fits` and `tight` are rows or null, `step` the tokens of which the sequences are
///   multiples.
/// - `model`: as `card`, the largest first.
///
/// A row has the plan's `link`, its `gpu`, `gpus`, `model`, `parameters`, `sequence`, `recipe`, and
/// `price`, dollars of a card and hour; `legal`, and `fits`, `true` if it fits and its framework
/// runs what it runs of the given plan; GiB of the fullest card and of what a process can allocate,
/// the verdicts on a card and on the host, seconds of a step and dollars of the run, if it is legal;
/// `refusals`, codes of what the framework does not run, and `lacks`, keys of settings that it does
/// not have, as far as that of the given plan does; `notes`, texts on all of that, and on the
/// reasons why a plan is illegal.
#[must_use]
pub fn json(answer: &FitsReport) -> Value {
    let mut object = value!({ "link": link::encode(answer.plan) });
    let row = |found: &FitRow| row_json(found, answer.plan);
    let listed = |rows: &[FitRow], name: fn(&Plan) -> &'static str| {
        let name = |worst| first_that_fits(rows, worst).map(|found| name(&found.plan));
        let all: Vec<Value> = rows.iter().map(row).collect();
        value!({ "fits": name(Verdict::Fits), "tight": name(Verdict::Tight), "rows": all })
    };
    if let Some(rows) = &answer.cards {
        object["card"] = listed(rows, |plan| plan.cluster.gpu.preset);
    }
    if let Some(found) = &answer.longest {
        object["longest"] = value!({
            "step": found.step,
            "fits": found.fits.as_ref().map(row),
            "tight": found.tight.as_ref().map(row),
        });
    }
    if let Some(rows) = &answer.models {
        object["model"] = listed(rows, |plan| plan.model.preset);
    }
    object
}

fn row_json(row: &FitRow, plan: &Plan) -> Value {
    let of = &row.plan;
    let mut object = value!({
        "link": link::encode(of),
        "gpu": of.cluster.gpu.preset,
        "gpus": of.cluster.gpus,
        "price": of.cluster.gpu.price,
        "model": of.model.preset,
        "parameters": words::parameters(of),
        "sequence": of.sequence(),
        "recipe": of.stack.recipe.word(),
        "legal": row.figures().is_some(),
        "fits": row.fits(Verdict::Fits),
        "notes": words::notes(row, plan),
    });
    if let Some(figures) = row.figures() {
        let gib = |bytes| Units::Gib.of(bytes);
        let refusals = row.refusals.iter();
        let refusals: Vec<&str> = refusals.map(|found| found.note.aspect.word()).collect();
        object["peak_gib"] = gib(figures.peak).into();
        object["capacity_gib"] = gib(figures.capacity).into();
        object["verdict"] = verdict_word(figures.verdict).into();
        object["host_verdict"] = verdict_word(figures.host).into();
        object["step_s"] = figures.step.0.into();
        object["cost_usd"] = figures.dollars.into();
        object["refusals"] = refusals.into();
        object["lacks"] = row.lacks.iter().map(key).collect::<Vec<_>>().into();
    }
    object
}

/// The key of a setting that a framework lacks.
const fn key(setting: &Change) -> &'static str {
    match setting {
        Change::Tuned(_) => "ft",
        Change::Offload(_) => "off",
        _ => "tiles",
    }
}
