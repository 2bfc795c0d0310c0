//! A plan as people type it: a link, or the words `llama3-70b/h100x64 tp=8 pp=4`.
//!
//! A link is never an error, as pages that were shared have to open. What somebody types is: the plan
//! of a text that was not understood in full would be another one. So [`typed`] lists all faults of a
//! text, each with the nearest names, beside the plan that the page would show.
//!
//! Tests: `tests/all/typed.rs`, `crates/cli/tests/all/plan_arguments.rs`.

use super::LinkWarning;
use super::text::{unescape, whole};
use super::v1::{Key, MEASURED, RIVAL, decode};
use crate::catalog::{gpu_entry, named_model, nearest_gpus, nearest_models};
use crate::excerpt::excerpt;
use crate::link::presentation::PRESETS;
use crate::nearest::nearest_few;
use cost::plan::{Plan, limits};

/// A plan that was typed.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedPlan {
    /// The link that the text stands for.
    pub link: String,
    /// The plan that the page shows for this link.
    pub plan: Plan,
    /// The parts that the page does not understand.
    pub warnings: Vec<LinkWarning>,
    /// The parts that were not understood, in the order of the text. Without any, there are no
    /// warnings either.
    pub faults: Vec<PlanFault>,
    /// The parts of a plan that the text does not name.
    pub lacks: Vec<PlanPart>,
}

/// A part of a plan that every text has to name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanPart {
    /// The model and the cluster.
    All,
    /// The model.
    Model,
    /// The GPUs, for this model if it is known.
    Cluster(Option<String>),
    /// The number of GPUs of this kind.
    Number(String),
}

/// A part of a text that was not understood. Texts are shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// No such model.
    Model {
        /// The name given.
        given: String,
        /// The nearest names.
        near: Vec<&'static str>,
    },
    /// No such GPU.
    Gpu {
        /// The name given.
        given: String,
        /// The nearest names.
        near: Vec<&'static str>,
    },
    /// No cluster has this number of GPUs.
    Gpus(String),
    /// No such key.
    Key {
        /// The key given.
        given: String,
        /// The nearest keys.
        near: Vec<&'static str>,
    },
    /// A value that the key does not take.
    Value {
        /// The key as it was given.
        key: String,
        /// The value given.
        given: String,
        /// The nearest words of the key.
        near: Vec<&'static str>,
    },
    /// A fault of the link as a whole.
    Link(LinkWarning),
}

/// Reads a plan from words. Each is a link, a part of one with its signs `&`, a key with its value
/// (`tp=8`), or a part of the presets: a model and its GPUs with a slash between them, or each alone.
/// The presets may have any of the names of [`named_model`], and `model=`, `gpu=` and `gpus=`.
///
/// ```
/// use formats::link::{self, typed::{PlanFault, typed}};
/// let read = typed(&["meta-llama/Llama-3.1-70B/H100x64", "tp=8", "pp=4"]);
/// assert!(read.faults.is_empty() && read.lacks.is_empty());
/// assert_eq!(link::encode(&read.plan), "#v=1&p=llama3-70b/h100x64&tp=8&pp=4");
/// let read = typed(&["llama3-70b/h100x64", "tpp=4"]);
/// let [PlanFault::Key { given, near }] = &read.faults[..] else { panic!() };
/// assert_eq!((&**given, near[0]), ("tpp", "tp"));
/// ```
pub fn typed<W: AsRef<str>>(words: &[W]) -> TypedPlan {
    let mut parts = Parts::default();
    for word in words {
        for word in word.as_ref().split_whitespace() {
            parts.add(word);
        }
    }
    let version = parts.version.as_deref().unwrap_or("1");
    let start = ["#v=", version].concat();
    let (presets, mut faults) = parts.presets.named();
    faults.extend(parts.repeated.into_iter().map(PlanFault::Link));
    let (_, warnings) = decode(&[&start, &*parts.others].concat());
    faults.extend(warnings.into_iter().map(PlanFault::of));
    let link = [&start, &*presets, &parts.others].concat();
    let (plan, warnings) = decode(&link);
    let too_long = PlanFault::Link(LinkWarning::TooLong);
    if warnings.contains(&LinkWarning::TooLong) && !faults.contains(&too_long) {
        faults.push(too_long);
    }
    TypedPlan {
        link,
        plan,
        warnings,
        faults,
        lacks: parts.presets.lacks(),
    }
}

