//! Goals: conditions on a plan in words, and their faults.

use cost::Estimate;
use cost::memory::Verdict;
use cost::plan::Plan;
use formats::goal::{
    DEEPEST, FIGURES, Fault, Field, Goal, LONGEST, Live, Number, Style, Unit, Wrong, verdict_named,
};
use formats::number::Units;

use crate::number::{self, BytesText as _, locale, marks};
use crate::verdict;

messages!("goal");

/// Notation of goals for people.
pub static STYLE: Style = Style {
    field: |field| name(field).to_owned(),
    is: word_of,
    number: number_of,
    share: Some(|number, field| share_of(&number.percent().text(marks()), name(field))),
    comparisons: [less, at_most, more, at_least, equal, other],
    arithmetic: [plus, minus, times, divided],
    negate: negated,
    not: not_true,
    and: both,
    or: either,
};

/// Names of [`FIGURES`], in their order.
static FIGURE_NAMES: [fn() -> &'static str; FIGURES.len()] = [
    figure_legal,
    figure_model,
    figure_gpu,
    figure_gpus,
    figure_dp,
    figure_params,
    figure_active_params,
    figure_trained_params,
    figure_memory_verdict,
    figure_memory_capacity_gib,
    figure_memory_peak_gib,
    figure_memory_low_gib,
    figure_memory_high_gib,
    figure_memory_peak_stage,
    figure_stage_weights_gib,
    figure_stage_gradients_gib,
    figure_stage_optimizer_gib,
    figure_stage_activations_gib,
    figure_stage_logits_gib,
    figure_stage_buffers_gib,
    figure_stage_overhead_gib,
    figure_stage_total_gib,
    figure_stage_allocated_gib,
    figure_time_step_s,
    figure_time_low_s,
    figure_time_high_s,
    figure_time_compute_s,
    figure_time_recompute_s,
    figure_time_forward_only_s,
    figure_time_tp_s,
    figure_time_cp_s,
    figure_time_ep_s,
    figure_time_pp_s,
    figure_time_dp_s,
    figure_time_bubble_s,
    figure_time_imbalance_s,
    figure_time_optimizer_s,
    figure_time_bubble_fraction,
    figure_time_imbalance_fraction,
    figure_time_idle_fraction,
    figure_mfu,
    figure_hfu,
    figure_peak_tflops,
    figure_tokens_per_s_per_gpu,
    figure_dominant_toll,
    figure_tolls_useful,
    figure_tolls_ceiling,
    figure_tolls_lastinch,
    figure_tolls_padding,
    figure_tolls_scratchpad,
    figure_tolls_forward_only,
    figure_tolls_cable,
    figure_tolls_bubble,
    figure_tolls_imbalance,
    figure_tolls_state,
    figure_run_steps,
    figure_run_days,
    figure_run_goodput,
    figure_run_gpu_hours,
    figure_run_cost_usd,
    figure_run_energy_mwh,
    figure_run_checkpoint_interval_s,
    figure_machine_pace,
    figure_machine_overhead_gib,
    figure_machine_measured_step_s,
    figure_machine_predicted_step_s,
    figure_machine_measured_peak_gib,
    figure_machine_predicted_peak_gib,
    figure_bound_tokens,
    figure_bound_tokens_per_gpu,
    figure_bound_dp_ratio,
    figure_bound_tp_ratio,
    figure_bound_cp_ratio,
    figure_bound_ep_ratio,
    figure_bound_pp_ratio,
    figure_bill_state_gb,
    figure_bill_cards,
    figure_loss,
    figure_recipe_bill,
    figure_recipe_tensor,
    figure_recipe_pipeline,
    figure_recipe_shard,
    figure_recipe_batch,
    figure_recipe_score,
];

/// The goal, and whether it is reached by a plan with this estimate.
#[must_use]
pub fn result(goal: &Goal, is_reached: bool, estimate: Option<&Estimate>) -> String {
    let sentence = match estimate.map(|estimate| estimate.memory.verdict) {
        _ if !is_reached => not_reached,
        Some(Verdict::OutOfMemory) => reached_unfit,
        _ => reached,
    };
    sentence(&goal.written(&STYLE))
}

/// The name of a field.
#[must_use]
pub fn name(field: Field) -> &'static str {
    match field {
        Field::Figure(figure) => {
            let mut names = FIGURES.iter().zip(FIGURE_NAMES);
            let found = names.find(|(known, _)| *known == figure);
            found.map_or(figure.name, |(_, name)| name())
        }
        Field::Key(key) => match key.name() {
            "tp" => key_tensor(),
            "pp" => key_pipeline(),
            "cp" => key_context(),
            "ep" => key_expert(),
            "node" => key_node(),
            // The labels of these say only what their heading leaves open.
            "mstep" => key_measured_step(),
            "mmem" => key_measured_peak(),
            key => crate::controls::label(key).map_or(key, |label| label.name),
        },
    }
}

/// That a field is a word or, of several, contains it.
fn word_of(field: Field, word: &'static str, holds: bool) -> String {
    let is_verdict = field.name() == "memory.verdict";
    match (is_verdict.then(|| verdict_named(word)).flatten(), holds) {
        (Some(Verdict::Fits), true) => is_fits().to_owned(),
        (Some(Verdict::Tight), true) => is_tight().to_owned(),
        (Some(Verdict::MayNotFit), true) => is_may_not_fit().to_owned(),
        (Some(Verdict::OutOfMemory), true) => is_does_not_fit().to_owned(),
        (Some(verdict), false) => is_not_verdict(verdict::inside(verdict)),
        (None, true) => is(name(field), standard(word)),
        (None, false) => is_not(name(field), standard(word)),
    }
}

