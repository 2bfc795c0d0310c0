//! Codes of warnings and reasons: the variants of their types, as serde names them.
//!
//! Tests: `tests/all/schema.rs`.

use formats::json::Json;
use serde::de::value::Error;
use serde::de::{Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::Value;

/// The code of a value, and its numbers as an object.
pub(super) fn coded<T: Serialize>(value: &T) -> (String, Json) {
    let (code, numbers) = match serde_json::to_value(value) {
        Ok(Value::String(code)) => (code, Value::Null),
        Ok(Value::Object(variant)) => variant.into_iter().next().unwrap_or_default(),
        _ => Default::default(),
    };
    let fields = match numbers {
        Value::Object(fields) => fields,
        _ => serde_json::Map::new(),
    };
    (code, named(fields))
}

fn named(fields: serde_json::Map<String, Value>) -> Json {
    let fields = fields.into_iter();
    Json::Named(fields.map(|(name, value)| (name, json(value))).collect())
}

fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(is_on) => Json::Switch(is_on),
        Value::Number(number) => match number.as_u64() {
            Some(whole) => Json::Whole(whole),
            None => number.as_f64().map_or(Json::Null, Json::Number),
        },
        Value::String(text) => Json::Text(text),
        Value::Array(items) => Json::List(items.into_iter().map(json).collect()),
        Value::Object(fields) => named(fields),
    }
}

/// The codes of all values of a type; empty for a type without variants.
///
/// A derived reader passes the names of the variants to its source before it reads anything.
pub(super) fn codes<T: Deserialize<'static>>() -> &'static [&'static str] {
    let mut variants = Variants(&[]);
    let _ = T::deserialize(&mut variants);
    variants.0
}

/// A source that notes the names of variants and holds no value.
struct Variants(&'static [&'static str]);

impl<'de> Deserializer<'de> for &mut Variants {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom(""))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0 = variants;
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}
