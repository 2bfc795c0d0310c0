//! Seeds and numbers of random inputs.

use std::env;
use std::ffi::OsStr;

use proptest::test_runner::{Config, RngSeed};

/// The environment variable with the seed of a run.
const VARIABLE: &str = "SHARDWISE_SEED";

/// Seed of a property's random inputs.
///
/// It is fixed, so that a failure comes from the change at hand. Where the environment variable
/// `SHARDWISE_SEED` is set, as in all checks at night, it is that seed instead, so that other inputs
/// are tried.
///
/// # Panics
/// If the variable is no whole number of 64 bits.
#[must_use]
pub fn seed(fixed: u64) -> RngSeed {
    RngSeed::Fixed(seed_number(fixed))
}

/// Configuration of a property of this many cases.
#[must_use]
pub fn config(cases: u32) -> Config {
    Config {
        cases,
        // A case that a property is not about is drawn anew, not passed over: there are as many as
        // it says. At least one in four has to be one that it is about.
        max_global_rejects: 3 * cases,
        failure_persistence: None,
        rng_seed: seed(1_974),
        ..Config::default()
    }
}

/// The environment variable with the number of plans that properties of all sentences draw.
const PLANS: &str = "SHARDWISE_PLANS";

/// Number of plans that a property of all sentences draws: this one, or that which the environment
/// variable `SHARDWISE_PLANS` has.
///
/// # Panics
/// If the variable is no whole number.
#[must_use]
pub fn plans(few: u32) -> u32 {
    env::var_os(PLANS).map_or(few, |text| {
        let number = text.to_str().and_then(|text| text.parse().ok());
        number.unwrap_or_else(|| panic!("{PLANS} is {text:?}, which is no whole number"))
    })
}

/// [`seed`] as a number, for tests that draw their inputs themselves.
///
/// # Panics
/// If the variable is no whole number of 64 bits.
#[must_use]
pub fn seed_number(fixed: u64) -> u64 {
    chosen(env::var_os(VARIABLE).as_deref(), fixed)
}

fn chosen(variable: Option<&OsStr>, fixed: u64) -> u64 {
    variable.map_or(fixed, |text| {
        let number = text.to_str().and_then(|text| text.parse().ok());
        number.unwrap_or_else(|| panic!("{VARIABLE} is {text:?}, which is no whole number"))
    })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::chosen;

    #[test]
    fn the_variable_comes_before_the_fixed_seed() {
        assert_eq!(chosen(None, 7), 7);
        assert_eq!(
            chosen(Some(OsStr::new("18446744073709551615")), 7),
            u64::MAX
        );
    }

    #[test]
    #[should_panic(expected = "SHARDWISE_SEED is \"dawn\"")]
    fn a_variable_that_is_no_number_is_refused() {
        chosen(Some(OsStr::new("dawn")), 7);
    }
}
