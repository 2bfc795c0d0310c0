//! The panels' style sheets, each of which lies in its panel's folder.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::programs::root;

/// Place of the panels' style sheets in the page.
const PLACE: &str = "<style data-panels></style>";

/// The page with the style sheets of all panels, in the order of the panels' names. A panel that
/// comes late may bring its own instead, under another name.
pub(super) fn with_styles(html: &str) -> Result<String> {
    ensure!(
        html.matches(PLACE).count() == 1,
        "index.html has no place for the panels' style sheets"
    );
    let folders = fs::read_dir(root().join("src/panels")).context("src/panels is missing")?;
    let mut files = Vec::new();
    for folder in folders {
        let file = folder?.path().join("style.css");
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    let mut sheet = String::new();
    for file in files {
        sheet.push_str(&fs::read_to_string(file)?);
    }
    Ok(html.replace(PLACE, &format!("<style>{sheet}</style>")))
}

#[cfg(test)]
mod tests {
    use super::{PLACE, with_styles};

    #[test]
    fn every_panel_has_its_style_in_the_page() {
        let page = format!("<style>a{{}}</style>{PLACE}<p>");
        let page = with_styles(&page).unwrap();
        assert!(!page.contains(PLACE));
        for selector in ["#timeline {", "#run section", ".fall {"] {
            assert!(page.contains(selector), "{selector}");
        }
        assert!(with_styles("<p>").is_err());
    }
}
