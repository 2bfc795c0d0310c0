//! Comparison of a new fit with the values in the repository.

use std::fs;

use anyhow::{Context, Result, bail};
use cost::band::Band;
use cost::calibration::CALIBRATION;
use formats::accuracy::PublishedRuns;

use crate::bands::Bands;
use crate::fit::Fitted;
use crate::folder::root;
use crate::free::{FREE, constant};
use crate::judged::Judged;
use crate::{points, write};

/// Largest relative difference of a constant. Constants in the code have three digits, and a fit
/// ends within its tolerance.
const CONSTANT: f64 = 0.01;
/// Largest difference of an end of a band.
const BAND_END: f64 = 0.01;
/// Largest difference of an error, as a share.
const ERROR: f64 = 0.005;

/// Compares constants, bands and errors; names all that differ.
///
/// # Errors
/// If any differs by more than its tolerance, or a file cannot be read.
pub fn check(fitted: &Fitted, judged: &[Judged], bands: &Bands, between: [Band; 2]) -> Result<()> {
    let mut differing = constants(fitted);
    differing.extend(ends(bands, between)?);
    differing.extend(errors(judged)?);
    if differing.is_empty() {
        println!("\nConstants, bands and errors are those in the repository.");
        return Ok(());
    }
    bail!(
        "the repository is of another fit; run `cargo xtask calibrate --write`:\n  {}",
        differing.join("\n  ")
    )
}

fn constants(fitted: &Fitted) -> Vec<String> {
    let pairs = FREE.iter().map(|free| {
        let get = constant(free.name).get;
        (free.name, get(&CALIBRATION), get(&fitted.calibration))
    });
    pairs
        .filter(|(_, now, new)| !is_close(new / now, 1.0, CONSTANT))
        .map(|(name, now, new)| format!("{name} is {now}, a fit gives {new:.4}"))
        .collect()
}

fn ends(bands: &Bands, between: [Band; 2]) -> Result<Vec<String>> {
    let path = write::bands_path();
    let now = fs::read_to_string(&path).context("the bands cannot be read")?;
    let new = write::bands_text(bands, between);
    let reached = differing_extents(&now, &new);
    let (now, new) = (numbers(&now), numbers(&new));
    if now.len() != new.len() {
        bail!(
            "{} has {} ends, a fit {}",
            path.display(),
            now.len(),
            new.len()
        );
    }
    let pairs = now.into_iter().zip(new);
    let ends = pairs
        .filter(|((_, now), (_, new))| !is_close(*now, *new, BAND_END))
        .map(|((name, now), (_, new))| format!("{name} ends at {now}, a fit gives {new}"));
    Ok(ends.chain(reached).collect())
}

/// Extents and widening in one text of bands that another text lacks.
fn differing_extents(now: &str, new: &str) -> Vec<String> {
    let is_extent = |line: &&str| line.contains("const SEEN_") || line.contains("const WIDENING");
    let old: Vec<&str> = now.lines().filter(is_extent).collect();
    let new = new.lines().filter(is_extent);
    new.filter(|line| !old.contains(line))
        .map(|line| format!("a fit gives {line}"))
        .collect()
}

/// Ends of the bands in the text of `fitted.rs`, each with its band's name.
fn numbers(text: &str) -> Vec<(String, f64)> {
    let mut name = String::new();
    let mut numbers = Vec::new();
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("const ") {
            rest.split(':').next().unwrap_or("").clone_into(&mut name);
        }
        let end = line.trim().strip_suffix(',').and_then(|line| {
            let (_, number) = line.split_once(": ")?;
            number.parse().ok()
        });
        numbers.extend(end.map(|number| (name.clone(), number)));
    }
    numbers
}

fn errors(judged: &[Judged]) -> Result<Vec<String>> {
    let path = root().join("static/accuracy.json");
    let text = fs::read_to_string(&path).context("the points cannot be read")?;
    let file: PublishedRuns = serde_json::from_str(&text)?;
    let (now, new) = (file.summary.unseen, points::summary(judged).unseen);
    let pairs = [
        ("median", now.median, new.median),
        ("90th percentile", now.p90, new.p90),
    ];
    Ok(pairs
        .into_iter()
        .filter(|(_, now, new)| !is_close(*now, *new, ERROR))
        .map(|(what, now, new)| {
            format!("the {what} of steps of sources left out is {now}, a fit gives {new}")
        })
        .collect())
}

fn is_close(one: f64, other: f64, tolerance: f64) -> bool {
    (one - other).abs() <= tolerance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::priors;
    use crate::free;

    #[test]
    fn a_constant_of_another_fit_is_named() {
        // Priors are no fit: most constants differ from their priors.
        let fitted = Fitted {
            deviations: Vec::new(),
            calibration: free::at(&priors()),
        };
        let differing = constants(&fitted);
        assert!(differing.len() > FREE.len() / 2, "{differing:?}");
        let mut fitted = fitted;
        fitted.calibration = CALIBRATION;
        assert_eq!(constants(&fitted), Vec::<String>::new());
    }

    #[test]
    fn the_ends_of_bands_are_read_with_their_names() {
        let text = "/// A step.\npub(super) const STEP: Band = Band {\n    low: 0.9,\n    high: 1.1,\n};\n";
        let expected = [("STEP".to_owned(), 0.9), ("STEP".to_owned(), 1.1)];
        assert_eq!(numbers(text), expected);
        let now = fs::read_to_string(write::bands_path()).expect("the bands");
        assert_eq!(numbers(&now).len(), 2 * (crate::bands::Case::ALL.len() + 2));
    }
}
