//! Typed numbers: every spelling of a number gives this number, and nothing else is judged.

use proptest::prelude::*;
use proptest::sample::select;
use test_utils::seed;

use super::TypedAnswer::{self, Ambiguous, NoNumber, Number, OtherUnit};

fn read(text: &str, unit: &str) -> TypedAnswer {
    TypedAnswer::read(text, unit, false)
}

/// Asserts that each text is this number, up to rounding.
fn are(number: f64, unit: &str, texts: &[&str]) {
    for text in texts {
        assert_near(&read(text, unit), number, text);
    }
}

fn assert_near(found: &TypedAnswer, number: f64, text: &str) {
    let is_near = matches!(found, Number(found) if near(*found, number));
    assert!(is_near, "{text} is {number}, not {found:?}");
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs()
}

fn asks(text: &str, unit: &str, numbers: &[f64]) {
    let found = read(text, unit);
    let is_same = matches!(&found, Ambiguous(found)
        if found.len() == numbers.len() && found.iter().zip(numbers).all(|(a, b)| near(*a, *b)));
    assert!(
        is_same,
        "{text} before {unit} is {numbers:?}, not {found:?}"
    );
}

#[test]
fn a_number_has_many_spellings() {
    are(
        0.3,
        "",
        &[
            "0.3",
            "0,3",
            ".3",
            ",3",
            "3e-1",
            "3/10",
            "~0.3",
            "0.3.",
            "= 0.3",
            "３/１０",
        ],
    );
    are(
        12_000.0,
        "",
        &[
            "12 000",
            "12'000",
            "12’000",
            "1.2e4",
            "1,2e4",
            "12k",
            "12·10³",
            "12 × 10^3",
            "12x1000",
        ],
    );
    are(
        0.179,
        "s",
        &[
            "0.179",
            ".179",
            "179 ms",
            "179ms",
            "179e-3",
            "179000 µs",
            "0.1790",
        ],
    );
    are(
        7.0 / 15.0,
        "",
        &["7/15", "7 : 15", "7/(8 + 7)", "7 ÷ 15", "(8-1)/(8+8-1)"],
    );
    are(
        1e22,
        "",
        &["10^22", "10²²", "10**22", "1e22", "1E+22", "10 ^ (20 + 2)"],
    );
    are(
        1_234_567.8,
        "",
        &["1,234,567.8", "1.234.567,8", "1 234 567,8", "1'234'567.8"],
    );
    are(
        1_966.5,
        "days",
        &["1,966.5 days", "1.966,5", "1966,5 d", "1966.5day"],
    );
    are(-3.0, "", &["−3", "-3", "- 3", "(-3)"]);
    are(2.0, "", &["4^(1/2)", "2⁰·2", "20·10⁻¹"]);
    are(160.0, "", &["160 all-reduces", "2*80", "160", "160×"]);
}

#[test]
fn a_number_in_the_units_of_the_question() {
    are(
        208.0,
        "GB",
        &[
            "208",
            "13*16",
            "208 GB",
            "208gb",
            "0.208 TB",
            "208e9 bytes",
            "208G",
            "208 gigabytes",
        ],
    );
    are(194.0 * 1.073_741_824, "GB", &["194 GiB", "194 gib"]);
    are(80.0, "GiB", &["85.89934592 GB", "80 GiB"]);
    are(0.45, "TB/s", &["450 GB/s", "450 GB", "450 GB per s"]);
    are(36.0, "h", &["1.5 days", "36 hours", "2160 min"]);
    are(10.1, "years", &["10.1", "10.1 year", "3689.025 d"]);
    are(64.0, "GPUs", &["64 gpus", "64 GPU", "8 × 8"]);
    are(
        30.0,
        "%",
        &[
            "30 %",
            "30%",
            "30",
            "3/10",
            "15/50",
            "100*3/10",
            "30 percent",
        ],
    );
    are(46.7, "% of the step", &["46.7 %"]);
    are(
        8.4,
        "× 10²² FLOPs",
        &[
            "8.4",
            "8.4e22",
            "8.4·10²²",
            "8.4 × 10^22 FLOPs",
            "6*7B*2T",
            "84 ZFLOPs",
            "8.4 FLOPs",
        ],
    );
    are(
        5.0,
        "million $",
        &[
            "5",
            "$5M",
            "5 million",
            "$5,000,000",
            "5e6 $",
            "5 $",
            "5000000",
        ],
    );
    are(
        3.1,
        "B parameters",
        &["3.1", "3.1B", "3.1 billion parameters"],
    );
}

#[test]
fn what_can_be_two_numbers_is_asked() {
    for unit in ["", "s", "days"] {
        asks("0,179", unit, &[0.179, 179.0]);
        asks("12.000", unit, &[12.0, 12_000.0]);
        asks("1.966", unit, &[1.966, 1_966.0]);
        asks("12,000", unit, &[12.0, 12_000.0]);
        asks("1,966*2", unit, &[3.932, 3_932.0]);
    }
    asks("0.467", "%", &[46.7, 0.467]);
    asks("3/2", "%", &[150.0, 1.5]);
    asks("100/200", "%", &[50.0, 0.5]);
    asks("8.4e21", "× 10²² FLOPs", &[0.84, 8.4e21]);
    asks("5k", "million $", &[0.005, 5_000.0]);
    asks("12k", "GB", &[12_000.0, 12e-6]);
}

