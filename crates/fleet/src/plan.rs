//! Conversion of a row to a plan and a question.

use super::Problem;
use super::column::Column;
use super::sheet::SheetRow;
use cost::plan::{Plan, limits};
use formats::catalog;
use formats::link;
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
    let mut link = base(&text)?;
    let mut asked = options.clone();
    for (column, text) in cells.iter().filter(|(_, text)| !text.is_empty()) {
        match column {
            Column::Key(key) => {
                for piece in ["&", key, "=", &escaped(text)] {
                    link.push_str(piece);
                }
            }
            Column::Clause(clause) => {
                asked.set(*clause, text).map_err(Problem::Unasked)?;
            }
            _ => {}
        }
    }
    let (mut plan, warnings) = link::decode(&link);
    if !warnings.is_empty() {
        return Err(Problem::Link(warnings));
    }
    // A row that names a GPU and no framework gets a framework that runs on the GPU.
    if text(&Column::Link).is_empty() && text(&Column::Key(RECIPE.to_owned())).is_empty() {
        plan.move_to(plan.cluster.gpu);
    }
    plan.hold_measured();
    plan.rival = None;
    Ok((plan, asked))
}

/// The start of a row's link: the stated link, or one of the stated presets.
fn base<'a>(text: &impl Fn(&Column) -> &'a str) -> Result<String, Problem> {
    let link = text(&Column::Link);
    let [model, gpu, gpus] = [Column::Model, Column::Gpu, Column::Gpus].map(|c| text(&c));
    if !link.is_empty() {
        let is_alone = model.is_empty() && gpu.is_empty() && gpus.is_empty();
        return is_alone.then(|| link.to_owned()).ok_or(Problem::TwoPlans);
    }
    for (column, text) in [
        (Column::Model, model),
        (Column::Gpu, gpu),
        (Column::Gpus, gpus),
    ] {
        if text.is_empty() {
            return Err(Problem::Missing(column));
        }
    }
    let (model, gpu) = (model.to_ascii_lowercase(), gpu.to_ascii_lowercase());
    if catalog::model(&model).is_none() {
        return Err(Problem::Model(model));
    }
    if catalog::gpu(&gpu).is_none() {
        return Err(Problem::Gpu(gpu));
    }
    let count: Option<u64> = gpus.parse().ok();
    let count = count.filter(|count| limits::GPUS.contains(count));
    let count = count.ok_or_else(|| Problem::Gpus(gpus.to_owned()))?;
    Ok(format!("#v=1&p={model}/{gpu}x{count}"))
}

/// A text as a link's value: characters that would end the value or begin an escape are escaped.
fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('&', "%26")
        .replace('#', "%23")
}
