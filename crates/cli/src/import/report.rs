//! The account of an import: the origin of each setting, and the settings that stay open.

use cost::legal::{Legal, Reason};
use cost::plan::{Plan, Word};
use formats::estimate::refusals;
use formats::import::{Imported, ImportedSetting, SettingOrigin};
use formats::json::Json;
use formats::link;
use search::repair::least_gpus;
use text::imports;

/// Sentences on the settings by their origin, on what was not understood, the gravest first, on
/// missing settings, and on what the framework does not run of the plan. `is_long` lists the settings
/// read, one a line.
pub(super) fn sentences(read: &Imported, is_long: bool) -> Vec<String> {
    let of = |origin| -> Vec<&ImportedSetting> {
        let settings = read.settings.iter();
        settings
            .filter(|setting| setting.origin == origin)
            .collect()
    };
    let file = of(SettingOrigin::Read);
    let mut sentences = vec![imports::settings_read(file.len() as u64)];
    if is_long {
        let lines = file.iter().map(|setting| imports::setting(setting));
        sentences.extend(lines.map(|line| ["  ", &line].concat()));
    }
    let defaults = of(SettingOrigin::Default);
    if !defaults.is_empty() {
        sentences.push(imports::filled_by_framework(read.format, &defaults));
    }
    let mut filled = of(SettingOrigin::With);
    filled.retain(|setting| setting.overruled.is_none());
    if !filled.is_empty() {
        sentences.push(imports::filled_by_link(&filled));
    }
    let differing = read.settings.iter();
    let differing = differing.filter(|setting| setting.overruled.is_some());
    sentences.extend(differing.map(imports::overruled));
    let lost = read.lost();
    sentences.extend(lost.iter().map(|(_, lost)| imports::lost(lost)));
    let missing = read.missing.iter();
    sentences.extend(missing.map(|what| imports::missing(*what, &read.plan)));
    sentences.extend(imports::following(read));
    if let Some(illegal) = Illegal::of(&read.plan) {
        let reasons = illegal.reasons.iter();
        let reasons = reasons.map(|reason| text::reasons::reason(reason, &read.plan));
        sentences.extend(reasons.map(|reason| imports::illegal(&reason)));
        sentences.push(match illegal.least_gpus {
            Some(gpus) => imports::least_gpus(gpus),
            None => imports::no_gpus().to_owned(),
        });
    }
    let refusals = text::exchange::refusals(&read.plan).into_iter();
    sentences.extend(refusals.map(|refusal| refusal.sentence));
    sentences
}

/// A plan that cannot exist.
struct Illegal {
    reasons: Vec<Reason>,
    /// The smallest number of GPUs on which the plan can exist, if there is one.
    least_gpus: Option<u64>,
}

impl Illegal {
    /// The reasons why a plan cannot exist; `None` if it can.
    fn of(plan: &Plan) -> Option<Self> {
        let reasons = Legal::check(plan).err()?;
        let least_gpus = least_gpus(plan);
        Some(Self {
            reasons,
            least_gpus,
        })
    }
}

/// The object of `--json`.
pub(super) fn json(read: &Imported) -> Json {
    let text = |text: &str| Json::Text(text.to_owned());
    let list = |items: &mut dyn Iterator<Item = Json>| Json::List(items.collect());
    let missing = read.missing.iter();
    let mut missing = missing.map(|what| {
        Json::Fields(vec![
            (
                "keys",
                list(&mut what.keys().iter().map(|key| Json::Word(key))),
            ),
            ("sentence", Json::Text(imports::missing(*what, &read.plan))),
        ])
    });
    let mut unfit = read.unfit.iter().map(|(option, value)| {
        Json::Fields(vec![("option", text(option)), ("value", text(value))])
    });
    let (unsaid, notes) = (read.unsaid.iter(), read.notes.iter());
    let illegal = Illegal::of(&read.plan);
    let least_gpus = illegal.as_ref().and_then(|illegal| illegal.least_gpus);
    let reasons = illegal.iter().flat_map(|illegal| &illegal.reasons);
    Json::Fields(vec![
        ("link", Json::Text(link::encode(&read.plan))),
        ("format", Json::Word(read.format.word())),
        ("settings", list(&mut read.settings.iter().map(setting))),
        (
            "unknown",
            list(&mut read.unknown.iter().map(|name| text(name))),
        ),
        ("unfit", list(&mut unfit)),
        (
            "unsaid",
            list(&mut unsaid.map(|what| Json::Text(imports::unsaid(*what)))),
        ),
        (
            "notes",
            list(&mut notes.map(|note| Json::Text(imports::note(note)))),
        ),
        ("missing", list(&mut missing)),
        (
            "reasons",
            list(&mut reasons.map(|reason| Json::Text(text::reasons::reason(reason, &read.plan)))),
        ),
        ("least_gpus", least_gpus.map_or(Json::Null, Json::Whole)),
        ("refusals", refusals(&read.plan, &text::exchange::PLAN)),
    ])
}

fn setting(setting: &ImportedSetting) -> Json {
    let overruled = setting.overruled.clone().map_or(Json::Null, Json::Text);
    Json::Fields(vec![
        ("key", Json::Word(setting.key)),
        ("option", Json::Text(setting.option.clone())),
        ("value", Json::Text(setting.value.clone())),
        ("origin", Json::Word(setting.origin.word())),
        ("overruled", overruled),
    ])
}
