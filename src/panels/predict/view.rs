//! View of the predictions.

use cost::Estimate;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use text::number::{BytesText as _, duration, listed, percent};
use text::predict as words;
use text::stops::also_moved;

use super::bars::{bar, parts};
use super::event::PredictEvent;
use super::outcome::{Outcome, PartRow};
use super::question::Given;
use super::round::Round;
use super::state::{ID, OUTCOME, Predictor, QUESTION};
use crate::components::{percent_of, sliding};
use crate::store::{Event, Page, PanelStore};

/// The id of the heading.
const HEADING: &str = "predict-heading";

type Panel = PanelStore<Predictor>;

/// The card; empty while no round is open, and while the arithmetic of a figure covers it.
pub(super) fn card(panel: Panel) -> AnyView {
    let is_open = panel.slice(|state, page| state.is_open() && page.opened.is_none());
    (move || is_open.get().then(|| open_card(panel))).into_any()
}

fn open_card(panel: Panel) -> AnyView {
    let leave = move |_| panel.send(PredictEvent::Leave);
    let on_key = move |ev: KeyboardEvent| {
        if ev.key() == "Escape" {
            ev.stop_propagation();
            panel.send(PredictEvent::Leave);
        }
    };
    // The question stays while its prediction moves.
    let number = panel.slice(|state, _| state.number);
    let question = move || {
        let _ = number.get();
        panel.read(|state, page| match &state.round {
            Some(round) => open_question(panel, state, round, page),
            None => refused(state),
        })
    };
    view! {
        <section id=ID class="covering" aria-labelledby=HEADING on:keydown=on_key>
            <div class="top">
                <h2 id=HEADING>{words::heading()}</h2>
                {move || panel.follow(progress)}
                <button type="button" class="leave" on:click=leave>
                    {words::leave()}
                </button>
            </div>
            {question}
        </section>
    }
    .into_any()
}

/// The reason why nothing can be predicted.
fn refused(state: &Predictor) -> AnyView {
    let reason = state.refused.clone();
    view! {
        <div class="body">
            <p class="sheet" role="alert">
                {reason}
            </p>
        </div>
    }
    .into_any()
}

/// The number of the question, and what rests.
fn progress(state: &Predictor, page: &Page) -> Option<AnyView> {
    let round = state.round.as_ref()?;
    let count = round.questions.len();
    let dots = (0..count).map(|place| view! { <i class:on=place <= round.place></i> });
    let rests = page.is_guessing().then(words::rests);
    let view = view! {
        <span class="dots" aria-hidden="true">
            {dots.collect_view()}
        </span>
        <small>{words::progress(round.place as u64 + 1, count as u64)}</small>
        <small>{rests}</small>
    };
    Some(view.into_any())
}

/// The open question: before its outcome is shown, or with it.
fn open_question(panel: Panel, state: &Predictor, round: &Round, page: &Page) -> AnyView {
    let question = round.question();
    let figure = text::why_card::title(question.asked.figure.root, stage(round));
    let given = state.given();
    let outcome = question
        .guess
        .map(|guess| Outcome::of(round, guess, page.units()));
    let is_dragged = matches!(given, Some(Given::Bar { .. }));
    let value = match given {
        Some(Given::Bar { end, step }) => bars(panel, round, page, end, step),
        Some(Given::Choices(values)) => choices(panel, round, page, &values),
        None => ().into_any(),
    };
    let below = match &outcome {
        Some(outcome) => view! {
            {table(panel, round, outcome)}
            {after(panel, round, page)}
        }
        .into_any(),
        None => before(panel, is_dragged),
    };
    let is_seen = outcome.is_some();
    let sentences = outcome.map(|outcome| said(&outcome));
    view! {
        <div class="body">
            <div class="sheet">
                <p class="question" id=QUESTION tabindex="-1">
                    <b>{words::change_of(&round.change, &round.start, &round.changed)}</b>
                    " "
                    {words::question(&figure)}
                </p>
                {value}
                {below}
            </div>
            <div class="beside">
                {sentences} {(!is_seen).then(|| hint(panel, state, round))} {guesses(round, page)}
            </div>
        </div>
    }
    .into_any()
}

