//! What only later parts of the program need of the browser, asked for by name.
//!
//! Every function of the browser that is bound the usual way is imported by the first part of the
//! program, whichever part calls it, and weighs some fifty bytes there. What is rare and comes
//! later is asked for here instead, where a name weighs only in the part that has it.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// A property; undefined where there is none.
#[must_use]
pub fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// Something that all of the page knows.
#[must_use]
pub fn global(name: &str) -> JsValue {
    get(&js_sys::global(), name)
}

/// Whether there is something of this name that can be called.
#[must_use]
pub fn can(object: &JsValue, name: &str) -> bool {
    get(object, name).is_function()
}

/// Calls a method; nothing where there is none, or where it throws.
pub fn call(object: &JsValue, name: &str, arguments: &[&JsValue]) -> Option<JsValue> {
    attempt(object, name, arguments).ok()
}

/// The same, with what it throws.
///
/// # Errors
/// What is thrown.
pub fn attempt(object: &JsValue, name: &str, arguments: &[&JsValue]) -> Result<JsValue, JsValue> {
    let method = get(object, name);
    if !method.is_function() {
        return Err(JsValue::UNDEFINED);
    }
    Reflect::apply(
        &method.unchecked_into::<Function>(),
        object,
        &list(arguments),
    )
}

/// Makes something new of a class that all of the page knows.
#[must_use]
pub fn new(class: &str, arguments: &[&JsValue]) -> Option<JsValue> {
    let class = global(class);
    if !class.is_function() {
        return None;
    }
    Reflect::construct(&class.unchecked_into::<Function>(), &list(arguments)).ok()
}

/// What the parts' loader hears, in the page's script.
const AGAIN: &str = "shardwise-again";

/// Has all parts of the program that are on their way asked for once more: whichever answer comes
/// first counts.
pub fn ask_again() {
    if let Some(event) = new("Event", &[&AGAIN.into()]) {
        call(&js_sys::global(), "dispatchEvent", &[&event]);
    }
}

fn list(arguments: &[&JsValue]) -> Array {
    let list = Array::new();
    for (place, argument) in (0..).zip(arguments) {
        list.set(place, (*argument).clone());
    }
    list
}