/// The standard term for the word of an overhead; other words as they are.
fn standard(word: &str) -> &str {
    match word {
        "state" => term_state(),
        "scratchpad" => term_activations(),
        "cable" => term_communication(),
        "lastinch" => term_kernels(),
        word => word,
    }
}

/// A number with the unit of the field beside it.
fn number_of(number: Number, beside: Option<Field>) -> String {
    let unit = match beside {
        Some(Field::Figure(figure)) => figure.unit,
        _ => Unit::None,
    };
    let text = number.text(marks());
    match unit {
        Unit::Share => locale::percent(&number.percent().text(marks())),
        Unit::Dollars => locale::dollars(&text),
        Unit::Days => days(&text),
        Unit::None | Unit::GpuHours | Unit::TokensPerSecond => text,
        unit => with_unit(&text, unit),
    }
}

/// A value of a plan, with its unit where it is that of one figure.
#[must_use]
pub fn live(live: &Live, plan: &Plan, estimate: Option<&Estimate>) -> String {
    const NONE: &str = "–";
    let quantity = match live {
        Live::Word(field) => {
            let word = field.word(plan, estimate);
            return word.map_or_else(|| NONE.to_owned(), |word| standard(&word).to_owned());
        }
        Live::Number(quantity) => quantity,
    };
    let Some(value) = quantity.value(plan, estimate) else {
        return NONE.to_owned();
    };
    let unit = match quantity.field() {
        Some(Field::Figure(figure)) => figure.unit,
        _ => Unit::None,
    };
    match unit {
        Unit::Share => number::percent(value),
        Unit::Dollars => number::dollars(value),
        Unit::Days => number::days(value),
        unit => with_unit(&amount(value), unit),
    }
}

/// A number with its unit, if it has one.
fn with_unit(number: &str, unit: Unit) -> String {
    match unit {
        Unit::None | Unit::Share => number.to_owned(),
        Unit::Gib => Units::Gib.written(number),
        Unit::Gb => Units::Gb.written(number),
        Unit::Seconds => locale::seconds(number),
        Unit::Teraflops => locale::teraflops(number),
        Unit::TokensPerSecond => tokens_per_second(number),
        Unit::Days => days(number),
        Unit::GpuHours => locale::hours(number),
        Unit::Dollars => locale::dollars(number),
        Unit::MegawattHours => locale::megawatt_hours(number),
    }
}

/// A number in three digits; of large ones all that stand before the point, unless they are many.
fn amount(value: f64) -> String {
    const MANY: f64 = 1e7;
    const NAMELESS: f64 = 999.5e15;
    let size = value.abs();
    let sign = if value < 0.0 {
        locale::minus_sign()
    } else {
        ""
    };
    let whole = size.round() as u64;
    let text = match size {
        size if size >= NAMELESS => power_of_ten(size),
        size if size >= MANY => number::count(whole),
        size if size >= 1_000.0 || size == whole as f64 => number::grouped(whole),
        size => number::three_digits(size),
    };
    [sign, &text].concat()
}

/// A number beyond all that has a name, as FLOPs of a run: `3.15 × 10²³`.
fn power_of_ten(size: f64) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut power = 0;
    while size / 10_f64.powi(power) >= 9.995 {
        power += 1;
    }
    let mut text = [
        &number::three_digits(size / 10_f64.powi(power)),
        "\u{a0}×\u{a0}10",
    ]
    .concat();
    let places = power.to_string();
    text.extend(
        places
            .bytes()
            .map(|digit| RAISED[usize::from(digit - b'0')]),
    );
    text
}

/// Fault in the text of a goal; without a full stop.
#[must_use]
pub fn fault(fault: &Fault, text: &str) -> String {
    let before = text.get(..fault.at).unwrap_or(text);
    let place = before.chars().count() as u64 + 1;
    match &fault.wrong {
        Wrong::Empty => no_goal().to_owned(),
        Wrong::TooLong => too_long(LONGEST as u64),
        Wrong::TooDeep => too_deep(DEEPEST as u64, place),
        Wrong::Number => no_number(place),
        Wrong::Unexpected { given } if given.is_empty() => early_end().to_owned(),
        Wrong::Unexpected { given } => unexpected(given, place),
        Wrong::Unclosed => unclosed(place),
        Wrong::UnknownField {
            given,
            nearest: Some(nearest),
        } => unknown_field_but(given, place, nearest),
        Wrong::UnknownField {
            given,
            nearest: None,
        } => unknown_field(given, place),
        Wrong::UnknownWord {
            field,
            given,
            words,
        } if !words.is_empty() => never_but(field, given, place, words),
        Wrong::UnknownWord { field, given, .. } | Wrong::Never { field, given } => {
            never(field, given, place)
        }
        Wrong::NeedsWord { field } => needs_word(field, place),
        Wrong::NeedsNumber => needs_number(place),
        Wrong::NeedsCondition => needs_condition(place),
        Wrong::NoField => no_field().to_owned(),
    }
}
