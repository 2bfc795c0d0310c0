//! The points that the page draws: every plan, as few bytes as may be.

use serde_json::{Value, json};
use shardwise::link;
use shardwise::text::EN;

use crate::judged::Judged;

/// Every published plan once, for the page's view of how right it is: its name, its source's
/// index in `groups`, the plan as a link, the measured seconds of a step and the measured peak
/// in GiB with its kind; null where none is stated. Predictions are left out: the page makes
/// its own from the link.
pub fn object(judged: &[Judged]) -> Value {
    let mut groups: Vec<&str> = Vec::new();
    let mut seen: Vec<(&str, String)> = Vec::new();
    let mut rows: Vec<Value> = Vec::new();
    for one in judged {
        let group = one.row.source_group.as_str();
        let link = link::encode(&one.row.plan);
        let key = (one.row.plan_id.as_str(), link);
        if seen.iter().any(|known| known.0 == key.0) {
            continue;
        }
        let index = groups
            .iter()
            .position(|known| *known == group)
            .unwrap_or_else(|| {
                groups.push(group);
                groups.len() - 1
            });
        rows.push(json!([
            one.row.id,
            index,
            (EN.plan_title)(&one.row.plan),
            key.1,
            one.row.step,
            one.row.memory.map(|(_, gib)| gib),
            one.row.memory.map(|(kind, _)| kind.word()),
        ]));
        seen.push(key);
    }
    json!({
        "fields": ["id", "group", "label", "link", "step_s", "memory_gib", "memory_kind"],
        "groups": groups,
        "rows": rows,
    })
}

/// The object as a file: a row a line.
pub fn text(judged: &[Judged]) -> String {
    let object = object(judged);
    let rows = object["rows"].as_array().map_or(&[][..], Vec::as_slice);
    let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
    format!(
        "{{\"fields\":{},\"groups\":{},\"rows\":[\n{}\n]}}\n",
        object["fields"],
        object["groups"],
        rows.join(",\n")
    )
}