#[test]
fn a_share_is_read_from_per_cent() {
    let share = |text| TypedAnswer::read(text, "", true);
    assert_near(&share("30 %"), 0.3, "30 %");
    assert_near(&share("7/15"), 7.0 / 15.0, "7/15");
    assert_near(&read("30 %", ""), 30.0, "30 %");
}

#[test]
fn other_units_are_not_converted() {
    let other = [
        ("3 GB", "days"),
        ("30 %", "GB"),
        ("3 s", ""),
        ("3 $", "€"),
        ("5 m", "s"),
        ("3 GB/min", "GB/s"),
    ];
    for (text, unit) in other {
        assert_eq!(read(text, unit), OtherUnit, "{text} before {unit}");
    }
}

#[test]
fn the_rest_is_no_number() {
    let none = [
        "", " ", "GB", "one", "--1", "1.2.3", "1,23,456", "1,234,56", "5-6", "1 or 2", "1 2",
        "12 00", "1/0", "0/0", "1e999", "10^400", "7/", "(7", "7)", "3 + ", "2^", "1,", "NaN",
        "inf", "≥ 5", "1_0", "1;2", "½",
    ];
    for text in none {
        assert_eq!(read(text, ""), NoNumber, "{text}");
    }
    assert_eq!(read(&"1".repeat(101), ""), NoNumber);
    assert_eq!(read(&"(".repeat(100), ""), NoNumber);
}

/// A number as digits before and behind the point.
fn digits() -> impl Strategy<Value = (u64, String)> {
    ("[1-9][0-9]{0,8}", "[0-9]{0,6}").prop_map(|(whole, behind)| (whole.parse().unwrap(), behind))
}

/// The digits in groups of three.
fn grouped(whole: u64, mark: &str) -> String {
    let digits = whole.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(mark);
        }
        text.push(digit);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 512,
        failure_persistence: None,
        rng_seed: seed(5_309),
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_spelling_of_a_number_gives_it(
        (whole, behind) in digits(),
        mark in select(vec!["", " ", "'", "’", "_", ",", ".", "\u{a0}", "\u{202f}"]),
        comma in any::<bool>(),
        sign in select(vec!["", "-", "−", "+"]),
        unit in select(vec![("", ""), ("GB", " GB"), ("days", "days"), ("%", " %"), ("GPUs", " gpus")]),
    ) {
        let point = if comma || mark == "." { "," } else { "." };
        prop_assume!(mark != point);
        let tail = if behind.is_empty() { String::new() } else { [point, &behind].concat() };
        let text = [sign, &grouped(whole, mark), &tail, unit.1].concat();
        let minus = if matches!(sign, "-" | "−") { "-" } else { "" };
        let number: f64 = format!("{minus}{whole}.{behind}0").parse().unwrap();
        let found = read(&text, unit.0);
        let is_single = if whole < 1_000 || mark.is_empty() {
            behind.len() == 3 && whole < 1_000
        } else {
            behind.is_empty() && whole < 1_000_000 && matches!(mark, "," | ".")
        };
        if is_single {
            // One mark before three digits is ambiguous, and the number is among those offered.
            prop_assert!(matches!(&found, Ambiguous(numbers) if numbers.contains(&number)), "{text}: {found:?}");
        } else {
            prop_assert_eq!(found, Number(number), "{}", text);
        }
    }

    #[test]
    fn every_calculation_gives_its_result(
        (a, b) in (1_u64..1_000_000, 1_u64..1_000),
        tens in -9_i32..25,
        times in select(vec!["*", "·", "×", "x", " * ", " × "]),
        over in select(vec!["/", ":", "÷", " / "]),
    ) {
        let (left, right) = (a as f64, b as f64);
        assert_near(&read(&format!("{a}{times}{b}"), ""), left * right, times);
        assert_near(&read(&format!("{a}{over}{b}"), ""), left / right, over);
        let power = 10_f64.powi(tens);
        for text in [format!("{b}e{tens}"), format!("{b}{times}10^{tens}"), format!("{b}{times}1e{tens}")] {
            assert_near(&read(&text, ""), right * power, &text);
        }
        for (suffix, factor) in [("k", 1e3), ("M", 1e6), ("B", 1e9), ("T", 1e12)] {
            assert_near(&read(&format!("{b}{suffix}"), ""), right * factor, suffix);
        }
        let scaled = format!("× 10^{} FLOPs", tens.max(1));
        assert_near(&read(&format!("{b}e{}", tens.max(1)), &scaled), right, &scaled);
    }

    /// Whatever is read is a finite number or several different ones.
    #[test]
    fn any_text_is_read_or_not(text in "\\PC{0,40}", near in "[-0-9.,'eE()^*/+kMGB% x×·³]{0,30}", unit in "\\PC{0,12}") {
        for (text, unit) in [(&text, &unit), (&near, &unit), (&near, &String::new()), (&text, &"%".to_owned())] {
            match TypedAnswer::read(text, unit, true) {
                Number(number) => prop_assert!(number.is_finite()),
                Ambiguous(numbers) => {
                    prop_assert!(numbers.len() > 1 && numbers.iter().all(|number| number.is_finite()));
                    prop_assert!(text.chars().any(char::is_numeric));
                }
                OtherUnit | NoNumber => {}
            }
        }
    }
}
