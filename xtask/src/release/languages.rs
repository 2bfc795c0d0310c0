//! Languages of a release: a file for each, which a page loads if its query names the language, and
//! the texts that stand in the page and in the element's script before any program runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use messages::{Catalogue, Fault, Piece, Pseudo, SOURCE};

use super::patch;
use crate::programs::root;

/// Folder of the messages.
const FOLDER: &str = "crates/text/messages";
/// Their subject.
const SUBJECT: &str = "page";
/// Ending of the name of a language's file; no other file of a release has it.
const ENDING: &str = ".txt";
/// The attribute with the name of the message that an element shows.
const NAME: &str = "data-text=\"";
/// Messages of the element's script.
const OF_ELEMENT: [&str; 2] = ["no-address", "late"];
/// Their place in the script.
const TABLE: &str = "const TEXTS = {};";

/// Writes the languages' files beside the page, and the texts into the page and the element's
/// script.
pub(super) fn write(staging: &Path) -> Result<()> {
    let folder = root().join(FOLDER);
    let source = read(messages::source(&folder))?;
    let mut others = BTreeMap::new();
    for tag in read(messages::tags(&folder))? {
        let translation = read(messages::translation(&folder, &tag, &source))?;
        others.insert(tag, translation);
    }
    for pseudo in Pseudo::ALL {
        others.insert(pseudo.tag().to_owned(), messages::pseudo(&source, pseudo));
    }
    for (tag, translation) in &others {
        let text = messages::language_file(tag, &source, translation);
        fs::write(staging.join(format!("{tag}{ENDING}")), text)?;
    }
    let page = staging.join("index.html");
    fs::write(&page, filled(&fs::read_to_string(&page)?, &source)?)?;
    let element = staging.join("embed.js");
    let script = with_table(&fs::read_to_string(&element)?, &source, &others)?;
    Ok(fs::write(element, script)?)
}

/// True if a file of the release is a language.
pub(super) fn is_one(name: &str) -> bool {
    name.ends_with(ENDING)
}

/// True if a file of the release is a language that exists only for tests.
pub(super) fn is_pseudo(name: &str) -> bool {
    let is_of = |pseudo: &Pseudo| name.ends_with(&format!("_{}{ENDING}", pseudo.tag()));
    Pseudo::ALL.iter().any(is_of)
}

/// The page with its texts in English: in the elements that name them, its title and its
/// description.
fn filled(html: &str, source: &Catalogue) -> Result<String> {
    let mut page = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(NAME) {
        let (name, after) = after.split_once("\"></").context("an element has a text")?;
        page += &format!("{before}{NAME}{name}\">{}</", escaped(&text(source, name)?));
        rest = after;
    }
    page += rest;
    for name in ["title", "description"] {
        let place = format!("{{{name}}}");
        page = patch::once(&page, name, &place, &escaped(&text(source, name)?))?;
    }
    Ok(page)
}

/// The element's script with its texts in all languages.
fn with_table(
    script: &str,
    source: &Catalogue,
    others: &BTreeMap<String, Catalogue>,
) -> Result<String> {
    let mut table = BTreeMap::new();
    let english = (SOURCE, source);
    for (tag, catalogue) in others
        .iter()
        .map(|(tag, own)| (tag.as_str(), own))
        .chain([english])
    {
        let texts: BTreeMap<_, _> = OF_ELEMENT
            .into_iter()
            .filter_map(|name| Some((name, text(catalogue, name).ok()?)))
            .collect();
        table.insert(tag, texts);
    }
    let table = format!("const TEXTS = {};", serde_json::to_string(&table)?);
    patch::once(script, "the texts of the element", TABLE, &table)
}

/// The text of a message without arguments.
fn text(catalogue: &Catalogue, name: &str) -> Result<String> {
    let message = catalogue.find(SUBJECT, name);
    let message = message.with_context(|| format!("{SUBJECT}.ftl has no message “{name}”"))?;
    ensure!(message.arguments.is_empty(), "“{name}” has arguments");
    let pieces = message.pattern.iter().map(|piece| match piece {
        Piece::Text(text) => text.as_str(),
        _ => "",
    });
    Ok(pieces.collect())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

fn read<T>(result: Result<T, Vec<Fault>>) -> Result<T> {
    result.map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(Fault::to_string).collect();
        anyhow!("{}", lines.join("\n"))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{filled, is_one, is_pseudo, with_table};
    use crate::programs::root;

    #[test]
    fn the_page_and_the_element_have_their_texts() {
        let source = messages::source(&root().join(super::FOLDER)).unwrap();
        let page = filled(include_str!("../../../index.html"), &source).unwrap();
        for text in [
            "<title>Shardwise: a planner for large-model pre-training</title>",
            "content=\"Drag model size, cluster",
            "data-reload data-text=\"try-again\">Try again</button>",
            "data-text=\"estimating\">Estimating…</em>",
        ] {
            assert!(page.contains(text), "{text}");
        }
        for empty in ["\"></em>", "{title}", "{description}"] {
            assert!(!page.contains(empty), "{empty}");
        }
        assert!(filled("<p data-text=\"no-such\"></p>", &source).is_err());
        let script = include_str!("../../../static/embed.js");
        let others = BTreeMap::from([("en-XA".to_owned(), source.clone())]);
        let script = with_table(script, &source, &others).unwrap();
        let table = "const TEXTS = {\"en\":{\"late\":\"The planner has not started within {0} seconds.\",\
                     \"no-address\":\"No address of the planner is known.\"},\"en-XA\":{";
        assert!(script.contains(table), "{script}");
    }

    #[test]
    fn files_of_languages_are_known_by_their_names() {
        assert!(is_one("shardwise-page-0_de.txt") && !is_pseudo("shardwise-page-0_de.txt"));
        assert!(is_pseudo("shardwise-page-0_en-XA.txt"));
        assert!(!is_one("shardwise-page-0_views.pack"));
    }
}
