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
/// digits, and of multiples of a million. No rule of CLDR for whole numbers looks at more. The last
/// letter is that of 5.5, for all numbers that are written with decimals: only a few languages look
/// at the decimals themselves.
///
/// `None` for a tag that CLDR has no rule for.
pub(crate) fn rule(tag: &str) -> Option<String> {
    let language: LanguageIdentifier = tag.parse().ok()?;
    let base = LanguageIdentifier::from_parts(language.language, None, None, &[]);
    let rules = PluralRules::create(base, PluralRuleType::CARDINAL).ok()?;
    let letter = |category: Result<PluralCategory, &str>| match category {
        Ok(PluralCategory::ZERO) => 'z',
        Ok(PluralCategory::ONE) => 'o',
        Ok(PluralCategory::TWO) => 't',
        Ok(PluralCategory::FEW) => 'f',
        Ok(PluralCategory::MANY) => 'm',
        _ => '*',
    };
    let whole = (0..200)
        .chain([1_000_000])
        .map(|number: u64| letter(rules.select(number)));
    Some(whole.chain([letter(rules.select("5.5"))]).collect())
}

/// Names of the categories that a rule uses, for whole numbers or also for numbers with decimals.
pub(crate) fn used(rule: &str, has_decimals: bool) -> Vec<&'static str> {
    let end = if has_decimals {
        rule.len()
    } else {
        rule.len().saturating_sub(1)
    };
    let rule = rule.get(..end).unwrap_or_default();
    let is_used = |letter: char| letter == '*' || rule.contains(letter);
    let used = CATEGORIES.iter().filter(|(_, letter)| is_used(*letter));
    used.map(|(name, _)| *name).collect()
}
