//! Parts of a link that were not understood.

use formats::link::{LONGEST, LinkWarning};

messages!("links");

/// Values listed before a list is cut.
const LISTED: usize = 8;
/// Values up to which a list is not cut: about the most stages to which people assign layers.
const WHOLE: usize = 32;

/// Warning about a part of a link that was not understood, with the value used instead.
#[must_use]
pub fn warning(warning: &LinkWarning) -> String {
    match warning {
        LinkWarning::TooLong => too_long(LONGEST as u64),
        LinkWarning::Version { given } => version(given),
        LinkWarning::NothingMeasured => nothing_measured().to_owned(),
        LinkWarning::UnknownKey { key } => unknown_key(key),
        LinkWarning::Repeated { key } => repeated(key),
        LinkWarning::UnknownModel { given, used } => unknown_model(given, used),
        LinkWarning::UnknownGpu { given, used } => unknown_gpu(given, used),
        LinkWarning::UnknownLanguage { given } => unknown_language(given),
        LinkWarning::UnloadedLanguage { given } => unloaded_language(given),
        LinkWarning::BadValue { key, given, used } => bad_value(given, key, &few(used)),
    }
}

/// A value as a link writes it; of a list of many numbers only the first.
pub(crate) fn few(value: &str) -> String {
    let commas = value.matches(',').count();
    match value.match_indices(',').nth(LISTED - 1) {
        Some((end, _)) if commas >= WHOLE => first_numbers(&value[..end], commas as u64 + 1),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use formats::link;

    #[test]
    fn a_long_split_is_shown_by_its_first_numbers() {
        let said = |stages: usize| {
            let split = vec!["1"; stages].join(",");
            let text = format!("#v=1&p=llama3-8b/h100x8&layers={stages}&split={split}&b.split=x");
            let warnings = link::decode(&text).1;
            super::warning(&warnings[0])
        };
        assert!(said(8).ends_with("using 1,1,1,1,1,1,1,1."), "{}", said(8));
        let long = said(512);
        assert!(
            long.ends_with("using 1,1,1,1,1,1,1,1,… (512 numbers)."),
            "{long}"
        );
    }
}
