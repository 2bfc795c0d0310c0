//! Printed tables.

use std::collections::BTreeMap;

use cost::band::Band;
use cost::calibration::CALIBRATION;

use crate::bands::{Bands, Case};
use crate::errors::Errors;
use crate::families::FamilyFigures;
use crate::fit::Fitted;
use crate::free::{FREE, constant};
use crate::judged::{Judged, Validation, steps};
use crate::order::{self, Couple};

/// Prints the free constants: values in force, fitted values, and their uncertainty.
pub fn constants(fitted: &Fitted) {
    println!(
        "{:<26} {:>10} {:>10} {:>8}   determined to",
        "constant", "in force", "fitted", "change"
    );
    for (free, deviation) in FREE.iter().zip(&fitted.deviations) {
        let get = constant(free.name).get;
        let (old, new) = (get(&CALIBRATION), get(&fitted.calibration));
        println!(
            "{:<26} {:>10} {:>10} {:>+7.1} %   ±{:.1} % (prior {} ±{:.0} %)",
            free.name,
            crate::write::rounded(old),
            crate::write::rounded(new),
            100.0 * (new / old - 1.0),
            100.0 * deviation,
            crate::write::rounded(free.prior),
            100.0 * free.width,
        );
    }
}

/// Prints the errors of every validation, for all runs, by kind and by source.
pub fn errors(judged: &[Judged]) {
    println!(
        "\nStep times, % off: median / p90 (bias). In force: by the constants in the code.\n{:<18} {:>5} {:>21} {:>21} {:>21} {:>21}",
        "", "plans", "in force", "8 folds", "source left out", "by the other half"
    );
    let mut sets: Vec<(String, Vec<&Judged>)> = vec![("all".into(), judged.iter().collect())];
    sets.extend(divided(judged, |one| one.kind().to_owned()));
    sets.extend(divided(judged, |one| one.row.source_group.clone()));
    for (name, rows) in sets {
        print!("{name:<18}");
        for (index, way) in Validation::ALL.into_iter().enumerate() {
            let Some(errors) = Errors::of(&steps(&rows, way)) else {
                continue;
            };
            if index == 0 {
                print!(" {:>5.0}", errors.plans);
            }
            let figure = format!(
                "{:.1} / {:.1} ({:+.1})",
                100.0 * errors.median,
                100.0 * errors.p90,
                100.0 * errors.bias
            );
            print!(" {figure:>21}");
        }
        println!();
    }
}

/// Prints errors and coverage of each family.
pub fn families(figures: &[FamilyFigures]) {
    println!(
        "\n{:<26} {:>5} {:>7} {:>12} {:>16} {:>14}",
        "step, by family", "plans", "sources", "in force", "source left out", "range covers"
    );
    for one in figures {
        let [fitted, left_out] = [one.fitted, one.left_out]
            .map(|errors| format!("{:.1} / {:.1}", 100.0 * errors.median, 100.0 * errors.p90));
        println!(
            "{:<26} {:>5.0} {:>7} {fitted:>12} {left_out:>16} {:>12.0} %",
            one.family.name(),
            one.fitted.plans,
            one.sources,
            100.0 * one.covered,
        );
    }
}

/// Sets of runs that share a name, in the names' order.
pub fn divided<'a, 'b>(
    judged: &'a [Judged<'b>],
    name: impl Fn(&Judged) -> String,
) -> Vec<(String, Vec<&'a Judged<'b>>)> {
    let mut sets: BTreeMap<String, Vec<&Judged>> = BTreeMap::new();
    for one in judged {
        sets.entry(name(one)).or_default().push(one);
    }
    sets.into_iter().collect()
}

/// Prints the bands, and the share of the runs that they cover.
pub fn bands(bands: &Bands, judged: &[Judged]) {
    println!(
        "\n{:<26} {:>6} {:>7} {:>7} {:>9} {:>11} {:>11}",
        "80 % band of", "plans", "low", "high", "covers", "by others'", "half-width"
    );
    for case in Case::ALL {
        let band = bands.of_case(case);
        let checked = case.check(judged, band, bands.widening);
        println!(
            "{:<26} {:>6.0} {:>+6.1} % {:>+6.1} % {:>7.0} % {:>9.0} % {:>9.1} %",
            case.name(),
            checked.plans,
            100.0 * (band.low - 1.0),
            100.0 * (band.high - 1.0),
            100.0 * checked.covered,
            100.0 * checked.by_others,
            50.0 * (band.high - band.low),
        );
    }
    println!(
        "bands of memory widen by {} for each unit of distance",
        bands.widening
    );
}

/// Prints the errors in the order of layouts, by source, and the bands that follow.
pub fn order(couples: &[Couple], between: [Band; 2]) {
    println!(
        "\n{:<26} {:>8} {:>7}   median / 80 % in force, folds, source left out",
        "between layouts of", "settings", "couples"
    );
    for (name, of_source) in sets(couples) {
        let Some(order) = order::of(&of_source) else {
            continue;
        };
        print!("{name:<26} {:>8} {:>7}  ", order.settings, order.couples);
        for (median, most) in order.median.iter().zip(order.most) {
            print!(" {:>5.1} / {:>4.1}", 100.0 * median, 100.0 * most);
        }
        println!();
    }
    for (name, band) in ["dense", "MoE"].into_iter().zip(between) {
        println!("band, {name}: {} to {}", band.low, band.high);
    }
}

/// Couples by kind, then by kind and source.
pub fn sets<'a, 'b>(couples: &'a [Couple<'b>]) -> Vec<(String, Vec<&'a Couple<'b>>)> {
    let mut sets: BTreeMap<(bool, &str), Vec<&Couple>> = BTreeMap::new();
    for couple in couples {
        for source in ["", couple.source] {
            let set = sets.entry((couple.is_mixture, source)).or_default();
            set.push(couple);
        }
    }
    let name = |(is_mixture, source): (bool, &str)| {
        let kind = if is_mixture { "MoE" } else { "dense" };
        match source {
            "" => kind.to_owned(),
            source => [kind, ", ", source].concat(),
        }
    };
    let sets = sets.into_iter();
    sets.map(|(key, set)| (name(key), set)).collect()
}
