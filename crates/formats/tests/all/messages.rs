//! Messages of an embedded planner and of the page around it come back as they were written; what
//! is malformed is refused.

use formats::message::{AmpSize, MessageKind, Reply, Request, Signed, Standing};
use proptest::collection::vec;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use proptest::{option, prop_assert_eq};
use serde_json::{Value, from_value, json, to_value};
use test_utils::seed;

fn request() -> impl Strategy<Value = Request> {
    let text = || ".{0,40}";
    prop_oneof![
        Just(Request::Hello),
        Just(Request::Get),
        (option::of(text()), option::of(text()))
            .prop_map(|(hash, lesson)| Request::Set { hash, lesson }),
        text().prop_map(|theme| Request::Theme { theme }),
    ]
}

const STANDINGS: &[Standing] = &[
    Standing::Fits,
    Standing::Tight,
    Standing::Oom,
    Standing::Illegal,
];

/// A figure whose text in JSON means exactly it.
fn figure() -> impl Strategy<Value = f64> {
    (1..1_000_000_u32).prop_map(|number| f64::from(number) / 1024.0)
}

fn reply() -> impl Strategy<Value = Reply> {
    let text = || ".{0,40}";
    let figures = (option::of(figure()), option::of(figure()));
    prop_oneof![
        Just(Reply::Ready),
        figure().prop_map(|px| Reply::Height { px }),
        (text(), select(STANDINGS), figures).prop_map(|(hash, verdict, (peak_gib, mfu))| {
            Reply::State {
                hash,
                verdict,
                peak_gib,
                mfu,
            }
        }),
        (text(), text(), any::<bool>()).prop_map(|(lesson, step, reached)| Reply::Goal {
            lesson,
            step,
            reached,
        }),
        text().prop_map(|text| Reply::Error { text }),
    ]
}

/// Anything that JSON can say, not deep.
fn anything() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        figure().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        let fields = vec((".{0,6}", inner.clone()), 0..4);
        prop_oneof![
            vec(inner, 0..4).prop_map(Value::from),
            fields.prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A message of the page around, with these fields beside what all have.
fn message(kind: &str, fields: &Value) -> Value {
    let mut message = json!({"ns": "shardwise", "v": 1, "type": kind});
    let own = message.as_object_mut().expect("fields");
    own.extend(fields.as_object().expect("fields").clone());
    message
}

fn read(message: Value) -> Option<Request> {
    from_value(message).ok()
}

proptest! {
    #![proptest_config(ProptestConfig {
        rng_seed: seed(1_974),
        ..ProptestConfig::default()
    })]

    #[test]
    fn requests_come_back(request in request()) {
        let written = to_value(Signed::of(&request)).unwrap();
        prop_assert_eq!(&written["ns"], "shardwise");
        prop_assert_eq!(&written["v"], 1);
        prop_assert_eq!(from_value::<Request>(written).unwrap(), request);
    }

    #[test]
    fn replies_come_back(reply in reply()) {
        let written = to_value(Signed::of(&reply)).unwrap();
        prop_assert_eq!(&written["ns"], "shardwise");
        prop_assert_eq!(&written["v"], 1);
        let kind: MessageKind = from_value(written.clone()).unwrap();
        prop_assert_eq!(kind.is_ready(), reply == Reply::Ready);
        prop_assert_eq!(from_value::<Reply>(written).unwrap(), reply);
    }

    /// Fields of another page beside a request change nothing.
    #[test]
    fn other_fields_are_left_unread(request in request(), other in anything()) {
        let mut written = to_value(Signed::of(&request)).unwrap();
        written["other"] = other;
        prop_assert_eq!(read(written), Some(request));
    }

    /// One that does not say whose it is, or in which version, is none.
    #[test]
    fn a_changed_sign_is_no_request(request in request(), sign in select(&["ns", "v", "type"][..]), other in anything()) {
        let mut written = to_value(Signed::of(&request)).unwrap();
        let own = written[sign].clone();
        written[sign] = other.clone();
        let is_same = other == own || other.as_f64() == Some(1.0);
        if !is_same && sign != "type" {
            prop_assert_eq!(read(written.clone()), None);
        }
        written.as_object_mut().unwrap().remove(sign);
        prop_assert_eq!(read(written), None);
    }

    /// A field of the wrong kind counts as missing, and the field beside it counts.
    #[test]
    fn a_field_that_is_no_text_is_none(other in anything()) {
        let hash = other.as_str().map(str::to_owned);
        let lesson = Some("text".to_owned());
        let set = message("set", &json!({"hash": other, "lesson": "text"}));
        prop_assert_eq!(read(set), Some(Request::Set { hash, lesson }));
    }

    #[test]
    fn anything_else_is_no_request(other in anything()) {
        prop_assert_eq!(read(other), None);
    }
}

/// `tests/browser/embed.test.mjs` sends these, too.
#[test]
fn what_is_none_of_the_protocol_is_refused() {
    let set = json!({"hash": "tp=8"});
    let none = [
        json!(null),
        json!("hello"),
        json!(1),
        json!([]),
        json!({"type": "set", "hash": "tp=8"}),
        message("set", &json!({"hash": "tp=8", "ns": "other"})),
        message("set", &json!({"hash": "tp=8", "v": 2})),
        message("set", &json!({"hash": "tp=8", "v": "1"})),
        message("__proto__", &json!({})),
        message("theme", &json!({})),
        message("theme", &json!({"theme": 1})),
        message("SET", &set),
        message("eval", &json!({"text": "1"})),
        message("hello", &json!({"ns": "Shardwise"})),
    ];
    for message in none {
        assert_eq!(read(message.clone()), None, "{message}");
    }
    let nothing = Request::Set {
        hash: None,
        lesson: None,
    };
    for fields in [
        json!({}),
        json!({"hash": 5}),
        json!({"hash": {"toString": 1}}),
    ] {
        assert_eq!(read(message("set", &fields)), Some(nothing.clone()));
    }
}

/// Each as it is described in `docs/embedding.md`.
#[test]
fn replies_are_as_described() {
    let state = Reply::State {
        hash: "#v=1".to_owned(),
        verdict: Standing::Illegal,
        peak_gib: None,
        mfu: None,
    };
    let expected = json!({
        "ns": "shardwise", "v": 1, "type": "state", "hash": "#v=1", "verdict": "illegal",
        "peak_gib": null, "mfu": null,
    });
    assert_eq!(to_value(Signed::of(state)).unwrap(), expected);
    let expected = json!({"ns": "shardwise", "v": 1, "type": "height", "px": 8.0});
    assert_eq!(
        to_value(Signed::of(Reply::Height { px: 8.0 })).unwrap(),
        expected
    );
    let expected = json!({"sentinel": "amp", "type": "embed-size", "height": 8.0});
    assert_eq!(to_value(AmpSize::of(8.0)).unwrap(), expected);
}
