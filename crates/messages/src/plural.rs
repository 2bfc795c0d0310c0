//! Plural categories of languages, from the Unicode CLDR.
//!
//! Tests: `tests.rs`.

use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use unic_langid::LanguageIdentifier;

/// Letters of the categories, by their names.
pub(crate) const CATEGORIES: [(&str, char); 6] = [
    ("zero", 'z'),
    ("one", 'o'),
    ("two", 't'),
    ("few", 'f'),
    ("many", 'm'),
    ("other", '*'),
];

/// The letter of the category of each whole number: of 0 to 99, of larger numbers by their last two
/// digits, and of multiples of a million. No rule of CLDR for whole numbers looks at more.
///
/// `None` for a tag that CLDR has no rule for.
pub(crate) fn rule(tag: &str) -> Option<String> {
    let language: LanguageIdentifier = tag.parse().ok()?;
    let base = LanguageIdentifier::from_parts(language.language, None, None, &[]);
    let rules = PluralRules::create(base, PluralRuleType::CARDINAL).ok()?;
    let letter = |number: u64| match rules.select(number) {
        Ok(PluralCategory::ZERO) => 'z',
        Ok(PluralCategory::ONE) => 'o',
        Ok(PluralCategory::TWO) => 't',
        Ok(PluralCategory::FEW) => 'f',
        Ok(PluralCategory::MANY) => 'm',
        _ => '*',
    };
    Some((0..200).chain([1_000_000]).map(letter).collect())
}

/// Names of the categories that a rule uses.
pub(crate) fn used(rule: &str) -> Vec<&'static str> {
    let is_used = |letter: char| letter == '*' || rule.contains(letter);
    let used = CATEGORIES.iter().filter(|(_, letter)| is_used(*letter));
    used.map(|(name, _)| *name).collect()
}
