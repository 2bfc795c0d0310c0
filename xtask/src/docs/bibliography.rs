//! Checks that `docs/bibliography.md` has every work that the code cites by name and year, and no
//! other.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};

use super::files::{Files, read};

/// Folders in which works are cited.
const FOLDERS: [&str; 2] = ["crates/", "src/"];
/// Folder of tables that cite works, too.
const CATALOGUE: &str = "crates/formats/catalog/";
/// Words before a year that are not names.
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Compares what is cited with what is listed.
pub(super) fn check(files: &Files) -> Result<()> {
    let listed = listed(&read("docs/bibliography.md")?);
    let mut cited = BTreeSet::new();
    let sources = FOLDERS.iter().flat_map(|folder| files.rust(folder));
    let tables = files.paths.iter().map(String::as_str);
    let sources = sources.chain(tables.filter(|path| path.starts_with(CATALOGUE)));
    let sources = sources.filter(|path| !path.ends_with('/'));
    for file in sources.filter(|path| !path.contains("/tests/")) {
        cited.extend(citations(&read(file)?));
    }
    ensure!(cited.len() > 20, "only {} works are cited", cited.len());
    let named = |name: &str| listed.iter().any(|entry| entry.ends_with(name));
    let missing: Vec<&String> = cited.iter().filter(|name| !named(name)).collect();
    ensure!(
        missing.is_empty(),
        "docs/bibliography.md lacks {missing:?}, which the code cites"
    );
    let is_cited = |entry: &&String| !cited.iter().any(|name| entry.ends_with(name.as_str()));
    let idle: Vec<&String> = listed.iter().filter(is_cited).collect();
    ensure!(
        idle.is_empty(),
        "docs/bibliography.md lists {idle:?}, which no code cites"
    );
    println!("{} works are cited, and listed", listed.len());
    Ok(())
}

/// The first cells of the list's rows.
fn listed(list: &str) -> BTreeSet<String> {
    let rows = list.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.filter_map(|row| row.split(" | ").next());
    let cells = cells.filter(|cell| cell.ends_with(|last: char| last.is_ascii_digit()));
    cells.map(str::to_owned).collect()
}

/// Works that a text cites: the last word of a name and a year, such as `Narayanan 2021`.
fn citations(text: &str) -> Vec<String> {
    // Comments go on in the next line.
    let words: Vec<&str> = text
        .split_whitespace()
        .filter(|word| !matches!(*word, "///" | "//!" | "//" | "#"))
        .collect();
    let cited = (1..words.len()).filter_map(|at| {
        let year = words[at].trim_end_matches(|last: char| !last.is_ascii_digit());
        let is_digits = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
        let is_year = is_digits && ("1950".."2100").contains(&year);
        let name = match words[at - 1] {
            // The number of a model, such as `Llama 3 2024`.
            number if number.len() == 1 && number.as_bytes()[0].is_ascii_digit() => {
                [plain(words.get(at.checked_sub(2)?)?), " ", number].concat()
            }
            word => plain(word).to_owned(),
        };
        let is_name = name.starts_with(|first: char| first.is_ascii_uppercase())
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"- ".contains(&b))
            && !MONTHS.contains(&name.as_str());
        (is_year && is_name).then(|| [&name, " ", year].concat())
    });
    cited.collect()
}

/// A word without the marks before it.
fn plain(word: &str) -> &str {
    word.trim_start_matches(['(', '"', '“'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_years_are_citations() {
        let text = "/// all-to-all swaps (Jacobs\n/// 2023, section 3); in 2024 and April 2025 (Qi 2023), Llama 3 2024.";
        assert_eq!(citations(text), ["Jacobs 2023", "Qi 2023", "Llama 3 2024"]);
    }

    #[test]
    fn the_list_is_read_by_its_first_cells() {
        let list = "| cited as | work |\n|---|---|\n| Qi 2023 | Zero. arXiv:1 |\n";
        assert_eq!(listed(list).into_iter().collect::<Vec<_>>(), ["Qi 2023"]);
    }
}
