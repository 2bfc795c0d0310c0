//! Bytes and seconds: none are faster than their link, and scenes agree on them.

use cost::trace::{Happening, TraceScene};
use formats::link;
use formats::number::Units;

use super::for_each;

/// Seconds or bytes of a shown amount.
fn amount(number: &str, unit: &str) -> Option<f64> {
    let scale = match unit {
        "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3_600.0,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    let number: f64 = number.replace(',', "").parse().ok()?;
    Some(number * scale)
}

/// Pairs of bytes and seconds in a sentence: "2.11 GB in 42.0 ms", "517 MB a GPU in 3.64 ms", "sent
/// by each GPU in".
fn pairs(sentence: &str) -> Vec<[f64; 2]> {
    let words: Vec<&str> = sentence
        .split([' ', '\u{a0}'])
        .map(|word| word.trim_end_matches([',', '.', ':', ';']))
        .collect();
    let mut pairs = Vec::new();
    for (place, word) in words.iter().enumerate() {
        if *word != "in" {
            continue;
        }
        let seconds = words.get(place + 1).zip(words.get(place + 2));
        let seconds = seconds.and_then(|(number, unit)| amount(number, unit));
        let before = words[place.saturating_sub(6)..place].windows(2).rev();
        let mut bytes = before.filter_map(|pair| {
            let is_size = ["MB", "GB"].contains(&pair[1]);
            is_size.then(|| amount(pair[0], pair[1])).flatten()
        });
        if let (Some(seconds), Some(bytes)) = (seconds, bytes.next()) {
            pairs.push([bytes, seconds]);
        }
    }
    pairs
}

#[test]
fn no_bytes_are_faster_than_their_link() {
    let mut found = 0;
    for_each(|said| {
        let gpu = &said.legal.plan.cluster.gpu;
        let links = (gpu.nvlink_gb_s + gpu.nic_gb_s).max(gpu.pcie_gb_s) * 1e9;
        let memory = gpu.hbm_gb_s * 1e9;
        let bound = if said.trace.scene == TraceScene::Attention {
            memory
        } else {
            links
        };
        let check = |[bytes, seconds]: [f64; 2], of: &str| {
            // Three digits are shown, of microseconds at least two decimals.
            let room = 1.02 * bound * (seconds + 1e-8) + 2e4;
            if bytes > room {
                said.fails(&format!("{bytes:e} bytes in {seconds} s: {of}"));
            }
        };
        for span in said.spans() {
            let moved = span.traffic.bytes.0 as f64;
            check([moved, span.length().0], &format!("{span:?}"));
        }
        for sentence in said.text.lines() {
            for pair in pairs(sentence) {
                found += 1;
                check(pair, sentence);
            }
        }
        for row in text::trace::rows(said.legal, said.trace, Units::Gb) {
            let [_, _, _, takes, sends, ..] = &row;
            let of = |cell: &str| {
                let (number, unit) = cell.split_once('\u{a0}')?;
                amount(number, unit)
            };
            if let Some(bytes) = of(sends) {
                found += 1;
                check([bytes, of(takes).unwrap_or(0.0)], &row.join(" "));
            }
        }
    });
    assert!(found > 500, "{found}");
}

#[test]
fn a_moment_of_two_scenes_has_one_figure() {
    let mut found = 0;
    let mut before: Option<(String, Vec<String>)> = None;
    for_each(|said| {
        if !matches!(said.trace.scene, TraceScene::Data | TraceScene::Optimizer) {
            return;
        }
        let plan = format!("{} {}", link::encode(said.legal.plan), said.trace.rank);
        let rows = text::trace::rows(said.legal, said.trace, Units::Gb);
        let moments = said.trace.moments.iter().enumerate();
        let shared = moments.filter(|(_, moment)| {
            matches!(
                moment.what,
                Happening::GradientsLeft | Happening::WeightsLeft | Happening::Update
            )
        });
        let figures: Vec<String> = shared
            .map(|(index, _)| {
                let [_, name, _, takes, sends, to, exposed] = rows[index].clone();
                let [_, sentence] = text::moments::moment(said.legal, said.trace, index, Units::Gb);
                [name, takes, sends, to, exposed, sentence].join(" | ")
            })
            .collect();
        // The scenes of a rank follow each other, the one of data parallelism first.
        let data = before.replace((plan.clone(), figures.clone()));
        if let Some((its, data)) = data
            && said.trace.scene == TraceScene::Optimizer
            && its == plan
        {
            found += figures.len();
            if data != figures {
                said.fails(&format!("{data:#?}\n{figures:#?}"));
            }
        }
    });
    assert!(found > 50, "{found}");
}
