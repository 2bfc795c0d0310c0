//! Files of plans for `shardwise fleet`: a row each, with alternatives in some cells.

use cost::plan::Word;
use fleet::ANSWERS;
use formats::catalog::{GPUS, MODELS};
use formats::link::Key;
use search::asked::{Clause, GoalWord};

use super::{keys, link};
use crate::draw::Draw;

/// A file.
#[must_use]
pub fn sheet(draw: &mut Draw) -> String {
    let columns = columns(draw);
    let mut file = String::new();
    if draw.once_in(12) {
        file.push('\u{feff}');
    }
    let end = draw.pick(&["\n", "\n", "\r\n"]);
    file.push_str(&columns.join(","));
    file.push_str(end);
    for _ in 0..draw.below(5) {
        let cells: Vec<String> = columns.iter().map(|name| cell(draw, name)).collect();
        file.push_str(&cells.join(","));
        if draw.once_in(16) {
            file.push_str(",one more");
        }
        file.push_str(end);
    }
    if draw.once_in(6) {
        return super::changed(draw, file, &[",", "\"", "\n", "|", "\r", "\0", ";", "link"]);
    }
    file
}

/// Names of columns: a plan's, some that are read, some that are not.
fn columns(draw: &mut Draw) -> Vec<String> {
    let base: &[&str] = if draw.once_in(2) {
        &["link"]
    } else {
        &["model", "gpu", "gpus"]
    };
    let mut columns: Vec<String> = base.iter().map(|name| (*name).to_owned()).collect();
    let keys: Vec<&str> = Key::all().map(Key::name).collect();
    for _ in 0..draw.below(5) {
        columns.push(match draw.below(6) {
            0..=2 => draw.pick(&keys).to_owned(),
            3 => draw.pick(Clause::WORDS).to_owned(),
            4 => draw.pick(&ANSWERS).to_owned(),
            _ => ["note ", draw.pick(&["a", "b", "=1+1"])].concat(),
        });
    }
    if !draw.once_in(8) {
        columns.sort_unstable();
        columns.dedup();
    }
    columns
}

/// Draws a cell of the column of this name. Sometimes it has an alternative, and mostly it has
/// quotes where CSV needs them.
fn cell(draw: &mut Draw, name: &str) -> String {
    let mut text = one(draw, name);
    if draw.once_in(6) {
        text = [&text, "|", &one(draw, name)].concat();
    }
    if text.contains([',', '"', '\n', '\r']) && !draw.once_in(16) {
        text = ["\"", &text.replace('"', "\"\""), "\""].concat();
    }
    text
}

fn one(draw: &mut Draw, name: &str) -> String {
    if draw.once_in(16) {
        return draw.text(12);
    }
    match name {
        "link" => link::small(draw),
        "model" => draw.pick(MODELS).model.preset.to_owned(),
        "gpu" => draw.pick(GPUS).gpu.preset.to_owned(),
        "gpus" => draw.pick(&["1", "2", "4", "8", "0", " 8 "]).to_owned(),
        "goal" => draw.pick(GoalWord::WORDS).to_owned(),
        "days" | "dollars" | "margin" => draw
            .pick(&["1", "0.5", "1e9", "-1", "soon", "nan", "100"])
            .to_owned(),
        "fix" => draw
            .pick(&[
                "tp=1",
                "pp=1 cp=1",
                "tp=..2; zero=1",
                "p=..4",
                "colour=red",
                "mbs=1",
                "",
            ])
            .to_owned(),
        _ => {
            let key = Key::named(name);
            let value = key.map(|key| keys::value(draw, key));
            value.unwrap_or_else(|| draw.text(12))
        }
    }
}
