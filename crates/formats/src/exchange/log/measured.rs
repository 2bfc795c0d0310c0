//! A measurement, set under its label in the log.

use crate::import::imported::SettingOrigin;
use crate::import::reading::ImportReader;
use crate::link;
use crate::number::digits;

/// Sets a measurement under its label in the log.
pub(super) fn set(reading: &mut ImportReader, key: &'static str, label: &str, value: f64) {
    if link::set_number(&mut reading.plan, key, value) {
        reading.note(key, label, SettingOrigin::Read);
    } else {
        reading.unfit(label, &digits(value));
    }
}
