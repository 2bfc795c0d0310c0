//! Tests of numbers in other languages.

use std::path::Path;

use cost::band::Band;
use cost::reading::Amount;
use cost::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use formats::number::Units;
use messages::{Catalogue, Pseudo, language_file};

use super::{
    BytesText as _, amount, clauses, days, duration, fixed, gain, grouped, listed, moved, plain,
};
use crate::language::{Argument, choose, filled};

fn source() -> Catalogue {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("messages");
    messages::source(&folder).expect("the messages")
}

/// Makes this thread speak a language of `tests/languages/`.
fn speak(tag: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/languages");
    let source = source();
    let translation = messages::translation(&folder, tag, &source).expect("a language");
    choose(&language_file(tag, &source, &translation)).expect("a language of this program");
}

/// An argument in a message, with usual spaces.
fn written(argument: Argument) -> String {
    filled(usize::MAX, "\u{1} ", &[argument]).replace('\u{a0}', " ")
}

#[test]
fn every_kind_of_argument_has_the_marks_and_units_of_the_language() {
    speak("de");
    let band = Band {
        low: 0.95,
        high: 1.1,
    };
    let names: &[&str] = &["nanotron", "MaxText"];
    let (gib, size) = (Units::Gib, Bytes::from_gib(1_234.5));
    for (argument, expected) in [
        (Argument::Count(16_384), "16.384"),
        (Argument::Short(70_600_000_000), "70,6 Mrd."),
        (Argument::Ungrouped(16_384), "16384"),
        (Argument::Percent(12.345_67), "1.234,6 %"),
        (Argument::Change(-0.031), "−3,1 %"),
        (Argument::Gain(4.12), "+4,1"),
        (Argument::Digits(1_234.5), "1.235"),
        (Argument::Digits(3.125), "3,13"),
        (Argument::Plain(1_234.25), "1.234,25"),
        (Argument::Plain(0.5), "0,5"),
        (Argument::Whole(-1_234.5), "−1.235"),
        (Argument::Tenths(1_234.5), "1.234,5"),
        (Argument::Hundredths(0.25), "0,25"),
        (Argument::Dollars(470_000.0), "470.000 $"),
        (Argument::Dollars(4.7e6), "4,70 Mio. $"),
        (Argument::Days(0.5), "12,0 Std."),
        (Argument::Days(12.34), "12,3 Tage"),
        (Argument::Days(3_689.0), "10,1 Jahre"),
        (Argument::Exponent(3.152e23), "3,15e23"),
        (Argument::Duration(Seconds(26.44)), "26,4 Sek."),
        (Argument::Time(Seconds(0.001_25)), "1,25 ms"),
        (Argument::Rate(FlopsPerSecond(2.25e15)), "2,25 PFLOP/s"),
        (Argument::Bandwidth(BytesPerSecond(3.35e9)), "3,35 GB/s"),
        (Argument::Gigabytes(Bytes(1_129_000_000_000)), "1.129 GB"),
        (Argument::Size(size, gib), "1.234,5 GiB"),
        (Argument::Figure(size, gib), "1.234,5"),
        (Argument::Amount(size, gib), "1.235 GiB"),
        (
            Argument::Range((size, band), gib),
            "1.172,8 bis 1.358,0 GiB",
        ),
        (
            Argument::SizeChange(-i128::from(size.0), gib),
            "−1.234,5 GiB",
        ),
        (Argument::Counts(&[1_024, 2_048]), "1.024 / 2.048"),
        (
            Argument::Counts(&[1, 2, 3, 4, 5, 6, 7, 8, 9]),
            "1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 usw.",
        ),
        (Argument::Names(&names), "nanotron / MaxText"),
    ] {
        assert_eq!(written(argument), expected);
    }
}

#[test]
fn figures_of_estimates_have_the_marks_and_units_of_the_language() {
    speak("de");
    let shown = |figure| amount(figure, Units::Gb).replace('\u{a0}', " ");
    assert_eq!(shown(Amount::Rate(12_345.6)), "12.346");
    assert_eq!(shown(Amount::Energy(1.5)), "1,50 MWh");
    let share = moved(Amount::Share(0.45), Amount::Share(0.43));
    assert_eq!(share, "+2,0\u{a0}Punkte");
    let time = moved(Amount::Time(Seconds(9.0)), Amount::Time(Seconds(10.0)));
    assert_eq!(time, "−10,0\u{a0}%");
    assert_eq!(listed(&["TP", "PP"]), "TP / PP");
    assert_eq!(clauses(&["TP", "PP"]), "TP // PP");
}

/// A language changes marks and units, never digits.
#[test]
fn numbers_have_the_same_digits_in_each_language() {
    let values: Vec<f64> = (-9..18)
        .flat_map(|power| [-7.25, -1.0, 0.0, 0.999_95, 1.234_567, 5.0].map(|of| (of, power)))
        .map(|(of, power)| of * 10_f64.powi(power))
        .collect();
    let all = || -> Vec<String> {
        let each = |value: &f64| {
            let decimals = (0..4).map(|decimals| fixed(*value, decimals));
            let others = [plain(*value), grouped(value.abs() as u64)];
            decimals.chain(others).collect::<Vec<_>>()
        };
        values.iter().flat_map(each).collect()
    };
    let english = all();
    speak("de");
    let other_marks = |text: &str| {
        let mark = |letter| match letter {
            '.' => ',',
            ',' => '.',
            letter => letter,
        };
        text.chars().map(mark).collect::<String>()
    };
    assert!(
        english
            .iter()
            .any(|text| text.contains(',') && text.contains('.'))
    );
    for (english, german) in english.iter().zip(all()) {
        assert_eq!(other_marks(english), german);
    }
}

#[test]
fn a_number_with_decimals_has_the_form_of_its_language() {
    speak("cs");
    assert_eq!(days(102.0), "102\u{a0}dní");
    assert_eq!(days(12.34), "12,3\u{a0}dne");
    assert_eq!(grouped(16_384), "16\u{a0}384");
    // A sign of nothing.
    assert_eq!(gain(4.12), "4,1");
    // The rest is English.
    assert_eq!(duration(Seconds(26.4)), "26,4\u{a0}s");
}

#[test]
fn pseudo_languages_show_which_numbers_are_not_theirs() {
    let source = source();
    let speak = |pseudo: Pseudo| {
        let translation = messages::pseudo(&source, pseudo);
        choose(&language_file(pseudo.tag(), &source, &translation)).expect("a language");
    };
    speak(Pseudo::RightToLeft);
    assert_eq!(fixed(1_234.5, 1), "1٬234٫5");
    assert_eq!(duration(Seconds(0.012_34)), "12٫3\u{a0}ɱš");
    assert_eq!(Units::Gib.size(Bytes::from_gib(62.3)), "62٫3\u{a0}ĜíƁ");
    speak(Pseudo::Accented);
    assert_eq!(fixed(1_234.5, 1), "1,234.5");
    assert_eq!(days(12.34), "12.3\u{a0}đáýš");
}