/// The stage of the open question in the present plan.
fn stage(round: &Round) -> Option<usize> {
    let memory = &round.now.memory;
    let figure = round.question().asked.figure;
    figure.stage(memory.stages.len(), memory.peak_stage)
}

/// The present value, the prediction and the outcome as bars on one track.
fn bars(panel: Panel, round: &Round, page: &Page, end: f64, step: f64) -> AnyView {
    let store = panel.page();
    let question = round.question();
    let figure = round.placed(question.asked.figure);
    let shown = round.pair.shown(figure, page.units());
    let [before, after] = round.pair.values(figure);
    let [from, to] =
        [&round.start, &round.changed].map(|plan| words::settings_of(&round.change, plan));
    let capacity = figure
        .root
        .is_of_memory()
        .then(|| percent_of(round.capacity() / end));
    let written = move || {
        let value = store.shown(guessed);
        move || shown.figure(figure, value())
    };
    let [ticks, length] = [store.shown(guessed), store.shown(guessed)];
    let handlers = sliding(
        move || store.read(guessed) / step,
        move |ticks| {
            store.send_if(|page| moved(page, ticks * step));
        },
    );
    let is_seen = question.guess.is_some();
    let buttons = (!is_seen).then(|| step_buttons(panel));
    let outcome = if is_seen {
        let guess = question.guess.unwrap_or_default();
        let [low, high] = [guess.min(after), guess.max(after)].map(|value| value / end);
        view! {
            {bar(parts(figure, after, &round.then, end))}
            <i
                class="gap"
                style:left=percent_of(low)
                style:width=percent_of(high - low)
            ></i>
        }
        .into_any()
    } else {
        view! { <div class="track empty" aria-hidden="true"></div> }.into_any()
    };
    let known = if is_seen {
        shown.figure(figure, after)
    } else {
        words::unknown().to_owned()
    };
    view! {
        <div class="rows" style=("--capacity", capacity.clone()) data-capacity=capacity.as_ref().map(|_| "")>
            <span>{from}", "{words::now()}</span>
            {bar(parts(figure, before, &round.now, end))}
            <b>{shown.figure(figure, before)}</b>
            <label for="predict-value">
                <b>{words::your_guess()}</b>
            </label>
            <div class="track guess">
                <input
                    {..handlers}
                    id="predict-value"
                    type="range"
                    autocomplete="off"
                    min="0"
                    max=((end / step).round() as u64).to_string()
                    prop:value=move || (ticks() / step).round()
                    aria-valuetext=written()
                    disabled=is_seen
                />
                <s style:width=move || percent_of(length() / end)></s>
            </div>
            <output>{written()}</output>
            {buttons}
            <span>{to}</span>
            <div class="outcome">{outcome}</div>
            <b>{known}</b>
        </div>
    }
    .into_any()
}

/// The value of the open prediction.
fn guessed(page: &Page) -> f64 {
    page.guess.map_or(0.0, |guess| guess.value)
}

/// The value of the open prediction, once it is made.
fn chosen(page: &Page) -> Option<f64> {
    let guess = page.guess.filter(|guess| guess.is_made);
    guess.map(|guess| guess.value)
}

/// True before a prediction is made.
fn is_unmade(page: &Page) -> bool {
    page.guess.is_none_or(|guess| !guess.is_made)
}

/// The event that moves the open prediction.
fn moved(page: &Page, value: f64) -> Option<Event> {
    let open = page.guess.filter(|guess| !guess.is_seen)?;
    Some(Event::Guess(Some(open.with(value))))
}

/// Buttons that move the prediction by one step, and by ten with a pressed Shift key.
fn step_buttons(panel: Panel) -> AnyView {
    let button = |name: &'static str, sign: &'static str, steps: f64| {
        view! {
            <button
                type="button"
                class="step"
                tabindex="-1"
                aria-label=name
                on:click=move |_| panel.send(PredictEvent::Step(steps))
            >
                {sign}
            </button>
        }
    };
    view! {
        <span class="steps">
            {button(words::less(), "−", -1.0)}
            {button(words::more(), "+", 1.0)}
        </span>
    }
    .into_any()
}

