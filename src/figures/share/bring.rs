//! A plan that is brought in: a link, or a file of a model or a training framework. What it leaves
//! open is asked for, and it becomes the page's plan only when the reader says so.

use crate::browser::by_id;
use crate::browser::file::{self, File};
use crate::browser::json;
use crate::browser::late::get;
use crate::markup::{Element, element};
use cost::legal::Legal;
use cost::plan::Plan;
use cost::units::Bytes;
use formats::catalog::{self, GPUS, MODELS};
use formats::import::{Imported, LARGEST, Missing, Refused, import_by};
use formats::link::{self, Warning};
use text::{EN_EXCHANGE, sentence};
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Element as Node, HtmlInputElement, HtmlSelectElement};

use super::dialog::{again, close, with, words};
use crate::figures::desk::Desk;
use crate::figures::pieces::said;
use crate::page::controls::listed;

/// The field in which text is pasted.
const TEXT: &str = "bring-text";
/// The field in which a file is chosen.
const FILE: &str = "bring-file";
/// The button that takes the plan over.
pub(super) const TAKE: &str = "bring-take";
/// The lists of models and of cards.
const PRESETS: [&str; 2] = ["bring-model", "bring-gpu"];

/// What is brought in.
pub(super) struct Bring {
    text: String,
    read: Read,
}

/// What came of reading it.
enum Read {
    /// There is nothing to read.
    Nothing,
    /// A file that cannot be read.
    Unread,
    /// No plan, and why.
    Refused(Refused),
    /// A link.
    Link(Box<Plan>, Vec<Warning>),
    /// A file, with what the reader has said of the plan since.
    File(Box<Imported>),
}

impl Bring {
    /// Nothing yet.
    pub(super) const NEW: Self = Self {
        text: String::new(),
        read: Read::Nothing,
    };

    /// Something is typed, pasted, chosen or answered.
    pub(super) fn type_in(&mut self, desk: &Desk, field: &Node) {
        if field.id() == TEXT {
            let text = get(field, "value").as_string().unwrap_or_default();
            // Both events of one change come here.
            if text != self.text {
                self.take(text, &desk.page_plan());
            }
        } else if field.id() == FILE {
            if let Some(file) = file::chosen(field) {
                read(&file);
            }
        } else if let Read::File(imported) = &mut self.read {
            answer(&mut imported.plan, field);
        }
    }

    /// Reads a text; the page's plan stands in for what it leaves open.
    fn take(&mut self, text: String, base: &Plan) {
        // Files have spaces or lines, links have none.
        let is_link = text.contains("v=1") && !text.trim().contains(char::is_whitespace);
        self.read = if text.trim().is_empty() {
            Read::Nothing
        } else if is_link {
            let (plan, warnings) = link::decode(text.trim());
            Read::Link(Box::new(plan), warnings)
        } else {
            match import_by(&text, None, base, json::parse) {
                Ok(imported) => Read::File(Box::new(imported)),
                Err(why) => Read::Refused(why),
            }
        };
        self.text = text;
    }

    /// The plan, if there is one.
    fn plan(&self) -> Option<&Plan> {
        match &self.read {
            Read::Nothing | Read::Unread | Read::Refused(_) => None,
            Read::Link(plan, _) => Some(plan),
            Read::File(imported) => Some(&imported.plan),
        }
    }

    /// The pane.
    pub(super) fn draw(&self, desk: &Desk) -> Vec<Element> {
        let words = &words().bring;
        let text = element("textarea")
            .id(TEXT)
            .attribute("aria-label", words.field)
            .attribute("spellcheck", "false")
            .attribute("autocomplete", "off")
            .attribute("placeholder", "{ \"model_type\": \"llama\", … }")
            .property("value", self.text.clone());
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
                .children(self.outcome(desk)),
            element("p").class("acts").child(
                element("button")
                    .attribute("type", "button")
                    .class("chief")
                    .id(TAKE)
                    .attribute("hidden", self.plan().is_none())
                    .child(words.take),
            ),
        ]
    }

    /// What was read, and what was not.
    fn outcome(&self, desk: &Desk) -> Vec<Element> {
        let words = &words().bring;
        let line = |words: String| element("p").child(words);
        let title = |plan| (desk.words.plan_title)(plan);
        let mut lines = match &self.read {
            Read::Nothing => Vec::new(),
            Read::Unread => vec![line((words.unread)(Bytes(LARGEST as u64)))],
            Read::Refused(why) => vec![line(sentence(&(EN_EXCHANGE.refused)(why)))],
            Read::Link(plan, warnings) => {
                let warnings = warnings.iter().map(desk.strings().link_warning).collect();
                vec![line((words.link)(&title(plan))), list(words.left, warnings)]
            }
            Read::File(imported) => {
                let said = (words.read)(imported.format, &title(&imported.plan));
                vec![line(said), open(imported), left(imported)]
            }
        };
        if let Some(Err(reasons)) = self.plan().map(Legal::check) {
            lines.push(line(words.impossible.to_owned()));
            if let (Some(reason), Some(plan)) = (reasons.first(), self.plan()) {
                lines.push(line((desk.strings().reason)(reason, plan)));
            }
        }
        lines
    }
}

