//! JSON, as the browser reads it.

#[cfg(target_arch = "wasm32")]
use js_sys::Array;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::{JsCast, JsValue};

#[cfg(target_arch = "wasm32")]
use super::late::{attempt, call, get, global};
/// The same of any machine, where tests run: as the command reads it.
#[cfg(not(target_arch = "wasm32"))]
pub use formats::import::json as parse;
#[cfg(target_arch = "wasm32")]
use formats::import::{DEEPEST, ImportRefusal, Value};

/// Reads JSON as `shardwise import` does.
///
/// # Errors
/// Where it is none, in the browser's words, or nested too deeply.
#[cfg(target_arch = "wasm32")]
pub fn parse(text: &str) -> Result<Value, ImportRefusal> {
    let value = attempt(&global("JSON"), "parse", &[&text.into()]).map_err(|error| {
        let said = error.is_object().then(|| get(&error, "message"));
        ImportRefusal::Syntax {
            said: said.and_then(|said| said.as_string()).unwrap_or_default(),
            at: None,
        }
    })?;
    convert(&value, &global("Object"), 0)
}

#[cfg(target_arch = "wasm32")]
fn convert(value: &JsValue, objects: &JsValue, depth: usize) -> Result<Value, ImportRefusal> {
    if depth > DEEPEST {
        return Err(ImportRefusal::TooDeep);
    }
    if *value == JsValue::TRUE || *value == JsValue::FALSE {
        return Ok(Value::Switch(*value == JsValue::TRUE));
    }
    if let Some(text) = value.as_string() {
        return Ok(Value::Text(text));
    }
    if let Some(number) = value.as_f64() {
        return Ok(Value::of_number(number));
    }
    if !value.is_object() {
        return Ok(Value::Null);
    }
    // Of a list the names are its places.
    let entries = call(objects, "entries", &[value]).unwrap_or_else(|| Array::new().into());
    let entries = entries.unchecked_into::<Array>().into_iter().map(|entry| {
        let inner = convert(&get(&entry, "1"), objects, depth + 1)?;
        Ok((get(&entry, "0").as_string().unwrap_or_default(), inner))
    });
    let fields: Vec<(String, Value)> = entries.collect::<Result<_, ImportRefusal>>()?;
    if call(&global("Array"), "isArray", &[value]) == Some(JsValue::TRUE) {
        let items = fields.into_iter().map(|(_, item)| item);
        return Ok(Value::List(items.collect()));
    }
    Ok(Value::Fields(fields))
}
