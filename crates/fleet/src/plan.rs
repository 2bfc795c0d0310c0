//! Conversion of a row to a plan and a question.

use super::Problem;
use super::column::Column;
use super::sheet::SheetRow;
use cost::plan::Plan;
use formats::link::typed::{escaped, typed};
use search::asked::AskedSearch;

/// Key of the framework.
const RECIPE: &str = "recipe";

/// Reads the plan of a row and its question; `options` fill what the row leaves open.
///
/// # Errors
/// The cell that cannot be read. No default replaces it, as a plan of another model would look like
/// an answer.
pub(super) fn plan(row: &SheetRow, options: &AskedSearch) -> Result<(Plan, AskedSearch), Problem> {
    let cells = row.texts()?;
    let text = |wanted: &Column| {
        let cell = cells.iter().find(|(column, _)| *column == wanted);
        cell.map_or("", |(_, text)| text)
    };
    let mut words = base(&text)?;
    let mut asked = options.clone();
    for (column, text) in cells.iter().filter(|(_, text)| !text.is_empty()) {
        match column {
            Column::Key(key) => words.push(setting(key, text)),
            Column::Clause(clause) => {
                asked.set(*clause, text).map_err(Problem::Unasked)?;
            }
            _ => {}
        }
    }
    let read = typed(&words);
    if !read.faults.is_empty() || !read.lacks.is_empty() {
        return Err(Problem::Plan(read.faults, read.lacks));
    }
    let mut plan = read.plan;
    // A row that names a GPU and no framework gets a framework that runs on the GPU.
    if text(&Column::Link).is_empty() && text(&Column::Key(RECIPE.to_owned())).is_empty() {
        plan.move_to(plan.cluster.gpu);
    }
    plan.hold_measured();
    plan.rival = None;
    Ok((plan, asked))
}

/// The words of a row's model and cluster: the stated link, or the stated presets.
fn base<'a>(text: &impl Fn(&Column) -> &'a str) -> Result<Vec<String>, Problem> {
    let link = text(&Column::Link);
    let presets = [Column::Model, Column::Gpu, Column::Gpus];
    if !link.is_empty() {
        let is_alone = presets.iter().all(|column| text(column).is_empty());
        return is_alone
            .then(|| vec![link.to_owned()])
            .ok_or(Problem::TwoPlans);
    }
    let words = presets.into_iter().map(|column| match text(&column) {
        "" => Err(Problem::Missing(column)),
        text => Ok(setting(column.name(), text)),
    });
    words.collect()
}

/// A key with its value as a word of a plan.
fn setting(key: &str, value: &str) -> String {
    [key, "=", &escaped(value)].concat()
}
