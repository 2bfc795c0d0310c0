//! Reading the prediction of a step.

use formats::excerpt::excerpt;
use formats::import::ParsedValue;
use formats::link;

use super::fault::Why;
use super::fields::{Faults, Fields, TITLE, member, number};
use super::prediction::{PredictedBy, PredictedChoice, PredictedFigure, Prediction};
use super::read_questions::{TOLERANCES, mistakes};

/// Most figures of a prediction.
const FIGURES: usize = 4;
/// Most values among which readers choose.
const CHOICES: usize = 6;
/// By how much a guess may be off where a prediction does not say it.
const TOLERANCE: f64 = 0.05;
/// Range of a figure's values: beyond the tokens, dollars and seconds of any run. FLOPs of a run are
/// above it, and need a range or choices by the page.
const VALUES: [f64; 2] = [0.0, 1e18];

const OF_PREDICTION: &[&str] = &["change", "ask"];
const OF_FIGURE: &[&str] = &[
    "figure",
    "by",
    "from",
    "to",
    "choices",
    "tolerance",
    "mistakes",
];
/// The two ways in which readers give a guess.
const WAYS: [&str; 2] = ["drag", "choose"];

/// The prediction of a step, if it has one.
pub(super) fn prediction(
    fields: &Fields,
    has_start: bool,
    faults: &mut Faults,
) -> Option<Prediction> {
    let value = fields.get("predict")?;
    let path = fields.to("predict");
    if !has_start {
        faults.add(&path, Why::PredictionOfNothing);
    }
    let fields = Fields::at(value, path, OF_PREDICTION, faults);
    let given = fields.required("change", link::LONGEST, faults);
    let change = given.parse().map_err(|given: String| {
        if !given.is_empty() {
            faults.add(&fields.to("change"), Why::Change { given });
        }
    });
    let members = fields.list("ask", FIGURES, faults).iter().enumerate();
    let questions = members.filter_map(|(place, value)| {
        let path = member(&fields.to("ask"), place);
        question(value, path, faults)
    });
    let questions = questions.collect();
    Some(Prediction {
        change: change.ok()?,
        questions,
    })
}

fn question(value: &ParsedValue, path: String, faults: &mut Faults) -> Option<PredictedFigure> {
    let fields = Fields::at(value, path, OF_FIGURE, faults);
    let [drag, choose] = WAYS;
    let by = fields.words("by", TITLE, faults);
    if !(by.is_empty() || WAYS.contains(&by)) {
        let given = excerpt(by);
        faults.add(&fields.to("by"), Why::NoWord { given });
    }
    let is_choice = by == choose;
    let of_other: (&[&str], _) = if is_choice {
        (&["from", "to"], drag)
    } else {
        (&["choices"], choose)
    };
    for name in of_other.0.iter().filter(|name| fields.get(name).is_some()) {
        faults.add(&fields.to(name), Why::OtherWay { by: of_other.1 });
    }
    let by = if is_choice {
        PredictedBy::Choose(choices(&fields, faults))
    } else {
        PredictedBy::Drag(range(&fields, faults))
    };
    let tolerance = fields.number("tolerance", TOLERANCES, faults);
    let mistakes = mistakes(&fields, faults);
    Some(PredictedFigure {
        figure: fields.figure("figure", faults)?,
        by,
        tolerance: tolerance.unwrap_or(TOLERANCE),
        mistakes,
    })
}

/// The values between which readers drag: both or none.
fn range(fields: &Fields, faults: &mut Faults) -> Option<[f64; 2]> {
    let ends = ["from", "to"];
    if ends.iter().all(|end| fields.get(end).is_none()) {
        return None;
    }
    for end in ends.iter().filter(|end| fields.get(end).is_none()) {
        faults.add(&fields.to(end), Why::Missing);
    }
    let [from, to] = ends.map(|end| fields.number(end, VALUES, faults));
    let range = [from?, to?];
    if range[0] >= range[1] {
        faults.add(&fields.to("to"), Why::NoRange);
    }
    Some(range)
}

fn choices(fields: &Fields, faults: &mut Faults) -> Vec<PredictedChoice> {
    let members = fields.list("choices", CHOICES, faults).iter().enumerate();
    let choices = members.filter_map(|(place, value)| {
        let path = member(&fields.to("choices"), place);
        match value.text() {
            None => number(value, &path, VALUES, faults).map(PredictedChoice::Value),
            Some("start") => Some(PredictedChoice::Start),
            Some("truth") => Some(PredictedChoice::Truth),
            Some(other) => {
                let given = excerpt(other);
                faults.add(&path, Why::NoWord { given });
                None
            }
        }
    });
    choices.collect()
}
