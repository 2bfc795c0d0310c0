//! The link of a plan inside another text: a summary, a spreadsheet, JSON or a bibliography.

use super::imported::{ImportRefusal, SettingOrigin};
use super::reading::ImportReader;
use crate::link;
use cost::plan::Plan;

/// The sign with which every link begins.
const SIGN: &str = "v=1";

/// Reads the plan of the first link in a text.
pub(crate) fn read(text: &str, reading: &mut ImportReader) -> Result<(), ImportRefusal> {
    let found = link_in(text).and_then(|link| Some((plan(&link)?, link)));
    let Some((plan, link)) = found else {
        return Err(ImportRefusal::Unknown);
    };
    reading.plan = plan.bare();
    reading.set_model("link", plan.model);
    reading.set_gpu("link", plan.cluster.gpu);
    reading.set_gpus("link", plan.cluster.gpus);
    for key in link::named(&link) {
        if !matches!(key, "model" | "gpu" | "gpus") {
            reading.note(key, "link", SettingOrigin::Read);
        }
    }
    Ok(())
}

/// The plan of the first link in a text, if it is understood in full.
pub(crate) fn plan(text: &str) -> Option<Plan> {
    let (plan, warnings) = link::decode(&link_in(text)?);
    warnings.is_empty().then_some(plan)
}

/// The first link in a text.
fn link_in(text: &str) -> Option<String> {
    let mut places = text.match_indices(SIGN).map(|(place, _)| place);
    let follows = |place: &usize| {
        let after = text.get(place + SIGN.len()..).unwrap_or_default();
        after.starts_with(['&', '\\'])
    };
    let start = places.find(follows)?;
    let rest = text.get(start..)?;
    // Bibliographies escape the ampersand and the number sign.
    let is_end = |letter: char| letter.is_whitespace() || "\"`'<>|}])".contains(letter);
    let end = rest.find(is_end).unwrap_or(rest.len());
    let written = rest.get(..end)?.replace('\\', "");
    Some(["#", &written].concat())
}