/// A list under a heading; nothing where it is empty.
fn list(heading: &'static str, lines: Vec<String>) -> Element {
    let part = element("div").attribute("hidden", lines.is_empty());
    let lines = lines.into_iter().map(|line| element("li").child(line));
    part.child(element("h3").child(heading))
        .child(element("ul").class("plain-list").children(lines.collect()))
}

/// What was not understood.
fn left(imported: &Imported) -> Element {
    let unfit = imported.unfit.iter();
    let unfit = unfit.map(|(option, value)| (EN_EXCHANGE.unfit)(option, value));
    let mut lines: Vec<String> = unfit.collect();
    let unsaid = imported.unsaid.iter();
    lines.extend(unsaid.map(|what| (EN_EXCHANGE.unsaid)(*what)));
    if !imported.unknown.is_empty() {
        lines.push((EN_EXCHANGE.unknown)(&imported.unknown));
    }
    list(words().bring.left, lines)
}

/// What it leaves open, each with the fields that say it.
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
        .child(element("h3").child(words().bring.open))
        .child(element("ul").class("plain-list").children(rows.collect()))
}

/// The fields that say what is missing.
fn asked(what: Missing, plan: &Plan) -> Vec<Element> {
    let keys: &[&'static str] = match what {
        Missing::Model => return vec![presets(0, plan)],
        Missing::Figure(key) => &[key],
        Missing::Cluster => return vec![presets(1, plan), number(GPUS_KEY, plan)],
        Missing::Layout if plan.model.moe.experts > 0 => &["tp", "pp", "cp", "ep"],
        Missing::Layout => &["tp", "pp", "cp"],
        Missing::Batch => &["gbs", "mbs"],
        Missing::Sequence => &["seq"],
    };
    keys.iter().map(|key| number(key, plan)).collect()
}

/// The control that says how many cards there are.
const GPUS_KEY: &str = "gpus";

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

/// The list of models, or of cards.
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
    element("label").child(words().bring.presets[which]).child(
        element("select")
            .id(PRESETS[which])
            .attribute("autocomplete", "off")
            .children(options.collect()),
    )
}

/// Takes over what the reader says of something that was missing.
fn answer(plan: &mut Plan, field: &Node) {
    if let Some(select) = field.dyn_ref::<HtmlSelectElement>() {
        let preset = select.value();
        if let Some(model) = catalog::model(&preset).filter(|_| select.id() == PRESETS[0]) {
            plan.model = model;
        } else if let Some(gpu) = catalog::gpu(&preset) {
            plan.cluster.gpu = gpu;
        }
    } else if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        let number = input.value_as_number();
        match input.get_attribute("data-key").as_deref() {
            Some(GPUS_KEY) if number >= 1.0 => plan.cluster.gpus = number as u64,
            Some(key) if number >= 0.0 => {
                let _ = link::set_number(plan, key, number);
            }
            _ => {}
        }
    }
}

/// Reads a file, as soon as the browser hands it over.
pub(super) fn read(file: &File) {
    file::read(file, LARGEST, |text| {
        crate::figures::desk::at(|desk| {
            let base = desk.page_plan();
            with(|dialog| match text {
                Some(text) => dialog.bring.take(text, &base),
                None => dialog.bring.read = Read::Unread,
            });
        });
        again();
    });
}

/// The plan becomes the page's; the browser's Back returns.
pub(super) fn adopt(desk: &mut Desk) {
    let plan = with(|dialog| dialog.bring.plan().cloned()).flatten();
    if let Some(plan) = plan {
        desk.jump(&plan);
        close(desk);
        // The focus goes to what has changed.
        if by_id(crate::page::app::FIGURES).is_some() {
            desk.afterwards(|| crate::browser::focus(crate::page::app::FIGURES));
        }
    }
}