/// The values to choose.
fn choices(panel: Panel, round: &Round, page: &Page, values: &[f64]) -> AnyView {
    let store = panel.page();
    let question = round.question();
    let figure = question.asked.figure;
    let shown = round.pair.shown(figure, page.units());
    let [before, after] = round.pair.values(figure);
    let is_seen = question.guess.is_some();
    let options = values.iter().copied().enumerate().map(|(place, value)| {
        let relation = match before {
            _ if value == before => words::as_now_choice().to_owned(),
            0.0 => String::new(),
            before => text::why_card::ratio(value / before),
        };
        let is_outcome = (is_seen && value == after).then(words::is_outcome);
        let chosen = store.shown(chosen);
        view! {
            <label data-outcome=is_outcome.map(|_| "")>
                <input
                    type="radio"
                    name="predict-choice"
                    autocomplete="off"
                    prop:checked=move || chosen() == Some(value)
                    disabled=is_seen
                    on:change=move |_| panel.send(PredictEvent::Choose(place))
                />
                <b>{shown.figure(figure, value)}</b>
                <small>{relation}</small>
                <small>{is_outcome}</small>
            </label>
        }
    });
    view! {
        <fieldset class="choices">
            <legend class="unseen">{words::choices()}</legend>
            {options.collect_view()}
        </fieldset>
    }
    .into_any()
}

/// The buttons before the outcome is shown.
fn before(panel: Panel, is_dragged: bool) -> AnyView {
    let store = panel.page();
    let is_unmade_now = store.shown(is_unmade);
    let first = if is_dragged {
        words::drag_first()
    } else {
        words::choose_first()
    };
    let as_now = is_dragged.then(|| {
        view! {
            <small>{words::as_now_counts()}</small>
            <button type="button" on:click=move |_| panel.send(PredictEvent::AsNow)>
                {words::as_now()}
            </button>
        }
    });
    view! {
        <p class="acts">
            <button
                type="button"
                class="on"
                id="predict-see"
                disabled=store.shown(is_unmade)
                on:click=move |_| panel.send(PredictEvent::See)
            >
                {words::see()}
            </button>
            <small>{move || is_unmade_now().then_some(first)}</small>
            {as_now}
        </p>
    }
    .into_any()
}

/// The buttons once the outcome is shown.
fn after(panel: Panel, round: &Round, page: &Page) -> AnyView {
    if round.place + 1 < round.questions.len() {
        return view! {
            <p class="acts">
                <button
                    type="button"
                    class="on"
                    id="predict-next"
                    on:click=move |_| panel.send(PredictEvent::Next)
                >
                    {words::next()}
                </button>
            </p>
        }
        .into_any();
    }
    let then = &round.then;
    let figures = words::outcome_of_plan(
        &duration(then.time.total()),
        &percent(then.utilisation.mfu),
        &listed(&[
            memory(then, page),
            text::verdict::inside(then.memory.verdict).to_owned(),
        ]),
    );
    view! {
        <p class="acts">
            {may_apply(round, page)
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="on"
                            id="predict-apply"
                            on:click=move |_| panel.send(PredictEvent::Apply)
                        >
                            {words::apply(&words::settings_of(&round.change, &round.changed))}
                        </button>
                    }
                })} <small>{figures}</small>
        </p>
    }
    .into_any()
}

fn memory(estimate: &Estimate, page: &Page) -> String {
    page.units().size(estimate.memory.peak())
}

/// True if neither the query nor a lesson's step locks a control of the change.
fn may_apply(round: &Round, page: &Page) -> bool {
    let mut values = round.change.values().iter();
    values.all(|(key, _)| !page.has_lock(key))
}

/// The parts of the figure before and after the change.
fn table(panel: Panel, round: &Round, outcome: &Outcome) -> AnyView {
    let [from, to] =
        [&round.start, &round.changed].map(|plan| words::settings_of(&round.change, plan));
    let first = if outcome.are_summed {
        words::part()
    } else {
        words::factor()
    };
    let to_open = may_open(panel, round);
    view! {
        <table aria-label=words::table()>
            <thead>
                <tr>
                    <th scope="col">{first}</th>
                    <th scope="col">{from}</th>
                    <th scope="col">{to}</th>
                    <th scope="col">{words::ratio()}</th>
                    <th scope="col">{words::because()}</th>
                </tr>
            </thead>
            <tbody>
                {outcome.rows.iter().map(|part| row(part, None)).collect_view()}
                {row(&outcome.whole, to_open)}
            </tbody>
        </table>
    }
    .into_any()
}

