//! JSON parsing by the browser.
//!
//! Tests: `tests/browser/accuracy.test.mjs`, `tests/browser/lessonfile.test.mjs`.

#[cfg(target_arch = "wasm32")]
use js_sys::{Array, JSON, Object, SyntaxError};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::{JsCast, JsValue};

/// In native tests: the JSON reader of the command-line program.
#[cfg(not(target_arch = "wasm32"))]
pub use formats::import::json as parse;
#[cfg(target_arch = "wasm32")]
use formats::import::{DEEPEST, ImportRefusal, ParsedValue};

/// Reads JSON as `shardwise import` does.
///
/// # Errors
/// If the text is not JSON (in the browser's words), or is nested too deeply.
#[cfg(target_arch = "wasm32")]
pub fn parse(text: &str) -> Result<ParsedValue, ImportRefusal> {
    let value = JSON::parse(text).map_err(|error| ImportRefusal::Syntax {
        said: error.unchecked_into::<SyntaxError>().message().into(),
        at: None,
    })?;
    convert(&value, 0)
}

#[cfg(target_arch = "wasm32")]
fn convert(value: &JsValue, depth: usize) -> Result<ParsedValue, ImportRefusal> {
    if depth > DEEPEST {
        return Err(ImportRefusal::TooDeep);
    }
    if let Some(is_on) = value.as_bool() {
        return Ok(ParsedValue::Switch(is_on));
    }
    if let Some(text) = value.as_string() {
        return Ok(ParsedValue::Text(text));
    }
    if let Some(number) = value.as_f64() {
        return Ok(ParsedValue::of_number(number));
    }
    if !value.is_object() {
        return Ok(ParsedValue::Null);
    }
    if Array::is_array(value) {
        let items = value.unchecked_ref::<Array>().iter();
        let items = items.map(|item| convert(&item, depth + 1));
        return items.collect::<Result<_, _>>().map(ParsedValue::List);
    }
    let entries = Object::entries(value.unchecked_ref()).into_iter();
    let fields = entries.map(|entry| {
        let [name, inner] = [0, 1].map(|place| entry.unchecked_ref::<Array>().get(place));
        let name = name.as_string().unwrap_or_default();
        Ok((name, convert(&inner, depth + 1)?))
    });
    fields.collect::<Result<_, _>>().map(ParsedValue::Fields)
}
