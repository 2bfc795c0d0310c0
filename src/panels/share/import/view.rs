//! The pane for imports.

use cost::legal::Legal;
use cost::plan::Plan;
use cost::units::Bytes;
use formats::catalog::{GPUS, MODELS};
use formats::import::{Imported, LARGEST, MissingSetting};
use formats::link;
use text::{EN_EXCHANGE, sentence};

use super::super::words::{title, words};
use super::state::{FILE, GPUS_KEY, Import, ImportOutcome, PRESETS, TAKE, TEXT};
use crate::controls::listed;
use crate::dom::components::said;
use crate::dom::{Element, element};
use crate::store::Page;

/// The pane.
pub(in super::super) fn pane(import: &Import, page: &Page) -> Vec<Element> {
    let words = &words().import;
    let text = element("textarea")
        .id(TEXT)
        .attribute("aria-label", words.field)
        .attribute("spellcheck", "false")
        .attribute("autocomplete", "off")
        .attribute("placeholder", "{ \"model_type\": \"llama\", … }")
        .property("value", import.text.clone());
    let choose = element("label")
        .class("file")
        .child(element("input").attribute("type", "file").id(FILE))
        .child(words.choose);
    vec![
        said("p", "sentence", words.sentence.into()),
        text,
        element("p")
            .class("acts")
            .child(choose)
            .child(element("span").child(words.drop)),
        element("div")
            .class("brought")
            .attribute("aria-live", "polite")
            .children(outcome(import, page)),
        element("p").class("acts").child(
            element("button")
                .attribute("type", "button")
                .class("chief")
                .id(TAKE)
                .attribute("hidden", import.plan().is_none())
                .child(words.take),
        ),
    ]
}

/// The outcome: what was understood, and what was not.
fn outcome(import: &Import, page: &Page) -> Vec<Element> {
    let words = &words().import;
    let line = |words: String| element("p").child(words);
    let mut lines = match &import.outcome {
        ImportOutcome::Nothing => Vec::new(),
        ImportOutcome::Unread => vec![line((words.unread)(Bytes(LARGEST as u64)))],
        ImportOutcome::Refused(why) => vec![line(sentence(&(EN_EXCHANGE.refused)(why)))],
        ImportOutcome::Link(plan, warnings) => {
            let warnings = warnings.iter().map(page.strings.link_warning).collect();
            vec![line((words.link)(&title(plan))), list(words.left, warnings)]
        }
        ImportOutcome::File(imported) => {
            let said = (words.read)(imported.format, &title(&imported.plan));
            vec![line(said), open(imported), left(imported)]
        }
    };
    if let Some(Err(reasons)) = import.plan().map(Legal::check) {
        lines.push(line(words.impossible.to_owned()));
        if let (Some(reason), Some(plan)) = (reasons.first(), import.plan()) {
            lines.push(line((page.strings.reason)(reason, plan)));
        }
    }
    lines
}
/// A list under a heading; empty if it has no lines.
fn list(heading: &'static str, lines: Vec<String>) -> Element {
    let part = element("div").attribute("hidden", lines.is_empty());
    let lines = lines.into_iter().map(|line| element("li").child(line));
    part.child(element("h3").child(heading))
        .child(element("ul").class("plain-list").children(lines.collect()))
}

/// List of the parts that were not understood.
fn left(imported: &Imported) -> Element {
    let unfit = imported.unfit.iter();
    let unfit = unfit.map(|(option, value)| (EN_EXCHANGE.unfit)(option, value));
    let mut lines: Vec<String> = unfit.collect();
    let unsaid = imported.unsaid.iter();
    lines.extend(unsaid.map(|what| (EN_EXCHANGE.unsaid)(*what)));
    if !imported.unknown.is_empty() {
        lines.push((EN_EXCHANGE.unknown)(&imported.unknown));
    }
    list(words().import.left, lines)
}

/// List of the questions that the file leaves open, each with its fields.
fn open(imported: &Imported) -> Element {
    let plan = &imported.plan;
    let rows = imported.missing.iter().map(|what| {
        let asked = element("div").class("asked").children(asked(*what, plan));
        element("li")
            .child(element("span").child((EN_EXCHANGE.missing)(*what, plan)))
            .child(asked)
    });
    element("div")
        .attribute("hidden", imported.missing.is_empty())
        .child(element("h3").child(words().import.open))
        .child(element("ul").class("plain-list").children(rows.collect()))
}

/// The fields for a missing setting.
fn asked(what: MissingSetting, plan: &Plan) -> Vec<Element> {
    let keys: &[&'static str] = match what {
        MissingSetting::Model => return vec![presets(0, plan)],
        MissingSetting::Figure(key) => &[key],
        MissingSetting::Cluster => return vec![presets(1, plan), number(GPUS_KEY, plan)],
        MissingSetting::Layout if plan.model.moe.experts > 0 => &["tp", "pp", "cp", "ep"],
        MissingSetting::Layout => &["tp", "pp", "cp"],
        MissingSetting::Batch => &["gbs", "mbs"],
        MissingSetting::Sequence => &["seq"],
    };
    keys.iter().map(|key| number(key, plan)).collect()
}

/// A field for the number of a key.
fn number(key: &'static str, plan: &Plan) -> Element {
    let value = if key == GPUS_KEY {
        Some(plan.cluster.gpus as f64)
    } else {
        link::number(plan, key)
    };
    let field = element("input")
        .attribute("type", "number")
        .attribute("min", "0")
        .attribute("step", "any")
        .attribute("autocomplete", "off")
        .attribute("data-key", key)
        .property("value", value.unwrap_or(0.0));
    element("label").child(name(key)).child(field)
}

/// The name of a key's control.
fn name(key: &'static str) -> &'static str {
    let groups = listed(&text::EN);
    let mut controls = groups.iter().flat_map(|group| &group.controls);
    controls
        .find(|(known, _)| *known == key)
        .map_or(key, |(_, name)| name)
}

/// The list of models, or of GPUs.
fn presets(which: usize, plan: &Plan) -> Element {
    let (names, chosen): (Vec<(&str, &str)>, &str) = if which == 0 {
        let models = MODELS.iter();
        let models = models.map(|entry| (entry.model.preset, entry.name));
        (models.collect(), plan.model.preset)
    } else {
        let cards = GPUS.iter().map(|entry| (entry.gpu.preset, entry.name));
        (cards.collect(), plan.cluster.gpu.preset)
    };
    let options = names.into_iter().map(|(preset, name)| {
        element("option")
            .attribute("value", preset)
            .property("selected", preset == chosen)
            .child(name)
    });
    element("label").child(words().import.presets[which]).child(
        element("select")
            .id(PRESETS[which])
            .attribute("autocomplete", "off")
            .children(options.collect()),
    )
}
