//! The cheapest card, the longest sequence and the largest model with which a plan fits.
//!
//! Tests: `crates/cli/tests/all/fits_command.rs`.

use cost::memory::Verdict;
use cost::params::ModelParams;
use cost::plan::{Plan, Word};
use formats::catalog::{self, CUSTOM};
use search::change::Change;
use search::fits::{FitFigures, FitRow, LongestSequence, first_that_fits};

use crate::controls::option;
use crate::number::listed;
use crate::{changes, exchange, presets, reasons, verdict};

messages!("fits");

/// Names of rows for which a sentence holds that are said.
const MOST_NAMES: usize = 4;

/// The name of a plan's card.
#[must_use]
pub fn card(plan: &Plan) -> &'static str {
    catalog::gpu_entry(plan.cluster.gpu.preset).map_or(CUSTOM, presets::gpu)
}

/// The name of a plan's model.
#[must_use]
pub fn model(plan: &Plan) -> &'static str {
    catalog::model_entry(plan.model.preset).map_or(CUSTOM, presets::model)
}

/// Parameters of a plan's model, with all experts of a mixture.
#[must_use]
pub fn parameters(plan: &Plan) -> u64 {
    ModelParams::of(&plan.model).total
}

/// Sentences on the cheapest card of rows that rise in price, and on a cheaper one that is tight.
#[must_use]
pub fn cards_answer(rows: &[FitRow]) -> Vec<String> {
    let priced = |row: &FitRow| (card(&row.plan), row.plan.cluster.gpu.price);
    let [fits, tight] = answers(rows);
    let answer = fits.map_or_else(
        || no_card().to_owned(),
        |row| {
            let (name, price) = priced(row);
            cheapest(name, price, row.plan.cluster.gpus)
        },
    );
    let tight = tight.map(|row| {
        let (name, price) = priced(row);
        cheapest_tight(name, price)
    });
    [answer].into_iter().chain(tight).collect()
}

/// Sentences on the longest sequences of a plan.
#[must_use]
pub fn longest_answer(plan: &Plan, found: &LongestSequence) -> Vec<String> {
    let tokens = |row: &FitRow| row.plan.sequence();
    let mut said = vec![found.fits.as_ref().map_or_else(
        || no_sequence(found.step, card(plan)),
        |row| longest(tokens(row), card(plan)),
    )];
    let least = found.fits.as_ref().map_or(0, tokens);
    let tight = found.tight.as_ref().map(tokens);
    said.extend(tight.filter(|&most| most > least).map(longest_tight));
    let ends = found
        .fits
        .as_ref()
        .is_some_and(|row| found.is_at_limit(row));
    said.extend(ends.then(|| longest_limit().to_owned()));
    said.push(tried(found.step, plan.global_batch()));
    let trained_with = plan.model.trained_sequence;
    said.extend((least > trained_with).then(|| trained(trained_with)));
    said
}

/// Sentences on the largest model of rows that fall in parameters, and on a larger one that is tight.
#[must_use]
pub fn models_answer(plan: &Plan, rows: &[FitRow]) -> Vec<String> {
    let [fits, tight] = answers(rows);
    let answer = fits.map_or_else(
        || no_model(card(plan)),
        |row| largest(model(&row.plan), parameters(&row.plan), card(plan)),
    );
    let tight = tight.map(|row| largest_tight(model(&row.plan), parameters(&row.plan)));
    let mut said = vec![answer];
    said.extend(tight);
    said.push(kept_batch(plan.sequence(), plan.global_batch()));
    said
}

/// The first row that fits, and the first that is tight if it stands before that one.
#[must_use]
pub fn answers(rows: &[FitRow]) -> [Option<&FitRow>; 2] {
    let fits = first_that_fits(rows, Verdict::Fits);
    let tight = first_that_fits(rows, Verdict::Tight);
    let is_other = |tight: &&FitRow| fits.is_none_or(|fits| !std::ptr::eq(*tight, fits));
    [fits, tight.filter(is_other)]
}

/// The verdict of a row in a word or two.
#[must_use]
pub fn outcome(row: &FitRow) -> &'static str {
    match &row.outcome {
        Err(_) => impossible(),
        Ok(figures) if figures.verdict > Verdict::Tight => verdict::inside(figures.verdict),
        Ok(_) if !row.runs() => not_run(),
        Ok(figures) if figures.host == Verdict::OutOfMemory => host(),
        Ok(FitFigures { verdict, .. }) => verdict::inside(*verdict),
    }
}

/// Sentences on a row made of a plan: the reasons why it cannot exist, another framework, what that
/// does not run, and a host that is too small.
#[must_use]
pub fn notes(row: &FitRow, plan: &Plan) -> Vec<String> {
    let figures = match &row.outcome {
        Ok(figures) => figures,
        Err(all) => {
            let all = all.iter();
            return all
                .map(|reason| reasons::reason(reason, &row.plan))
                .collect();
        }
    };
    let mut said = Vec::new();
    let [recipe, own] = [&row.plan, plan].map(|plan| option("recipe", plan.stack.recipe.word()));
    if recipe != own {
        said.push(other_framework(recipe, own));
    }
    let lacks = row.lacks.iter();
    said.extend(lacks.map(|setting| lacked(recipe, setting)));
    let refusals = row.refusals.iter();
    said.extend(refusals.map(|refusal| exchange::refusal(refusal, &row.plan)));
    if figures.host == Verdict::OutOfMemory {
        said.push(host_too_small().to_owned());
    }
    said
}

/// Sentence on a setting that a framework lacks.
fn lacked(framework: &str, setting: &Change) -> String {
    match setting {
        Change::Offload(parts) => lacks_offload(framework, &changes::on_host(*parts)),
        Change::Tuned(tuned) => lacks_adapters(framework, option("ft", tuned.word())),
        _ => lacks_tiles(framework),
    }
}

/// Sentences on rows of a plan, each once, behind the names of the rows for which it holds.
#[must_use]
pub fn noted<'a>(
    rows: impl IntoIterator<Item = &'a FitRow>,
    plan: &Plan,
    name: fn(&Plan) -> &'static str,
) -> Vec<String> {
    let mut noted: Vec<(String, Vec<&'static str>)> = Vec::new();
    for row in rows {
        for sentence in notes(row, plan) {
            let name = name(&row.plan);
            match noted.iter_mut().find(|(known, _)| *known == sentence) {
                Some((_, names)) => names.push(name),
                None => noted.push((sentence, vec![name])),
            }
        }
    }
    let noted = noted.iter();
    noted
        .map(|(sentence, names)| of_rows(&few(names), sentence))
        .collect()
}

/// The first names of a list, and the number of the others.
fn few(names: &[&str]) -> String {
    let (said, others) = names.split_at(names.len().min(MOST_NAMES));
    let said = listed(said);
    if others.is_empty() {
        said
    } else {
        and_more(&said, others.len() as u64)
    }
}
