//! The language of the page, which its query names: `lang=de`.
//!
//! Tests: `tests/browser/language.test.mjs`.

use formats::link::LinkWarning;
use text::language::{choose, chosen, find};
use text::page;

use super::fetch::{Fetched, text};
use super::presentation::set_root;
use super::{beside, document};

/// The largest file of a language, in bytes; a pseudo-language has 400,000.
const LARGEST: usize = 4_000_000;

/// Makes the page speak the language of a tag, then calls `done`: at once if it is English or there
/// is no such language, else once its file is loaded. English stands in for a language that is
/// missing, with the warning that `done` receives.
pub fn speak(tag: String, done: impl Fn(Option<LinkWarning>) + 'static) {
    if tag.is_empty() {
        return done(None);
    }
    let Some(found) = find(&tag) else {
        return done(Some(LinkWarning::UnknownLanguage { given: tag }));
    };
    if found == chosen().0 {
        return done(None);
    }
    let file = beside(&[found, ".txt"].concat());
    text(&file, LARGEST, move |fetched| match fetched {
        Fetched::Text(file) if choose(&file).is_ok() => {
            show();
            done(None);
        }
        _ => done(Some(LinkWarning::UnloadedLanguage { given: tag.clone() })),
    });
}

/// Shows the chosen language: in the attributes of the root element, the title, and the texts that
/// stood in the page before the program ran.
fn show() {
    let (tag, direction) = chosen();
    set_root("lang", Some(tag));
    set_root("dir", Some(direction));
    let document = document();
    if let Some(title) = page::named("title") {
        document.set_title(title);
    }
    while let Ok(Some(element)) = document.query_selector("[data-text]") {
        let name = element.get_attribute("data-text").unwrap_or_default();
        element.set_text_content(page::named(&name));
        let _ = element.remove_attribute("data-text");
    }
}