/// A text as a part of [`typed`]: what would end the part, or begin an escape, is escaped.
///
/// ```
/// use formats::link::typed::escaped;
/// assert_eq!(escaped("1&tp=2 %"), "1%26tp=2%20%25");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut bytes = [0; 4];
    for letter in text.chars() {
        if letter.is_whitespace() || matches!(letter, '%' | '&' | '#') {
            for byte in letter.encode_utf8(&mut bytes).bytes() {
                escaped.push_str(&format!("%{byte:02X}"));
            }
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

/// The parts of a text.
#[derive(Default)]
struct Parts {
    presets: Presets,
    /// The version that a link names.
    version: Option<String>,
    /// The other parts, as a link has them.
    others: String,
    /// Presets that stand twice.
    repeated: Vec<LinkWarning>,
}

impl Parts {
    /// Adds the parts of a word: those of a link behind its sign `#`, or the word itself.
    fn add(&mut self, word: &str) {
        let parts = word.split_once('#').map_or(word, |(_, fragment)| fragment);
        for part in parts.split('&').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                None => self.add_presets(&unescape(part)),
                Some(("p", value)) => self.add_presets(&unescape(value)),
                Some(("v", value)) if self.version.is_none() => {
                    self.version = Some(value.to_owned());
                }
                Some((key, value)) if PRESETS.contains(&key) => {
                    self.set(key, &unescape(value));
                }
                Some(_) => {
                    self.others.push('&');
                    self.others.push_str(part);
                }
            }
        }
    }

    /// Adds a model with its GPUs, or one of both.
    fn add_presets(&mut self, text: &str) {
        let halves = text.rsplit_once('/');
        let pair = halves.and_then(|(model, text)| Some((model, cluster(text)?)));
        let (model, cluster) = match (pair, halves) {
            (Some((model, cluster)), _) => (model, Some(cluster)),
            (None, _) if named_model(text).is_some() => (text, None),
            (None, None) if cluster(text).is_some() => ("", cluster(text)),
            (None, Some((model, text))) if named_model(model).is_some() => {
                let count = text.rsplit_once('x');
                let count = count.filter(|(gpu, _)| gpu_entry(gpu).is_some());
                (model, Some(count.unwrap_or((text, ""))))
            }
            (None, _) => (text, None),
        };
        let (gpu, gpus) = cluster.unwrap_or_default();
        for (key, value) in PRESETS.into_iter().zip([model, gpu, gpus]) {
            if !value.is_empty() {
                self.set(key, value);
            }
        }
    }

    /// Sets a preset, the first time that the text has it.
    fn set(&mut self, key: &str, value: &str) {
        let slot = match key {
            "model" => &mut self.presets.model,
            "gpu" => &mut self.presets.gpu,
            _ => &mut self.presets.gpus,
        };
        if slot.is_none() {
            *slot = Some(value.to_owned());
        } else {
            let key = key.to_owned();
            self.repeated.push(LinkWarning::Repeated { key });
        }
    }
}

/// The kind of GPU and the number of a text that is a cluster: `h100x64`, or `h100` without a number.
fn cluster(text: &str) -> Option<(&str, &str)> {
    if gpu_entry(text).is_some() {
        return Some((text, ""));
    }
    let sign = text.rfind(['x', 'X']).filter(|sign| *sign > 0)?;
    let (gpu, count) = (text.get(..sign)?, text.get(sign + 1..)?);
    let is_number = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((gpu, count))
}

/// The presets as the text has them.
#[derive(Default)]
struct Presets {
    model: Option<String>,
    gpu: Option<String>,
    gpus: Option<String>,
}

impl Presets {
    /// The presets as a part of a link, with the catalogue's names, and the faults in them.
    fn named(&self) -> (String, Vec<PlanFault>) {
        let mut faults = Vec::new();
        let [mut model, mut gpu, mut gpus] = [const { String::new() }; 3];
        if let Some(given) = &self.model {
            match named_model(given) {
                Some(entry) => entry.model.preset.clone_into(&mut model),
                None => {
                    model = escaped(given);
                    faults.push(PlanFault::model(given));
                }
            }
        }
        if let Some(given) = &self.gpu {
            match gpu_entry(given) {
                Some(entry) => entry.gpu.preset.clone_into(&mut gpu),
                None => {
                    gpu = escaped(given);
                    faults.push(PlanFault::gpu(given));
                }
            }
        }
        if let Some(given) = &self.gpus {
            gpus = escaped(given);
            if whole(given, &limits::GPUS).is_none() {
                faults.push(PlanFault::Gpus(excerpt(given)));
            }
        }
        if model.is_empty() && gpu.is_empty() && gpus.is_empty() {
            return (String::new(), faults);
        }
        (["&p=", &model, "/", &gpu, "x", &gpus].concat(), faults)
    }

    /// The parts that the text does not name.
    fn lacks(&self) -> Vec<PlanPart> {
        let cluster = match (&self.gpu, &self.gpus) {
            (Some(gpu), None) => Some(PlanPart::Number(excerpt(gpu))),
            (Some(_), Some(_)) => None,
            (None, _) => {
                let model = self.model.as_deref();
                let known = |model: &str| named_model(model).map(|_| excerpt(model));
                Some(model.map_or(PlanPart::All, |model| PlanPart::Cluster(known(model))))
            }
        };
        let model = (self.model.is_none() && self.gpu.is_some()).then_some(PlanPart::Model);
        model.into_iter().chain(cluster).collect()
    }
}

impl PlanFault {
    fn model(given: &str) -> Self {
        let near = nearest_models(given);
        let given = excerpt(given);
        Self::Model { given, near }
    }

    fn gpu(given: &str) -> Self {
        let near = nearest_gpus(given);
        let given = excerpt(given);
        Self::Gpu { given, near }
    }

    /// The fault of a part that the page leaves out.
    fn of(warning: LinkWarning) -> Self {
        match warning {
            LinkWarning::UnknownModel { given, .. } => Self::model(&given),
            LinkWarning::UnknownGpu { given, .. } => Self::gpu(&given),
            LinkWarning::UnknownKey { key: given } => {
                let keys = Key::all().map(Key::name).chain(PRESETS);
                let near = nearest_few(key_of(&given), keys);
                Self::Key { given, near }
            }
            LinkWarning::BadValue { key, given, .. } => {
                let words = Key::named(key_of(&key)).map_or(&[][..], |key| key.values().words());
                let near = nearest_few(&given, words.iter().copied());
                Self::Value { key, given, near }
            }
            other => Self::Link(other),
        }
    }
}

/// A key without the prefix of the plan that it belongs to.
///
/// ```
/// use formats::link::typed::key_of;
/// assert_eq!([key_of("tp"), key_of("b.tp"), key_of("b.m.tp")], ["tp"; 3]);
/// ```
#[must_use]
pub fn key_of(key: &str) -> &str {
    let key = key.strip_prefix(RIVAL).unwrap_or(key);
    key.strip_prefix(MEASURED).unwrap_or(key)
}
