//! The panels' style sheets, each in its panel's folder.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use super::patch;
use crate::programs::root;

/// The panels of the first part, in the order of the page. Later panels add to their rules, so that
/// these come first.
const FIRST: [&str; 4] = ["head", "notices", "memory", "overheads"];

/// Place of the panels' style sheets in the page.
const PLACE: &str = "<style data-panels></style>";

/// The page with the style sheets of all panels: [`FIRST`], then by name. A panel that
/// comes late may bring its own instead, under another name.
pub(super) fn with_styles(html: &str) -> Result<String> {
    let folders = fs::read_dir(root().join("src/panels")).context("src/panels is missing")?;
    let mut files = Vec::new();
    for folder in folders {
        let file = folder?.path().join("style.css");
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort_by_key(|file| (place(file), file.clone()));
    let mut sheet = String::new();
    for file in files {
        sheet.push_str(&fs::read_to_string(file)?);
    }
    let sheet = format!("<style>{sheet}</style>");
    patch::once(html, "the panels' style sheets", PLACE, &sheet)
}

/// The place of a sheet's panel in [`FIRST`], else the one after them.
fn place(file: &Path) -> usize {
    let panel = file.parent().and_then(Path::file_name);
    let place = FIRST.iter().position(|name| panel == Some(name.as_ref()));
    place.unwrap_or(FIRST.len())
}

#[cfg(test)]
mod tests {
    use super::{PLACE, with_styles};

    #[test]
    fn every_panel_has_its_style_in_the_page() {
        let page = format!("<style>a{{}}</style>{PLACE}<p>");
        let page = with_styles(&page).unwrap();
        assert!(!page.contains(PLACE));
        for selector in [".differ {", ".snapshots {", ".time .parts li {"] {
            assert!(page.contains(selector), "{selector}");
        }
        assert!(with_styles("<p>").is_err());
        let places = [
            "\nheader {",
            ".notice {",
            ".stage {",
            ".time .parts li {",
            ".snapshots {",
        ];
        let places = places.map(|rule| page.find(rule).unwrap_or_else(|| panic!("{rule}")));
        assert!(places.is_sorted(), "{places:?}");
    }
}
