//! Time, rates, money and energy, and figures of estimates.

use cost::reading::Amount;
use cost::units::{BytesPerSecond, FlopsPerSecond, Seconds};
use formats::number::Units;

use super::{
    BytesText as _, Pattern, fixed, locale, percent, rounded, signed, signed_percent, size_change,
    with_unit,
};

/// A length of time for comparison: `312 ms`, `26.4 s`, `4.20 min`.
#[must_use]
pub fn duration(time: Seconds) -> String {
    match time.0 {
        s if s < 0.9995 => with_unit(s * 1e3, locale::milliseconds),
        s if s < 599.5 => with_unit(s, locale::seconds),
        s if s < 35_970.0 => with_unit(s / 60.0, locale::minutes),
        s => with_unit(s / 3_600.0, locale::hours),
    }
}

/// A length of time that may be very short: `402 µs`, `312 ms`, `26.4 s`; nothing is `0`.
///
/// ```
/// use cost::units::Seconds;
/// use text::number::short_time;
/// assert_eq!(short_time(Seconds(0.000_402)), "402\u{a0}µs");
/// assert_eq!(short_time(Seconds(0.312)), "312\u{a0}ms");
/// assert_eq!(short_time(Seconds(0.0)), "0");
/// ```
#[must_use]
pub fn short_time(time: Seconds) -> String {
    match time.0 {
        s if s <= 0.0 => String::from("0"),
        s if s < 0.000_999_5 => with_unit(s * 1e6, locale::microseconds),
        _ => duration(time),
    }
}

/// A bandwidth: `402 GB/s`.
#[must_use]
pub fn bandwidth(bandwidth: BytesPerSecond) -> String {
    with_unit(bandwidth.0 / 1e9, locale::gigabytes_per_second)
}

/// A rate of computing: `612 TFLOP/s`, `2.25 PFLOP/s`, `35.0 GFLOP/s`.
///
/// ```
/// use cost::units::FlopsPerSecond;
/// use text::number::rate;
/// assert_eq!(rate(FlopsPerSecond(989e12)), "989\u{a0}TFLOP/s");
/// assert_eq!(rate(FlopsPerSecond(2.25e15)), "2.25\u{a0}PFLOP/s");
/// ```
#[must_use]
pub fn rate(rate: FlopsPerSecond) -> String {
    match rate.0 {
        r if r < 0.9995e12 => with_unit(r / 1e9, locale::gigaflops),
        r if r < 999.5e12 => with_unit(r / 1e12, locale::teraflops),
        r => with_unit(r / 1e15, locale::petaflops),
    }
}

/// A number of days, in hours, days or years: `5.20 h`, `102 days`, `10.1 years`.
#[must_use]
pub fn days(days: f64) -> String {
    match days {
        d if d < 2.0 => with_unit(d * 24.0, locale::hours),
        d if d < 999.5 => locale::days(d),
        d => locale::years(d / 365.25),
    }
}

/// Dollars: `$470,000`, `$4.70 M`.
#[must_use]
pub fn dollars(amount: f64) -> String {
    let (size, pattern): (f64, Pattern) = match amount {
        a if a < 999_500.0 => return locale::dollars(rounded(a, 0).text()),
        a if a < 999.5e6 => (1e6, locale::millions),
        a if a < 999.5e9 => (1e9, locale::billions),
        _ => (1e12, locale::trillions),
    };
    locale::dollars(&with_unit(amount / size, pattern))
}

/// Energy in megawatt-hours: `12.3 MWh`.
#[must_use]
pub fn megawatt_hours(energy: f64) -> String {
    with_unit(energy, locale::megawatt_hours)
}

/// A figure of an estimate with its unit, bytes in the reader's.
///
/// ```
/// use cost::{reading::Amount, units::Seconds};
/// use formats::number::Units;
/// use text::number::amount;
/// assert_eq!(amount(Amount::Time(Seconds(26.44)), Units::Gib), "26.4\u{a0}s");
/// assert_eq!(amount(Amount::Share(0.431), Units::Gib), "43.1\u{a0}%");
/// ```
#[must_use]
pub fn amount(amount: Amount, units: Units) -> String {
    match amount {
        Amount::Size(size) => units.size(size),
        Amount::Time(time) => duration(time),
        Amount::Share(share) => percent(share),
        Amount::Rate(rate) => fixed(rate, 0),
        Amount::Days(amount) => days(amount),
        Amount::Dollars(amount) => dollars(amount),
        Amount::Energy(hours) => megawatt_hours(hours),
    }
}

/// Difference of two figures of one kind in their own unit, with its sign: `+5.1 GiB`,
/// `+2.9 points`, `−6.40 s`. What is written as zero has no sign.
///
/// ```
/// use cost::reading::Amount;
/// use cost::units::{Bytes, Seconds};
/// use formats::number::Units;
/// use text::number::difference;
/// let written = |now, before| difference(now, before, Units::Gib);
/// let sizes = [3_u64 << 30, 1 << 30].map(|bytes| Amount::Size(Bytes(bytes)));
/// assert_eq!(written(sizes[0], sizes[1]), "+2.0\u{a0}GiB");
/// let times = [9.0, 10.0].map(|seconds| Amount::Time(Seconds(seconds)));
/// assert_eq!(written(times[0], times[1]), "−1.00\u{a0}s");
/// assert_eq!(written(Amount::Share(0.45), Amount::Share(0.43)), "+2.0\u{a0}points");
/// assert_eq!(written(Amount::Rate(5.2), Amount::Rate(5.1)), "0");
/// assert_eq!(written(Amount::Dollars(1.0), Amount::Dollars(97_000.0)), "−$96,999");
/// ```
#[must_use]
pub fn difference(now: Amount, before: Amount, units: Units) -> String {
    let by = now.number() - before.number();
    let written = |number: f64| {
        let unsigned = match now {
            Amount::Size(_) | Amount::Share(_) => return String::new(),
            Amount::Time(_) => Amount::Time(Seconds(number)),
            Amount::Rate(_) => Amount::Rate(number),
            Amount::Days(_) => Amount::Days(number),
            Amount::Dollars(_) => Amount::Dollars(number),
            Amount::Energy(_) => Amount::Energy(number),
        };
        amount(unsigned, units)
    };
    match (now, before) {
        (Amount::Share(_), _) => moved(now, before),
        (Amount::Size(now), Amount::Size(before)) => {
            size_change(i128::from(now.0) - i128::from(before.0), units)
        }
        _ => {
            let far = written(by.abs());
            let sign = match by {
                // Too small to be written.
                _ if far == written(0.0) => "",
                by if by > 0.0 => locale::plus_sign(),
                _ => locale::minus_sign(),
            };
            [sign, &far].concat()
        }
    }
}

/// Difference of a figure. A share differs in points, any other figure by a share of its former
/// value; empty if that was zero.
///
/// ```
/// use cost::{reading::Amount, units::Seconds};
/// use text::number::moved;
/// assert_eq!(moved(Amount::Share(0.45), Amount::Share(0.43)), "+2.0\u{a0}points");
/// assert_eq!(moved(Amount::Time(Seconds(9.0)), Amount::Time(Seconds(10.0))), "−10.0\u{a0}%");
/// ```
#[must_use]
pub fn moved(now: Amount, before: Amount) -> String {
    let (now, before) = match (now, before) {
        (Amount::Share(now), Amount::Share(before)) => {
            return locale::points(&signed((now - before) * 100.0));
        }
        (now, before) => (now.number(), before.number()),
    };
    if before == 0.0 {
        return String::new();
    }
    signed_percent(now / before - 1.0)
}
