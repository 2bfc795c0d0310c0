//! The table of the runs, the worst prediction first. Every row is a link to the run's plan.

use cost::units::{Bytes, Seconds};
use formats::link;
use leptos::prelude::*;
use text::accuracy;
use text::number::{BytesText as _, duration, signed_percent};

use super::Accuracy;
use super::plot::mark;
use super::run_events::{look, press};
use super::sheet::{ChosenRuns, ShownRuns};
use super::state::{AccuracyEvent, MORE, ROWS, TABLE};
use crate::store::PanelStore;

/// The table, and the button that shows more of it.
pub(super) fn table(panel: PanelStore<Accuracy>, shown: &ShownRuns) -> AnyView {
    let sheet = shown.sheet();
    let worst = sheet.worst_first();
    let count = (ROWS + shown.choice.more).min(worst.len());
    let rows = worst.iter().take(count);
    let rows = rows.filter_map(|&index| row(panel, &sheet, index));
    let headings = accuracy::headings().into_iter();
    let headings = headings.map(|heading| view! { <th scope="col">{heading}</th> });
    let left = worst.len() - count;
    let more = (left > 0).then(|| {
        view! {
            <button type="button" class="more" on:click=move |_| panel.send(AccuracyEvent::More)>
                {accuracy::more(left.min(MORE) as u64, left as u64)}
            </button>
        }
    });
    view! {
        <div class="scroll" id=TABLE tabindex="0" role="region" aria-label=accuracy::heading()>
            <table>
                <thead>
                    <tr>{headings.collect_view()}</tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

/// The row of a run; none if the run does not have the compared figure.
fn row(
    panel: PanelStore<Accuracy>,
    sheet: &ChosenRuns,
    index: usize,
) -> Option<impl IntoView + use<>> {
    let run = sheet.runs.all.get(index)?;
    let pair = run.published.figures[sheet.choice.figure]?;
    let source = sheet.runs.sources.get(run.source)?.clone();
    let figure = |figure| {
        if sheet.choice.figure == 0 {
            duration(Seconds(figure))
        } else {
            sheet.units.size(Bytes::from_gib(figure))
        }
    };
    Some(view! {
        <tr>
            <th scope="row">
                <a
                    class="run"
                    href=link::encode(&run.plan)
                    on:click=move |ev| press(panel, &ev, index)
                    on:pointermove=move |_| look(panel, index)
                    on:focusin=move |_| look(panel, index)
                >
                    {accuracy::label(&run.plan)}
                </a>
                <small>{accuracy::detail(&run.plan)}</small>
            </th>
            <td>{mark(run.source)} {source}</td>
            <td>{figure(pair.measured)}</td>
            <td>{figure(pair.predicted)}</td>
            <td>{signed_percent(pair.error())}</td>
        </tr>
    })
}
