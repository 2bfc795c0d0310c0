//! Tests of the page's numbers in another language.

use std::path::Path;

use formats::catalog::{GPUS, MODELS};
use messages::{Pseudo, language_file};
use text::language;

use super::testing::{attributes, components, html, page, panels_of_the_page};

const PLANS: [&str; 3] = [
    "#v=1&p=llama3-70b/h100x64&tp=8&pp=4&mstep=100.5&mmem=60.25",
    "#v=1&p=qwen3-30b-a3b/h100x64&ep=64&tok=1234567890",
    "#v=1&p=llama3-8b/h100x8",
];

/// Attributes that are shown or spoken.
const SHOWN: [&str; 3] = ["title", "aria-label", "aria-valuetext"];

/// The texts of a page: those between its tags, and attributes that are shown or spoken.
fn texts(html: &str) -> impl Iterator<Item = &str> {
    let parts = html.split('<');
    let between = parts.filter_map(|part| part.split_once('>').map(|(_, text)| text));
    let of_attributes = attributes(html).filter(|(name, _)| SHOWN.contains(name));
    between.chain(of_attributes.map(|(_, value)| value))
}

/// The part of a text around a point or a comma between two digits, if it has one.
fn other_mark(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let place = letters.windows(3).position(|three| {
        matches!(three[1], '.' | ',') && three[0].is_ascii_digit() && three[2].is_ascii_digit()
    })?;
    let around = place.saturating_sub(20)..(place + 20).min(letters.len());
    Some(letters[around].iter().collect())
}

/// Numbers in names and links are those of machines; all others have the marks of the language, and
/// attributes that a browser reads have none of them (`testing.rs`).
#[test]
fn all_numbers_on_the_page_are_of_its_language() {
    let source = messages::source(Path::new("crates/text/messages")).expect("the messages");
    let pseudo = Pseudo::RightToLeft;
    let file = language_file(pseudo.tag(), &source, &messages::pseudo(&source, pseudo));
    language::choose(&file).expect("a language");
    let models = MODELS.iter().map(|entry| entry.name);
    let mut names: Vec<&str> = models.chain(GPUS.iter().map(|entry| entry.name)).collect();
    // A name can begin with another one, such as Mistral 7B v0.2 with Mistral 7B.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let (mut wrong, mut count) = (Vec::new(), 0);
    for plan in PLANS {
        let page = page(plan);
        let mut views = vec![("components", components(&page))];
        let panels = panels_of_the_page();
        views.extend(
            panels
                .iter()
                .map(|panel| (panel.name(), html(&**panel, &page))),
        );
        for (name, html) in views {
            count += html.matches('٫').count();
            for text in texts(&html) {
                let known = names
                    .iter()
                    .fold(text.to_owned(), |text, name| text.replace(name, ""));
                wrong.extend(other_mark(&known).map(|mark| format!("{name}: {mark}")));
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    assert_eq!(wrong, [""; 0]);
    assert!(count > 500, "only {count} numbers have decimals");
}
