//! Messages between an embedded planner and the page around it, version 1, as `docs/embedding.md`
//! describes them. They go in both directions.
//!
//! Tests: `tests/all/messages.rs`.

use std::fmt;

use cost::memory::Verdict;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

/// Value of the field `ns` of all messages.
const NAME: &str = "shardwise";
/// The version of the protocol, in the field `v` of all messages.
const VERSION: u32 = 1;

/// A message of the page around a planner to the planner.
///
/// It is written by its derived form, but read from `RequestFields`. A derived reader of an enum
/// with its kind in a field first reads all fields, however many and deep, before it knows the
/// kind, and an untrusted message may contain itself.
///
/// ```
/// use formats::message::{Request, Signed};
/// let text = r#"{"ns":"shardwise","v":1,"type":"set","hash":"tp=4","colour":[7]}"#;
/// let read: Request = serde_json::from_str(text).unwrap();
/// assert_eq!(read, Request::Set { hash: Some("tp=4".into()), lesson: None });
/// let written = serde_json::to_string(&Signed::of(Request::Get)).unwrap();
/// assert_eq!(written, r#"{"ns":"shardwise","v":1,"type":"get"}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RequestFields", tag = "type", rename_all = "lowercase")]
pub enum Request {
    /// The request to send the plan from now on, to the origin of this message alone.
    Hello,
    /// The request to send the plan once.
    Get,
    /// The request to start again.
    Set {
        /// The new plan, as a link.
        #[serde(skip_serializing_if = "Option::is_none")]
        hash: Option<String>,
        /// The text of a lesson's file.
        #[serde(skip_serializing_if = "Option::is_none")]
        lesson: Option<String>,
    },
    /// The request to show a theme, which is not stored.
    Theme {
        /// Word of the theme.
        theme: String,
    },
}

/// A message of a planner to the page around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    /// The planner listens for messages.
    Ready,
    /// Height of the planner.
    Height {
        /// Height in CSS pixels.
        px: f64,
    },
    /// The plan with its main figures.
    State {
        /// The plan, as a link.
        hash: String,
        /// Verdict on the plan.
        verdict: Standing,
        /// Peak of the fullest GPU, GiB; `None` for a plan that cannot exist.
        peak_gib: Option<f64>,
        /// Model FLOPs utilisation; `None` for a plan that cannot exist.
        mfu: Option<f64>,
    },
    /// The state of a goal.
    Goal {
        /// The name of the goal's lesson.
        lesson: String,
        /// The name of the goal's step.
        step: String,
        /// True if the goal is reached.
        reached: bool,
    },
    /// A request was not understood.
    Error {
        /// The reason, in the reader's language.
        text: String,
    },
}

/// Verdict on a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The plan fits.
    Fits,
    /// The plan fits within the model's error.
    Tight,
    /// The plan may not fit.
    MayNotFit,
    /// The plan does not fit.
    Oom,
    /// The plan cannot exist.
    Illegal,
}

impl From<Verdict> for Standing {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Fits => Self::Fits,
            Verdict::Tight => Self::Tight,
            Verdict::MayNotFit => Self::MayNotFit,
            Verdict::OutOfMemory => Self::Oom,
        }
    }
}

/// A message with the fields that all messages have.
#[derive(Clone, Debug, Serialize)]
pub struct Signed<T> {
    ns: &'static str,
    v: u32,
    #[serde(flatten)]
    message: T,
}

impl<T: Serialize> Signed<T> {
    /// Signs a message.
    pub const fn of(message: T) -> Self {
        Self {
            ns: NAME,
            v: VERSION,
            message,
        }
    }
}

/// The height once more, in the form of AMP.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AmpSize {
    sentinel: &'static str,
    r#type: &'static str,
    height: f64,
}

impl AmpSize {
    /// A height in CSS pixels.
    #[must_use]
    pub const fn of(height: f64) -> Self {
        Self {
            sentinel: "amp",
            r#type: "embed-size",
            height,
        }
    }
}

/// The kind of a message; no other field is read.
///
/// ```
/// use formats::message::MessageKind;
/// let read = |text| serde_json::from_str::<MessageKind>(text).is_ok_and(|kind| kind.is_ready());
/// assert!(read(r#"{"ns":"shardwise","v":1,"type":"ready"}"#));
/// assert!(!read(r#"{"ns":"shardwise","v":1,"type":"state"}"#));
/// assert!(!read(r#"{"ns":"other","v":1,"type":"ready"}"#));
/// ```
#[derive(Clone, Debug, Deserialize)]
pub struct MessageKind {
    ns: String,
    r#type: String,
}

impl MessageKind {
    /// True if a planner listens, in any version.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ns == NAME && self.r#type == "ready"
    }
}

/// The fields of requests of all kinds; all other fields are not read.
#[derive(Deserialize)]
struct RequestFields {
    ns: String,
    v: f64,
    r#type: String,
    #[serde(default)]
    hash: OptionalText,
    #[serde(default)]
    lesson: OptionalText,
    #[serde(default)]
    theme: OptionalText,
}

impl TryFrom<RequestFields> for Request {
    /// The name of the field that no request has with this value.
    type Error = &'static str;

    fn try_from(fields: RequestFields) -> Result<Self, Self::Error> {
        if fields.ns != NAME || fields.v != f64::from(VERSION) {
            return Err("ns");
        }
        match fields.r#type.as_str() {
            "hello" => Ok(Self::Hello),
            "get" => Ok(Self::Get),
            "set" => Ok(Self::Set {
                hash: fields.hash.0,
                lesson: fields.lesson.0,
            }),
            "theme" => {
                let theme = fields.theme.0.ok_or("theme")?;
                Ok(Self::Theme { theme })
            }
            _ => Err("type"),
        }
    }
}

/// A text; any other value is read as `None`, without an error.
#[derive(Default)]
struct OptionalText(Option<String>);

impl<'de> Deserialize<'de> for OptionalText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = OptionalText;

            fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
                to.write_str("anything")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<OptionalText, E> {
                Ok(OptionalText(Some(text.to_owned())))
            }

            fn visit_string<E: Error>(self, text: String) -> Result<OptionalText, E> {
                Ok(OptionalText(Some(text)))
            }

            fn visit_unit<E: Error>(self) -> Result<OptionalText, E> {
                Ok(OptionalText(None))
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<OptionalText, E> {
                Ok(OptionalText(None))
            }

            fn visit_i64<E: Error>(self, _: i64) -> Result<OptionalText, E> {
                Ok(OptionalText(None))
            }

            fn visit_u64<E: Error>(self, _: u64) -> Result<OptionalText, E> {
                Ok(OptionalText(None))
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<OptionalText, E> {
                Ok(OptionalText(None))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OptionalText, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(OptionalText(None))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<OptionalText, A::Error> {
                while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(OptionalText(None))
            }
        }

        from.deserialize_any(Any)
    }
}