/// The button that makes the change and opens the arithmetic of the figure.
fn may_open(panel: Panel, round: &Round) -> Option<AnyView> {
    let is_free = panel.page().read(|page| may_apply(round, page));
    let change = words::settings_of(&round.change, &round.changed);
    is_free.then(|| {
        view! {
            <button type="button" class="why" on:click=move |_| panel.send(PredictEvent::OpenAll)>
                {words::open_all(&change)}
            </button>
        }
        .into_any()
    })
}

fn row(row: &PartRow, button: Option<AnyView>) -> impl IntoView + use<> {
    let mark = (!row.mark.is_empty()).then(|| view! { <i class=row.mark></i> });
    let [before, after] = row.values.clone();
    view! {
        <tr>
            <th scope="row">{mark} {row.name.clone()}</th>
            <td>{before}</td>
            <td>
                <b>{after}</b>
            </td>
            <td>{row.ratio.clone()}</td>
            <td class="causes">{row.causes.clone()} {button}</td>
        </tr>
    }
}

/// The outcome in sentences.
fn said(outcome: &Outcome) -> AnyView {
    let [first, second] = outcome.sentences.clone();
    let from = if outcome.are_summed {
        words::sums_are_subtracted()
    } else {
        words::factors_are_divided()
    };
    view! {
        <blockquote id=OUTCOME tabindex="-1">
            <b>{first}</b>
            " "
            {second}
        </blockquote>
        <p>{from}</p>
    }
    .into_any()
}

/// Beside the question: why to predict, the change, and what follows from it.
fn hint(panel: Panel, state: &Predictor, round: &Round) -> AnyView {
    let follows = match also_moved(&round.start, &round.changed) {
        follows if follows.is_empty() => words::nothing_follows().to_owned(),
        follows => text::sentence(&follows),
    };
    let changes = (state.changes.len() > 1).then(|| {
        let chosen = state.chosen;
        let options = state.changes.iter().enumerate().map(|(place, change)| {
            view! {
                <option value=place.to_string() prop:selected=place == chosen>
                    {words::change_of(change, &round.start, &change.applied(&round.start))}
                </option>
            }
        });
        view! {
            <label class="which">
                {words::which_change()}
                <select
                    autocomplete="off"
                    on:change:target=move |ev| {
                        let place = usize::try_from(ev.target().selected_index());
                        place.into_iter().for_each(|place| panel.send(PredictEvent::ChooseChange(place)));
                    }
                >
                    {options.collect_view()}
                </select>
            </label>
        }
    });
    view! {
        {changes}
        <h3>{words::guess_first()}</h3>
        <p>{words::why_guess()}</p>
        <details>
            <summary>{words::what_changes()}</summary>
            <p>{follows}</p>
        </details>
    }
    .into_any()
}

/// The predictions of the round.
fn guesses(round: &Round, page: &Page) -> AnyView {
    let memory = &round.now.memory;
    let units = page.units();
    let items = round.questions.iter().map(|question| {
        let figure = question.asked.figure;
        let stage = figure.stage(memory.stages.len(), memory.peak_stage);
        let name = text::why_card::title(figure.root, stage);
        let outcome = match (question.guess, question.values) {
            (Some(guess), Some(([_, after], unit))) => {
                let [guess, after] = [guess, after]
                    .map(|value| text::why_card::value_of(figure.root, value, unit, units));
                view! {
                    {guess}
                    " → "
                    <b>{after}</b>
                }
                .into_any()
            }
            _ => words::open().into_any(),
        };
        view! {
            <li>
                <span>{name}</span>
                <span>{outcome}</span>
            </li>
        }
    });
    view! {
        <h3>{words::guesses()}</h3>
        <ul class="guesses">{items.collect_view()}</ul>
    }
    .into_any()
}
