//! JSON into a value.

use super::imported::{ImportRefusal, TextPosition};
use super::value::{DEEPEST, ParsedValue};

/// Reads JSON.
///
/// # Errors
/// If the text is no JSON, or nested too deeply.
pub fn parse(text: &str) -> Result<ParsedValue, ImportRefusal> {
    // serde_json refuses JSON nested deeper than 128 levels.
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let said = error.to_string();
        // The place follows the words.
        let said = said.split(" at line ").next().unwrap_or_default();
        ImportRefusal::Syntax {
            said: said.to_owned(),
            at: Some(TextPosition { line, column }),
        }
    })?;
    value_of(&value, 0)
}

fn value_of(value: &serde_json::Value, depth: usize) -> Result<ParsedValue, ImportRefusal> {
    use serde_json::Value as Json;
    if depth > DEEPEST {
        return Err(ImportRefusal::TooDeep);
    }
    Ok(match value {
        Json::Null => ParsedValue::Null,
        Json::Bool(is_on) => ParsedValue::Switch(*is_on),
        Json::Number(number) => {
            let real = || ParsedValue::of_number(number.as_f64().unwrap_or(f64::NAN));
            number.as_u64().map_or_else(real, ParsedValue::Whole)
        }
        Json::String(text) => ParsedValue::Text(text.clone()),
        Json::Array(items) => ParsedValue::List(
            items
                .iter()
                .map(|item| value_of(item, depth + 1))
                .collect::<Result<_, _>>()?,
        ),
        Json::Object(fields) => ParsedValue::Fields(
            fields
                .iter()
                .map(|(name, value)| Ok((name.clone(), value_of(value, depth + 1)?)))
                .collect::<Result<_, ImportRefusal>>()?,
        ),
    })
}
