//! Conversion between our types and values of the browser, such as messages and JSON.
//!
//! The crate `serde-wasm-bindgen` does this for every type. Its error messages and its imports of
//! browser functions are larger than all code that is read and written here.
//!
//! That crate weighs 12 kB in the later figures and 1.5 kB in the first load.
//!
//! Tests: `tests/browser/embed.test.mjs`, `tests/browser/accuracy.test.mjs`.

use std::fmt;

use js_sys::{Array, Object, Reflect};
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::ser::{Impossible, SerializeMap, SerializeStruct, Serializer};
use serde::{Serialize, forward_to_deserialize_any};
use wasm_bindgen::{JsCast, JsValue};

/// Reads a value; `None` if it does not have this type. Only the fields that the type has are read
/// from an object.
#[must_use]
pub fn read<T: DeserializeOwned>(value: &JsValue) -> Option<T> {
    T::deserialize(Given(value.clone())).ok()
}

/// A value as the browser represents it: strings, numbers, booleans, null, and objects of these.
/// Any other kind becomes `undefined`.
#[must_use]
pub fn written(value: &impl Serialize) -> JsValue {
    value.serialize(Kept).unwrap_or(JsValue::UNDEFINED)
}

/// Error of a value that does not fit. The reason is not needed.
#[derive(Debug)]
struct Unfit;

impl fmt::Display for Unfit {
    fn fmt(&self, _: &mut fmt::Formatter) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Unfit {}

impl serde::de::Error for Unfit {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl serde::ser::Error for Unfit {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A value of the browser that is being read.
struct Given(JsValue);

impl IntoDeserializer<'_, Unfit> for Given {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl Given {
    fn is_nothing(&self) -> bool {
        self.0.is_null() || self.0.is_undefined()
    }
}

impl<'de> Deserializer<'de> for Given {
    type Error = Unfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        let Self(value) = self;
        if let Some(is_on) = value.as_bool() {
            return visitor.visit_bool(is_on);
        }
        if let Some(number) = value.as_f64() {
            // A value read as an integer must be one.
            return if (0.0..=9_007_199_254_740_992.0).contains(&number) && number.trunc() == number
            {
                visitor.visit_u64(number as u64)
            } else {
                visitor.visit_f64(number)
            };
        }
        if let Some(text) = value.as_string() {
            return visitor.visit_string(text);
        }
        if !value.is_object() {
            return visitor.visit_unit();
        }
        if Array::is_array(&value) {
            let items = value.unchecked_into::<Array>().into_iter().map(Given);
            return visitor.visit_seq(SeqDeserializer::new(items));
        }
        // Fields are only read where a type names them.
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        if self.is_nothing() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        if !self.0.is_object() {
            return Err(Unfit);
        }
        let pairs = fields.iter().filter_map(|name| {
            let value = Reflect::get(&self.0, &(*name).into()).unwrap_or_default();
            (!value.is_undefined()).then_some((*name, Given(value)))
        });
        visitor.visit_map(MapDeserializer::new(pairs))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        let word = self.0.as_string().ok_or(Unfit)?;
        visitor.visit_enum(word.into_deserializer())
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unfit> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unfit> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map identifier
    }
}

/// Serializer of a value.
struct Kept;

/// Serializer of an object's fields.
struct Fields {
    object: Object,
    /// The name of the field whose value comes next.
    name: String,
}

impl Fields {
    fn new() -> Self {
        Self {
            object: Object::new(),
            name: String::new(),
        }
    }
}

/// Sets a field of an object that is being written.
fn set<T: Serialize + ?Sized>(object: &Object, name: &str, value: &T) -> Result<(), Unfit> {
    let value = value.serialize(Kept)?;
    Reflect::set(object, &name.into(), &value)
        .map(drop)
        .map_err(|_| Unfit)
}

/// Rejects the kinds of values that none of our messages has.
macro_rules! unfit {
    ($($name:ident($($kind:ty),*) -> $given:ty;)*) => {$(
        fn $name(self, $(_: $kind),*) -> Result<$given, Unfit> {
            Err(Unfit)
        }
    )*};
}

/// Serializes numbers, all of which are floats in the browser.
macro_rules! numbers {
    ($($name:ident $kind:ty;)*) => {$(
        fn $name(self, number: $kind) -> Result<JsValue, Unfit> {
            Ok(f64::from(number).into())
        }
    )*};
}

impl Serializer for Kept {
    type Ok = JsValue;
    type Error = Unfit;
    type SerializeSeq = Impossible<JsValue, Unfit>;
    type SerializeTuple = Impossible<JsValue, Unfit>;
    type SerializeTupleStruct = Impossible<JsValue, Unfit>;
    type SerializeTupleVariant = Impossible<JsValue, Unfit>;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Impossible<JsValue, Unfit>;

    numbers! {
        serialize_i8 i8;
        serialize_i16 i16;
        serialize_i32 i32;
        serialize_u8 u8;
        serialize_u16 u16;
        serialize_u32 u32;
        serialize_f32 f32;
        serialize_f64 f64;
    }

    unfit! {
        serialize_i64(i64) -> JsValue;
        serialize_u64(u64) -> JsValue;
        serialize_char(char) -> JsValue;
        serialize_bytes(&[u8]) -> JsValue;
        serialize_unit_struct(&'static str) -> JsValue;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_bool(self, is_on: bool) -> Result<JsValue, Unfit> {
        Ok(is_on.into())
    }

    fn serialize_str(self, text: &str) -> Result<JsValue, Unfit> {
        Ok(text.into())
    }

    fn serialize_none(self) -> Result<JsValue, Unfit> {
        Ok(JsValue::NULL)
    }

    fn serialize_unit(self) -> Result<JsValue, Unfit> {
        Ok(JsValue::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<JsValue, Unfit> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        word: &'static str,
    ) -> Result<JsValue, Unfit> {
        Ok(word.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<JsValue, Unfit> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<JsValue, Unfit> {
        Err(Unfit)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields, Unfit> {
        Ok(Fields::new())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields, Unfit> {
        Ok(Fields::new())
    }
}

impl SerializeMap for Fields {
    type Ok = JsValue;
    type Error = Unfit;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unfit> {
        self.name = key.serialize(Kept)?.as_string().ok_or(Unfit)?;
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        set(&self.object, &self.name, value)
    }

    fn end(self) -> Result<JsValue, Unfit> {
        Ok(self.object.into())
    }
}

impl SerializeStruct for Fields {
    type Ok = JsValue;
    type Error = Unfit;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        set(&self.object, name, value)
    }

    fn end(self) -> Result<JsValue, Unfit> {
        Ok(self.object.into())
    }
}
